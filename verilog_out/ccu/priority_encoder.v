// SPDX-License-Identifier: Apache-2.0
// priority_encoder: number of the lowest bit that is set
//
// Chains of eight bits, and a tree above them. Whether the last bit is set does not matter for the number: it
// is what is left over.
// For free in-flight numbers and slots to be read: Malekeh, section II. Specification: 3.5, 3.10.

`default_nettype none

module priority_encoder #(
    parameter N = 8,                                     // bits
    parameter BITS = N > 2 ? $clog2(N) : 1               // bits of a number of one
) (
    input  wire [N-1:0] set_i,                           // the bits
    output wire [BITS-1:0] index_o,                      // number of the lowest that is set, N - 1 if none is
    output wire none_o                                   // none is set
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(N < 1 || BITS != (N > 2 ? $clog2(N) : 1))) begin : g_taken
        end else begin : g_refused
            priority_encoder_does_not_take_these_parameters refused ();
        end
    endgenerate

    localparam CHAIN_BITS = BITS < 3 ? BITS : 3;
    localparam LEVELS = BITS - CHAIN_BITS;               // of the tree
    localparam CHAIN = 1 << CHAIN_BITS;
    localparam CHAINS = 1 << LEVELS;
    localparam [BITS-1:0] NONE = {BITS{1'b1}};

    wire [CHAINS*CHAIN-1:0] set;

    genvar b;
    generate
        for (b = 0; b < CHAINS*CHAIN; b = b + 1) begin : g_bit
            if (b < N - 1) begin : g_given
                assign set[b] = set_i[b];
            end else begin : g_left_over
                assign set[b] = 1'b1;
            end
        end
    endgenerate

    // Node 1 is the root, the children of n are 2n and 2n+1, the chains are the leaves. A node without a bit says
    // NONE, so that AND takes the number of the half that has one.
    reg [2*CHAINS-1:0] some;
    reg [2*CHAINS*BITS-1:0] index;

    always @* begin : lowest
        integer c, k, l, n;
        some = {(2*CHAINS){1'b0}};
        index = {(2*CHAINS){NONE}};
        for (c = 0; c < CHAINS; c = c + 1) begin
            some[CHAINS + c] = |set[c*CHAIN +: CHAIN];
            for (k = CHAIN - 2; k >= 0; k = k - 1)
                if (set[c*CHAIN + k])
                    index[(CHAINS + c)*BITS +: BITS] = (NONE << CHAIN_BITS) | k[BITS-1:0];
        end
        for (l = 1; l <= LEVELS; l = l + 1)
            for (n = CHAINS >> l; n < (2*CHAINS) >> l; n = n + 1) begin
                some[n] = some[2*n] | some[2*n + 1];
                index[n*BITS +: BITS] =
                    index[2*n*BITS +: BITS] & (index[(2*n + 1)*BITS +: BITS] | {BITS{some[2*n]}});
                index[n*BITS + CHAIN_BITS + l - 1] = ~some[2*n];
            end
    end

    assign index_o = index[BITS +: BITS];
    assign none_o = ~|set_i;

endmodule

`default_nettype wire
