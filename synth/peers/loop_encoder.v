// SPDX-License-Identifier: Apache-2.0
// loop_encoder: a priority encoder as one writes it first; with it the recipe behind the figures is checked

`default_nettype none

module loop_encoder #(
    parameter N = 8,
    parameter BITS = 3
) (
    input  wire [N-1:0] set_i,
    output reg  [BITS-1:0] index_o,                      // number of the lowest bit that is set, 0 if none is
    output wire some_o
);

    always @* begin : lowest
        integer k;
        index_o = {BITS{1'b0}};
        for (k = N - 1; k >= 0; k = k - 1)
            if (set_i[k])
                index_o = k[BITS-1:0];
    end

    assign some_o = |set_i;

endmodule

`default_nettype wire
