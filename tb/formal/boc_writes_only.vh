// SPDX-License-Identifier: Apache-2.0
// Fewer programs, for a control: every instruction writes the register looked at and reads nothing. A fault that is
// seen with these is seen without the restriction.
always @* assume(~|head_src_valid_i & (head_dst_count_i == 3'd1) & (head_dst_base_i == register_f));
