/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors for warp limiting and throttling, worked out by hand from docs/schedulers.md. Sub-cores: 4 warps, launched in
 * the order 3, 2, 1, 0 in cycles 0 to 3; decoded in t, an instruction can issue in t + 1. SMs: 2 sub-cores of 2 warps,
 * so warp slot w of sub-core i is warp 2 i + w; an access offered in t is looked up in t + 1, and what that does to
 * registers is seen in t + 2. Line n is words 4 n to 4 n + 3.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/base/bits.h"
#include "sm_bench.h"
#include "vector.h"

#define SM "sm.subcores=1 machine.subcores=1 "
#define CCWS "throttle.policy=ccws "
#define STATPCAL "throttle.policy=statpcal issue.limit=1 "
#define ONE_LINE "l1d.sets=1 l1d.ways=1 "
#define COUNT(what, expected) assert_int_equal(what, expected)

/* --- the sub-core ------------------------------------------------------------------------------------------------- */

/* What the SM or the environment holds over many cycles. */
struct held { uint64_t barrier, stop; bool spare; };

static void hold_to(struct vector *v, uint64_t cycle, struct held h)
{
    while (v->cycle < cycle) {
        v->in.barrier = h.barrier;
        v->in.stop = h.stop;
        v->in.spare = h.spare;
        vector_step(v);
    }
}

/* Cycle 4 comes next. */
static struct vector *four_warps(const char *section, const char *settings)
{
    struct vector *v = vector_start(section, settings);
    for (unsigned w = 4; w-- > 0; vector_step(v))
        vector_launch(v, w);
    return v;
}

static void decode(struct vector *v, unsigned warp, const char *text, struct held h)
{
    vector_decode(v, warp, text);
    hold_to(v, v->cycle + 1, h);
}

static void oldest_warps_without_barrier_are_within_the_limit__schedulers_6_1(void **state)
{
    (void)state;
    static const struct { const char *limit; uint64_t barrier, token; } rows[] = {
        {"issue.limit=2", 0, 0xc}, {"issue.limit=2", 0x8, 0x6}, {"issue.limit=2", 0xc, 0x3},
        {"issue.limit=2", 0xa, 0x5}, {"issue.limit=2", 0xe, 0x1}, {"issue.limit=2", 0xf, 0},
        {"issue.limit=2", 0x1, 0xc}, {"issue.limit=1", 0, 0x8}, {"issue.limit=1", 0x8, 0x4},
        {"issue.limit=1", 0xc, 0x2}, {"issue.limit=3", 0, 0xe}, {"issue.limit=3", 0x4, 0xb},
        {"issue.limit=4", 0, 0xf}, {"issue.limit=64", 0x2, 0xd},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char settings[160];
        snprintf(settings, sizeof settings, SM "throttle.policy=statpcal %s", rows[i].limit);
        struct vector *v = four_warps("schedulers 6.1 (within the limit)", settings);
        hold_to(v, 5, (struct held){.barrier = rows[i].barrier | UINT64_C(1) << 63});
        if (v->out.token != rows[i].token)
            fail_msg("row %u: token is 0x%x, expected 0x%x", i, (unsigned)v->out.token, (unsigned)rows[i].token);
        vector_finish(v);
    }
}

/* Warp 3 is live from cycle 1 on. Decoded in 5, its last instruction issues in 6, and it ends in 8. */
static void launches_and_ends_move_the_limit__schedulers_6_1(void **state)
{
    (void)state;
    struct vector *v = vector_start("schedulers 6.1 (within the limit)", SM "throttle.policy=statpcal issue.limit=2");
    static const uint64_t tokens[] = {0, 0x8, 0xc, 0xc};
    for (unsigned w = 4; w-- > 0;) {
        vector_launch(v, w);
        vector_step(v);
        COUNT(v->out.token, tokens[3 - w]);
    }
    vector_to(v, 5);
    vector_decode(v, 3, "int last");
    vector_to(v, 9);
    EXPECT_ISSUES(v, "6:w3#0");
    EXPECT_ENDS(v, "8:w3");
    COUNT(v->out.token, 0xc);                   /* cycle 8 */
    vector_step(v);
    COUNT(v->out.token, 0x6);
    vector_launch(v, 3);                        /* is the youngest now */
    vector_step(v);
    vector_step(v);
    COUNT(v->out.token, 0x6);
    vector_finish(v);
}

/* Warp 3 alone may issue until it waits at a barrier: cycle 8; then 2, in 10, and 1, in 12. */
static void only_warps_within_the_limit_issue__schedulers_6_1(void **state)
{
    (void)state;
    static const struct { const char *settings, *first, *issues; unsigned stalls; } rows[] = {
        {"", "8:w3#0", "8:w3#0 10:w2#0 12:w1#0", 6},            /* 5, 6, 7, 9, 11, 13 */
        {"issue.scheduler=lrr", "8:w3#0", "8:w3#0 10:w2#0 12:w1#0", 6},
        {"collector.kind=boc collector.count=4", "8:w3#0", "8:w3#0 10:w2#0 12:w1#0", 6},
        {"issue.pipeline=true collector.count=4", "8:w3#0", "8:w3#0 10:w2#1 12:w1#0", 6},
        /* Only a warp within the limit becomes active, from the cycle on after that in which its head is there: the
         * others are inactive in all cycles, which comes before the limit among the causes of an idle cycle. */
        {"issue.scheduler=two_level issue.active=4", "9:w3#0", "9:w3#0 11:w2#0 13:w1#0", 0},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char settings[160];
        snprintf(settings, sizeof settings, "issue.limit=1 %s", rows[i].settings);
        struct vector *v = four_warps("schedulers 6.1 (readiness, 6)", settings);
        for (unsigned w = 0; w < 4; w++)
            decode(v, w, "int", (struct held){0});
        vector_to(v, 10);
        EXPECT_ISSUES(v, rows[i].first);
        hold_to(v, 12, (struct held){.barrier = 0x8});
        hold_to(v, 14, (struct held){.barrier = 0xc});
        COUNT(v->out.token, 0);                 /* statPCAL only */
        COUNT(model_stats(v->model)->stall_limit, rows[i].stalls);
        EXPECT_ISSUES(v, rows[i].issues);
        assert_true(stats_attributed(model_stats(v->model)));
        vector_finish(v);
    }
}

static void spare_bandwidth_lifts_the_limit__schedulers_6_1(void **state)
{
    (void)state;
    struct vector *v = four_warps("schedulers 6.1 (readiness, 6: spare_i)", SM STATPCAL);
    for (unsigned w = 0; w < 3; w++)
        decode(v, w, "int", (struct held){0});
    vector_to(v, 10);
    EXPECT_ISSUES(v, "");
    hold_to(v, 12, (struct held){.spare = true});
    EXPECT_ISSUES(v, "10:w2#0 11:w1#1");
    COUNT(v->out.token, 0x8);
    vector_to(v, 15);
    EXPECT_ISSUES(v, "10:w2#0 11:w1#1");
    vector_finish(v);
}

/* Without statPCAL there is no spare_i, and without CCWS no stop_i. */
static void inputs_that_do_not_exist_do_nothing__schedulers_6_1(void **state)
{
    (void)state;
    static const struct { const char *settings, *issues; } rows[] = {
        {"issue.limit=1", ""}, {"", "5:w0#0"}, {SM CCWS, ""}, {SM STATPCAL, "5:w0#0"}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = four_warps("schedulers 6.1 (ports)", rows[i].settings);
        struct held h = {.spare = true, .stop = 0xf, .barrier = i == 1 ? 0xf : 0};
        decode(v, 0, "ldst = r0", h);
        hold_to(v, 10, h);
        EXPECT_ISSUES(v, rows[i].issues);
        vector_finish(v);
    }
}

/* Warp 3 issues its integer instruction in 5, and its load when it is let in 10; warp 2 is not stopped. */
static void stopped_warps_issue_all_but_loads_and_stores__schedulers_6_1(void **state)
{
    (void)state;
    struct vector *v = four_warps("schedulers 6.1 (readiness, 7)", SM CCWS "collector.count=4");
    const struct held h = {.stop = 0x8};
    decode(v, 3, "int", h);
    decode(v, 3, "ldst = r0", h);
    decode(v, 2, "ldst = r0", h);
    decode(v, 3, "int", h);
    hold_to(v, 10, h);
    EXPECT_ISSUES(v, "5:w3#0 7:w2#0");
    COUNT(model_stats(v->model)->stall_limit, 3);       /* 6, 8, 9 */
    hold_to(v, 14, (struct held){0});
    assert_non_null(strstr(v->issues, "5:w3#0 7:w2#0 10:w3#"));
    assert_non_null(strstr(v->issues, " 11:w3#"));
    vector_finish(v);
}

/* --- the SM ------------------------------------------------------------------------------------------------------- */

static void set_bits(struct bench *b, const char *name, const uint64_t *bits)
{
    const struct model_register *list = sm_registers(b->sm);
    for (uint32_t i = 0; i < sm_register_count(b->sm); i++)
        if (strcmp(list[i].name + strlen("top."), name) == 0) {
            sm_load(b->sm, i, (const uint8_t *)bits);
            return;
        }
    fail_msg("test error: register '%s'", name);
}

static void set(struct bench *b, const char *name, uint64_t value)
{
    uint64_t bits[2] = {value};
    set_bits(b, name, bits);
}

static bool has(struct bench *b, const char *name)
{
    const struct model_register *list = sm_registers(b->sm);
    for (uint32_t i = 0; i < sm_register_count(b->sm); i++)
        if (strcmp(list[i].name, name) == 0)
            return true;
    return false;
}

static void set_scores(struct bench *b, unsigned s0, unsigned s1, unsigned s2, unsigned s3)
{
    set(b, "u_ccws.score_q", (uint64_t)s3 << 48 | (uint64_t)s2 << 32 | (uint64_t)s1 << 16 | s0);
}

/* A load of a warp of the SM, from `cycle` on. */
static void load(struct bench *b, uint64_t cycle, unsigned warp, unsigned line)
{
    char word[16];
    unsigned sub = warp / 2;
    snprintf(word, sizeof word, "%x", 4 * line);
    bench_offer(b, cycle, sub, line, MEM_LOAD, word);
    b->offer[sub][b->offer_count[sub] - 1].warp = (uint8_t)(warp % 2);
}

/* The same, with the answer of memory, in cycles 0 to 7; its miss is seen in 1, and in registers in 2. */
static void start_fetch(struct bench *b, unsigned warp, unsigned line)
{
    bench_restart(b);
    load(b, 0, warp, line);
    bench_fill(b, 3, 0, 0x100 * line);
}

static void fetch(struct bench *b, unsigned warp, unsigned line)
{
    start_fetch(b, warp, line);
    bench_to(b, 8);
    assert_true(b->out.idle);
}

static void launch(struct bench *b, unsigned warp)
{
    struct sc_in *in = &b->in.sub[warp / 2];
    in->launch_valid = true;
    in->launch_warp = (uint8_t)(warp % 2);
    in->launch_row = (uint16_t)(32 * (warp % 2));
    bench_step(b);
    in->launch_valid = false;
}

static void put_decoded(struct bench *b, unsigned warp, unsigned unit, bool last)
{
    struct sc_in *in = &b->in.sub[warp / 2];
    in->unit_ready = 0xff;
    in->dec_valid = true;
    in->dec_warp = (uint8_t)(warp % 2);
    in->dec = (struct decoded){.unit = (uint8_t)unit, .mask = 0xf, .first = true, .last = last};
}

static void no_decode(struct bench *b)
{
    b->in.sub[0].dec_valid = b->in.sub[1].dec_valid = false;
}

static void registers_are_there_with_their_policy_only__schedulers_6(void **state)
{
    (void)state;
    static const char *const policies[] = {"", CCWS, STATPCAL};
    static const struct { const char *name; unsigned policy; } rows[] = {
        {"top.u_vta.valid_q", 1}, {"top.u_vta.tag_q", 1}, {"top.u_vta.next_q", 1}, {"top.u_l1d.warp_q", 1},
        {"top.u_ccws.live_q", 1}, {"top.u_ccws.rem_q", 1}, {"top.u_spare.cycle_q", 2}, {"top.u_spare.sent_q", 2},
        {"top.u_spare.spare_q", 2}, {"top.u_coalescer.bypass_q", 2},
    };
    for (unsigned p = 0; p < 3; p++) {
        struct bench *b = bench_start("schedulers 6", policies[p]);
        for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
            if (has(b, rows[i].name) != (rows[i].policy == p))
                fail_msg("%s with policy %u", rows[i].name, p);
        bench_finish(b);
    }
}

/* --- victim tag array --------------------------------------------------------------------------------------------- */

/* One line: every miss evicts what the miss before has brought. Entry e of warp i is bit 2 i + e. */
static void lost_lines_are_kept_and_found__schedulers_6_2(void **state)
{
    (void)state;
    static const struct { unsigned warp, line, valid, next, hits; } rows[] = {
        {0, 2, 0x00, 0x0, 0},
        {3, 3, 0x01, 0x1, 0},       /* 2 of warp 0, entry 0 */
        {1, 4, 0x41, 0x9, 0},       /* 3 of warp 3 */
        {0, 2, 0x44, 0xb, 1},       /* 4 of warp 1; 2 is a hit */
        {1, 2, 0x44, 0xb, 1},       /* is there */
        {0, 5, 0x46, 0xa, 1},       /* 2 of warp 0, entry 1 */
        {0, 6, 0x47, 0xb, 1},       /* 5, entry 0 */
        {0, 7, 0x47, 0xa, 1},       /* 6, entry 1: 2 is forgotten */
        {0, 2, 0x47, 0xb, 1},       /* 7, entry 0 */
        {0, 6, 0x47, 0xa, 2},       /* 2, entry 1, where 6 was hit */
        {0, 8, 0x47, 0xb, 2},       /* 6, entry 0 */
        {2, 7, 0x47, 0xa, 2},       /* 8, entry 1; 7 was not warp 2's */
    };
    struct bench *b = bench_start("schedulers 6.2", CCWS ONE_LINE "vta.tags=2");
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        start_fetch(b, rows[i].warp, rows[i].line);
        b->fill_count = i != 4;
        bench_to(b, 2);
        uint64_t valid = bench_get(b, "u_vta.valid_q", 0, 1), next = bench_get(b, "u_vta.next_q", 0, 1);
        if (valid != rows[i].valid || next != rows[i].next)
            fail_msg("row %u: valid_q is 0x%x, next_q 0x%x", i, (unsigned)valid, (unsigned)next);
        if (i != 4)
            EXPECT_REG(b, "u_l1d.warp_q", rows[i].warp);
        EXPECT_REG(b, "u_ccws.hits_q", rows[i].hits);
        bench_to(b, 8);
    }
    EXPECT_ELEMENT(b, "u_vta.tag_q", 0, 8, 6);
    EXPECT_ELEMENT(b, "u_vta.tag_q", 1, 8, 8);
    EXPECT_ELEMENT(b, "u_vta.tag_q", 6, 8, 3);
    COUNT(sm_l1d_counts(b->sm)->vta_hits, 2);
    COUNT(sm_l1d_counts(b->sm)->evictions, 10);
    bench_finish(b);
}

static void launch_and_flush_make_entries_invalid__schedulers_6_2(void **state)
{
    (void)state;
    struct bench *b = bench_start("schedulers 6.2 (launch, flush)", CCWS ONE_LINE "vta.tags=2");
    static const unsigned order[][2] = {{0, 2}, {1, 3}, {0, 4}, {3, 5}, {1, 6}};
    for (unsigned i = 0; i < 5; i++)
        fetch(b, order[i][0], order[i][1]);
    EXPECT_REG(b, "u_vta.valid_q", 0x47);       /* lost: 2, 4 of warp 0, 3 of warp 1, 5 of warp 3; 6 is there */
    EXPECT_REG(b, "u_vta.next_q", 0xa);
    launch(b, 3);
    EXPECT_REG(b, "u_vta.valid_q", 0x07);
    EXPECT_REG(b, "u_vta.next_q", 0xa);
    start_fetch(b, 2, 7);
    bench_to(b, 1);
    launch(b, 1);                               /* while it loses 6 */
    EXPECT_REG(b, "u_vta.valid_q", 0x03);
    EXPECT_REG(b, "u_vta.next_q", 0x8);
    EXPECT_ELEMENT(b, "u_vta.tag_q", 3, 8, 6);
    bench_to(b, 8);
    b->in.flush = true;
    bench_step(b);
    EXPECT_REG(b, "u_vta.valid_q", 0);
    EXPECT_REG(b, "u_vta.next_q", 0x8);
    fetch(b, 0, 2);                             /* no hit, and after the flush no eviction */
    EXPECT_REG(b, "u_vta.valid_q", 0);
    EXPECT_REG(b, "u_ccws.hits_q", 0);
    bench_finish(b);
}

/* The array is read in cycle 1; the place is empty when the load is taken, in 3. */
static void dirty_line_is_evicted_when_it_is_read__schedulers_6_2(void **state)
{
    (void)state;
    struct bench *b = bench_start("schedulers 6.2 (eviction)", CCWS ONE_LINE "vta.tags=3");
    fetch(b, 1, 2);
    bench_offer_local(b, 8, 1, 1, MEM_STORE, "8=1");
    bench_to(b, 12);
    start_fetch(b, 2, 3);
    b->fill[0].from = 8;
    bench_to(b, 2);
    EXPECT_REG(b, "u_vta.valid_q", 1u << 3);
    EXPECT_ELEMENT(b, "u_vta.next_q", 1, 4, 1);
    EXPECT_REG(b, "u_l1d.victim_q", 1);
    EXPECT_REG(b, "u_l1d.warp_q", 1);
    bench_to(b, 4);
    EXPECT_REG(b, "u_vta.valid_q", 1u << 3);
    EXPECT_ELEMENT(b, "u_vta.next_q", 1, 4, 1);
    EXPECT_REG(b, "u_l1d.warp_q", 2);
    COUNT(sm_l1d_counts(b->sm)->evictions, 1);
    COUNT(sm_l1d_counts(b->sm)->dirty_victims, 1);
    bench_to(b, 12);
    EXPECT_REG(b, "u_l1d.valid_q", 1);
    bench_finish(b);
}

static void stores_and_atomics_evict_nothing__schedulers_6_2(void **state)
{
    (void)state;
    struct bench *b = bench_start("schedulers 6.2 (eviction)", CCWS ONE_LINE "l1d.write_hit=evict");
    fetch(b, 0, 2);
    bench_offer(b, 8, 1, 1, MEM_STORE, "8=1");
    bench_to(b, 12);
    EXPECT_REG(b, "u_l1d.valid_q", 0);
    fetch(b, 0, 2);
    bench_offer(b, 8, 1, 1, MEM_REDUCE, "8=1");
    bench_to(b, 12);
    EXPECT_REG(b, "u_l1d.valid_q", 0);
    fetch(b, 1, 3);
    EXPECT_REG(b, "u_vta.valid_q", 0);
    COUNT(sm_l1d_counts(b->sm)->evictions, 0);
    bench_finish(b);
}

/* The same count with every policy: warp 0 loses line 2 to warp 3, line 2 again to warp 1, and line 4 to itself. */
static void interference_is_counted_with_every_policy__ciao_fig_4a(void **state)
{
    (void)state;
    static const char *const policies[] = {"", CCWS, "issue.limit=2 throttle.policy=statpcal "};
    static const unsigned order[][2] = {{0, 2}, {3, 3}, {0, 2}, {1, 5}, {0, 2}, {0, 4}, {0, 6}, {0, 4}};
    for (unsigned p = 0; p < 3; p++) {
        char settings[160];
        snprintf(settings, sizeof settings, "%s" ONE_LINE, policies[p]);
        struct bench *b = bench_start("schedulers 6.2, CIAO Fig. 4a", settings);
        for (unsigned w = 0; w < 4; w++)
            launch(b, w);
        for (unsigned i = 0; i < sizeof order / sizeof *order; i++)
            fetch(b, order[i][0], order[i][1]);
        static const unsigned expected[4][4] = {{1, 1, 0, 1}};
        for (unsigned i = 0; i < 4; i++)
            for (unsigned j = 0; j < 4; j++)
                COUNT(sm_interference(b->sm, i, j), expected[i][j]);
        COUNT(sm_interference(b->sm, 4, 0), 0);
        COUNT(sm_l1d_counts(b->sm)->vta_hits, 3);
        bench_finish(b);
    }
}

/* --- lost-locality scores ----------------------------------------------------------------------------------------- */

static void rise_is_divided_out__schedulers_6_3(void **state)
{
    (void)state;
    static const struct { unsigned base, throttle, live, hits, insts, rise; } rows[] = {
        {100, 8, 4, 0, 1000, 100},              /* 0, but at least BASE */
        {100, 8, 4, 10, 100, 320},              /* 10 * 8 * 400 / 100 */
        {100, 8, 4, 1, 7, 457},                 /* 3200 / 7 = 457.1 */
        {100, 8, 4, 1, 33, 100},                /* 96.9 */
        {100, 8, 2, 10, 100, 160},
        {100, 8, 0, 10, 100, 100},              /* nobody is live */
        {100, 8, 4, 20, 1, 64000},
        {100, 8, 4, 41, 2, 65535},              /* 65600 */
        {100, 8, 4, 1, 0, 65535}, {100, 8, 4, 0, 0, 65535},
        {100, 8, 4, 0xfffff, 0xfffff, 3200},
        {1, 1, 4, 0xfffff, 64, 65535},          /* 65535.9 */
        {1, 1, 4, 0xfffff, 65, 64527}, {1, 1, 4, 0xfffff, 63, 65535},
        {1023, 255, 4, 0xfffff, 0xfffff, 65535}, {1023, 255, 4, 0xfffff, 1, 65535},
        {1023, 255, 4, 1, 0xfffff, 1023}, {1023, 255, 4, 3, 100, 31303},    /* 3130380 / 100 */
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char settings[160];
        snprintf(settings, sizeof settings, CCWS "ccws.base=%u ccws.throttle=%u", rows[i].base, rows[i].throttle);
        struct bench *b = bench_start("schedulers 6.3 (rise)", settings);
        EXPECT_REG(b, "u_ccws.step_q", 0);
        set(b, "u_ccws.hits_q", rows[i].hits);
        set(b, "u_ccws.insts_q", rows[i].insts);
        set(b, "u_ccws.live_q", (1u << rows[i].live) - 1);
        bench_to(b, 49);
        EXPECT_REG(b, "u_ccws.step_q", 49);
        EXPECT_REG(b, "u_ccws.rise_q", rows[i].base);
        bench_to(b, 50);
        EXPECT_REG(b, "u_ccws.step_q", 0);
        if (bench_get(b, "u_ccws.rise_q", 0, 1) != rows[i].rise)
            fail_msg("row %u: rise_q is %u", i, (unsigned)bench_get(b, "u_ccws.rise_q", 0, 1));
        bench_finish(b);
    }
}

/* 3200 / 7 bit by bit: 3200 = 0b110010000000, whose highest bit enters in step 37. */
static void division_takes_a_bit_a_cycle__schedulers_6_3(void **state)
{
    (void)state;
    struct bench *b = bench_start("schedulers 6.3 (rise)", CCWS);
    set(b, "u_ccws.hits_q", 1);
    set(b, "u_ccws.insts_q", 7);
    set(b, "u_ccws.live_q", 0xf);
    bench_to(b, 1);
    EXPECT_REG(b, "u_ccws.num_q", 3200);
    EXPECT_REG(b, "u_ccws.den_q", 7);
    EXPECT_REG(b, "u_ccws.rem_q", 0);
    set(b, "u_ccws.insts_q", 9);                /* not seen any more */
    bench_to(b, 40);                            /* 3 bits in: rem 6, quotient 0 */
    EXPECT_REG(b, "u_ccws.rem_q", 6);
    EXPECT_REG(b, "u_ccws.num_q", UINT64_C(3200) << 39 & low_bits(48));
    bench_to(b, 41);                            /* 12 = 7 + 5 */
    EXPECT_REG(b, "u_ccws.rem_q", 5);
    EXPECT_REG(b, "u_ccws.num_q", (UINT64_C(3200) << 40 & low_bits(48)) | 1);
    bench_to(b, 49);
    EXPECT_REG(b, "u_ccws.num_q", 457);
    EXPECT_REG(b, "u_ccws.rem_q", 1);
    bench_to(b, 51);
    EXPECT_REG(b, "u_ccws.den_q", 9);
    bench_finish(b);
}

/* Line 2 of warp 0 was lost to warp 1; its miss is seen in cycle 1. */
static struct bench *about_to_hit(const char *section)
{
    struct bench *b = bench_start(section, CCWS ONE_LINE);
    fetch(b, 0, 2);
    fetch(b, 1, 3);
    start_fetch(b, 0, 2);
    return b;
}

static void score_rises_at_a_hit_and_falls_to_base__schedulers_6_3(void **state)
{
    (void)state;
    struct bench *b = about_to_hit("schedulers 6.3 (scores)");
    EXPECT_REG(b, "u_ccws.rise_q", 100);
    EXPECT_ELEMENT(b, "u_ccws.score_q", 0, 4, 100);
    set(b, "u_ccws.rise_q", 150);
    bench_to(b, 2);
    EXPECT_ELEMENT(b, "u_ccws.score_q", 0, 4, 150);
    EXPECT_ELEMENT(b, "u_ccws.score_q", 1, 4, 100);
    EXPECT_REG(b, "u_ccws.hits_q", 1);
    bench_to(b, 3);
    EXPECT_ELEMENT(b, "u_ccws.score_q", 0, 4, 149);
    bench_to(b, 51);
    EXPECT_ELEMENT(b, "u_ccws.score_q", 0, 4, 101);
    bench_to(b, 60);
    EXPECT_ELEMENT(b, "u_ccws.score_q", 0, 4, 100);
    bench_finish(b);
}

static void score_above_the_rise_stays_at_a_hit__schedulers_6_3(void **state)
{
    (void)state;
    struct bench *b = about_to_hit("schedulers 6.3 (scores)");
    set(b, "u_ccws.rise_q", 150);
    set_scores(b, 500, 500, 100, 65535);
    bench_to(b, 2);
    EXPECT_ELEMENT(b, "u_ccws.score_q", 0, 4, 499);     /* 499 in cycle 1, and so it stays */
    EXPECT_ELEMENT(b, "u_ccws.score_q", 1, 4, 498);
    EXPECT_ELEMENT(b, "u_ccws.score_q", 2, 4, 100);
    EXPECT_ELEMENT(b, "u_ccws.score_q", 3, 4, 65533);
    bench_to(b, 3);
    EXPECT_ELEMENT(b, "u_ccws.score_q", 0, 4, 498);
    bench_finish(b);
}

static void launch_gives_base_and_the_right_to_load__schedulers_6_3(void **state)
{
    (void)state;
    struct bench *b = about_to_hit("schedulers 6.3 (scores; live_q)");
    set(b, "u_ccws.rise_q", 150);
    set_scores(b, 500, 500, 500, 500);
    set(b, "u_ccws.allow_q", 0);
    bench_to(b, 1);
    set(b, "u_ccws.scan_q", 3);
    launch(b, 0);                               /* in the cycle of its hit */
    EXPECT_ELEMENT(b, "u_ccws.score_q", 0, 4, 100);
    EXPECT_ELEMENT(b, "u_ccws.score_q", 1, 4, 498);
    EXPECT_REG(b, "u_ccws.live_q", 1);
    EXPECT_REG(b, "u_ccws.hits_q", 1);
    EXPECT_ELEMENT(b, "u_ccws.allow_q", 0, 4, 1);
    bench_to(b, 8);
    set(b, "u_ccws.live_q", 0xf);               /* a launched warp may, whatever the scan says */
    set_scores(b, 500, 500, 500, 500);
    set(b, "u_ccws.scan_q", 2);
    launch(b, 2);
    EXPECT_ELEMENT(b, "u_ccws.allow_q", 2, 4, 1);
    EXPECT_ELEMENT(b, "u_ccws.score_q", 2, 4, 100);
    bench_finish(b);
}

/* Decoded in 4, issued in 5, dispatched in 6, ended in 7: both warps together. */
static void issues_are_counted_and_ends_seen__schedulers_6_3(void **state)
{
    (void)state;
    struct bench *b = bench_start("schedulers 6.3 (live_q, insts_q)", CCWS);
    for (unsigned w = 0; w < 4; w++)
        launch(b, w);
    EXPECT_REG(b, "u_ccws.live_q", 0xf);
    put_decoded(b, 1, 0, true);
    put_decoded(b, 2, 0, true);
    bench_step(b);
    no_decode(b);
    EXPECT_REG(b, "u_ccws.insts_q", 0);
    bench_to(b, 6);
    EXPECT_REG(b, "u_ccws.insts_q", 2);
    bench_to(b, 7);
    EXPECT_REG(b, "u_ccws.live_q", 0xf);
    bench_to(b, 8);
    EXPECT_REG(b, "u_ccws.live_q", 0x9);
    EXPECT_REG(b, "u_ccws.insts_q", 2);
    bench_finish(b);
}

/* Sub-core i issues in cycle 5 if bit i of `issue` is set; what is loaded for cycle 5 is seen in 6. */
static void counters_are_halved_together__schedulers_6_3(void **state)
{
    (void)state;
    static const struct { unsigned issue, hits, insts, new_hits, new_insts; } rows[] = {
        {1, 7, 0xffffe, 7, 0xfffff}, {3, 7, 0xffffe, 3, 0x80000}, {1, 7, 0xfffff, 3, 0x80000},
        {3, 7, 0xfffff, 3, 0x80000}, {0, 7, 0xfffff, 7, 0xfffff}, {3, 0xfffff, 5, 0xfffff, 7},
        {1, 0xfffff, 0xfffff, 0x7ffff, 0x80000},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bench *b = bench_start("schedulers 6.3 (counters)", CCWS);
        for (unsigned w = 0; w < 4; w++)
            launch(b, w);
        for (unsigned s = 0; s < 2; s++)
            if (rows[i].issue >> s & 1)
                put_decoded(b, 2 * s, 0, false);
        bench_step(b);
        no_decode(b);
        set(b, "u_ccws.hits_q", rows[i].hits);
        set(b, "u_ccws.insts_q", rows[i].insts);
        bench_step(b);
        if (bench_get(b, "u_ccws.hits_q", 0, 1) != rows[i].new_hits)
            fail_msg("row %u: hits_q is 0x%x", i, (unsigned)bench_get(b, "u_ccws.hits_q", 0, 1));
        EXPECT_REG(b, "u_ccws.insts_q", rows[i].new_insts);
        b->in.flush = true;
        bench_step(b);
        EXPECT_REG(b, "u_ccws.hits_q", 0);
        EXPECT_REG(b, "u_ccws.insts_q", 0);
        bench_finish(b);
    }
}

/* A hit in cycle 1, with an issue of sub-core 1 in the second case: decoded in 0, launched before. */
static void hit_counts_up_and_into_the_half__schedulers_6_3(void **state)
{
    (void)state;
    static const struct { bool issue; unsigned hits, insts, new_hits, new_insts; } rows[] = {
        {false, 0xfffff, 5, 0xfffff, 5}, {true, 8, 0xfffff, 4, 0x80000}, {true, 9, 0xfffff, 5, 0x80000},
        {true, 0xfffff, 0xfffff, 0x80000, 0x80000}, {false, 9, 0xfffff, 10, 0xfffff},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bench *b = bench_start("schedulers 6.3 (counters)", CCWS ONE_LINE);
        launch(b, 2);
        fetch(b, 0, 2);
        fetch(b, 1, 3);
        start_fetch(b, 0, 2);
        if (rows[i].issue)
            put_decoded(b, 2, 0, false);
        bench_to(b, 1);
        no_decode(b);
        set(b, "u_ccws.hits_q", rows[i].hits);
        set(b, "u_ccws.insts_q", rows[i].insts);
        bench_to(b, 2);
        EXPECT_REG(b, "u_ccws.hits_q", rows[i].new_hits);
        EXPECT_REG(b, "u_ccws.insts_q", rows[i].new_insts);
        bench_finish(b);
    }
}

/* Warp i is looked at in cycle i; until then its score, if above 100, has lost i points. The cutoff is 100 for each
 * live warp. */
static void one_warp_a_cycle_is_allowed_or_not__schedulers_6_3(void **state)
{
    (void)state;
    static const struct { unsigned live, barrier0, barrier1, score[4], allow; } rows[] = {
        {0xf, 0, 0, {100, 100, 100, 100}, 0xf},     /* warp 3: 300 + 100 = 400 */
        {0xf, 0, 0, {100, 101, 100, 100}, 0xf},     /* 101 has become 100 when others are looked at; warp 0: 201 */
        {0xf, 0, 0, {100, 300, 200, 100}, 0x2},     /* warp 0: 600; warp 1: first; warp 2: 298 + 198; warp 3: 594 */
        {0xf, 2, 0, {100, 300, 200, 100}, 0xf},     /* warp 0: 300; warp 2: first but 1; warp 3: 297 + 100 */
        {0xf, 0, 1, {100, 300, 200, 100}, 0x3},     /* warp 0: 400; warp 2: 298 + 198; warp 3: 297 + 100 + 100 */
        {0xd, 0, 0, {100, 300, 200, 100}, 0x7},     /* cutoff 300: warp 0: 300; warp 1: first; warp 3: 197 + 200 */
        {0x6, 0, 0, {100, 100, 105, 100}, 0x4},     /* cutoff 200: warp 0: 205; warp 1: 204; warp 3: 202 + 200 */
        {0x0, 0, 0, {100, 300, 200, 100}, 0xf},     /* nobody comes before */
        {0xf, 3, 3, {100, 300, 200, 100}, 0xf},
        {0xf, 0, 0, {65535, 65535, 65535, 65535}, 0x1},
        {0xf, 0, 0, {100, 100, 100, 204}, 0x9},     /* 304, 403, 502, first */
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bench *b = bench_start("schedulers 6.3 (who may load)", CCWS);
        EXPECT_REG(b, "u_ccws.scan_q", 0);
        EXPECT_REG(b, "u_ccws.allow_q", 0xf);
        set(b, "u_ccws.live_q", rows[i].live);
        set(b, "u_ccws.allow_q", i % 2 ? 0 : 0xf);
        set_scores(b, rows[i].score[0], rows[i].score[1], rows[i].score[2], rows[i].score[3]);
        b->in.sub[0].barrier = rows[i].barrier0;
        b->in.sub[1].barrier = rows[i].barrier1 | UINT64_C(0xf0);
        bench_to(b, 3);
        EXPECT_REG(b, "u_ccws.scan_q", 3);
        bench_to(b, 4);
        EXPECT_REG(b, "u_ccws.scan_q", 0);
        if (bench_get(b, "u_ccws.allow_q", 0, 1) != rows[i].allow)
            fail_msg("row %u: allow_q is 0x%x", i, (unsigned)bench_get(b, "u_ccws.allow_q", 0, 1));
        bench_finish(b);
    }
}

/* Warp 3's score keeps warp 2, of the same sub-core, from loading, but not from computing. */
static void scores_reach_the_sub_cores__schedulers_6_3(void **state)
{
    (void)state;
    struct bench *b = bench_start("schedulers 6.3 (stop_i)", CCWS);
    for (unsigned w = 0; w < 4; w++)
        launch(b, w);
    set_scores(b, 100, 100, 100, 1000);
    bench_to(b, 9);
    EXPECT_REG(b, "u_ccws.allow_q", 0x8);
    b->in.sub[1].stop = 0xf;                    /* not the environment's affair */
    put_decoded(b, 2, INT, false);
    bench_step(b);
    put_decoded(b, 2, LDST, false);
    bench_step(b);
    COUNT(b->out.sub[1].issue_valid, 1);        /* cycle 10 */
    put_decoded(b, 3, LDST, false);
    bench_step(b);
    COUNT(b->out.sub[1].issue_valid, 0);
    no_decode(b);
    bench_step(b);
    COUNT(b->out.sub[1].issue_valid, 1);
    COUNT(b->out.sub[1].issue_warp, 1);
    bench_to(b, 20);
    COUNT(b->out.sub[1].issue_valid, 0);
    set_scores(b, 100, 100, 100, 100);
    bench_to(b, 26);
    COUNT(model_stats(sm_subcore(b->sm, 1))->micro_operations, 3);
    EXPECT_REG(b, "u_ccws.allow_q", 0xf);
    bench_finish(b);
}

/* --- bandwidth ---------------------------------------------------------------------------------------------------- */

/* Windows of 4 cycles, spare if memory takes less than 2 requests. A store offered in t is a request in t + 2. */
static void spare_is_judged_by_the_window_before__schedulers_6_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("schedulers 6.4", STATPCAL "throttle.window=4 throttle.spare=2");
    static const unsigned offers[] = {2, 3, 10, 13, 15};    /* requests in 4, 5; 12, 15; 17 */
    static const unsigned sent[] = {0, 0, 0, 0, 0, 1, 2, 2, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 0};
    static const unsigned spare[] = {0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1};
    for (unsigned i = 0; i < 5; i++)
        bench_offer(b, offers[i], 0, i, MEM_STORE, "8=1");
    for (unsigned cycle = 0; cycle <= 20; cycle++) {
        bench_to(b, cycle);
        EXPECT_REG(b, "u_spare.cycle_q", cycle % 4);
        EXPECT_REG(b, "u_spare.sent_q", sent[cycle]);
        EXPECT_REG(b, "u_spare.spare_q", spare[cycle]);
    }
    bench_finish(b);
}

static void requests_count_when_memory_takes_them__schedulers_6_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("schedulers 6.4", STATPCAL "throttle.window=8 throttle.spare=1");
    b->req_ready = false;
    bench_offer(b, 0, 0, 1, MEM_STORE, "8=1");
    bench_to(b, 8);
    EXPECT_REG(b, "u_spare.spare_q", 1);
    EXPECT_REG(b, "u_spare.sent_q", 0);
    b->req_ready = true;
    bench_to(b, 9);
    EXPECT_REG(b, "u_spare.sent_q", 1);
    bench_to(b, 16);
    EXPECT_REG(b, "u_spare.spare_q", 0);
    bench_finish(b);
}

/* Limit 1, and sub-core 0 alone: launched in 0 and 1; warp 1 issues only from cycle 4 on, when bandwidth was unused. */
static void spare_reaches_the_sub_cores__schedulers_6_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("schedulers 6.4 (spare_i)", STATPCAL "throttle.window=4 throttle.spare=2");
    launch(b, 0);
    launch(b, 1);
    put_decoded(b, 1, 0, false);
    b->in.sub[0].spare = true;                  /* not the environment's affair */
    bench_step(b);
    no_decode(b);
    bench_step(b);
    COUNT(b->out.sub[0].issue_valid, 0);        /* cycle 3 */
    COUNT(b->out.sub[0].token, 1);
    bench_step(b);
    COUNT(b->out.sub[0].issue_valid, 1);
    COUNT(b->out.sub[0].issue_warp, 1);
    bench_finish(b);
}

/* No warp is launched: none is within the limit. */
static void bypassing_miss_leaves_no_line__schedulers_6_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("schedulers 6.4 (bypass)", STATPCAL);
    uint64_t older = bench_get(b, "u_l1d.older_q", 0, 1);
    bench_offer(b, 0, 1, 7, MEM_LOAD, "8 9 - b");
    bench_fill(b, 5, 0, 0x100);
    bench_to(b, 1);
    EXPECT_REG(b, "u_coalescer.bypass_q", 1);
    bench_to(b, 2);
    EXPECT_REG(b, "u_l1d.valid_q", 0);
    EXPECT_REG(b, "u_l1d.wait_q", 0);
    EXPECT_REG(b, "u_l1d.u_mshr.busy_q", 1);
    EXPECT_ELEMENT(b, "u_l1d.u_mshr.atomic_q", 0, 2, 1);
    EXPECT_ELEMENT(b, "u_l1d.u_mshr.line_q", 0, 2, 2);
    EXPECT_ELEMENT(b, "u_l1d.u_mshr.index_q", 0, 2, 0);
    EXPECT_REG(b, "u_l1d.u_mshr.target_q", 1);
    EXPECT_ELEMENT(b, "u_l1d.u_mshr.target_off_q", 0, 3, 0xc4);     /* 0 1 0 3 */
    for (bench_to(b, 5); b->cycle < 10; bench_step(b))
        COUNT(sm_line_written(b->sm), -1);
    EXPECT_REG(b, "u_l1d.valid_q", 0);
    EXPECT_REG(b, "u_l1d.older_q", older);
    EXPECT_REG(b, "u_l1d.u_mshr.busy_q", 0);
    EXPECT_REG(b, "u_l1d.u_mshr.target_q", 0);
    assert_true(b->out.idle);
    EXPECT_TEXT(b, requests, "2:F2m0");
    EXPECT_TEXT(b, responses, "6:s1#7[100 101 - 103]");
    COUNT(sm_l1d_counts(b->sm)->load_bypasses, 1);
    COUNT(sm_l1d_counts(b->sm)->load_misses, 0);
    bench_finish(b);
}

/* Warp 0 is within the limit; warp 1 of its sub-core and sub-core 1, where none is launched, are not. */
static void warps_within_the_limit_use_the_cache__schedulers_6_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("schedulers 6.4 (bypass)", STATPCAL);
    launch(b, 0);
    launch(b, 1);
    fetch(b, 0, 2);
    EXPECT_REG(b, "u_coalescer.bypass_q", 0);
    EXPECT_REG(b, "u_l1d.valid_q", 1);
    start_fetch(b, 1, 4);
    bench_to(b, 1);
    EXPECT_REG(b, "u_coalescer.bypass_q", 1);
    bench_to(b, 8);
    EXPECT_REG(b, "u_l1d.valid_q", 1);
    bench_restart(b);
    load(b, 0, 2, 2);                           /* hits */
    bench_to(b, 4);
    EXPECT_TEXT(b, responses, "2:s1#2[200 - - -]");
    EXPECT_TEXT(b, requests, "");
    b->in.sub[0].barrier = 1;                   /* warp 1 takes the place of warp 0 */
    fetch(b, 1, 4);
    EXPECT_REG(b, "u_l1d.valid_q", 3);
    start_fetch(b, 0, 6);
    bench_to(b, 1);
    EXPECT_REG(b, "u_coalescer.bypass_q", 1);
    bench_to(b, 8);
    EXPECT_REG(b, "u_l1d.valid_q", 3);
    COUNT(sm_l1d_counts(b->sm)->load_hits, 1);
    COUNT(sm_l1d_counts(b->sm)->load_misses, 2);
    COUNT(sm_l1d_counts(b->sm)->load_bypasses, 2);
    COUNT(sm_l1d_counts(b->sm)->evictions, 0);
    bench_finish(b);
}

/* The one place waits for line 2: a bypassing load of 2 waits for it, too, one of 3 needs no place, and a second one of
 * 3 does not see the first. */
static void bypassing_load_waits_for_a_line_and_needs_no_place__schedulers_6_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("schedulers 6.4 (bypass)", STATPCAL ONE_LINE "l1d.mshrs=3 l1d.targets=4");
    launch(b, 0);
    bench_restart(b);
    load(b, 0, 0, 2);
    load(b, 1, 2, 2);
    load(b, 2, 2, 3);
    load(b, 3, 3, 3);
    bench_fill(b, 10, 2, 0x300);
    bench_fill(b, 11, 1, 0x300);
    bench_fill(b, 12, 0, 0x200);
    bench_to(b, 6);
    EXPECT_REG(b, "u_l1d.u_mshr.busy_q", 7);
    EXPECT_REG(b, "u_l1d.u_mshr.atomic_q", 6);
    EXPECT_REG(b, "u_l1d.u_mshr.target_q", 0xf);
    bench_to(b, 20);
    EXPECT_TEXT(b, requests, "2:F2m0 4:F3m1 5:F3m2");
    EXPECT_TEXT(b, responses, "11:s1#3[300 - - -] 12:s1#3[300 - - -] 13:s0#2[200 - - -] 14:s1#2[200 - - -]");
    EXPECT_REG(b, "u_l1d.valid_q", 1);
    EXPECT_LINE(b, 0, "200 201 202 203");
    bench_finish(b);
}

/* A dirty line in the only place stays, where any other miss would drive it out; without room the load waits. */
static void bypassing_load_leaves_a_dirty_line_and_needs_room__schedulers_6_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("schedulers 6.4 (bypass)", STATPCAL ONE_LINE "l1d.write_queue=1");
    launch(b, 0);
    fetch(b, 0, 2);
    bench_offer_local(b, 8, 0, 1, MEM_STORE, "8=1");
    bench_to(b, 12);
    EXPECT_REG(b, "u_l1d.dirty_q", 1);
    bench_restart(b);
    b->req_ready = false;
    bench_offer(b, 0, 0, 1, MEM_STORE, "20=5");
    load(b, 1, 2, 3);
    bench_to(b, 6);
    EXPECT_REG(b, "u_l1d.u_mshr.busy_q", 0);
    b->req_ready = true;
    bench_fill(b, 10, 0, 0x300);
    bench_to(b, 15);
    EXPECT_TEXT(b, requests, "6:W8[5 - - -] 8:F3m0");
    EXPECT_TEXT(b, responses, "11:s1#3[300 - - -]");
    EXPECT_REG(b, "u_l1d.dirty_q", 1);
    EXPECT_REG(b, "u_l1d.valid_q", 1);
    bench_finish(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oldest_warps_without_barrier_are_within_the_limit__schedulers_6_1),
        cmocka_unit_test(launches_and_ends_move_the_limit__schedulers_6_1),
        cmocka_unit_test(only_warps_within_the_limit_issue__schedulers_6_1),
        cmocka_unit_test(spare_bandwidth_lifts_the_limit__schedulers_6_1),
        cmocka_unit_test(inputs_that_do_not_exist_do_nothing__schedulers_6_1),
        cmocka_unit_test(stopped_warps_issue_all_but_loads_and_stores__schedulers_6_1),
        cmocka_unit_test(registers_are_there_with_their_policy_only__schedulers_6),
        cmocka_unit_test(lost_lines_are_kept_and_found__schedulers_6_2),
        cmocka_unit_test(launch_and_flush_make_entries_invalid__schedulers_6_2),
        cmocka_unit_test(dirty_line_is_evicted_when_it_is_read__schedulers_6_2),
        cmocka_unit_test(stores_and_atomics_evict_nothing__schedulers_6_2),
        cmocka_unit_test(interference_is_counted_with_every_policy__ciao_fig_4a),
        cmocka_unit_test(rise_is_divided_out__schedulers_6_3),
        cmocka_unit_test(division_takes_a_bit_a_cycle__schedulers_6_3),
        cmocka_unit_test(score_rises_at_a_hit_and_falls_to_base__schedulers_6_3),
        cmocka_unit_test(score_above_the_rise_stays_at_a_hit__schedulers_6_3),
        cmocka_unit_test(launch_gives_base_and_the_right_to_load__schedulers_6_3),
        cmocka_unit_test(issues_are_counted_and_ends_seen__schedulers_6_3),
        cmocka_unit_test(counters_are_halved_together__schedulers_6_3),
        cmocka_unit_test(hit_counts_up_and_into_the_half__schedulers_6_3),
        cmocka_unit_test(one_warp_a_cycle_is_allowed_or_not__schedulers_6_3),
        cmocka_unit_test(scores_reach_the_sub_cores__schedulers_6_3),
        cmocka_unit_test(spare_is_judged_by_the_window_before__schedulers_6_4),
        cmocka_unit_test(requests_count_when_memory_takes_them__schedulers_6_4),
        cmocka_unit_test(spare_reaches_the_sub_cores__schedulers_6_4),
        cmocka_unit_test(bypassing_miss_leaves_no_line__schedulers_6_4),
        cmocka_unit_test(warps_within_the_limit_use_the_cache__schedulers_6_4),
        cmocka_unit_test(bypassing_load_waits_for_a_line_and_needs_no_place__schedulers_6_4),
        cmocka_unit_test(bypassing_load_leaves_a_dirty_line_and_needs_room__schedulers_6_4),
    };
    return cmocka_run_group_tests_name("vectors of warp limiting and throttling", tests, NULL, NULL);
}
