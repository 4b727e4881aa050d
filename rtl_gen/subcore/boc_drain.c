/* SPDX-License-Identifier: Apache-2.0 */
/* boc_drain: values from BOCs to banks. */
#include "rtl_gen/gen/modules.h"

static void ports(struct emit *e)
{
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "offer_valid_i", "COLLECTORS", "BOCs that offer a value:");
    emit_port(e, IN, "offer_reg_i", "COLLECTORS*REG_BITS", "its register");
    emit_port(e, IN, "offer_data_i", "COLLECTORS*VECTOR_BITS", "the value");
    emit_port(e, OUT_REG, "drain_o", "COLLECTORS", "its bank takes it");
    emit_port(e, IN, "granted_valid_i", "BANKS", "a result is written to each bank:");
    emit_port(e, IN, "granted_warp_i", "BANKS*WARP_BITS", "its warp");
    emit_port(e, IN, "granted_row_i", "BANKS*ROW_BITS", "its row within the warp's");
    emit_port(e, IN, "granted_mask_i", "BANKS*LANES", "its lanes");
    emit_port(e, IN, "granted_data_i", "BANKS*VECTOR_BITS", "its value");
    emit_port(e, OUT, "wr_valid_o", "BANKS", "that, or the value of a BOC:");
    emit_port(e, OUT, "wr_warp_o", "BANKS*WARP_BITS", "its warp");
    emit_port(e, OUT, "wr_row_o", "BANKS*ROW_BITS", "its row within the warp's");
    emit_port(e, OUT, "wr_mask_o", "BANKS*LANES", "its lanes");
    emit_port(e, OUT, "wr_data_o", "BANKS*VECTOR_BITS", "its value");
}

/* Bank and row of each offer. */
static void offers(struct emit *e)
{
    char text[EXPRESSION];
    int bits = e->shape->bank_bits;
    emit_text(e,
        "\n"
        "    wire [BANKS*COLLECTORS-1:0] wants;                   // bit b*COLLECTORS+c: BOC c has a value for bank b\n"
        "    wire [BANKS*COLLECTORS-1:0] takes;                   // and the bank takes it\n"
        "    wire [COLLECTORS*ROW_BITS-1:0] offer_row;\n"
        "\n"
        "    genvar b, c;\n"
        "    generate\n"
        "        for (c = 0; c < COLLECTORS; c = c + 1) begin : g_offer\n"
        "            // BOC c serves warp c.\n");
    if (bits)
        emit_format(e,
            "            localparam [31:0] WARP = c;\n"
            "            wire [%d:0] bank = %s;\n"
            "\n",
            bits - 1, bank_of(text, e->shape, "offer_reg_i", "c*REG_BITS", "WARP", "", 32));
    emit_format(e,
        "            for (b = 0; b < BANKS; b = b + 1) begin : g_wants\n"
        "                assign wants[b*COLLECTORS + c] = offer_valid_i[c]%s;\n"
        "            end\n"
        "\n"
        "            assign offer_row[c*ROW_BITS +: ROW_BITS] = %s;\n",
        bits ? " & (bank == b)" : "", row_of(text, e->shape, "offer_reg_i", "c*REG_BITS"));
    emit_unused_register(e, "offer_reg_i", "c*REG_BITS");
    emit_text(e,
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    always @* begin : taken\n"
        "        integer k;\n"
        "        drain_o = {COLLECTORS{1'b0}};\n"
        "        for (k = 0; k < BANKS; k = k + 1)\n"
        "            drain_o = drain_o | takes[k*COLLECTORS +: COLLECTORS];\n"
        "    end\n");
}

void emit_boc_drain(struct emit *e)
{
    emit_module(e, "boc_drain", "values from BOCs to banks",
        "The path from collector to bank: a bank without a result to be written takes the value that one of the BOCs "
        "offers it. The BOCs take turns.\n"
        "BOW, section IV-B (a new pathway from BOCs to the register file). Specification: 3.14.\n");
    emit_parameters(e, "WARP_BITS LANES VECTOR_BITS REG_BITS BANKS ROW_BITS COLLECTORS COL_BITS");
    ports(e);
    emit_body(e);
    emit_text(e, "\n    localparam [COL_BITS-1:0] LAST = COLLECTORS[COL_BITS-1:0] - 1'b1;\n\n");
    emit_register(e, "turn_q", "BANKS*COL_BITS", true, "BOC that each bank prefers");
    offers(e);
    emit_text(e,
        "\n"
        "    generate\n"
        "        for (b = 0; b < BANKS; b = b + 1) begin : g_bank\n"
        "            // The first offer from that of the preferred BOC on.\n"
        "            wire [COLLECTORS-1:0] offers =\n"
        "                wants[b*COLLECTORS +: COLLECTORS] & {COLLECTORS{~granted_valid_i[b]}};\n"
        "            wire [COLLECTORS-1:0] preferred = {COLLECTORS{1'b1}} << turn_q[b*COL_BITS +: COL_BITS];\n"
        "            wire [COLLECTORS-1:0] turns = |(offers & preferred) ? offers & preferred : offers;\n"
        "            wire [COLLECTORS-1:0] chosen = turns & (~turns + 1'b1);\n"
        "            reg [COL_BITS-1:0] number;\n"
        "            reg [ROW_BITS-1:0] row;\n"
        "            reg [VECTOR_BITS-1:0] data;\n"
        "\n"
        "            always @* begin : value\n"
        "                integer k;\n"
        "                number = {COL_BITS{1'b0}};\n"
        "                row = granted_row_i[b*ROW_BITS +: ROW_BITS];\n"
        "                data = granted_data_i[b*VECTOR_BITS +: VECTOR_BITS];\n"
        "                for (k = 0; k < COLLECTORS; k = k + 1)\n"
        "                    if (chosen[k]) begin\n"
        "                        number = number | k[COL_BITS-1:0];\n"
        "                        row = row | offer_row[k*ROW_BITS +: ROW_BITS];\n"
        "                        data = data | offer_data_i[k*VECTOR_BITS +: VECTOR_BITS];\n"
        "                    end\n"
        "            end\n"
        "\n"
        "            assign takes[b*COLLECTORS +: COLLECTORS] = chosen;\n"
        "            assign wr_valid_o[b] = granted_valid_i[b] | |chosen;\n"
        "            assign wr_warp_o[b*WARP_BITS +: WARP_BITS] = granted_warp_i[b*WARP_BITS +: WARP_BITS] | number;\n"
        "            assign wr_row_o[b*ROW_BITS +: ROW_BITS] = row;\n"
        "            assign wr_mask_o[b*LANES +: LANES] = granted_mask_i[b*LANES +: LANES] | {LANES{|chosen}};\n"
        "            assign wr_data_o[b*VECTOR_BITS +: VECTOR_BITS] = data;\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i)\n"
        "                    turn_q[b*COL_BITS +: COL_BITS] <= {COL_BITS{1'b0}};\n"
        "                else if (|chosen)\n"
        "                    turn_q[b*COL_BITS +: COL_BITS] <= number == LAST ? {COL_BITS{1'b0}} : number + 1'b1;\n"
        "        end\n"
        "    endgenerate\n");
    emit_end(e);
}
