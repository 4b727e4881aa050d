/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of one STHLD for all slices (docs/environment.md, 4.12, sthld_i; Malekeh IV-B2, IV-B3). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/sm/gpu_sthld.h"

static struct config settings(int interval, int value)
{
    struct config cfg;
    config_default(&cfg);
    cfg.sthld_interval = interval;
    cfg.sthld_value = value;
    return cfg;
}

/* All slices issue `each` in the interval but for the first, which issues `first`. */
static void run_interval(struct gpu_sthld *g, uint32_t first, uint32_t each)
{
    for (uint32_t i = 0; i < g->slices; i++)
        gpu_sthld_count(g, i, i == 0 ? first : each);
    assert_true(gpu_sthld_next(g));
}

static void assert_state(const struct gpu_sthld *g, uint64_t cycle, unsigned state, unsigned sthld)
{
    assert_int_equal(gpu_sthld_at(g, cycle).state, state);
    assert_int_equal(gpu_sthld_at(g, cycle).sthld, sthld);
}

/* STHLD of an interval holds from its first cycle to its last, and the last one from then on. */
static void intervals_have_their_cycles(void **unused)
{
    (void)unused;
    struct config cfg = settings(100, 3);
    struct gpu_sthld g;
    assert_true(gpu_sthld_open(&g, &cfg, 2));
    assert_state(&g, 0, 1, 3);
    assert_state(&g, 99, 1, 3);
    run_interval(&g, 40, 60);
    assert_state(&g, 99, 1, 3);
    assert_state(&g, 100, 2, 4);
    assert_state(&g, 1000000, 2, 4);
    assert_int_equal(gpu_sthld_issued(&g, 99, 0), 40);
    assert_int_equal(gpu_sthld_issued(&g, 99, 1), 60);
    assert_int_equal(gpu_sthld_issued(&g, 100, 1), 0);
    gpu_sthld_close(&g);
}

/* The sum counts, not who issues: 98 after 100 is small, 95 after 98 large. Who says nothing has issued nothing. */
static void the_sum_decides(void **unused)
{
    (void)unused;
    struct config cfg = settings(100, 0);
    struct gpu_sthld g;
    assert_true(gpu_sthld_open(&g, &cfg, 2));
    run_interval(&g, 40, 60);
    run_interval(&g, 98, 0);
    assert_state(&g, 200, 2, 2);
    gpu_sthld_count(&g, 1, 95);
    assert_true(gpu_sthld_next(&g));
    assert_state(&g, 300, 3, 3);
    gpu_sthld_close(&g);
}

/* 5,000 slices that issue in every one of 10^6 cycles: a sum of more than 32 bits. Less by 2^32 is a large change. */
static void sums_do_not_wrap_around(void **unused)
{
    (void)unused;
    enum { SLICES = 5000, MOST = 1000000, LEAST = 141006, REST = 2704 };
    struct config cfg = settings(MOST, 0);
    struct gpu_sthld g;
    assert_true((uint64_t)SLICES * MOST - ((uint64_t)(SLICES - 1) * LEAST + LEAST + REST) == (uint64_t)1 << 32);
    assert_true(gpu_sthld_open(&g, &cfg, SLICES));
    run_interval(&g, MOST, MOST);
    run_interval(&g, MOST, MOST);
    assert_state(&g, 2 * (uint64_t)MOST, 2, 2);
    run_interval(&g, LEAST + REST, LEAST);
    assert_state(&g, 3 * (uint64_t)MOST, 3, 3);
    gpu_sthld_close(&g);
}

/* What was said of the first intervals is there after many. */
static void all_intervals_are_kept(void **unused)
{
    (void)unused;
    struct config cfg = settings(2, 0);
    struct gpu_sthld g;
    assert_true(gpu_sthld_open(&g, &cfg, 3));
    for (uint32_t i = 0; i < 1000; i++)
        run_interval(&g, i, 2 * i);
    for (uint32_t i = 0; i < 1000; i++) {
        assert_int_equal(gpu_sthld_issued(&g, 2 * i, 0), i);
        assert_int_equal(gpu_sthld_issued(&g, 2 * i + 1, 2), 2 * i);
    }
    assert_state(&g, 1, 1, 0);
    assert_state(&g, 2, 2, 1);
    gpu_sthld_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_have_their_cycles), cmocka_unit_test(the_sum_decides),
        cmocka_unit_test(sums_do_not_wrap_around), cmocka_unit_test(all_intervals_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
