// SPDX-License-Identifier: Apache-2.0
// What the assumptions of modern_readers.vh leave possible: see modern_window_reached.vh.

// As many have read the register as can be counted, a warp waited for them, and it may issue now.
reg most_f, waited_f;
always @(posedge clk_i) begin
    most_f <= ~rst_i & (most_f | (count_f == READERS));
    waited_f <= ~rst_i & most_f & (waited_f | (reads_f & blocked_o[WATCHED_WARP_F]));
end
wire again_f = waited_f & reads_f & (count_f == READERS - 1) & ~blocked_o[WATCHED_WARP_F];
