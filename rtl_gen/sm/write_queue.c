/* SPDX-License-Identifier: Apache-2.0 */
/* write_queue: requests on their way to the L2. */
#include "rtl_gen/gen/modules.h"
#include "rtl_gen/gen/ring.h"

struct part {
    const char *name;
    const char *width;
    const char *meaning;
};

static const struct part parts[] = {
    {"op", "2", "0 a line is wanted, 1 bytes are written, 2 and 3 an atomic"},
    {"line", "NUMBER_BITS", "number of the line"},
    {"mshr", "MSHR_BITS", "MSHR that the answer is for"},
    {"sub", "SUB_BITS", "sub-core of an atomic"},
    {"id", "ID_BITS", "its number there"},
    {"be", "LINE_BYTES", "bytes that are written"},
    {"data", "LINE_BITS", "and with what"},
};

enum { PARTS = sizeof parts / sizeof *parts };

static void ports(struct emit *e)
{
    char name[NAME];
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "push_valid_i", "1", "a request; only with room_o:");
    for (int p = 0; p < PARTS; p++) {
        snprintf(name, sizeof name, "push_%s_i", parts[p].name);
        emit_port(e, IN, name, parts[p].width, parts[p].meaning);
    }
    emit_port(e, OUT, "room_o", "1", "another request can come");
    emit_port(e, OUT, "idle_o", "1", "there is none");
    emit_port(e, OUT, "req_valid_o", "1", "the oldest request, else zero:");
    for (int p = 0; p < PARTS; p++) {
        snprintf(name, sizeof name, "req_%s_o", parts[p].name);
        emit_port(e, OUT, name, parts[p].width, parts[p].meaning);
    }
    emit_port(e, IN, "req_ready_i", "1", "it is taken");
}

void emit_write_queue(struct emit *e)
{
    static const struct ring ring = {"WRITES", "WRITE_BITS", "WRITE_COUNT_BITS"};
    char name[NAME], width[EXPRESSION], place[EXPRESSION], none[EXPRESSION];
    emit_module(e, "write_queue", "requests on their way to the L2",
        "A FIFO of requests: lines that are wanted, bytes that are written, atomics. Its order is the one in which "
        "they are applied to memory. Fields that a request does not have come as zeros.\n"
        "CIAO, section II-A, Fig. 7a (write queue). Specification: 5.4, Queues.\n");
    emit_parameters(e, "SUB_BITS ID_BITS NUMBER_BITS LINE_BYTES LINE_BITS MSHR_BITS WRITES WRITE_BITS "
                       "WRITE_COUNT_BITS");
    ports(e);
    emit_body(e);
    ring_last(e, ring);
    emit_register(e, "count_q", "WRITE_COUNT_BITS", true, "requests held");
    emit_register(e, "rptr_q", "WRITE_BITS", true, "position of the head");
    for (int p = 0; p < PARTS; p++) {
        snprintf(name, sizeof name, "%s_q", parts[p].name);
        emit_register(e, name, times(width, "WRITES", parts[p].width), false, parts[p].meaning);
    }
    ring_position(e, ring, "5.4");
    emit_text(e,
        "\n"
        "    wire some = count_q != {WRITE_COUNT_BITS{1'b0}};\n"
        "    wire pop = some & req_ready_i;\n"
        "\n"
        "    assign room_o = count_q != WRITES[WRITE_COUNT_BITS-1:0];\n"
        "    assign idle_o = ~some;\n"
        "    assign req_valid_o = some;\n");
    for (int p = 0; p < PARTS; p++) {
        snprintf(name, sizeof name, "%s_q", parts[p].name);
        emit_format(e, "    assign req_%s_o = %s & %s;\n", parts[p].name,
                    element(place, name, "rptr_q", parts[p].width), copies(none, "some", parts[p].width));
    }
    ring_state(e, ring, "push_valid_i");
    emit_text(e,
        "\n"
        "    genvar i;\n"
        "    generate\n"
        "        for (i = 0; i < WRITES; i = i + 1) begin : g_entry\n"
        "            always @(posedge clk_i)\n"
        "                if (push_valid_i & (wptr == i) & ~rst_i) begin\n");
    for (int p = 0; p < PARTS; p++) {
        snprintf(name, sizeof name, "%s_q", parts[p].name);
        emit_format(e, "                    %s <= push_%s_i;\n", element(place, name, "i", parts[p].width),
                    parts[p].name);
    }
    emit_text(e,
        "                end\n"
        "        end\n"
        "    endgenerate\n");
    emit_end(e);
}
