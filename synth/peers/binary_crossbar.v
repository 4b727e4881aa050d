// SPDX-License-Identifier: Apache-2.0
// binary_crossbar: a crossbar of multiplexers with binary selects; with it the recipe behind the figures is checked

`default_nettype none

module binary_crossbar #(
    parameter INPUTS = 4,
    parameter OUTPUTS = 4,
    parameter BITS = 2,                                  // bits of an input's number
    parameter WIDTH = 32
) (
    input  wire [INPUTS*WIDTH-1:0] data_i,
    input  wire [OUTPUTS*BITS-1:0] from_i,               // input that each output takes
    output wire [OUTPUTS*WIDTH-1:0] data_o
);

    genvar o;
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
            assign data_o[o*WIDTH +: WIDTH] = data_i[from_i[o*BITS +: BITS]*WIDTH +: WIDTH];
        end
    endgenerate

endmodule

`default_nettype wire
