/* SPDX-License-Identifier: Apache-2.0 */
/* operand_mux: one set of operand multiplexers for all collectors. */
#include "rtl_gen/gen/modules.h"

static const char ccu_purpose[] =
    "Each operand of the instruction that dispatches comes from an entry of its CCU, or from port S. The entries of "
    "that CCU are chosen first, then one of them for each slot: one set of multiplexers (the MUXs of III-C) for all CCUs.\n"
    "Malekeh, sections II and III-C. Specification: 3.3, 3.4.\n";

static const char boc_purpose[] =
    "Each operand of the instruction that dispatches comes from an entry of its BOC, or from port S. The entries of "
    "that BOC are chosen first, then one of them for each slot: one set of multiplexers for all BOCs.\n"
    "BOW, section IV-A. Specification: 3.3, 3.4, 3.14.\n";

/* What the collector that dispatches has. */
static void merge(struct emit *e)
{
    bool forward = e->config->forward;
    emit_format(e,
        "\n"
        "    // What the collector that dispatches has: all of it is zero if none does.\n"
        "    reg [ENTRIES*VECTOR_BITS-1:0] entry;\n"
        "    reg [SLOTS*ENTRIES-1:0] select;\n"
        "%s"
        "\n"
        "    always @* begin : merge\n"
        "        integer k, j;\n"
        "        for (j = 0; j < ENTRIES; j = j + 1)\n"
        "            entry[j*VECTOR_BITS +: VECTOR_BITS] = {VECTOR_BITS{1'b0}};\n"
        "        select = {(SLOTS*ENTRIES){1'b0}};\n"
        "%s"
        "        for (k = 0; k < COLLECTORS; k = k + 1) begin\n"
        "            for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                entry[j*VECTOR_BITS +: VECTOR_BITS] = entry[j*VECTOR_BITS +: VECTOR_BITS] |\n"
        "                    ({VECTOR_BITS{dispatch_i[k]}} & col_entry_i[(k*ENTRIES + j)*VECTOR_BITS +: VECTOR_BITS]);\n"
        "            select = select | ({(SLOTS*ENTRIES){dispatch_i[k]}} & col_select_i[k*SLOTS*ENTRIES +: SLOTS*ENTRIES]);\n"
        "%s"
        "        end\n"
        "    end\n",
        forward ? "    reg [SLOTS-1:0] forward;\n"
                  "    reg [VECTOR_BITS-1:0] s_data;\n" : "",
        forward ? "        forward = {SLOTS{1'b0}};\n"
                  "        s_data = {VECTOR_BITS{1'b0}};\n" : "",
        forward ? "            forward = forward | ({SLOTS{dispatch_i[k]}} & col_forward_i[k*SLOTS +: SLOTS]);\n"
                  "            s_data = s_data | ({VECTOR_BITS{dispatch_i[k]}} & s_data_i[k*VECTOR_BITS +: VECTOR_BITS]);\n"
                : "");
}

void emit_operand_mux(struct emit *e)
{
    bool forward = e->config->forward;
    emit_module(e, "operand_mux", "operands of the instruction that dispatches",
                has(e, WITH_BOC) ? boc_purpose : ccu_purpose);
    emit_parameters(e, "VECTOR_BITS COLLECTORS SLOTS ENTRIES");
    emit_port(e, IN, "dispatch_i", "COLLECTORS", "collector that dispatches, one-hot or zero");
    emit_port(e, IN, "col_entry_i", "COLLECTORS*ENTRIES*VECTOR_BITS", "values of the entries of each collector");
    emit_port(e, IN, "col_select_i", "COLLECTORS*SLOTS*ENTRIES", "entries of its slots, one-hot by slot, or zero");
    emit_port_if(e, forward, IN, "col_forward_i", "COLLECTORS*SLOTS", "slots of it that take the value on port S");
    emit_port_if(e, forward, IN, "s_data_i", "COLLECTORS*VECTOR_BITS", "port S: the value that arrives");
    emit_port(e, OUT_REG, "operand_o", "SLOTS*VECTOR_BITS", "operands; zero in slots not in use");
    emit_body(e);
    merge(e);
    emit_format(e,
        "\n"
        "    // 3.3: the operands.\n"
        "    always @* begin : operands\n"
        "        integer s, k;\n"
        "        operand_o = {(SLOTS*VECTOR_BITS){1'b0}};\n"
        "        for (s = 0; s < SLOTS; s = s + 1) begin\n"
        "%s"
        "            for (k = 0; k < ENTRIES; k = k + 1)\n"
        "                operand_o[s*VECTOR_BITS +: VECTOR_BITS] = operand_o[s*VECTOR_BITS +: VECTOR_BITS] |\n"
        "                    ({VECTOR_BITS{select[s*ENTRIES + k]}} & entry[k*VECTOR_BITS +: VECTOR_BITS]);\n"
        "        end\n"
        "    end\n",
        forward ? "            operand_o[s*VECTOR_BITS +: VECTOR_BITS] = {VECTOR_BITS{forward[s]}} & s_data;\n" : "");
    emit_end(e);
}
