/* SPDX-License-Identifier: Apache-2.0 */
/* ocu: operand collector unit, the baseline. */
#include "collector.h"
#include "modules.h"

/* The slots: port S, and the operands. */
static void slots(struct emit *e)
{
    char row[EXPRESSION];
    bool forward = e->config->forward;
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
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (arrives[s])\n"
        "                    data_q <= s_data_i;\n"
        "\n"
        "            // 3.3: the operand.\n"
        "            always @* begin\n"
        "                operand_o[s*VECTOR_BITS +: VECTOR_BITS] = {VECTOR_BITS{1'b0}};\n"
        "%s"
        "            end\n"
        "\n"
        "            assign src_row_o[s*ROW_BITS +: ROW_BITS] = %s;\n"
        "        end\n"
        "    endgenerate\n",
        forward ? " | arrives" : "",
        forward ? "                if (dispatch_i & src_valid_q[s])\n"
                  "                    operand_o[s*VECTOR_BITS +: VECTOR_BITS] = src_ready_q[s] ? data_q : s_data_i;\n"
                : "                if (dispatch_i & src_valid_q[s])\n"
                  "                    operand_o[s*VECTOR_BITS +: VECTOR_BITS] = data_q;\n",
        row_of(row, e->shape, "slot_reg", "s*REG_BITS"));
    emit_format(e,
        "\n"
        "    // 3.3%s.\n"
        "    assign dispatchable_o = occupied_q & ((~src_valid_q | ready) == {SLOTS{1'b1}});\n",
        forward ? ": a value that arrives in this cycle counts" : "");
}

void emit_ocu(struct emit *e)
{
    emit_module(e, "ocu", "operand collector unit",
        "Buffers the source operands of one instruction. On allocation it asks the banks for every distinct "
        "source; a slot is ready when its value has arrived on port S; with all slots ready the instruction "
        "can dispatch.\n"
        "Malekeh, section II (baseline). Specification: 3.3, 3.5, 3.6, 3.8.\n");
    emit_parameters(e, "WARPS WARP_BITS LANES VECTOR_BITS REG_BITS IID_BITS ROW_BITS SLOTS SLOT_BITS PAYLOAD_BITS");
    collector_ports(e);
    emit_body(e);
    emit_text(e, "\n");
    collector_metadata(e);
    emit_register(e, "src_valid_q", "SLOTS", true, "slot s is used");
    emit_register(e, "src_ready_q", "SLOTS", true, "slot s holds its value");
    emit_register(e, "src_reg_q", "SLOTS*REG_BITS", false, "register of slot s");
    slots(e);
    emit_data(e, "data_q", "VECTOR_BITS", "g_slot", e->config->slots);
    emit_text(e,
        "\n"
        "    // 3.6: allocation.\n"
        "    assign need_o = issue_first_i & {SLOTS{alloc_i}};\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i) begin\n"
        "            src_valid_q <= {SLOTS{1'b0}};\n"
        "            src_ready_q <= {SLOTS{1'b0}};\n"
        "        end else if (alloc_i) begin\n"
        "            src_valid_q <= issue_src_valid_i;\n"
        "            src_ready_q <= {SLOTS{1'b0}};\n"
        "        end else\n"
        "            src_ready_q <= src_ready_q | arrives;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (alloc_i)\n"
        "            src_reg_q <= issue_src_reg_i;\n");
    collector_metadata_text(e);
    collector_hazard(e, "src_valid_q");
    emit_end(e);
}
