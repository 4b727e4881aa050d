/* SPDX-License-Identifier: Apache-2.0 */
/* ccu: order of replacement (3.6; Malekeh IV-A1). */
#include "ccu.h"
#include "collector.h"
#include "rtl_gen/gen/modules.h"

/* Random choices among entries. */
static void random_start(struct emit *e)
{
    emit_text(e,
        "    // Random choices start at entry (random * ENTRIES) / 256; reached[e]: e is there or behind.\n"
        "    wire [31:0] start = {24'd0, random_i} * ENTRIES;\n"
        "    wire [ENTRIES-1:0] reached;\n"
        "\n");
}

/* Functions of sets of entries. */
static void set_functions(struct emit *e)
{
    if (has(e, WITH_RANKS))
        emit_format(e,
            "    // Entries that %s before those of a rank.\n"
            "    function [ENTRIES-1:0] older_entries;\n"
            "        input [ENTRIES*ENTRY_BITS-1:0] ranks;\n"
            "        input [ENTRY_BITS-1:0] rank;\n"
            "        integer k;\n"
            "        for (k = 0; k < ENTRIES; k = k + 1)\n"
            "            older_entries[k] = ranks[k*ENTRY_BITS +: ENTRY_BITS] < rank;\n"
            "    endfunction\n"
            "\n",
            e->config->replacement == REPLACEMENT_FIFO ? "came" : "were used");
    emit_text(e,
        "    // Number of entries in a set that lacks at least one.\n"
        "    function [ENTRY_BITS-1:0] ones;\n"
        "        input [ENTRIES-1:0] set;\n"
        "        integer k;\n"
        "        begin\n"
        "            ones = {ENTRY_BITS{1'b0}};\n"
        "            for (k = 0; k < ENTRIES; k = k + 1)\n"
        "                ones = ones + {{(ENTRY_BITS-1){1'b0}}, set[k]};\n"
        "        end\n"
        "    endfunction\n");
    collector_encode(e);
}

/* The entries before entry j, if all are in use: in the loop of block order. */
static void entries_before(struct emit *e)
{
    switch (e->config->replacement) {
    case REPLACEMENT_RANDOM:
        emit_text(e,
            "            prior[j*ENTRIES +: ENTRIES] = reached[j] ? reached & below[j*ENTRIES +: ENTRIES]\n"
            "                                                     : reached | below[j*ENTRIES +: ENTRIES];\n");
        break;
    case REPLACEMENT_REUSE_RANDOM:
        emit_text(e,
            "            prior[j*ENTRIES +: ENTRIES] = far[j] ?\n"
            "                far & (reached[j] ? reached & below[j*ENTRIES +: ENTRIES] : reached | below[j*ENTRIES +: ENTRIES]) :\n"
            "                far | (reached[j] ? reached & below[j*ENTRIES +: ENTRIES] : reached | below[j*ENTRIES +: ENTRIES]);\n");
        break;
    case REPLACEMENT_REUSE:
        if (has(e, WITH_DIST))
            emit_text(e,
                "            for (k = 0; k < ENTRIES; k = k + 1)\n"
                "                prior[j*ENTRIES + k] =\n"
                "                    {ct_dist_q[k*DIST_BITS +: DIST_BITS], ~ct_lru_q[k*ENTRY_BITS +: ENTRY_BITS]} >\n"
                "                    {ct_dist_q[j*DIST_BITS +: DIST_BITS], ~ct_lru_q[j*ENTRY_BITS +: ENTRY_BITS]};\n");
        else
            emit_text(e,
                "            prior[j*ENTRIES +: ENTRIES] =\n"
                "                far[j] & reached[j] ? far & reached & below[j*ENTRIES +: ENTRIES] :\n"
                "                far[j] ? far & (reached | below[j*ENTRIES +: ENTRIES]) :\n"
                "                far | older_entries(ct_lru_q, ct_lru_q[j*ENTRY_BITS +: ENTRY_BITS]);\n");
        break;
    default:
        emit_text(e,
            "            prior[j*ENTRIES +: ENTRIES] = older_entries(ct_lru_q, ct_lru_q[j*ENTRY_BITS +: ENTRY_BITS]);\n");
        break;
    }
}

/* Order of replacement, of all entries. */
void ccu_victim_order(struct emit *e)
{
    bool far_or_any = e->config->replacement == REPLACEMENT_REUSE_RANDOM;
    bool by_near = e->config->replacement == REPLACEMENT_REUSE && has(e, WITH_NEAR);
    bool by_dist = e->config->replacement == REPLACEMENT_REUSE && has(e, WITH_DIST);
    const char *rule = far_or_any ? "far ones, then near ones, both from the random start on" :
                       by_near ? "far ones from the random start on, then near ones by age" :
                       by_dist ? "by distance, the greatest first, and equal ones by age" :
                       e->config->replacement == REPLACEMENT_RANDOM ? "from the random start on" : "by age";
    emit_text(e,
        "\n"
        "    // Order of replacement (IV-A1) ----------------------------------------------------------------\n"
        "\n");
    if (has(e, WITH_RANDOM_ENTRY))
        random_start(e);
    set_functions(e);
    emit_format(e,
        "\n"
        "    // Entries in use come in this order: %s.\n"
        "    // Sets of entries by entry are at [e*ENTRIES +: ENTRIES].\n",
        rule);
    if (by_near || far_or_any)
        emit_text(e, "    wire [ENTRIES-1:0] far = ~ct_near_q;\n");
    emit_format(e,
        "    wire [ENTRIES*ENTRIES-1:0] below;                    // entries with lower numbers than e\n"
        "    reg  [ENTRIES*ENTRIES-1:0] prior;                    // entries before e, if all are in use\n"
        "\n"
        "    generate\n"
        "        for (e = 0; e < ENTRIES; e = e + 1) begin : g_below\n"
        "%s"
        "            assign below[e*ENTRIES +: ENTRIES] = ~({ENTRIES{1'b1}} << e);\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    always @* begin : order\n"
        "        integer j%s;\n"
        "        for (j = 0; j < ENTRIES; j = j + 1)\n",
        has(e, WITH_RANDOM_ENTRY) ? "            assign reached[e] = start < 256 * (e + 1);\n" : "", by_dist ? ", k" : "");
    entries_before(e);
    emit_text(e,
        "    end\n"
        "\n"
        "    // Entries before an entry, of which `used` are in use: the others come first, by number.\n"
        "    function [ENTRIES-1:0] ahead;\n"
        "        input is_used;\n"
        "        input [ENTRIES-1:0] used;\n"
        "        input [ENTRIES-1:0] used_before;\n"
        "        input [ENTRIES-1:0] lower;\n"
        "        ahead = is_used ? ~used | used_before : ~used & lower;\n"
        "    endfunction\n");
}
