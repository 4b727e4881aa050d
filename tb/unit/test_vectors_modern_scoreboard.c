/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors for the sub-core without collectors under scoreboards (SCOREBOARD of microarchitecture 3.18; "Dissecting and
 * Modeling the Architecture of Modern GPU Cores", MICRO 2025, section 7.5). Numbers are worked out by hand.
 *
 * An instruction that issues in t leaves Allocate in t + 2 and dispatches in t + 6. A load without others asks in t + 3
 * and dispatches in t + 5. INT and FP32 have a latency of 3, and what a cycle changes is seen in the next one.
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

#define SCOREBOARD AMPERE " modern.dependences=scoreboard"

enum { TO_LEAVE = 3, TO_DISPATCH = 6, LATENCY = 3, TO_RESULT = TO_DISPATCH + LATENCY + 1, LOAD_TO_DISPATCH = 6 };

/* Cycles from the issue of an instruction to that of the next one. */
static unsigned distance(const struct bench *b, unsigned n)
{
    return (unsigned)(b->issue[0][n + 1] - b->issue[0][n]);
}

/* Of a program of two instructions. */
static unsigned apart(const char *settings, struct op first, struct op second)
{
    struct bench b;
    const struct op program[] = {first, second};
    begin(&b, settings);
    RUN(&b, 1, program);
    unsigned cycles = distance(&b, 0);
    finish(&b);
    return cycles;
}

/* --- results ------------------------------------------------------------------------------------------------------ */

static void a_reader_waits_for_the_result(void **state)
{
    struct bench b;
    const struct op program[] = {
        FIXED(UNIT_FP32, 8, 2, 3, -1), FIXED(UNIT_FP32, 9, 8, 3, -1), FIXED(UNIT_INT, 10, 9, 8, -1), NOP,
    };
    (void)state;
    begin(&b, SCOREBOARD);
    RUN(&b, 1, program);
    assert_int_equal(distance(&b, 0), TO_RESULT);
    assert_int_equal(distance(&b, 1), TO_RESULT);
    assert_int_equal(b.operand[0][1][0], 100000);
    assert_int_equal(b.operand[0][2][0], 100001);
    assert_int_equal(b.operand[0][2][1], 100000);
    finish(&b);
}

static void a_result_waits_for_the_result_before_it(void **state)
{
    (void)state;
    assert_int_equal(apart(SCOREBOARD, (struct op)FIXED(UNIT_FP32, 8, 2, 3, -1),
                           (struct op)FIXED(UNIT_INT, 8, 5, -1, -1)), TO_RESULT);
}

/* The second of two results comes a cycle behind the first one. */
static void each_result_is_waited_for_by_itself(void **state)
{
    (void)state;
    for (int second = 0; second < 2; second++)
        assert_int_equal(apart(SCOREBOARD, (struct op)FIXED(UNIT_INT, 8, 2, -1, -1, .more = 1),
                               (struct op)FIXED(UNIT_FP32, 11, 8 + second, -1, -1)), TO_RESULT + second);
}

/* Control bits that would make it wait do not count. */
static void independent_instructions_issue_in_each_cycle(void **state)
{
    (void)state;
    assert_int_equal(apart(SCOREBOARD, (struct op)FIXED(UNIT_FP32, 8, 2, 3, -1, .stall = 9),
                           (struct op)FIXED(UNIT_INT, 9, 4, -1, -1, .wait = 63)), 1);
}

/* --- reads -------------------------------------------------------------------------------------------------------- */

/* Reads of a fixed instruction are reserved when it leaves Allocate. */
static void a_result_waits_for_the_reads_of_a_fixed_instruction(void **state)
{
    struct bench b;
    const struct op program[] = {FIXED(UNIT_FP32, 8, 2, 3, -1), FIXED(UNIT_INT, 2, 4, -1, -1), NOP};
    (void)state;
    begin(&b, SCOREBOARD);
    RUN(&b, 1, program);
    assert_int_equal(distance(&b, 0), TO_LEAVE);
    assert_int_equal(b.operand[0][0][0], 2);
    finish(&b);
}

/* It is held in Allocate for two cycles, and whoever overwrites its sources comes as many cycles later. */
static void a_held_instruction_has_not_reserved_its_reads(void **state)
{
    struct bench b;
    const struct op program[] = {
        FIXED(UNIT_FP32, 20, 10, 12, 14), FIXED(UNIT_FP32, 8, 16, 18, 22), FIXED(UNIT_INT, 16, 4, -1, -1), NOP,
    };
    (void)state;
    begin(&b, SCOREBOARD);
    RUN(&b, 1, program);
    assert_int_equal(distance(&b, 1), TO_LEAVE + 2);
    assert_int_equal(b.operand[0][1][0], 16);
    finish(&b);
}

/* A variable instruction has read when it dispatches, long before its own result. The second result overwrites, too. */
static void a_result_waits_for_the_dispatch_of_a_variable_instruction(void **state)
{
    (void)state;
    for (int first = 1; first <= 2; first++) {
        struct bench b;
        const struct op program[] = {LOAD(8, 2), FIXED(UNIT_INT, first, 4, -1, -1, .more = 1), NOP};
        begin(&b, SCOREBOARD);
        RUN(&b, 1, program);
        assert_int_equal(distance(&b, 0), LOAD_TO_DISPATCH);
        assert_int_equal(b.operand[0][0][0], 2);
        finish(&b);
    }
}

static void an_instruction_may_write_what_it_reads(void **state)
{
    struct bench b;
    const struct op program[] = {
        FIXED(UNIT_FP32, 2, 2, 3, -1), LOAD(2, 2), FIXED(UNIT_INT, 9, 2, -1, -1), NOP,
    };
    (void)state;
    begin(&b, SCOREBOARD);
    RUN(&b, 1, program);
    assert_int_equal(b.issue[0][0], FIRST_ISSUE);
    assert_int_equal(distance(&b, 0), TO_RESULT);
    assert_int_equal(b.operand[0][1][0], 100000);
    assert_int_equal(b.operand[0][2][0], 100001);
    finish(&b);
}

/* --- counts ------------------------------------------------------------------------------------------------------- */

/* A register of a fixed instruction is counted for three cycles: two more may read it. */
static void one_or_two_consumers_let_readers_wait__modern_7_5(void **state)
{
    static const unsigned issues[][5] = {
        {0, 3, 6, 9, 12}, {0, 1, 3, 4, 6}, {0, 1, 2, 3, 4},
    };
    (void)state;
    for (unsigned k = 1; k <= 3; k++) {
        struct bench b;
        struct op program[5];
        char settings[128];
        for (int i = 0; i < 5; i++)
            program[i] = (struct op)FIXED(UNIT_FP32, 20 + i, 2, -1, -1);
        snprintf(settings, sizeof settings, SCOREBOARD " modern.consumers=%u", k);
        begin(&b, settings);
        RUN(&b, 1, program);
        for (unsigned i = 0; i < 5; i++)
            assert_int_equal(b.issue[0][i] - b.issue[0][0], issues[k - 1][i]);
        assert_int_equal(model_stats(b.model)->stall_consumers > 0, k < 3);
        finish(&b);
    }
}

/* Loads leave the unit queue each three cycles: the fourth one issues behind the first dispatch. */
static void three_consumers_fill_with_loads__modern_7_5(void **state)
{
    struct bench b;
    struct op program[6];
    static const unsigned issues[] = {0, 1, 2, 6, 9, 12};
    (void)state;
    for (int i = 0; i < 6; i++)
        program[i] = (struct op)LOAD(20 + i, 2);
    begin(&b, SCOREBOARD " modern.consumers=3");
    RUN(&b, 1, program);
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(b.issue[0][i] - b.issue[0][0], issues[i]);
    finish(&b);
}

/* Three slots with one register count as one consumer, and as one when they go. */
static void several_slots_of_one_register_count_once(void **state)
{
    struct bench b;
    const struct op program[] = {FIXED(UNIT_FP32, 8, 10, 10, 10), FIXED(UNIT_FP32, 10, 4, -1, -1), NOP};
    (void)state;
    begin(&b, SCOREBOARD " modern.consumers=3");
    b.length = 3;
    b.program[0] = program;
    for (unsigned c = 0; c <= FIRST_ISSUE + 3; c++) {
        uint64_t count = state_of(&b, "u_readers.count_q", 10, 2);
        assert_int_equal(count, c > FIRST_ISSUE && c <= FIRST_ISSUE + 2 ? 1 : 0);
        step(&b, 1);
    }
    assert_int_equal(b.issue[0][1] - b.issue[0][0], TO_LEAVE);
    finish(&b);
}

/* One register is read by an instruction that issues while another one leaves Allocate: the count stays. */
static void a_count_goes_up_and_down_in_one_cycle(void **state)
{
    struct bench b;
    const struct op program[] = {
        FIXED(UNIT_FP32, 8, 10, -1, -1), NOP, FIXED(UNIT_FP32, 9, 10, -1, -1), FIXED(UNIT_FP32, 10, 4, -1, -1), NOP,
    };
    (void)state;
    begin(&b, SCOREBOARD);
    b.length = 5;
    b.program[0] = program;
    for (unsigned c = 0; c <= FIRST_ISSUE + 5; c++) {
        uint64_t count = state_of(&b, "u_readers.count_q", 10, 6);
        assert_int_equal(count, c > FIRST_ISSUE && c <= FIRST_ISSUE + 4 ? 1 : 0);
        step(&b, 1);
    }
    assert_int_equal(b.issue[0][3] - b.issue[0][0], 2 + TO_LEAVE);
    finish(&b);
}

/* Counts are those of a warp: another one goes on. */
static void other_warps_do_not_wait(void **state)
{
    struct bench b;
    const struct op program[] = {LOAD(8, 2), FIXED(UNIT_INT, 2, 4, -1, -1), NOP};
    (void)state;
    begin(&b, SCOREBOARD);
    RUN(&b, 2, program);
    b.order[b.order_count] = '\0';
    assert_true(strncmp(b.order, "10", 2) == 0 || strncmp(b.order, "01", 2) == 0);
    assert_int_equal(b.operand[0][0][0], 2);
    assert_int_equal(b.operand[1][0][0], 1002);
    finish(&b);
}

/* --- tags --------------------------------------------------------------------------------------------------------- */

#define TAGS SCOREBOARD " scoreboard.tags=16"

static void tags_are_waited_for_until_they_come_back(void **state)
{
    const struct op sets = FIXED(UNIT_INT, -1, 2, -1, -1, .tag_dst = 1 << 3);
    (void)state;
    assert_int_equal(apart(TAGS, sets, (struct op)FIXED(UNIT_FP32, 8, 4, -1, -1, .tag_src = 1 << 3)),
                     TO_DISPATCH + TAG_LATENCY + 1);
    assert_int_equal(apart(TAGS, sets, (struct op)FIXED(UNIT_FP32, 8, 4, -1, -1, .tag_dst = 1 << 3)),
                     TO_DISPATCH + TAG_LATENCY + 1);
    assert_int_equal(apart(TAGS, sets, (struct op)FIXED(UNIT_FP32, 8, 4, -1, -1, .tag_src = 1 << 4)), 1);
}

/* A warp ends behind its last dispatch, but not before its tags come back. */
static void a_warp_does_not_end_before_its_tags_come_back(void **state)
{
    (void)state;
    for (unsigned tag = 0; tag < 2; tag++) {
        struct bench b;
        const struct op program[] = {FIXED(UNIT_INT, -1, 2, -1, -1, .tag_dst = tag)};
        begin(&b, TAGS);
        RUN(&b, 1, program);
        assert_int_equal(b.ended, FIRST_ISSUE + TO_DISPATCH + 1 + (tag ? TAG_LATENCY : 0));
        finish(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reader_waits_for_the_result),
        cmocka_unit_test(a_result_waits_for_the_result_before_it),
        cmocka_unit_test(each_result_is_waited_for_by_itself),
        cmocka_unit_test(independent_instructions_issue_in_each_cycle),
        cmocka_unit_test(a_result_waits_for_the_reads_of_a_fixed_instruction),
        cmocka_unit_test(a_held_instruction_has_not_reserved_its_reads),
        cmocka_unit_test(a_result_waits_for_the_dispatch_of_a_variable_instruction),
        cmocka_unit_test(an_instruction_may_write_what_it_reads),
        cmocka_unit_test(one_or_two_consumers_let_readers_wait__modern_7_5),
        cmocka_unit_test(three_consumers_fill_with_loads__modern_7_5),
        cmocka_unit_test(several_slots_of_one_register_count_once),
        cmocka_unit_test(a_count_goes_up_and_down_in_one_cycle),
        cmocka_unit_test(other_warps_do_not_wait),
        cmocka_unit_test(tags_are_waited_for_until_they_come_back),
        cmocka_unit_test(a_warp_does_not_end_before_its_tags_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
