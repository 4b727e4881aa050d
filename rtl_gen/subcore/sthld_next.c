/* SPDX-License-Identifier: Apache-2.0 */
/* sthld_next: next state of the STHLD algorithm. */
#include "rtl_gen/gen/modules.h"

enum { STATES = 6, NO_STEP = 5 };

/* Digit of a state, counted from the left and from 1, of a number with a digit for each. */
static int digit(int number, int state)
{
    for (; state < STATES; state++)
        number /= 10;
    return number % 10;
}

/* The transitions of one kind: a next state and a step for each state. */
static void transitions(struct emit *e, const char *name, int next, int step)
{
    emit_format(e, "    wire [6:0] %s =\n", name);
    for (int state = 1; state <= STATES; state++) {
        int change = digit(step, state) - NO_STEP;
        emit_format(e, "        state_i == 3'd%d ? {3'd%d, %s4'd%d} :\n", state, digit(next, state),
                    change < 0 ? "-" : "", change < 0 ? -change : change);
    }
    emit_text(e, "        {3'd1, 4'd0}; // never\n");
}

void emit_sthld_next(struct emit *e)
{
    emit_module(e, "sthld_next", "next state of the STHLD algorithm",
        "At the end of an interval: the next state, STHLD and clamped flag. STHLD takes a step up or down and stays "
        "between 0 and STHLD_MAX; the flag says that the last step down would have led below 0. In state 4, after a "
        "small change, the flag holds back a step up.\n"
        "Malekeh, section IV-B3 and Fig. 8. Specification: 3.5 (STHLD).\n");
    emit_parameters(e, "STHLD_BITS STHLD_MAX");
    emit_port(e, IN, "state_i", "3", "state, 1 to 6");
    emit_port(e, IN, "sthld_i", "STHLD_BITS", "STHLD");
    emit_port(e, IN, "clamped_i", "1", "the last decrement would have gone below 0");
    emit_port(e, IN, "large_i", "1", "the change of the instructions issued is large");
    emit_port(e, OUT, "state_o", "3", "next state");
    emit_port(e, OUT, "sthld_o", "STHLD_BITS", "next STHLD");
    emit_port(e, OUT, "clamped_o", "1", "next clamped flag");
    emit_body(e);
    emit_text(e,
        "\n"
        "    // Fig. 8: next state, and step of STHLD in two's complement, after a small or a large change.\n");
    transitions(e, "after_small", e->config->next_small, e->config->step_small);
    transitions(e, "after_large", e->config->next_large, e->config->step_large);
    emit_text(e,
        "\n"
        "    // Of each: the next state, STHLD and clamped flag. Which change it is is known late.\n"
        "    function [STHLD_BITS+3:0] outcome;\n"
        "        input [6:0] transition;                          // state and step\n"
        "        input held_back;                                 // a step up is\n"
        "        reg [3:0] move;\n"
        "        reg [STHLD_BITS+3:0] sum;\n"
        "        reg below;\n"
        "        begin\n"
        "            move = transition[3:0] & {4{~(held_back & ~transition[3])}};\n"
        "            sum = {4'd0, sthld_i} + {{STHLD_BITS{move[3]}}, move};\n"
        "            below = sum[STHLD_BITS+3];\n"
        "            outcome[STHLD_BITS+3 -: 3] = transition[6:4];\n"
        "            outcome[STHLD_BITS:1] = below ? {STHLD_BITS{1'b0}} :\n"
        "                                    sum > STHLD_MAX ? STHLD_MAX[STHLD_BITS-1:0] : sum[STHLD_BITS-1:0];\n"
        "            outcome[0] = move[3] ? below : clamped_i;\n"
        "        end\n"
        "    endfunction\n"
        "\n"
        "    wire [STHLD_BITS+3:0] if_small = outcome(after_small, (state_i == 3'd4) & clamped_i);\n"
        "    wire [STHLD_BITS+3:0] if_large = outcome(after_large, 1'b0);\n"
        "\n"
        "    assign {state_o, sthld_o, clamped_o} = large_i ? if_large : if_small;\n");
    emit_end(e);
}
