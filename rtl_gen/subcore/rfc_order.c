/* SPDX-License-Identifier: Apache-2.0 */
/* rfc: the order of the ways of each set, and the entry that is replaced next (RFC-sim IV-E; 3.15, Order). */
#include "rfc.h"
#include "rtl_gen/gen/modules.h"

/* Every set has one way. */
static void only_ways(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // The entry of each set that is replaced next: it has one.\n"
        "    wire [ENTRIES-1:0] victim = {ENTRIES{1'b1}};\n");
}

/* The lowest way without a value, else the one that comes before all others. */
static void oldest_ways(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // The entry of each set that is replaced next: the lowest one that is not in use, else the one that\n"
        "    // comes before all others of the set.\n"
        "    wire [ENTRIES-1:0] victim;\n"
        "    wire [SETS*WAYS*WAYS-1:0] precedes;                  // bit (s*WAYS+i)*WAYS+j: way i of s before way j\n"
        "\n"
        "    generate\n"
        "        for (s = 0; s < SETS; s = s + 1) begin : g_set\n"
        "            wire [PAIRS-1:0] older = older_q[s*PAIRS +: PAIRS];\n"
        "            wire [WAYS-1:0] unused = ~valid_q[s*WAYS +: WAYS];\n"
        "            wire [WAYS-1:0] lowest = unused & (~unused + 1'b1);\n"
        "            wire [WAYS-1:0] oldest;\n"
        "\n"
        "            for (i = 0; i < WAYS; i = i + 1) begin : g_way\n"
        "                for (j = 0; j < WAYS; j = j + 1) begin : g_other\n"
        "                    if (i < j) begin : g_behind\n"
        "                        assign precedes[(s*WAYS + i)*WAYS + j] = older[i*(2*WAYS - i - 1)/2 + (j - i - 1)];\n"
        "                    end else if (i > j) begin : g_ahead\n"
        "                        assign precedes[(s*WAYS + i)*WAYS + j] = ~older[j*(2*WAYS - j - 1)/2 + (i - j - 1)];\n"
        "                    end else begin : g_self\n"
        "                        assign precedes[(s*WAYS + i)*WAYS + j] = 1'b1;\n"
        "                    end\n"
        "                end\n"
        "\n"
        "                assign oldest[i] = &precedes[(s*WAYS + i)*WAYS +: WAYS];\n"
        "            end\n"
        "\n"
        "            assign victim[s*WAYS +: WAYS] = |unused ? lowest : oldest;\n"
        "        end\n"
        "    endgenerate\n");
}

/* Whether the victim of each set is dirty, and its register, for results that replace it. */
static void evictions(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // What a result has to write to a bank before it can take a victim: known before results come.\n"
        "    generate\n"
        "        for (s = 0; s < SETS; s = s + 1) begin : g_victim\n"
        "            assign victim_dirty_o[s] = |(victim[s*WAYS +: WAYS] & dirty[s*WAYS +: WAYS]);\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    always @* begin : victims\n"
        "        integer k;\n"
        "        reg [SETS*VECTOR_BITS-1:0] value;\n"
        "        victim_reg_o = {(SETS*REG_BITS){1'b0}};\n"
        "        for (k = 0; k < SETS; k = k + 1)\n"
        "            value[k*VECTOR_BITS +: VECTOR_BITS] = {VECTOR_BITS{1'b0}};\n"
        "        for (k = 0; k < ENTRIES; k = k + 1) begin\n"
        "            victim_reg_o[k/WAYS*REG_BITS +: REG_BITS] = victim_reg_o[k/WAYS*REG_BITS +: REG_BITS] |\n"
        "                ({REG_BITS{victim[k]}} & tag_q[k*REG_BITS +: REG_BITS]);\n"
        "            value[k/WAYS*VECTOR_BITS +: VECTOR_BITS] = value[k/WAYS*VECTOR_BITS +: VECTOR_BITS] |\n"
        "                ({VECTOR_BITS{victim[k]}} & entry_data[k*VECTOR_BITS +: VECTOR_BITS]);\n"
        "        end\n");
    if (rfc_has_sets(e))
        emit_text(e,
            "        evict_data_o = {VECTOR_BITS{1'b0}};\n"
            "        for (k = 0; k < SETS; k = k + 1)\n"
            "            evict_data_o = evict_data_o |\n"
            "                ({VECTOR_BITS{|result_place_i[k*WAYS +: WAYS]}} & value[k*VECTOR_BITS +: VECTOR_BITS]);\n"
            "    end\n");
    else
        emit_text(e,
            "        evict_data_o = value;\n"
            "    end\n");
}

void rfc_victims(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Replacement ---------------------------------------------------------------------------------\n");
    if (has(e, WITH_ORDER))
        oldest_ways(e);
    else
        only_ways(e);
    if (has(e, WITH_PLACE))
        emit_text(e, "\n    assign victim_o = victim;\n");
    if (has(e, WITH_EVICT))
        evictions(e);
}

void rfc_order(struct emit *e)
{
    bool fill = has(e, WITH_FILL), place = has(e, WITH_PLACE), touch = has(e, WITH_TOUCH);
    emit_format(e,
        "\n"
        "    // Entries that are touched go behind all others of their sets, and keep their order among themselves:\n"
        "    // %s.\n"
        "    wire [ENTRIES-1:0] touched = %s%s%s;\n"
        "\n"
        "    generate\n"
        "        for (s = 0; s < SETS; s = s + 1) begin : g_order\n"
        "            wire [WAYS-1:0] moves = touched[s*WAYS +: WAYS];\n"
        "\n"
        "            for (i = 0; i < WAYS; i = i + 1) begin : g_way\n"
        "                for (j = i + 1; j < WAYS; j = j + 1) begin : g_pair\n"
        "                    always @(posedge clk_i)\n"
        "                        if (rst_i)\n"
        "                            older_q[s*PAIRS + i*(2*WAYS - i - 1)/2 + (j - i - 1)] <= 1'b1;\n"
        "                        else if (moves[i] ^ moves[j])\n"
        "                            older_q[s*PAIRS + i*(2*WAYS - i - 1)/2 + (j - i - 1)] <= moves[j];\n"
        "                end\n"
        "            end\n"
        "        end\n"
        "    endgenerate\n",
        touch ? "those that take a value, and those that are hit (lru)" : "those that take a value (fifo)",
        fill ? "filled" : "", place ? (fill ? " | placed" : "placed") : "",
        touch ? " |\n        written | (entry_hit & {ENTRIES{grant_i}})" : "");
}
