// SPDX-License-Identifier: Apache-2.0
// true_lru: exact order of use of N entries
//
// Bit (i, j), i < j, says that entry i was used after entry j: an upper triangle of the age matrix.

`default_nettype none

module true_lru #(
    parameter N = 8
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire [N-1:0] use_i,                           // entry that is used, one-hot or zero
    output wire [N-1:0] lru_o                            // the least recently used one, one-hot
);

    wire [N*N-1:0] after;                                // bit i*N+j: i was used after j

    genvar i, j;
    generate
        for (i = 0; i < N; i = i + 1) begin : g_row
            assign after[i*N + i] = 1'b0;
            assign lru_o[i] = ~|after[i*N +: N];

            for (j = i + 1; j < N; j = j + 1) begin : g_bit
                reg after_q;
                assign after[i*N + j] = after_q;
                assign after[j*N + i] = ~after_q;

                always @(posedge clk_i)
                    if (rst_i)
                        after_q <= 1'b1;
                    else if (use_i[i])
                        after_q <= 1'b1;
                    else if (use_i[j])
                        after_q <= 1'b0;
            end
        end
    endgenerate

endmodule

`default_nettype wire
