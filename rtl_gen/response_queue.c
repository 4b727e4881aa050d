/* SPDX-License-Identifier: Apache-2.0 */
/* response_queue: lines that have come from the L2. */
#include "modules.h"
#include "ring.h"

void emit_response_queue(struct emit *e)
{
    static const struct ring ring = {"FILLS", "FILL_BITS", "FILL_COUNT_BITS"};
    emit_module(e, "response_queue", "lines that have come from the L2",
        "A FIFO of lines, and of the old values of atomics, with the MSHRs that they are for.\n"
        "CIAO, section II-A, Fig. 7a (response queue). Specification: 5.4, Queues.\n");
    emit_parameters(e, "LINE_BITS MSHR_BITS FILLS FILL_BITS FILL_COUNT_BITS");
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "fill_valid_i", "1", "a line comes:");
    emit_port(e, IN, "fill_mshr_i", "MSHR_BITS", "MSHR that it is for");
    emit_port(e, IN, "fill_data_i", "LINE_BITS", "its bytes");
    emit_port(e, OUT, "fill_ready_o", "1", "it is taken if valid");
    emit_port(e, OUT, "head_valid_o", "1", "the oldest line is there:");
    emit_port(e, OUT, "head_mshr_o", "MSHR_BITS", "MSHR that it is for");
    emit_port(e, OUT, "head_data_o", "LINE_BITS", "its bytes");
    emit_port(e, IN, "pop_i", "1", "it leaves");
    emit_body(e);
    ring_last(e, ring);
    emit_register(e, "count_q", "FILL_COUNT_BITS", true, "lines held");
    emit_register(e, "rptr_q", "FILL_BITS", true, "position of the head");
    emit_register(e, "mshr_q", "FILLS*MSHR_BITS", false, "MSHR of each entry");
    emit_register(e, "data_q", "FILLS*LINE_BITS", false, "its line");
    ring_position(e, ring, "5.4");
    emit_text(e,
        "\n"
        "    wire ready = count_q != FILLS[FILL_COUNT_BITS-1:0];\n"
        "    wire push = fill_valid_i & ready;\n"
        "    wire pop = pop_i;\n"
        "\n"
        "    assign fill_ready_o = ready;\n"
        "    assign head_valid_o = count_q != {FILL_COUNT_BITS{1'b0}};\n"
        "    assign head_mshr_o = mshr_q[rptr_q*MSHR_BITS +: MSHR_BITS];\n"
        "    assign head_data_o = data_q[rptr_q*LINE_BITS +: LINE_BITS];\n");
    ring_state(e, ring, "push");
    emit_text(e,
        "\n"
        "    genvar i;\n"
        "    generate\n"
        "        for (i = 0; i < FILLS; i = i + 1) begin : g_entry\n"
        "            always @(posedge clk_i)\n"
        "                if (push & (wptr == i) & ~rst_i) begin\n"
        "                    mshr_q[i*MSHR_BITS +: MSHR_BITS] <= fill_mshr_i;\n"
        "                    data_q[i*LINE_BITS +: LINE_BITS] <= fill_data_i;\n"
        "                end\n"
        "        end\n"
        "    endgenerate\n");
    emit_end(e);
}
