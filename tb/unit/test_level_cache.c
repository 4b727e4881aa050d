/* SPDX-License-Identifier: Apache-2.0 */
/* The register cache in hardware that software levels are compared with, by hand: Gebhart et al., ISCA 2011. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/levels/level_cache.h"

/* An instruction of one record: R`dst` = R`a` + R`b`; 0 for none of them. */
static struct insn insn(uint8_t dst, uint8_t a, uint8_t b)
{
    struct insn n = {.mask = UINT32_MAX, .first_uop = true, .last_uop = true, .dst_count = dst > 0, .dst_base = dst,
                     .src = {a, b}};
    n.src_valid = (uint8_t)((a > 0) | (b > 0) << 1);
    return n;
}

/* What the passes say: the registers below `live` are live behind it. */
static struct level_hint hint(uint8_t live, bool slow)
{
    struct level_hint h = {.slow = slow};
    for (uint8_t r = 1; r < live; r++)
        regset_add(&h.states.behind, r);
    return h;
}

static void run(struct level_cache *c, struct insn n, uint8_t live)
{
    struct level_hint h = hint(live, false);
    level_cache_record(c, &n, &h);
}

static void load(struct level_cache *c, uint8_t dst)
{
    struct insn n = insn(dst, 0, 0);
    struct level_hint h = hint(32, true);
    level_cache_record(c, &n, &h);
}

static void results_are_kept_and_sources_that_miss_are_not(void **state)
{
    (void)state;
    struct level_cache c = {.count = 0};
    run(&c, insn(1, 8, 9), 32);
    run(&c, insn(2, 1, 8), 32);
    assert_int_equal(c.hits, 1);
    assert_int_equal(c.count, 2);
    assert_int_equal(c.direct + c.written_back + c.leaves, 0);
}

/* R1 is the oldest of six; writing R2 again does not make it young. R1 and R2 go, and R2 is dead. */
static void the_first_that_came_goes_first_and_is_written_back_if_it_is_live(void **state)
{
    (void)state;
    struct level_cache c = {.count = 0};
    for (uint8_t r = 1; r <= 6; r++)
        run(&c, insn(r, 0, 0), 32);
    run(&c, insn(2, 0, 0), 32);
    assert_int_equal(c.written_back, 0);
    run(&c, insn(7, 0, 0), 32);
    assert_int_equal(c.written_back, 1);
    run(&c, insn(8, 0, 0), 2);
    assert_int_equal(c.written_back, 1);
    run(&c, insn(0, 1, 2), 32);
    assert_int_equal(c.hits, 0);
    run(&c, insn(0, 3, 8), 32);
    assert_int_equal(c.hits, 2);
}

/* A load writes the register file and drops an older value. What names it makes the warp leave, once for all loads. */
static void a_warp_leaves_before_it_names_a_result_of_long_latency(void **state)
{
    (void)state;
    struct level_cache c = {.count = 0};
    run(&c, insn(1, 0, 0), 32);
    run(&c, insn(2, 0, 0), 32);
    load(&c, 1);
    load(&c, 3);
    assert_int_equal(c.direct, 2);
    assert_int_equal(c.leaves, 0);
    run(&c, insn(4, 3, 2), 32);
    assert_int_equal(c.leaves, 1);
    assert_int_equal(c.written_back, 1);
    assert_int_equal(c.hits, 0);
    run(&c, insn(5, 1, 4), 32);
    assert_int_equal(c.leaves, 1);
    assert_int_equal(c.hits, 1);
    load(&c, 6);
    run(&c, insn(6, 0, 0), 32);
    assert_int_equal(c.leaves, 2);
}

static void a_warp_that_ends_takes_its_entries_with_it(void **state)
{
    (void)state;
    struct level_cache c = {.count = 0};
    struct insn last = insn(0, 0, 0);
    last.last = true;
    run(&c, insn(1, 0, 0), 32);
    load(&c, 2);
    run(&c, last, 32);
    run(&c, insn(3, 1, 2), 32);
    assert_int_equal(c.hits, 0);
    assert_int_equal(c.written_back + c.leaves, 0);
}

static void an_instruction_without_active_lanes_writes_nothing(void **state)
{
    (void)state;
    struct level_cache c = {.count = 0};
    struct insn n = insn(1, 0, 0);
    n.mask = 0;
    run(&c, n, 32);
    assert_int_equal(c.count, 0);
}

/* A load of two registers over its own address, in two records: the second one reads R1 as it was before. */
static void results_are_written_once_all_sources_of_the_instruction_are_read(void **state)
{
    (void)state;
    struct level_cache c = {.count = 0};
    struct insn first = insn(1, 1, 0), second = insn(2, 1, 0);
    struct level_hint slow = hint(32, true);
    first.last_uop = false;
    second.first_uop = false;
    run(&c, insn(1, 0, 0), 32);
    level_cache_record(&c, &first, &slow);
    assert_int_equal(c.direct, 0);
    level_cache_record(&c, &second, &slow);
    assert_int_equal(c.hits, 2);
    assert_int_equal(c.leaves, 0);
    assert_int_equal(c.direct, 2);
    assert_int_equal(c.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_kept_and_sources_that_miss_are_not),
        cmocka_unit_test(the_first_that_came_goes_first_and_is_written_back_if_it_is_live),
        cmocka_unit_test(a_warp_leaves_before_it_names_a_result_of_long_latency),
        cmocka_unit_test(a_warp_that_ends_takes_its_entries_with_it),
        cmocka_unit_test(an_instruction_without_active_lanes_writes_nothing),
        cmocka_unit_test(results_are_written_once_all_sources_of_the_instruction_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
