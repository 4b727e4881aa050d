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

/* The step that the result of both checks have in common: the slots of a register refer to the entry of its first slot. */
static void refer_to_victims(struct emit *e, const char *check)
{
    emit_format(e,
        "            for (j = 0; j <= k; j = j + 1)\n"
        "                %s_refers[k*ENTRIES +: ENTRIES] = %s_refers[k*ENTRIES +: ENTRIES] |\n"
        "                    (%s_victim[j*ENTRIES +: ENTRIES] & {ENTRIES{%s_same%s[k*SLOTS + j]}});\n",
        check, check, check, check[0] == 'o' ? "own" : "issue", check[0] == 'o' ? "" : "_i");
}

/* What the instruction finds if it goes on with the table. */
void ccu_own_check(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Tag check for the table's own warp (III-C1, 3.6) ---------------------------------------------\n"
        "    //\n"
        "    // Only the warp whose values are in the table can hit. So its next instruction is looked up while issue\n"
        "    // still chooses a warp. Sets of entries by slot are at [s*ENTRIES +: ENTRIES].\n"
        "\n"
        "    reg  [SLOTS-1:0] own_valid;                          // its slots in use\n"
        "    reg  [SLOTS*REG_BITS-1:0] own_reg;                   // their registers\n"
        "    reg  [SLOTS*SLOTS-1:0] own_same;                     // bit s*SLOTS+f, f <= s: slots s and f are equal\n"
        "    reg  [SLOTS-1:0] own_first;                          // no lower slot names the same register\n"
        "    reg  [SLOTS-1:0] own_hit;                            // the table has the value\n"
        "    reg  [SLOTS*ENTRIES-1:0] own_victim;                 // entry that the slot's register replaces\n"
        "    reg  [SLOTS*ENTRIES-1:0] own_refers;                 // entry of the slot\n"
        "    reg  [ENTRIES-1:0] own_referenced;                   // entries of all slots\n"
        "    reg  [ENTRIES-1:0] own_replaced;                     // entries that get another register\n"
        "\n"
        "    always @* begin : own_head\n"
        "        integer k;\n"
        "        own_valid = {SLOTS{1'b0}};\n"
        "        own_reg = {(SLOTS*REG_BITS){1'b0}};\n"
        "        own_same = {(SLOTS*SLOTS){1'b0}};\n"
        "        for (k = 0; k < WARPS; k = k + 1)\n"
        "            if (warp_q == k[WARP_BITS-1:0]) begin\n"
        "                own_valid = own_valid | head_src_valid_i[k*SLOTS +: SLOTS];\n"
        "                own_reg = own_reg | head_src_reg_i[k*SLOTS*REG_BITS +: SLOTS*REG_BITS];\n"
        "                own_same = own_same | head_same_i[k*SLOTS*SLOTS +: SLOTS*SLOTS];\n"
        "            end\n"
        "    end\n"
        "\n"
        "    always @* begin : own_check\n"
        "        integer k, j;\n"
        "        reg [ENTRIES-1:0] entry_hit;                     // entries hit by any slot\n"
        "        reg [ENTRIES*ENTRY_BITS-1:0] place;              // candidates ahead of each entry\n"
        "        reg [ENTRY_BITS-1:0] misses;                     // of lower slots\n"
        "        entry_hit = {ENTRIES{1'b0}};\n"
        "\n"
        "        // Step 2: hits.\n"
        "        for (k = 0; k < SLOTS; k = k + 1) begin\n"
        "            own_first[k] = own_valid[k];\n"
        "            for (j = 0; j < k; j = j + 1)\n"
        "                own_first[k] = own_first[k] & ~own_same[k*SLOTS + j];\n"
        "            for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                own_refers[k*ENTRIES + j] = own_valid[k] & ct_valid_q[j] &\n"
        "                    (ct_tag_q[j*REG_BITS +: REG_BITS] == own_reg[k*REG_BITS +: REG_BITS]);\n"
        "            own_hit[k] = |own_refers[k*ENTRIES +: ENTRIES];\n"
        "            entry_hit = entry_hit | own_refers[k*ENTRIES +: ENTRIES];\n"
        "        end\n"
        "\n"
        "        // Step 3: victims. The n-th miss takes the candidate that n candidates are ahead of.\n"
        "        for (j = 0; j < ENTRIES; j = j + 1)\n"
        "            place[j*ENTRY_BITS +: ENTRY_BITS] = ones(~entry_hit &\n"
        "                ahead(ct_valid_q[j], ct_valid_q, prior[j*ENTRIES +: ENTRIES], below[j*ENTRIES +: ENTRIES]));\n"
        "        misses = {ENTRY_BITS{1'b0}};\n"
        "        for (k = 0; k < SLOTS; k = k + 1) begin\n"
        "            for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                own_victim[k*ENTRIES + j] = own_first[k] & ~own_hit[k] & ~entry_hit[j] &\n"
        "                    (place[j*ENTRY_BITS +: ENTRY_BITS] == misses);\n"
        "            misses = misses + {{(ENTRY_BITS-1){1'b0}}, own_first[k] & ~own_hit[k]};\n"
        "        end\n"
        "\n"
        "        // Step 4: a slot refers to the entry that it hits, or to the victim of the first slot with its register.\n"
        "        own_referenced = {ENTRIES{1'b0}};\n"
        "        own_replaced = {ENTRIES{1'b0}};\n"
        "        for (k = 0; k < SLOTS; k = k + 1) begin\n");
    refer_to_victims(e, "own");
    emit_text(e,
        "            own_referenced = own_referenced | own_refers[k*ENTRIES +: ENTRIES];\n"
        "            own_replaced = own_replaced | own_victim[k*ENTRIES +: ENTRIES];\n"
        "        end\n"
        "    end\n");
}

/* What it finds if another warp had the table. */
static void new_check(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Another warp finds an empty table: all slots miss, and the n-th register takes entry n.\n"
        "    reg [SLOTS*ENTRIES-1:0] new_victim;\n"
        "    reg [SLOTS*ENTRIES-1:0] new_refers;\n"
        "    reg [ENTRIES-1:0] new_replaced;                      // also all that the slots refer to\n"
        "\n"
        "    always @* begin : new_check\n"
        "        integer k, j;\n"
        "        reg [ENTRY_BITS-1:0] misses;\n"
        "        new_refers = {(SLOTS*ENTRIES){1'b0}};\n"
        "        new_replaced = {ENTRIES{1'b0}};\n"
        "        misses = {ENTRY_BITS{1'b0}};\n"
        "        for (k = 0; k < SLOTS; k = k + 1) begin\n"
        "            for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                new_victim[k*ENTRIES + j] = (j <= k) & issue_first_i[k] & (misses == j[ENTRY_BITS-1:0]);\n"
        "            misses = misses + {{(ENTRY_BITS-1){1'b0}}, issue_first_i[k]};\n"
        "            new_replaced = new_replaced | new_victim[k*ENTRIES +: ENTRIES];\n");
    refer_to_victims(e, "new");
    emit_text(e,
        "        end\n"
        "    end\n");
}

/* What becomes of the fields of the entries that the slots refer to. */
static void source_fields(struct emit *e)
{
    bool near = has(e, WITH_NEAR);
    if (!near && !has(e, WITH_DIST))
        return;
    if (has(e, WITH_DIST))
        slot_distances(e);
    emit_format(e,
        "\n"
        "    // Step 5: %s of the entries.\n"
        "    reg [ENTRIES%s-1:0] source_%s;\n"
        "\n"
        "    always @* begin : source_fields\n"
        "        integer k%s;\n"
        "        source_%s = {%s{1'b0}};\n"
        "        for (k = 0; k < SLOTS; k = k + 1)\n",
        near ? "near bits" : "distances", near ? "" : "*DIST_BITS", near ? "near" : "dist", near ? "" : ", j",
        near ? "near" : "dist", near ? "ENTRIES" : "(ENTRIES*DIST_BITS)");
    if (near)
        emit_text(e,
            "            source_near = source_near | (refers[k*ENTRIES +: ENTRIES] & {ENTRIES{issue_src_near_i[k]}});\n");
    else
        emit_text(e,
            "            for (j = 0; j < ENTRIES; j = j + 1)\n"
            "                source_dist[j*DIST_BITS +: DIST_BITS] = source_dist[j*DIST_BITS +: DIST_BITS] |\n"
            "                    ({DIST_BITS{issue_first_i[k] & refers[k*ENTRIES + j]}} &\n"
            "                     slot_dist[k*DIST_BITS +: DIST_BITS]);\n");
    emit_text(e, "    end\n");
}

/* Allocation: one of the checks counts. */
void ccu_allocation(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Allocation (III-C1, 3.6) --------------------------------------------------------------------\n"
        "\n"
        "    // Step 1: the table is flushed for another warp.\n"
        "    wire flush = warp_q != issue_warp_i;\n"
        "    wire take_own = alloc_i & ~flush;\n"
        "    wire take_new = alloc_i & flush;\n");
    new_check(e);
    emit_text(e,
        "\n"
        "    // The check that counts if the CCU is allocated.\n"
        "    wire [SLOTS*ENTRIES-1:0] victim = flush ? new_victim : own_victim;\n"
        "    wire [SLOTS*ENTRIES-1:0] refers = flush ? new_refers : own_refers;\n"
        "    wire [SLOTS-1:0] slot_hit = own_hit & {SLOTS{~flush}};\n"
        "\n"
        "    assign need_o = (flush ? issue_first_i : own_first & ~own_hit) & {SLOTS{alloc_i}};\n"
        "\n"
        "    // Its entries; none without an allocation.\n"
        "    wire [ENTRIES-1:0] referenced = (own_referenced & {ENTRIES{take_own}}) |\n"
        "                                    (new_replaced & {ENTRIES{take_new}});\n"
        "    wire [ENTRIES-1:0] replaced = (own_replaced & {ENTRIES{take_own}}) |\n"
        "                                  (new_replaced & {ENTRIES{take_new}});\n");
    source_fields(e);
    emit_text(e,
        "\n"
        "    // The table after these steps, before port D: entries that are valid and not replaced, and locks.\n"
        "    wire [ENTRIES-1:0] stays = ct_valid_q & ~replaced & {ENTRIES{~take_new}};\n"
        "    wire [ENTRIES-1:0] still_locked = ct_lock_q & {ENTRIES{~dispatch_i}};\n"
        "    wire [ENTRIES-1:0] locked = alloc_i ? referenced : still_locked;\n");
}
