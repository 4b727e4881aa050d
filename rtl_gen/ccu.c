/* SPDX-License-Identifier: Apache-2.0 */
/* ccu: caching collector unit. */
#include "collector.h"
#include "modules.h"

/* Whether results are written to the cache table. */
static bool writes_results(const struct emit *e)
{
    return e->config->write != WRITE_NONE;
}

static bool has_ranks(const struct emit *e)
{
    return e->config->replacement != REPLACEMENT_RANDOM;
}

/* Whether there is more than one port D. */
static bool several_ports(const struct emit *e)
{
    return writes_results(e) && shape_value(e->shape, "PORTS_D") > 1;
}

/* Whether results on ports D carry that field; with ccu.write: near their near bit is 1. */
static bool result_has_field(const struct emit *e)
{
    return has(e, WITH_DIST) || (has(e, WITH_NEAR) && e->config->write == WRITE_ALL);
}

bool ccu_needs_random(const struct emit *e)
{
    return e->ccu && (e->config->replacement == REPLACEMENT_RANDOM ||
                      (e->config->replacement == REPLACEMENT_REUSE && has(e, WITH_NEAR)));
}

static void ports(struct emit *e)
{
    collector_ports(e);
    emit_port(e, IN, "issue_valid_i", "1", "an instruction issues, here or elsewhere");
    emit_port_if(e, has(e, WITH_NEAR), IN, "issue_src_near_i", "SLOTS", "the next read of the source is near");
    emit_port_if(e, has(e, WITH_DIST), IN, "issue_src_dist_i", "SLOTS*DIST_BITS", "distance to the next read of the source");
    emit_port(e, IN, "issue_same_i", "SLOTS*SLOTS", "bit s*SLOTS+f, f <= s: slots s and f are equal");
    emit_port_if(e, ccu_needs_random(e), IN, "random_i", "8", "pseudo-random number");
    emit_port_if(e, issue_needs_holders(e), OUT, "holds_o", "1", "port R: holds values of warp_o");
    emit_port_if(e, has(e, WITH_WAIT), OUT, "near_o", "1", "port R: some of them near");
    emit_port(e, IN, "wr_valid_i", "BANKS", "port D: results written to each bank");
    emit_port(e, IN, "wr_warp_i", "BANKS*WARP_BITS", "their warps");
    emit_port(e, IN, "wr_reg_i", "BANKS*REG_BITS", "their registers");
    emit_port_if(e, has(e, WITH_DST_NEAR), IN, "wr_near_i", "BANKS", "their next read is near");
    emit_port_if(e, has(e, WITH_DST_DIST), IN, "wr_dist_i", "BANKS*DIST_BITS", "distance to their next read");
    emit_port_if(e, writes_results(e), IN, "wr_mask_i", "BANKS*LANES", "their lanes");
    emit_port_if(e, writes_results(e), IN, "wr_data_i", "BANKS*VECTOR_BITS", "their values");
    emit_port(e, IN, "end_valid_i", "1", "a warp ends");
    emit_port(e, IN, "end_warp_i", "WARP_BITS", "that warp");
}

static void registers(struct emit *e)
{
    collector_metadata(e);
    emit_register(e, "own_q", "1", true, "the table may take results of warp_q");
    emit_register(e, "oct_valid_q", "SLOTS", true, "operand collector table: slot s is used");
    emit_register(e, "oct_ready_q", "SLOTS", true, "the value of slot s is in the cache table");
    emit_register(e, "oct_index_q", "SLOTS*ENTRY_BITS", false, "cache table entry of slot s");
    emit_register(e, "ct_valid_q", "ENTRIES", true, "cache table: entry e is in use");
    emit_register(e, "ct_lock_q", "ENTRIES", true, "a source of the waiting instruction");
    if (has(e, WITH_NEAR))
        emit_register(e, "ct_near_q", "ENTRIES", false, "its next read is near");
    if (has(e, WITH_DIST))
        emit_register(e, "ct_dist_q", "ENTRIES*DIST_BITS", false, "distance to its next read");
    emit_register(e, "ct_tag_q", "ENTRIES*REG_BITS", false, "its register");
    if (has_ranks(e))
        emit_register(e, "ct_lru_q", "ENTRIES*ENTRY_BITS", true,
                      e->config->replacement == REPLACEMENT_FIFO ? "its rank, 0 = oldest"
                                                                 : "its rank, 0 = least recently used");
}

static void slots(struct emit *e)
{
    char row[EXPRESSION];
    bool forward = e->config->forward;
    emit_format(e,
        "\n"
        "    // Port S and the operands ---------------------------------------------------------------------\n"
        "\n"
        "    wire [VECTOR_BITS-1:0] entry_data [0:ENTRIES-1];\n"
        "    wire [SLOTS*REG_BITS-1:0] slot_reg;\n"
        "    wire [ENTRY_BITS-1:0] s_index = oct_index_q[s_slot_i*ENTRY_BITS +: ENTRY_BITS];\n"
        "    wire [SLOTS-1:0] arrives;\n"
        "    wire [SLOTS-1:0] ready = oct_ready_q%s;\n"
        "\n"
        "    genvar s, e, b%s;\n"
        "    generate\n"
        "        for (s = 0; s < SLOTS; s = s + 1) begin : g_slot\n"
        "            wire [ENTRY_BITS-1:0] index = oct_index_q[s*ENTRY_BITS +: ENTRY_BITS];\n"
        "\n"
        "            // 3.8: one read serves every slot of the entry.\n"
        "            assign arrives[s] = s_valid_i & oct_valid_q[s] & (index == s_index);\n"
        "\n"
        "            // 3.3: the operand (the MUXs of III-C).\n"
        "            wire [VECTOR_BITS-1:0] value = entry_data[index];\n"
        "\n"
        "            always @* begin\n"
        "                operand_o[s*VECTOR_BITS +: VECTOR_BITS] = {VECTOR_BITS{1'b0}};\n"
        "%s"
        "            end\n"
        "\n"
        "            assign slot_reg[s*REG_BITS +: REG_BITS] = ct_tag_q[index*REG_BITS +: REG_BITS];\n"
        "            assign src_row_o[s*ROW_BITS +: ROW_BITS] = %s;\n"
        "        end\n"
        "    endgenerate\n",
        forward ? " | arrives" : "", writes_results(e) ? ", l" : "",
        forward ? "                if (dispatch_i & oct_valid_q[s])\n"
                  "                    operand_o[s*VECTOR_BITS +: VECTOR_BITS] = oct_ready_q[s] ? value : s_data_i;\n"
                : "                if (dispatch_i & oct_valid_q[s])\n"
                  "                    operand_o[s*VECTOR_BITS +: VECTOR_BITS] = value;\n",
        row_of(row, e->shape, "slot_reg", "s*REG_BITS"));
    emit_format(e,
        "\n"
        "    // 3.3%s.\n"
        "    assign dispatchable_o = occupied_q & ((~oct_valid_q | ready) == {SLOTS{1'b1}});\n",
        forward ? ": a value that arrives in this cycle counts" : "");
}

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
    if (has_ranks(e))
        emit_format(e,
            "    // Entries that %s before those of a rank.\n"
            "    function [ENTRIES-1:0] older;\n"
            "        input [ENTRIES*ENTRY_BITS-1:0] ranks;\n"
            "        input [ENTRY_BITS-1:0] rank;\n"
            "        integer k;\n"
            "        for (k = 0; k < ENTRIES; k = k + 1)\n"
            "            older[k] = ranks[k*ENTRY_BITS +: ENTRY_BITS] < rank;\n"
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

/* The entries before entry j, if all are in use: in the loop of block order. */
static void entries_before(struct emit *e)
{
    switch (e->config->replacement) {
    case REPLACEMENT_RANDOM:
        emit_text(e,
            "            prior[j*ENTRIES +: ENTRIES] = reached[j] ? reached & below[j*ENTRIES +: ENTRIES]\n"
            "                                                     : reached | below[j*ENTRIES +: ENTRIES];\n");
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
                "                far | older(ct_lru_q, ct_lru_q[j*ENTRY_BITS +: ENTRY_BITS]);\n");
        break;
    default:
        emit_text(e,
            "            prior[j*ENTRIES +: ENTRIES] = older(ct_lru_q, ct_lru_q[j*ENTRY_BITS +: ENTRY_BITS]);\n");
        break;
    }
}

/* Order of replacement, of all entries. */
static void victim_order(struct emit *e)
{
    bool by_near = e->config->replacement == REPLACEMENT_REUSE && has(e, WITH_NEAR);
    bool by_dist = e->config->replacement == REPLACEMENT_REUSE && has(e, WITH_DIST);
    const char *rule = by_near ? "far ones from the random start on, then near ones by age" :
                       by_dist ? "by distance, the greatest first, and equal ones by age" :
                       e->config->replacement == REPLACEMENT_RANDOM ? "from the random start on" : "by age";
    emit_text(e,
        "\n"
        "    // Order of replacement (IV-A1) ----------------------------------------------------------------\n"
        "\n");
    if (ccu_needs_random(e))
        random_start(e);
    set_functions(e);
    emit_format(e,
        "\n"
        "    // Entries in use come in this order: %s.\n"
        "    // Sets of entries by entry are at [e*ENTRIES +: ENTRIES].\n",
        rule);
    if (by_near)
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
        ccu_needs_random(e) ? "            assign reached[e] = start < 256 * (e + 1);\n" : "", by_dist ? ", k" : "");
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
static void allocation(struct emit *e)
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

/* Step 1: the results that concern the CCU. */
static void concerned_results(struct emit *e)
{
    bool compares = e->config->write == WRITE_NEAR && has(e, WITH_DST_DIST);
    emit_text(e,
        "\n"
        "    // Port D (III-C1, IV-A2, 3.11) ----------------------------------------------------------------\n"
        "\n"
        "    // 3.6 step 6: the warp goes on in another CCU.\n"
        "    wire leaves = issue_valid_i & ~alloc_i & ~flush;\n"
        "\n"
        "    // Step 1: results that concern this CCU.\n"
        "    wire [BANKS-1:0] concerns;\n");
    if (compares)
        emit_text(e, "    wire [BANKS-1:0] wr_near;\n");
    emit_text(e,
        "\n"
        "    generate\n"
        "        for (b = 0; b < BANKS; b = b + 1) begin : g_result\n"
        "            wire [WARP_BITS-1:0] wr_warp = wr_warp_i[b*WARP_BITS +: WARP_BITS];\n"
        "            assign concerns[b] = wr_valid_i[b] & (alloc_i ? wr_warp == issue_warp_i\n"
        "                                                          : own_q & ~leaves & (wr_warp == warp_q));\n");
    if (compares)
        emit_text(e, "            assign wr_near[b] = wr_dist_i[b*DIST_BITS +: DIST_BITS] < NEAR_BELOW;\n");
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
}

/* Step 2: which results may be written, as an expression. */
static const char *wanted(const struct emit *e)
{
    if (e->config->write == WRITE_ALL)
        return "concerns";
    return has(e, WITH_DST_NEAR) ? "concerns & wr_near_i" : "concerns & wr_near";
}

/* Step 2 with one port. */
static void one_port(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // Step 2: the lowest %sone takes the port.\n"
        "    wire [BANKS-1:0] d_wanted = %s;\n"
        "    wire [BANKS-1:0] d_taken = d_wanted & (~d_wanted + 1'b1);\n",
        e->config->write == WRITE_NEAR ? "near " : "", wanted(e));
}

/* Step 2 with a port for each bank. */
static void port_per_bank(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // Step 2: %s take the ports, each that of its bank.\n"
        "    wire [BANKS-1:0] d_taken = %s;\n",
        e->config->write == WRITE_NEAR ? "the near ones" : "they", wanted(e));
}

/* Step 2 with fewer ports than banks: a result takes the port that the number of lower ones gives. */
static void several_ports_of_more_banks(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // Step 2: the lowest %sones take the ports. d_select[p*BANKS + b]: port p takes the result of bank b.\n"
        "    wire [BANKS-1:0] d_wanted = %s;\n"
        "    reg  [PORTS_D*BANKS-1:0] d_select;\n"
        "    reg  [BANKS-1:0] d_taken;\n"
        "\n"
        "    always @* begin : d_ports\n"
        "        integer p, k;\n"
        "        reg [5:0] lower;                                 // those of lower banks\n"
        "        lower = 6'd0;\n"
        "        d_taken = {BANKS{1'b0}};\n"
        "        for (k = 0; k < BANKS; k = k + 1) begin\n"
        "            for (p = 0; p < PORTS_D; p = p + 1) begin\n"
        "                d_select[p*BANKS + k] = d_wanted[k] & (lower == p[5:0]);\n"
        "                d_taken[k] = d_taken[k] | d_select[p*BANKS + k];\n"
        "            end\n"
        "            lower = lower + {5'd0, d_wanted[k]};\n"
        "        end\n"
        "    end\n",
        e->config->write == WRITE_NEAR ? "near " : "", wanted(e));
}

/* The entries that results hit, and what becomes of them. */
static void result_hits(struct emit *e)
{
    emit_format(e,
        "\n"
        "%s"
        "    reg [ENTRIES-1:0] stale;\n"
        "\n"
        "    always @* begin : hits\n"
        "        integer k, j;\n"
        "        reg [ENTRIES-1:0] found;\n"
        "        stale = {ENTRIES{1'b0}};\n"
        "        for (k = 0; k < BANKS; k = k + 1) begin\n"
        "            for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                found[j] = stays[j] & (ct_tag_q[j*REG_BITS +: REG_BITS] == wr_reg_i[k*REG_BITS +: REG_BITS]);\n"
        "            for (j = 0; j < SLOTS; j = j + 1)\n"
        "                if (issue_src_reg_i[j*REG_BITS +: REG_BITS] == wr_reg_i[k*REG_BITS +: REG_BITS])\n"
        "                    found = found | victim[j*ENTRIES +: ENTRIES];\n"
        "            found = found & {ENTRIES{concerns[k]}};\n"
        "%s"
        "        end\n"
        "    end\n",
        writes_results(e) ? "    // Entries that the results hit, old or new, by bank at [b*ENTRIES +: ENTRIES]; those of results without a\n"
                            "    // port are stale.\n"
                            "    reg [BANKS*ENTRIES-1:0] match;\n"
                          : "    // Entries that the results hit, old or new, are stale.\n",
        writes_results(e) ? "            match[k*ENTRIES +: ENTRIES] = found;\n"
                            "            stale = stale | (found & {ENTRIES{~d_taken[k]}});\n"
                          : "            stale = stale | found;\n");
}

/* Fields of a result on a port, and where they come from. */
struct result {
    const char *name;
    const char *source;
    const char *width;
};

/* The fields that the configuration has; their number. */
static int results(const struct emit *e, struct result list[6])
{
    int count = 0;
    list[count++] = (struct result){"d_reg", "wr_reg_i", "REG_BITS"};
    list[count++] = (struct result){"d_mask", "wr_mask_i", "LANES"};
    list[count++] = (struct result){"d_data", "wr_data_i", "VECTOR_BITS"};
    if (result_has_field(e))
        list[count++] = has(e, WITH_DIST) ? (struct result){"d_dist", "wr_dist_i", "DIST_BITS"}
                                          : (struct result){"d_near", "wr_near_i", "1"};
    return count;
}

/* The results on the ports, of one port or of several. */
static void port_d_results(struct emit *e)
{
    struct result list[6];
    char bits[WIDTH], product[EXPRESSION], left[EXPRESSION], right[EXPRESSION], zero[EXPRESSION];
    bool several = several_ports(e);
    int count = results(e, list);
    list[count++] = (struct result){"d_hit", "match", "ENTRIES"};
    emit_format(e, "\n    // The result%s on the port%s.\n", several ? "s" : "", several ? "s" : "");
    for (int i = 0; i < count; i++)
        emit_format(e, "    reg %s%s;\n",
                    emit_range(bits, several ? times(product, "PORTS_D", list[i].width) : list[i].width), list[i].name);
    if (several)
        emit_text(e, "    reg [PORTS_D-1:0] d_valid;\n");
    emit_format(e,
        "\n"
        "    always @* begin : d_results\n"
        "        integer %sk;\n",
        several ? "p, " : "");
    for (int i = 0; i < count; i++)
        emit_format(e, "        %s = %s;\n", list[i].name,
                    copies(zero, "1'b0", several ? times(product, "PORTS_D", list[i].width) : list[i].width));
    if (several)
        emit_text(e, "        for (p = 0; p < PORTS_D; p = p + 1) begin\n"
                     "            d_valid[p] = |d_select[p*BANKS +: BANKS];\n"
                     "            for (k = 0; k < BANKS; k = k + 1)\n"
                     "                if (d_select[p*BANKS + k]) begin\n");
    else
        emit_text(e, "        for (k = 0; k < BANKS; k = k + 1)\n"
                     "            if (d_taken[k]) begin\n");
    for (int i = 0; i < count; i++) {
        const char *to = several ? element(left, list[i].name, "p", list[i].width) : list[i].name;
        emit_format(e, several ? "                    %s = %s |\n                        %s;\n"
                               : "                %s = %s | %s;\n",
                    to, to, element(right, list[i].source, "k", list[i].width));
    }
    emit_text(e, several ? "                end\n        end\n    end\n" : "            end\n    end\n");
}

/* The same with a port for each bank. */
static void port_d_results_per_bank(struct emit *e)
{
    struct result list[6];
    char product[EXPRESSION];
    int count = results(e, list);
    emit_text(e,
        "\n"
        "    // The results on the ports.\n"
        "    wire [PORTS_D-1:0] d_valid = d_taken;\n");
    for (int i = 0; i < count; i++)
        emit_format(e, "    wire [%s-1:0] %s = %s;\n", times(product, "PORTS_D", list[i].width), list[i].name,
                    list[i].source);
    emit_text(e,
        "    reg  [PORTS_D*ENTRIES-1:0] d_hit;\n"
        "\n"
        "    always @* begin : d_hits\n"
        "        integer p;\n"
        "        for (p = 0; p < PORTS_D; p = p + 1)\n"
        "            d_hit[p*ENTRIES +: ENTRIES] = match[p*ENTRIES +: ENTRIES] & {ENTRIES{d_taken[p]}};\n"
        "    end\n");
}

/* Steps 4 and 5 with one port. */
static void one_replacement(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Steps 4 and 5: a miss with all lanes takes an entry that is neither locked nor written by port S.\n"
        "    wire [ENTRIES-1:0] s_write;\n"
        "    wire d_miss = |d_taken & ~|d_hit & &d_mask;\n"
        "    wire [ENTRIES-1:0] candidate = ~locked & ~s_write;\n"
        "    reg  [ENTRIES-1:0] d_victim;\n"
        "\n"
        "    always @* begin : d_replacement\n"
        "        integer j;\n"
        "        for (j = 0; j < ENTRIES; j = j + 1)\n"
        "            d_victim[j] = d_miss & candidate[j] & ~|(candidate &\n"
        "                ahead(stays[j], stays, prior[j*ENTRIES +: ENTRIES], below[j*ENTRIES +: ENTRIES]));\n"
        "    end\n"
        "\n"
        "    wire [ENTRIES-1:0] d_write = d_hit | d_victim;\n");
}

/* Steps 4 and 5 with several. */
static void several_replacements(struct emit *e)
{
    char place[EXPRESSION];
    emit_format(e,
        "\n"
        "    // Steps 4 and 5: misses with all lanes take entries that are neither locked nor written by port S nor hit:\n"
        "    // the n-th one the candidate that n candidates are ahead of. Sets of entries by port are at\n"
        "    // [p*ENTRIES +: ENTRIES].\n"
        "    wire [ENTRIES-1:0] s_write;\n"
        "    reg  [PORTS_D*ENTRIES-1:0] d_victims;\n"
        "    wire [PORTS_D*ENTRIES-1:0] d_writes = d_hit | d_victims;\n"
        "    reg  [ENTRIES-1:0] d_victim;                         // of any port\n"
        "    reg  [ENTRIES-1:0] d_write;\n"
        "\n"
        "    always @* begin : d_replacement\n"
        "        integer p, j;\n"
        "        reg d_miss;\n"
        "        reg [ENTRIES-1:0] candidate;\n"
        "        reg [ENTRIES*ENTRY_BITS-1:0] place;              // candidates ahead of each entry\n"
        "        reg [5:0] misses;                                // on lower ports\n"
        "        d_miss = 1'b0;\n"
        "        misses = 6'd0;\n"
        "        candidate = ~locked & ~s_write;\n"
        "        for (p = 0; p < PORTS_D; p = p + 1)\n"
        "            candidate = candidate & ~d_hit[p*ENTRIES +: ENTRIES];\n"
        "        for (j = 0; j < ENTRIES; j = j + 1)\n"
        "            place[j*ENTRY_BITS +: ENTRY_BITS] = ones(candidate &\n"
        "                ahead(stays[j], stays, prior[j*ENTRIES +: ENTRIES], below[j*ENTRIES +: ENTRIES]));\n"
        "        for (p = 0; p < PORTS_D; p = p + 1) begin\n"
        "            d_miss = d_valid[p] & ~|d_hit[p*ENTRIES +: ENTRIES] & &d_mask[p*LANES +: LANES];\n"
        "            for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                d_victims[p*ENTRIES + j] = d_miss & candidate[j] &\n"
        "                    (%s == misses);\n"
        "            misses = misses + {5'd0, d_miss};\n"
        "        end\n"
        "    end\n"
        "\n"
        "    always @* begin : d_any\n"
        "        integer p;\n"
        "        d_victim = {ENTRIES{1'b0}};\n"
        "        d_write = {ENTRIES{1'b0}};\n"
        "        for (p = 0; p < PORTS_D; p = p + 1) begin\n"
        "            d_victim = d_victim | d_victims[p*ENTRIES +: ENTRIES];\n"
        "            d_write = d_write | d_writes[p*ENTRIES +: ENTRIES];\n"
        "        end\n"
        "    end\n",
        extend(place, "place[j*ENTRY_BITS +: ENTRY_BITS]", shape_value(e->shape, "ENTRY_BITS"), 6));
}

/* Results: those that concern the CCU, their ports, the entries that they are written to. */
static void port_d(struct emit *e)
{
    bool per_bank = several_ports(e) && e->config->ports_d >= e->config->banks;
    concerned_results(e);
    if (!writes_results(e)) {
        result_hits(e);
        emit_text(e, "\n    wire [ENTRIES-1:0] s_write;\n");
        return;
    }
    if (per_bank)
        port_per_bank(e);
    else if (several_ports(e))
        several_ports_of_more_banks(e);
    else
        one_port(e);
    result_hits(e);
    if (per_bank)
        port_d_results_per_bank(e);
    else
        port_d_results(e);
    if (several_ports(e))
        several_replacements(e);
    else
        one_replacement(e);
}

/* Next state -----------------------------------------------------------------------------------------------------
 *
 * With one port D its result is what every entry may take ("d_data"); with several each entry has a merge of its own in
 * block g_entry ("e_data").
 */

static const char *entry_result(const struct emit *e, char text[NAME], const char *name)
{
    snprintf(text, NAME, "%c_%s", several_ports(e) ? 'e' : 'd', name);
    return text;
}

/* The entries whose rank port D renews; with several ports, of all ports or of one. */
static const char *renewed(const struct emit *e, bool by_port)
{
    bool fifo = e->config->replacement == REPLACEMENT_FIFO;
    return by_port ? (fifo ? "d_victims" : "d_writes") : fifo ? "d_victim" : "d_write";
}

/* Ranks by port, of several. */
static void port_ranks(struct emit *e)
{
    emit_format(e,
        "    // The ports move their entries to the most recent ranks, one after the other.\n"
        "    reg [PORTS_D*ENTRY_BITS-1:0] d_rank;\n"
        "\n"
        "    always @* begin : d_ranks\n"
        "        integer p;\n"
        "        reg [ENTRIES-1:0] later;                         // entries of higher ports\n"
        "        later = {ENTRIES{1'b0}};\n"
        "        for (p = PORTS_D - 1; p >= 0; p = p - 1) begin\n"
        "            d_rank[p*ENTRY_BITS +: ENTRY_BITS] = MOST_RECENT - ones(later);\n"
        "            later = later | %s[p*ENTRIES +: ENTRIES];\n"
        "        end\n"
        "    end\n"
        "\n",
        renewed(e, true));
}

/* The most recent rank that is left for slots. */
static void emit_slot_rank(struct emit *e)
{
    if (!writes_results(e))
        emit_text(e, "            rank = MOST_RECENT;\n");
    else if (several_ports(e))
        emit_format(e, "            rank = MOST_RECENT - ones(%s);\n", renewed(e, false));
    else
        emit_format(e, "            rank = MOST_RECENT - {{(ENTRY_BITS-1){1'b0}}, |%s};\n", renewed(e, false));
}

/* Whether slot k is the last one that renews its entry's rank. */
static void emit_last_use(struct emit *e)
{
    if (e->config->replacement == REPLACEMENT_FIFO) {
        emit_text(e, "                last_use = |victim[k*ENTRIES +: ENTRIES];\n");
        return;
    }
    emit_format(e,
        "                last_use = issue_src_valid_i[k]%s;\n"
        "                for (j = k + 1; j < SLOTS; j = j + 1)\n"
        "                    last_use = last_use & ~issue_same_i[j*SLOTS + k];\n",
        writes_results(e) ? " & ~|(refers[k*ENTRIES +: ENTRIES] & d_write)" : "");
}

/* The sources of the instruction: indices, tags, ranks. */
static void sources(struct emit *e)
{
    bool fifo = e->config->replacement == REPLACEMENT_FIFO, ranks = has_ranks(e);
    emit_text(e,
        "\n"
        "    // Next state ----------------------------------------------------------------------------------\n"
        "\n");
    if (ranks && several_ports(e))
        port_ranks(e);
    if (ranks && fifo)
        emit_format(e,
            "    // Order of arrival: the victims of the slots%s move to the most recent ranks.\n"
            "    wire [ENTRIES-1:0] touched = replaced%s;\n",
            writes_results(e) ? ", then of port D," : "", writes_results(e) ? " | d_victim" : "");
    else if (ranks)
        emit_format(e,
            "    // Order of use: the slots of the instruction%s move to the most recent ranks. An entry's\n"
            "    // last use counts: the number of entries used later gives its rank.\n"
            "    wire [ENTRIES-1:0] touched = referenced%s;\n",
            writes_results(e) ? ", then port D," : "", writes_results(e) ? " | d_write" : "");
    emit_format(e,
        "    reg  [SLOTS*ENTRY_BITS-1:0] index_d;\n"
        "    reg  [ENTRIES*REG_BITS-1:0] source_tag;\n"
        "%s"
        "\n"
        "    always @* begin : sources\n"
        "        integer k, j;\n"
        "%s"
        "        k = 0;\n"
        "        j = 0;\n"
        "%s"
        "        index_d = {(SLOTS*ENTRY_BITS){1'b0}};\n"
        "        source_tag = {(ENTRIES*REG_BITS){1'b0}};\n"
        "%s"
        "        if (alloc_i) begin\n",
        ranks ? "    reg  [ENTRIES*ENTRY_BITS-1:0] source_rank;\n" : "",
        ranks ? "        reg last_use;\n"
                "        reg [ENTRY_BITS-1:0] rank;\n" : "",
        ranks ? "        last_use = 1'b0;\n"
                "        rank = {ENTRY_BITS{1'b0}};\n" : "",
        ranks ? "        source_rank = {(ENTRIES*ENTRY_BITS){1'b0}};\n" : "");
    if (ranks)
        emit_slot_rank(e);
    emit_text(e,
        "            for (k = SLOTS - 1; k >= 0; k = k - 1) begin\n"
        "                index_d[k*ENTRY_BITS +: ENTRY_BITS] = encode(refers[k*ENTRIES +: ENTRIES]);\n");
    if (ranks)
        emit_last_use(e);
    emit_format(e,
        "                for (j = 0; j < ENTRIES; j = j + 1)%s\n"
        "                    source_tag[j*REG_BITS +: REG_BITS] = source_tag[j*REG_BITS +: REG_BITS] |\n"
        "                        ({REG_BITS{victim[k*ENTRIES + j]}} & issue_src_reg_i[k*REG_BITS +: REG_BITS]);\n"
        "%s"
        "            end\n"
        "        end\n"
        "    end\n",
        ranks ? " begin" : "",
        ranks ? "                    source_rank[j*ENTRY_BITS +: ENTRY_BITS] = source_rank[j*ENTRY_BITS +: ENTRY_BITS] |\n"
                "                        ({ENTRY_BITS{last_use & refers[k*ENTRIES + j]}} & rank);\n"
                "                end\n"
                "                rank = rank - {{(ENTRY_BITS-1){1'b0}}, last_use};\n" : "");
}

/* What an entry takes of several ports D. */
static void entry_merge(struct emit *e)
{
    struct result list[6];
    char bits[WIDTH], name[NAME], zero[EXPRESSION], right[EXPRESSION];
    int count = results(e, list);
    if (has_ranks(e))
        list[count++] = (struct result){"d_rank", "", "ENTRY_BITS"};
    emit_text(e, "            // The result that a port D writes to it.\n");
    for (int i = 0; i < count; i++)
        emit_format(e, "            reg %s%s;\n", emit_range(bits, list[i].width),
                    entry_result(e, name, list[i].name + 2));
    emit_text(e,
        "\n"
        "            always @* begin : merge\n"
        "                integer p;\n");
    for (int i = 0; i < count; i++)
        emit_format(e, "                %s = %s;\n", entry_result(e, name, list[i].name + 2),
                    copies(zero, "1'b0", list[i].width));
    emit_text(e,
        "                for (p = 0; p < PORTS_D; p = p + 1)\n"
        "                    if (d_writes[p*ENTRIES + e]) begin\n");
    for (int i = 0; i < count; i++) {
        entry_result(e, name, list[i].name + 2);
        emit_format(e, "                        %s = %s | %s;\n", name, name,
                    element(right, list[i].name, "p", list[i].width));
    }
    emit_text(e,
        "                    end\n"
        "            end\n"
        "\n");
}

/* The value of an entry. */
static void entry_value(struct emit *e)
{
    char mask[NAME], data[NAME];
    entry_result(e, mask, "mask");
    entry_result(e, data, "data");
    emit_text(e,
        "            reg [VECTOR_BITS-1:0] data_q;\n"
        "\n"
        "            assign entry_data[e] = data_q;\n"
        "            assign s_write[e] = s_valid_i & (s_index == e);\n"
        "\n");
    if (!writes_results(e)) {
        emit_text(e,
            "            // 3.8: port S writes all lanes.\n"
            "            always @(posedge clk_i)\n"
            "                if (s_write[e])\n"
            "                    data_q <= s_data_i;\n");
        return;
    }
    if (several_ports(e))
        entry_merge(e);
    emit_format(e,
        "            // 3.8, 3.11: port S writes all lanes, port D those of its mask.\n"
        "            for (l = 0; l < LANES; l = l + 1) begin : g_lane\n"
        "                always @(posedge clk_i)\n"
        "                    if (s_write[e] | d_write[e])\n"
        "                        if (s_write[e] | %s[l])\n"
        "                            data_q[l*32 +: 32] <=\n"
        "                                d_write[e] & %s[l] ? %s[l*32 +: 32] : s_data_i[l*32 +: 32];\n"
        "            end\n",
        mask, mask, data);
}

/* The near bit of an entry. */
static void entry_near(struct emit *e)
{
    const char *const next[] = {
        [WRITE_NEAR] = "d_write[e] | source_near[e]",
        [WRITE_ALL] = several_ports(e) ? "d_write[e] ? e_near : source_near[e]" : "d_write[e] ? d_near : source_near[e]",
        [WRITE_NONE] = "source_near[e]",
    };
    emit_format(e,
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (referenced[e]%s)\n"
        "                    ct_near_q[e] <= %s;\n",
        writes_results(e) ? " | d_write[e]" : "", next[e->config->write]);
}

/* The distance of an entry. */
static void entry_distance(struct emit *e)
{
    char dist[NAME];
    bool counts = e->config->distance == DISTANCE_DECREMENTED;
    if (counts)
        emit_text(e,
            "\n"
            "            // 3.6, step 5: distances that are neither 0 nor the greatest count down.\n"
            "            wire [DIST_BITS-1:0] remains = ct_dist_q[e*DIST_BITS +: DIST_BITS];\n"
            "            wire counts = alloc_i & kept[e] & |remains & ~&remains;\n");
    emit_text(e,
        "\n"
        "            always @(posedge clk_i)\n");
    if (writes_results(e))
        emit_format(e,
            "                if (d_write[e])\n"
            "                    ct_dist_q[e*DIST_BITS +: DIST_BITS] <= %s;\n"
            "                else ",
            entry_result(e, dist, "dist"));
    else
        emit_text(e, "                ");
    emit_text(e,
        "if (referenced[e])\n"
        "                    ct_dist_q[e*DIST_BITS +: DIST_BITS] <= source_dist[e*DIST_BITS +: DIST_BITS];\n");
    if (counts)
        emit_text(e,
            "                else if (counts)\n"
            "                    ct_dist_q[e*DIST_BITS +: DIST_BITS] <= remains - 1'b1;\n");
}

/* The register of an entry. */
static void entry_tag(struct emit *e)
{
    char reg[NAME];
    emit_text(e,
        "\n"
        "            always @(posedge clk_i)\n");
    if (writes_results(e))
        emit_format(e,
            "                if (d_victim[e])\n"
            "                    ct_tag_q[e*REG_BITS +: REG_BITS] <= %s;\n"
            "                else ",
            entry_result(e, reg, "reg"));
    else
        emit_text(e, "                ");
    emit_text(e,
        "if (replaced[e])\n"
        "                    ct_tag_q[e*REG_BITS +: REG_BITS] <= source_tag[e*REG_BITS +: REG_BITS];\n");
}

/* The rank of an entry. */
static void entry_rank(struct emit *e)
{
    bool fifo = e->config->replacement == REPLACEMENT_FIFO;
    emit_text(e,
        "\n"
        "            // 3.11: an entry that is not touched moves down by the number of touched ones that were older.\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i)\n"
        "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= RANK;\n");
    if (writes_results(e))
        emit_format(e,
            "                else if (%s[e])\n"
            "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= %s;\n",
            renewed(e, false), several_ports(e) ? "e_rank" : "MOST_RECENT");
    emit_format(e,
        "                else if (%s[e])\n"
        "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= source_rank[e*ENTRY_BITS +: ENTRY_BITS];\n"
        "                else if (|touched)\n"
        "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <=\n"
        "                        ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] -\n"
        "                        ones(touched & older(ct_lru_q, ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS]));\n",
        fifo ? "replaced" : "referenced");
}

static void entries(struct emit *e)
{
    emit_text(e,
        "\n"
        "    generate\n"
        "        for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry\n");
    if (has_ranks(e))
        emit_text(e, "            localparam [ENTRY_BITS-1:0] RANK = e;\n\n");
    entry_value(e);
    if (has(e, WITH_NEAR))
        entry_near(e);
    if (has(e, WITH_DIST))
        entry_distance(e);
    entry_tag(e);
    if (has_ranks(e))
        entry_rank(e);
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
}

/* The bits of all entries, the slots, and the owner. */
static void next_state(struct emit *e)
{
    bool any = e->config->allocation == ALLOCATION_ANY;
    emit_format(e,
        "\n"
        "    // 3.12: the end of its warp empties the table, unless another warp takes the CCU in the same cycle.\n"
        "    wire ends = end_valid_i & (end_warp_i == warp_q) & ~alloc_i;\n"
        "%s"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | ends%s)\n"
        "            ct_valid_q <= {ENTRIES{1'b0}};\n"
        "        else\n"
        "            ct_valid_q <= %s;\n",
        any ? "\n    // 3.6 step 6: what the warp leaves behind in this CCU is not hit again.\n" : "", any ? " | leaves" : "",
        writes_results(e) ? "((stays | replaced) & ~stale) | d_victim" : "(stays | replaced) & ~stale");
    emit_text(e,
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            ct_lock_q <= {ENTRIES{1'b0}};\n"
        "        else\n"
        "            ct_lock_q <= locked;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | ends)\n"
        "            own_q <= 1'b0;\n"
        "        else if (alloc_i)\n"
        "            own_q <= 1'b1;\n"
        "        else if (leaves)\n"
        "            own_q <= 1'b0;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i) begin\n"
        "            oct_valid_q <= {SLOTS{1'b0}};\n"
        "            oct_ready_q <= {SLOTS{1'b0}};\n"
        "        end else if (alloc_i) begin\n"
        "            oct_valid_q <= issue_src_valid_i;\n"
        "            oct_ready_q <= slot_hit;\n"
        "        end else\n"
        "            oct_ready_q <= oct_ready_q | arrives;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (alloc_i)\n"
        "            oct_index_q <= index_d;\n");
}

/* What issue wants to know. */
static void port_r(struct emit *e)
{
    if (issue_needs_holders(e))
        emit_text(e, "\n    // Port R (3.5).\n    assign holds_o = |ct_valid_q;\n");
    if (has(e, WITH_WAIT) && has(e, WITH_NEAR))
        emit_text(e, "    assign near_o = |(ct_valid_q & ct_near_q);\n");
    if (has(e, WITH_WAIT) && has(e, WITH_DIST))
        emit_text(e,
            "\n"
            "    wire [ENTRIES-1:0] near;\n"
            "\n"
            "    generate\n"
            "        for (e = 0; e < ENTRIES; e = e + 1) begin : g_near\n"
            "            assign near[e] = ct_dist_q[e*DIST_BITS +: DIST_BITS] < NEAR_BELOW;\n"
            "        end\n"
            "    endgenerate\n"
            "\n"
            "    assign near_o = |(ct_valid_q & near);\n");
}

/* The header: what the table keeps. */
static void purpose(const struct emit *e, char *text, size_t size)
{
    static const char *const written[] = {
        [WRITE_NEAR] = "near results of the warp are written too (port D)",
        [WRITE_ALL] = "results of the warp are written too (port D)",
        [WRITE_NONE] = "results of the warp are not written, and make a copy of their register invalid",
    };
    snprintf(text, size,
             "A collector whose operands stay in a fully associative cache table (CT) after dispatch; the slots of the "
             "operand collector table (OCT) point into it. On allocation the sources are looked up, misses replace an "
             "entry and are read from the banks (port S); %s.\n"
             "Malekeh, sections III-C and IV-A. Specification: 3.3, 3.5, 3.6, 3.8, 3.11, 3.12.\n",
             written[e->config->write]);
}

/* Whether distances are compared with NEAR_BELOW. */
static bool compares_distances(const struct emit *e)
{
    return (has(e, WITH_DIST) && has(e, WITH_WAIT)) || (has(e, WITH_DST_DIST) && e->config->write == WRITE_NEAR);
}

void emit_ccu(struct emit *e)
{
    char text[1024];
    purpose(e, text, sizeof text);
    emit_module(e, "ccu", "caching collector unit", text);
    emit_parameters(e, "WARPS WARP_BITS LANES VECTOR_BITS REG_BITS IID_BITS BANKS ROW_BITS SLOTS SLOT_BITS ENTRIES "
                       "ENTRY_BITS PAYLOAD_BITS DIST_BITS%s%s",
                    compares_distances(e) ? " NEAR_BELOW" : "", several_ports(e) ? " PORTS_D" : "");
    ports(e);
    emit_body(e);
    if (has_ranks(e))
        emit_text(e, "\n    localparam [ENTRY_BITS-1:0] MOST_RECENT = ENTRIES[ENTRY_BITS-1:0] - 1'b1;\n");
    emit_text(e, "\n");
    registers(e);
    emit_data(e, "data_q", "VECTOR_BITS", "g_entry", e->config->entries);
    slots(e);
    victim_order(e);
    allocation(e);
    port_d(e);
    sources(e);
    entries(e);
    next_state(e);
    port_r(e);
    collector_metadata_text(e);
    collector_hazard(e, "oct_valid_q");
    emit_end(e);
}
