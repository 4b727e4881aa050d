/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of the L1 and L2 timing model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/env/memory.h"

static struct memory *make(struct config *cfg)
{
    config_default(cfg);
    cfg->l1_kib = 1; /* 8 lines: 2 sets of 4 ways */
    cfg->l2_kib = 4; /* 32 lines: 2 sets of 16 ways */
    struct memory *m = memory_create(cfg);
    assert_non_null(m);
    return m;
}

/* Latency of one lane's access to 128-byte line `line`. */
static uint32_t access_line(struct memory *m, bool load, bool store, uint64_t line)
{
    struct insn insn = {.space = SPACE_GLOBAL, .width = 4, .load = load, .store = store};
    uint64_t address = line * 128 + 4;
    struct memory_time t = memory_access(m, &insn, &address, 1);
    assert_int_equal(t.interval, 1);
    return t.latency;
}

static uint32_t load_line(struct memory *m, uint64_t line)
{
    return access_line(m, true, false, line);
}

enum { L1 = 32, L2 = L1 + 194, DRAM = L2 + 96 };

static void test_levels(void **state)
{
    struct config cfg;
    struct memory *m = make(&cfg);
    (void)state;
    assert_int_equal(load_line(m, 7), DRAM);
    assert_int_equal(load_line(m, 7), L1);
    memory_flush_l1(m);
    assert_int_equal(load_line(m, 7), L2);
    assert_int_equal(load_line(m, 7), L1);
    assert_int_equal(memory_counts(m)->lines, 4);
    assert_int_equal(memory_counts(m)->l1_misses, 2);
    assert_int_equal(memory_counts(m)->l2_misses, 1);
    memory_destroy(m);
}

/* A load of 32 words from 64 on: two sectors of one line, two of the next. Bytes 92 to 99: two sectors. */
static void test_sectors(void **state)
{
    struct config cfg;
    struct memory *m = make(&cfg);
    struct insn insn = {.space = SPACE_GLOBAL, .width = 4, .load = true};
    uint64_t addresses[32];
    (void)state;
    for (uint32_t i = 0; i < 32; i++)
        addresses[i] = 64 + 4 * i;
    memory_access(m, &insn, addresses, 32);
    assert_int_equal(memory_counts(m)->lines, 2);
    assert_int_equal(memory_counts(m)->sectors, 4);
    assert_int_equal(memory_counts(m)->sector_misses, 4);
    insn.width = 8;
    addresses[0] = 92;
    memory_access(m, &insn, addresses, 1);
    assert_int_equal(memory_counts(m)->sectors, 6);
    assert_int_equal(memory_counts(m)->sector_misses, 4);   /* the line was there, with all of its sectors */
    addresses[0] = 252;
    memory_access(m, &insn, addresses, 1);                  /* the last one of line 1, the first one of line 2 */
    assert_int_equal(memory_counts(m)->sectors, 8);
    assert_int_equal(memory_counts(m)->sector_misses, 5);
    insn.store = true;
    insn.load = false;
    memory_access(m, &insn, addresses, 1);
    assert_int_equal(memory_counts(m)->sector_misses, 7);   /* a store is no hit */
    memory_destroy(m);
}

static void test_lru(void **state)
{
    struct config cfg;
    struct memory *m = make(&cfg);
    (void)state;
    for (uint64_t line = 0; line < 8; line += 2)
        load_line(m, line);         /* set 0 holds 6 4 2 0, most recent first */
    assert_int_equal(load_line(m, 0), L1);
    load_line(m, 8);                /* replaces 2 */
    assert_int_equal(load_line(m, 0), L1);
    assert_int_equal(load_line(m, 4), L1);
    assert_int_equal(load_line(m, 2), L2);
    assert_int_equal(load_line(m, 1), DRAM);    /* the other set */
    memory_destroy(m);
}

static void test_l2_capacity(void **state)
{
    struct config cfg;
    struct memory *m = make(&cfg);
    (void)state;
    for (uint64_t line = 0; line < 34; line += 2)
        load_line(m, line);         /* 17 lines of one L2 set */
    assert_int_equal(load_line(m, 0), DRAM);
    assert_int_equal(load_line(m, 4), L2);
    memory_destroy(m);
}

static void test_stores(void **state)
{
    struct config cfg;
    struct memory *m = make(&cfg);
    (void)state;
    assert_int_equal(access_line(m, false, true, 3), DRAM);
    assert_int_equal(load_line(m, 3), L2);      /* the store allocated in the L2 only */
    assert_int_equal(load_line(m, 3), L1);
    assert_int_equal(access_line(m, false, true, 3), L2);
    assert_int_equal(load_line(m, 3), L1);      /* a store leaves the L1 line */
    assert_int_equal(access_line(m, true, true, 3), L2);
    assert_int_equal(load_line(m, 3), L2);      /* an atomic does not */
    memory_destroy(m);
}

static void test_store_refreshes(void **state)
{
    struct config cfg;
    struct memory *m = make(&cfg);
    (void)state;
    for (uint64_t line = 0; line < 8; line += 2)
        load_line(m, line);
    access_line(m, false, true, 0);
    load_line(m, 8);                /* replaces 2, not 0 */
    assert_int_equal(load_line(m, 0), L1);
    assert_int_equal(load_line(m, 2), L2);
    memory_destroy(m);
}

static void test_invalidate_first_of_set(void **state)
{
    struct config cfg;
    struct memory *m = make(&cfg);
    (void)state;
    for (uint64_t line = 0; line < 8; line += 2)
        load_line(m, line);
    access_line(m, true, true, 4);
    assert_int_equal(load_line(m, 0), L1);
    assert_int_equal(load_line(m, 2), L1);
    assert_int_equal(load_line(m, 6), L1);
    load_line(m, 8);                /* takes the blank way */
    assert_int_equal(load_line(m, 0), L1);
    memory_destroy(m);
}

static void test_lines(void **state)
{
    struct config cfg;
    struct memory *m = make(&cfg);
    uint64_t addresses[32];
    (void)state;
    struct insn insn = {.space = SPACE_GLOBAL, .width = 4, .load = true};
    for (uint64_t l = 0; l < 32; l++)
        addresses[l] = 0x1000 + 4 * l;
    assert_int_equal(memory_access(m, &insn, addresses, 32).interval, 1);
    for (uint64_t l = 0; l < 32; l++)
        addresses[l] = 0x1040 + 4 * l;          /* crosses a line boundary between lanes */
    assert_int_equal(memory_access(m, &insn, addresses, 32).interval, 2);
    for (uint64_t l = 0; l < 32; l++)
        addresses[l] = 128 * (31 - l) % 1024;   /* eight lines, four times each */
    assert_int_equal(memory_access(m, &insn, addresses, 32).interval, 8);
    insn.width = 16;
    addresses[0] = 0x107c;                      /* crosses one inside a lane */
    assert_int_equal(memory_access(m, &insn, addresses, 1).interval, 2);
    for (uint64_t l = 0; l < 32; l++)
        addresses[l] = 4096 * l + 124;
    assert_int_equal(memory_access(m, &insn, addresses, 32).interval, 64);
    memory_destroy(m);
}

static void test_no_lines(void **state)
{
    struct config cfg;
    struct memory *m = make(&cfg);
    (void)state;
    struct insn shared = {.space = SPACE_SHARED, .width = 4, .load = true};
    struct insn nothing = {.space = SPACE_NONE};
    struct insn masked = {.space = SPACE_GLOBAL, .width = 4, .load = true};
    struct memory_time t = memory_access(m, &shared, NULL, 0);
    assert_int_equal(t.latency, cfg.shared_latency);
    assert_int_equal(t.interval, 2);
    t = memory_access(m, &nothing, NULL, 0);
    assert_int_equal(t.latency, L1);
    assert_int_equal(t.interval, 1);
    t = memory_access(m, &masked, NULL, 0);
    assert_int_equal(t.latency, L1);
    assert_int_equal(t.interval, 1);
    assert_int_equal(memory_counts(m)->lines, 0);
    memory_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels), cmocka_unit_test(test_sectors), cmocka_unit_test(test_lru),
        cmocka_unit_test(test_l2_capacity),
        cmocka_unit_test(test_stores), cmocka_unit_test(test_store_refreshes),
        cmocka_unit_test(test_invalidate_first_of_set), cmocka_unit_test(test_lines),
        cmocka_unit_test(test_no_lines),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
