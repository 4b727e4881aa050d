// SPDX-License-Identifier: Apache-2.0
// sthld_diff: whether the number of issued instructions changed a lot
//
// Compares the instructions that issued in two intervals: the change is large when it is more than 1/FRACTION
// of what issued in the earlier one.
// Malekeh, section IV-B3. Specification: 3.5 (STHLD).

`default_nettype none

module sthld_diff #(
    parameter ISSUED_BITS = 14,                          // bits of a number of instructions in an interval
    parameter FRACTION = 50,                             // a change by more than 1/FRACTION is large
    parameter FRACTION_BITS = 6                          // bits of FRACTION
) (
    input  wire [ISSUED_BITS-1:0] current_i,             // instructions issued in an interval
    input  wire [ISSUED_BITS-1:0] previous_i,            // and in the one before
    output wire large_o                                  // the change is large
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(ISSUED_BITS < 1 || FRACTION < 1 ||
            FRACTION_BITS != ((FRACTION + 1) > 2 ? $clog2((FRACTION + 1)) : 1))) begin : g_taken
        end else begin : g_refused
            sthld_diff_does_not_take_these_parameters refused ();
        end
    endgenerate

    wire more = current_i > previous_i;
    wire [ISSUED_BITS-1:0] change = more ? current_i - previous_i : previous_i - current_i;
    wire [ISSUED_BITS+FRACTION_BITS-1:0] scaled =
        {{FRACTION_BITS{1'b0}}, change} * {{ISSUED_BITS{1'b0}}, FRACTION[FRACTION_BITS-1:0]};

    assign large_o = scaled > {{FRACTION_BITS{1'b0}}, previous_i};

endmodule

`default_nettype wire
