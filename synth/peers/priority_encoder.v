// SPDX-License-Identifier: Apache-2.0
// priority_encoder: number of the lowest of N bits
//
// A tree: a node takes the number of its lower half if that has a bit, else that of its upper half.

`default_nettype none

module priority_encoder #(
    parameter N = 8,                                     // bits, a power of two
    parameter BITS = 3                                   // bits of a number
) (
    input  wire [N-1:0] set_i,
    output wire [BITS-1:0] index_o,                      // N - 1 for none
    output wire none_o
);

    wire [2*N-1:0] some;                                 // nodes: the root is 1, the children of n are 2n and 2n+1
    wire [2*N*BITS-1:0] index;

    assign some[2*N-1:N] = set_i;
    assign some[0] = 1'b0;
    assign index[2*N*BITS-1 : N*BITS] = {(N*BITS){1'b0}};
    assign index[BITS-1:0] = {BITS{1'b0}};

    genvar l, n;
    generate
        for (l = 0; l < BITS; l = l + 1) begin : g_level // 2**l nodes, of N >> l bits
            for (n = 1 << l; n < (2 << l); n = n + 1) begin : g_node
                assign some[n] = some[2*n] | some[2*n + 1];
                assign index[n*BITS +: BITS] =
                    some[2*n] ? index[2*n*BITS +: BITS]
                              : index[(2*n + 1)*BITS +: BITS] | ({{(BITS-1){1'b0}}, 1'b1} << (BITS - 1 - l));
            end
        end
    endgenerate

    assign index_o = index[BITS +: BITS];
    assign none_o = ~some[1];

endmodule

`default_nettype wire
