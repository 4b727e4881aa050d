/* SPDX-License-Identifier: Apache-2.0 */
/* boc: words about entries, and the lookup of the warp's next instruction (3.14). */
#include "boc.h"
#include "rtl_gen/gen/modules.h"

/* Entries that are in, and those that are free. */
void boc_words(struct emit *e)
{
    bool back = has(e, WITH_BACK);
    emit_text(e,
        "\n"
        "    // Entries ------------------------------------------------------------------------------------\n"
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

void boc_lookup(struct emit *e)
{
    bool late = has(e, WITH_LATE), may_leave = late && has(e, WITH_BACK);
    emit_format(e,
        "\n"
        "    // Lookup --------------------------------------------------------------------------------------\n"
        "\n"
        "    // The sources of the warp's next instruction. Sets of entries by slot are at [s*ENTRIES +: ENTRIES].\n"
        "    reg [SLOTS*ENTRIES-1:0] hits;                        // entry that the slot hits\n"
        "    reg [ENTRIES-1:0] entry_hit;                         // entries hit by any slot\n"
        "    reg [SLOTS*SLOTS-1:0] same;                          // bit s*SLOTS+f, f <= s: slots s and f are equal\n"
        "    reg [SLOTS-1:0] first;                               // first slots of their registers\n"
        "%s"
        "    reg [SLOTS-1:0] claims;                              // %sin an entry that can be replaced, which they keep%s\n"
        "\n"
        "    always @* begin : tag_check\n"
        "        integer k, j;\n"
        "        hits = {(SLOTS*ENTRIES){1'b0}};\n"
        "        entry_hit = {ENTRIES{1'b0}};\n"
        "        same = {(SLOTS*SLOTS){1'b0}};\n"
        "        first = head_src_valid_i;\n"
        "        for (k = 0; k < SLOTS; k = k + 1) begin\n"
        "            for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                hits[k*ENTRIES + j] = head_src_valid_i[k] & in_use[j] &\n"
        "                    (tag_q[j*REG_BITS +: REG_BITS] == head_src_reg_i[k*REG_BITS +: REG_BITS]);\n"
        "            entry_hit = entry_hit | hits[k*ENTRIES +: ENTRIES];\n"
        "            for (j = 0; j <= k; j = j + 1) begin\n"
        "                same[k*SLOTS + j] = head_src_valid_i[k] & head_src_valid_i[j] &\n"
        "                    (head_src_reg_i[k*REG_BITS +: REG_BITS] == head_src_reg_i[j*REG_BITS +: REG_BITS]);\n"
        "                first[k] = first[k] & ((j == k) | ~same[k*SLOTS + j]);\n"
        "            end\n"
        "%s"
        "            claims[k] = first[k] & ~|(hits[k*ENTRIES +: ENTRIES] & %s~replaceable);\n"
        "        end\n"
        "    end\n"
        "\n"
        "    // For every bit of a word the number of ones below it.\n"
        "    function [CANDIDATES*CANDIDATES-1:0] count_below;\n"
        "        input [CANDIDATES-1:0] word;\n"
        "        integer k, n, reach;\n"
        "        reg [CANDIDATES*CANDIDATES-1:0] below;\n"
        "        begin\n"
        "            count_below[0 +: CANDIDATES] = NONE;\n"
        "            for (k = 1; k < CANDIDATES; k = k + 1)\n"
        "                count_below[k*CANDIDATES +: CANDIDATES] = NONE << word[k - 1];\n"
        "            for (reach = 1; reach < CANDIDATES; reach = reach*2) begin\n"
        "                below = count_below;\n"
        "                for (k = reach; k < CANDIDATES; k = k + 1) begin\n"
        "                    count_below[k*CANDIDATES +: CANDIDATES] = {CANDIDATES{1'b0}};\n"
        "                    for (n = 0; n <= reach && n < CANDIDATES; n = n + 1)\n"
        "                        count_below[k*CANDIDATES +: CANDIDATES] = count_below[k*CANDIDATES +: CANDIDATES] |\n"
        "                            ((below[k*CANDIDATES +: CANDIDATES] << n) &\n"
        "                             {CANDIDATES{below[(k - reach)*CANDIDATES + n]}});\n"
        "                end\n"
        "            end\n"
        "        end\n"
        "    endfunction\n"
        "\n"
        "    // Bit n says that a word has more than n ones.\n"
        "    function [CANDIDATES-1:0] more_than;\n"
        "        input [CANDIDATES-1:0] word;\n"
        "        integer k;\n"
        "        reg [CANDIDATES*CANDIDATES-1:0] below;\n"
        "        begin\n"
        "            below = count_below(word);\n"
        "            more_than = {CANDIDATES{1'b0}};\n"
        "            for (k = 0; k < CANDIDATES; k = k + 1)\n"
        "                more_than = more_than | ({CANDIDATES{word[k]}} & below[k*CANDIDATES +: CANDIDATES]);\n"
        "        end\n"
        "    endfunction\n"
        "\n"
        "    // Entries that can be taken, hit or not, are fewer than registers that need one of them.\n"
        "    wire lacks = head_valid_i & |(takeable & more_than({4'd0, claims}));\n"
        "\n"
        "    // 3.5, condition 4.\n"
        "    assign room_o = ~busy[next_q] & ~lacks;\n",
        late ? "" : "    reg [SLOTS-1:0] miss;                                // and those of registers that are not in\n",
        late ? "and those of registers that are not in, or\n"
               "                                                         // " : "or ",
        may_leave ? ",\n"
                    "                                                         // or that leaves before the instruction issues"
                  : "",
        late ? "" : "            miss[k] = first[k] & ~|hits[k*ENTRIES +: ENTRIES];\n",
        may_leave ? "living & " : "");
}
