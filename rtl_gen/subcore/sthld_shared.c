/* SPDX-License-Identifier: Apache-2.0 */
/* sthld_shared: adaptation of one STHLD for all sub-cores of an SM. */
#include "rtl_gen/gen/modules.h"
#include "sthld.h"

/* What issues in the cycle, and in the interval with it. */
static void issued(struct emit *e)
{
    char one[EXPRESSION], new[EXPRESSION];
    int issues_bits = shape_value(e->shape, "ISSUES_BITS");
    emit_format(e,
        "\n"
        "    wire last_cycle = cycle_q == LAST_CYCLE;\n"
        "    reg [ISSUES_BITS-1:0] issues;\n"
        "\n"
        "    always @* begin : instructions\n"
        "        integer k;\n"
        "        issues = {ISSUES_BITS{1'b0}};\n"
        "        for (k = 0; k < SUBCORES; k = k + 1)\n"
        "            issues = issues + %s;\n"
        "    end\n"
        "\n"
        "    wire [ISSUED_BITS-1:0] issued = count_q + %s;\n",
        extend(one, "issue_valid_i[k]", 1, issues_bits),
        extend(new, "issues", issues_bits, shape_value(e->shape, "ISSUED_BITS")));
}

void emit_sthld_shared(struct emit *e)
{
    emit_module(e, "sthld_shared", "adaptation of one STHLD for all sub-cores of an SM",
        "STHLD is how many cycles a warp waits for a CCU without near values. The number of instructions that issue "
        "in an interval, in all sub-cores together, tells whether the last change of STHLD was good; at the end of each "
        "interval the state machine of Fig. 8 takes a step. Cycles without a live warp do not count, and a kernel "
        "starts anew.\n"
        "Malekeh, section IV-B3. Specification: 5.6, and 3.5 (STHLD).\n");
    emit_parameters(e, "SUBCORES STHLD_BITS INTERVAL CYCLE_BITS ISSUED_BITS ISSUES_BITS");
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "flush_i", "1", "a kernel starts");
    emit_port(e, IN, "live_i", "SUBCORES", "some warp of each sub-core is live");
    emit_port(e, IN, "issue_valid_i", "SUBCORES", "an instruction of each sub-core issues");
    emit_port(e, OUT, "sthld_o", "STHLD_BITS", "STHLD");
    emit_body(e);
    sthld_state(e);
    issued(e);
    sthld_step_wires(e);
    emit_text(e,
        "    wire large_change;\n"
        "\n"
        "    sthld_diff u_diff (\n"
        "        .current_i(issued),\n"
        "        .previous_i(prev_q),\n"
        "        .large_o(large_change)\n"
        "    );\n");
    sthld_step(e);
    sthld_next_state(e, "flush_i", "|live_i");
    emit_end(e);
}
