/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory instructions of the sub-core without collectors, beside Tables 1 and 2 and Listing 3 of Huerta et al.,
 * "Dissecting and Modeling the Architecture of Modern GPU Cores" (MICRO 2025). The paper's tables are of an Ampere GPU.
 * Numbers here are worked out by hand from microarchitecture 3.18; docs/truth.md has them beside the paper's.
 *
 * usage: test_memory_modern              the tests
 *        test_memory_modern --issue      cycles of issue of back-to-back memory instructions, as a table with tabs
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

enum { IN_A_ROW = 10, QUEUES = 4, ADDRESS_UNIT = 4, WAIT = 20 };

/* Cycles of issue in Table 1, one sub-core active: the last ones follow from its "+4". */
static const uint64_t paper[IN_A_ROW] = {2, 3, 4, 5, 6, 13, 17, 21, 25, 29};

/* Loads with an address in two registers, of two banks. */
static void issue_of_loads(unsigned queue, uint64_t issue[IN_A_ROW])
{
    struct bench b;
    struct op program[IN_A_ROW];
    char settings[64];
    for (int i = 0; i < IN_A_ROW; i++)
        program[i] = (struct op)FIXED(UNIT_LDST, 20 + i, 2, 3, -1, .write_bar = SB(0));
    snprintf(settings, sizeof settings, "modern.queue=%u", queue);
    begin(&b, settings);
    b.every = ADDRESS_UNIT;
    RUN(&b, 1, program);
    memcpy(issue, b.issue[0], IN_A_ROW * sizeof *issue);
    finish(&b);
}

/* The first load issues in 2, is in Allocate in 4 and the head of the queue in 5. Its reads are asked for in 5 and come
 * in 6, and it dispatches in 7. Each further one dispatches four cycles later: that is the address unit. Queue,
 * Allocate and Control hold Q + 2, so that the first Q + 2 issue without a gap. In 8 the queue has a place again. */
static void loads_issue_until_the_queue_is_full__modern_table_1(void **state)
{
    (void)state;
    for (unsigned queue = 1; queue <= QUEUES; queue++) {
        uint64_t issue[IN_A_ROW];
        issue_of_loads(queue, issue);
        for (unsigned i = 0; i < IN_A_ROW; i++)
            assert_int_equal(issue[i], i < queue + 2 ? FIRST_ISSUE + i : 8 + ADDRESS_UNIT * (i - queue - 2));
    }
}

/* A queue of three: five in a row as in the paper, and then one every four cycles as there. Each of these comes five
 * cycles before the paper's, since a load leaves the queue six cycles behind its issue, and not eleven. */
static void a_queue_of_three_is_the_papers_but_five_cycles__modern_table_1(void **state)
{
    uint64_t issue[IN_A_ROW];
    (void)state;
    issue_of_loads(3, issue);
    for (unsigned i = 0; i < IN_A_ROW; i++)
        assert_int_equal(issue[i], paper[i] - (i < 5 ? 0 : 5));
}

/* --- from issue to issue ------------------------------------------------------------------------------------------ */

/* Cycles from the issue of a memory instruction to that of one that waits for its sources, or for its result. Its
 * registers have neighbours: of two a bank each one is read. */
static unsigned until(bool result, unsigned latency, int a, int b_, int c)
{
    struct bench b;
    const struct op program[] = {
        FIXED(UNIT_LDST, result ? 40 : -1, a, b_, c, .stall = 2, .read_bar = result ? 0 : SB(1),
              .write_bar = result ? SB(0) : 0),
        FIXED(UNIT_INT, 42, 3, -1, -1, .wait = 3), NOP,
    };
    begin(&b, "");
    b.latency[UNIT_LDST] = latency;
    RUN(&b, 1, program);
    unsigned cycles = (unsigned)(b.issue[0][1] - b.issue[0][0]);
    finish(&b);
    return cycles;
}

/* Allocate two cycles behind issue, the queue, a read of each bank in a cycle, dispatch; and a cycle until the counter
 * shows it. The paper: 9 and 11 of a load, 10 to 20 of a store. */
static void sources_are_read_six_cycles_behind_issue__modern_table_2(void **state)
{
    (void)state;
    assert_int_equal(until(false, WAIT, 2, -1, -1), 6);
    assert_int_equal(until(false, WAIT, 2, 5, -1), 6);
    assert_int_equal(until(false, WAIT, 2, 4, -1), 7);
    assert_int_equal(until(false, WAIT, 2, 5, 6), 7);
    assert_int_equal(until(false, WAIT, 2, 4, 6), 8);
}

/* Dispatch is 5 cycles behind issue, and a reader goes in the cycle behind the result. */
static void a_reader_of_a_load_issues_six_cycles_and_its_latency_later__modern_table_2(void **state)
{
    (void)state;
    for (unsigned latency = WAIT; latency < 2 * WAIT; latency += 7)
        assert_int_equal(until(true, latency, 2, 3, -1), latency + 6);
}

/* --- Listing 3 ---------------------------------------------------------------------------------------------------- */

/* What the address of a load, or INT, gets of R8, which INT writes so many cycles before, behind so many loads. */
static uint32_t given(enum unit_kind reader, unsigned stall, unsigned loads)
{
    struct bench b;
    struct op program[8];
    unsigned n = 0;
    for (; n < loads; n++)
        program[n] = (struct op)LOAD((int)(20 + n), 2, .stall = 2, .write_bar = SB(0));
    program[n++] = (struct op)FIXED(UNIT_INT, 8, 3, -1, -1, .stall = stall);
    unsigned at = n;
    program[n++] = (struct op)FIXED(reader, 40, 8, -1, -1, .write_bar = reader == UNIT_LDST ? SB(1) : 0);
    program[n++] = (struct op)NOP;
    begin(&b, "");
    run(&b, 1, program, n);
    assert_int_equal(b.issue[0][at] - b.issue[0][at - 1], stall);
    uint32_t value = b.operand[0][at][0];
    finish(&b);
    return value;
}

static void mov_to_mov_needs_a_stall_of_four__modern_listing_3(void **state)
{
    (void)state;
    for (unsigned stall = 2; stall < 12; stall++)
        assert_int_equal(given(UNIT_INT, stall, 0), stall < 4 ? 8 : 100000);
}

/* Six on Turing, by the latency matrix, and five in the paper, whose GPU is of Ampere. The result comes nine cycles
 * behind the writer's issue, and is seen a cycle later. The value is stored in the queue four behind the reader's.
 * Loads in front of it that leave at once change nothing. */
static void mov_to_the_address_of_a_load_needs_six__modern_listing_3(void **state)
{
    (void)state;
    for (unsigned loads = 0; loads < 4; loads++)
        for (unsigned stall = 2; stall < 12; stall++)
            assert_int_equal(given(UNIT_LDST, stall, loads), stall < 6 ? 8 : 100000 + loads);
}

/* --- the table of the page ---------------------------------------------------------------------------------------- */

static void print_issue(void)
{
    uint64_t issue[QUEUES + 1][IN_A_ROW];
    printf("instruction\tpaper");
    for (unsigned queue = 1; queue <= QUEUES; queue++) {
        printf("\tqueue of %u", queue);
        issue_of_loads(queue, issue[queue]);
    }
    printf("\tqueue of 3 less paper\n");
    for (unsigned i = 0; i < IN_A_ROW; i++) {
        printf("%u\t%u", i + 1, (unsigned)paper[i]);
        for (unsigned queue = 1; queue <= QUEUES; queue++)
            printf("\t%u", (unsigned)issue[queue][i]);
        printf("\t%d\n", (int)issue[3][i] - (int)paper[i]);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_issue_until_the_queue_is_full__modern_table_1),
        cmocka_unit_test(a_queue_of_three_is_the_papers_but_five_cycles__modern_table_1),
        cmocka_unit_test(sources_are_read_six_cycles_behind_issue__modern_table_2),
        cmocka_unit_test(a_reader_of_a_load_issues_six_cycles_and_its_latency_later__modern_table_2),
        cmocka_unit_test(mov_to_mov_needs_a_stall_of_four__modern_listing_3),
        cmocka_unit_test(mov_to_the_address_of_a_load_needs_six__modern_listing_3),
    };
    if (argc == 2 && strcmp(argv[1], "--issue") == 0)
        return print_issue(), 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
