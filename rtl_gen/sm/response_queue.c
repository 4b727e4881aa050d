/* SPDX-License-Identifier: Apache-2.0 */
/* response_queue: lines that have come from the L2. */
#include "rtl_gen/gen/modules.h"
#include "rtl_gen/gen/ring.h"

void emit_response_queue(struct emit *e)
{
    static const struct ring ring = {"FILLS", "FILL_BITS", "FILL_COUNT_BITS"};
    bool shared = has(e, WITH_SHARED);
    emit_module(e, "response_queue", "lines that have come from the L2", shared ?
        "A FIFO of lines, and of the old values of atomics, with the MSHRs that they are for. A line of the cache that "
        "goes over to shared memory takes this way, too, and comes before one from the L2.\n"
        "CIAO, sections II-A and IV-B (coherence), Fig. 7a (response queue). Specification: 5.4, Queues; 7.6, "
        "Migration.\n" :
        "A FIFO of lines, and of the old values of atomics, with the MSHRs that they are for.\n"
        "CIAO, section II-A, Fig. 7a (response queue). Specification: 5.4, Queues.\n");
    emit_parameters(e, "LINE_BITS MSHR_BITS FILLS FILL_BITS FILL_COUNT_BITS");
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "fill_valid_i", "1", "a line comes:");
    emit_port(e, IN, "fill_mshr_i", "MSHR_BITS", "MSHR that it is for");
    emit_port(e, IN, "fill_data_i", "LINE_BITS", "its bytes");
    emit_port(e, OUT, "fill_ready_o", "1", "it is taken if valid");
    emit_port_if(e, shared, IN, "migrate_i", "1", "a line of the cache comes:");
    emit_port_if(e, shared, IN, "migrate_mshr_i", "MSHR_BITS", "MSHR that it is for");
    emit_port_if(e, shared, IN, "migrate_data_i", "LINE_BITS", "its bytes");
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
    emit_format(e,
        "\n"
        "    wire ready = count_q != FILLS[FILL_COUNT_BITS-1:0]%s;\n"
        "    wire push = %sfill_valid_i & ready%s;\n"
        "    wire pop = pop_i;\n"
        "\n"
        "    assign fill_ready_o = ready;\n"
        "    assign head_valid_o = count_q != {FILL_COUNT_BITS{1'b0}};\n"
        "    assign head_mshr_o = mshr_q[rptr_q*MSHR_BITS +: MSHR_BITS];\n"
        "    assign head_data_o = data_q[rptr_q*LINE_BITS +: LINE_BITS];\n",
        shared ? " & ~migrate_i" : "", shared ? "migrate_i | (" : "", shared ? ")" : "");
    ring_state(e, ring, "push");
    emit_format(e,
        "\n"
        "    genvar i;\n"
        "    generate\n"
        "        for (i = 0; i < FILLS; i = i + 1) begin : g_entry\n"
        "            always @(posedge clk_i)\n"
        "                if (push & (wptr == i) & ~rst_i) begin\n"
        "                    mshr_q[i*MSHR_BITS +: MSHR_BITS] <= %sfill_mshr_i;\n"
        "                    data_q[i*LINE_BITS +: LINE_BITS] <= %sfill_data_i;\n"
        "                end\n"
        "        end\n"
        "    endgenerate\n",
        shared ? "migrate_i ? migrate_mshr_i : " : "", shared ? "migrate_i ? migrate_data_i : " : "");
    emit_end(e);
}
