// SPDX-License-Identifier: Apache-2.0
// What the assumptions of modern_scoreboard.vh leave possible: see modern_window_reached.vh.

// Three instructions of both warps have had results to come, a warp has waited for the watched register, and may issue
// now.
reg full_f, waited_f;
always @(posedge clk_i) begin
    full_f <= ~rst_i & (full_f | (&busy_f & |of_f & ~&of_f));
    waited_f <= ~rst_i & full_f & (waited_f | ((owed_f != 0) & reads_f & ~tag_f));
end
wire goes_on_f = waited_f & reads_f & (owed_f == 0) & ~blocked_o[WATCHED_WARP_F];
