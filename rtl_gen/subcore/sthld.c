/* SPDX-License-Identifier: Apache-2.0 */
/* sthld: adaptation of STHLD. */
#include "rtl_gen/gen/modules.h"
#include "sthld.h"

void sthld_state(struct emit *e)
{
    emit_format(e,
        "\n"
        "    localparam [STHLD_BITS-1:0] START = %d'd%d;\n"
        "    localparam [CYCLE_BITS-1:0] LAST_CYCLE = INTERVAL[CYCLE_BITS-1:0] - 1'b1;\n"
        "\n",
        shape_value(e->shape, "STHLD_BITS"), e->config->sthld_value);
    emit_register(e, "state_q", "3", true, "state of Fig. 8");
    emit_register(e, "sthld_q", "STHLD_BITS", true, "STHLD");
    emit_register(e, "clamped_q", "1", true, "the last decrement would have gone below 0");
    emit_register(e, "cycle_q", "CYCLE_BITS", true, "cycle of the interval");
    emit_register(e, "count_q", "ISSUED_BITS", true, "instructions issued in it");
    emit_register(e, "prev_q", "ISSUED_BITS", true, "and in the one before");
}

void sthld_step_wires(struct emit *e)
{
    emit_text(e,
        "\n"
        "    wire [2:0] next_state;\n"
        "    wire [STHLD_BITS-1:0] next_sthld;\n"
        "    wire next_clamped;\n");
}

void sthld_step(struct emit *e)
{
    emit_text(e,
        "\n"
        "    sthld_next u_next (\n"
        "        .state_i(state_q),\n"
        "        .sthld_i(sthld_q),\n"
        "        .clamped_i(clamped_q),\n"
        "        .large_i(large_change),\n"
        "        .state_o(next_state),\n"
        "        .sthld_o(next_sthld),\n"
        "        .clamped_o(next_clamped)\n"
        "    );\n");
}

void sthld_next_state(struct emit *e, const char *restart, const char *live)
{
    emit_format(e,
        "\n"
        "    assign sthld_o = sthld_q;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | %s) begin\n"
        "            cycle_q <= {CYCLE_BITS{1'b0}};\n"
        "            count_q <= {ISSUED_BITS{1'b0}};\n"
        "        end else if (%s) begin\n"
        "            cycle_q <= last_cycle ? {CYCLE_BITS{1'b0}} : cycle_q + 1'b1;\n"
        "            count_q <= last_cycle ? {ISSUED_BITS{1'b0}} : issued;\n"
        "        end\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | %s) begin\n"
        "            state_q <= 3'd1;\n"
        "            sthld_q <= START;\n"
        "            clamped_q <= 1'b0;\n"
        "            prev_q <= {ISSUED_BITS{1'b0}};\n"
        "        end else if (%s & last_cycle) begin\n"
        "            state_q <= next_state;\n"
        "            sthld_q <= next_sthld;\n"
        "            clamped_q <= next_clamped;\n"
        "            prev_q <= issued;\n"
        "        end\n",
        restart, live, restart, live);
}

/*
 * PIPE: an interval is judged in its last cycle without what comes in it, which counts for the next interval, and the
 * step is taken in the next cycle: so addition, comparison and the tables of Fig. 8 do not follow each other.
 */
static void late_state(struct emit *e)
{
    emit_register(e, "judge_q", "1", true, "an interval ended in the previous cycle:");
    emit_register(e, "large_q", "1", true, "with a large change");
}

static void late_next_state(struct emit *e)
{
    emit_text(e,
        "\n"
        "    assign sthld_o = sthld_q;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | kernel_i) begin\n"
        "            cycle_q <= {CYCLE_BITS{1'b0}};\n"
        "            count_q <= {ISSUED_BITS{1'b0}};\n"
        "            judge_q <= 1'b0;\n"
        "        end else if (live_i) begin\n"
        "            cycle_q <= last_cycle ? {CYCLE_BITS{1'b0}} : cycle_q + 1'b1;\n"
        "            count_q <= (count_q & {ISSUED_BITS{~last_cycle}}) + {{(ISSUED_BITS-1){1'b0}}, issue_valid_i};\n"
        "            judge_q <= last_cycle;\n"
        "        end\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | kernel_i) begin\n"
        "            prev_q <= {ISSUED_BITS{1'b0}};\n"
        "            large_q <= 1'b0;\n"
        "        end else if (live_i & last_cycle) begin\n"
        "            prev_q <= count_q;\n"
        "            large_q <= change;\n"
        "        end\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | kernel_i) begin\n"
        "            state_q <= 3'd1;\n"
        "            sthld_q <= START;\n"
        "            clamped_q <= 1'b0;\n"
        "        end else if (live_i & judge_q) begin\n"
        "            state_q <= next_state;\n"
        "            sthld_q <= next_sthld;\n"
        "            clamped_q <= next_clamped;\n"
        "        end\n");
}

/* The comparison, and the step. */
static void late_instances(struct emit *e)
{
    sthld_step_wires(e);
    emit_text(e,
        "    wire large_change = large_q;\n"
        "    wire change;\n"
        "\n"
        "    sthld_diff u_diff (\n"
        "        .current_i(count_q),\n"
        "        .previous_i(prev_q),\n"
        "        .large_o(change)\n"
        "    );\n");
    sthld_step(e);
}

/* Both comparisons, and the step. */
static void instances(struct emit *e)
{
    emit_text(e,
        "    wire [ISSUED_BITS-1:0] count_1 = count_q + 1'b1;\n"
        "    wire [ISSUED_BITS-1:0] issued = issue_valid_i ? count_1 : count_q;\n");
    sthld_step_wires(e);
    emit_text(e,
        "\n"
        "    // Whether an instruction issues is known last: both counts are compared.\n"
        "    wire [1:0] changes;                                  // of the count without it, and with it\n"
        "    wire large_change = issue_valid_i ? changes[1] : changes[0];\n"
        "\n"
        "    sthld_diff u_diff (\n"
        "        .current_i(count_q),\n"
        "        .previous_i(prev_q),\n"
        "        .large_o(changes[0])\n"
        "    );\n"
        "\n"
        "    sthld_diff u_diff_1 (\n"
        "        .current_i(count_1),\n"
        "        .previous_i(prev_q),\n"
        "        .large_o(changes[1])\n"
        "    );\n");
    sthld_step(e);
}

void emit_sthld(struct emit *e)
{
    char text[640];
    snprintf(text, sizeof text,
        "STHLD is how many cycles a warp waits for a CCU without near values. The number of instructions that issue "
        "in an interval tells whether the last change of STHLD was good; at the end of each interval the state "
        "machine of Fig. 8 takes a step%s. Cycles without a live warp do not count, and a kernel starts anew.\n"
        "Malekeh, section IV-B3. Specification: 3.5 (STHLD).\n",
        has(e, WITH_STAGE) ? ", behind the issue stage one cycle later, and what comes in the last cycle counts for the "
                             "next interval" : "");
    emit_module(e, "sthld", "adaptation of STHLD", text);
    emit_parameters(e, "STHLD_BITS INTERVAL CYCLE_BITS ISSUED_BITS");
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "kernel_i", "1", "a kernel starts");
    emit_port(e, IN, "live_i", "1", "some warp is live");
    emit_port(e, IN, "issue_valid_i", "1",
              has(e, WITH_STAGE) ? "an instruction issued in the previous cycle" : "an instruction issues");
    emit_port(e, OUT, "sthld_o", "STHLD_BITS", "STHLD");
    emit_body(e);
    sthld_state(e);
    if (has(e, WITH_STAGE))
        late_state(e);
    emit_text(e,
        "\n"
        "    wire last_cycle = cycle_q == LAST_CYCLE;\n");
    if (has(e, WITH_STAGE)) {
        late_instances(e);
        late_next_state(e);
    } else {
        instances(e);
        sthld_next_state(e, "kernel_i", "live_i");
    }
    emit_end(e);
}
