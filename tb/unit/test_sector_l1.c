/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of the L1 of a sub-core alone in front of the L2 of the GPU. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/env/sector_l1.h"

enum { L1 = 20 };

struct bench {
    struct config cfg;
    struct memory_port port;
    struct sector_l1 *l1;
    uint64_t orders;
};

static void make(struct bench *b)
{
    *b = (struct bench){.orders = 0};
    config_default(&b->cfg);
    b->cfg.l1_kib = 1;      /* 8 lines: 2 sets of 4 ways */
    b->cfg.l1_latency = L1;
    b->l1 = sector_l1_create(&b->cfg, &b->port);
    assert_non_null(b->l1);
}

static void clear(struct bench *b)
{
    sector_l1_destroy(b->l1);
    memory_port_free(&b->port);
}

static bool touch(struct bench *b, bool load, bool store, uint64_t address, uint64_t now, uint32_t width)
{
    struct insn insn = {.space = SPACE_GLOBAL, .width = (uint8_t)width, .load = load, .store = store};
    struct waiting_load waiting = {.order = b->orders++, .since = now, .ready = now + L1, .results = true};
    struct memory_time time;
    bool waits = sector_l1_access(b->l1, &insn, &address, 1, now, load ? &waiting : NULL, &time);
    assert_int_equal(time.latency, L1);
    return waits;
}

static bool load(struct bench *b, uint64_t address, uint64_t now)
{
    return touch(b, true, false, address, now, 4);
}

static void answer(struct bench *b, uint64_t number, uint64_t cycle, uint64_t now)
{
    memory_port_answer(&b->port, number, cycle);
    sector_l1_answers(b->l1, now);
}

static void expect(struct bench *b, uint64_t order, uint64_t ready)
{
    struct waiting_load done;
    assert_true(sector_l1_done(b->l1, &done));
    assert_int_equal(done.order, order);
    assert_int_equal(done.ready, ready);
}

static void expect_none(struct bench *b)
{
    struct waiting_load done;
    assert_false(sector_l1_done(b->l1, &done));
}

static void a_sector_is_requested_once_and_then_there(void **state)
{
    struct bench b;
    (void)state;
    make(&b);
    assert_true(load(&b, 0x1000, 10));
    assert_true(load(&b, 0x1010, 12));          /* the same sector: joins */
    assert_int_equal(b.port.sent, 1);
    assert_int_equal(b.port.out[0].cycle, 10 + L1);
    assert_int_equal(b.port.out[0].sector, 0x1000 / 32);
    expect_none(&b);
    answer(&b, 0, 300, 200);
    expect(&b, 1, 300);
    expect(&b, 0, 300);
    expect_none(&b);
    assert_true(load(&b, 0x1004, 290));         /* known, but not there */
    expect(&b, 2, 290 + L1);
    assert_false(load(&b, 0x1004, 300));
    assert_true(load(&b, 0x1020, 300));         /* the next sector of the line is not */
    assert_int_equal(b.port.sent, 2);
    assert_int_equal(sector_l1_counts(b.l1)->sectors, 5);
    assert_int_equal(sector_l1_counts(b.l1)->sector_misses, 4);     /* those on their way, too */
    clear(&b);
}

static void a_load_waits_for_its_last_sector(void **state)
{
    struct bench b;
    (void)state;
    make(&b);
    assert_true(touch(&b, true, false, 0x101c, 0, 8));      /* the end of one sector, the beginning of the next */
    assert_int_equal(b.port.sent, 2);
    answer(&b, 1, 400, 100);
    expect_none(&b);
    answer(&b, 0, 300, 100);
    expect(&b, 0, 400);
    clear(&b);
}

static void stores_write_through_and_nobody_waits(void **state)
{
    struct bench b;
    (void)state;
    make(&b);
    assert_false(touch(&b, false, true, 0x1004, 0, 4));
    assert_int_equal(b.port.out[0].kind, MEMORY_WRITE);
    assert_int_equal(b.port.out[0].bytes, 0xf0);
    answer(&b, 0, 200, 100);
    expect_none(&b);
    assert_true(load(&b, 0x1004, 300));         /* nothing was allocated */
    clear(&b);
}

static void an_atomic_drops_its_line_and_waits(void **state)
{
    struct bench b;
    (void)state;
    make(&b);
    assert_true(load(&b, 0x1000, 0));
    answer(&b, 0, 100, 50);
    expect(&b, 0, 100);
    assert_false(load(&b, 0x1000, 200));
    assert_true(touch(&b, true, true, 0x1000, 201, 4));
    assert_int_equal(b.port.out[1].kind, MEMORY_ATOMIC);
    assert_true(load(&b, 0x1000, 202));         /* it is no sector that one can wait for */
    assert_int_equal(b.port.sent, 3);
    answer(&b, 2, 500, 300);
    expect(&b, 3, 500);
    answer(&b, 1, 400, 300);
    expect(&b, 2, 400);
    clear(&b);
}

static void lines_and_misses_are_counted(void **state)
{
    struct bench b;
    struct memory_time time;
    uint64_t addresses[32];
    struct insn insn = {.space = SPACE_GLOBAL, .width = 4, .load = true};
    (void)state;
    make(&b);
    for (uint32_t i = 0; i < 32; i++)
        addresses[i] = 0x1040 + 4 * i;          /* two sectors of each of two lines */
    assert_false(sector_l1_access(b.l1, &insn, addresses, 32, 0, NULL, &time));
    assert_int_equal(time.interval, 2);
    assert_int_equal(b.port.sent, 4);
    assert_int_equal(sector_l1_counts(b.l1)->lines, 2);
    assert_int_equal(sector_l1_counts(b.l1)->l1_misses, 2);
    assert_int_equal(sector_l1_counts(b.l1)->sectors, 4);
    assert_int_equal(sector_l1_counts(b.l1)->sector_misses, 4);
    sector_l1_flush(b.l1);
    for (uint64_t n = 0; n < 4; n++)
        answer(&b, n, 100, 50);
    assert_true(load(&b, 0x1040, 200));         /* a kernel begins with an empty L1 */
    clear(&b);
}

/* More loads and sectors than there is room for at first, and again with those that are free. */
static void many_loads_wait(void **state)
{
    struct bench b;
    (void)state;
    make(&b);
    for (uint64_t round = 0; round < 3; round++) {
        uint64_t first = b.port.sent, now = 1000 * round;
        for (uint64_t i = 0; i < 500; i++)
            assert_true(load(&b, (1000 * round + i) * 32, now));
        for (uint64_t i = 500; i-- > 0;)
            answer(&b, first + i, now + 900 - i, now + 100);
        for (uint64_t i = 500; i-- > 0;)
            expect(&b, first + i, now + 900 - i);
    }
    expect_none(&b);
    assert_false(sector_l1_failed(b.l1));
    clear(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sector_is_requested_once_and_then_there),
        cmocka_unit_test(a_load_waits_for_its_last_sector),
        cmocka_unit_test(stores_write_through_and_nobody_waits),
        cmocka_unit_test(an_atomic_drops_its_line_and_waits),
        cmocka_unit_test(lines_and_misses_are_counted),
        cmocka_unit_test(many_loads_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
