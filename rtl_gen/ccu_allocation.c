/* SPDX-License-Identifier: Apache-2.0 */
/* ccu: allocation and tag check (3.6; Malekeh III-C1). */
#include "ccu.h"
#include "modules.h"

/* Distances of slots, for the entries that they refer to. */
static void slot_distances(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // The lowest distance of the slots with the register of slot s.\n"
        "    reg [SLOTS*DIST_BITS-1:0] slot_dist;\n"
        "\n"
        "    always @* begin : lowest_distance\n"
        "        integer k, j;\n"
        "        slot_dist = issue_src_dist_i;\n"
        "        for (k = 0; k < SLOTS; k = k + 1)\n"
        "            for (j = k + 1; j < SLOTS; j = j + 1)\n"
        "                if (issue_same_i[j*SLOTS + k] &\n"
        "                    (issue_src_dist_i[j*DIST_BITS +: DIST_BITS] < slot_dist[k*DIST_BITS +: DIST_BITS]))\n"
        "                    slot_dist[k*DIST_BITS +: DIST_BITS] = issue_src_dist_i[j*DIST_BITS +: DIST_BITS];\n"
        "    end\n");
}

/* Allocation: tag check and victims. */
void ccu_allocation(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Allocation and tag check (III-C1, 3.6) ------------------------------------------------------\n"
        "\n"
        "    // Step 1: the table is flushed for another warp.\n"
        "    wire flush = warp_q != issue_warp_i;\n"
        "    wire [ENTRIES-1:0] kept = ct_valid_q & {ENTRIES{~flush}};\n");
    if (has(e, WITH_DIST))
        slot_distances(e);
    emit_format(e,
        "\n"
        "    // Sets of entries by slot are at [s*ENTRIES +: ENTRIES]. All are empty without an allocation.\n"
        "    reg [SLOTS*ENTRIES-1:0] victim;                      // entry that the slot's register replaces\n"
        "    reg [SLOTS*ENTRIES-1:0] refers;                      // entry of the slot\n"
        "    reg [SLOTS-1:0] slot_hit;                            // the entry has the value\n"
        "    reg [ENTRIES-1:0] entry_hit;                         // entries hit by any slot\n"
        "    reg [ENTRIES-1:0] referenced;                        // entries of all slots\n"
        "    reg [ENTRIES-1:0] replaced;                          // entries that get another register\n"
        "%s"
        "\n"
        "    always @* begin : tag_check\n"
        "        integer k, j;\n"
        "        reg [ENTRIES*ENTRY_BITS-1:0] place;              // candidates ahead of each entry\n"
        "        reg [ENTRY_BITS-1:0] misses;                     // of lower slots\n"
        "        k = 0;\n"
        "        j = 0;\n"
        "        victim = {(SLOTS*ENTRIES){1'b0}};\n"
        "        refers = {(SLOTS*ENTRIES){1'b0}};\n"
        "        slot_hit = {SLOTS{1'b0}};\n"
        "        entry_hit = {ENTRIES{1'b0}};\n"
        "        referenced = {ENTRIES{1'b0}};\n"
        "        replaced = {ENTRIES{1'b0}};\n"
        "%s"
        "        place = {(ENTRIES*ENTRY_BITS){1'b0}};\n"
        "        misses = {ENTRY_BITS{1'b0}};\n",
        has(e, WITH_NEAR) ?
        "    reg [ENTRIES-1:0] source_near;                       // their next read is near\n" :
        has(e, WITH_DIST) ?
        "    reg [ENTRIES*DIST_BITS-1:0] source_dist;             // distance to their next read\n" : "",
        has(e, WITH_NEAR) ? "        source_near = {ENTRIES{1'b0}};\n" :
        has(e, WITH_DIST) ? "        source_dist = {(ENTRIES*DIST_BITS){1'b0}};\n" : "");
    emit_text(e,
        "        if (alloc_i) begin\n"
        "            // Step 2: hits.\n"
        "            for (k = 0; k < SLOTS; k = k + 1) begin\n"
        "                for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                    refers[k*ENTRIES + j] = issue_src_valid_i[k] & kept[j] &\n"
        "                        (ct_tag_q[j*REG_BITS +: REG_BITS] == issue_src_reg_i[k*REG_BITS +: REG_BITS]);\n"
        "                slot_hit[k] = |refers[k*ENTRIES +: ENTRIES];\n"
        "                entry_hit = entry_hit | refers[k*ENTRIES +: ENTRIES];\n"
        "            end\n"
        "\n"
        "            // Step 3: victims. The n-th miss takes the candidate that n candidates are ahead of.\n"
        "            for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                place[j*ENTRY_BITS +: ENTRY_BITS] = ones(~entry_hit &\n"
        "                    ahead(kept[j], kept, prior[j*ENTRIES +: ENTRIES], below[j*ENTRIES +: ENTRIES]));\n"
        "            for (k = 0; k < SLOTS; k = k + 1) begin\n"
        "                for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                    victim[k*ENTRIES + j] = issue_first_i[k] & ~slot_hit[k] & ~entry_hit[j] &\n"
        "                        (place[j*ENTRY_BITS +: ENTRY_BITS] == misses);\n"
        "                misses = misses + {{(ENTRY_BITS-1){1'b0}}, issue_first_i[k] & ~slot_hit[k]};\n"
        "            end\n"
        "\n"
        "            // Step 4: a slot refers to the entry that it hits, or to the victim of the first slot with its\n"
        "            // register. Step 5: what becomes of the entries.\n"
        "            for (k = 0; k < SLOTS; k = k + 1) begin\n"
        "                for (j = 0; j <= k; j = j + 1)\n"
        "                    refers[k*ENTRIES +: ENTRIES] = refers[k*ENTRIES +: ENTRIES] |\n"
        "                        (victim[j*ENTRIES +: ENTRIES] & {ENTRIES{issue_same_i[k*SLOTS + j]}});\n"
        "                referenced = referenced | refers[k*ENTRIES +: ENTRIES];\n"
        "                replaced = replaced | victim[k*ENTRIES +: ENTRIES];\n");
    if (has(e, WITH_NEAR))
        emit_text(e,
            "                source_near = source_near | (refers[k*ENTRIES +: ENTRIES] & {ENTRIES{issue_src_near_i[k]}});\n");
    if (has(e, WITH_DIST))
        emit_text(e,
            "                for (j = 0; j < ENTRIES; j = j + 1)\n"
            "                    source_dist[j*DIST_BITS +: DIST_BITS] = source_dist[j*DIST_BITS +: DIST_BITS] |\n"
            "                        ({DIST_BITS{issue_first_i[k] & refers[k*ENTRIES + j]}} &\n"
            "                         slot_dist[k*DIST_BITS +: DIST_BITS]);\n");
    emit_text(e,
        "            end\n"
        "        end\n"
        "    end\n"
        "\n"
        "    assign need_o = issue_first_i & ~slot_hit & {SLOTS{alloc_i}};\n"
        "\n"
        "    // The table after these steps, before port D: entries that are valid and not replaced, and locks.\n"
        "    wire [ENTRIES-1:0] stays = ct_valid_q & ~replaced & {ENTRIES{~(alloc_i & flush)}};\n"
        "    wire [ENTRIES-1:0] locked = alloc_i ? referenced : ct_lock_q & {ENTRIES{~dispatch_i}};\n");
}
