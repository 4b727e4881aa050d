/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors for the sub-core without collectors: sequences of Huerta et al., "Dissecting and Modeling the Architecture of
 * Modern GPU Cores" (MICRO 2025), and rules of microarchitecture 3.18. Numbers are the paper's, or worked out by hand.
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

/* --- read ports --------------------------------------------------------------------------------------------------- */

/* Cycles from the first to the last instruction, which stand for reads of the clock. */
static unsigned listing_1(int rx, int ry)
{
    struct bench b;
    const struct op program[] = {
        NOP, NOP, FIXED(UNIT_FP32, 11, 10, 12, 14), FIXED(UNIT_FP32, 13, 16, rx, ry), NOP, NOP,
    };
    begin(&b, AMPERE);
    RUN(&b, 1, program);
    assert_int_equal(b.issue[0][0], FIRST_ISSUE);
    unsigned cycles = (unsigned)(b.issue[0][5] - b.issue[0][0]);
    finish(&b);
    return cycles;
}

static void listing_1_takes_5_6_and_7_cycles__modern_3(void **state)
{
    (void)state;
    assert_int_equal(listing_1(19, 21), 5);
    assert_int_equal(listing_1(18, 21), 6);
    assert_int_equal(listing_1(18, 20), 7);
}

/* The clock is read in Control, which an instruction that is held in Allocate does not delay. */
static void without_the_second_nop_the_clock_does_not_wait__modern_5_1_1(void **state)
{
    (void)state;
    for (int conflict = 0; conflict < 2; conflict++) {
        struct bench b;
        const struct op program[] = {
            NOP, NOP, FIXED(UNIT_FP32, 11, 10, 12, 14), FIXED(UNIT_FP32, 13, 16, conflict ? 18 : 19, 21), NOP,
        };
        begin(&b, AMPERE);
        RUN(&b, 1, program);
        assert_int_equal(b.issue[0][4] - b.issue[0][0], 4);
        finish(&b);
    }
}

/* Cycles of ten instructions that do not depend on each other, when they have settled. */
static unsigned steady_of(enum unit_kind unit, const char *settings, int a, int b_, int c)
{
    struct bench b;
    struct op program[24];
    for (unsigned i = 0; i < 24; i++)
        program[i] = (struct op)FIXED(unit, 40, a, b_, c);
    begin(&b, settings);
    RUN(&b, 1, program);
    unsigned cycles = (unsigned)(b.issue[0][20] - b.issue[0][10]);
    finish(&b);
    return cycles;
}

static unsigned steady(const char *settings, int a, int b, int c)
{
    return steady_of(UNIT_FP32, settings, a, b, c);
}

static void two_reads_of_a_bank_cost_a_cycle_and_three_two__modern_5_3(void **state)
{
    (void)state;
    assert_int_equal(steady(AMPERE, 10, 11, -1), 10);
    assert_int_equal(steady(AMPERE, 10, 12, -1), 20);
    assert_int_equal(steady(AMPERE, 10, 12, 14), 30);
    assert_int_equal(steady(AMPERE, 10, 12, 13), 20);
}

/* Turing takes an FP32 instruction every two cycles, so that two reads of a bank cost nothing and three one cycle. */
static void half_rate_hides_one_conflict__modern_footnote_1(void **state)
{
    (void)state;
    assert_int_equal(steady("", 10, 11, -1), 20);
    assert_int_equal(steady("", 10, 12, -1), 20);
    assert_int_equal(steady("", 10, 12, 14), 30);
}

/* INT has half of the lanes on every architecture since Volta. */
static void units_take_an_instruction_each_interval__modern_5_1(void **state)
{
    (void)state;
    assert_int_equal(steady_of(UNIT_INT, "", 10, 11, -1), 20);
    assert_int_equal(steady_of(UNIT_INT, "modern.int_interval=4 unit.int.interval=4", 10, 11, -1), 40);
    assert_int_equal(steady_of(UNIT_FP32, "modern.fp32_interval=4 unit.fp32.interval=4", 10, 11, -1), 40);
}

/* A register in two operands is read once. */
static void a_register_is_read_once__section_3_18(void **state)
{
    (void)state;
    assert_int_equal(steady(AMPERE, 10, 10, 10), 10);
}

/* --- stall counts and bypass -------------------------------------------------------------------------------------- */

/* What a reader gets of R8, which the instruction before it writes, with so many cycles between their issues. */
static uint32_t read_after(unsigned stall, int other)
{
    struct bench b;
    const struct op program[] = {
        NOP, FIXED(UNIT_FP32, 8, 2, 3, -1, .stall = stall), FIXED(UNIT_FP32, 9, 8, other, -1), NOP,
    };
    begin(&b, AMPERE);
    RUN(&b, 1, program);
    assert_int_equal(b.issue[0][2] - b.issue[0][1], stall);
    assert_int_equal(b.operand[0][2][1], other);
    uint32_t value = b.operand[0][2][0];
    finish(&b);
    return value;
}

/* Whichever cycle of the window reads it, and whether the row is written before, in or behind that cycle. */
static void four_cycles_give_the_result_and_fewer_the_old_value__modern_listing_2(void **state)
{
    (void)state;
    for (int other = 10; other < 12; other++)
        for (unsigned stall = 1; stall < 12; stall++)
            assert_int_equal(read_after(stall, other), stall < 4 ? 8 : 100001);
}

/* In the listing the clock is read again behind the reader: 5 cycles with a stall count of 1, 8 with 4. */
static void listing_2_takes_5_and_8_cycles__modern_4(void **state)
{
    (void)state;
    for (unsigned stall = 1; stall <= 4; stall += 3) {
        struct bench b;
        const struct op program[] = {
            NOP, NOP, FIXED(UNIT_FP32, 8, 2, 3, -1, .stall = stall), FIXED(UNIT_FP32, 9, 8, 5, -1), NOP, NOP,
        };
        begin(&b, AMPERE);
        RUN(&b, 1, program);
        assert_int_equal(b.issue[0][5] - b.issue[0][0], stall == 1 ? 5 : 8);
        finish(&b);
    }
}

/* Bank conflicts of others do not change the stall count that is needed. */
static void conflicts_do_not_lengthen_the_distance__modern_5_3(void **state)
{
    struct bench b;
    const struct op program[] = {
        FIXED(UNIT_FP32, 20, 10, 12, 14), FIXED(UNIT_FP32, 8, 16, 18, 22), FIXED(UNIT_FP32, 21, 10, 12, 14),
        FIXED(UNIT_FP32, 23, 10, 12, 14, .stall = 2), FIXED(UNIT_FP32, 9, 8, 10, 12), NOP,
    };
    (void)state;
    begin(&b, AMPERE);
    RUN(&b, 1, program);
    assert_int_equal(b.operand[0][4][0], 100001);
    finish(&b);
}

/* Stall counts stand still while an instruction is held: the writer of R8 is held for two cycles, and its reader, that
 * has not issued, comes as many cycles later. */
static void stall_counts_stand_still_in_a_hold__section_3_18(void **state)
{
    struct bench b;
    const struct op program[] = {
        FIXED(UNIT_FP32, 20, 10, 12, 14), FIXED(UNIT_FP32, 8, 16, 18, 22, .stall = 4), FIXED(UNIT_FP32, 9, 8, 11, -1),
        NOP,
    };
    (void)state;
    begin(&b, AMPERE);
    RUN(&b, 1, program);
    assert_int_equal(b.issue[0][2] - b.issue[0][1], 4 + 2);
    assert_int_equal(b.operand[0][2][0], 100001);
    finish(&b);
}

static unsigned bubble(unsigned stall, bool yield)
{
    struct bench b;
    const struct op program[] = {FIXED(UNIT_UNIFORM, -1, -1, -1, -1, .stall = stall, .yield = yield), NOP, NOP};
    begin(&b, AMPERE);
    RUN(&b, 1, program);
    unsigned cycles = (unsigned)(b.issue[0][1] - b.issue[0][0]);
    finish(&b);
    return cycles;
}

static void stall_counts_and_yield__modern_4(void **state)
{
    (void)state;
    assert_int_equal(bubble(ZERO, false), 1);
    assert_int_equal(bubble(1, false), 1);
    assert_int_equal(bubble(4, false), 4);
    assert_int_equal(bubble(11, false), 11);
    assert_int_equal(bubble(12, false), 1);
    assert_int_equal(bubble(1, true), 2);
    assert_int_equal(bubble(2, true), 2);
    assert_int_equal(bubble(15, true), 15);
    assert_int_equal(bubble(ZERO, true), 45);
}

/* --- dependence counters ------------------------------------------------------------------------------------------ */

/* The counter goes up in Control: an instruction directly behind the load does not see it, one later it does. */
static void a_counter_is_seen_two_cycles_later__modern_4(void **state)
{
    (void)state;
    for (unsigned stall = 1; stall <= 2; stall++) {
        struct bench b;
        const struct op program[] = {
            LOAD(8, 2, .stall = stall, .write_bar = SB(0)), FIXED(UNIT_INT, 9, 8, -1, -1, .wait = 1), NOP,
        };
        begin(&b, "");
        RUN(&b, 1, program);
        if (stall == 1)
            assert_int_equal(b.issue[0][1] - b.issue[0][0], 1);
        else
            assert_true(b.issue[0][1] - b.issue[0][0] > 20);
        assert_int_equal(b.operand[0][1][0], stall == 1 ? 8 : 100000);
        finish(&b);
    }
}

/* A load that an instruction with conflicts keeps in Control for two cycles is counted once: else its counter would not
 * come back to 0, and a reader of the result would never issue. */
static void a_counter_goes_up_once_in_a_hold__section_3_18(void **state)
{
    struct bench b;
    const struct op program[] = {
        FIXED(UNIT_FP32, 20, 10, 12, 14), FIXED(UNIT_FP32, 21, 16, 18, 22),
        LOAD(8, 2, .stall = 2, .write_bar = SB(0)), FIXED(UNIT_INT, 9, 8, -1, -1, .wait = 1), NOP,
    };
    (void)state;
    begin(&b, AMPERE);
    RUN(&b, 1, program);
    assert_int_equal(b.operand[0][3][0], 100002);
    finish(&b);
}

/* A read counter goes down when the sources are read: the overwriter goes before the load's result is there. */
static void a_read_counter_ends_with_the_read__modern_4(void **state)
{
    struct bench b;
    const struct op program[] = {
        LOAD(8, 2, .stall = 2, .write_bar = SB(0), .read_bar = SB(1)), FIXED(UNIT_INT, 2, 3, -1, -1, .wait = 2), NOP,
    };
    (void)state;
    begin(&b, "");
    RUN(&b, 1, program);
    /* Allocate, queue, asked, come, dispatch: 2 + 1 + 1 + 1; the counter is 0 in the cycle behind. */
    assert_int_equal(b.issue[0][1] - b.issue[0][0], 6);
    assert_int_equal(b.operand[0][0][0], 2);
    finish(&b);
}

/* DEPBAR.LE SB0, 1 goes when two of three loads are there. */
static void depbar_waits_for_a_count__modern_4(void **state)
{
    struct bench b;
    const struct op program[] = {
        LOAD(8, 2, .write_bar = SB(0)), LOAD(9, 3, .write_bar = SB(0)), LOAD(10, 4, .stall = 2, .write_bar = SB(0)),
        FIXED(UNIT_INT, -1, -1, -1, -1, .stall = 4, .depbar = SB(0), .depbar_count = 1), FIXED(UNIT_INT, 11, 9, -1, -1),
        FIXED(UNIT_INT, -1, -1, -1, -1, .depbar = SB(0)), FIXED(UNIT_INT, 12, 10, -1, -1), NOP,
    };
    (void)state;
    begin(&b, "");
    RUN(&b, 1, program);
    assert_int_equal(b.operand[0][4][0], 100001);
    assert_int_equal(b.operand[0][6][0], 100002);
    assert_true(b.issue[0][3] < b.issue[0][5]);
    finish(&b);
}

/* The unit queue holds instructions back, and with them every warp, when it is full. */
static void a_full_unit_queue_holds_everything__modern_5_4(void **state)
{
    struct bench b;
    struct op program[12];
    (void)state;
    for (unsigned i = 0; i < 12; i++)
        program[i] = (struct op)LOAD((int)(20 + i), 2, .write_bar = SB(0));
    begin(&b, "");
    b.every = 4;
    RUN(&b, 1, program);
    /* Four in the queue, Allocate and Control: in the end one for each that the unit takes. */
    for (unsigned i = 9; i < 12; i++)
        assert_int_equal(b.issue[0][i] - b.issue[0][i - 1], 4);
    finish(&b);
}

/* Results of a load and of the SFU for one bank, with every distance of some: each is written, one behind the other. */
static void results_for_one_bank_take_turns__section_3_18(void **state)
{
    unsigned waits = 0;
    (void)state;
    for (unsigned latency = 10; latency < 25; latency++) {
        struct bench b;
        const struct op program[] = {
            LOAD(8, 2, .write_bar = SB(0)), FIXED(UNIT_SFU, 10, 4, -1, -1, .stall = 2, .write_bar = SB(1)),
            FIXED(UNIT_INT, 11, 8, 10, -1, .wait = 3), NOP,
        };
        begin(&b, "");
        b.latency[UNIT_SFU] = latency;
        RUN(&b, 1, program);
        assert_int_equal(b.operand[0][2][0], 100000);
        assert_int_equal(b.operand[0][2][1], 100001);
        waits += (unsigned)model_stats(b.model)->result_wait;
        finish(&b);
    }
    assert_int_equal(waits, 1);
}

/* An instruction at the end of the window goes in any case, and the head of the unit queue when there is none. The
 * first load goes in the cycle that it leaves free itself. The second one is the head too late for its own. */
static void the_window_dispatches_before_the_unit_queue__section_3_18(void **state)
{
    struct bench b;
    struct op program[18];
    (void)state;
    for (unsigned i = 0; i < 16; i++)
        program[i] = (struct op)NOP;
    program[4] = (struct op)LOAD(8, 2, .write_bar = SB(0));
    program[5] = (struct op)LOAD(9, 3, .write_bar = SB(1));
    program[16] = (struct op)FIXED(UNIT_INT, 10, 8, -1, -1, .wait = 1);
    program[17] = (struct op)FIXED(UNIT_INT, 11, 9, -1, -1, .wait = 2);
    begin(&b, "");
    run(&b, 1, program, 18);
    assert_int_equal(b.operand[0][16][0], 100004);
    assert_int_equal(b.operand[0][17][0], 100005);
    /* Dispatch is 6 cycles behind issue, the result 20 later, and the counter is 0 in the cycle behind. */
    assert_int_equal(b.issue[0][16] - b.issue[0][4], 6 + 20 + 1);
    assert_int_equal(b.issue[0][17] - b.issue[0][15], 6 + 1 + 20 + 1);
    finish(&b);
}

/* Results of INT and FP32 for one bank come in one cycle: the older one is written, the other one waits, and readers
 * see both from the next cycle on. With `same` they are for one register, and the younger one stays. The older one is
 * of the unit with the longer latency. */
static void expect_fixed_results(enum unit_kind older, bool same, unsigned stall, unsigned load)
{
    enum unit_kind younger = older == UNIT_INT ? UNIT_FP32 : UNIT_INT;
    struct bench b;
    const struct op program[] = {
        LOAD(12, 2, .write_bar = SB(0)), NOP, NOP,
        FIXED(older, 8, 3, -1, -1), FIXED(younger, same ? 8 : 10, 5, -1, -1, .stall = stall),
        FIXED(UNIT_FP32, 15, 8, same ? 7 : 10, -1), NOP, NOP, FIXED(UNIT_INT, 17, 12, 8, -1, .wait = 1), NOP,
    };
    begin(&b, older == UNIT_INT ? AMPERE " unit.int.latency=4" : AMPERE " unit.fp32.latency=4");
    b.latency[UNIT_LDST] = load;
    RUN(&b, 1, program);
    assert_int_equal(b.operand[0][5][0], same ? 100004 : 100003);
    assert_int_equal(b.operand[0][5][1], same ? 7 : 100004);
    assert_int_equal(b.operand[0][8][0], 100000);
    assert_int_equal(b.operand[0][8][1], same ? 100004 : 100003);
    finish(&b);
}

/* A load for the same bank comes in each of some cycles, and loses nothing. */
static void two_fixed_results_for_one_bank_are_written_in_order__section_3_18(void **state)
{
    (void)state;
    for (int same = 0; same < 2; same++)
        for (unsigned stall = 4; stall < 8; stall++)
            for (unsigned load = 1; load < 16; load++) {
                expect_fixed_results(UNIT_INT, same, stall, load);
                expect_fixed_results(UNIT_FP32, same, stall, load);
            }
}

/* The cycle in which a warp ends whose last two results are for one bank, or for two. */
static uint64_t end_of_warp(int second)
{
    struct bench b;
    const struct op program[] = {FIXED(UNIT_INT, 8, 3, -1, -1), FIXED(UNIT_FP32, second, 5, -1, -1)};
    begin(&b, AMPERE " unit.int.latency=4");
    RUN(&b, 1, program);
    uint64_t ended = b.ended;
    finish(&b);
    return ended;
}

static void a_warp_ends_when_its_results_are_written__section_3_18(void **state)
{
    (void)state;
    assert_true(end_of_warp(9) > 0);
    assert_int_equal(end_of_warp(10) - end_of_warp(9), 1);
}

/* --- which warp --------------------------------------------------------------------------------------------------- */

/* All four warps begin with a stall count of 40, so that all instructions are decoded before the first one issues. */
static void stall_all(struct model *m)
{
    const uint32_t stalls = 40 | 40 << 6 | 40 << 12 | 40 << 18;
    for (uint32_t r = 0; r < model_register_count(m); r++)
        if (strcmp(model_registers(m)[r].name, "top.u_dependence.stall_q") == 0)
            model_load(m, r, (const uint8_t *)&stalls);
}

/* Warps of eight instructions each, of which the second has this stall count and yield. */
static void expect_order(const char *settings, unsigned stall, bool yield, const char *order)
{
    struct bench b;
    struct op program[8];
    for (unsigned i = 0; i < 8; i++)
        program[i] = (struct op)FIXED(UNIT_UNIFORM, -1, -1, -1, -1, .stall = i == 1 ? stall : 1,
                                      .yield = i == 1 && yield);
    begin(&b, settings);
    b.length = 8;
    for (unsigned w = 0; w < 4; w++)
        b.program[w] = program;
    stall_all(b.model);
    for (unsigned c = 0; c < 100; c++)
        step(&b, 4);
    b.order[b.order_count] = '\0';
    if (strncmp(b.order, order, strlen(order)) != 0)
        fail_msg("warps issue in the order %s instead of %s", b.order, order);
    finish(&b);
}

/* Greedy: warp 3, the youngest, to its end, then what is left of the younger before the older. */
static void greedy_then_youngest__modern_fig_4a(void **state)
{
    (void)state;
    expect_order(AMPERE, 1, false, "33333333222222221111111100000000");
}

/* A stall count of 4 on the second instruction: each of three warps issues two, and the youngest goes on. A yield
 * there: the two youngest take turns until one of them is at its end. */
static void a_stall_count_goes_to_the_next_youngest__modern_fig_4b(void **state)
{
    (void)state;
    expect_order(AMPERE, 4, false, "332211333333");
}

static void a_yield_lets_the_next_youngest_go__modern_fig_4c(void **state)
{
    (void)state;
    expect_order(AMPERE, 1, true, "332233333322222211");
}

/* --- the reuse cache ---------------------------------------------------------------------------------------------- */

static void expect_hits(const char *settings, const struct op *program, unsigned length, uint64_t hits, uint64_t kept)
{
    struct bench b;
    begin(&b, settings);
    run(&b, 1, program, length);
    assert_int_equal(model_stats(b.model)->reuse_hits, hits);
    assert_int_equal(model_stats(b.model)->reuse_kept, kept);
    for (unsigned i = 0; i < length; i++)
        for (unsigned s = 0; s < 3; s++)
            if (program[i].src[s] >= 0)
                assert_int_equal(b.operand[0][i][s], program[i].src[s]);
    finish(&b);
}

/* Operands that come from the cache, and that it takes. */
#define HITS(settings, program, hits, kept) \
    expect_hits(settings, program, sizeof(program) / sizeof *(program), hits, kept)

/* R2.reuse; R2: a hit; R2 again: it is gone. */
static void a_value_is_kept_for_one_read__modern_listing_4_1(void **state)
{
    const struct op program[] = {
        FIXED(UNIT_FP32, 1, 2, 3, 4, .reuse = 1), FIXED(UNIT_FP32, 5, 2, 7, 8), FIXED(UNIT_FP32, 9, 2, 11, 12), NOP,
    };
    (void)state;
    HITS(AMPERE, program, 1, 1);
    HITS(AMPERE " modern.reuse_cache=false", program, 0, 0);
}

/* A hit that has the flag itself keeps the value. */
static void a_hit_with_the_flag_keeps_it__modern_listing_4_2(void **state)
{
    const struct op program[] = {
        FIXED(UNIT_FP32, 1, 2, 3, 4, .reuse = 1), FIXED(UNIT_FP32, 5, 2, 7, 8, .reuse = 1),
        FIXED(UNIT_FP32, 9, 2, 11, 12), NOP,
    };
    (void)state;
    HITS(AMPERE, program, 2, 1);
}

/* R2 as operand B misses; operand A keeps it, since R7 is of the other bank. */
static void another_operand_misses__modern_listing_4_3(void **state)
{
    const struct op program[] = {
        FIXED(UNIT_FP32, 1, 2, 3, 4, .reuse = 1), FIXED(UNIT_FP32, 5, 7, 2, 8), FIXED(UNIT_FP32, 9, 2, 11, 12), NOP,
    };
    (void)state;
    HITS(AMPERE, program, 1, 1);
}

/* R4 as operand A is of the same bank, and drives R2 out. */
static void another_register_of_the_bank_drives_it_out__modern_listing_4_4(void **state)
{
    const struct op program[] = {
        FIXED(UNIT_FP32, 1, 2, 3, 4, .reuse = 1), FIXED(UNIT_FP32, 5, 4, 7, 8), FIXED(UNIT_FP32, 9, 2, 11, 12), NOP,
    };
    (void)state;
    HITS(AMPERE, program, 0, 1);
}

/* A hit needs no port: three operands of one bank, two of them kept, cost nothing. */
static void a_hit_needs_no_port__modern_5_3_1(void **state)
{
    struct bench b;
    struct op program[24];
    (void)state;
    for (unsigned i = 0; i < 24; i++)
        program[i] = (struct op)FIXED(UNIT_FP32, 41, 10, 12, 14, .reuse = 3);
    begin(&b, AMPERE);
    RUN(&b, 1, program);
    assert_int_equal(b.issue[0][20] - b.issue[0][10], 10);
    finish(&b);
}

/* A value that was kept before its register is written is what the reader gets: hardware does not look. */
static void a_kept_value_outlives_a_write__section_3_18(void **state)
{
    struct bench b;
    const struct op program[] = {
        FIXED(UNIT_FP32, 2, 2, 3, -1, .stall = 8, .reuse = 1), FIXED(UNIT_FP32, 9, 2, 11, -1), NOP,
    };
    (void)state;
    begin(&b, AMPERE);
    RUN(&b, 1, program);
    assert_int_equal(b.operand[0][1][0], 2);
    finish(&b);
}

/* --- near bits ---------------------------------------------------------------------------------------------------- */

#define NEAR AMPERE " modern.kept=near"

/* R2.near; R6 of the same bank and operand is far; R2 is still there. A reuse bit is lost with the second read. */
static void a_far_source_leaves_a_near_one_alone__section_3_18(void **state)
{
    const struct op program[] = {
        FIXED(UNIT_FP32, 1, 2, 3, 4, .reuse = 1), FIXED(UNIT_FP32, 5, 6, 7, 8), FIXED(UNIT_FP32, 9, 2, 11, 12), NOP,
    };
    (void)state;
    HITS(NEAR, program, 1, 1);
    HITS(AMPERE, program, 0, 1);
}

static void a_near_source_takes_the_place_of_another__section_3_18(void **state)
{
    const struct op program[] = {
        FIXED(UNIT_FP32, 1, 2, 3, -1, .reuse = 1), FIXED(UNIT_FP32, 5, 4, 7, -1, .reuse = 1),
        FIXED(UNIT_FP32, 9, 2, 11, -1), FIXED(UNIT_FP32, 13, 4, 15, -1), NOP,
    };
    (void)state;
    HITS(NEAR, program, 1, 2);
}

static void a_near_hit_stays__section_3_18(void **state)
{
    const struct op program[] = {
        FIXED(UNIT_FP32, 1, 2, 3, 4, .reuse = 5), FIXED(UNIT_FP32, 5, 2, 7, 4, .reuse = 5),
        FIXED(UNIT_FP32, 9, 2, 11, 4), NOP,
    };
    (void)state;
    HITS(NEAR, program, 4, 2);
}

/* R2 and R4 are words of operand A: the higher one stays. */
static void the_highest_near_source_is_kept__section_3_18(void **state)
{
    const struct op program[] = {
        FIXED(UNIT_FP32, 1, 2, 3, 4, .reuse = 5, .all_a = true), FIXED(UNIT_FP32, 5, 2, 7, -1),
        FIXED(UNIT_FP32, 9, 4, 11, -1), NOP,
    };
    (void)state;
    HITS(NEAR, program, 1, 1);
}

/* The far read hits, and is the last one. */
static void a_far_hit_is_the_last__section_3_18(void **state)
{
    const struct op program[] = {
        FIXED(UNIT_FP32, 1, 2, 3, -1, .reuse = 1), FIXED(UNIT_FP32, 5, 2, 7, -1), FIXED(UNIT_FP32, 9, 2, 11, -1), NOP,
    };
    (void)state;
    HITS(NEAR, program, 1, 1);
}

/* What a reader of R2 gets that was kept before `writer`, which has the number 1. */
static uint32_t read_behind(const char *settings, const struct op *writer, uint64_t hits)
{
    struct bench b;
    const struct op program[] = {
        FIXED(UNIT_FP32, 1, 2, 3, -1, .reuse = 1), *writer, FIXED(UNIT_FP32, 9, 2, 11, -1, .wait = 1), NOP,
    };
    begin(&b, settings);
    RUN(&b, 1, program);
    uint32_t value = b.operand[0][2][0];
    assert_int_equal(model_stats(b.model)->reuse_hits, hits);
    finish(&b);
    return value;
}

/* Results of INT, the second of two, and of a load; a source that is near and written by the same instruction. */
static void a_register_that_is_written_is_dropped__section_3_18(void **state)
{
    const struct op writers[] = {
        FIXED(UNIT_INT, 2, 5, -1, -1, .stall = 8), FIXED(UNIT_FP32, 1, 5, -1, -1, .stall = 8, .more = 1),
        LOAD(2, 5, .write_bar = SB(0), .stall = 2), FIXED(UNIT_FP32, 2, 2, 3, -1, .stall = 8, .reuse = 1),
    };
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(read_behind(NEAR, &writers[i], i == 3), 100001);
        assert_int_equal(read_behind(AMPERE, &writers[i], i == 3 ? 2 : 1), 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(listing_1_takes_5_6_and_7_cycles__modern_3),
        cmocka_unit_test(without_the_second_nop_the_clock_does_not_wait__modern_5_1_1),
        cmocka_unit_test(two_reads_of_a_bank_cost_a_cycle_and_three_two__modern_5_3),
        cmocka_unit_test(half_rate_hides_one_conflict__modern_footnote_1),
        cmocka_unit_test(units_take_an_instruction_each_interval__modern_5_1),
        cmocka_unit_test(a_register_is_read_once__section_3_18),
        cmocka_unit_test(four_cycles_give_the_result_and_fewer_the_old_value__modern_listing_2),
        cmocka_unit_test(listing_2_takes_5_and_8_cycles__modern_4),
        cmocka_unit_test(conflicts_do_not_lengthen_the_distance__modern_5_3),
        cmocka_unit_test(stall_counts_stand_still_in_a_hold__section_3_18),
        cmocka_unit_test(stall_counts_and_yield__modern_4),
        cmocka_unit_test(a_counter_is_seen_two_cycles_later__modern_4),
        cmocka_unit_test(a_counter_goes_up_once_in_a_hold__section_3_18),
        cmocka_unit_test(a_read_counter_ends_with_the_read__modern_4),
        cmocka_unit_test(depbar_waits_for_a_count__modern_4),
        cmocka_unit_test(a_full_unit_queue_holds_everything__modern_5_4),
        cmocka_unit_test(the_window_dispatches_before_the_unit_queue__section_3_18),
        cmocka_unit_test(results_for_one_bank_take_turns__section_3_18),
        cmocka_unit_test(two_fixed_results_for_one_bank_are_written_in_order__section_3_18),
        cmocka_unit_test(a_warp_ends_when_its_results_are_written__section_3_18),
        cmocka_unit_test(greedy_then_youngest__modern_fig_4a),
        cmocka_unit_test(a_stall_count_goes_to_the_next_youngest__modern_fig_4b),
        cmocka_unit_test(a_yield_lets_the_next_youngest_go__modern_fig_4c),
        cmocka_unit_test(a_value_is_kept_for_one_read__modern_listing_4_1),
        cmocka_unit_test(a_hit_with_the_flag_keeps_it__modern_listing_4_2),
        cmocka_unit_test(another_operand_misses__modern_listing_4_3),
        cmocka_unit_test(another_register_of_the_bank_drives_it_out__modern_listing_4_4),
        cmocka_unit_test(a_hit_needs_no_port__modern_5_3_1),
        cmocka_unit_test(a_kept_value_outlives_a_write__section_3_18),
        cmocka_unit_test(a_far_source_leaves_a_near_one_alone__section_3_18),
        cmocka_unit_test(a_near_source_takes_the_place_of_another__section_3_18),
        cmocka_unit_test(a_near_hit_stays__section_3_18),
        cmocka_unit_test(the_highest_near_source_is_kept__section_3_18),
        cmocka_unit_test(a_far_hit_is_the_last__section_3_18),
        cmocka_unit_test(a_register_that_is_written_is_dropped__section_3_18),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
