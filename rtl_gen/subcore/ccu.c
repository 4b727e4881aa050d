/* SPDX-License-Identifier: Apache-2.0 */
/* ccu: caching collector unit. */
#include "ccu.h"
#include "collector.h"
#include "rtl_gen/gen/modules.h"

bool issue_shows_same(const struct emit *e)
{
    return e->ccu && (has(e, WITH_STAGE) || has(e, WITH_DIST));
}

static void ports(struct emit *e)
{
    collector_ports(e);
    bool stage = has(e, WITH_STAGE);
    emit_port_if(e, !stage, IN, "head_src_valid_i", "WARPS*SLOTS", "each warp's next instruction: slots in use");
    emit_port_if(e, !stage, IN, "head_src_reg_i", "WARPS*SLOTS*REG_BITS", "their registers");
    emit_port_if(e, !stage, IN, "head_same_i", "WARPS*SLOTS*SLOTS",
                 "bit s*SLOTS+f, f <= s: slots s and f of it are equal");
    emit_port(e, IN, "issue_valid_i", "1", stage ? "an instruction is allocated, here or elsewhere"
                                                 : "an instruction issues, here or elsewhere");
    emit_port_if(e, has(e, WITH_NEAR), IN, "issue_src_near_i", "SLOTS", "the next read of the source is near");
    emit_port_if(e, has(e, WITH_DIST), IN, "issue_src_dist_i", "SLOTS*DIST_BITS", "distance to the next read of the source");
    emit_port_if(e, has(e, WITH_STAGE), IN, "issue_serves_i", "1", "its warp is the one of this CCU");
    emit_port_if(e, issue_shows_same(e), IN, "issue_same_i", "SLOTS*SLOTS",
                 "bit s*SLOTS+f, f <= s: slots s and f are equal");
    emit_port_if(e, !stage, IN, "issue_place_i", "SLOTS*SLOTS",
                 "bit s*SLOTS+n, n <= s: slot s names register n, from 0");
    emit_port_if(e, has(e, WITH_COUNTS), IN, "issue_count_i", ccu_places(e), "bit n: it names n registers");
    emit_port_if(e, !stage && has(e, WITH_RANKS), IN, "issue_rank_i", "SLOTS*ENTRY_BITS",
                 "rank that a slot gives its entry of an empty table, or 0");
    emit_port_if(e, has(e, WITH_RANDOM_ENTRY), IN, "random_i", "8", "pseudo-random number");
    emit_port_if(e, issue_needs_holders(e), OUT, "holds_o", "1", "port R: holds values of warp_o");
    emit_port_if(e, has(e, WITH_WAIT), OUT, "near_o", "1", "port R: some of them near");
    emit_port(e, IN, "wr_valid_i", "BANKS", "port D: results written to each bank");
    emit_port(e, IN, "wr_warp_i", "BANKS*WARP_BITS", "their warps");
    emit_port(e, IN, "wr_reg_i", "BANKS*REG_BITS", "their registers");
    emit_port_if(e, has(e, WITH_DST_NEAR), IN, "wr_near_i", "BANKS", "their next read is near");
    emit_port_if(e, has(e, WITH_DST_DIST), IN, "wr_dist_i", "BANKS*DIST_BITS", "distance to their next read");
    emit_port_if(e, ccu_writes_results(e), IN, "wr_mask_i", "BANKS*LANES", "their lanes");
    emit_port_if(e, ccu_writes_results(e), IN, "wr_data_i", "BANKS*VECTOR_BITS", "their values");
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
    if (has(e, WITH_RANKS))
        emit_register(e, "ct_lru_q", "ENTRIES*ENTRY_BITS", true,
                      e->config->replacement == REPLACEMENT_FIFO ? "its rank, 0 = oldest"
                                                                 : "its rank, 0 = least recently used");
}

/* A multiplexer in each slot: in the loop over the slots. */
static void slot_operand(struct emit *e)
{
    emit_format(e,
        "            // 3.3: the operand (the MUXs of III-C).\n"
        "            wire [VECTOR_BITS-1:0] value = entry_data[index];\n"
        "\n"
        "            always @* begin\n"
        "                operand_o[s*VECTOR_BITS +: VECTOR_BITS] = {VECTOR_BITS{1'b0}};\n"
        "                if (dispatch_i & oct_valid_q[s])\n"
        "                    operand_o[s*VECTOR_BITS +: VECTOR_BITS] = %s;\n"
        "            end\n"
        "\n",
        e->config->forward ? "oct_ready_q[s] ? value : s_data_i" : "value");
}

/* A multiplexer for half of the lanes in each slot, and a bus for each half. */
static void slot_halves(struct emit *e)
{
    emit_format(e,
        "            // 3.3, 3.4: the operand (the MUXs of III-C), its lower lanes first. The upper ones have arrived when\n"
        "            // they leave.\n"
        "            wire [BEAT_BITS-1:0] half = entry_half[index];\n"
        "\n"
        "            always @* begin\n"
        "                operand_o[s*BEAT_BITS +: BEAT_BITS] = {BEAT_BITS{1'b0}};\n"
        "                upper_operand_o[s*BEAT_BITS +: BEAT_BITS] = {BEAT_BITS{1'b0}};\n"
        "                if (dispatch_i & oct_valid_q[s])\n"
        "                    operand_o[s*BEAT_BITS +: BEAT_BITS] = %s;\n"
        "                if (upper_q & oct_valid_q[s])\n"
        "                    upper_operand_o[s*BEAT_BITS +: BEAT_BITS] = half;\n"
        "            end\n"
        "\n",
        e->config->forward ? "oct_ready_q[s] ? half : s_data_i[0 +: BEAT_BITS]" : "half");
}

/* What the multiplexers that all CCUs share need to know of a slot: in the loop over the slots. */
static void slot_select(struct emit *e)
{
    emit_format(e,
        "            // 3.3: where the operand comes from.\n"
        "            assign select_o[s*ENTRIES +: ENTRIES] =\n"
        "                {{(ENTRIES-1){1'b0}}, oct_valid_q[s]%s} << index;\n"
        "%s"
        "\n",
        e->config->forward ? " & oct_ready_q[s]" : "",
        e->config->forward ? "            assign forward_o[s] = oct_valid_q[s] & ~oct_ready_q[s];\n" : "");
}

static void slots(struct emit *e)
{
    char row[EXPRESSION];
    bool forward = e->config->forward, own = has(e, WITH_OWN_MUXES), upper = has(e, WITH_UPPER);
    bool war = has(e, WITH_WAR);
    emit_format(e,
        "\n"
        "    // Port S and the operands ---------------------------------------------------------------------\n"
        "\n"
        "%s%s"
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
        "\n",
        upper ? "    wire [BEAT_BITS-1:0] entry_half [0:ENTRIES-1];       // the lanes that leave, or could\n" :
        own ? "    wire [VECTOR_BITS-1:0] entry_data [0:ENTRIES-1];\n" : "",
        war ? "    wire [SLOTS*REG_BITS-1:0] slot_reg;\n" : "", forward ? " | arrives" : "",
        ccu_writes_results(e) ? ", l" : "");
    if (upper)
        slot_halves(e);
    else if (own)
        slot_operand(e);
    else
        slot_select(e);
    if (war)
        emit_text(e, "            assign slot_reg[s*REG_BITS +: REG_BITS] = ct_tag_q[index*REG_BITS +: REG_BITS];\n");
    emit_format(e,
        "            assign src_row_o[s*ROW_BITS +: ROW_BITS] = %s;\n"
        "        end\n"
        "    endgenerate\n",
        war ? row_of(row, e->shape, "slot_reg", "s*REG_BITS") : row_of(row, e->shape, "ct_tag_q", "index*REG_BITS"));
    emit_format(e,
        "\n"
        "    // 3.3%s.\n"
        "    assign dispatchable_o = occupied_q%s & ((~oct_valid_q | ready) == {SLOTS{1'b1}});\n",
        forward ? ": a value that arrives in this cycle counts" : "", upper ? " & ~upper_q" : "");
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
    emit_parameters(e, "%sWARP_BITS LANES VECTOR_BITS BEAT_BITS REG_BITS IID_BITS BANKS ROW_BITS SLOTS SLOT_BITS "
                       "ENTRIES ENTRY_BITS PAYLOAD_BITS DIST_BITS%s%s",
                    has(e, WITH_STAGE) && !has(e, WITH_WAR) ? "" : "WARPS ",
                    compares_distances(e) ? " NEAR_BELOW" : "", ccu_several_ports(e) ? " PORTS_D" : "");
    ports(e);
    emit_body(e);
    if (has(e, WITH_RANKS))
        emit_text(e, "\n    localparam [ENTRY_BITS-1:0] MOST_RECENT = ENTRIES[ENTRY_BITS-1:0] - 1'b1;\n");
    emit_text(e, "\n");
    registers(e);
    slots(e);
    ccu_victim_order(e);
    ccu_tag_check(e);
    ccu_allocation(e);
    ccu_port_d(e);
    ccu_sources(e);
    ccu_entries(e);
    ccu_next_state(e);
    port_r(e);
    collector_metadata_text(e);
    collector_hazard(e, "oct_valid_q");
    emit_end(e);
}
