// SPDX-License-Identifier: Apache-2.0
// data_crossbar: data paths of a crossbar
//
// Each output is the AND-OR of all inputs; zero if it takes none.
// Malekeh, section II (crossbar). Specification: 3.2.

`default_nettype none

module data_crossbar #(
    parameter INPUTS = 2,                                // inputs
    parameter OUTPUTS = 2,                               // outputs
    parameter WIDTH = 32                                 // bits of an input
) (
    input  wire [INPUTS*WIDTH-1:0] data_i,               // the inputs
    input  wire [OUTPUTS*INPUTS-1:0] from_i,             // bit o*INPUTS+i: output o takes input i; at most one each
    output wire [OUTPUTS*WIDTH-1:0] data_o               // the outputs
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(INPUTS < 1 || OUTPUTS < 1 || WIDTH < 1)) begin : g_taken
        end else begin : g_refused
            data_crossbar_does_not_take_these_parameters refused ();
        end
    endgenerate

    genvar o;
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
            reg [WIDTH-1:0] taken;

            always @* begin : merge
                integer i;
                taken = {WIDTH{1'b0}};
                for (i = 0; i < INPUTS; i = i + 1)
                    taken = taken | ({WIDTH{from_i[o*INPUTS + i]}} & data_i[i*WIDTH +: WIDTH]);
            end

            assign data_o[o*WIDTH +: WIDTH] = taken;
        end
    endgenerate

endmodule

`default_nettype wire
