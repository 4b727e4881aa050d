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

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(STHLD_BITS != 4 || STHLD_MAX != 15)) begin : g_taken
        end else begin : g_refused
            sthld_next_does_not_take_these_parameters refused ();
        end
    endgenerate

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

    // Of each: the next state, STHLD and clamped flag. Which change it is is known late.
    function [STHLD_BITS+3:0] outcome;
        input [6:0] transition;                          // state and step
        input held_back;                                 // a step up is
        reg [3:0] move;
        reg [STHLD_BITS+3:0] sum;
        reg below;
        begin
            move = transition[3:0] & {4{~(held_back & ~transition[3])}};
            sum = {4'd0, sthld_i} + {{STHLD_BITS{move[3]}}, move};
            below = sum[STHLD_BITS+3];
            outcome[STHLD_BITS+3 -: 3] = transition[6:4];
            outcome[STHLD_BITS:1] = below ? {STHLD_BITS{1'b0}} :
                                    sum > STHLD_MAX ? STHLD_MAX[STHLD_BITS-1:0] : sum[STHLD_BITS-1:0];
            outcome[0] = move[3] ? below : clamped_i;
        end
    endfunction

    wire [STHLD_BITS+3:0] if_small = outcome(after_small, (state_i == 3'd4) & clamped_i);
    wire [STHLD_BITS+3:0] if_large = outcome(after_large, 1'b0);

    assign {state_o, sthld_o, clamped_o} = large_i ? if_large : if_small;

endmodule

`default_nettype wire
