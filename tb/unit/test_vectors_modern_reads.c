/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors for more read ports of the sub-core without collectors (READS of microarchitecture 3.18; "Dissecting and
 * Modeling the Architecture of Modern GPU Cores", MICRO 2025, Table 6). Numbers are worked out by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "modern_bench.h"

#define PORTS AMPERE " modern.reuse_cache=false modern.read_ports="

/* Cycle of the window and port of each of three slots. */
struct places { unsigned time[3], port[3]; };

/* Instructions that issue one behind the other; each is in the first cycle of the window four cycles later. */
static void expect_places(unsigned ports, const int (*sources)[3], const struct places *places, unsigned n)
{
    struct bench b;
    struct op program[MOST];
    char settings[128];
    for (unsigned i = 0; i < n; i++)
        program[i] = (struct op)FIXED(UNIT_FP32, 40 + (int)i, sources[i][0], sources[i][1], sources[i][2]);
    snprintf(settings, sizeof settings, PORTS "%u", ports);
    begin(&b, settings);
    b.length = n;
    b.program[0] = program;
    for (unsigned c = 0; c < FIRST_ISSUE + 3 + n; c++) {
        for (unsigned s = 0; c >= FIRST_ISSUE + 3 && s < 3; s++) {
            const struct places *p = &places[c - FIRST_ISSUE - 3];
            assert_int_equal(state_of(&b, "u_control.stage_time_q", s, 2), p->time[s]);
            assert_int_equal(state_of(&b, "u_control.stage_port_q", s, ports == 2 ? 1 : 2), p->port[s]);
        }
        step(&b, 1);
    }
    assert_int_equal(model_stats(b.model)->stall_hold, 0);
    for (unsigned c = 0; c < 40; c++)
        step(&b, 1);
    for (unsigned i = 0; i < n; i++)
        for (unsigned s = 0; s < 3; s++)
            assert_int_equal(b.operand[0][i][s], sources[i][s]);
    finish(&b);
}

/* Each takes what those before it have left: the first cycle of one is the second cycle of the one before. */
static void two_ports_give_the_first_free_places(void **state)
{
    static const int sources[][3] = {{10, 12, 14}, {16, 18, 20}, {22, 24, 26}, {28, 30, 32}};
    static const struct places places[] = {
        {{0, 0, 1}, {0, 1, 0}}, {{0, 1, 1}, {1, 0, 1}}, {{1, 1, 2}, {0, 1, 0}}, {{1, 2, 2}, {1, 0, 1}},
    };
    (void)state;
    expect_places(2, sources, places, 4);
}

static void three_ports_read_three_registers_at_once(void **state)
{
    static const int sources[][3] = {{10, 12, 14}, {16, 18, 20}, {22, 24, 26}, {28, 30, 32}, {10, 12, 14}};
    static const struct places places[] = {
        {{0, 0, 0}, {0, 1, 2}}, {{0, 0, 0}, {0, 1, 2}}, {{0, 0, 0}, {0, 1, 2}}, {{0, 0, 0}, {0, 1, 2}},
        {{0, 0, 0}, {0, 1, 2}},
    };
    (void)state;
    expect_places(3, sources, places, 5);
}

/* Other banks have ports of their own; a slot with the register of a lower one takes its place. */
static void slots_of_one_register_have_one_place(void **state)
{
    static const int sources[][3] = {{10, 12, 10}, {11, 12, 13}, {10, 12, 12}};
    static const struct places places[] = {
        {{0, 0, 0}, {0, 1, 0}}, {{0, 0, 0}, {0, 0, 1}}, {{0, 0, 0}, {0, 1, 1}},
    };
    (void)state;
    expect_places(2, sources, places, 3);
    expect_places(3, sources, places, 3);
}

/* --- holds -------------------------------------------------------------------------------------------------------- */

/* Cycles of ten instructions in the long run, and whether something was held. */
static unsigned steady(const char *settings, int a, int b_, int c, bool *held)
{
    struct bench b;
    struct op program[24];
    for (unsigned i = 0; i < 24; i++)
        program[i] = (struct op)FIXED(UNIT_FP32, 40, a, b_, c);
    begin(&b, settings);
    RUN(&b, 1, program);
    unsigned cycles = (unsigned)(b.issue[0][20] - b.issue[0][10]);
    *held = model_stats(b.model)->stall_hold > 0;
    finish(&b);
    return cycles;
}

static void expect_steady(const char *settings, int third, unsigned cycles)
{
    bool held;
    assert_int_equal(steady(settings, 10, 12, third, &held), cycles);
    assert_int_equal(held, cycles > 10);
}

static void three_reads_of_a_bank_hold_two_ports_and_not_three__modern_table_6(void **state)
{
    (void)state;
    expect_steady(PORTS "1", 14, 30);
    expect_steady(PORTS "2", 14, 15);
    expect_steady(PORTS "3", 14, 10);
    expect_steady(PORTS "1", 13, 20);
    expect_steady(PORTS "2", 13, 10);
}

/* --- the unit queue ----------------------------------------------------------------------------------------------- */

/* Whether a load asks for R16 in the first cycle in the queue, behind instructions with three reads of that bank. */
static bool asks_at_once(unsigned ports, unsigned before)
{
    struct bench b;
    struct op program[8];
    char settings[128];
    unsigned n = 0;
    while (n < before)
        program[n++] = (struct op)FIXED(UNIT_FP32, 40, 10, 12, 14);
    program[n++] = (struct op)LOAD(8, 16);
    program[n++] = (struct op)NOP;
    snprintf(settings, sizeof settings, PORTS "%u", ports);
    begin(&b, settings);
    b.length = n;
    b.program[0] = program;
    while (b.cycle < FIRST_ISSUE + before + 4)
        step(&b, 1);
    assert_int_equal(state_of(&b, "u_queue.count_q", 0, 3), 1);
    bool asks = state_of(&b, "u_queue.asked_q", 0, 6) & 1;
    for (unsigned c = 0; c < 60; c++)
        step(&b, 1);
    assert_int_equal(b.operand[0][before][0], 16);
    finish(&b);
    return asks;
}

/* One instruction leaves port 1 free in the cycle in which the load asks; two leave no port, and with three ports none
 * takes the last one for longer than a cycle. */
static void the_unit_queue_uses_the_last_port(void **state)
{
    (void)state;
    assert_true(asks_at_once(2, 1));
    assert_false(asks_at_once(2, 2));
    assert_true(asks_at_once(3, 1));
    assert_true(asks_at_once(3, 2));
}

/* A result that comes while its register waits in the window is seen, whichever port has read it. */
static void results_pass_the_banks_on_every_port(void **state)
{
    (void)state;
    for (unsigned slot = 0; slot < 3; slot++)
        for (unsigned stall = 1; stall < 12; stall++) {
            struct bench b;
            struct op program[] = {
                NOP, FIXED(UNIT_FP32, 8, 2, 3, -1, .stall = stall), FIXED(UNIT_FP32, 9, 10, 12, 14), NOP,
            };
            program[2].src[slot] = 8;
            begin(&b, PORTS "3");
            RUN(&b, 1, program);
            assert_int_equal(b.operand[0][2][slot], stall < 4 ? 8 : 100001);
            finish(&b);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_ports_give_the_first_free_places),
        cmocka_unit_test(three_ports_read_three_registers_at_once),
        cmocka_unit_test(slots_of_one_register_have_one_place),
        cmocka_unit_test(three_reads_of_a_bank_hold_two_ports_and_not_three__modern_table_6),
        cmocka_unit_test(the_unit_queue_uses_the_last_port),
        cmocka_unit_test(results_pass_the_banks_on_every_port),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
