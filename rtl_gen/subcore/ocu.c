/* SPDX-License-Identifier: Apache-2.0 */
/* ocu: operand collector unit, the baseline. */
#include "collector.h"
#include "rtl_gen/gen/modules.h"
#include "ocu_rfc.h"

/* What a slot takes: in the loop over the slots. */
static void slot_data(struct emit *e)
{
    if (has(e, WITH_RFC))
        ocu_rfc_data(e);
    else
        emit_text(e,
            "            always @(posedge clk_i)\n"
            "                if (arrives[s])\n"
            "                    data_q <= s_data_i;\n");
}

/* The operand of a slot: in the loop over the slots. */
static void operand(struct emit *e)
{
    emit_format(e,
        "            // 3.3: the operand.\n"
        "            always @* begin\n"
        "                operand_o[s*VECTOR_BITS +: VECTOR_BITS] = {VECTOR_BITS{1'b0}};\n"
        "                if (dispatch_i & src_valid_q[s])\n"
        "                    operand_o[s*VECTOR_BITS +: VECTOR_BITS] = %s;\n"
        "            end\n"
        "\n",
        e->config->forward ? "src_ready_q[s] ? data_q : s_data_i" : "data_q");
}

/* The same in two halves, each on a bus of its own. */
static void operand_halves(struct emit *e)
{
    emit_format(e,
        "            // 3.3, 3.4: the operand, its lower lanes first. The upper ones have arrived when they leave.\n"
        "            always @* begin\n"
        "                operand_o[s*BEAT_BITS +: BEAT_BITS] = {BEAT_BITS{1'b0}};\n"
        "                upper_operand_o[s*BEAT_BITS +: BEAT_BITS] = {BEAT_BITS{1'b0}};\n"
        "                if (dispatch_i & src_valid_q[s])\n"
        "                    operand_o[s*BEAT_BITS +: BEAT_BITS] =\n"
        "                        %s;\n"
        "                if (upper_q & src_valid_q[s])\n"
        "                    upper_operand_o[s*BEAT_BITS +: BEAT_BITS] = data_q[BEAT_BITS +: BEAT_BITS];\n"
        "            end\n"
        "\n",
        e->config->forward ? "src_ready_q[s] ? data_q[0 +: BEAT_BITS] : s_data_i[0 +: BEAT_BITS]"
                           : "data_q[0 +: BEAT_BITS]");
}

/* The slots: port S, and the operands. */
static void slots(struct emit *e)
{
    char row[EXPRESSION];
    bool forward = e->config->forward, upper = has(e, WITH_UPPER);
    emit_format(e,
        "\n"
        "    wire [SLOTS*REG_BITS-1:0] slot_reg = src_reg_q;\n"
        "    wire [REG_BITS-1:0] s_reg = slot_reg[s_slot_i*REG_BITS +: REG_BITS];\n"
        "    wire [SLOTS-1:0] arrives;\n"
        "    wire [SLOTS-1:0] ready = src_ready_q%s;\n"
        "\n"
        "    genvar s;\n"
        "    generate\n"
        "        for (s = 0; s < SLOTS; s = s + 1) begin : g_slot\n"
        "            reg [VECTOR_BITS-1:0] data_q;\n"
        "\n"
        "            // 3.8: one read serves every slot that names the register.\n"
        "            assign arrives[s] = s_valid_i & src_valid_q[s] & (slot_reg[s*REG_BITS +: REG_BITS] == s_reg);\n"
        "\n",
        forward ? " | arrives" : "");
    slot_data(e);
    emit_text(e, "\n");
    if (upper)
        operand_halves(e);
    else
        operand(e);
    emit_format(e,
        "            assign src_row_o[s*ROW_BITS +: ROW_BITS] = %s;\n"
        "        end\n"
        "    endgenerate\n",
        row_of(row, e->shape, "slot_reg", "s*REG_BITS"));
    emit_format(e,
        "\n"
        "    // 3.3%s.\n"
        "    assign dispatchable_o = occupied_q%s & ((~src_valid_q | ready) == {SLOTS{1'b1}});\n",
        forward ? ": a value that arrives in this cycle counts" : "", upper ? " & ~upper_q" : "");
}

static const char baseline_purpose[] =
    "Buffers the source operands of one instruction. On allocation it asks the banks for every distinct "
    "source; a slot is ready when its value has arrived on port S; with all slots ready the instruction "
    "can dispatch.\n"
    "Malekeh, section II (baseline). Specification: 3.3, 3.5, 3.6, 3.8.\n";

static const char rfc_purpose[] =
    "Buffers the source operands of one instruction. On allocation it takes what the register cache of the warp has, and "
    "asks the banks for every other distinct source; a slot is ready when its value has arrived on port S; with all "
    "slots ready the instruction can dispatch.\n"
    "Malekeh, section II (baseline); RFC-sim, section V-B. Specification: 3.3, 3.5, 3.6, 3.8, 3.15.\n";

void emit_ocu(struct emit *e)
{
    bool rfc = has(e, WITH_RFC);
    emit_module(e, "ocu", "operand collector unit", rfc ? rfc_purpose : baseline_purpose);
    emit_parameters(e, "WARPS WARP_BITS LANES VECTOR_BITS BEAT_BITS REG_BITS IID_BITS ROW_BITS SLOTS SLOT_BITS "
                       "PAYLOAD_BITS%s", rfc ? " SET_BITS" : "");
    collector_ports(e);
    if (rfc)
        ocu_rfc_ports(e);
    emit_body(e);
    emit_text(e, "\n");
    collector_metadata(e);
    emit_register(e, "src_valid_q", "SLOTS", true, "slot s is used");
    emit_register(e, "src_ready_q", "SLOTS", true, "slot s holds its value");
    emit_register(e, "src_reg_q", "SLOTS*REG_BITS", false, "register of slot s");
    if (rfc)
        ocu_rfc_registers(e);
    slots(e);
    emit_format(e,
        "\n"
        "    // 3.6: allocation.\n"
        "    assign need_o = issue_first_i%s & {SLOTS{alloc_i}};\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i) begin\n"
        "            src_valid_q <= {SLOTS{1'b0}};\n"
        "            src_ready_q <= {SLOTS{1'b0}};\n"
        "        end else if (alloc_i) begin\n"
        "            src_valid_q <= issue_src_valid_i;\n"
        "            src_ready_q <= %s;\n"
        "        end else\n"
        "            src_ready_q <= src_ready_q | arrives;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (alloc_i)\n"
        "            src_reg_q <= issue_src_reg_i;\n",
        rfc ? " & ~issue_served_i" : "", rfc ? "issue_served_i" : "{SLOTS{1'b0}}");
    if (rfc)
        ocu_rfc_text(e);
    collector_metadata_text(e);
    collector_hazard(e, "src_valid_q");
    emit_end(e);
}
