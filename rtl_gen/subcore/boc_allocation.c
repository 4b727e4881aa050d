/* SPDX-License-Identifier: Apache-2.0 */
/* boc: allocation: entries for sources, homes of results (3.6, 3.14). */
#include "boc.h"
#include "rtl_gen/gen/modules.h"

/* What the lookup says of the instruction that is allocated: first slots that miss, and entries that slots hit. */
static const char *missing(const struct emit *e)
{
    return has(e, WITH_LATE) ? "absent" : "miss";
}

static const char *entries_hit(const struct emit *e)
{
    return has(e, WITH_LATE) ? "entry_present" : "entry_hit";
}

/* Where the results are wanted. */
static void wanted(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // Results look for an entry if they have lanes; those that are stored, which have all, may take one.%s\n"
        "    wire all_lanes = &head_mask_i;\n"
        "    wire some_lane = |head_mask_i;\n",
        has(e, WITH_HINT) ? "\n    // Those for the bank only are not, those for the BOC only are transient." : "");
    if (has(e, WITH_HINT))
        emit_text(e,
            "    wire bank_only = all_lanes & (head_hint_i == 2'd2);\n"
            "    wire boc_only = all_lanes & (head_hint_i == 2'd1);\n"
            "    wire stored = all_lanes & ~bank_only;\n");
    else
        emit_text(e, "    wire stored = all_lanes;\n");
}

/* The variables of the block. */
static void variables(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Found before it is known whether the instruction issues; what follows from it is gated by alloc_i.\n"
        "    // Sets of candidates by slot or result are at [k*CANDIDATES +: CANDIDATES].\n"
        "    reg [SLOTS*ENTRY_BITS-1:0] index_d;                  // entries of the slots\n"
        "    reg [ENTRIES-1:0] for_source;                        // entries taken in step 1\n"
        "    reg [ENTRIES-1:0] for_result;                        // and in step 2\n"
        "    reg [ENTRIES-1:0] home;                              // homes that step 2 finds\n"
        "    reg [ENTRIES*REG_BITS-1:0] new_tag;                  // registers of the entries taken\n"
        "    reg [ENTRY_BITS-1:0] fifo_d;                         // entry behind the last one taken\n"
        "    reg any;                                             // some are taken\n"
        "\n"
        "    always @* begin : allocation\n"
        "        integer k, j, n, r;\n"
        "        reg [CANDIDATES-1:0] open;                       // candidates that no slot hits\n"
        "        reg [CANDIDATES*CANDIDATES-1:0] rank;            // number of set bits below each one of a word\n"
        "        reg [CANDIDATES*CANDIDATES-1:0] order;           // the same of misses or homeless results\n"
        "        reg [SLOTS*CANDIDATES-1:0] takes;                // the one that a slot takes\n"
        "        reg [CANDIDATES-1:0] taken_1;                    // those taken in step 1\n"
        "        reg [CANDIDATES-1:0] taken_2;                    // and in step 2\n"
        "        reg [CANDIDATES-1:0] homes;                      // those that a source takes and a result finds\n"
        "        reg [CANDIDATES-1:0] left;                       // those that step 1 leaves, but for homes\n"
        "        reg [CANDIDATES-1:0] kept;                       // those with the register of a result\n"
        "        reg [CANDIDATES-1:0] demand;                     // misses, and results that nothing has the register of\n"
        "        reg [CANDIDATES*REG_BITS-1:0] tag;               // registers that candidates get\n"
        "        reg [4*ENTRIES-1:0] holds;                       // entries that have the register of a result\n"
        "        reg [4*SLOTS-1:0] named;                         // sources that do\n"
        "        reg [4*REG_BITS-1:0] register;                   // of the results\n"
        "        reg [3:0] lost;                                  // its entry is taken in step 1\n"
        "        reg [3:0] homeless;                              // results that take an entry\n"
        "        reg [4*REG_BITS-1:0] owner;                      // registers of these, in their order\n"
        "        reg [ENTRY_BITS-1:0] entry;                      // of one slot\n");
}

/* Words that the block begins with: Verilog wants them all to have a value. */
static void start(struct emit *e)
{
    emit_text(e,
        "        takes = {(SLOTS*CANDIDATES){1'b0}};\n"
        "        taken_1 = {CANDIDATES{1'b0}};\n"
        "        taken_2 = {CANDIDATES{1'b0}};\n"
        "        homes = {CANDIDATES{1'b0}};\n"
        "        kept = {CANDIDATES{1'b0}};\n"
        "        tag = {(CANDIDATES*REG_BITS){1'b0}};\n"
        "        holds = {(4*ENTRIES){1'b0}};\n"
        "        named = {(4*SLOTS){1'b0}};\n"
        "        lost = 4'd0;\n"
        "        owner = {(4*REG_BITS){1'b0}};\n"
        "        entry = {ENTRY_BITS{1'b0}};\n"
        "        index_d = {(SLOTS*ENTRY_BITS){1'b0}};\n"
        "        for_source = {ENTRIES{1'b0}};\n"
        "        for_result = {ENTRIES{1'b0}};\n"
        "        home = {ENTRIES{1'b0}};\n"
        "        new_tag = {(ENTRIES*REG_BITS){1'b0}};\n"
        "        fifo_d = {ENTRY_BITS{1'b0}};\n"
        "        any = 1'b0;\n"
        "\n");
}

/* What the head's registers meet, each by itself. */
static void meet(struct emit *e)
{
    emit_format(e,
        "        // Who has the register of result k: an entry, a source; which candidates the head meets.\n"
        "        demand = {4'd0, %s};\n"
        "        for (k = 0; k < 4; k = k + 1) begin\n"
        "            register[k*REG_BITS +: REG_BITS] = head_dst_base_i + k[REG_BITS-1:0];\n", missing(e));
    if (has(e, WITH_LATE))
        emit_text(e,
            "            holds[k*ENTRIES +: ENTRIES] = result_hit_q[k*ENTRIES +: ENTRIES] & in_use;\n"
            "            named[k*SLOTS +: SLOTS] = named_q[k*SLOTS +: SLOTS];\n");
    else
        boc_results_met(e, "holds", "named");
    emit_format(e,
        "            demand[SLOTS + k] = stored & (head_dst_count_i > k[2:0]) & ~|holds[k*ENTRIES +: ENTRIES] &\n"
        "                ~|(%s & named[k*SLOTS +: SLOTS]);\n"
        "        end\n"
        "        for (r = 0; r < CANDIDATES; r = r + 1) begin\n"
        "            open[r] = exists[r] & ~|(candidate[r*ENTRIES +: ENTRIES] & %s);\n"
        "            for (k = 0; k < 4; k = k + 1)\n"
        "                kept[r] = kept[r] | |(candidate[r*ENTRIES +: ENTRIES] & holds[k*ENTRIES +: ENTRIES]);\n"
        "        end\n"
        "\n",
        missing(e), entries_hit(e));
}

static void step_1(struct emit *e)
{
    const char *miss = missing(e);
    bool late = has(e, WITH_LATE);
    emit_format(e,
        "        // Step 1: miss n takes the open candidate n. A slot refers to the entry that it hits,\n"
        "        // or to the one that the first slot with its register takes.\n"
        "        order = count_below({4'd0, %s});\n"
        "        rank = count_below(open);\n"
        "        for (k = 0; k < SLOTS; k = k + 1) begin\n"
        "            for (r = 0; r < SLOTS; r = r + 1)\n"
        "                takes[k*CANDIDATES + r] = %s[k] & open[r] &\n"
        "                    |(order[k*CANDIDATES +: CANDIDATES] & rank[r*CANDIDATES +: CANDIDATES]);\n"
        "            taken_1 = taken_1 | takes[k*CANDIDATES +: CANDIDATES];\n"
        "            for (j = 0; j < 4; j = j + 1)\n"
        "                homes = homes | (takes[k*CANDIDATES +: CANDIDATES] & {CANDIDATES{named[j*SLOTS + k]}});\n"
        "            for (r = 0; r < SLOTS; r = r + 1)\n"
        "                tag[r*REG_BITS +: REG_BITS] = tag[r*REG_BITS +: REG_BITS] |\n"
        "                    ({REG_BITS{takes[k*CANDIDATES + r]}} & head_src_reg_i[k*REG_BITS +: REG_BITS]);\n"
        "        end\n"
        "        for (k = 0; k < SLOTS; k = k + 1) begin\n"
        "            entry = encode(%s[k*ENTRIES +: ENTRIES]);\n"
        "            for (j = 0; j <= k; j = j + 1)\n"
        "                for (r = 0; r < SLOTS; r = r + 1)\n"
        "                    entry = entry | ({ENTRY_BITS{takes[j*CANDIDATES + r] & %s[k*SLOTS + j]}} &\n"
        "                        number[r*ENTRY_BITS +: ENTRY_BITS]);\n"
        "            index_d[k*ENTRY_BITS +: ENTRY_BITS] = entry;\n"
        "        end\n"
        "\n",
        miss, miss, late ? "present" : "hits", late ? "same_q" : "same");
}

static void step_2(struct emit *e)
{
    emit_format(e,
        "        // Step 2: a result's home is the entry that has its register now: one that had it before and was not\n"
        "        // taken in step 1, or the one that a source takes. Results that are stored and without a home take what\n"
        "        // step 1 leaves, but for homes. How many of these are taken in both steps does not depend on which step 1\n"
        "        // takes: if it takes the entry of a result, that one takes another.\n"
        "        left = open & ~kept & ~taken_1;\n"
        "        rank = count_below(open & ~kept);\n"
        "        demand = more_than(demand);\n"
        "        for (r = 0; r < CANDIDATES; r = r + 1)\n"
        "            taken_2[r] = stored & left[r] & |(rank[r*CANDIDATES +: CANDIDATES] & demand);\n"
        "\n"
        "        // The n-th one that is left gets the register of the n-th of these results.\n"
        "        for (k = 0; k < 4; k = k + 1) begin\n"
        "            for (r = 0; r < SLOTS; r = r + 1)\n"
        "                lost[k] = lost[k] | (taken_1[r] & |(candidate[r*ENTRIES +: ENTRIES] & holds[k*ENTRIES +: ENTRIES]));\n"
        "            homeless[k] = stored & (head_dst_count_i > k[2:0]) &\n"
        "                (lost[k] | ~(|holds[k*ENTRIES +: ENTRIES] | |(%s & named[k*SLOTS +: SLOTS])));\n"
        "        end\n"
        "        order = count_below({{SLOTS{1'b0}}, homeless});\n"
        "        for (k = 0; k < 4; k = k + 1)\n"
        "            for (n = 0; n <= k; n = n + 1)\n"
        "                owner[n*REG_BITS +: REG_BITS] = owner[n*REG_BITS +: REG_BITS] |\n"
        "                    ({REG_BITS{homeless[k] & order[k*CANDIDATES + n]}} & register[k*REG_BITS +: REG_BITS]);\n"
        "        rank = count_below(left);\n"
        "        for (r = 0; r < CANDIDATES; r = r + 1)\n"
        "            for (n = 0; n < 4; n = n + 1)\n"
        "                tag[r*REG_BITS +: REG_BITS] = tag[r*REG_BITS +: REG_BITS] |\n"
        "                    ({REG_BITS{left[r] & rank[r*CANDIDATES + n]}} & owner[n*REG_BITS +: REG_BITS]);\n"
        "\n"
        "        // Candidates as entries again.\n"
        "        for (r = 0; r < CANDIDATES; r = r + 1) begin\n"
        "            for_source = for_source | (candidate[r*ENTRIES +: ENTRIES] & {ENTRIES{taken_1[r]}});\n"
        "            for_result = for_result | (candidate[r*ENTRIES +: ENTRIES] & {ENTRIES{taken_2[r]}});\n"
        "            home = home | (candidate[r*ENTRIES +: ENTRIES] & {ENTRIES{homes[r]}});\n"
        "            for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                new_tag[j*REG_BITS +: REG_BITS] = new_tag[j*REG_BITS +: REG_BITS] |\n"
        "                    ({REG_BITS{candidate[r*ENTRIES + j]}} & tag[r*REG_BITS +: REG_BITS]);\n"
        "        end\n"
        "        for (k = 0; k < 4; k = k + 1)\n"
        "            home = home | (holds[k*ENTRIES +: ENTRIES] & ~for_source);\n"
        "\n"
        "        // Step 5: those that step 2 takes are behind all that step 1 takes.\n"
        "        for (r = CANDIDATES - 1; r >= 0; r = r - 1) begin\n"
        "            fifo_d = fifo_d | (next_number[r*ENTRY_BITS +: ENTRY_BITS] &\n"
        "                {ENTRY_BITS{(taken_1[r] | taken_2[r]) & ~any}});\n"
        "            any = any | taken_1[r] | taken_2[r];\n"
        "        end\n",
        missing(e));
}

void boc_allocation(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Allocation ----------------------------------------------------------------------------------\n");
    wanted(e);
    if (has(e, WITH_LATE))
        boc_found(e);
    variables(e);
    start(e);
    meet(e);
    step_1(e);
    step_2(e);
    emit_format(e,
        "    end\n"
        "\n"
        "    assign need_o = %s & {SLOTS{alloc_i}};\n"
        "\n"
        "    // Entries that get another register, that will get a result, and that are in the window anew.\n"
        "    wire [ENTRIES-1:0] taken = {ENTRIES{alloc_i}} & (for_source | for_result);\n"
        "    wire [ENTRIES-1:0] awaits = {ENTRIES{alloc_i}} & (for_result | %s);\n"
        "    wire [ENTRIES-1:0] renewed = awaits | ({ENTRIES{alloc_i}} & (%s | for_source));\n",
        missing(e), has(e, WITH_HINT) ? "(home & {ENTRIES{~bank_only}})" : "home", entries_hit(e));
}
