// SPDX-License-Identifier: Apache-2.0
// What the assumptions of modern_results.vh leave possible: see modern_window_reached.vh.

// Two results have waited, and none does any more.
reg both_f;
always @(posedge clk_i)
    both_f <= ~rst_i & (both_f | (result_count_q == 2));
wire written_f = both_f & ~waits_f;
