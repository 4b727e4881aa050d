// SPDX-License-Identifier: Apache-2.0
// sthld_next: next state of the STHLD algorithm
//
// At the end of an interval: the next state, STHLD and clamped flag. STHLD takes a step up or down and stays
// between 0 and STHLD_MAX; the flag says that the last step down would have led below 0. In state 4, after a
// small change, the flag holds back a step up.
// Malekeh, section IV-B3 and Fig. 8. Specification: 3.5 (STHLD).

`default_nettype none

module sthld_next #(
    parameter STHLD_BITS = 4,                            // bits of STHLD and of the wait counter
    parameter STHLD_MAX = 15                             // largest STHLD
) (
    input  wire [2:0] state_i,                           // state, 1 to 6
    input  wire [STHLD_BITS-1:0] sthld_i,                // STHLD
    input  wire clamped_i,                               // the last decrement would have gone below 0
    input  wire large_i,                                 // the change of the instructions issued is large
    output wire [2:0] state_o,                           // next state
    output wire [STHLD_BITS-1:0] sthld_o,                // next STHLD
    output wire clamped_o                                // next clamped flag
);

    // Fig. 8: next state, and step of STHLD in two's complement, after a small or a large change.
    wire [6:0] after_small =
        state_i == 3'd1 ? {3'd2, 4'd1} :
        state_i == 3'd2 ? {3'd2, 4'd1} :
        state_i == 3'd3 ? {3'd2, 4'd1} :
        state_i == 3'd4 ? {3'd5, 4'd1} :
        state_i == 3'd5 ? {3'd6, 4'd0} :
        state_i == 3'd6 ? {3'd6, 4'd0} :
        {3'd1, 4'd0}; // never
    wire [6:0] after_large =
        state_i == 3'd1 ? {3'd2, 4'd1} :
        state_i == 3'd2 ? {3'd3, 4'd1} :
        state_i == 3'd3 ? {3'd4, -4'd2} :
        state_i == 3'd4 ? {3'd4, -4'd1} :
        state_i == 3'd5 ? {3'd4, -4'd1} :
        state_i == 3'd6 ? {3'd3, 4'd1} :
        {3'd1, 4'd0}; // never

    wire [3:0] step;

    assign {state_o, step} = large_i ? after_large : after_small;

    wire held_back = (state_i == 3'd4) & ~large_i & clamped_i & ~step[3];
    wire [3:0] move = step & {4{~held_back}};

    wire [STHLD_BITS+3:0] sum = {4'd0, sthld_i} + {{STHLD_BITS{move[3]}}, move};
    wire below = sum[STHLD_BITS+3];
    wire above = ~below & (sum > STHLD_MAX);

    assign sthld_o = below ? {STHLD_BITS{1'b0}} :
                     above ? STHLD_MAX[STHLD_BITS-1:0] : sum[STHLD_BITS-1:0];
    assign clamped_o = move[3] ? below : clamped_i;

endmodule

`default_nettype wire
