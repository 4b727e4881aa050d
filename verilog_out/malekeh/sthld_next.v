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
    output reg  [2:0] state_o,                           // next state
    output wire [STHLD_BITS-1:0] sthld_o,                // next STHLD
    output wire clamped_o                                // next clamped flag
);

    reg [3:0] step;                                      // of STHLD, two's complement

    // Fig. 8: state and step after a small (0) or a large (1) change.
    always @*
        case ({large_i, state_i})
            {1'b0, 3'd1}: begin state_o = 3'd2; step = 4'd1; end
            {1'b0, 3'd2}: begin state_o = 3'd2; step = 4'd1; end
            {1'b0, 3'd3}: begin state_o = 3'd2; step = 4'd1; end
            {1'b0, 3'd4}: begin state_o = 3'd5; step = 4'd1; end
            {1'b0, 3'd5}: begin state_o = 3'd6; step = 4'd0; end
            {1'b0, 3'd6}: begin state_o = 3'd6; step = 4'd0; end
            {1'b1, 3'd1}: begin state_o = 3'd2; step = 4'd1; end
            {1'b1, 3'd2}: begin state_o = 3'd3; step = 4'd1; end
            {1'b1, 3'd3}: begin state_o = 3'd4; step = -4'd2; end
            {1'b1, 3'd4}: begin state_o = 3'd4; step = -4'd1; end
            {1'b1, 3'd5}: begin state_o = 3'd4; step = -4'd1; end
            {1'b1, 3'd6}: begin state_o = 3'd3; step = 4'd1; end
            default:      begin state_o = 3'd1; step = 4'd0; end // never
        endcase

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
