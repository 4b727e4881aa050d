/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Distances that a run without a scoreboard checks (docs/control-bits.md): which of the writers of a register an access
 * depends on, lane by lane, and whose cycles count.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/env/distances.h"
#include "cmodel/sass/latency.h"
#include "cmodel/sass/sass.h"

enum { SLOT = 3, LOWER = 0xffff, ALL = -1 };
#define UPPER 0xffff0000u

static struct distances *d;
static struct distance_fault fault;
static uint32_t sequence;

static int begin(void **unused)
{
    (void)unused;
    d = distances_create();
    sequence = 0;
    if (d)
        distances_launch(d, SLOT);
    return d ? 0 : -1;
}

static int end(void **unused)
{
    (void)unused;
    distances_destroy(d);
    return 0;
}

/* Issues the next record as the in-flight number of its sequence. */
static bool issue(uint64_t hi, uint64_t lo, uint32_t mask, uint64_t cycle)
{
    struct sass_insn insn;
    assert_true(sass_decode(&insn, lo, hi, (uint64_t)sequence * SASS_BYTES));
    bool fine = distances_issue(d, SLOT, sequence, sequence, &insn, mask, cycle, &fault);
    sequence++;
    return fine;
}

/* FFMA Rn, R20, R21, R22, with a fixed latency; LDG Rn, [R6] and STG [R6], Rn, without one. */
static bool ffma(unsigned n, uint32_t mask, uint64_t cycle)
{
    return issue(0x000fc80000000016, 0x0000001514007223 | (uint64_t)n << 16, mask, cycle);
}

static bool reading_ffma(unsigned n, uint32_t mask, uint64_t cycle)
{
    return issue(0x000fc80000000016, 0x0000001500207223 | (uint64_t)n << 24, mask, cycle);
}

static bool ldg(unsigned n, uint32_t mask, uint64_t cycle)
{
    return issue(0x000ea600001ee900, 0x0000000006007381 | (uint64_t)n << 16, mask, cycle);
}

static bool stg(unsigned n, uint32_t mask, uint64_t cycle)
{
    return issue(0x000fe2000010e900, 0x0000000006007386 | (uint64_t)n << 32, mask, cycle);
}

static void assert_fault(uint32_t earlier, unsigned reg, unsigned hazard, unsigned found, unsigned needed)
{
    assert_int_equal(fault.earlier, earlier);
    assert_int_equal(fault.file, LATENCY_REGISTER);
    assert_int_equal(fault.reg, reg);
    assert_int_equal(fault.hazard, hazard);
    assert_int_equal(fault.found, found);
    assert_int_equal(fault.needed, needed);
}

static void an_access_depends_on_the_writers_of_its_lanes(void **unused)
{
    (void)unused;
    assert_true(ffma(4, LOWER, 10));
    assert_true(ffma(4, UPPER, 14));
    assert_true(ffma(5, UPPER, 17));
    assert_true(stg(5, LOWER, 18));             /* nobody has written them */
    assert_true(stg(4, LOWER, 18));
    assert_false(stg(4, LOWER, 17));
    assert_fault(0, 4, LATENCY_RAW, 7, 8);
    assert_false(stg(4, UPPER, 18));
    assert_fault(1, 4, LATENCY_RAW, 4, 8);
    assert_false(ldg(4, LOWER, 11));
    assert_fault(0, 4, LATENCY_WAW, 1, 6);
}

static void a_writer_loses_the_lanes_that_a_later_one_writes(void **unused)
{
    (void)unused;
    assert_true(ffma(4, (uint32_t)ALL, 10));
    assert_true(ffma(4, UPPER, 11));
    assert_false(stg(4, UPPER, 13));
    assert_fault(1, 4, LATENCY_RAW, 2, 8);
    assert_true(ldg(4, (uint32_t)ALL, 18));     /* its counter says when the value is there */
    assert_true(stg(4, (uint32_t)ALL, 19));
}

static void four_writers_of_other_lanes_are_kept(void **unused)
{
    (void)unused;
    for (unsigned n = 0; n < 4; n++)
        assert_true(ffma(4, 0xffu << 8 * n, 10 + n));
    for (unsigned n = 0; n < 4; n++) {
        assert_true(stg(4, 1u << 8 * n, 18 + n));
        assert_false(stg(4, 1u << 8 * n, 17 + n));
        assert_fault(n, 4, LATENCY_RAW, 7, 8);
    }
}

static void dispatches_count_between_fixed_latencies(void **unused)
{
    (void)unused;
    assert_true(ffma(4, (uint32_t)ALL, 10));
    assert_true(reading_ffma(4, (uint32_t)ALL, 11));    /* too early if it could dispatch as early */
    assert_true(distances_dispatch(d, 0, 16, &fault));
    assert_false(distances_dispatch(d, 1, 19, &fault));
    assert_fault(0, 4, LATENCY_RAW, 3, 4);
    assert_true(distances_dispatch(d, 1, 20, &fault));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_access_depends_on_the_writers_of_its_lanes, begin, end),
        cmocka_unit_test_setup_teardown(a_writer_loses_the_lanes_that_a_later_one_writes, begin, end),
        cmocka_unit_test_setup_teardown(four_writers_of_other_lanes_are_kept, begin, end),
        cmocka_unit_test_setup_teardown(dispatches_count_between_fixed_latencies, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
