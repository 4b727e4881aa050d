// SPDX-License-Identifier: Apache-2.0
// What the assumptions of modern_dependence.vh leave possible: see modern_window_reached.vh.

// Two were outstanding, a warp waited for the counter, and it may issue now.
reg both_f, waited_f;
always @(posedge clk_i) begin
    both_f <= ~rst_i & (both_f | (count_f == 6'd2));
    waited_f <= ~rst_i & both_f & (waited_f | (head_wait_i[WATCHED_WARP_F*6 + WATCHED_F] & blocked_o[WATCHED_WARP_F]));
end
wire goes_on_f = waited_f & head_wait_i[WATCHED_WARP_F*6 + WATCHED_F] & ~blocked_o[WATCHED_WARP_F];
