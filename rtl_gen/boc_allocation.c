/* SPDX-License-Identifier: Apache-2.0 */
/* boc: allocation: entries for sources, homes of results (3.6, 3.14). */
#include "boc.h"
#include "modules.h"

/* The order in which entries are taken. */
static void order(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Allocation ----------------------------------------------------------------------------------\n"
        "\n"
        "    wire [ENTRIES-1:0] from_fifo = {ENTRIES{1'b1}} << fifo_q; // the entries that cyclic order begins with\n"
        "\n"
        "    // For every entry the number of entries of a set before it, in cyclic order.\n"
        "    function [ENTRIES*RANK_BITS-1:0] count_ahead;\n"
        "        input [ENTRIES-1:0] set;\n"
        "        input [ENTRIES-1:0] begins;\n"
        "        integer k;\n"
        "        reg [ENTRIES*RANK_BITS-1:0] first;               // those that cyclic order begins with, up to it\n"
        "        reg [ENTRIES*RANK_BITS-1:0] rest;                // the others\n"
        "        begin\n"
        "            first = ones_up_to(set & begins);\n"
        "            rest = ones_up_to(set & ~begins);\n"
        "            for (k = 0; k < ENTRIES; k = k + 1)\n"
        "                count_ahead[k*RANK_BITS +: RANK_BITS] = begins[k] ?\n"
        "                    first[k*RANK_BITS +: RANK_BITS] - {{(RANK_BITS-1){1'b0}}, set[k]} :\n"
        "                    rest[k*RANK_BITS +: RANK_BITS] - {{(RANK_BITS-1){1'b0}}, set[k]} +\n"
        "                    first[(ENTRIES - 1)*RANK_BITS +: RANK_BITS];\n"
        "        end\n"
        "    endfunction\n"
        "\n"
        "    // Its place among those that can be taken: the free ones come first.\n"
        "    function [ENTRIES*RANK_BITS-1:0] places;\n"
        "        input [ENTRIES-1:0] sooner;\n"
        "        input [ENTRIES-1:0] later;\n"
        "        input [ENTRIES-1:0] begins;\n"
        "        integer k;\n"
        "        reg [ENTRIES*RANK_BITS-1:0] behind;\n"
        "        reg [RANK_BITS-1:0] first;                       // number of the free ones\n"
        "        begin\n"
        "            first = ones(sooner);\n"
        "            places = count_ahead(sooner, begins);\n"
        "            behind = count_ahead(later, begins);\n"
        "            for (k = 0; k < ENTRIES; k = k + 1)\n"
        "                if (later[k])\n"
        "                    places[k*RANK_BITS +: RANK_BITS] = behind[k*RANK_BITS +: RANK_BITS] + first;\n"
        "        end\n"
        "    endfunction\n");
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
        "    reg [SLOTS*ENTRY_BITS-1:0] index_d;                  // entries of the slots\n"
        "    reg [ENTRIES-1:0] referred;                          // the same as a set\n"
        "    reg [ENTRIES-1:0] for_source;                        // entries taken in step 1\n"
        "    reg [ENTRIES-1:0] for_result;                        // and in step 2\n"
        "    reg [ENTRIES-1:0] home;                              // homes that step 2 finds\n"
        "    reg [ENTRIES*REG_BITS-1:0] new_tag;                  // registers of the entries taken\n"
        "    reg [ENTRIES-1:0] newest;                            // the last one taken\n"
        "\n"
        "    always @* begin : allocation\n"
        "        integer k, j;\n"
        "        reg [SLOTS*ENTRIES-1:0] takes;                   // entry that the slot takes, by slot\n"
        "        reg [ENTRIES-1:0] entry;                         // that of one slot or result\n"
        "        reg [ENTRIES-1:0] kept;                          // that can be taken, with the register of a result\n"
        "        reg [ENTRIES*RANK_BITS-1:0] ahead;               // number of these before an entry\n"
        "        reg [RANK_BITS-1:0] at;                          // place of the one of a result\n"
        "        reg lost;                                        // it is taken in step 1\n"
        "        reg [RANK_BITS-1:0] gone;                        // number of these\n"
        "        reg [SLOTS-1:0] named;                           // sources with the register of the result\n"
        "        reg [ENTRIES*RANK_BITS-1:0] place;               // in the order in which they are taken\n"
        "        reg [RANK_BITS-1:0] count;                       // taken so far in the step\n"
        "        reg [REG_BITS-1:0] register;                     // of result k\n"
        "        reg [3:0] homeless;                              // results that take an entry\n"
        "        k = 0;\n"
        "        j = 0;\n"
        "        takes = {(SLOTS*ENTRIES){1'b0}};\n"
        "        entry = {ENTRIES{1'b0}};\n"
        "        kept = {ENTRIES{1'b0}};\n"
        "        ahead = {(ENTRIES*RANK_BITS){1'b0}};\n"
        "        at = {RANK_BITS{1'b0}};\n"
        "        lost = 1'b0;\n"
        "        gone = {RANK_BITS{1'b0}};\n"
        "        named = {SLOTS{1'b0}};\n"
        "        place = {(ENTRIES*RANK_BITS){1'b0}};\n"
        "        count = {RANK_BITS{1'b0}};\n"
        "        register = head_dst_base_i;\n"
        "        homeless = 4'd0;\n"
        "        index_d = {(SLOTS*ENTRY_BITS){1'b0}};\n"
        "        referred = {ENTRIES{1'b0}};\n"
        "        for_source = {ENTRIES{1'b0}};\n"
        "        for_result = {ENTRIES{1'b0}};\n"
        "        home = {ENTRIES{1'b0}};\n"
        "        new_tag = {(ENTRIES*REG_BITS){1'b0}};\n"
        "        newest = {ENTRIES{1'b0}};\n");
}

static void step_1(struct emit *e)
{
    emit_text(e,
        "        // Step 1: the n-th miss takes the entry in place n. A slot refers to the entry that it hits,\n"
        "        // or to the one that the first slot with its register takes.\n"
        "        place = places(free, evictable, from_fifo);\n"
        "        for (k = 0; k < SLOTS; k = k + 1) begin\n"
        "            for (j = 0; j < ENTRIES; j = j + 1) begin\n"
        "                takes[k*ENTRIES + j] = miss[k] & (free[j] | evictable[j]) &\n"
        "                    (place[j*RANK_BITS +: RANK_BITS] == count);\n"
        "                new_tag[j*REG_BITS +: REG_BITS] = new_tag[j*REG_BITS +: REG_BITS] |\n"
        "                    ({REG_BITS{takes[k*ENTRIES + j]}} & head_src_reg_i[k*REG_BITS +: REG_BITS]);\n"
        "            end\n"
        "            count = count + {{(RANK_BITS-1){1'b0}}, miss[k]};\n"
        "            for_source = for_source | takes[k*ENTRIES +: ENTRIES];\n"
        "            if (miss[k])\n"
        "                newest = takes[k*ENTRIES +: ENTRIES];\n"
        "            entry = hits[k*ENTRIES +: ENTRIES];\n"
        "            for (j = 0; j <= k; j = j + 1)\n"
        "                entry = entry | (takes[j*ENTRIES +: ENTRIES] & {ENTRIES{same[k*SLOTS + j]}});\n"
        "            index_d[k*ENTRY_BITS +: ENTRY_BITS] = encode(entry);\n"
        "            referred = referred | entry;\n"
        "        end\n");
}

static void step_2(struct emit *e)
{
    emit_text(e,
        "        // Step 2: a result's home is the entry that has its register now: one that had it before and was not\n"
        "        // taken in step 1, because it can not be or because its place is behind the misses, or the one that a\n"
        "        // source takes. Nothing here waits for the entries that step 1 finds but the homes.\n"
        "        for (k = 0; k < 4; k = k + 1) begin\n"
        "            register = head_dst_base_i + k[REG_BITS-1:0];\n"
        "            at = {RANK_BITS{1'b0}};\n"
        "            for (j = 0; j < ENTRIES; j = j + 1) begin\n"
        "                entry[j] = some_lane & (head_dst_count_i > k[2:0]) & in_use[j] &\n"
        "                    (tag_q[j*REG_BITS +: REG_BITS] == register);\n"
        "                at = at | ({RANK_BITS{entry[j]}} & place[j*RANK_BITS +: RANK_BITS]);\n"
        "            end\n"
        "            for (j = 0; j < SLOTS; j = j + 1)\n"
        "                named[j] = some_lane & (head_dst_count_i > k[2:0]) & head_src_valid_i[j] &\n"
        "                    (head_src_reg_i[j*REG_BITS +: REG_BITS] == register);\n"
        "            lost = |(entry & evictable) & (at < misses);\n"
        "            gone = gone + {{(RANK_BITS-1){1'b0}}, lost};\n"
        "            homeless[k] = stored & (head_dst_count_i > k[2:0]) & ~(|entry & ~lost) & ~|(miss & named);\n"
        "            kept = kept | (entry & evictable);\n"
        "            home = home | (entry & ~for_source);\n"
        "            for (j = 0; j < SLOTS; j = j + 1)\n"
        "                home = home | (takes[j*ENTRIES +: ENTRIES] & {ENTRIES{named[j]}});\n"
        "        end\n"
        "\n"
        "        // Results without a home take the entries behind the misses, but for homes: these have no place.\n"
        "        ahead = count_ahead(kept, from_fifo);\n"
        "        count = misses - gone;\n"
        "        for (k = 0; k < 4; k = k + 1) begin\n"
        "            register = head_dst_base_i + k[REG_BITS-1:0];\n"
        "            for (j = 0; j < ENTRIES; j = j + 1) begin\n"
        "                entry[j] = homeless[k] & (free[j] | evictable[j]) & ~kept[j] &\n"
        "                    (place[j*RANK_BITS +: RANK_BITS] -\n"
        "                     (ahead[j*RANK_BITS +: RANK_BITS] & {RANK_BITS{evictable[j]}}) == count);\n"
        "                new_tag[j*REG_BITS +: REG_BITS] = new_tag[j*REG_BITS +: REG_BITS] |\n"
        "                    ({REG_BITS{entry[j]}} & register);\n"
        "            end\n"
        "            count = count + {{(RANK_BITS-1){1'b0}}, homeless[k]};\n"
        "            for_result = for_result | entry;\n"
        "            if (|entry)\n"
        "                newest = entry;\n"
        "        end\n");
}

void boc_allocation(struct emit *e)
{
    order(e);
    wanted(e);
    variables(e);
    step_1(e);
    emit_text(e, "\n");
    step_2(e);
    emit_format(e,
        "    end\n"
        "\n"
        "    assign need_o = miss & {SLOTS{alloc_i}};\n"
        "\n"
        "    // Entries that get another register, that will get a result, and that are in the window anew.\n"
        "    wire [ENTRIES-1:0] taken = {ENTRIES{alloc_i}} & (for_source | for_result);\n"
        "    wire [ENTRIES-1:0] awaits = {ENTRIES{alloc_i}} & (for_result | %s);\n"
        "    wire [ENTRIES-1:0] renewed = awaits | ({ENTRIES{alloc_i}} & referred);\n",
        has(e, WITH_HINT) ? "(home & {ENTRIES{~bank_only}})" : "home");
}
