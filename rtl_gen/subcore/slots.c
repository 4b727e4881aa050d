/* SPDX-License-Identifier: Apache-2.0 */
#include "slots.h"

#include "rtl_gen/gen/modules.h"

void slots_registers(struct emit *e)
{
    emit_register(e, "src_valid_q", "SLOTS", true, "slot s is used");
    emit_register(e, "src_ready_q", "SLOTS", true, "slot s holds its value");
    emit_register(e, "src_reg_q", "SLOTS*REG_BITS", false, "register of slot s");
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

void slots_text(struct emit *e, void (*data)(struct emit *e))
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
    data(e);
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
