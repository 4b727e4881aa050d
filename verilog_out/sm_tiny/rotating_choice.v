// SPDX-License-Identifier: Apache-2.0
// rotating_choice: the first of a set behind a start, with wrap-around
//
// The lowest of those in `req_i` that are in `first_i`, else the lowest of all. `first_i` has everything from
// the start on.
// For the loose round-robin order of warps and the random choice of a collector: Malekeh, section II.
// Specification: 3.5.

`default_nettype none

module rotating_choice #(
    parameter N = 4                                      // members
) (
    input  wire [N-1:0] req_i,                           // the set
    input  wire [N-1:0] first_i,                         // everything from the start on
    output wire [N-1:0] grant_o,                         // its choice, one-hot, or zero for an empty set
    output wire [N-1:0] reached_o                        // the choice, and everything above it
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(N < 1)) begin : g_taken
        end else begin : g_refused
            rotating_choice_does_not_take_these_parameters refused ();
        end
    endgenerate

    wire [N-1:0] early = req_i & first_i;
    wire none_early = ~|early;

    generate
        if (N < 3) begin : g_masked
            // The choice among those whose turn it is.
            wire [N-1:0] turn = req_i & (first_i | {N{none_early}});

            assign reached_o = turn | (turn << 1);
            assign grant_o = turn & ~(turn << 1);
        end else begin : g_both
            // Both choices, which do not wait for each other.
            reg [N-1:0] above_early, above_any;          // some lower one is in the set

            always @* begin : above
                integer k;
                above_early[0] = 1'b0;
                above_any[0] = 1'b0;
                for (k = 1; k < N; k = k + 1) begin
                    above_early[k] = above_early[k-1] | early[k-1];
                    above_any[k] = above_any[k-1] | req_i[k-1];
                end
            end

            assign reached_o = above_early | early | ((above_any | req_i) & {N{none_early}});
            assign grant_o = (early & ~above_early) | (req_i & ~above_any & {N{none_early}});
        end
    endgenerate

endmodule

`default_nettype wire
