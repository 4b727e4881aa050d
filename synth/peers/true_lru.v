// SPDX-License-Identifier: Apache-2.0
// true_lru: exact order of use of N entries
//
// Bit (i, j), i < j, says that entry j was used after entry i: an upper triangle of the age matrix.

`default_nettype none

module true_lru #(
    parameter N = 8,
    parameter BITS = 3
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire valid_i,                                 // an entry is used:
    input  wire [BITS-1:0] entry_i,                      // which
    output wire [N-1:0] lru_o                            // the least recently used one, one-hot
);

    wire [N*N-1:0] later;                                // bit i*N+j: j was used after i

    genvar i, j;
    generate
        for (i = 0; i < N; i = i + 1) begin : g_row
            assign later[i*N + i] = 1'b1;
            assign lru_o[i] = &later[i*N +: N];

            for (j = i + 1; j < N; j = j + 1) begin : g_bit
                reg later_q;
                assign later[i*N + j] = later_q;
                assign later[j*N + i] = ~later_q;

                always @(posedge clk_i)
                    if (rst_i)
                        later_q <= 1'b0;
                    else if (valid_i & (entry_i == j))
                        later_q <= 1'b1;
                    else if (valid_i & (entry_i == i))
                        later_q <= 1'b0;
            end
        end
    endgenerate

endmodule

`default_nettype wire
