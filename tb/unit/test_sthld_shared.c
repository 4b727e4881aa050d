/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors for the STHLD of an SM (docs/sm.md, 5.6; Malekeh IV-B3), worked out by hand with Fig. 8's table. Intervals
 * are 20 cycles; warps are launched in cycle 0, so the intervals are cycles 1 to 20, 21 to 40 and so on. An instruction
 * that is decoded in cycle t issues in t + 1, and counts in the registers of t + 2.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/base/bits.h"
#include "sm_bench.h"

#define SECTION "sm 5.6; microarchitecture 3.5 (STHLD)"
#define SHARED "collector.kind=ccu ccu.allocation=malekeh issue.scheduler=malekeh sthld.mode=shared "
#define FOUR SHARED "sm.subcores=4 machine.subcores=4 sthld.interval=20 "
#define FSM "u_sthld."
#define ALL 0xfu
#define COUNT(what, expected) assert_int_equal(what, expected)

static const struct model_register *find(struct bench *b, const char *name)
{
    const struct model_register *list = sm_registers(b->sm);
    for (uint32_t i = 0; i < sm_register_count(b->sm); i++)
        if (strcmp(list[i].name, name) == 0)
            return &list[i];
    return NULL;
}

static void expect_fsm(struct bench *b, unsigned state, unsigned sthld, unsigned cycle, unsigned count,
                       unsigned previous, int line)
{
    const struct { const char *name; unsigned value; } list[] = {
        {FSM "state_q", state}, {FSM "sthld_q", sthld}, {FSM "clamped_q", 0}, {FSM "cycle_q", cycle},
        {FSM "count_q", count}, {FSM "prev_q", previous}
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        bench_expect_element(b, list[i].name, 0, 1, list[i].value, __FILE__, line);
}
#define EXPECT_FSM(b, ...) expect_fsm(b, __VA_ARGS__, __LINE__)

/* In this cycle warp `warp` is launched in some sub-cores. */
static void launch(struct bench *b, unsigned subs, unsigned warp)
{
    for (unsigned s = 0; s < MAX_SUBCORES; s++) {
        struct sc_in *in = &b->in.sub[s];
        in->unit_ready = 0xff;
        in->launch_valid = subs >> s & 1;
        in->launch_warp = (uint8_t)warp;
        in->launch_row = (uint16_t)(16 * warp);
    }
    bench_step(b);
    for (unsigned s = 0; s < MAX_SUBCORES; s++)
        b->in.sub[s].launch_valid = false;
}

/* In this cycle an instruction of a warp is decoded in some sub-cores. */
static void decode(struct bench *b, unsigned subs, unsigned warp, struct decoded d)
{
    d.mask = 0xf;
    for (unsigned s = 0; s < MAX_SUBCORES; s++) {
        b->in.sub[s].dec_valid = subs >> s & 1;
        b->in.sub[s].dec_warp = (uint8_t)warp;
        b->in.sub[s].dec = d;
    }
    bench_step(b);
    for (unsigned s = 0; s < MAX_SUBCORES; s++)
        b->in.sub[s].dec_valid = false;
}

static void issue(struct bench *b, unsigned subs)
{
    decode(b, subs, 0, (struct decoded){.unit = 0});
}

static void registers_are_those_of_the_sm__sm_5_6(void **state)
{
    (void)state;
    static const struct { unsigned subs, interval, max, cycle, count, sthld; } rows[] = {
        {4, 20, 15, 5, 7, 4}, {1, 20, 15, 5, 5, 4}, {3, 21, 16, 5, 6, 5}, {4, 16, 3, 4, 7, 2},
        {4, 10000, 255, 14, 16, 8}, {4, 1000000, 15, 20, 22, 4}, {2, 2, 15, 1, 3, 4},
    };
    for (unsigned n = 0; n < sizeof rows / sizeof *rows; n++) {
        char settings[256];
        snprintf(settings, sizeof settings, SHARED "sm.subcores=%u machine.subcores=%u sthld.interval=%u sthld.max=%u "
                 "sthld.value=3", rows[n].subs, rows[n].subs, rows[n].interval, rows[n].max);
        struct bench *b = bench_start(SECTION, settings);
        const struct { const char *name; unsigned width; } list[] = {
            {"top." FSM "state_q", 3}, {"top." FSM "sthld_q", rows[n].sthld}, {"top." FSM "clamped_q", 1},
            {"top." FSM "cycle_q", rows[n].cycle}, {"top." FSM "count_q", rows[n].count},
            {"top." FSM "prev_q", rows[n].count}
        };
        for (unsigned i = 0; i < sizeof list / sizeof *list; i++) {
            const struct model_register *r = find(b, list[i].name);
            if (!r || r->width != list[i].width || !r->reset)
                fail_msg("%s has %u bits, expected %u, and a reset value", list[i].name, r ? r->width : 0,
                         list[i].width);
        }
        assert_null(find(b, "top.g_sub[0].u_subcore." FSM "state_q"));
        assert_non_null(find(b, "top.g_sub[0].u_subcore.u_issue.wait_q"));
        EXPECT_FSM(b, 1, 3, 0, 0, 0);
        bench_finish(b);
    }
    struct bench *b = bench_start(SECTION, SHARED "ccu.allocation=random");     /* nothing waits */
    assert_null(find(b, "top." FSM "state_q"));
    bench_finish(b);
}

/* 4, 3, 2 and 1 instructions issue in cycles 2 to 5; likewise in the next interval, which is no change; in the third
 * one four issue in its last cycle, and in the others none. */
static void issues_of_four_subcores_are_counted_together__malekeh_IV_B3(void **state)
{
    (void)state;
    static const struct { unsigned state, sthld, previous; } rows[] = {
        {1, 0, 0},
        {2, 1, 10},                         /* large: a step up */
        {2, 2, 10},                         /* none: a step up */
        {3, 3, 4},                          /* large: a step up */
        {4, 1, 0}, {5, 2, 0},               /* large: two steps down; none: a step up */
    };
    static const unsigned subs[] = {0xf, 0xe, 0xc, 0x8}, count[] = {0, 0, 4, 7, 9, 10};
    struct bench *b = bench_start(SECTION, FOUR);
    EXPECT_FSM(b, 1, 0, 0, 0, 0);
    launch(b, ALL, 0);
    for (unsigned n = 0; n < 6; n++)
        for (unsigned i = 0; i < 20; i++) {
            EXPECT_FSM(b, rows[n].state, rows[n].sthld, i, n < 2 ? count[i < 5 ? i : 5] : 0, rows[n].previous);
            issue(b, n < 2 && i < 4 ? subs[i] : n == 2 && i == 18 ? ALL : 0);
        }
    bench_finish(b);
}

/* All sub-cores issue in every cycle: 4 I is what the registers can hold. */
static void every_cycle_of_every_subcore_is_counted__sm_5_6(void **state)
{
    (void)state;
    struct bench *b = bench_start(SECTION, FOUR "sthld.interval=4");
    launch(b, ALL, 0);
    for (unsigned i = 0; i < 9; i++)
        issue(b, ALL);
    EXPECT_FSM(b, 3, 2, 1, 4, 16);              /* 12 in the first interval, 16 in the second: two large changes */
    bench_finish(b);
}

/* In each sub-core in turn, and in no other, a warp is live for a while: only then do cycles count. */
static void cycles_count_while_a_warp_of_any_subcore_is_live__sm_5_6(void **state)
{
    (void)state;
    for (unsigned s = 0; s < 4; s++) {
        struct bench *b = bench_start(SECTION, FOUR);
        bench_to(b, 5);
        EXPECT_FSM(b, 1, 0, 0, 0, 0);
        launch(b, 1u << s, 1);
        EXPECT_FSM(b, 1, 0, 0, 0, 0);
        bench_step(b);
        EXPECT_FSM(b, 1, 0, 1, 0, 0);
        decode(b, 1u << s, 1, (struct decoded){.last = true});  /* issues, dispatches, and ends in the third cycle */
        EXPECT_FSM(b, 1, 0, 2, 0, 0);
        for (unsigned i = 0; i < 3; i++)
            bench_step(b);
        COUNT(b->out.sub[s].end_valid, 1);
        EXPECT_FSM(b, 1, 0, 5, 1, 0);
        for (unsigned i = 0; i < 30; i++)
            bench_step(b);
        EXPECT_FSM(b, 1, 0, 5, 1, 0);
        launch(b, 1u << (s + 1) % 4, 0);        /* the interval goes on with a warp of another one */
        bench_step(b);
        EXPECT_FSM(b, 1, 0, 6, 1, 0);
        bench_finish(b);
    }
}

/* In the middle of an interval in which instructions issue, in the cycle of a transition, and with no warp live. A
 * launch alone, or kernel_i of a sub-core, which does not exist, changes nothing. */
static void flush_resets_sthld__sm_5_6(void **state)
{
    (void)state;
    struct bench *b = bench_start(SECTION, FOUR "sthld.value=3");
    launch(b, ALL, 0);
    for (unsigned i = 0; i < 20; i++)
        issue(b, i < 5 ? 0x3 : 0);
    EXPECT_FSM(b, 2, 4, 0, 0, 10);              /* cycle 21 */
    for (unsigned s = 0; s < 4; s++)
        b->in.sub[s].kernel = true;
    issue(b, ALL);
    issue(b, ALL);
    EXPECT_FSM(b, 2, 4, 2, 4, 10);              /* cycle 23: four issue, and do not count */
    for (unsigned s = 0; s < 4; s++)
        b->in.sub[s].kernel = false;
    b->in.flush = true;
    bench_step(b);
    EXPECT_FSM(b, 1, 3, 0, 0, 0);               /* cycle 24: the first of an interval */
    bench_to(b, b->cycle + 18);
    issue(b, 0);
    EXPECT_FSM(b, 1, 3, 19, 0, 0);
    b->in.flush = true;                         /* instead of a transition */
    bench_step(b);
    EXPECT_FSM(b, 1, 3, 0, 0, 0);
    decode(b, ALL, 0, (struct decoded){.last = true});
    bench_to(b, b->cycle + 10);
    EXPECT_FSM(b, 1, 3, 4, 4, 0);
    launch(b, 0x4, 1);
    EXPECT_FSM(b, 1, 3, 4, 4, 0);
    decode(b, 0x4, 1, (struct decoded){.last = true});
    bench_to(b, b->cycle + 10);
    EXPECT_FSM(b, 1, 3, 8, 5, 0);
    b->in.flush = true;                         /* nobody is live */
    bench_step(b);
    EXPECT_FSM(b, 1, 3, 0, 0, 0);
    bench_finish(b);
}

static void reset_is_that_of_a_subcores__sm_5_6(void **state)
{
    (void)state;
    struct bench *b = bench_start(SECTION, FOUR "sthld.value=9 sthld.interval=3");
    launch(b, ALL, 0);
    for (unsigned i = 0; i < 8; i++)
        issue(b, ALL);
    EXPECT_FSM(b, 3, 11, 2, 8, 12);             /* 8 and 12: two large changes */
    b->in.sub[0].rst = true;
    bench_step(b);
    EXPECT_FSM(b, 1, 9, 0, 0, 0);
    bench_finish(b);
}

/* The only CCU of a sub-core has a near value and is free from 5 on, and warp 1 takes it after STHLD cycles, in every
 * sub-core; what the environment writes to sthld_i, which is no port, does not count. */
static void sthld_of_all_subcores_is_that_of_the_sm__sm_5_6(void **state)
{
    (void)state;
    static const unsigned thresholds[] = {0, 1, 2, 3, 7, 15};
    for (unsigned n = 0; n < sizeof thresholds / sizeof *thresholds; n++)
        for (unsigned s = 0; s < 4; s++) {
            char settings[256];
            unsigned at = thresholds[n], shown;
            snprintf(settings, sizeof settings, FOUR "collector.count=1 sthld.interval=1000 sthld.value=%u", at);
            struct bench *b = bench_start(SECTION, settings);
            for (unsigned i = 0; i < 4; i++)
                b->in.sub[i].sthld = (uint8_t)(15 - at);
            launch(b, 1u << s, 0);
            launch(b, 1u << s, 1);
            decode(b, 1u << s, 0, (struct decoded){.src_valid = 1, .src_near = 1});     /* issues in 3 */
            decode(b, 1u << s, 1, (struct decoded){.src_valid = 1});
            for (; b->cycle < 5 + at; bench_step(b))
                COUNT(b->out.sub[s].issue_valid, b->cycle == 4);
            bench_step(b);
            COUNT(b->out.sub[s].issue_valid, 1);
            COUNT(b->out.sub[s].issue_warp, 1);
            COUNT(sm_sthld(b->sm, s, &shown), at);
            COUNT(shown, 1);
            bench_finish(b);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_are_those_of_the_sm__sm_5_6),
        cmocka_unit_test(issues_of_four_subcores_are_counted_together__malekeh_IV_B3),
        cmocka_unit_test(every_cycle_of_every_subcore_is_counted__sm_5_6),
        cmocka_unit_test(cycles_count_while_a_warp_of_any_subcore_is_live__sm_5_6),
        cmocka_unit_test(flush_resets_sthld__sm_5_6),
        cmocka_unit_test(reset_is_that_of_a_subcores__sm_5_6),
        cmocka_unit_test(sthld_of_all_subcores_is_that_of_the_sm__sm_5_6),
    };
    return cmocka_run_group_tests_name("STHLD of an SM", tests, NULL, NULL);
}
