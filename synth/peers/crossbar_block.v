// SPDX-License-Identifier: Apache-2.0
// crossbar_block: the data paths of the generated crossbar: each output is the AND-OR of all inputs (3.2)

`default_nettype none

module crossbar_block #(
    parameter INPUTS = 2,
    parameter OUTPUTS = 2,
    parameter WIDTH = 1024
) (
    input  wire [INPUTS*WIDTH-1:0] data_i,
    input  wire [OUTPUTS*INPUTS-1:0] from_i,             // bit o*INPUTS+i: output o takes input i; at most one each
    output reg  [OUTPUTS*WIDTH-1:0] data_o
);

    integer o, i;

    always @* begin
        data_o = {(OUTPUTS*WIDTH){1'b0}};
        for (o = 0; o < OUTPUTS; o = o + 1)
            for (i = 0; i < INPUTS; i = i + 1)
                data_o[o*WIDTH +: WIDTH] = data_o[o*WIDTH +: WIDTH] |
                    ({WIDTH{from_i[o*INPUTS + i]}} & data_i[i*WIDTH +: WIDTH]);
    end

endmodule

`default_nettype wire
