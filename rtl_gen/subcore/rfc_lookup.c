/* SPDX-License-Identifier: Apache-2.0 */
/* rfc: lookup of the warp's next instruction, and its read ports (3.15, Lookup). */
#include "rfc.h"
#include "rtl_gen/gen/modules.h"

/* Which entries the slots hit. */
static void hits(struct emit *e)
{
    bool back = has(e, WITH_RFC_BACK), entries = has(e, WITH_LACK) || has(e, WITH_TOUCH);
    emit_format(e,
        "\n"
        "    // Lookup --------------------------------------------------------------------------------------\n"
        "\n"
        "    // Sets of entries by slot are at [s*ENTRIES +: ENTRIES].\n"
        "    wire [SLOTS*ENTRIES-1:0] hits;                       // entry that the slot hits\n"
        "    wire [SLOTS-1:0] first;                              // no lower slot has the same register\n"
        "    wire [SLOTS-1:0] found;                              // and it hits\n"
        "%s"
        "\n"
        "    generate\n"
        "        for (s = 0; s < SLOTS; s = s + 1) begin : g_lookup\n"
        "            wire [SLOTS-1:0] self = {{(SLOTS-1){1'b0}}, 1'b1} << s;\n"
        "\n"
        "            for (e = 0; e < ENTRIES; e = e + 1) begin : g_hit\n"
        "                assign hits[s*ENTRIES + e] = head_src_valid_i[s] & valid_q[e] &\n"
        "                    (tag_q[e*REG_BITS +: REG_BITS] == head_src_reg_i[s*REG_BITS +: REG_BITS]);\n"
        "            end\n"
        "\n"
        "            assign first[s] = head_same_i[s*SLOTS +: SLOTS] == self;\n"
        "            assign found[s] = first[s] & |hits[s*ENTRIES +: ENTRIES];\n"
        "%s"
        "        end\n"
        "    endgenerate\n",
        back ? "    wire [SLOTS-1:0] found_dirty;                        // and what it hits is not in the bank\n" : "",
        back ? "            assign found_dirty[s] = first[s] & |(hits[s*ENTRIES +: ENTRIES] & dirty_q);\n" : "");
    if (entries)
        emit_text(e,
            "\n"
            "    reg [ENTRIES-1:0] entry_hit;                         // entries hit by any slot\n"
            "\n"
            "    always @* begin : hit_entries\n"
            "        integer k;\n"
            "        entry_hit = {ENTRIES{1'b0}};\n"
            "        for (k = 0; k < SLOTS; k = k + 1)\n"
            "            entry_hit = entry_hit | hits[k*ENTRIES +: ENTRIES];\n"
            "    end\n");
}

/* The number of the port that each first slot gets, and whether there are ports enough. */
static void turns(struct emit *e)
{
    bool back = has(e, WITH_RFC_BACK), few = has(e, WITH_LACK);
    emit_format(e,
        "\n"
        "    // The place of each slot among those that want a port%s.\n"
        "    reg [SLOTS*HIT_BITS-1:0] place;\n"
        "%s"
        "\n"
        "    always @* begin : places\n"
        "        integer k, f;\n"
        "        reg [HIT_BITS-1:0] earlier;\n"
        "%s"
        "        earlier = {HIT_BITS{1'b0}};\n"
        "        place = {(SLOTS*HIT_BITS){1'b0}};\n"
        "%s"
        "        for (k = 0; k < SLOTS; k = k + 1) begin\n"
        "            earlier = {HIT_BITS{1'b0}};\n"
        "            for (f = 0; f < SLOTS; f = f + 1)\n"
        "%s"
        "            place[k*HIT_BITS +: HIT_BITS] = earlier;\n"
        "        end\n"
        "    end\n",
        back ? ": dirty copies come first, the bank has no value for them" : "",
        few ? "    reg [HIT_BITS-1:0] dirty_slots;                      // those that hit dirty entries\n" : "",
        back ? "        reg ahead;                                       // slot f comes before slot k\n" : "",
        few ? "        dirty_slots = {HIT_BITS{1'b0}};\n"
                      "        for (k = 0; k < SLOTS; k = k + 1)\n"
                      "            dirty_slots = dirty_slots + {{(HIT_BITS-1){1'b0}}, found_dirty[k]};\n" : "",
        back ? "                if (f != k) begin\n"
               "                    ahead = f < k ? found_dirty[f] | (found[f] & ~found_dirty[k])\n"
               "                                  : found_dirty[f] & ~found_dirty[k];\n"
               "                    earlier = earlier + {{(HIT_BITS-1){1'b0}}, ahead};\n"
               "                end\n"
             : "                if (f < k)\n"
               "                    earlier = earlier + {{(HIT_BITS-1){1'b0}}, found[f]};\n");
    if (few)
        emit_text(e,
            "\n"
            "    // 3.5, condition 6.\n"
            "    wire lacks = head_valid_i & (dirty_slots > READ_PORTS[HIT_BITS-1:0]);\n"
            "\n"
            "    assign lacks_o = lacks;\n");
}

/* The ports: the entry and the slots of each. */
static void ports(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Read ports: the entry that each one delivers, and the slots that name its register.\n"
        "    reg [READ_PORTS*ENTRIES-1:0] port_entry;\n"
        "\n"
        "    always @* begin : read_ports\n"
        "        integer k, p, f;\n"
        "        reg [SLOTS*READ_PORTS-1:0] given;                // bit f*READ_PORTS+p: first slot f has port p\n"
        "        given = {(SLOTS*READ_PORTS){1'b0}};\n"
        "        port_entry = {(READ_PORTS*ENTRIES){1'b0}};\n"
        "        slot_port_o = {(SLOTS*READ_PORTS){1'b0}};\n"
        "        for (f = 0; f < SLOTS; f = f + 1)\n"
        "            for (p = 0; p < READ_PORTS; p = p + 1) begin\n"
        "                given[f*READ_PORTS + p] = found[f] & (place[f*HIT_BITS +: HIT_BITS] == p[HIT_BITS-1:0]);\n"
        "                port_entry[p*ENTRIES +: ENTRIES] = port_entry[p*ENTRIES +: ENTRIES] |\n"
        "                    ({ENTRIES{given[f*READ_PORTS + p]}} & hits[f*ENTRIES +: ENTRIES]);\n"
        "            end\n"
        "        for (k = 0; k < SLOTS; k = k + 1)\n"
        "            for (f = 0; f <= k; f = f + 1)\n"
        "                slot_port_o[k*READ_PORTS +: READ_PORTS] = slot_port_o[k*READ_PORTS +: READ_PORTS] |\n"
        "                    ({READ_PORTS{head_same_i[k*SLOTS + f]}} & given[f*READ_PORTS +: READ_PORTS]);\n"
        "    end\n"
        "\n"
        "    // Their values: one multiplexer of the entries for each port.\n"
        "    always @* begin : read_data\n"
        "        integer k, p;\n"
        "        read_data_o = {(READ_PORTS*VECTOR_BITS){1'b0}};\n"
        "        for (p = 0; p < READ_PORTS; p = p + 1)\n"
        "            for (k = 0; k < ENTRIES; k = k + 1)\n"
        "                read_data_o[p*VECTOR_BITS +: VECTOR_BITS] = read_data_o[p*VECTOR_BITS +: VECTOR_BITS] |\n"
        "                    ({VECTOR_BITS{port_entry[p*ENTRIES + k]}} &\n"
        "                     entry_data[k*VECTOR_BITS +: VECTOR_BITS]);\n"
        "    end\n");
}

/* Slots that miss and take an entry when their value comes. */
static void wanted(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // First slots that miss and take an entry later%s.\n"
        "    always @* begin : fills\n"
        "        integer k, f;\n"
        "        head_fill_o = {SLOTS{1'b0}};\n"
        "        for (k = 0; k < SLOTS; k = k + 1)\n"
        "            for (f = k; f < SLOTS; f = f + 1)\n"
        "                head_fill_o[k] = head_fill_o[k] |\n"
        "                    (first[k] & ~found[k] & head_same_i[f*SLOTS + k]%s%s);\n"
        "    end\n",
        has(e, WITH_FLAG) ? ": any slot with the register has its reuse flag" : "",
        has(e, WITH_FLAG) ? " & head_src_reuse_i[f]" : "",
        e->config->rfc_bypass_tensor ? " & (head_unit_i != 3'd4)" : "");
}

/* The same where every source takes an entry. */
static void wanted_all(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // First slots that miss, which take an entry later.\n"
        "    assign head_fill_o = first & ~found%s;\n",
        e->config->rfc_bypass_tensor ? " & {SLOTS{head_unit_i != 3'd4}}" : "");
}

void rfc_lookup(struct emit *e)
{
    hits(e);
    turns(e);
    ports(e);
    if (has(e, WITH_FLAG))
        wanted(e);
    else if (has(e, WITH_FILL))
        wanted_all(e);
}
