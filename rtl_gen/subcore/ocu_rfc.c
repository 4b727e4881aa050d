/* SPDX-License-Identifier: Apache-2.0 */
/* ocu: what it has with register caches; see ocu_rfc.h. */
#include "ocu_rfc.h"
#include "rtl_gen/gen/modules.h"
#include "rfc.h"

void ocu_rfc_ports(struct emit *e)
{
    emit_port(e, IN, "issue_served_i", "SLOTS", "slots that get a value from a cache:");
    emit_port(e, IN, "issue_value_i", "SLOTS*VECTOR_BITS", "the value");
    if (!has(e, WITH_FILL))
        return;
    emit_port(e, IN, "issue_fill_i", "SLOTS", "slots whose values the cache wants from a bank");
    emit_port_if(e, has(e, WITH_POS), IN, "issue_src_pos_i", "SLOTS*3", "position of each source in its instruction");
    emit_port(e, OUT, "wish_o", "1", "the value on port S is such a one:");
    emit_port(e, OUT, "wish_reg_o", "REG_BITS", "its register");
    emit_port_if(e, has(e, WITH_POS), OUT, "wish_set_o", "SET_BITS", "the set that it goes to");
}

void ocu_rfc_registers(struct emit *e)
{
    if (has(e, WITH_FILL))
        emit_register(e, "src_fill_q", "SLOTS", false, "the cache wants its value when a bank has it");
    if (has(e, WITH_POS))
        emit_register(e, "src_set_q", "SLOTS*SET_BITS", false, "in this set");
}

void ocu_rfc_data(struct emit *e)
{
    emit_text(e,
        "            // 3.15: a value that a cache has comes with the instruction.\n"
        "            wire served = alloc_i & issue_served_i[s];\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (served | arrives[s])\n"
        "                    data_q <= served ? issue_value_i[s*VECTOR_BITS +: VECTOR_BITS] : s_data_i;\n");
}

/* The set of a source: its position mod SETS (IV-C1). */
static void sets(struct emit *e)
{
    char text[EXPRESSION];
    int sets = shape_value(e->shape, "SETS"), bits = shape_value(e->shape, "SET_BITS");
    emit_text(e,
        "\n"
        "    // 3.15: the set of each source (IV-C1).\n"
        "    wire [SLOTS*SET_BITS-1:0] set;\n"
        "\n"
        "    generate\n"
        "        for (s = 0; s < SLOTS; s = s + 1) begin : g_set\n");
    if (sets >= 8)
        emit_format(e, "            assign set[s*SET_BITS +: SET_BITS] = %s;\n",
                    extend(text, "issue_src_pos_i[s*3 +: 3]", 3, bits));
    else if ((sets & (sets - 1)) == 0)
        emit_format(e,
            "            wire [%d:0] unused_pos = issue_src_pos_i[s*3 + %d +: %d];\n"
            "            assign set[s*SET_BITS +: SET_BITS] = issue_src_pos_i[s*3 +: SET_BITS];\n",
            2 - bits, bits, 3 - bits);
    else if (sets == 3)
        emit_text(e,
            "            wire [2:0] pos = issue_src_pos_i[s*3 +: 3];\n"
            "            wire [1:0] below = pos < 3'd3 ? 2'd0 : pos < 3'd6 ? 2'd3 : 2'd2; // 0, 3 or 6\n"
            "            assign set[s*SET_BITS +: SET_BITS] = pos[1:0] - below;\n");
    else
        emit_format(e,
            "            wire [2:0] pos = issue_src_pos_i[s*3 +: 3];\n"
            "            assign set[s*SET_BITS +: SET_BITS] = pos - (pos < 3'd%d ? 3'd0 : 3'd%d);\n", sets, sets);
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
}

void ocu_rfc_text(struct emit *e)
{
    if (!has(e, WITH_FILL))
        return;
    if (has(e, WITH_POS))
        sets(e);
    emit_format(e,
        "\n"
        "    // 3.15: what a bank has read for a slot that missed.\n"
        "    assign wish_o = s_valid_i & src_fill_q[s_slot_i];\n"
        "    assign wish_reg_o = s_reg;\n"
        "%s"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (alloc_i) begin\n"
        "            src_fill_q <= issue_fill_i;\n"
        "%s"
        "        end\n",
        has(e, WITH_POS) ? "    assign wish_set_o = src_set_q[s_slot_i*SET_BITS +: SET_BITS];\n" : "",
        has(e, WITH_POS) ? "            src_set_q <= set;\n" : "");
}
