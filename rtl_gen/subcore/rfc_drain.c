/* SPDX-License-Identifier: Apache-2.0 */
/* rfc_drain: values from register caches to banks. */
#include "rfc.h"
#include "rtl_gen/gen/modules.h"

static void ports(struct emit *e)
{
    bool evict = has(e, WITH_EVICT);
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "offer_valid_i", "WARPS", "caches that offer a value:");
    emit_port(e, IN, "offer_reg_i", "WARPS*REG_BITS", "its register");
    emit_port(e, IN, "offer_data_i", "WARPS*VECTOR_BITS", "the value");
    emit_port(e, OUT_REG, "drain_o", "WARPS", "its bank takes it");
    emit_port(e, IN, "granted_valid_i", "BANKS", "each bank is written for a result:");
    emit_port(e, IN, "granted_warp_i", "BANKS*WARP_BITS", "its warp");
    emit_port(e, IN, "granted_row_i", "BANKS*ROW_BITS", "the row within the warp's");
    emit_port(e, IN, "granted_mask_i", "BANKS*LANES", "the lanes");
    emit_port(e, IN, "granted_data_i", "BANKS*VECTOR_BITS", "its value, or zero:");
    emit_port_if(e, evict, IN, "evict_i", "BANKS*WARPS", "bit b*WARPS+w: the value of an entry of cache w is written");
    emit_port_if(e, evict, IN, "evict_data_i", "WARPS*VECTOR_BITS", "that value");
    emit_port(e, OUT, "wr_valid_o", "BANKS", "all that, or the value that a cache offers:");
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
        "    wire [BANKS*WARPS-1:0] wants;                        // bit b*WARPS+w: cache w has a value for bank b\n"
        "    wire [BANKS*WARPS-1:0] takes;                        // and the bank takes it\n"
        "    wire [WARPS*ROW_BITS-1:0] offer_row;\n"
        "\n"
        "    genvar b, w;\n"
        "    generate\n"
        "        for (w = 0; w < WARPS; w = w + 1) begin : g_offer\n");
    if (bits)
        emit_format(e,
            "            localparam [31:0] WARP = w;\n"
            "            wire [%d:0] bank = %s;\n"
            "\n",
            bits - 1, bank_of(text, e->shape, "offer_reg_i", "w*REG_BITS", "WARP", "", 32));
    emit_format(e,
        "            for (b = 0; b < BANKS; b = b + 1) begin : g_wants\n"
        "                assign wants[b*WARPS + w] = offer_valid_i[w]%s;\n"
        "            end\n"
        "\n"
        "            assign offer_row[w*ROW_BITS +: ROW_BITS] = %s;\n",
        bits ? " & (bank == b)" : "", row_of(text, e->shape, "offer_reg_i", "w*REG_BITS"));
    emit_unused_register(e, "offer_reg_i", "w*REG_BITS");
    emit_text(e,
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    always @* begin : taken\n"
        "        integer k;\n"
        "        drain_o = {WARPS{1'b0}};\n"
        "        for (k = 0; k < BANKS; k = k + 1)\n"
        "            drain_o = drain_o | takes[k*WARPS +: WARPS];\n"
        "    end\n");
}

/* The offer that a bank takes, and what it writes. */
static void banks(struct emit *e)
{
    bool evict = has(e, WITH_EVICT);
    emit_format(e,
        "\n"
        "    generate\n"
        "        for (b = 0; b < BANKS; b = b + 1) begin : g_bank\n"
        "            // The first offer from that of the preferred warp on, if no result needs the bank.\n"
        "            wire [WARPS-1:0] offers = wants[b*WARPS +: WARPS] & {WARPS{~granted_valid_i[b]}};\n"
        "            wire [WARPS-1:0] preferred = {WARPS{1'b1}} << turn_q[b*WARP_BITS +: WARP_BITS];\n"
        "            wire [WARPS-1:0] turns = |(offers & preferred) ? offers & preferred : offers;\n"
        "            wire [WARPS-1:0] chosen = turns & (~turns + 1'b1);\n"
        "            reg [WARP_BITS-1:0] number;\n"
        "            reg [ROW_BITS-1:0] row;\n"
        "            reg [VECTOR_BITS-1:0] data;\n"
        "\n"
        "            always @* begin : value\n"
        "                integer k;\n"
        "                number = {WARP_BITS{1'b0}};\n"
        "                row = granted_row_i[b*ROW_BITS +: ROW_BITS];\n"
        "                data = granted_data_i[b*VECTOR_BITS +: VECTOR_BITS];\n"
        "                for (k = 0; k < WARPS; k = k + 1) begin\n"
        "                    number = number | ({WARP_BITS{chosen[k]}} & k[WARP_BITS-1:0]);\n"
        "                    row = row | ({ROW_BITS{chosen[k]}} & offer_row[k*ROW_BITS +: ROW_BITS]);\n"
        "                    data = data |\n"
        "                        ({VECTOR_BITS{chosen[k]}} & offer_data_i[k*VECTOR_BITS +: VECTOR_BITS])%s;\n"
        "                end\n"
        "            end\n"
        "\n"
        "            assign takes[b*WARPS +: WARPS] = chosen;\n"
        "            assign wr_valid_o[b] = granted_valid_i[b] | |chosen;\n"
        "            assign wr_warp_o[b*WARP_BITS +: WARP_BITS] = granted_warp_i[b*WARP_BITS +: WARP_BITS] | number;\n"
        "            assign wr_row_o[b*ROW_BITS +: ROW_BITS] = row;\n"
        "            assign wr_mask_o[b*LANES +: LANES] = granted_mask_i[b*LANES +: LANES] | {LANES{|chosen}};\n"
        "            assign wr_data_o[b*VECTOR_BITS +: VECTOR_BITS] = data;\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i)\n"
        "                    turn_q[b*WARP_BITS +: WARP_BITS] <= {WARP_BITS{1'b0}};\n"
        "                else if (|chosen)\n"
        "                    turn_q[b*WARP_BITS +: WARP_BITS] <=\n"
        "                        number == LAST ? {WARP_BITS{1'b0}} : number + 1'b1;\n"
        "        end\n"
        "    endgenerate\n",
        evict ? " |\n                        ({VECTOR_BITS{evict_i[b*WARPS + k]}} &\n"
                "                         evict_data_i[k*VECTOR_BITS +: VECTOR_BITS])" : "");
}

void emit_rfc_drain(struct emit *e)
{
    emit_module(e, "rfc_drain", "values from register caches to banks",
        has(e, WITH_EVICT)
            ? "The path from caches to banks. A result that takes the entry of another register sends that one's value "
              "to its bank; a bank that no result needs takes the value that one of the caches offers it. The caches "
              "take turns.\n"
              "RFC-sim, section IV-E (write-back). Specification: 3.15.\n"
            : "The path from caches to banks: a bank that no result needs takes the value that one of the caches "
              "offers it. The caches take turns.\n"
              "RFC-sim, section IV-E (write-back). Specification: 3.15.\n");
    emit_parameters(e, "WARPS WARP_BITS LANES VECTOR_BITS REG_BITS BANKS ROW_BITS");
    ports(e);
    emit_body(e);
    emit_text(e, "\n    localparam [WARP_BITS-1:0] LAST = WARPS[WARP_BITS-1:0] - 1'b1;\n\n");
    emit_register(e, "turn_q", "BANKS*WARP_BITS", true, "warp whose offer each bank prefers");
    offers(e);
    banks(e);
    emit_end(e);
}
