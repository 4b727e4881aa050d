// SPDX-License-Identifier: Apache-2.0
// Inputs of the proofs of l1d: what is free.
input  wire clk_i,
input  wire flush_i,
input  wire access_valid_i,
input  wire [1:0] access_op_i,
input  wire [2:0] access_line_i,
input  wire [SUB_BITS-1:0] access_sub_i,
input  wire [LANES*OFF_BITS:0] access_id_i,
input  wire [LANES-1:0] access_mask_i,
input  wire [LANES*OFF_BITS-1:0] access_off_i,
input  wire [LINE_BYTES-1:0] access_be_i,
input  wire [LINE_BITS-1:0] access_data_i,
`ifdef SHARED_F
input  wire [SM_WARP_BITS-1:0] access_warp_i,
input  wire access_isolated_i,
input  wire [USED_BITS-1:0] shared_used_i,
`endif
input  wire req_ready_i,
input  wire fill_valid_i,
input  wire [MSHR_BITS-1:0] fill_mshr_i,
input  wire [LINE_BITS-1:0] fill_data_i,
input  wire [2:0] free_line_i,                       // free, but always the same: the line that is looked at,
input  wire [OFF_BITS-1:0] free_word_i,              // the same: its word,
input  wire [SUB_BITS+LANES*OFF_BITS:0] free_key_i,  // the same: sub-core and number that are looked at,
input  wire [TARGETS-1:0] free_target_i,             // the same: the target that is looked at, one-hot,
input  wire [LANES-1:0] free_lane_i,                 // the same: the element, one-hot,
input  wire free_mark_i                              // free: the line that comes is looked at
