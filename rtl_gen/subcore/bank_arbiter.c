/* SPDX-License-Identifier: Apache-2.0 */
/* bank_arbiter: routing of requests, grants, rows. */
#include "rtl_gen/gen/modules.h"

static const char collector_purpose[] =
    "Sends the requests of the allocated collector to the queues of their banks; grants each bank to "
    "its write, else to the head of its queue if the collector's port S is free; adds the first row of "
    "the warp.\n"
    "Malekeh, section II (arbiter unit: writes first, one value per collector). Specification: 3.7, "
    "3.9, 3.10, 3.12.\n";

static const char boc_purpose[] =
    "Sends the requests of the allocated BOC to the queues of their banks; grants each bank to its write, "
    "else to the head of its queue if the BOC's port S is free, which the older instruction of its window has "
    "first; adds the first row of the warp.\n"
    "Malekeh, section II (arbiter unit: writes first, one value per collector); BOW, section IV-A (a single port). "
    "Specification: 3.7, 3.9, 3.10, 3.12, 3.14.\n";

static const char two_ports_purpose[] =
    "Sends the requests of the allocated collector to the queues of their banks; grants each bank to the head of its "
    "queue if the collector's port S is free, beside its write; adds the first rows of the warps.\n"
    "Malekeh, section II (arbiter unit: one value per collector); RFC-sim, section VI-B (dual-ported banks). "
    "Specification: 3.7, 3.9, 3.10, 3.12.\n";

static void ports(struct emit *e)
{
    bool boc = has(e, WITH_BOC), two = has(e, WITH_TWO_PORTS);
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "launch_valid_i", "1", "a warp starts");
    emit_port(e, IN, "launch_warp_i", "WARP_BITS", "its slot");
    emit_port(e, IN, "launch_row_i", "ROW_BITS", "first row of its registers");
    emit_port(e, IN, "alloc_i", "COLLECTORS", "collector that takes an instruction");
    emit_port(e, IN, "need_i", "COLLECTORS*SLOTS", "its slots to be read, zero for the others");
    emit_port(e, IN, "bank_i", "BANKS*SLOTS", "bit b*SLOTS+s: its slot s lies in bank b");
    emit_port(e, OUT, "push_valid_o", "BANKS", "requests for a queue:");
    emit_port(e, OUT_REG, "push_col_o", "COL_BITS", "the collector");
    emit_port_if(e, boc, OUT_REG, "push_pos_o", "POS_BITS", "the position there");
    emit_port(e, OUT, "push_mask_o", "BANKS*SLOTS", "slots to read");
    emit_port(e, IN, "head_valid_i", "BANKS", "the head of a queue asks:");
    emit_port(e, IN, "head_col_i", "BANKS*COL_BITS", "its collector");
    emit_port_if(e, boc, IN, "head_pos_i", "BANKS*POS_BITS", "its position there");
    emit_port(e, IN, "head_slot_i", "BANKS*SLOT_BITS", "its slot");
    emit_port_if(e, boc, IN, "col_next_i", "COLLECTORS*POS_BITS", "oldest position of each BOC, which is taken next");
    emit_port_if(e, !boc, IN, "col_warp_i", "COLLECTORS*WARP_BITS", "warps of the collectors");
    emit_port(e, IN, "col_src_row_i", boc ? "COLLECTORS*WINDOW*SLOTS*ROW_BITS" : "COLLECTORS*SLOTS*ROW_BITS",
              boc ? "rows of the slots" : "rows of their slots, within the warp's");
    emit_port_if(e, !two, IN, "wr_valid_i", "BANKS", "results to be written:");
    emit_port(e, IN, "wr_warp_i", "BANKS*WARP_BITS", two ? "warps of the results to be written" : "their warps");
    emit_port(e, IN, "wr_row_i", "BANKS*ROW_BITS", "rows within the warp's");
    emit_port(e, OUT, "read_o", "BANKS", "the bank reads for the head of its queue");
    emit_port(e, OUT, two ? "read_row_o" : "row_o", "BANKS*ROW_BITS", two ? "its row" : "row to be read or written");
    emit_port_if(e, two, OUT, "write_row_o", "BANKS*ROW_BITS", "row to be written");
}

/* The head of a queue, and the heads that come before it. */
static void competition(struct emit *e)
{
    if (has(e, WITH_BOC))
        emit_text(e,
            "            // 3.10, 3.14: a read gives way to a write of its bank, and to one of its BOC for an older\n"
            "            // position, or a lower slot of the same one.\n"
            "            wire [COL_BITS-1:0] col = head_col_i[b*COL_BITS +: COL_BITS];\n"
            "            wire [POS_BITS-1:0] pos = head_pos_i[b*POS_BITS +: POS_BITS];\n"
            "            wire [SLOT_BITS-1:0] slot = head_slot_i[b*SLOT_BITS +: SLOT_BITS];\n"
            "            wire [POS_BITS-1:0] oldest = col_next_i[col*POS_BITS +: POS_BITS];\n"
            "            wire [BANKS-1:0] beaten;\n"
            "\n"
            "            // Positions from the oldest one on come before those below it, which have begun anew.\n"
            "            assign anew[b] = pos < oldest;\n"
            "\n"
            "            for (o = 0; o < BANKS; o = o + 1) begin : g_other\n"
            "                wire lower = {head_pos_i[o*POS_BITS +: POS_BITS], head_slot_i[o*SLOT_BITS +: SLOT_BITS]} <\n"
            "                             {pos, slot};\n"
            "\n"
            "                assign beaten[o] = head_valid_i[o] & ~wr_valid_i[o] &\n"
            "                    (head_col_i[o*COL_BITS +: COL_BITS] == col) & (anew[o] == anew[b] ? lower : anew[b]);\n"
            "            end\n");
    else
        emit_format(e,
            "            // 3.10: a read gives way to %sa lower slot of its collector.\n"
            "            wire [COL_BITS-1:0] col = head_col_i[b*COL_BITS +: COL_BITS];\n"
            "            wire [SLOT_BITS-1:0] slot = head_slot_i[b*SLOT_BITS +: SLOT_BITS];\n"
            "            wire [BANKS-1:0] beaten;\n"
            "\n"
            "            for (o = 0; o < BANKS; o = o + 1) begin : g_other\n"
            "                assign beaten[o] = head_valid_i[o]%s &\n"
            "                                   (head_col_i[o*COL_BITS +: COL_BITS] == col) &\n"
            "                                   (head_slot_i[o*SLOT_BITS +: SLOT_BITS] < slot);\n"
            "            end\n",
            has(e, WITH_TWO_PORTS) ? "" : "a write of its bank, and to ",
            has(e, WITH_TWO_PORTS) ? "" : " & ~wr_valid_i[o]");
}

/* The rows that a bank with two ports reads and writes. */
static void two_rows(struct emit *e)
{
    emit_text(e,
        "\n"
        "            assign read_o[b] = head_valid_i[b] & ~|beaten;\n"
        "\n"
        "            // 3.9, 3.10: the rows.\n"
        "            wire [SLOTS*ROW_BITS-1:0] src_row = col_src_row_i[col*SLOTS*ROW_BITS +: SLOTS*ROW_BITS];\n"
        "            wire [WARP_BITS-1:0] warp = col_warp_i[col*WARP_BITS +: WARP_BITS];\n"
        "            wire [WARP_BITS-1:0] wr_warp = wr_warp_i[b*WARP_BITS +: WARP_BITS];\n"
        "\n"
        "            assign read_row_o[b*ROW_BITS +: ROW_BITS] =\n"
        "                row_base_q[warp*ROW_BITS +: ROW_BITS] + src_row[slot*ROW_BITS +: ROW_BITS];\n"
        "            assign write_row_o[b*ROW_BITS +: ROW_BITS] =\n"
        "                row_base_q[wr_warp*ROW_BITS +: ROW_BITS] + wr_row_i[b*ROW_BITS +: ROW_BITS];\n");
}

/* The row that a bank reads or writes. */
static void row(struct emit *e)
{
    bool boc = has(e, WITH_BOC);
    const char *size = boc ? "WINDOW*SLOTS*ROW_BITS" : "SLOTS*ROW_BITS";
    emit_format(e,
        "\n"
        "            assign read_o[b] = head_valid_i[b] & ~wr_valid_i[b] & ~|beaten;\n"
        "\n"
        "            // 3.9, 3.10: the row.%s\n"
        "            wire [%s-1:0] src_row =%scol_src_row_i[col*%s +: %s];\n"
        "            wire [WARP_BITS-1:0] warp = wr_valid_i[b] ? wr_warp_i[b*WARP_BITS +: WARP_BITS]%s: %s;\n"
        "            wire [ROW_BITS-1:0] row = wr_valid_i[b] ? wr_row_i[b*ROW_BITS +: ROW_BITS]\n"
        "                                                    : src_row[%s*ROW_BITS +: ROW_BITS];\n"
        "\n"
        "            assign row_o[b*ROW_BITS +: ROW_BITS] = row_base_q[warp*ROW_BITS +: ROW_BITS] + row;\n",
        boc ? " BOC c serves warp c." : "", size, boc ? "\n                " : " ", size, size,
        boc ? " " : "\n                                                      ",
        boc ? "col" : "col_warp_i[col*WARP_BITS +: WARP_BITS]", boc ? "pos*SLOTS*ROW_BITS + slot" : "slot");
}

void emit_bank_arbiter(struct emit *e)
{
    bool boc = has(e, WITH_BOC);
    emit_module(e, "bank_arbiter", "routing of requests, grants, rows",
                boc ? boc_purpose : has(e, WITH_TWO_PORTS) ? two_ports_purpose : collector_purpose);
    emit_parameters(e, "WARPS WARP_BITS BANKS ROW_BITS COLLECTORS COL_BITS %sSLOTS SLOT_BITS",
                    boc ? "WINDOW POS_BITS " : "");
    ports(e);
    emit_body(e);
    emit_text(e, "\n");
    emit_register(e, "row_base_q", "WARPS*ROW_BITS", false, "first row of each warp slot");
    emit_format(e,
        "\n"
        "    // 3.12: launch.\n"
        "    genvar w, b, o;\n"
        "    generate\n"
        "        for (w = 0; w < WARPS; w = w + 1) begin : g_warp\n"
        "            always @(posedge clk_i)\n"
        "                if (launch_valid_i & (launch_warp_i == w))\n"
        "                    row_base_q[w*ROW_BITS +: ROW_BITS] <= launch_row_i;\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    // 3.7: requests.\n"
        "    reg [SLOTS-1:0] need;\n"
        "\n"
        "    always @* begin : requests\n"
        "        integer k;\n"
        "        need = {SLOTS{1'b0}};\n"
        "        push_col_o = {COL_BITS{1'b0}};\n"
        "%s"
        "        for (k = 0; k < COLLECTORS; k = k + 1) begin\n"
        "            need = need | need_i[k*SLOTS +: SLOTS];\n"
        "            push_col_o = push_col_o | ({COL_BITS{alloc_i[k]}} & k[COL_BITS-1:0]);\n"
        "%s"
        "        end\n"
        "    end\n"
        "\n"
        "%s"
        "    generate\n"
        "        for (b = 0; b < BANKS; b = b + 1) begin : g_bank\n"
        "            wire [SLOTS-1:0] mask = need & bank_i[b*SLOTS +: SLOTS];\n"
        "            assign push_mask_o[b*SLOTS +: SLOTS] = mask;\n"
        "            assign push_valid_o[b] = |mask;\n"
        "\n",
        boc ? "        push_pos_o = {POS_BITS{1'b0}};\n" : "",
        boc ? "            push_pos_o = push_pos_o |\n"
              "                ({POS_BITS{alloc_i[k]}} & col_next_i[k*POS_BITS +: POS_BITS]);\n" : "",
        boc ? "    wire [BANKS-1:0] anew;                               // of the position of each head\n\n" : "");
    competition(e);
    if (has(e, WITH_TWO_PORTS))
        two_rows(e);
    else
        row(e);
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
    emit_end(e);
}
