/* SPDX-License-Identifier: Apache-2.0 */
/* bank_queue: read requests of one bank. */
#include "rtl_gen/gen/modules.h"
#include "rtl_gen/gen/ring.h"

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
    bool pointer = has(e, WITH_QUEUE_RING);
    emit_format(e,
        "\n"
        "    // 3.10: the head asks for its lowest slot, and leaves with its last one.\n"
        "    wire [SLOTS-1:0] head_mask = mask_q[%s +: SLOTS];\n"
        "    wire [SLOTS-1:0] rest = head_mask & (head_mask - 1'b1);\n"
        "    wire unused_none;                                    // an entry has a slot to read\n"
        "%s"
        "\n"
        "    assign head_valid_o = count_q != {QUEUE_BITS{1'b0}};\n"
        "    assign head_col_o = col_q[%s +: COL_BITS];\n",
        pointer ? "rptr_q*SLOTS" : "0",
        pointer ? "    wire pop = grant_i & (rest == {SLOTS{1'b0}});\n"
                : "    wire last = rest == {SLOTS{1'b0}};\n"
                  "    wire pop = grant_i & last;\n",
        pointer ? "rptr_q*COL_BITS" : "0");
    if (has(e, WITH_BOC))
        emit_format(e, "    assign head_pos_o = pos_q[%s +: POS_BITS];\n", pointer ? "rptr_q*POS_BITS" : "0");
    emit_text(e,
        "\n"
        "    priority_encoder #(.N(SLOTS), .BITS(SLOT_BITS)) u_lowest (\n"
        "        .set_i(head_mask),\n"
        "        .index_o(head_slot_o),\n"
        "        .none_o(unused_none)\n"
        "    );\n");
}

/* The entries of a ring, of which only the head's mask changes. */
static void ring_entries(struct emit *e, struct ring ring)
{
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
        ring.size, has(e, WITH_BOC) ? "                    pos_q[i*POS_BITS +: POS_BITS] <= push_pos_i;\n" : "");
}

/* Entry i takes what it keeps of itself, if it does, or the request of the entry behind it, or else a new one. */
static void take(struct emit *e, const char *vector, const char *width, const char *kept, bool several,
                 const char *pushed)
{
    char here[EXPRESSION], behind[EXPRESSION];
    element(here, vector, "i", width);
    element(behind, vector, "BEHIND", width);
    emit_format(e, "                    %s <= %s", here, kept);
    if (several)
        emit_format(e, "moves ? %s : ", behind);
    emit_format(e, "%s;\n", pushed);
}

/* Entries that move up as the head leaves. The grant comes late, and only says which of two enables counts. */
static void moving_entries(struct emit *e, struct ring ring)
{
    bool several = shape_value(e->shape, ring.size) > 1;
    ring_count(e, ring, "push_valid_i");
    emit_format(e,
        "\n"
        "    // 3.7, 3.10: a new request stands behind what stays%s.\n"
        "    genvar i;\n"
        "    generate\n"
        "        for (i = 0; i < %s; i = i + 1) begin : g_entry\n",
        several ? ", which moves up if the head leaves" : "", ring.size);
    if (several)
        emit_format(e,
            "            localparam BEHIND = i + 1 < %s ? i + 1 : i;\n"
            "            wire moves = (BEHIND != i) & (count_q > i + 1);      // the request behind, if the head leaves\n",
            ring.size);
    emit_format(e,
        "            wire ungranted = push_valid_i & (count_q == i);      // takes a request without a grant\n"
        "            wire granted = last ? %s : ungranted; // and with one\n"
        "            wire loses = (i == 0) & head_valid_o & ~(last & granted); // the head, the slot that is granted\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (grant_i ? granted : ungranted) begin\n",
        several ? "moves | (push_valid_i & (count_q == i + 1))" : "push_valid_i & (count_q == i + 1)");
    take(e, "col_q", "COL_BITS", "", several, "push_col_i");
    if (has(e, WITH_BOC))
        take(e, "pos_q", "POS_BITS", "", several, "push_pos_i");
    emit_text(e,
        "                end\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (grant_i ? granted | loses : ungranted)\n");
    take(e, "mask_q", "SLOTS", "loses ? rest : ", several, "push_mask_i");
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
}

static void purpose(const struct emit *e, char *text, size_t size)
{
    bool boc = has(e, WITH_BOC);
    snprintf(text, size,
        "A FIFO with one entry per instruction: its %s and the slots that it reads from this bank. "
        "Only the head asks, for one slot at a time, the lowest first%s. A %s has at most one entry, "
        "so %s as many entries as %s never overflows.\n"
        "Malekeh, section II (conflicting reads)%s. Specification: 3.7, 3.10%s.\n",
        boc ? "BOC, its position there" : "collector",
        has(e, WITH_QUEUE_RING) ? "" : "; it is the first entry, and the others move up as it leaves",
        boc ? "position" : "collector", has(e, WITH_QUEUE_RING) ? "a ring of" : "a queue of",
        boc ? "the BOCs have positions" : "there are collectors",
        boc ? "; BOW, section IV-A" : "", boc ? ", 3.14" : "");
}

void emit_bank_queue(struct emit *e)
{
    bool boc = has(e, WITH_BOC), pointer = has(e, WITH_QUEUE_RING);
    struct ring ring = ring_of(e);
    char width[EXPRESSION], text[640];
    purpose(e, text, sizeof text);
    emit_module(e, "bank_queue", "read requests of one bank", text);
    if (boc)
        emit_parameters(e, "COL_BITS POS_BITS REQUESTS %sQUEUE_BITS SLOTS SLOT_BITS", pointer ? "REQUEST_BITS " : "");
    else
        emit_parameters(e, "COLLECTORS COL_BITS QUEUE_BITS SLOTS SLOT_BITS");
    ports(e);
    emit_body(e);
    if (pointer)
        ring_last(e, ring);
    else
        emit_text(e, "\n");
    emit_register(e, "count_q", "QUEUE_BITS", true, "requests held");
    if (pointer)
        emit_register(e, "rptr_q", ring.bits, true, "position of the head");
    emit_register(e, "col_q", times(width, ring.size, "COL_BITS"), false, "collector of each entry");
    if (boc)
        emit_register(e, "pos_q", "REQUESTS*POS_BITS", false, "its position there");
    emit_register(e, "mask_q", times(width, ring.size, "SLOTS"), false, "slots that each entry still has to read");
    if (pointer)
        ring_position(e, ring, "3.7");
    head(e);
    (pointer ? ring_entries : moving_entries)(e, ring);
    emit_end(e);
}
