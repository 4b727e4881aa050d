/* SPDX-License-Identifier: Apache-2.0 */
/* bank_queue: read requests of one bank. */
#include "modules.h"

/* The position behind the last request, (rptr + count) mod COLLECTORS. */
static void write_position(struct emit *e)
{
    int n = e->config->collectors, bits = shape_value(e->shape, "COL_BITS");
    char count[EXPRESSION];
    emit_text(e, "\n    // 3.7: the ring's position (rptr + count) mod COLLECTORS.\n");
    if (n == 1)
        emit_text(e, "    wire [COL_BITS-1:0] wptr = rptr_q;\n");
    else if ((n & (n - 1)) == 0)
        emit_text(e, "    wire [COL_BITS-1:0] wptr = rptr_q + count_q[COL_BITS-1:0];\n");
    else
        emit_format(e,
            "    wire [COL_BITS:0] sum = {1'b0, rptr_q} + %s;\n"
            "    wire [COL_BITS-1:0] wptr = sum[COL_BITS-1:0] - (sum < COLLECTORS ? %d'd0 : %d'd%d);\n",
            extend(count, "count_q", shape_value(e->shape, "QUEUE_BITS"), bits + 1), bits, bits, n);
}

void emit_bank_queue(struct emit *e)
{
    emit_module(e, "bank_queue", "read requests of one bank",
        "A FIFO with one entry per instruction: its collector and the slots that it reads from this bank. "
        "Only the head asks, for one slot at a time, the lowest first. A collector has at most one entry, "
        "so a ring of as many entries as there are collectors never overflows.\n"
        "Malekeh, section II (conflicting reads). Specification: 3.7, 3.10.\n");
    emit_parameters(e, "COLLECTORS COL_BITS QUEUE_BITS SLOTS SLOT_BITS");
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "push_valid_i", "1", "an instruction has requests:");
    emit_port(e, IN, "push_col_i", "COL_BITS", "its collector");
    emit_port(e, IN, "push_mask_i", "SLOTS", "slots to read");
    emit_port(e, OUT, "head_valid_o", "1", "the head asks for a read:");
    emit_port(e, OUT, "head_col_o", "COL_BITS", "its collector");
    emit_port(e, OUT_REG, "head_slot_o", "SLOT_BITS", "its lowest slot");
    emit_port(e, IN, "grant_i", "1", "the read is granted");
    emit_body(e);
    emit_text(e, "\n    localparam [COL_BITS-1:0] LAST = COLLECTORS[COL_BITS-1:0] - 1'b1;\n\n");
    emit_register(e, "count_q", "QUEUE_BITS", true, "requests held");
    emit_register(e, "rptr_q", "COL_BITS", true, "position of the head");
    emit_register(e, "col_q", "COLLECTORS*COL_BITS", false, "collector of each entry");
    emit_register(e, "mask_q", "COLLECTORS*SLOTS", false, "slots that each entry still has to read");
    write_position(e);
    emit_text(e,
        "\n"
        "    // 3.10: the head asks for its lowest slot, and leaves with its last one.\n"
        "    wire [SLOTS-1:0] head_mask = mask_q[rptr_q*SLOTS +: SLOTS];\n"
        "    wire [SLOTS-1:0] rest = head_mask & (head_mask - 1'b1);\n"
        "    wire pop = grant_i & (rest == {SLOTS{1'b0}});\n"
        "\n"
        "    assign head_valid_o = count_q != {QUEUE_BITS{1'b0}};\n"
        "    assign head_col_o = col_q[rptr_q*COL_BITS +: COL_BITS];\n"
        "\n"
        "    always @* begin : lowest\n"
        "        integer k;\n"
        "        head_slot_o = {SLOT_BITS{1'b0}};\n"
        "        for (k = SLOTS - 1; k >= 0; k = k - 1)\n"
        "            if (head_mask[k])\n"
        "                head_slot_o = k[SLOT_BITS-1:0];\n"
        "    end\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            count_q <= {QUEUE_BITS{1'b0}};\n"
        "        else if (push_valid_i & ~pop)\n"
        "            count_q <= count_q + 1'b1;\n"
        "        else if (pop & ~push_valid_i)\n"
        "            count_q <= count_q - 1'b1;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            rptr_q <= {COL_BITS{1'b0}};\n"
        "        else if (pop)\n"
        "            rptr_q <= rptr_q == LAST ? {COL_BITS{1'b0}} : rptr_q + 1'b1;\n"
        "\n"
        "    genvar i;\n"
        "    generate\n"
        "        for (i = 0; i < COLLECTORS; i = i + 1) begin : g_entry\n"
        "            always @(posedge clk_i)\n"
        "                if (push_valid_i & (wptr == i)) begin\n"
        "                    col_q[i*COL_BITS +: COL_BITS] <= push_col_i;\n"
        "                    mask_q[i*SLOTS +: SLOTS] <= push_mask_i;\n"
        "                end else if (grant_i & (rptr_q == i))\n"
        "                    mask_q[i*SLOTS +: SLOTS] <= rest;\n"
        "        end\n"
        "    endgenerate\n");
    emit_end(e);
}
