/* SPDX-License-Identifier: Apache-2.0 */
/* priority_encoder: the lowest of a set. */
#include "rtl_gen/gen/modules.h"

void emit_priority_encoder(struct emit *e)
{
    emit_module(e, "priority_encoder", "number of the lowest bit that is set",
        "Chains of eight bits, and a tree above them. Whether the last bit is set does not matter for the number: it "
        "is what is left over.\n"
        "For free in-flight numbers and slots to be read: Malekeh, section II. Specification: 3.5, 3.10.\n");
    emit_text(e, "#(\n"
        "    parameter N = 8,                                    // bits\n"
        "    parameter BITS = 3                                  // bits of a number of one\n"
        ") ");
    emit_port(e, IN, "set_i", "N", "the bits");
    emit_port(e, OUT, "index_o", "BITS", "number of the lowest that is set, N - 1 if none is");
    emit_port(e, OUT, "none_o", "1", "none is set");
    emit_body(e);
    emit_text(e,
        "\n"
        "    localparam CHAIN_BITS = BITS < 3 ? BITS : 3;\n"
        "    localparam LEVELS = BITS - CHAIN_BITS;               // of the tree\n"
        "    localparam CHAIN = 1 << CHAIN_BITS;\n"
        "    localparam CHAINS = 1 << LEVELS;\n"
        "    localparam [BITS-1:0] NONE = {BITS{1'b1}};\n"
        "\n"
        "    wire [CHAINS*CHAIN-1:0] set;\n"
        "\n"
        "    genvar b;\n"
        "    generate\n"
        "        for (b = 0; b < CHAINS*CHAIN; b = b + 1) begin : g_bit\n"
        "            if (b < N - 1) begin : g_given\n"
        "                assign set[b] = set_i[b];\n"
        "            end else begin : g_left_over\n"
        "                assign set[b] = 1'b1;\n"
        "            end\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    // Node 1 is the root, the children of n are 2n and 2n+1, the chains are the leaves. A node without a bit says\n"
        "    // NONE, so that AND takes the number of the half that has one.\n"
        "    reg [2*CHAINS-1:0] some;\n"
        "    reg [2*CHAINS*BITS-1:0] index;\n"
        "\n"
        "    always @* begin : lowest\n"
        "        integer c, k, l, n;\n"
        "        some = {(2*CHAINS){1'b0}};\n"
        "        index = {(2*CHAINS){NONE}};\n"
        "        for (c = 0; c < CHAINS; c = c + 1) begin\n"
        "            some[CHAINS + c] = |set[c*CHAIN +: CHAIN];\n"
        "            for (k = CHAIN - 2; k >= 0; k = k - 1)\n"
        "                if (set[c*CHAIN + k])\n"
        "                    index[(CHAINS + c)*BITS +: BITS] = (NONE << CHAIN_BITS) | k[BITS-1:0];\n"
        "        end\n"
        "        for (l = 1; l <= LEVELS; l = l + 1)\n"
        "            for (n = CHAINS >> l; n < (2*CHAINS) >> l; n = n + 1) begin\n"
        "                some[n] = some[2*n] | some[2*n + 1];\n"
        "                index[n*BITS +: BITS] =\n"
        "                    index[2*n*BITS +: BITS] & (index[(2*n + 1)*BITS +: BITS] | {BITS{some[2*n]}});\n"
        "                index[n*BITS + CHAIN_BITS + l - 1] = ~some[2*n];\n"
        "            end\n"
        "    end\n"
        "\n"
        "    assign index_o = index[BITS +: BITS];\n"
        "    assign none_o = ~|set_i;\n");
    emit_end(e);
}
