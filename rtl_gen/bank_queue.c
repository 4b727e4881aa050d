/* SPDX-License-Identifier: Apache-2.0 */
/* bank_queue: read requests of one bank. */
#include "modules.h"
#include "ring.h"

/* The ring: as many entries as there are collectors, or with BOCs positions of their windows. */
static struct ring ring_of(const struct emit *e)
{
    return has(e, WITH_BOC) ? (struct ring){"REQUESTS", "REQUEST_BITS", "QUEUE_BITS"}
                            : (struct ring){"COLLECTORS", "COL_BITS", "QUEUE_BITS"};
}

static void ports(struct emit *e)
{
    bool boc = has(e, WITH_BOC);
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "push_valid_i", "1", "an instruction has requests:");
    emit_port(e, IN, "push_col_i", "COL_BITS", "its collector");
    emit_port_if(e, boc, IN, "push_pos_i", "POS_BITS", "its position there");
    emit_port(e, IN, "push_mask_i", "SLOTS", "slots to read");
    emit_port(e, OUT, "head_valid_o", "1", "the head asks for a read:");
    emit_port(e, OUT, "head_col_o", "COL_BITS", "its collector");
    emit_port_if(e, boc, OUT, "head_pos_o", "POS_BITS", "its position there");
    emit_port(e, OUT, "head_slot_o", "SLOT_BITS", "its lowest slot");
    emit_port(e, IN, "grant_i", "1", "the read is granted");
}

/* The head: what it asks for, and when it leaves. */
static void head(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.10: the head asks for its lowest slot, and leaves with its last one.\n"
        "    wire [SLOTS-1:0] head_mask = mask_q[rptr_q*SLOTS +: SLOTS];\n"
        "    wire [SLOTS-1:0] rest = head_mask & (head_mask - 1'b1);\n"
        "    wire unused_none;                                    // an entry has a slot to read\n"
        "    wire pop = grant_i & (rest == {SLOTS{1'b0}});\n"
        "\n"
        "    assign head_valid_o = count_q != {QUEUE_BITS{1'b0}};\n"
        "    assign head_col_o = col_q[rptr_q*COL_BITS +: COL_BITS];\n");
    if (has(e, WITH_BOC))
        emit_text(e, "    assign head_pos_o = pos_q[rptr_q*POS_BITS +: POS_BITS];\n");
    emit_text(e,
        "\n"
        "    priority_encoder #(.N(SLOTS), .BITS(SLOT_BITS)) u_lowest (\n"
        "        .set_i(head_mask),\n"
        "        .index_o(head_slot_o),\n"
        "        .none_o(unused_none)\n"
        "    );\n");
}

static const char collector_purpose[] =
    "A FIFO with one entry per instruction: its collector and the slots that it reads from this bank. "
    "Only the head asks, for one slot at a time, the lowest first. A collector has at most one entry, "
    "so a ring of as many entries as there are collectors never overflows.\n"
    "Malekeh, section II (conflicting reads). Specification: 3.7, 3.10.\n";

static const char boc_purpose[] =
    "A FIFO with one entry per instruction: its BOC, its position there and the slots that it reads from this bank. "
    "Only the head asks, for one slot at a time, the lowest first. A position has at most one entry, "
    "so a ring of as many entries as the BOCs have positions never overflows.\n"
    "Malekeh, section II (conflicting reads); BOW, section IV-A. Specification: 3.7, 3.10, 3.14.\n";

void emit_bank_queue(struct emit *e)
{
    bool boc = has(e, WITH_BOC);
    struct ring ring = ring_of(e);
    char width[EXPRESSION];
    emit_module(e, "bank_queue", "read requests of one bank", boc ? boc_purpose : collector_purpose);
    emit_parameters(e, boc ? "COL_BITS POS_BITS REQUESTS REQUEST_BITS QUEUE_BITS SLOTS SLOT_BITS"
                           : "COLLECTORS COL_BITS QUEUE_BITS SLOTS SLOT_BITS");
    ports(e);
    emit_body(e);
    ring_last(e, ring);
    emit_register(e, "count_q", "QUEUE_BITS", true, "requests held");
    emit_register(e, "rptr_q", ring.bits, true, "position of the head");
    emit_register(e, "col_q", times(width, ring.size, "COL_BITS"), false, "collector of each entry");
    if (boc)
        emit_register(e, "pos_q", "REQUESTS*POS_BITS", false, "its position there");
    emit_register(e, "mask_q", times(width, ring.size, "SLOTS"), false, "slots that each entry still has to read");
    ring_position(e, ring, "3.7");
    head(e);
    ring_state(e, ring, "push_valid_i");
    emit_format(e,
        "\n"
        "    genvar i;\n"
        "    generate\n"
        "        for (i = 0; i < %s; i = i + 1) begin : g_entry\n"
        "            always @(posedge clk_i)\n"
        "                if (push_valid_i & (wptr == i)) begin\n"
        "                    col_q[i*COL_BITS +: COL_BITS] <= push_col_i;\n"
        "%s"
        "                    mask_q[i*SLOTS +: SLOTS] <= push_mask_i;\n"
        "                end else if (grant_i & (rptr_q == i))\n"
        "                    mask_q[i*SLOTS +: SLOTS] <= rest;\n"
        "        end\n"
        "    endgenerate\n",
        ring.size, boc ? "                    pos_q[i*POS_BITS +: POS_BITS] <= push_pos_i;\n" : "");
    emit_end(e);
}
