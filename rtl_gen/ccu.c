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
                "    // Port S and the operands ---------------------------------------------------------------------------------\n"
                "\n"
                "    wire [ENTRIES*VECTOR_BITS-1:0] entry_data;\n"
                "    wire [SLOTS*REG_BITS-1:0] slot_reg;\n"
                "    wire [ENTRY_BITS-1:0] s_index = oct_index_q[s_slot_i*ENTRY_BITS +: ENTRY_BITS];\n"
                "    wire [SLOTS-1:0] arrives;\n"
                "    wire [SLOTS-1:0] ready = oct_ready_q%s;\n"
                "\n"
                "    genvar s, e, f, b, l;\n"
                "    generate\n"
                "        for (s = 0; s < SLOTS; s = s + 1) begin : g_slot\n"
                "            wire [ENTRY_BITS-1:0] index = oct_index_q[s*ENTRY_BITS +: ENTRY_BITS];\n"
                "\n"
                "            // 3.8: one read serves every slot of the entry.\n"
                "            assign arrives[s] = s_valid_i & oct_valid_q[s] & (index == s_index);\n"
                "\n"
                "            // 3.3: the operand (the MUXs of III-C).\n"
                "            always @*\n"
                "                if (~dispatch_i | ~oct_valid_q[s])\n"
                "                    operand_o[s*VECTOR_BITS +: VECTOR_BITS] = {VECTOR_BITS{1'b0}};\n"
                "%s"
                "                else\n"
                "                    operand_o[s*VECTOR_BITS +: VECTOR_BITS] = entry_data[index*VECTOR_BITS +: VECTOR_BITS];\n"
                "\n"
                "            assign slot_reg[s*REG_BITS +: REG_BITS] = ct_tag_q[index*REG_BITS +: REG_BITS];\n"
                "            assign src_row_o[s*ROW_BITS +: ROW_BITS] = %s;\n"
                "        end\n"
                "    endgenerate\n",
                forward ? " | arrives" : "",
                forward ? "                else if (~oct_ready_q[s])\n"
                          "                    operand_o[s*VECTOR_BITS +: VECTOR_BITS] = s_data_i;\n" : "",
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
              "    // Order of replacement (IV-A1) ----------------------------------------------------------------------------\n"
              "\n"
              "    // Random choices start at entry (random * ENTRIES) / 256; reached[e]: e is there or behind.\n"
              "    wire [31:0] start = {24'd0, random_i} * ENTRIES;\n"
              "    wire [ENTRIES-1:0] reached;\n"
              "    wire [ENTRIES*ENTRIES-1:0] older;            // bit e*ENTRIES+f: f was used before e\n"
              "\n"
              "    generate\n"
              "        for (e = 0; e < ENTRIES; e = e + 1) begin : g_order\n"
              "            assign reached[e] = start < 256 * (e + 1);\n"
              "\n"
              "            assign older[e*ENTRIES + e] = 1'b0;\n"
              "            for (f = 0; f < e; f = f + 1) begin : g_pair\n"
              "                wire before = ct_lru_q[f*ENTRY_BITS +: ENTRY_BITS] < ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS];\n"
              "                assign older[e*ENTRIES + f] = before;\n"
              "                assign older[f*ENTRIES + e] = ~before;\n"
              "            end\n"
              "        end\n"
              "    endgenerate\n"
              "\n"
              "    function [ENTRY_BITS-1:0] ones;               // entries in a set that lacks at least one\n"
              "        input [ENTRIES-1:0] set;\n"
              "        integer k;\n"
              "        begin\n"
              "            ones = {ENTRY_BITS{1'b0}};\n"
              "            for (k = 0; k < ENTRIES; k = k + 1)\n"
              "                ones = ones + {{(ENTRY_BITS-1){1'b0}}, set[k]};\n"
              "        end\n"
              "    endfunction\n");
}

/* Allocation: tag check and victims. */
static void tag_check(struct emit *e)
{
    emit_text(e,
              "\n"
              "    // Allocation and tag check (III-C1, 3.6) ------------------------------------------------------------------\n"
              "\n"
              "    // Step 1: the table is flushed for another warp.\n"
              "    wire flush = warp_q != issue_warp_i;\n"
              "    wire [ENTRIES-1:0] kept = ct_valid_q & {ENTRIES{~flush}};\n"
              "\n"
              "    // Step 2: hits of slot s at [s*ENTRIES +: ENTRIES].\n"
              "    wire [SLOTS*ENTRIES-1:0] hit;\n"
              "    wire [SLOTS-1:0] slot_hit;\n"
              "    wire [SLOTS-1:0] miss = issue_first_i & ~slot_hit;\n"
              "    reg  [ENTRIES-1:0] entry_hit;\n"
              "\n"
              "    generate\n"
              "        for (s = 0; s < SLOTS; s = s + 1) begin : g_hit\n"
              "            for (e = 0; e < ENTRIES; e = e + 1) begin : g_tag\n"
              "                assign hit[s*ENTRIES + e] = issue_src_valid_i[s] & kept[e] &\n"
              "                    (ct_tag_q[e*REG_BITS +: REG_BITS] == issue_src_reg_i[s*REG_BITS +: REG_BITS]);\n"
              "            end\n"
              "\n"
              "            assign slot_hit[s] = |hit[s*ENTRIES +: ENTRIES];\n"
              "        end\n"
              "    endgenerate\n"
              "\n"
              "    always @* begin : any_hit\n"
              "        integer k;\n"
              "        entry_hit = {ENTRIES{1'b0}};\n"
              "        for (k = 0; k < SLOTS; k = k + 1)\n"
              "            entry_hit = entry_hit | hit[k*ENTRIES +: ENTRIES];\n"
              "    end\n"
              "\n"
              "    // Step 3: empty entries first, then far ones from the random start on, then by age. ahead: entries that\n"
              "    // come before e in this order; place: candidates among them. The k-th miss takes the candidate with\n"
              "    // place k.\n"
              "    wire [ENTRIES-1:0] empty = ~kept;\n"
              "    wire [ENTRIES-1:0] far = kept & ~ct_near_q;\n"
              "    wire [ENTRIES*ENTRY_BITS-1:0] place;\n"
              "    reg  [SLOTS*ENTRY_BITS-1:0] turn;\n"
              "    wire [SLOTS*ENTRIES-1:0] victim;\n"
              "\n"
              "    generate\n"
              "        for (e = 0; e < ENTRIES; e = e + 1) begin : g_place\n"
              "            wire [ENTRIES-1:0] below = ~({ENTRIES{1'b1}} << e);\n"
              "            wire [ENTRIES-1:0] far_ahead = reached[e] ? far & reached & below : far & (reached | below);\n"
              "            wire [ENTRIES-1:0] ahead = ~kept[e] ? empty & below :\n"
              "                                       far[e] ? empty | far_ahead :\n"
              "                                       empty | far | older[e*ENTRIES +: ENTRIES];\n"
              "\n"
              "            assign place[e*ENTRY_BITS +: ENTRY_BITS] = ones(ahead & ~entry_hit);\n"
              "        end\n"
              "    endgenerate\n"
              "\n"
              "    always @* begin : turns\n"
              "        integer k;\n"
              "        reg [ENTRY_BITS-1:0] misses;\n"
              "        misses = {ENTRY_BITS{1'b0}};\n"
              "        for (k = 0; k < SLOTS; k = k + 1) begin\n"
              "            turn[k*ENTRY_BITS +: ENTRY_BITS] = misses;\n"
              "            misses = misses + {{(ENTRY_BITS-1){1'b0}}, miss[k]};\n"
              "        end\n"
              "    end\n"
              "\n"
              "    generate\n"
              "        for (s = 0; s < SLOTS; s = s + 1) begin : g_victim\n"
              "            for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry_of\n"
              "                assign victim[s*ENTRIES + e] = alloc_i & miss[s] & ~entry_hit[e] &\n"
              "                    (place[e*ENTRY_BITS +: ENTRY_BITS] == turn[s*ENTRY_BITS +: ENTRY_BITS]);\n"
              "            end\n"
              "        end\n"
              "    endgenerate\n");
}

/* Allocation: the entries that the instruction refers to. */
static void references(struct emit *e)
{
    emit_text(e,
              "\n"
              "    // Step 4: the entry of slot s, one-hot at [s*ENTRIES +: ENTRIES]: its hit, or the victim of the first slot\n"
              "    // with its register.\n"
              "    reg [SLOTS*ENTRIES-1:0] refers;\n"
              "    reg [SLOTS*ENTRY_BITS-1:0] index_d;\n"
              "\n"
              "    always @* begin : slot_entries\n"
              "        integer k, j;\n"
              "        for (k = 0; k < SLOTS; k = k + 1) begin\n"
              "            refers[k*ENTRIES +: ENTRIES] = hit[k*ENTRIES +: ENTRIES] & {ENTRIES{alloc_i}};\n"
              "            for (j = 0; j <= k; j = j + 1)\n"
              "                refers[k*ENTRIES +: ENTRIES] = refers[k*ENTRIES +: ENTRIES] |\n"
              "                    (victim[j*ENTRIES +: ENTRIES] & {ENTRIES{issue_same_i[k*SLOTS + j]}});\n"
              "        end\n"
              "    end\n"
              "\n"
              "    always @* begin : slot_indices\n"
              "        integer k, j;\n"
              "        index_d = {(SLOTS*ENTRY_BITS){1'b0}};\n"
              "        for (k = 0; k < SLOTS; k = k + 1)\n"
              "            for (j = 0; j < ENTRIES; j = j + 1)\n"
              "                index_d[k*ENTRY_BITS +: ENTRY_BITS] = index_d[k*ENTRY_BITS +: ENTRY_BITS] |\n"
              "                    ({ENTRY_BITS{refers[k*ENTRIES + j]}} & j[ENTRY_BITS-1:0]);\n"
              "    end\n"
              "\n"
              "    assign need_o = miss & {SLOTS{alloc_i}};\n"
              "\n"
              "    // Step 5: what becomes of entry e.\n"
              "    reg [ENTRIES-1:0] referenced;                 // a source of the instruction\n"
              "    reg [ENTRIES-1:0] replaced;                   // taken for a new register\n"
              "    reg [ENTRIES-1:0] source_near;\n"
              "    reg [ENTRIES*REG_BITS-1:0] source_tag;\n"
              "\n"
              "    always @* begin : entries\n"
              "        integer k, j;\n"
              "        referenced = {ENTRIES{1'b0}};\n"
              "        replaced = {ENTRIES{1'b0}};\n"
              "        source_near = {ENTRIES{1'b0}};\n"
              "        source_tag = {(ENTRIES*REG_BITS){1'b0}};\n"
              "        for (k = 0; k < SLOTS; k = k + 1) begin\n"
              "            referenced = referenced | refers[k*ENTRIES +: ENTRIES];\n"
              "            replaced = replaced | victim[k*ENTRIES +: ENTRIES];\n"
              "            source_near = source_near | (refers[k*ENTRIES +: ENTRIES] & {ENTRIES{issue_src_near_i[k]}});\n"
              "            for (j = 0; j < ENTRIES; j = j + 1)\n"
              "                source_tag[j*REG_BITS +: REG_BITS] = source_tag[j*REG_BITS +: REG_BITS] |\n"
              "                    ({REG_BITS{victim[k*ENTRIES + j]}} & issue_src_reg_i[k*REG_BITS +: REG_BITS]);\n"
              "        end\n"
              "    end\n"
              "\n"
              "    // The table after these steps, before port D.\n"
              "    wire [ENTRIES-1:0] stays = ct_valid_q & {ENTRIES{~(alloc_i & flush)}};\n"
              "    wire [ENTRIES-1:0] locked = alloc_i ? referenced : ct_lock_q & {ENTRIES{~dispatch_i}};\n");
}

static void port_d(struct emit *e)
{
    emit_text(e,
              "\n"
              "    // Port D (III-C1, IV-A2, 3.11) ----------------------------------------------------------------------------\n"
              "\n"
              "    // 3.6 step 6: the warp goes on in another CCU.\n"
              "    wire leaves = issue_valid_i & ~alloc_i & ~flush;\n"
              "\n"
              "    // Step 1: results that concern this CCU, and the entries of their registers: those of the old table that\n"
              "    // stay, and the new ones.\n"
              "    wire [BANKS-1:0] concerns;\n"
              "    wire [BANKS*ENTRIES-1:0] d_hit;\n"
              "\n"
              "    generate\n"
              "        for (b = 0; b < BANKS; b = b + 1) begin : g_result\n"
              "            wire [WARP_BITS-1:0] wr_warp = wr_warp_i[b*WARP_BITS +: WARP_BITS];\n"
              "            wire [REG_BITS-1:0] wr_reg = wr_reg_i[b*REG_BITS +: REG_BITS];\n"
              "            wire [SLOTS-1:0] is_source;\n"
              "\n"
              "            assign concerns[b] = wr_valid_i[b] & (alloc_i ? wr_warp == issue_warp_i\n"
              "                                                          : own_q & ~leaves & (wr_warp == warp_q));\n"
              "\n"
              "            for (s = 0; s < SLOTS; s = s + 1) begin : g_source\n"
              "                assign is_source[s] = issue_src_reg_i[s*REG_BITS +: REG_BITS] == wr_reg;\n"
              "            end\n"
              "\n"
              "            for (e = 0; e < ENTRIES; e = e + 1) begin : g_match\n"
              "                wire [SLOTS-1:0] taken_by;\n"
              "\n"
              "                for (s = 0; s < SLOTS; s = s + 1) begin : g_taken\n"
              "                    assign taken_by[s] = victim[s*ENTRIES + e];\n"
              "                end\n"
              "\n"
              "                assign d_hit[b*ENTRIES + e] = concerns[b] &\n"
              "                    ((stays[e] & ~replaced[e] & (ct_tag_q[e*REG_BITS +: REG_BITS] == wr_reg)) |\n"
              "                     (|(taken_by & is_source)));\n"
              "            end\n"
              "        end\n"
              "    endgenerate\n"
              "\n"
              "    // Step 2: the lowest near one takes the port, the others invalidate what they hit.\n"
              "    wire [BANKS-1:0] d_near = concerns & wr_near_i;\n"
              "    wire [BANKS-1:0] d_select = d_near & (~d_near + 1'b1);\n"
              "    reg  [REG_BITS-1:0] d_reg;\n"
              "    reg  [LANES-1:0] d_mask;\n"
              "    reg  [VECTOR_BITS-1:0] d_data;\n"
              "    reg  [ENTRIES-1:0] d_entry;\n"
              "    reg  [ENTRIES-1:0] stale;\n"
              "\n"
              "    always @* begin : selected\n"
              "        integer k;\n"
              "        d_reg = {REG_BITS{1'b0}};\n"
              "        d_mask = {LANES{1'b0}};\n"
              "        d_data = {VECTOR_BITS{1'b0}};\n"
              "        d_entry = {ENTRIES{1'b0}};\n"
              "        stale = {ENTRIES{1'b0}};\n"
              "        for (k = 0; k < BANKS; k = k + 1)\n"
              "            if (d_select[k]) begin\n"
              "                d_reg = d_reg | wr_reg_i[k*REG_BITS +: REG_BITS];\n"
              "                d_mask = d_mask | wr_mask_i[k*LANES +: LANES];\n"
              "                d_data = d_data | wr_data_i[k*VECTOR_BITS +: VECTOR_BITS];\n"
              "                d_entry = d_entry | d_hit[k*ENTRIES +: ENTRIES];\n"
              "            end else\n"
              "                stale = stale | d_hit[k*ENTRIES +: ENTRIES];\n"
              "    end\n"
              "\n"
              "    // Steps 4 and 5: a miss with all lanes takes an entry that is neither locked nor written by port S.\n"
              "    wire [ENTRIES-1:0] s_write;\n"
              "    wire d_miss = |d_select & ~|d_entry & &d_mask;\n"
              "    wire [ENTRIES-1:0] d_candidate = ~locked & ~s_write;\n"
              "    wire [ENTRIES-1:0] d_empty = d_candidate & ~stays;\n"
              "    wire [ENTRIES-1:0] d_far = d_candidate & stays & ~ct_near_q;\n"
              "    wire [ENTRIES-1:0] d_oldest;\n"
              "    wire [ENTRIES-1:0] d_class = |d_empty ? d_empty :\n"
              "                                 |(d_far & reached) ? d_far & reached :\n"
              "                                 |d_far ? d_far : d_oldest;\n"
              "    wire [ENTRIES-1:0] d_victim = d_class & (~d_class + 1'b1) & {ENTRIES{d_miss}};\n"
              "    wire [ENTRIES-1:0] d_write = d_entry | d_victim;\n"
              "\n"
              "    generate\n"
              "        for (e = 0; e < ENTRIES; e = e + 1) begin : g_oldest\n"
              "            assign d_oldest[e] = d_candidate[e] & ~|(d_candidate & older[e*ENTRIES +: ENTRIES]);\n"
              "        end\n"
              "    endgenerate\n");
}

static void next_state(struct emit *e)
{
    emit_text(e,
              "\n"
              "    // Next state ----------------------------------------------------------------------------------------------\n"
              "\n"
              "    // Order of use: the slots of the instruction, then port D, move to the most recent ranks.\n"
              "    wire [ENTRIES-1:0] touched = referenced | d_write;\n"
              "    wire [SLOTS-1:0] last_use;                    // no higher slot, nor port D, touches the same entry\n"
              "    reg  [SLOTS*ENTRY_BITS-1:0] slot_rank;\n"
              "    reg  [ENTRIES*ENTRY_BITS-1:0] touched_rank;\n"
              "\n"
              "    generate\n"
              "        for (s = 0; s < SLOTS; s = s + 1) begin : g_use\n"
              "            wire [SLOTS-1:0] again;\n"
              "\n"
              "            for (f = 0; f < SLOTS; f = f + 1) begin : g_higher\n"
              "                assign again[f] = (f > s) & issue_same_i[f*SLOTS + s];\n"
              "            end\n"
              "\n"
              "            assign last_use[s] = issue_src_valid_i[s] & ~|again & ~|(refers[s*ENTRIES +: ENTRIES] & d_write);\n"
              "        end\n"
              "    endgenerate\n"
              "\n"
              "    always @* begin : ranks\n"
              "        integer k, j;\n"
              "        reg [ENTRY_BITS-1:0] rank;\n"
              "        rank = MOST_RECENT - {{(ENTRY_BITS-1){1'b0}}, |d_write};\n"
              "        touched_rank = {(ENTRIES*ENTRY_BITS){1'b0}};\n"
              "        for (k = SLOTS - 1; k >= 0; k = k - 1) begin\n"
              "            slot_rank[k*ENTRY_BITS +: ENTRY_BITS] = rank & {ENTRY_BITS{last_use[k]}};\n"
              "            rank = rank - {{(ENTRY_BITS-1){1'b0}}, last_use[k]};\n"
              "            for (j = 0; j < ENTRIES; j = j + 1)\n"
              "                touched_rank[j*ENTRY_BITS +: ENTRY_BITS] = touched_rank[j*ENTRY_BITS +: ENTRY_BITS] |\n"
              "                    (slot_rank[k*ENTRY_BITS +: ENTRY_BITS] & {ENTRY_BITS{refers[k*ENTRIES + j]}});\n"
              "        end\n"
              "    end\n"
              "\n"
              "    generate\n"
              "        for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry\n"
              "            localparam [ENTRY_BITS-1:0] RANK = e;\n"
              "\n"
              "            reg [VECTOR_BITS-1:0] data_q;\n"
              "\n"
              "            assign entry_data[e*VECTOR_BITS +: VECTOR_BITS] = data_q;\n"
              "            assign s_write[e] = s_valid_i & (s_index == e);\n"
              "\n"
              "            // 3.8, 3.11: port S writes all lanes, port D those of its mask.\n"
              "            for (l = 0; l < LANES; l = l + 1) begin : g_lane\n"
              "                always @(posedge clk_i)\n"
              "                    if (s_write[e] | d_write[e])\n"
              "                        if (s_write[e] | d_mask[l])\n"
              "                            data_q[l*32 +: 32] <= d_write[e] & d_mask[l] ? d_data[l*32 +: 32] : s_data_i[l*32 +: 32];\n"
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
              "            // 3.11: an entry that is not touched moves down by the touched ones that were above... below it.\n"
              "            always @(posedge clk_i)\n"
              "                if (rst_i)\n"
              "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= RANK;\n"
              "                else if (d_write[e])\n"
              "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= MOST_RECENT;\n"
              "                else if (referenced[e])\n"
              "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= touched_rank[e*ENTRY_BITS +: ENTRY_BITS];\n"
              "                else if (|touched)\n"
              "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <=\n"
              "                        ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] - ones(touched & older[e*ENTRIES +: ENTRIES]);\n"
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
                "A collector whose operands stay in a fully associative cache table (CT) after dispatch; the slots of the\n"
                "operand collector table (OCT) point into it. On allocation the sources are looked up, misses replace an\n"
                "entry and are read from the banks (port S); near results of the warp are written too (port D).\n"
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
    tag_check(e);
    references(e);
    port_d(e);
    next_state(e);
    collector_metadata_text(e);
    collector_hazard(e, "oct_valid_q");
    emit_end(e);
}
