/* SPDX-License-Identifier: Apache-2.0 */
/* ccu: allocation and tag check (3.6; Malekeh III-C1). */
#include "ccu.h"
#include "rtl_gen/gen/modules.h"

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

static const struct ccu_check own_check = {
    "own_valid", "own_reg", "own_same", "own_first", "ct_valid_q",
    "own_hit", "own_victim", "own_refers", "own_referenced", "own_replaced", "place",
};

static const struct ccu_check stage_check = {
    "issue_src_valid_i", "issue_src_reg_i", "issue_same_i", "issue_first_i", "known",
    "slot_hit", "victim", "refers", "check_referenced", "check_replaced", "place",
};

const struct ccu_check *ccu_check(const struct emit *e)
{
    return has(e, WITH_STAGE) ? &stage_check : &own_check;
}

/* The last step of all checks: the slots of a register refer to the entry of its first slot. */
static void refer_to_victims(struct emit *e, const char *refers, const char *victim, const char *same)
{
    emit_format(e,
        "            for (j = 0; j <= k; j = j + 1)\n"
        "                %s[k*ENTRIES +: ENTRIES] = %s[k*ENTRIES +: ENTRIES] |\n"
        "                    (%s[j*ENTRIES +: ENTRIES] & {ENTRIES{%s[k*SLOTS + j]}});\n",
        refers, refers, victim, same);
}

/* The head of the table's own warp, which is looked up before it issues. */
static void own_head(struct emit *e)
{
    emit_text(e,
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
        "\n");
}

/* Whether a result may take the entry behind the victims of the slots: in the issue stage, with one port D. */
static bool result_follows(const struct emit *e)
{
    return has(e, WITH_STAGE) && ccu_writes_results(e) && !ccu_several_ports(e);
}

/* What is checked, and what comes out of it. */
static void check_variables(struct emit *e)
{
    if (has(e, WITH_STAGE)) {
        emit_text(e,
            "\n"
            "    // Tag check (III-C1, 3.6) ---------------------------------------------------------------------\n"
            "    //\n"
            "    // Of the instruction in the issue stage. Sets of entries by slot are at [s*ENTRIES +: ENTRIES].\n"
            "\n"
            "    // Step 1: the table is flushed for another warp.\n"
            "    wire flush = ~issue_serves_i;\n"
            "    wire [ENTRIES-1:0] known = ct_valid_q & {ENTRIES{~flush}};\n"
            "\n"
            "    reg  [SLOTS-1:0] slot_hit;                           // the table has the value\n"
            "    reg  [SLOTS*ENTRIES-1:0] victim;                     // entry that the slot's register replaces\n"
            "    reg  [SLOTS*ENTRIES-1:0] refers;                     // entry of the slot\n"
            "    reg  [ENTRIES-1:0] check_referenced;                 // entries of all slots\n"
            "    reg  [ENTRIES-1:0] check_replaced;                   // entries that get another register\n");
        if (result_follows(e))
            emit_text(e,
                "    reg  [ENTRIES-1:0] check_next;                       // entry that would be the next victim\n");
        emit_text(e, "\n");
        return;
    }
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
        "\n");
    own_head(e);
}

/* Step 2. */
static void check_hits(struct emit *e, const struct ccu_check *c)
{
    emit_text(e,
        "\n"
        "        // Step 2: hits.\n"
        "        for (k = 0; k < SLOTS; k = k + 1) begin\n");
    if (!has(e, WITH_STAGE))
        emit_text(e,
            "            own_first[k] = own_valid[k];\n"
            "            for (j = 0; j < k; j = j + 1)\n"
            "                own_first[k] = own_first[k] & ~own_same[k*SLOTS + j];\n");
    emit_format(e,
        "            for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                %s[k*ENTRIES + j] = %s[k] & %s[j] &\n"
        "                    (ct_tag_q[j*REG_BITS +: REG_BITS] == %s[k*REG_BITS +: REG_BITS]);\n"
        "            %s[k] = |%s[k*ENTRIES +: ENTRIES];\n"
        "            entry_hit = entry_hit | %s[k*ENTRIES +: ENTRIES];\n"
        "        end\n",
        c->refers, c->valid, c->table, c->reg, c->hit, c->refers, c->refers);
}

/* The entries that get another register, of the first `total` candidates, and the one behind them. */
static void check_places(struct emit *e)
{
    emit_format(e,
        "\n"
        "        // As many candidates are replaced as slots miss%s.\n"
        "        total = {(ENTRY_BITS + 1){1'b0}};\n"
        "        for (k = 0; k < SLOTS; k = k + 1)\n"
        "            total = total + {{ENTRY_BITS{1'b0}}, issue_first_i[k] & ~slot_hit[k]};\n"
        "        for (j = 0; j < ENTRIES; j = j + 1) begin\n"
        "            check_replaced[j] = ~entry_hit[j] & ({1'b0, place[j*ENTRY_BITS +: ENTRY_BITS]} < total);\n"
        "%s"
        "        end\n"
        "        check_referenced = entry_hit | check_replaced;\n",
        result_follows(e) ? "; a result takes the one behind" : "",
        result_follows(e) ? "            check_next[j] = ~entry_hit[j] &\n"
                            "                ({1'b0, place[j*ENTRY_BITS +: ENTRY_BITS]} == total);\n" : "");
}

/* Step 3. */
static void check_victims(struct emit *e, const struct ccu_check *c)
{
    emit_format(e,
        "\n"
        "        // Step 3: victims. The n-th miss takes the candidate that n candidates are ahead of.\n"
        "        for (j = 0; j < ENTRIES; j = j + 1)\n"
        "            %s[j*ENTRY_BITS +: ENTRY_BITS] = ones(~entry_hit &\n"
        "                ahead(%s[j], %s, prior[j*ENTRIES +: ENTRIES], below[j*ENTRIES +: ENTRIES]));\n"
        "        misses = {ENTRY_BITS{1'b0}};\n"
        "        for (k = 0; k < SLOTS; k = k + 1) begin\n"
        "            for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                %s[k*ENTRIES + j] = %s[k] & ~%s[k] & ~entry_hit[j] &\n"
        "                    (%s[j*ENTRY_BITS +: ENTRY_BITS] == misses);\n"
        "            misses = misses + {{(ENTRY_BITS-1){1'b0}}, %s[k] & ~%s[k]};\n"
        "        end\n",
        c->place, c->table, c->table, c->victim, c->first, c->hit, c->place, c->first, c->hit);
    if (has(e, WITH_STAGE))
        check_places(e);
}

/* Step 4. */
static void check_references(struct emit *e, const struct ccu_check *c)
{
    bool stage = has(e, WITH_STAGE);
    emit_text(e,
        "\n"
        "        // Step 4: a slot refers to the entry that it hits, or to the victim of the first slot with its register.\n");
    if (!stage)
        emit_format(e,
            "        %s = {ENTRIES{1'b0}};\n"
            "        %s = {ENTRIES{1'b0}};\n",
            c->referenced, c->replaced);
    emit_format(e, "        for (k = 0; k < SLOTS; k = k + 1)%s\n", stage ? "" : " begin");
    refer_to_victims(e, c->refers, c->victim, c->same);
    if (!stage)
        emit_format(e,
            "            %s = %s | %s[k*ENTRIES +: ENTRIES];\n"
            "            %s = %s | %s[k*ENTRIES +: ENTRIES];\n"
            "        end\n",
            c->referenced, c->referenced, c->refers, c->replaced, c->replaced, c->victim);
}

/* What the instruction finds: in the issue stage, or if it goes on with the table. */
void ccu_tag_check(struct emit *e)
{
    const struct ccu_check *c = ccu_check(e);
    check_variables(e);
    emit_format(e,
        "    always @* begin : %s\n"
        "        integer k, j;\n"
        "        reg [ENTRIES-1:0] entry_hit;                     // entries hit by any slot\n"
        "        reg [ENTRIES*ENTRY_BITS-1:0] %s;              // candidates ahead of each entry\n"
        "        reg [ENTRY_BITS-1:0] misses;                     // of lower slots\n"
        "%s"
        "        entry_hit = {ENTRIES{1'b0}};\n",
        has(e, WITH_STAGE) ? "tag_check" : "own_check", c->place,
        has(e, WITH_STAGE) ? "        reg [ENTRY_BITS:0] total;                        // of all slots\n" : "");
    check_hits(e, c);
    check_victims(e, c);
    check_references(e, c);
    emit_text(e, "    end\n");
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
        "        integer k;\n"
        "        new_refers = {(SLOTS*ENTRIES){1'b0}};\n"
        "        new_replaced = {ENTRIES{1'b0}};\n"
        "        for (k = 0; k < SLOTS; k = k + 1) begin\n"
        "            new_refers[k*ENTRIES +: SLOTS] = issue_place_i[k*SLOTS +: SLOTS];\n"
        "            new_victim[k*ENTRIES +: ENTRIES] = new_refers[k*ENTRIES +: ENTRIES] & {ENTRIES{issue_first_i[k]}};\n"
        "            new_replaced = new_replaced | new_victim[k*ENTRIES +: ENTRIES];\n"
        "        end\n"
        "    end\n");
    int above = e->config->entries - e->config->slots - 1;      // entries that are always above them
    char zeros[32] = "";
    if (above > 0)
        snprintf(zeros, sizeof zeros, "%d'd0, ", above);
    if (has(e, WITH_COUNTS))
        emit_format(e,
            "\n"
            "    // The entry behind them%s.\n"
            "    wire [ENTRIES-1:0] new_next = {%sissue_count_i};\n",
            above < 0 ? ", if there is one" : "", zeros);
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

/* Which of the checks counts. */
static void two_checks(struct emit *e)
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
}

/* What the one check of the issue stage's instruction does. */
static void one_check(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Allocation (III-C1, 3.6) --------------------------------------------------------------------\n"
        "\n"
        "    assign need_o = issue_first_i & ~slot_hit & {SLOTS{alloc_i}};\n"
        "\n"
        "    // Its entries; none without an allocation.\n"
        "    wire [ENTRIES-1:0] referenced = check_referenced & {ENTRIES{alloc_i}};\n"
        "    wire [ENTRIES-1:0] replaced = check_replaced & {ENTRIES{alloc_i}};\n");
}

/* Allocation. */
void ccu_allocation(struct emit *e)
{
    if (has(e, WITH_STAGE))
        one_check(e);
    else
        two_checks(e);
    source_fields(e);
    emit_format(e,
        "\n"
        "    // The table after these steps, before port D: entries that are valid and not replaced, and locks.\n"
        "    wire [ENTRIES-1:0] stays = ct_valid_q & ~replaced & {ENTRIES{~%s}};\n"
        "    wire [ENTRIES-1:0] still_locked = ct_lock_q & {ENTRIES{~%s}};\n"
        "    wire [ENTRIES-1:0] locked = alloc_i ? referenced : still_locked;\n",
        has(e, WITH_STAGE) ? "(alloc_i & flush)" : "take_new", collector_finishes(e));
}
