/* SPDX-License-Identifier: Apache-2.0 */
/* ccu: caching collector unit. */
#include "collector.h"
#include "modules.h"

static void ports(struct emit *e)
{
    collector_ports(e);
    emit_port(e, IN, "issue_valid_i", "1", "an instruction issues, here or elsewhere");
    emit_port(e, IN, "issue_src_near_i", "SLOTS", "the next read of the source is near");
    emit_port(e, IN, "issue_same_i", "SLOTS*SLOTS", "bit s*SLOTS+f, f <= s: slots s and f are equal");
    emit_port(e, IN, "random_i", "8", "pseudo-random number");
    emit_port(e, OUT, "holds_o", "1", "port R: holds values of warp_o");
    emit_port(e, IN, "wr_valid_i", "BANKS", "port D: results written to each bank");
    emit_port(e, IN, "wr_warp_i", "BANKS*WARP_BITS", "their warps");
    emit_port(e, IN, "wr_reg_i", "BANKS*REG_BITS", "their registers");
    emit_port(e, IN, "wr_near_i", "BANKS", "their next read is near");
    emit_port(e, IN, "wr_mask_i", "BANKS*LANES", "their lanes");
    emit_port(e, IN, "wr_data_i", "BANKS*VECTOR_BITS", "their values");
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
    emit_register(e, "ct_near_q", "ENTRIES", false, "its next read is near");
    emit_register(e, "ct_tag_q", "ENTRIES*REG_BITS", false, "its register");
    emit_register(e, "ct_lru_q", "ENTRIES*ENTRY_BITS", true, "its rank, 0 = least recently used");
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
        "    genvar s, e, b, l;\n"
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
        forward ? " | arrives" : "",
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

/* Order of replacement, of all entries. */
static void victim_order(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Order of replacement (IV-A1) ----------------------------------------------------------------\n"
        "\n"
        "    // Random choices start at entry (random * ENTRIES) / 256; reached[e]: e is there or behind.\n"
        "    wire [31:0] start = {24'd0, random_i} * ENTRIES;\n"
        "    wire [ENTRIES-1:0] reached;\n"
        "\n"
        "    generate\n"
        "        for (e = 0; e < ENTRIES; e = e + 1) begin : g_reached\n"
        "            assign reached[e] = start < 256 * (e + 1);\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    // Entries that were used before those of a rank.\n"
        "    function [ENTRIES-1:0] older;\n"
        "        input [ENTRIES*ENTRY_BITS-1:0] ranks;\n"
        "        input [ENTRY_BITS-1:0] rank;\n"
        "        integer k;\n"
        "        for (k = 0; k < ENTRIES; k = k + 1)\n"
        "            older[k] = ranks[k*ENTRY_BITS +: ENTRY_BITS] < rank;\n"
        "    endfunction\n"
        "\n"
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

/* Allocation: tag check and victims. */
static void allocation(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Allocation and tag check (III-C1, 3.6) ------------------------------------------------------\n"
        "\n"
        "    // Step 1: the table is flushed for another warp.\n"
        "    wire flush = warp_q != issue_warp_i;\n"
        "    wire [ENTRIES-1:0] kept = ct_valid_q & {ENTRIES{~flush}};\n"
        "    wire [ENTRIES-1:0] far = kept & ~ct_near_q;\n"
        "\n"
        "    // Sets of entries by slot are at [s*ENTRIES +: ENTRIES]. All are empty without an allocation.\n"
        "    reg [SLOTS*ENTRIES-1:0] victim;                      // entry that the slot's register replaces\n"
        "    reg [SLOTS*ENTRIES-1:0] refers;                      // entry of the slot\n"
        "    reg [SLOTS-1:0] slot_hit;                            // the entry has the value\n"
        "    reg [ENTRIES-1:0] entry_hit;                         // entries hit by any slot\n"
        "    reg [ENTRIES-1:0] referenced;                        // entries of all slots\n"
        "    reg [ENTRIES-1:0] replaced;                          // entries that get another register\n"
        "    reg [ENTRIES-1:0] source_near;                       // their next read is near\n"
        "\n"
        "    always @* begin : tag_check\n"
        "        integer k, j;\n"
        "        reg [ENTRIES-1:0] below;                         // entries before j, in number\n"
        "        reg [ENTRIES-1:0] ahead;                         // and in the order of replacement\n"
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
        "        source_near = {ENTRIES{1'b0}};\n"
        "        below = {ENTRIES{1'b0}};\n"
        "        ahead = {ENTRIES{1'b0}};\n"
        "        place = {(ENTRIES*ENTRY_BITS){1'b0}};\n"
        "        misses = {ENTRY_BITS{1'b0}};\n"
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
        "            // Step 3: victims. Empty entries come first, then far ones from the random start on, then near\n"
        "            // ones by age. The n-th miss takes the candidate that n candidates are ahead of.\n"
        "            for (j = 0; j < ENTRIES; j = j + 1) begin\n"
        "                below = ~({ENTRIES{1'b1}} << j);\n"
        "                ahead = ~kept[j] ? ~kept & below :\n"
        "                        far[j] & reached[j] ? ~kept | (far & reached & below) :\n"
        "                        far[j] ? ~kept | (far & (reached | below)) :\n"
        "                        ~kept | far | older(ct_lru_q, ct_lru_q[j*ENTRY_BITS +: ENTRY_BITS]);\n"
        "                place[j*ENTRY_BITS +: ENTRY_BITS] = ones(ahead & ~entry_hit);\n"
        "            end\n"
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
        "                replaced = replaced | victim[k*ENTRIES +: ENTRIES];\n"
        "                source_near = source_near | (refers[k*ENTRIES +: ENTRIES] & {ENTRIES{issue_src_near_i[k]}});\n"
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

static void port_d(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Port D (III-C1, IV-A2, 3.11) ----------------------------------------------------------------\n"
        "\n"
        "    // 3.6 step 6: the warp goes on in another CCU.\n"
        "    wire leaves = issue_valid_i & ~alloc_i & ~flush;\n"
        "\n"
        "    // Step 1: results that concern this CCU. Step 2: the lowest near one takes the port.\n"
        "    wire [BANKS-1:0] concerns;\n"
        "    wire [BANKS-1:0] d_near = concerns & wr_near_i;\n"
        "    wire [BANKS-1:0] d_select = d_near & (~d_near + 1'b1);\n"
        "\n"
        "    generate\n"
        "        for (b = 0; b < BANKS; b = b + 1) begin : g_result\n"
        "            wire [WARP_BITS-1:0] wr_warp = wr_warp_i[b*WARP_BITS +: WARP_BITS];\n"
        "            assign concerns[b] = wr_valid_i[b] & (alloc_i ? wr_warp == issue_warp_i\n"
        "                                                          : own_q & ~leaves & (wr_warp == warp_q));\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    // The entries that they hit, old or new; those of port D are written, the others stale.\n"
        "    reg [REG_BITS-1:0] d_reg;\n"
        "    reg [LANES-1:0] d_mask;\n"
        "    reg [VECTOR_BITS-1:0] d_data;\n"
        "    reg [ENTRIES-1:0] d_hit;\n"
        "    reg [ENTRIES-1:0] stale;\n"
        "\n"
        "    always @* begin : results\n"
        "        integer k, j;\n"
        "        reg [ENTRIES-1:0] match;\n"
        "        j = 0;\n"
        "        match = {ENTRIES{1'b0}};\n"
        "        d_reg = {REG_BITS{1'b0}};\n"
        "        d_mask = {LANES{1'b0}};\n"
        "        d_data = {VECTOR_BITS{1'b0}};\n"
        "        d_hit = {ENTRIES{1'b0}};\n"
        "        stale = {ENTRIES{1'b0}};\n"
        "        for (k = 0; k < BANKS; k = k + 1)\n"
        "            if (concerns[k]) begin\n"
        "                for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                    match[j] = stays[j] &\n"
        "                        (ct_tag_q[j*REG_BITS +: REG_BITS] == wr_reg_i[k*REG_BITS +: REG_BITS]);\n"
        "                for (j = 0; j < SLOTS; j = j + 1)\n"
        "                    if (issue_src_reg_i[j*REG_BITS +: REG_BITS] == wr_reg_i[k*REG_BITS +: REG_BITS])\n"
        "                        match = match | victim[j*ENTRIES +: ENTRIES];\n"
        "                if (d_select[k]) begin\n"
        "                    d_reg = d_reg | wr_reg_i[k*REG_BITS +: REG_BITS];\n"
        "                    d_mask = d_mask | wr_mask_i[k*LANES +: LANES];\n"
        "                    d_data = d_data | wr_data_i[k*VECTOR_BITS +: VECTOR_BITS];\n"
        "                    d_hit = d_hit | match;\n"
        "                end else\n"
        "                    stale = stale | match;\n"
        "            end\n"
        "    end\n"
        "\n"
        "    // Steps 4 and 5: a miss with all lanes takes an entry that is neither locked nor written by port S.\n"
        "    wire [ENTRIES-1:0] s_write;\n"
        "    wire d_miss = |d_select & ~|d_hit & &d_mask;\n"
        "    wire [ENTRIES-1:0] candidate = ~locked & ~s_write;\n"
        "    wire [ENTRIES-1:0] candidate_empty = candidate & ~stays;\n"
        "    wire [ENTRIES-1:0] candidate_far = candidate & ~ct_near_q;\n"
        "    reg  [ENTRIES-1:0] d_victim;\n"
        "\n"
        "    always @* begin : d_replacement\n"
        "        integer k;\n"
        "        reg [ENTRIES-1:0] choice;\n"
        "        k = 0;\n"
        "        choice = {ENTRIES{1'b0}};\n"
        "        d_victim = {ENTRIES{1'b0}};\n"
        "        if (d_miss) begin\n"
        "            if (|candidate_empty)\n"
        "                choice = candidate_empty;\n"
        "            else if (|(candidate_far & reached))\n"
        "                choice = candidate_far & reached;\n"
        "            else if (|candidate_far)\n"
        "                choice = candidate_far;\n"
        "            else\n"
        "                for (k = 0; k < ENTRIES; k = k + 1)\n"
        "                    choice[k] = candidate[k] &\n"
        "                        ~|(candidate & older(ct_lru_q, ct_lru_q[k*ENTRY_BITS +: ENTRY_BITS]));\n"
        "            d_victim = choice & (~choice + 1'b1);\n"
        "        end\n"
        "    end\n"
        "\n"
        "    wire [ENTRIES-1:0] d_write = d_hit | d_victim;\n");
}

static void next_state(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Next state ----------------------------------------------------------------------------------\n"
        "\n"
        "    // Order of use: the slots of the instruction, then port D, move to the most recent ranks. An entry's\n"
        "    // last use counts: the number of entries used later gives its rank.\n"
        "    wire [ENTRIES-1:0] touched = referenced | d_write;\n"
        "    reg  [SLOTS*ENTRY_BITS-1:0] index_d;\n"
        "    reg  [ENTRIES*REG_BITS-1:0] source_tag;\n"
        "    reg  [ENTRIES*ENTRY_BITS-1:0] source_rank;\n"
        "\n"
        "    always @* begin : sources\n"
        "        integer k, j;\n"
        "        reg last_use;\n"
        "        reg [ENTRY_BITS-1:0] rank;\n"
        "        k = 0;\n"
        "        j = 0;\n"
        "        last_use = 1'b0;\n"
        "        rank = {ENTRY_BITS{1'b0}};\n"
        "        index_d = {(SLOTS*ENTRY_BITS){1'b0}};\n"
        "        source_tag = {(ENTRIES*REG_BITS){1'b0}};\n"
        "        source_rank = {(ENTRIES*ENTRY_BITS){1'b0}};\n"
        "        if (alloc_i) begin\n"
        "            rank = MOST_RECENT - {{(ENTRY_BITS-1){1'b0}}, |d_write};\n"
        "            for (k = SLOTS - 1; k >= 0; k = k - 1) begin\n"
        "                index_d[k*ENTRY_BITS +: ENTRY_BITS] = encode(refers[k*ENTRIES +: ENTRIES]);\n"
        "                last_use = issue_src_valid_i[k] & ~|(refers[k*ENTRIES +: ENTRIES] & d_write);\n"
        "                for (j = k + 1; j < SLOTS; j = j + 1)\n"
        "                    last_use = last_use & ~issue_same_i[j*SLOTS + k];\n"
        "                for (j = 0; j < ENTRIES; j = j + 1) begin\n"
        "                    source_tag[j*REG_BITS +: REG_BITS] = source_tag[j*REG_BITS +: REG_BITS] |\n"
        "                        ({REG_BITS{victim[k*ENTRIES + j]}} & issue_src_reg_i[k*REG_BITS +: REG_BITS]);\n"
        "                    source_rank[j*ENTRY_BITS +: ENTRY_BITS] = source_rank[j*ENTRY_BITS +: ENTRY_BITS] |\n"
        "                        ({ENTRY_BITS{last_use & refers[k*ENTRIES + j]}} & rank);\n"
        "                end\n"
        "                rank = rank - {{(ENTRY_BITS-1){1'b0}}, last_use};\n"
        "            end\n"
        "        end\n"
        "    end\n"
        "\n"
        "    generate\n"
        "        for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry\n"
        "            localparam [ENTRY_BITS-1:0] RANK = e;\n"
        "\n"
        "            reg [VECTOR_BITS-1:0] data_q;\n"
        "\n"
        "            assign entry_data[e] = data_q;\n"
        "            assign s_write[e] = s_valid_i & (s_index == e);\n"
        "\n"
        "            // 3.8, 3.11: port S writes all lanes, port D those of its mask.\n"
        "            for (l = 0; l < LANES; l = l + 1) begin : g_lane\n"
        "                always @(posedge clk_i)\n"
        "                    if (s_write[e] | d_write[e])\n"
        "                        if (s_write[e] | d_mask[l])\n"
        "                            data_q[l*32 +: 32] <=\n"
        "                                d_write[e] & d_mask[l] ? d_data[l*32 +: 32] : s_data_i[l*32 +: 32];\n"
        "            end\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (touched[e])\n"
        "                    ct_near_q[e] <= d_write[e] | source_near[e];\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (d_victim[e])\n"
        "                    ct_tag_q[e*REG_BITS +: REG_BITS] <= d_reg;\n"
        "                else if (replaced[e])\n"
        "                    ct_tag_q[e*REG_BITS +: REG_BITS] <= source_tag[e*REG_BITS +: REG_BITS];\n"
        "\n"
        "            // 3.11: an entry that is not touched moves down by the number of touched ones that were older.\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i)\n"
        "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= RANK;\n"
        "                else if (d_write[e])\n"
        "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= MOST_RECENT;\n"
        "                else if (referenced[e])\n"
        "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= source_rank[e*ENTRY_BITS +: ENTRY_BITS];\n"
        "                else if (|touched)\n"
        "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <=\n"
        "                        ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] -\n"
        "                        ones(touched & older(ct_lru_q, ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS]));\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    // 3.12: the end of its warp empties the table, unless another warp takes the CCU in the same cycle.\n"
        "    wire ends = end_valid_i & (end_warp_i == warp_q) & ~alloc_i;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | ends)\n"
        "            ct_valid_q <= {ENTRIES{1'b0}};\n"
        "        else\n"
        "            ct_valid_q <= ((stays | replaced) & ~stale) | d_victim;\n"
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
        "            oct_index_q <= index_d;\n"
        "\n"
        "    assign holds_o = |ct_valid_q;\n");
}

void emit_ccu(struct emit *e)
{
    emit_module(e, "ccu", "caching collector unit",
        "A collector whose operands stay in a fully associative cache table (CT) after dispatch; the slots "
        "of the operand collector table (OCT) point into it. On allocation the sources are looked up, "
        "misses replace an entry and are read from the banks (port S); near results of the warp are written "
        "too (port D).\n"
        "Malekeh, sections III-C and IV-A. Specification: 3.3, 3.5, 3.6, 3.8, 3.11, 3.12.\n");
    emit_parameters(e, "WARPS WARP_BITS LANES VECTOR_BITS REG_BITS IID_BITS BANKS ROW_BITS SLOTS SLOT_BITS ENTRIES "
                       "ENTRY_BITS PAYLOAD_BITS");
    ports(e);
    emit_body(e);
    emit_text(e, "\n    localparam [ENTRY_BITS-1:0] MOST_RECENT = ENTRIES[ENTRY_BITS-1:0] - 1'b1;\n\n");
    registers(e);
    emit_data(e, "data_q", "VECTOR_BITS", "g_entry", e->config->entries);
    slots(e);
    victim_order(e);
    allocation(e);
    port_d(e);
    next_state(e);
    collector_metadata_text(e);
    collector_hazard(e, "oct_valid_q");
    emit_end(e);
}
