/* SPDX-License-Identifier: Apache-2.0 */
/* crossbar: values from banks to collectors. */
#include "rtl_gen/gen/modules.h"

void emit_crossbar(struct emit *e)
{
    bool boc = has(e, WITH_BOC);
    emit_module(e, "crossbar", "values from banks to collectors",
        boc ? "Gives port S of each BOC the value that a bank has read for it: never more than one. Zero if none.\n"
              "Malekeh, section II (crossbar); BOW, section IV-A (a single port). Specification: 3.2, 3.14.\n"
            : "Gives port S of each collector the value that a bank has read for it: never more than one. Zero if "
              "none.\n"
              "Malekeh, section II (crossbar). Specification: 3.2.\n");
    emit_parameters(e, "VECTOR_BITS BANKS COLLECTORS COL_BITS %sSLOT_BITS", boc ? "POS_BITS " : "");
    emit_port(e, IN, "rd_valid_i", "BANKS", "a bank's value comes back:");
    emit_port(e, IN, "rd_col_i", "BANKS*COL_BITS", "its collector");
    emit_port_if(e, boc, IN, "rd_pos_i", "BANKS*POS_BITS", "its position");
    emit_port(e, IN, "rd_slot_i", "BANKS*SLOT_BITS", "its slot");
    emit_port(e, IN, "rdata_i", "BANKS*VECTOR_BITS", "the value");
    emit_port(e, OUT, "s_valid_o", "COLLECTORS", "port S of each collector: a value arrives");
    emit_port_if(e, boc, OUT, "s_pos_o", "COLLECTORS*POS_BITS", "its position");
    emit_port(e, OUT, "s_slot_o", "COLLECTORS*SLOT_BITS", "its slot");
    emit_port(e, OUT, "s_data_o", "COLLECTORS*VECTOR_BITS", "the value");
    emit_body(e);
    emit_format(e,
        "\n"
        "    localparam WORD_BITS = VECTOR_BITS + SLOT_BITS%s;\n"
        "\n"
        "    wire [BANKS*WORD_BITS-1:0] word;                     // what comes from each bank, with its place\n"
        "    wire [COLLECTORS*BANKS-1:0] from;                    // bit c*BANKS+b: collector c gets that of bank b\n"
        "    wire [COLLECTORS*WORD_BITS-1:0] taken;\n"
        "\n"
        "    genvar c, b;\n"
        "    generate\n"
        "        for (b = 0; b < BANKS; b = b + 1) begin : g_bank\n"
        "            assign word[b*WORD_BITS +: WORD_BITS] = {\n"
        "%s"
        "                rd_slot_i[b*SLOT_BITS +: SLOT_BITS],\n"
        "                rdata_i[b*VECTOR_BITS +: VECTOR_BITS]};\n"
        "        end\n"
        "\n"
        "        for (c = 0; c < COLLECTORS; c = c + 1) begin : g_collector\n"
        "            for (b = 0; b < BANKS; b = b + 1) begin : g_from\n"
        "                assign from[c*BANKS + b] = rd_valid_i[b] & (rd_col_i[b*COL_BITS +: COL_BITS] == c);\n"
        "            end\n"
        "\n"
        "            assign s_valid_o[c] = |from[c*BANKS +: BANKS];\n"
        "            assign {%ss_slot_o[c*SLOT_BITS +: SLOT_BITS],\n"
        "                    s_data_o[c*VECTOR_BITS +: VECTOR_BITS]} = taken[c*WORD_BITS +: WORD_BITS];\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    data_crossbar #(.INPUTS(BANKS), .OUTPUTS(COLLECTORS), .WIDTH(WORD_BITS)) u_data (\n"
        "        .data_i(word),\n"
        "        .from_i(from),\n"
        "        .data_o(taken)\n"
        "    );\n",
        boc ? " + POS_BITS" : "", boc ? "                rd_pos_i[b*POS_BITS +: POS_BITS],\n" : "",
        boc ? "s_pos_o[c*POS_BITS +: POS_BITS],\n                    " : "");
    emit_end(e);
}
