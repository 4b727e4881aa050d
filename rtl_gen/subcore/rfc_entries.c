/* SPDX-License-Identifier: Apache-2.0 */
/* rfc: fills, drains, and the next state of the entries (3.15). */
#include "rfc.h"
#include "rtl_gen/gen/modules.h"

void rfc_fills(struct emit *e)
{
    bool sets = rfc_has_sets(e), both = rfc_has_two_writes(e), back = has(e, WITH_RFC_BACK);
    emit_text(e,
        "\n"
        "    // Fills (IV-B): a value that a bank has read takes an entry. It gives way to everything else.\n"
        "    wire [ENTRIES-1:0] fill_hit;                         // a copy is there\n"
        "    wire [ENTRIES-1:0] fill_victim;                      // the entry that it would take\n");
    if (sets)
        emit_text(e,
            "    wire [SETS-1:0] fill_set;                            // in this set, one-hot\n"
            "\n"
            "    generate\n"
            "        for (s = 0; s < SETS; s = s + 1) begin : g_fill_set\n"
            "            assign fill_set[s] = fill_set_i == s;\n"
            "        end\n"
            "    endgenerate\n");
    emit_format(e,
        "\n"
        "    generate\n"
        "        for (e = 0; e < ENTRIES; e = e + 1) begin : g_fill\n"
        "            assign fill_hit[e] = valid_q[e] & (tag_q[e*REG_BITS +: REG_BITS] == fill_reg_i);\n"
        "            assign fill_victim[e] = victim[e]%s;\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    wire possible = fill_valid_i & ~flushing & ~|fill_hit%s;\n"
        "%s",
        sets ? " & fill_set[e/WAYS]" : "", both ? " & ~|(fill_victim & contended_i)" : "",
        back ? "" : "    wire [ENTRIES-1:0] filled = fill_victim & {ENTRIES{possible}};\n");
}

void rfc_offer(struct emit *e)
{
    bool lack = has(e, WITH_LACK), fill = has(e, WITH_FILL);
    emit_format(e,
        "\n"
        "    // Drains: values that the flush%s for. The first one is offered.%s\n"
        "    wire [ENTRIES-1:0] asks = dirty & %s{ENTRIES{flushing}}%s;\n"
        "    wire [ENTRIES-1:0] offered = %s(asks & (~asks + 1'b1))%s;\n"
        "    wire [ENTRIES-1:0] drained = offered & {ENTRIES{drain_i}};\n"
        "%s"
        "\n"
        "    assign offer_valid_o = |offered;\n"
        "\n"
        "    always @* begin : offer\n"
        "        integer k;\n"
        "        offer_reg_o = {REG_BITS{1'b0}};\n"
        "        offer_data_o = {VECTOR_BITS{1'b0}};\n"
        "        for (k = 0; k < ENTRIES; k = k + 1) begin\n"
        "            offer_reg_o = offer_reg_o | ({REG_BITS{offered[k]}} & tag_q[k*REG_BITS +: REG_BITS]);\n"
        "            offer_data_o = offer_data_o |\n"
        "                ({VECTOR_BITS{offered[k]}} & entry_data[k*VECTOR_BITS +: VECTOR_BITS]);\n"
        "        end\n"
        "    end\n",
        lack ? ", or the next instruction, waits" : " waits",
        fill ? "\n    // If there is none, it is the one that a fill would replace." : "",
        lack ? "(" : "", lack ? " | (entry_hit & {ENTRIES{lacks}}))" : "",
        fill ? "|asks ? " : "", fill ? " : fill_victim & dirty & {ENTRIES{possible}}" : "",
        fill ? "    wire [ENTRIES-1:0] filled = fill_victim & {ENTRIES{possible}} &\n"
               "        (~dirty | (drained & {ENTRIES{~|asks}}));\n" : "");
}

/* What is written, and where from. */
static void writes(struct emit *e)
{
    bool fill = has(e, WITH_FILL), place = has(e, WITH_PLACE), both = rfc_has_two_writes(e);
    emit_format(e,
        "\n"
        "    // Next state ----------------------------------------------------------------------------------\n"
        "\n"
        "    wire [ENTRIES-1:0] written = %s & {ENTRIES{result_valid_i}};\n",
        place ? "(result_hit_i | result_place_i)" : "result_hit_i");
    if (place)
        emit_text(e, "    wire [ENTRIES-1:0] placed = result_place_i & {ENTRIES{result_valid_i}};\n");
    if (!fill)
        emit_text(e, "    wire [VECTOR_BITS-1:0] value = result_data_i;\n");
    else if (!both)
        emit_text(e,
            "\n"
            "    // One write port: there is no fill while results contend, and what is not there is zero.\n"
            "    wire [VECTOR_BITS-1:0] value = result_data_i | fill_data_i;\n");
    if (place && fill && !both)
        emit_text(e, "    wire [REG_BITS-1:0] register = result_reg_i | fill_reg_i;\n");
}

/* The bits of all entries. */
static void bits(struct emit *e)
{
    bool back = has(e, WITH_RFC_BACK), fill = has(e, WITH_FILL);
    emit_format(e,
        "\n"
        "    // A flush drops what the banks have. A result that comes for an entry keeps it.\n"
        "    wire [ENTRIES-1:0] stays = valid_q%s;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            valid_q <= {ENTRIES{1'b0}};\n"
        "        else\n"
        "            valid_q <= stays%s | written;\n",
        back ? " & ((dirty_q & ~drained) | {ENTRIES{~flushing}})" : " & {ENTRIES{~flushing}}",
        fill ? " | filled" : "");
    if (back)
        emit_format(e,
            "\n"
            "    always @(posedge clk_i)\n"
            "        dirty_q <= (dirty_q & ~drained%s) | written;\n",
            fill ? " & ~filled" : "");
}

/* The register of an entry changes when it is taken: the condition, and the value. */
static void tag(struct emit *e)
{
    bool fill = has(e, WITH_FILL), place = has(e, WITH_PLACE), both = rfc_has_two_writes(e);
    const char *taken = fill && place ? "filled[e] | placed[e]" : fill ? "filled[e]" : "placed[e]";
    const char *value = !place ? "fill_reg_i" : !fill ? "result_reg_i" :
                        both ? "filled[e] ? fill_reg_i : result_reg_i" : "register";
    emit_format(e,
        "            always @(posedge clk_i)\n"
        "                if (%s)\n"
        "                    tag_q[e*REG_BITS +: REG_BITS] <= %s;\n",
        taken, value);
}

void rfc_entries(struct emit *e)
{
    bool fill = has(e, WITH_FILL), both = rfc_has_two_writes(e);
    writes(e);
    bits(e);
    emit_format(e,
        "\n"
        "    generate\n"
        "        for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry\n"
        "            reg [VECTOR_BITS-1:0] data_q;\n"
        "\n"
        "            assign entry_data[e*VECTOR_BITS +: VECTOR_BITS] = data_q;\n"
        "\n"
        "            // A result writes the lanes of its mask%s.\n"
        "            for (l = 0; l < LANES; l = l + 1) begin : g_lane\n"
        "                always @(posedge clk_i)\n"
        "                    if (%swritten[e] & result_mask_i[l]%s)\n"
        "                        data_q[l*32 +: 32] <= %s;\n"
        "            end\n"
        "\n",
        fill ? ", a fill all of them" : "", fill ? "filled[e] | (" : "", fill ? ")" : "",
        both ? "filled[e] ? fill_data_i[l*32 +: 32] : result_data_i[l*32 +: 32]" : "value[l*32 +: 32]");
    tag(e);
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
}
