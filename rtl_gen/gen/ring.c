/* SPDX-License-Identifier: Apache-2.0 */
/* Rings of queues; see ring.h. */
#include "ring.h"

void ring_last(struct emit *e, struct ring ring)
{
    emit_format(e, "\n    localparam [%s-1:0] LAST = %s[%s-1:0] - 1'b1;\n\n", ring.bits, ring.size, ring.bits);
}

void ring_position(struct emit *e, struct ring ring, const char *section)
{
    int n = shape_value(e->shape, ring.size), bits = shape_value(e->shape, ring.bits);
    char count[EXPRESSION];
    emit_format(e, "\n    // %s: the ring's position (rptr + count) mod %s.\n", section, ring.size);
    if (n == 1)
        emit_format(e, "    wire [%s-1:0] wptr = rptr_q;\n", ring.bits);
    else if ((n & (n - 1)) == 0)
        emit_format(e, "    wire [%s-1:0] wptr = rptr_q + count_q[%s-1:0];\n", ring.bits, ring.bits);
    else
        emit_format(e,
            "    wire [%s:0] sum = {1'b0, rptr_q} + %s;\n"
            "    wire [%s-1:0] wptr = sum[%s-1:0] - (sum < %s ? %d'd0 : %d'd%d);\n",
            ring.bits, extend(count, "count_q", shape_value(e->shape, ring.count_bits), bits + 1), ring.bits,
            ring.bits, ring.size, bits, bits, n);
}

void ring_count(struct emit *e, struct ring ring, const char *push)
{
    emit_format(e,
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            count_q <= {%s{1'b0}};\n"
        "        else if (%s & ~pop)\n"
        "            count_q <= count_q + 1'b1;\n"
        "        else if (pop & ~%s)\n"
        "            count_q <= count_q - 1'b1;\n",
        ring.count_bits, push, push);
}

void ring_state(struct emit *e, struct ring ring, const char *push)
{
    ring_count(e, ring, push);
    emit_format(e,
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            rptr_q <= {%s{1'b0}};\n"
        "        else if (pop)\n"
        "            rptr_q <= rptr_q == LAST ? {%s{1'b0}} : rptr_q + 1'b1;\n",
        ring.bits, ring.bits);
}
