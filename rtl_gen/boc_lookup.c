/* SPDX-License-Identifier: Apache-2.0 */
/* boc: words about entries, and the lookup of the warp's next instruction (3.14). */
#include "boc.h"
#include "modules.h"

/* Entries that are in, and those that are free. */
static void words(struct emit *e)
{
    bool back = has(e, WITH_BACK);
    emit_text(e,
        "\n"
        "    // Lookup --------------------------------------------------------------------------------------\n"
        "\n"
        "    wire [ENTRIES-1:0] living;                           // the window has not passed it\n"
        "\n"
        "    generate\n"
        "        for (e = 0; e < ENTRIES; e = e + 1) begin : g_living\n"
        "            assign living[e] = |life_q[e*POS_BITS +: POS_BITS];\n"
        "        end\n"
        "    endgenerate\n"
        "\n");
    if (back)
        emit_format(e,
            "    // An entry owes its value to the bank; it is in the window, or owes; it can be taken without loss.\n"
            "    wire [ENTRIES-1:0] owes = %s;\n", has(e, WITH_HINT) ? "dirty_q & ~transient_q" : "dirty_q");
    else
        emit_text(e, "    // An entry is in the window; it can be taken.\n");
    emit_format(e,
        "    wire [ENTRIES-1:0] in_use = valid_q & %s;\n"
        "    wire [ENTRIES-1:0] free = ~valid_q | ~(living | locked%s);\n",
        back ? "(living | owes)" : "living", back ? " | owes" : "");
    if (back)
        emit_text(e, "\n    assign owes_o = |(valid_q & owes);\n");
}

static void functions(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // For every entry the number of entries of a set up to it, itself included: sums of 1, 2, 4 ... entries.\n"
        "    function [ENTRIES*RANK_BITS-1:0] ones_up_to;\n"
        "        input [ENTRIES-1:0] set;\n"
        "        integer k, reach;\n"
        "        begin\n"
        "            for (k = 0; k < ENTRIES; k = k + 1)\n"
        "                ones_up_to[k*RANK_BITS +: RANK_BITS] = {{(RANK_BITS-1){1'b0}}, set[k]};\n"
        "            for (reach = 1; reach < ENTRIES; reach = reach*2)\n"
        "                for (k = ENTRIES - 1; k >= reach; k = k - 1)\n"
        "                    ones_up_to[k*RANK_BITS +: RANK_BITS] = ones_up_to[k*RANK_BITS +: RANK_BITS] +\n"
        "                        ones_up_to[(k - reach)*RANK_BITS +: RANK_BITS];\n"
        "        end\n"
        "    endfunction\n"
        "\n"
        "    // Number of entries in a set: sums of pairs, of pairs of these, and so on.\n"
        "    function [RANK_BITS-1:0] ones;\n"
        "        input [ENTRIES-1:0] set;\n"
        "        integer k, reach;\n"
        "        reg [ENTRIES*RANK_BITS-1:0] sums;\n"
        "        begin\n"
        "            for (k = 0; k < ENTRIES; k = k + 1)\n"
        "                sums[k*RANK_BITS +: RANK_BITS] = {{(RANK_BITS-1){1'b0}}, set[k]};\n"
        "            for (reach = 1; reach < ENTRIES; reach = reach*2)\n"
        "                for (k = 0; k + reach < ENTRIES; k = k + 2*reach)\n"
        "                    sums[k*RANK_BITS +: RANK_BITS] = sums[k*RANK_BITS +: RANK_BITS] +\n"
        "                        sums[(k + reach)*RANK_BITS +: RANK_BITS];\n"
        "            ones = sums[0 +: RANK_BITS];\n"
        "        end\n"
        "    endfunction\n"
        "\n"
        "    // Number of the entry in a set of one; 0 for none.\n"
        "    function [ENTRY_BITS-1:0] encode;\n"
        "        input [ENTRIES-1:0] set;\n"
        "        integer k;\n"
        "        begin\n"
        "            encode = {ENTRY_BITS{1'b0}};\n"
        "            for (k = 0; k < ENTRIES; k = k + 1)\n"
        "                encode = encode | ({ENTRY_BITS{set[k]}} & k[ENTRY_BITS-1:0]);\n"
        "        end\n"
        "    endfunction\n");
}

void boc_lookup(struct emit *e)
{
    words(e);
    functions(e);
    emit_format(e,
        "\n"
        "    // The sources of the warp's next instruction. Sets of entries by slot are at [s*ENTRIES +: ENTRIES].\n"
        "    reg [SLOTS*ENTRIES-1:0] hits;                        // entry that the slot hits\n"
        "    reg [ENTRIES-1:0] entry_hit;                         // entries hit by any slot\n"
        "    reg [SLOTS*SLOTS-1:0] same;                          // bit s*SLOTS+f, f <= s: slots s and f are equal\n"
        "    reg [SLOTS-1:0] miss;                                // first slots of registers that are not in\n"
        "    reg [RANK_BITS-1:0] misses;                          // their number\n"
        "\n"
        "    always @* begin : tag_check\n"
        "        integer k, j;\n"
        "        hits = {(SLOTS*ENTRIES){1'b0}};\n"
        "        entry_hit = {ENTRIES{1'b0}};\n"
        "        same = {(SLOTS*SLOTS){1'b0}};\n"
        "        miss = head_src_valid_i;\n"
        "        misses = {RANK_BITS{1'b0}};\n"
        "        for (k = 0; k < SLOTS; k = k + 1) begin\n"
        "            for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                hits[k*ENTRIES + j] = head_src_valid_i[k] & in_use[j] &\n"
        "                    (tag_q[j*REG_BITS +: REG_BITS] == head_src_reg_i[k*REG_BITS +: REG_BITS]);\n"
        "            entry_hit = entry_hit | hits[k*ENTRIES +: ENTRIES];\n"
        "            miss[k] = miss[k] & ~|hits[k*ENTRIES +: ENTRIES];\n"
        "            for (j = 0; j <= k; j = j + 1) begin\n"
        "                same[k*SLOTS + j] = head_src_valid_i[k] & head_src_valid_i[j] &\n"
        "                    (head_src_reg_i[k*REG_BITS +: REG_BITS] == head_src_reg_i[j*REG_BITS +: REG_BITS]);\n"
        "                miss[k] = miss[k] & ((j == k) | ~same[k*SLOTS + j]);\n"
        "            end\n"
        "            misses = misses + {{(RANK_BITS-1){1'b0}}, miss[k]};\n"
        "        end\n"
        "    end\n"
        "\n"
        "    // Entries in the window that can be taken when no free ones are left; whether all of them are too few.\n"
        "    wire [ENTRIES-1:0] evictable = in_use & ~(locked | wait_q%s | entry_hit);\n"
        "    wire lacks = head_valid_i & (misses > ones(free | evictable));\n"
        "\n"
        "    // 3.5, condition 4.\n"
        "    assign room_o = ~busy[next_q] & ~lacks;\n",
        has(e, WITH_BACK) ? " | dirty_q" : "");
}
