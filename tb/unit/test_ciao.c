/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors for CIAO, worked out by hand from docs/ciao.md and the paper. SMs: 2 sub-cores of 2 warps unless a test says
 * otherwise, so warp slot w of sub-core i is warp 2 i + w; line n is words 4 n to 4 n + 3. An access offered in t is
 * looked up in t + 1, and what that does to registers is seen in t + 2. Tests that look at decisions give the registers
 * that these depend on their values.
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

#define WARPS "ciao.count=warps "
#define ONE_LINE "l1d.sets=1 l1d.ways=1 vta.tags=8 "
#define CIAO_T "throttle.policy=ciao_t "
#define CIAO_P "throttle.policy=ciao_p "
#define CIAO_C "throttle.policy=ciao_c "
#define LIST "u_ciao.u_interference_list."
#define COUNTS "u_ciao.u_vta_counts."
#define TEST "u_ciao.u_cutoff_test."
#define PAIRS "u_ciao.u_pair_list."
#define SMMT "u_shared.u_smmt."
#define MSHR "u_l1d.u_mshr."
#define COUNT(what, expected) assert_int_equal(what, expected)

enum { STATE_IDLE, STATE_SEEK, STATE_TEST, STATE_JUDGE };

/* --- registers ---------------------------------------------------------------------------------------------------- */

static int find(struct bench *b, const char *name)
{
    const struct model_register *list = sm_registers(b->sm);
    for (uint32_t i = 0; i < sm_register_count(b->sm); i++)
        if (strcmp(list[i].name + strlen("top."), name) == 0)
            return (int)i;
    return -1;
}

/* Element `index` of `count` of a register becomes `value`. */
static void set_element(struct bench *b, const char *name, unsigned index, unsigned count, uint64_t value)
{
    uint64_t bits[256] = {0};
    int i = find(b, name);
    if (i < 0)
        fail_msg("test error: register '%s'", name);
    const struct model_register *r = &sm_registers(b->sm)[i];
    memcpy(bits, sm_image(b->sm) + r->offset, (r->width + 7) / 8);
    put(bits, index * (r->width / count), r->width / count, value);
    sm_load(b->sm, (uint32_t)i, (const uint8_t *)bits);
}

static void set(struct bench *b, const char *name, uint64_t value)
{
    set_element(b, name, 0, 1, value);
}

static unsigned warps_of(const struct bench *b)
{
    return (unsigned)(b->cfg.sm_subcores * b->cfg.warps);
}

/* An SM whose warps are all live, as far as CIAO knows. */
static struct bench *start(const char *section, const char *settings)
{
    struct bench *b = bench_start(section, settings);
    set(b, "u_ciao.live_q", low_bits(warps_of(b)));
    return b;
}

/* Warp i suffers from warp j, with so many VTA hits. */
static void suffer(struct bench *b, unsigned i, unsigned j, unsigned hits)
{
    set_element(b, LIST "valid_q", i, warps_of(b), 1);
    set_element(b, LIST "warp_q", i, warps_of(b), j);
    set_element(b, COUNTS "hits_q", i, warps_of(b), hits);
}

/* Lets cycles go by until the state machine is idle again; 64 is more than a test takes. */
static void settle(struct bench *b)
{
    for (unsigned i = 0; i < 64; i++) {
        bench_step(b);
        if (i > 0 && bench_get(b, "u_ciao.state_q", 0, 1) == STATE_IDLE)
            return;
    }
    fail_msg("the state machine does not come to rest");
}

static void high_epoch(struct bench *b, unsigned turn)
{
    set(b, "u_ciao.turn_q", turn);
    set(b, "u_ciao.high_due_q", 1);
    settle(b);
}

static void low_epoch(struct bench *b)
{
    set(b, "u_ciao.low_due_q", 1);
    settle(b);
}

/* --- accesses ----------------------------------------------------------------------------------------------------- */

static void access_line(struct bench *b, uint64_t cycle, unsigned warp, unsigned id, enum mem_op op, const char *text)
{
    unsigned n = (unsigned)b->cfg.warps, sub = warp / n;
    bench_offer(b, cycle, sub, id, op, text);
    b->offer[sub][b->offer_count[sub] - 1].warp = (uint8_t)(warp % n);
}

static void load(struct bench *b, uint64_t cycle, unsigned warp, unsigned line)
{
    char word[16];
    snprintf(word, sizeof word, "%x", (unsigned)b->cfg.l1d_line / 4 * line);
    access_line(b, cycle, warp, line & 0xff, MEM_LOAD, word);
}

/* A load of a warp, and the answer of memory if it wants one, in 14 cycles. */
static void fetch(struct bench *b, unsigned warp, unsigned line)
{
    bench_restart(b);
    load(b, 0, warp, line);
    bench_to(b, 6);
    if (bench_get(b, MSHR "busy_q", 0, 1))
        bench_fill(b, 6, 0, 0x100 * line);
    bench_to(b, 14);
    if (!b->out.idle)
        fail_msg("line %x cannot be loaded", line);
}

static void flush(struct bench *b, unsigned used)
{
    bench_restart(b);
    b->in.flush = true;
    b->in.shared_used = (uint16_t)used;
    bench_step(b);
    while (bench_get(b, "u_shared.clear_q", 0, 1))
        bench_step(b);
    bench_restart(b);
}

static void isolate(struct bench *b, unsigned warp)
{
    set_element(b, PAIRS "isolated_q", warp, warps_of(b), 1);
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

static void put_decoded(struct bench *b, unsigned warp, bool last)
{
    struct sc_in *in = &b->in.sub[warp / 2];
    in->unit_ready = 0xff;
    in->dec_valid = true;
    in->dec_warp = (uint8_t)(warp % 2);
    in->dec = (struct decoded){.mask = 0xf, .first = true, .last = last};
    bench_step(b);
    in->dec_valid = false;
}

/* A launched warp executes its only instruction, and ends. */
static void end(struct bench *b, unsigned warp)
{
    put_decoded(b, warp, true);
    for (unsigned i = 0; i < 10; i++) {
        bench_step(b);
        if (b->out.sub[warp / 2].end_valid)
            return;
    }
    fail_msg("warp %u does not end", warp);
}

/* --- names -------------------------------------------------------------------------------------------------------- */

static void registers_are_there_with_their_policy_only__ciao_7_3(void **state)
{
    (void)state;
    enum { T = 1, P = 2, C = 4, ALL = 7 };
    static const struct { const char *name; unsigned policies, width; } rows[] = {
        {"u_l1d.warp_q", ALL, 8}, {"u_vta.valid_q", ALL, 16}, {"u_vta.by_q", ALL, 32}, {"u_ciao.live_q", ALL, 4},
        {"u_ciao.low_count_q", ALL, 7}, {"u_ciao.high_count_q", ALL, 13}, {"u_ciao.low_due_q", ALL, 1},
        {"u_ciao.high_due_q", ALL, 1}, {"u_ciao.quiet_q", T | C, 12}, {"u_ciao.rescue_q", T | C, 1},
        {"u_ciao.state_q", ALL, 2}, {"u_ciao.kind_q", ALL, 2}, {"u_ciao.turn_q", ALL, 2}, {"u_ciao.left_q", ALL, 2},
        {"u_ciao.walked_q", ALL, 2}, {"u_ciao.pos_q", ALL, 2}, {"u_ciao.subject_q", ALL, 2},
        {"u_ciao.tested_q", ALL, 2}, {LIST "valid_q", ALL, 4}, {LIST "warp_q", ALL, 8}, {LIST "count_q", ALL, 8},
        {COUNTS "hits_q", ALL, 128}, {COUNTS "insts_q", ALL, 32}, {TEST "busy_q", ALL, 1}, {TEST "factor_q", ALL, 15},
        {TEST "term_q", ALL, 47}, {TEST "sum_q", ALL, 47}, {PAIRS "isolated_q", P | C, 4}, {PAIRS "first_q", P | C, 8},
        {PAIRS "stalled_q", T | C, 4}, {PAIRS "second_q", T | C, 8}, {PAIRS "recent_q", ALL, 8},
        {"u_shared.clear_q", P | C, 1}, {"u_shared.clear_row_q", P | C, 8}, {SMMT "on_q", P | C, 1},
        {SMMT "mask_q", P | C, 8}, {SMMT "tag_offset_q", P | C, 8}, {SMMT "data_offset_q", P | C, 8},
        {"u_shared.g_group[0].u_array.rdata_q", P | C, 128}, {"u_shared.g_group[1].u_array.rdata_q", P | C, 128},
        {"u_l1d.probed_q", P | C, 1}, {"u_l1d.used_q", P | C, 1}, {"u_l1d.hit_shared_q", P | C, 1},
        {"u_l1d.hit_group_q", P | C, 1}, {"u_l1d.migrate_q", P | C, 1}, {"u_l1d.migrate_mshr_q", P | C, 1},
        {MSHR "shared_q", P | C, 2}, {MSHR "group_q", P | C, 2}, {MSHR "row_q", P | C, 16}, {MSHR "owner_q", P | C, 4},
        {"u_ccws.live_q", 0, 0}, {"u_spare.spare_q", 0, 0},
    };
    static const char *const policies[] = {CIAO_T "vta.tags=4", CIAO_P "vta.tags=4", CIAO_C "vta.tags=4", ""};
    for (unsigned p = 0; p < 4; p++) {
        struct bench *b = bench_start("ciao 7.3, 7.6", policies[p]);
        for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
            int at = find(b, rows[i].name);
            bool wanted = (rows[i].policies & 1u << p) != 0;
            if (wanted ? at < 0 : at >= 0)
                fail_msg("%s with '%s'", rows[i].name, policies[p]);
            if (at >= 0 && sm_registers(b->sm)[at].width != rows[i].width)
                fail_msg("%s has %u bits, expected %u", rows[i].name, sm_registers(b->sm)[at].width, rows[i].width);
        }
        COUNT(sm_shared_rows(b->sm), p == 1 || p == 2 ? 192 : 0);
        bench_finish(b);
    }
}

/* --- detection ---------------------------------------------------------------------------------------------------- */

/* W0 and W1 get D0 and D4 in turn, which share a line of the cache: from its second access on each hits in its VTA, on
 * a line that the other one has evicted. */
static void warps_that_evict_each_other_hit_in_their_victim_tags__ciao_ii_b_fig_3(void **state)
{
    (void)state;
    struct bench *b = start("ciao 7.2", CIAO_T ONE_LINE);
    fetch(b, 0, 0);
    fetch(b, 1, 4);                             /* (a) evicts D0 */
    EXPECT_ELEMENT(b, "u_vta.valid_q", 0, 4, 1);
    EXPECT_ELEMENT(b, "u_vta.tag_q", 0, 32, 0);
    EXPECT_ELEMENT(b, "u_vta.by_q", 0, 32, 1);
    COUNT(sm_l1d_counts(b->sm)->vta_hits, 0);
    fetch(b, 0, 0);                             /* (b) evicts D4, which W1 had brought */
    EXPECT_ELEMENT(b, "u_vta.valid_q", 0, 4, 0);
    EXPECT_ELEMENT(b, "u_vta.tag_q", 8, 32, 4);
    EXPECT_ELEMENT(b, "u_vta.by_q", 8, 32, 0);
    EXPECT_REG(b, LIST "valid_q", 1);
    EXPECT_ELEMENT(b, LIST "warp_q", 0, 4, 1);
    EXPECT_ELEMENT(b, LIST "count_q", 0, 4, 0);
    fetch(b, 1, 4);                             /* (e), (f) */
    fetch(b, 0, 0);
    EXPECT_REG(b, LIST "valid_q", 3);
    EXPECT_ELEMENT(b, LIST "warp_q", 1, 4, 0);
    EXPECT_ELEMENT(b, LIST "count_q", 0, 4, 1);
    EXPECT_ELEMENT(b, COUNTS "hits_q", 0, 4, 2);
    EXPECT_ELEMENT(b, COUNTS "hits_q", 1, 4, 1);
    bench_finish(b);
}

/* Warp i has line 1, warp j drives it out with a line that nobody needs again, and i misses it. */
static void interfere(struct bench *b, unsigned i, unsigned j)
{
    static unsigned fresh = 2;
    fetch(b, i, 1);
    fetch(b, j, fresh);
    fresh = fresh == 0x7f ? 2 : fresh + 1;
    fetch(b, i, 1);
}

static void most_frequent_interferer_stays_until_00__ciao_iii_a_fig_4c(void **state)
{
    (void)state;
    static const struct { unsigned by, warp, count; } rows[] = {
        {32, 32, 0}, {32, 32, 1}, {32, 32, 2}, {32, 32, 3}, {32, 32, 3},    /* W32 interferes: 00, then up to 11 */
        {42, 32, 2}, {32, 32, 3},                                           /* W42: 11 to 10; W32: back to 11 */
        {42, 32, 2}, {42, 32, 1}, {42, 42, 0},                              /* decreased to 00: replaced */
        {42, 42, 1}, {32, 32, 0}, {42, 42, 0},
    };
    struct bench *b = start("ciao 7.4", CIAO_T ONE_LINE "subcore.warps=24 rf.rows=768");
    for (unsigned n = 0; n < sizeof rows / sizeof *rows; n++) {
        interfere(b, 34, rows[n].by);
        EXPECT_ELEMENT(b, LIST "valid_q", 34, 48, 1);
        EXPECT_ELEMENT(b, LIST "warp_q", 34, 48, rows[n].warp);
        EXPECT_ELEMENT(b, LIST "count_q", 34, 48, rows[n].count);
        EXPECT_ELEMENT(b, COUNTS "hits_q", 34, 48, n + 1);
    }
    bench_finish(b);
}

/* What a warp has lost to itself, or to one that is not live any more, counts as a hit, and names nobody. */
static void hits_between_live_warps_only_name_an_interferer__ciao_7_2(void **state)
{
    (void)state;
    struct bench *b = start("ciao 7.2 (between warps)", CIAO_T ONE_LINE);
    interfere(b, 2, 2);
    EXPECT_ELEMENT(b, COUNTS "hits_q", 2, 4, 1);
    EXPECT_REG(b, LIST "valid_q", 0);
    set(b, "u_ciao.live_q", 0xd);
    interfere(b, 2, 1);
    EXPECT_ELEMENT(b, COUNTS "hits_q", 2, 4, 2);
    EXPECT_REG(b, LIST "valid_q", 0);
    set(b, "u_ciao.live_q", 0xb);
    interfere(b, 2, 1);
    EXPECT_ELEMENT(b, COUNTS "hits_q", 2, 4, 3);
    EXPECT_REG(b, LIST "valid_q", 0);
    set(b, "u_ciao.live_q", 0xf);
    interfere(b, 2, 1);
    EXPECT_REG(b, LIST "valid_q", 4);
    bench_finish(b);
}

static void launches_and_ends_clear_the_list_and_counts__ciao_7_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("ciao 7.4", CIAO_T WARPS);
    for (unsigned w = 0; w < 4; w++)
        launch(b, w);
    EXPECT_REG(b, "u_ciao.live_q", 0xf);
    suffer(b, 0, 1, 5);
    suffer(b, 1, 2, 6);
    suffer(b, 2, 3, 7);
    suffer(b, 3, 1, 8);
    end(b, 1);                                  /* its own entry, and those of 0 and 3, which it interferes with */
    EXPECT_REG(b, "u_ciao.live_q", 0xd);
    EXPECT_REG(b, LIST "valid_q", 0x4);
    EXPECT_ELEMENT(b, COUNTS "hits_q", 0, 4, 5);
    EXPECT_ELEMENT(b, COUNTS "hits_q", 1, 4, 0);
    EXPECT_REG(b, COUNTS "insts_q", 1);
    EXPECT_REG(b, "u_ciao.low_count_q", 1);
    EXPECT_REG(b, "u_ciao.high_count_q", 1);
    launch(b, 1);
    EXPECT_REG(b, "u_ciao.live_q", 0xf);
    bench_finish(b);
}

/* Instructions of warps 0 and 2, with these active lanes. They issue in the next cycle, and dispatch in the one
 * after. */
static void decode_two(struct bench *b, uint32_t first, uint32_t second)
{
    for (unsigned s = 0; s < 2; s++) {
        b->in.sub[s].unit_ready = 0xff;
        b->in.sub[s].dec_valid = true;
        b->in.sub[s].dec_warp = 0;
        b->in.sub[s].dec = (struct decoded){.mask = s ? second : first, .first = true};
    }
    bench_step(b);
    b->in.sub[0].dec_valid = b->in.sub[1].dec_valid = false;
}

static void counters_saturate__ciao_7_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("ciao 7.4 (counts)", CIAO_T ONE_LINE WARPS "ciao.counter_bits=4");
    launch(b, 0);
    launch(b, 1);
    set_element(b, COUNTS "hits_q", 1, 4, 14);
    set(b, COUNTS "insts_q", 14);
    put_decoded(b, 0, false);
    put_decoded(b, 0, false);
    bench_to(b, b->cycle + 3);
    EXPECT_REG(b, COUNTS "insts_q", 15);
    interfere(b, 1, 0);
    EXPECT_ELEMENT(b, COUNTS "hits_q", 1, 4, 15);
    interfere(b, 1, 0);
    EXPECT_ELEMENT(b, COUNTS "hits_q", 1, 4, 15);
    bench_finish(b);
}

/* Two instructions in the cycle in which an epoch of 4 ends leave nothing for the next. Low: 3 + 2 is more than 4. The
 * test of the low epoch begins in the cycle after. */
static void epochs_count_instructions__ciao_7_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("ciao 7.4 (samplers)", CIAO_T WARPS "ciao.low_epoch=4 ciao.high_epoch=6");
    launch(b, 0);
    launch(b, 2);
    set(b, "u_ciao.low_count_q", 3);
    set(b, "u_ciao.high_count_q", 3);
    decode_two(b, 0xf, 0xf);
    bench_step(b);
    EXPECT_REG(b, COUNTS "insts_q", 2);
    EXPECT_REG(b, "u_ciao.low_count_q", 0);
    EXPECT_REG(b, "u_ciao.low_due_q", 1);
    EXPECT_REG(b, "u_ciao.high_count_q", 5);
    EXPECT_REG(b, "u_ciao.high_due_q", 0);
    EXPECT_REG(b, "u_ciao.state_q", STATE_IDLE);
    bench_step(b);
    EXPECT_REG(b, "u_ciao.low_due_q", 0);
    EXPECT_REG(b, "u_ciao.state_q", STATE_SEEK);
    bench_to(b, b->cycle + 4);                  /* four warps, none of them stalled */
    EXPECT_REG(b, "u_ciao.state_q", STATE_IDLE);
    bench_finish(b);
}

/* Three lanes and two lanes: two instructions of warps when they issue, five lanes when they dispatch, which that of
 * the second sub-core does two cycles later, for its units are busy. */
static void warps_count_when_they_issue_and_lanes_when_they_dispatch__ciao_iv_a(void **state)
{
    (void)state;
    static const struct { const char *count; unsigned insts[6]; } rows[] = {
        {CIAO_T "ciao.count=warps", {0, 2, 2, 2, 2, 2}}, {CIAO_T "ciao.count=lanes", {0, 0, 3, 3, 5, 5}},
        {CIAO_T, {0, 0, 3, 3, 5, 5}}, {CIAO_P, {0, 0, 3, 3, 5, 5}},
    };
    for (unsigned n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct bench *b = bench_start("ciao 7.3 (LANES)", rows[n].count);
        launch(b, 0);
        launch(b, 2);
        decode_two(b, 0x7, 0xa);
        b->in.sub[1].unit_ready = 0;
        for (unsigned i = 0; i < 6; i++, bench_step(b)) {
            b->in.sub[1].unit_ready = i < 3 ? 0 : 0xff;
            EXPECT_REG(b, COUNTS "insts_q", rows[n].insts[i]);
            EXPECT_REG(b, "u_ciao.low_count_q", rows[n].insts[i]);
            EXPECT_REG(b, "u_ciao.high_count_q", rows[n].insts[i]);
        }
        bench_finish(b);
    }
}

/* An epoch ends when its count reaches its length, and what is beyond that is lost; so is the epoch if one is due. */
static void epoch_begins_at_0_whatever_ended_the_one_before__ciao_7_4(void **state)
{
    (void)state;
    static const struct { unsigned before, first, second, count; bool due; } rows[] = {
        {0, 0, 0, 0, false}, {0, 0x7, 0, 3, false}, {0, 0xf, 0x7, 7, false}, {0, 0xf, 0xf, 0, true},
        {1, 0xf, 0x7, 0, true}, {7, 0, 0x1, 0, true}, {7, 0xf, 0xf, 0, true}, {5, 0x9, 0xc, 0, true},
        {4, 0x8, 0x6, 7, false},
    };
    for (unsigned n = 0; n < sizeof rows / sizeof *rows; n++)
        for (unsigned kind = 0; kind < 2; kind++) {
            struct bench *b = bench_start("ciao 7.4 (samplers)", kind ? CIAO_T "ciao.high_epoch=8"
                                          : CIAO_T "ciao.low_epoch=8");
            launch(b, 0);
            launch(b, 2);
            decode_two(b, rows[n].first, rows[n].second);
            bench_step(b);
            set(b, kind ? "u_ciao.high_count_q" : "u_ciao.low_count_q", rows[n].before);
            set(b, "u_ciao.state_q", STATE_JUDGE);      /* which no test ends: a due epoch stays */
            for (unsigned i = 0; i < 3; i++) {
                bench_step(b);
                EXPECT_REG(b, kind ? "u_ciao.high_count_q" : "u_ciao.low_count_q", rows[n].count);
                EXPECT_REG(b, kind ? "u_ciao.high_due_q" : "u_ciao.low_due_q", rows[n].due);
                EXPECT_REG(b, kind ? "u_ciao.low_due_q" : "u_ciao.high_due_q", 0);
            }
            bench_finish(b);
        }
    struct bench *b = bench_start("ciao 7.4 (samplers)", CIAO_T "ciao.low_epoch=8");
    launch(b, 0);
    launch(b, 2);
    decode_two(b, 0xf, 0xf);
    bench_step(b);
    set(b, "u_ciao.low_count_q", 6);
    set(b, "u_ciao.low_due_q", 1);
    set(b, "u_ciao.state_q", STATE_JUDGE);
    bench_step(b);
    EXPECT_REG(b, "u_ciao.low_count_q", 0);
    EXPECT_REG(b, "u_ciao.low_due_q", 1);
    set(b, "u_ciao.state_q", STATE_IDLE);
    bench_step(b);
    EXPECT_REG(b, "u_ciao.low_due_q", 0);       /* one test for both */
    bench_finish(b);
}

/* 8 lanes in a cycle: 14 + 8 is 15. */
static void lanes_saturate_the_number_of_instructions__ciao_7_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("ciao 7.4 (counts)", CIAO_T "ciao.counter_bits=4");
    launch(b, 0);
    launch(b, 2);
    set(b, COUNTS "insts_q", 6);
    decode_two(b, 0xf, 0xf);
    decode_two(b, 0xf, 0xf);
    bench_step(b);
    EXPECT_REG(b, COUNTS "insts_q", 14);
    bench_step(b);
    EXPECT_REG(b, COUNTS "insts_q", 15);
    bench_finish(b);
}

/* --- decisions ---------------------------------------------------------------------------------------------------- */

/* IRS of warp 0: 3 hits, 4 active warps, one in 5: 60 instructions are the cutoff. Exactly that is not above it. */
static void score_equal_to_the_cutoff_is_not_above__ciao_iv_a_eq_1(void **state)
{
    (void)state;
    static const struct { unsigned hits, insts, live, stalled; bool over; } rows[] = {
        {3, 60, 0xf, 0, false}, {3, 59, 0xf, 0, true}, {3, 44, 0x7, 0, true}, {3, 45, 0x7, 0, false},
        {3, 45, 0xf, 8, false}, {3, 44, 0xf, 8, true}, {0, 0, 0xf, 0, false}, {1, 0, 0xf, 0, true},
        {0xffff, 0xffff * 20, 0xf, 0, false}, {0xffff, 0xffff * 20 - 1, 0xf, 0, true},
    };
    for (unsigned n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct bench *b = start("ciao 7.4 (score)", CIAO_T "ciao.high_cutoff=5");
        set(b, "u_ciao.live_q", rows[n].live);
        set(b, PAIRS "stalled_q", rows[n].stalled);
        suffer(b, 0, 1, rows[n].hits);
        set(b, COUNTS "insts_q", rows[n].insts);
        high_epoch(b, 0);
        if (bench_get(b, PAIRS "stalled_q", 0, 1) != (rows[n].stalled | (rows[n].over ? 2u : 0)))
            fail_msg("row %u", n);
        COUNT(sm_ciao_counts(b->sm)->tests, 1);
        COUNT(sm_ciao_counts(b->sm)->stalls, rows[n].over);
        bench_finish(b);
    }
}

/* Cycle 0: due; 1: seek; 2: the test starts; 3 to 7: the five bits of 20 = 4 active * 5; 8: done. */
static void test_takes_a_bit_of_the_factor_a_cycle__ciao_7_4(void **state)
{
    (void)state;
    static const unsigned factor[] = {20, 10, 5, 2, 1, 0}, term[] = {3, 6, 12, 24, 48, 96};
    static const unsigned sum[] = {0, 0, 0, 12, 12, 60};
    struct bench *b = start("ciao 7.4, 7.5", CIAO_T "ciao.high_cutoff=5");
    suffer(b, 1, 2, 3);
    set(b, COUNTS "insts_q", 59);
    set(b, "u_ciao.turn_q", 1);
    set(b, "u_ciao.high_due_q", 1);
    bench_step(b);
    EXPECT_REG(b, "u_ciao.state_q", STATE_SEEK);
    EXPECT_REG(b, "u_ciao.kind_q", 1);
    EXPECT_REG(b, "u_ciao.high_due_q", 0);
    bench_step(b);
    EXPECT_REG(b, "u_ciao.state_q", STATE_TEST);
    EXPECT_REG(b, "u_ciao.tested_q", 1);
    bench_step(b);
    for (unsigned i = 0; i < 6; i++, bench_step(b)) {
        EXPECT_REG(b, "u_ciao.state_q", STATE_JUDGE);
        EXPECT_REG(b, TEST "busy_q", 1);
        EXPECT_REG(b, TEST "factor_q", factor[i]);
        EXPECT_REG(b, TEST "term_q", term[i]);
        EXPECT_REG(b, TEST "sum_q", sum[i]);
    }
    EXPECT_REG(b, "u_ciao.state_q", STATE_IDLE);
    EXPECT_REG(b, TEST "busy_q", 0);
    EXPECT_REG(b, "u_ciao.turn_q", 2);
    EXPECT_REG(b, PAIRS "stalled_q", 0x4);
    EXPECT_ELEMENT(b, PAIRS "second_q", 2, 4, 1);
    bench_finish(b);
}

/* W0 is severely interfered by W1: W1 is isolated, and W0 in its first field. W3 is, too: W1 is stalled, W3 in its
 * second field. W3's score falls: W1 is reactivated; W0's falls: W1 goes back to the L1D cache. */
static void isolated_stalled_reactivated_and_sent_back__ciao_iv_a_fig_6__iv_c(void **state)
{
    (void)state;
    struct bench *b = start("ciao 7.5", CIAO_C "ciao.high_cutoff=10 ciao.low_cutoff=20");
    flush(b, 0);
    suffer(b, 0, 1, 10);
    high_epoch(b, 0);
    EXPECT_REG(b, PAIRS "isolated_q", 0x2);
    EXPECT_REG(b, PAIRS "stalled_q", 0);
    EXPECT_ELEMENT(b, PAIRS "first_q", 1, 4, 0);
    EXPECT_REG(b, PAIRS "recent_q", 0xe1);      /* 1 0 2 3 */
    suffer(b, 3, 1, 10);
    high_epoch(b, 3);
    EXPECT_REG(b, PAIRS "isolated_q", 0x2);
    EXPECT_REG(b, PAIRS "stalled_q", 0x2);
    EXPECT_ELEMENT(b, PAIRS "first_q", 1, 4, 0);
    EXPECT_ELEMENT(b, PAIRS "second_q", 1, 4, 3);
    high_epoch(b, 3);                           /* no more can be done to W1 */
    EXPECT_REG(b, PAIRS "stalled_q", 0x2);
    set(b, COUNTS "insts_q", 20 * 10 * 3 - 1);  /* three active warps: still above low-cutoff */
    low_epoch(b);
    EXPECT_REG(b, PAIRS "stalled_q", 0x2);
    EXPECT_REG(b, "u_ciao.pos_q", 1);
    set(b, COUNTS "insts_q", 20 * 10 * 3);
    low_epoch(b);                               /* nothing is behind W1: the next epoch begins with it again */
    EXPECT_REG(b, "u_ciao.pos_q", 0);
    EXPECT_REG(b, PAIRS "stalled_q", 0x2);
    low_epoch(b);
    EXPECT_REG(b, PAIRS "stalled_q", 0);
    EXPECT_REG(b, PAIRS "isolated_q", 0x2);
    EXPECT_REG(b, "u_ciao.subject_q", 1);
    EXPECT_REG(b, "u_ciao.tested_q", 3);
    low_epoch(b);                               /* four active warps: W0's score is above low-cutoff */
    EXPECT_REG(b, PAIRS "isolated_q", 0x2);
    set(b, "u_ciao.pos_q", 0);
    set(b, COUNTS "insts_q", 20 * 10 * 4);
    low_epoch(b);
    EXPECT_REG(b, PAIRS "isolated_q", 0);
    EXPECT_REG(b, "u_ciao.tested_q", 0);
    const struct ciao_counts *c = sm_ciao_counts(b->sm);
    COUNT(c->isolations, 1);
    COUNT(c->stalls, 1);
    COUNT(c->reactivations, 1);
    COUNT(c->returns, 1);
    COUNT(c->tests, 7);
    bench_finish(b);
}

/* W1 is stalled first, then W2; W2 goes on first. While its score stays high W1 is examined in turn with it. */
static void warps_are_reactivated_in_the_reverse_order__ciao_iii_c(void **state)
{
    (void)state;
    struct bench *b = start("ciao 7.5", CIAO_T "ciao.high_cutoff=10 ciao.low_cutoff=20");
    suffer(b, 0, 1, 10);
    suffer(b, 3, 2, 10);
    high_epoch(b, 0);
    high_epoch(b, 3);
    EXPECT_REG(b, PAIRS "stalled_q", 0x6);
    EXPECT_REG(b, PAIRS "recent_q", 0xc6);      /* 2 1 0 3 */
    low_epoch(b);
    EXPECT_REG(b, "u_ciao.subject_q", 2);
    EXPECT_REG(b, "u_ciao.pos_q", 1);
    low_epoch(b);
    EXPECT_REG(b, "u_ciao.subject_q", 1);
    EXPECT_REG(b, "u_ciao.pos_q", 2);
    low_epoch(b);                               /* nothing is behind W1 */
    EXPECT_REG(b, "u_ciao.pos_q", 0);
    EXPECT_REG(b, PAIRS "stalled_q", 0x6);
    set(b, COUNTS "insts_q", 100000);
    low_epoch(b);
    EXPECT_REG(b, PAIRS "stalled_q", 0x2);
    low_epoch(b);
    EXPECT_REG(b, PAIRS "stalled_q", 0);
    bench_finish(b);
}

/* Only the shared memory that is unused can isolate: without any CIAO-C stalls at once, and CIAO-P does nothing. */
static void without_shared_memory_nobody_is_isolated__ciao_7_5(void **state)
{
    (void)state;
    static const struct { const char *settings; unsigned used, isolated, stalled; } rows[] = {
        {CIAO_C, 192, 0, 2}, {CIAO_C, 0, 2, 0}, {CIAO_P, 192, 0, 0}, {CIAO_P, 0, 2, 0}
    };
    for (unsigned n = 0; n < 4; n++) {
        struct bench *b = start("ciao 7.5", rows[n].settings);
        flush(b, rows[n].used);
        suffer(b, 0, 1, 10);
        high_epoch(b, 0);
        EXPECT_REG(b, PAIRS "isolated_q", rows[n].isolated);
        if (n < 2)
            EXPECT_REG(b, PAIRS "stalled_q", rows[n].stalled);
        bench_finish(b);
    }
}

/* From warp 1 on: 1 has no entry, 2 is stalled, 3 is examined, and with a second place 0 after it. */
static void high_epochs_walk_round_the_warps__ciao_7_5(void **state)
{
    (void)state;
    static const struct { const char *scan; unsigned tests, turn, tested; } rows[] = {
        {"ciao.scan=1", 1, 0, 3}, {"ciao.scan=2", 2, 1, 0}, {"ciao.scan=3", 2, 1, 0}, {"ciao.scan=4", 2, 1, 0}
    };
    for (unsigned n = 0; n < 4; n++) {
        char settings[64];
        snprintf(settings, sizeof settings, CIAO_T "%s", rows[n].scan);
        struct bench *b = start("ciao 7.5 (turn)", settings);
        set(b, PAIRS "stalled_q", 0x4);
        set_element(b, PAIRS "second_q", 2, 4, 0);
        suffer(b, 0, 1, 0);
        suffer(b, 2, 1, 0);
        suffer(b, 3, 1, 0);
        high_epoch(b, 1);
        COUNT(sm_ciao_counts(b->sm)->tests, rows[n].tests);
        EXPECT_REG(b, "u_ciao.turn_q", rows[n].turn);
        EXPECT_REG(b, "u_ciao.tested_q", rows[n].tested);
        bench_finish(b);
    }
}

/* --- releases ----------------------------------------------------------------------------------------------------- */

/* Warps 1 and 2 are stalled because of 0 and 3, and 1 is isolated because of 3. */
static struct bench *two_stalled(const char *section)
{
    struct bench *b = bench_start(section, CIAO_C "ciao.patience=20");
    for (unsigned w = 0; w < 4; w++)
        launch(b, w);
    set(b, PAIRS "stalled_q", 0x6);
    set(b, PAIRS "isolated_q", 0x2);
    set_element(b, PAIRS "second_q", 1, 4, 0);
    set_element(b, PAIRS "second_q", 2, 4, 3);
    set_element(b, PAIRS "first_q", 1, 4, 3);
    return b;
}

static void what_a_warp_has_triggered_ends_with_it__ciao_iv_c(void **state)
{
    (void)state;
    struct bench *b = two_stalled("ciao 7.5 (releases)");
    end(b, 3);
    EXPECT_REG(b, PAIRS "stalled_q", 0x2);
    EXPECT_REG(b, PAIRS "isolated_q", 0);
    end(b, 0);
    EXPECT_REG(b, PAIRS "stalled_q", 0);
    COUNT(sm_ciao_counts(b->sm)->trigger_releases, 2);
    bench_finish(b);
}

static void warp_that_ends_or_is_launched_is_free__ciao_7_5(void **state)
{
    (void)state;
    struct bench *b = two_stalled("ciao 7.5 (releases)");
    set(b, PAIRS "stalled_q", 0);
    end(b, 1);
    EXPECT_REG(b, PAIRS "isolated_q", 0);
    set(b, PAIRS "isolated_q", 0x2);
    set(b, PAIRS "stalled_q", 0x2);
    launch(b, 1);
    EXPECT_REG(b, PAIRS "isolated_q", 0);
    EXPECT_REG(b, PAIRS "stalled_q", 0);
    COUNT(sm_ciao_counts(b->sm)->trigger_releases, 0);
    bench_finish(b);
}

static void barrier_does_not_wait_for_a_stalled_warp__ciao_7_5(void **state)
{
    (void)state;
    struct bench *b = two_stalled("ciao 7.5 (releases)");
    b->in.awaited[1] = 1;                       /* warp 2 */
    bench_step(b);
    EXPECT_REG(b, PAIRS "stalled_q", 0x2);
    COUNT(sm_ciao_counts(b->sm)->barrier_releases, 1);
    suffer(b, 3, 2, 10);                        /* nor is it stalled again, as long as it is awaited; but isolated */
    flush(b, 192);
    suffer(b, 3, 2, 10);
    high_epoch(b, 3);
    EXPECT_REG(b, PAIRS "stalled_q", 0);
    COUNT(sm_ciao_counts(b->sm)->stalls, 0);
    b->in.awaited[1] = 0;
    high_epoch(b, 3);
    EXPECT_REG(b, PAIRS "stalled_q", 0x4);
    bench_finish(b);
}

/* Quiet from 0 on: rescue_q in cycle 20; a state later the search begins at place 0 of 0 1 2 3, and finds warp 1. */
static void patience_reactivates_the_last_one__ciao_7_5(void **state)
{
    (void)state;
    struct bench *b = two_stalled("ciao 7.5 (patience)");
    set(b, "u_ciao.quiet_q", 0);
    bench_restart(b);
    bench_to(b, 19);
    EXPECT_REG(b, "u_ciao.quiet_q", 19);
    bench_to(b, 20);
    EXPECT_REG(b, "u_ciao.quiet_q", 0);
    EXPECT_REG(b, "u_ciao.rescue_q", 1);
    bench_to(b, 21);
    EXPECT_REG(b, "u_ciao.rescue_q", 0);
    EXPECT_REG(b, "u_ciao.kind_q", 2);
    EXPECT_REG(b, "u_ciao.state_q", STATE_SEEK);
    bench_to(b, 22);
    EXPECT_REG(b, "u_ciao.pos_q", 1);
    bench_to(b, 23);
    EXPECT_REG(b, PAIRS "stalled_q", 0x4);
    EXPECT_REG(b, "u_ciao.pos_q", 0);
    EXPECT_REG(b, "u_ciao.state_q", STATE_IDLE);
    COUNT(sm_ciao_counts(b->sm)->rescues, 1);
    put_decoded(b, 0, false);                   /* an instruction makes the count begin anew */
    bench_step(b);
    EXPECT_REG(b, "u_ciao.quiet_q", 0);
    bench_step(b);
    EXPECT_REG(b, "u_ciao.quiet_q", 1);
    bench_finish(b);
}

/* An instruction without active lanes issues in cycle 6, and no lane counts then or when it dispatches; one with four
 * of them in 10, and dispatches in 11, which makes nothing begin anew. */
static void patience_goes_by_issue_not_by_lanes__ciao_7_5(void **state)
{
    (void)state;
    static const unsigned quiet[] = {0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 0, 1, 2};
    struct bench *b = two_stalled("ciao 7.5 (patience)");
    set(b, "u_ciao.quiet_q", 0);
    bench_restart(b);
    uint64_t insts = bench_get(b, COUNTS "insts_q", 0, 1);
    for (unsigned t = 0; t < sizeof quiet / sizeof *quiet; t++) {
        EXPECT_REG(b, "u_ciao.quiet_q", quiet[t]);
        EXPECT_REG(b, COUNTS "insts_q", insts + (t < 12 ? 0 : 4));
        b->in.sub[0].unit_ready = 0xff;
        b->in.sub[0].dec_valid = t == 5 || t == 9;
        b->in.sub[0].dec_warp = 0;
        b->in.sub[0].dec = (struct decoded){.mask = t == 5 ? 0 : 0xf, .first = true};
        bench_step(b);
    }
    bench_finish(b);
}

static void stalled_warps_issue_nothing__ciao_7_1(void **state)
{
    (void)state;
    struct bench *b = two_stalled("ciao 7.1");
    put_decoded(b, 1, false);
    for (unsigned i = 0; i < 5; i++) {
        bench_step(b);
        COUNT(b->out.sub[0].issue_valid, 0);
    }
    COUNT(model_warps(sm_subcore(b->sm, 0)).live, 2);
    COUNT(model_warps(sm_subcore(b->sm, 0)).active, 1);
    set(b, PAIRS "stalled_q", 0x4);
    bench_step(b);
    COUNT(b->out.sub[0].issue_valid, 1);
    COUNT(b->out.sub[0].issue_warp, 1);
    COUNT(model_warps(sm_subcore(b->sm, 0)).active, 2);
    COUNT(model_warps(sm_subcore(b->sm, 1)).active, 1);
    bench_finish(b);
}

static void held_to(struct vector *v, uint64_t cycle, uint64_t stall)
{
    while (v->cycle < cycle) {
        v->in.stall = stall;
        vector_step(v);
    }
}

/* There is one place in the active set. Warp 0 is stalled: warp 1 enters in 4, and issues in 5. It stays, having
 * nothing else to issue, until it is stalled instead, in 8: it leaves, warp 0 enters in 9, and issues in 10. */
static void stalled_warps_leave_the_active_set__ciao_7_1(void **state)
{
    (void)state;
    struct vector *v = vector_start("ciao 7.1", "sm.subcores=1 machine.subcores=1 throttle.policy=ciao_t "
                                    "issue.scheduler=two_level issue.active=1");
    vector_launch(v, 0);
    held_to(v, 1, 1);
    vector_launch(v, 1);
    held_to(v, 2, 1);
    vector_decode(v, 0, "int");
    held_to(v, 3, 1);
    vector_decode(v, 1, "int");
    held_to(v, 8, 1);
    EXPECT_ISSUES(v, "5:w1#0");
    held_to(v, 13, 2);
    EXPECT_ISSUES(v, "5:w1#0 10:w0#0");
    vector_finish(v);
}

/* --- shared memory as a cache ------------------------------------------------------------------------------------- */

#define LINES_OF_128 "l1d.line_bytes=128 l1d.address_bits=32 "

/* Of 192 rows of a group: U, lines less one, first row of tags, of lines. A row has 32 tags. */
static void unused_rows_become_lines_and_tags__ciao_iv_b(void **state)
{
    (void)state;
    static const struct { unsigned rows, used, on, mask, tags, lines; } table[] = {
        {192, 0, 1, 127, 0, 4},                 /* 48 KB that nobody uses: 128 rows of lines and 4 of tags */
        {192, 60, 1, 127, 60, 64}, {192, 61, 1, 63, 61, 63}, {192, 126, 1, 63, 126, 128}, {192, 127, 1, 31, 127, 128},
        {192, 159, 1, 31, 159, 160}, {192, 160, 1, 15, 160, 161}, {192, 190, 1, 0, 190, 191}, {192, 191, 0, 0, 0, 0},
        {192, 192, 0, 0, 0, 0}, {256, 0, 1, 127, 0, 4}, {256, 120, 1, 127, 120, 124}, {64, 0, 1, 31, 0, 1},
        {33, 0, 1, 31, 0, 1}, {32, 0, 1, 15, 0, 1}, {2, 0, 1, 0, 0, 1}, {2, 1, 0, 0, 0, 0}, {3, 1, 1, 0, 1, 2},
    };
    for (unsigned n = 0; n < sizeof table / sizeof *table; n++) {
        char settings[128];
        snprintf(settings, sizeof settings, CIAO_P LINES_OF_128 "shared.rows=%u", table[n].rows);
        struct bench *b = bench_start("ciao 7.6 (SMMT)", settings);
        for (unsigned g = 0; g < 2; g++)
            for (unsigned row = 0; row < table[n].rows; row++)
                memset(sm_shared_row(b->sm, g, row), 0xa5, 128);
        b->in.flush = true;
        b->in.shared_used = (uint16_t)table[n].used;
        bench_step(b);
        EXPECT_REG(b, SMMT "on_q", table[n].on);
        EXPECT_REG(b, "u_shared.clear_q", table[n].on);
        if (table[n].on) {
            EXPECT_REG(b, SMMT "mask_q", table[n].mask);
            EXPECT_REG(b, SMMT "tag_offset_q", table[n].tags);
            EXPECT_REG(b, SMMT "data_offset_q", table[n].lines);
        }
        for (unsigned row = table[n].tags; row < table[n].lines; row++) {
            EXPECT_REG(b, "u_shared.clear_row_q", row);
            bench_step(b);
            COUNT(b->out.idle, 0);
            COUNT(sm_shared_written(b->sm, 0), row);
            COUNT(sm_shared_written(b->sm, 1), row);
        }
        bench_step(b);
        COUNT(b->out.idle, 1);
        for (unsigned row = 0; row < table[n].rows; row++)
            COUNT(sm_shared_row(b->sm, row & 1, row)[row % 32], row >= table[n].tags && row < table[n].lines ? 0
                  : 0xa5a5a5a5);
        bench_finish(b);
    }
}

struct translation { uint32_t address; unsigned group, row, tag_row, tag_word; };

/* A tag has 25 bits of the line, 6 of the warp, and the valid bit. Rows 10 on are unused: 4 of tags, 128 of lines. */
static void expect_translation(const char *settings, const struct translation *t)
{
    struct bench *b = start("ciao 7.6 (translation)", settings);
    char word[16];
    flush(b, 10);
    set_element(b, PAIRS "isolated_q", 45, 48, 1);
    snprintf(word, sizeof word, "%x", t->address / 4);
    access_line(b, 0, 45, 1, MEM_LOAD, word);
    bench_fill(b, 6, 0, 0x1000);
    bench_to(b, 4);
    EXPECT_ELEMENT(b, MSHR "shared_q", 0, 2, 1);
    EXPECT_ELEMENT(b, MSHR "group_q", 0, 2, t->group);
    EXPECT_ELEMENT(b, MSHR "row_q", 0, 2, t->row - 14);
    EXPECT_ELEMENT(b, MSHR "owner_q", 0, 2, 45);
    bench_to(b, 12);
    const uint32_t *line = sm_shared_row(b->sm, t->group, t->row);
    const uint32_t *tags = sm_shared_row(b->sm, !t->group, t->tag_row);
    for (unsigned w = 0; w < 32; w++) {
        COUNT(line[w], 0x1000 + w);
        COUNT(tags[w], w == t->tag_word ? 0x80000000 | 45u << 25 | t->address >> 7 : 0);
    }
    EXPECT_REG(b, "u_l1d.valid_q", 0);
    COUNT(sm_l1d_counts(b->sm)->shared_load_misses, 1);
    bench_finish(b);
}

/* Fig. 7c: an address of 32 bits is F (3) B (4) G (1) R, and the rest. */
static void address_is_translated__ciao_iv_b_fig_7c(void **state)
{
    (void)state;
    static const struct translation rows[] = {
        {0x00000000, 0, 14, 10, 0}, {0x00000080, 1, 14, 10, 0}, {0x00000100, 0, 15, 10, 1},
        {0x00001f80, 1, 45, 10, 31}, {0x00002000, 0, 46, 11, 0}, {0x12345678, 0, 14 + 0x56, 12, 0x16},
        {0x7fffffff, 1, 141, 13, 31}, {0x00008000, 0, 14, 10, 0},
    };
    for (unsigned n = 0; n < sizeof rows / sizeof *rows; n++)
        expect_translation(CIAO_P LINES_OF_128 "subcore.warps=24 rf.rows=768 shared.hash=none", &rows[n]);
}

/* 192 rows have numbers of 8 bits: bits 0 to 8, 9 to 17 and 18 to 24 of the line's number are folded, and bit 8 of that
 * is masked. 0x12345678 is line 0x2468ac: 0x0ac ^ 0x034 ^ 0x009 = 0x091. */
static void address_is_folded__ciao_7_6(void **state)
{
    (void)state;
    static const struct translation rows[] = {
        {0x00000000, 0, 14, 10, 0}, {0x00000080, 1, 14, 10, 0}, {0x00000100, 0, 15, 10, 1},
        {0x00001f80, 1, 45, 10, 31},            /* bits of the lowest group */
        {0x00008000, 0, 14, 10, 0}, {0x01000000, 0, 14, 10, 0},     /* bits 8 and 17: masked */
        {0x00010000, 1, 14, 10, 0}, {0x00020000, 0, 15, 10, 1},     /* bits 9, 10 */
        {0x00010080, 0, 14, 10, 0},             /* bits 0 and 9 */
        {0x02000000, 1, 14, 10, 0}, {0x40000000, 0, 14 + 16, 10, 16},   /* bits 18 and 23 */
        {0x12345678, 1, 14 + 0x48, 12, 8}, {0x7fffffff, 1, 14 + 0x1f, 10, 31},
    };
    for (unsigned n = 0; n < sizeof rows / sizeof *rows; n++)
        expect_translation(CIAO_P LINES_OF_128 "subcore.warps=24 rf.rows=768 shared.hash=xor", &rows[n]);
}

/* A group of 4 rows of lines, from row 1 on, and one of tags. Line n is in group n mod 2, row 1 + n / 2 mod 4; its tag
 * is word n / 2 mod 4 of row 0 of the other one. Warp 1 is isolated. */
static struct bench *small_shared(const char *section, const char *settings)
{
    char all[256];
    snprintf(all, sizeof all, CIAO_P "shared.rows=6 vta.tags=2 l1d.targets=4 %s", settings);
    struct bench *b = start(section, all);
    flush(b, 0);
    EXPECT_REG(b, SMMT "mask_q", 3);
    isolate(b, 1);
    return b;
}

static void expect_shared(struct bench *b, unsigned line, bool there, unsigned owner, uint32_t base)
{
    uint32_t tag = sm_shared_row(b->sm, !(line & 1), 0)[line / 2 % 4];
    assert_int_equal(tag, there ? 0x80000000 | owner << 12 | line : 0);
    for (unsigned w = 0; there && w < 4; w++)
        assert_int_equal(sm_shared_row(b->sm, line & 1, 1 + line / 2 % 4)[w], base + w);
}

/* Rows have numbers of 3 bits, so bits 0 to 3 and 4 to 7 are folded: lines 1 and 10 are both in group 1, row 1 + 0, and
 * drive each other out; line 11 is in group 0. */
static void lines_that_fold_to_one_place_differ_in_their_tags__ciao_7_6(void **state)
{
    (void)state;
    static const struct { unsigned line, misses, hits, evictions; } rows[] = {
        {0x10, 1, 0, 0}, {0x10, 1, 1, 0}, {0x01, 2, 1, 1}, {0x11, 3, 1, 1}, {0x01, 3, 2, 1}, {0x10, 4, 2, 2},
    };
    struct bench *b = small_shared("ciao 7.6 (FOLD)", "shared.hash=xor");
    for (unsigned n = 0; n < sizeof rows / sizeof *rows; n++) {
        unsigned line = rows[n].line, group = line != 0x11;
        fetch(b, 1, line);
        COUNT(sm_shared_row(b->sm, !group, 0)[0], 0x80001000 | line);
        COUNT(sm_shared_row(b->sm, group, 1)[0], 0x100 * line);
        const struct l1d_counts *c = sm_l1d_counts(b->sm);
        COUNT(c->shared_load_misses, rows[n].misses);
        COUNT(c->shared_load_hits, rows[n].hits);
        COUNT(c->shared_evictions, rows[n].evictions);
    }
    bench_finish(b);
}

/* The load is looked up, and probes, in 1; in 2 the array is read and the line leaves the cache; in 3 it goes to the
 * response queue; in 4 it is answered, and written to shared memory. Nothing is asked of the memory below. */
static void line_goes_over_from_the_cache__ciao_iii_b__iv_b(void **state)
{
    (void)state;
    struct bench *b = small_shared("ciao 7.6 (migration)", "");
    fetch(b, 0, 3);
    COUNT(bench_get(b, "u_l1d.valid_q", 0, 1) != 0, 1);
    bench_restart(b);
    load(b, 0, 1, 3);
    bench_to(b, 2);
    EXPECT_REG(b, "u_l1d.probed_q", 1);
    EXPECT_REG(b, "u_l1d.used_q", 0);
    COUNT(b->out.idle, 0);
    bench_to(b, 3);
    EXPECT_REG(b, "u_l1d.probed_q", 0);
    EXPECT_REG(b, "u_l1d.migrate_q", 1);
    EXPECT_REG(b, "u_l1d.migrate_mshr_q", 0);
    EXPECT_REG(b, "u_l1d.valid_q", 0);
    EXPECT_REG(b, "u_l1d.used_q", 1);
    EXPECT_REG(b, MSHR "busy_q", 1);
    EXPECT_ELEMENT(b, MSHR "shared_q", 0, 2, 1);
    EXPECT_ELEMENT(b, MSHR "atomic_q", 0, 2, 0);
    EXPECT_ELEMENT(b, MSHR "index_q", 0, 2, 0);
    bench_to(b, 4);
    COUNT(b->out.fill_ready, 0);
    EXPECT_REG(b, "u_l1d.migrate_q", 0);
    EXPECT_REG(b, "u_l1d.u_response_queue.count_q", 1);
    bench_to(b, 5);
    COUNT(b->out.fill_ready, 1);
    COUNT(sm_shared_written(b->sm, 1), 2);
    COUNT(sm_shared_written(b->sm, 0), 0);
    COUNT(sm_line_written(b->sm), -1);
    EXPECT_TEXT(b, responses, "4:s0#3[300 - - -]");
    EXPECT_TEXT(b, requests, "");
    EXPECT_REG(b, MSHR "busy_q", 0);
    expect_shared(b, 3, true, 1, 0x300);
    bench_restart(b);
    load(b, 0, 1, 3);                           /* now it hits there, */
    load(b, 4, 2, 3);                           /* whoever asks: there is one copy only */
    bench_to(b, 12);
    EXPECT_TEXT(b, responses, "3:s0#3[300 - - -] 7:s1#3[300 - - -]");
    EXPECT_TEXT(b, requests, "");
    EXPECT_REG(b, "u_l1d.valid_q", 0);
    const struct l1d_counts *c = sm_l1d_counts(b->sm);
    COUNT(c->shared_migrations, 1);
    COUNT(c->shared_load_hits, 2);
    COUNT(c->shared_probes, 3);
    COUNT(c->load_hits, 1);
    COUNT(c->evictions + c->shared_evictions, 0);
    bench_finish(b);
}

/* A redirected load that misses in both, and what finds its line on the way there: loads wait for it, stores and
 * atomics until it has come. */
static void accesses_wait_for_a_line_of_shared_memory__ciao_7_6(void **state)
{
    (void)state;
    static const struct { enum mem_op op; const char *text; bool taken; } rows[] = {
        {MEM_LOAD, "d", true}, {MEM_STORE, "d=77", false}, {MEM_ATOMIC, "d=1", false}, {MEM_REDUCE, "d=1", false}
    };
    for (unsigned n = 0; n < 4; n++) {
        struct bench *b = small_shared("ciao 7.6", "");
        load(b, 0, 1, 3);
        access_line(b, 4, 2, 9, rows[n].op, rows[n].text);
        bench_to(b, 8);
        EXPECT_REG(b, "u_l1d.wait_q", 0);
        EXPECT_REG(b, MSHR "target_q", rows[n].taken ? 3 : 1);
        COUNT(sm_l1d_counts(b->sm)->shared_load_waits, rows[n].taken);
        COUNT(sm_l1d_counts(b->sm)->lines, rows[n].taken ? 2 : 1);
        bench_fill(b, 8, 0, 0x300);
        bench_to(b, 10);
        expect_shared(b, 3, !rows[n].taken, 1, 0x300);
        bench_to(b, 16);
        COUNT(sm_l1d_counts(b->sm)->lines, 2);
        COUNT(sm_l1d_counts(b->sm)->shared_load_misses, 1);
        EXPECT_TEXT(b, responses, n ? "9:s0#3[300 - - -]" : "9:s0#3[300 - - -] 10:s1#9[301 - - -]");
        COUNT(sm_shared_row(b->sm, 1, 2)[1], n == 1 ? 0x77 : 0x301);
        COUNT(sm_shared_row(b->sm, 0, 0)[1] >> 31, n < 2);
        bench_finish(b);
    }
}

/* Two lines of one place: the second one waits until the first has come, and then drives it out. */
static void place_is_claimed_until_its_line_has_come__ciao_7_6(void **state)
{
    (void)state;
    struct bench *b = small_shared("ciao 7.6 (claimed)", "");
    load(b, 0, 1, 3);
    load(b, 1, 1, 11);
    bench_fill(b, 20, 0, 0x300);
    bench_to(b, 20);
    EXPECT_TEXT(b, requests, "3:F3m0");
    bench_to(b, 30);
    bench_fill(b, 30, 0, 0xb00);
    bench_to(b, 36);
    expect_shared(b, 11, true, 1, 0xb00);
    const struct l1d_counts *c = sm_l1d_counts(b->sm);
    COUNT(c->shared_load_misses, 2);
    COUNT(c->shared_evictions, 1);
    COUNT(c->evictions, 0);
    EXPECT_ELEMENT(b, "u_vta.valid_q", 1, 4, 1);    /* it was its own line */
    EXPECT_ELEMENT(b, "u_vta.tag_q", 2, 8, 3);
    EXPECT_ELEMENT(b, "u_vta.by_q", 2, 8, 1);
    bench_finish(b);
}

/* Isolated warps interfere in shared memory, and the same detector sees that. */
static void interference_in_shared_memory_is_detected__ciao_iii_c(void **state)
{
    (void)state;
    struct bench *b = small_shared("ciao 7.6 (events)", "");
    isolate(b, 2);
    fetch(b, 1, 3);
    fetch(b, 2, 11);                            /* evicts line 3 of warp 1 */
    EXPECT_ELEMENT(b, "u_vta.tag_q", 2, 8, 3);
    EXPECT_ELEMENT(b, "u_vta.by_q", 2, 8, 2);
    fetch(b, 1, 3);
    EXPECT_ELEMENT(b, COUNTS "hits_q", 1, 4, 1);
    EXPECT_REG(b, LIST "valid_q", 2);
    EXPECT_ELEMENT(b, LIST "warp_q", 1, 4, 2);
    fetch(b, 0, 11);                            /* a warp that is not isolated takes it to the cache */
    bench_restart(b);
    load(b, 0, 2, 11);                          /* from there it migrates, and evicts line 3 again */
    bench_to(b, 10);
    COUNT(sm_l1d_counts(b->sm)->shared_migrations, 1);
    COUNT(sm_l1d_counts(b->sm)->shared_evictions, 3);
    EXPECT_ELEMENT(b, "u_vta.by_q", 3, 8, 2);
    EXPECT_ELEMENT(b, COUNTS "hits_q", 2, 4, 0);
    bench_finish(b);
}

/* Fig. 5, from accesses and epochs alone. W0 and W1 thrash the cache, which is one line, W1 is isolated; W2 is, too,
 * and thrashes shared memory, where lines 4 and 12 have one place, with W1; it is stalled. Then scores fall. */
static void warps_are_isolated_stalled_and_come_back__ciao_iii_b_iii_c_fig_5(void **state)
{
    (void)state;
    struct bench *b = start("ciao 7.4 to 7.6", CIAO_C "l1d.sets=1 l1d.ways=1 vta.tags=8 shared.rows=6 l1d.targets=4");
    const struct l1d_counts *c = sm_l1d_counts(b->sm);
    flush(b, 0);
    for (unsigned n = 0; n < 2; n++) {          /* (a): all requests go to the cache */
        fetch(b, 0, 0);
        fetch(b, 1, 4);
    }
    COUNT(c->load_misses, 4);
    COUNT(c->vta_hits, 2);
    COUNT(c->shared_probes, 0);
    high_epoch(b, 0);
    EXPECT_REG(b, PAIRS "isolated_q", 0x2);
    fetch(b, 1, 4);                             /* (b): W1's line is in the cache, and goes over */
    COUNT(c->shared_migrations, 1);
    fetch(b, 0, 0);
    COUNT(c->load_misses, 5);
    COUNT(c->vta_hits, 3);
    for (unsigned n = 0; n < 3; n++) {          /* from now on both hit */
        fetch(b, 0, 0);
        fetch(b, 1, 4);
    }
    COUNT(c->load_misses, 5);
    COUNT(c->load_hits, 4);                     /* one of them that migrated */
    COUNT(c->shared_load_hits, 3);
    fetch(b, 2, 0x20);                          /* W2 evicts W0's line */
    fetch(b, 0, 0);
    high_epoch(b, 0);
    EXPECT_REG(b, PAIRS "isolated_q", 0x6);
    EXPECT_REG(b, PAIRS "stalled_q", 0);
    for (unsigned n = 0; n < 2; n++) {          /* (d): W1 and W2 evict each other, in shared memory */
        fetch(b, 2, 12);
        fetch(b, 1, 4);
    }
    COUNT(c->shared_load_misses, 4);
    COUNT(c->shared_evictions, 4);
    COUNT(c->vta_hits, 4 + 3);
    fetch(b, 0, 0);                             /* which W0 does not notice */
    COUNT(c->load_hits, 5);
    high_epoch(b, 1);                           /* (e) */
    EXPECT_REG(b, PAIRS "stalled_q", 0x4);
    EXPECT_REG(b, PAIRS "isolated_q", 0x6);
    fetch(b, 1, 4);
    COUNT(c->shared_load_hits, 4);
    set(b, COUNTS "insts_q", 100000);
    low_epoch(b);                               /* (f): W2 goes on, in shared memory */
    EXPECT_REG(b, PAIRS "stalled_q", 0);
    EXPECT_REG(b, PAIRS "isolated_q", 0x6);
    low_epoch(b);                               /* (c): it is sent back, and then W1 */
    EXPECT_REG(b, PAIRS "isolated_q", 0x2);
    low_epoch(b);
    EXPECT_REG(b, PAIRS "isolated_q", 0);
    fetch(b, 2, 0x21);
    COUNT(c->load_misses, 8);
    COUNT(c->shared_load_misses, 4);
    bench_finish(b);
}

static void store_that_hits_writes_shared_memory_and_below__ciao_7_6(void **state)
{
    (void)state;
    struct bench *b = small_shared("ciao 7.6", "");
    fetch(b, 1, 3);
    bench_restart(b);
    access_line(b, 0, 0, 7, MEM_STORE, "d=aabbccdd/3 - f=11");
    bench_to(b, 8);
    EXPECT_TEXT(b, requests, "3:W3[- ccdd/3 - 11]");
    COUNT(sm_shared_row(b->sm, 1, 2)[0], 0x300);
    COUNT(sm_shared_row(b->sm, 1, 2)[1], 0xccdd);
    COUNT(sm_shared_row(b->sm, 1, 2)[3], 0x11);
    COUNT(sm_l1d_counts(b->sm)->store_hits, 1);
    bench_finish(b);
}

static void store_that_hits_evicts__ciao_7_6(void **state)
{
    (void)state;
    struct bench *b = small_shared("ciao 7.6", "l1d.write_hit=evict");
    fetch(b, 1, 3);
    bench_restart(b);
    access_line(b, 0, 0, 7, MEM_STORE, "d=1");
    bench_to(b, 8);
    EXPECT_TEXT(b, requests, "3:W3[- 1 - -]");
    expect_shared(b, 3, false, 0, 0);
    COUNT(sm_shared_row(b->sm, 1, 2)[1], 0x301);
    bench_finish(b);
}

/* An atomic is carried out below: the copy goes. */
static void atomic_drops_the_line__ciao_7_6(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 2; n++) {
        struct bench *b = small_shared("ciao 7.6", "");
        fetch(b, 1, 3);
        bench_restart(b);
        access_line(b, 0, 1, 7, n ? MEM_REDUCE : MEM_ATOMIC, "d=5");
        if (!n)
            bench_fill(b, 6, 0, 0x40);
        bench_to(b, 10);
        EXPECT_TEXT(b, requests, n ? "3:R3s0#7[5 - - -]" : "3:A3m0s0#7[5 - - -]");
        EXPECT_TEXT(b, responses, n ? "" : "7:s0#7[40 - - -]");
        expect_shared(b, 3, false, 0, 0);
        bench_finish(b);
    }
}

/* A warp that has been sent back finds its lines in shared memory; what misses there goes to the cache. */
static void line_stays_in_shared_memory_when_its_warp_is_sent_back__ciao_iii_b(void **state)
{
    (void)state;
    struct bench *b = small_shared("ciao 7.6", "");
    fetch(b, 1, 3);
    set(b, PAIRS "isolated_q", 0);
    bench_restart(b);
    load(b, 0, 1, 3);
    bench_to(b, 6);
    EXPECT_TEXT(b, responses, "3:s0#3[300 - - -]");
    EXPECT_TEXT(b, requests, "");
    fetch(b, 1, 5);
    EXPECT_TEXT(b, requests, "3:F5m0");
    COUNT(sm_l1d_counts(b->sm)->load_misses, 1);
    COUNT(sm_l1d_counts(b->sm)->shared_load_hits, 1);
    flush(b, 0);                                /* after a flush there is nothing in it, and no load looks there */
    expect_shared(b, 3, false, 0, 0);
    EXPECT_REG(b, "u_l1d.used_q", 0);
    load(b, 0, 1, 3);
    bench_to(b, 2);
    EXPECT_REG(b, "u_l1d.probed_q", 0);
    EXPECT_REG(b, MSHR "busy_q", 1);
    bench_to(b, 6);
    EXPECT_TEXT(b, requests, "2:F3m0");
    bench_finish(b);
}

/* Local accesses never go there, nor do those of a warp that is not isolated before anything is there. */
static void local_accesses_are_not_redirected__ciao_7_6(void **state)
{
    (void)state;
    struct bench *b = small_shared("ciao 7.6", "");
    bench_offer_local(b, 0, 0, 5, MEM_LOAD, "800");
    b->offer[0][0].warp = 1;
    load(b, 4, 0, 3);
    bench_to(b, 8);
    EXPECT_TEXT(b, requests, "2:F200m0 6:F3m1");
    COUNT(sm_l1d_counts(b->sm)->shared_probes, 0);
    COUNT(sm_l1d_counts(b->sm)->load_misses, 2);
    bench_finish(b);
}

/* --- what never happens ------------------------------------------------------------------------------------------- */

static void expect_violation(struct bench *b, const char *text)
{
    const char *violation = sm_violation(b->sm);
    if (!violation || !strstr(violation, text))
        fail_msg("the model reports '%s', expected '%s'", violation ? violation : "nothing", text);
    sm_destroy(b->sm);
    free(b);
}

static void what_never_happens_is_told__ciao_7_6(void **state)
{
    (void)state;
    struct bench *b = small_shared("ciao 7.6", "");
    fetch(b, 0, 3);
    sm_shared_row(b->sm, 0, 0)[1] = 0x80000003;
    fetch(b, 0, 3);
    expect_violation(b, "line 0x3 is both in the cache and in shared memory");
    b = small_shared("ciao 7.6", "");
    fetch(b, 1, 3);
    bench_restart(b);
    bench_offer_local(b, 0, 0, 5, MEM_LOAD, "c");
    bench_to(b, 3);
    expect_violation(b, "the local line 0x3 is in shared memory");
    b = small_shared("ciao 7.6", "");
    load(b, 0, 1, 3);
    bench_to(b, 5);
    set_element(b, MSHR "line_q", 0, 2, 11);
    load(b, 6, 1, 3);
    set_element(b, MSHR "row_q", 0, 2, 0);
    bench_to(b, 7);
    set_element(b, MSHR "row_q", 0, 2, 1);
    bench_to(b, 8);
    assert_null(sm_violation(b->sm));           /* the place is claimed */
    set_element(b, MSHR "row_q", 0, 2, 0);
    bench_to(b, 10);
    set_element(b, MSHR "row_q", 0, 2, 1);
    load(b, 10, 1, 3);
    bench_to(b, 14);
    expect_violation(b, "have one place of shared memory");
    b = bench_start("ciao 7.6", CIAO_T);
    suffer(b, 2, 2, 0);
    launch(b, 1);
    expect_violation(b, "warp 2 interferes with itself");
    b = bench_start("ciao 7.6", CIAO_T);
    suffer(b, 2, 3, 0);
    launch(b, 1);
    expect_violation(b, "warp 3, which is not live, interferes with warp 2");
    b = bench_start("ciao 7.6", CIAO_T);
    set(b, PAIRS "stalled_q", 4);
    set_element(b, PAIRS "second_q", 2, 4, 3);
    launch(b, 1);
    expect_violation(b, "warp 2 is stalled because of warp 3, which is not live");
}

/* --- A flush ------------------------------------------------------------------------------------------------------ */

/* Everything begins anew but which warps are live, whose turn it is, and the order of what was done to warps. */
static void flush_forgets_all_but_turn_order_and_live_warps__ciao_7_3(void **state)
{
    (void)state;
    struct bench *b = start("ciao 7.3 (flush)", CIAO_C "ciao.high_cutoff=10");
    flush(b, 192);
    suffer(b, 0, 1, 10);
    high_epoch(b, 0);
    set(b, COUNTS "insts_q", 77);
    set(b, "u_ciao.low_count_q", 9);
    set(b, "u_ciao.high_count_q", 9);
    set(b, "u_ciao.quiet_q", 9);
    set(b, "u_ciao.rescue_q", 1);
    set(b, "u_ciao.low_due_q", 1);
    set(b, "u_ciao.pos_q", 2);
    EXPECT_REG(b, PAIRS "stalled_q", 0x2);
    b->in.flush = true;
    bench_step(b);
    static const char *const cleared[] = {
        "u_ciao.low_count_q", "u_ciao.high_count_q", "u_ciao.low_due_q", "u_ciao.high_due_q", "u_ciao.quiet_q",
        "u_ciao.rescue_q", "u_ciao.state_q", "u_ciao.kind_q", "u_ciao.pos_q", "u_ciao.left_q", "u_ciao.walked_q",
        LIST "valid_q", COUNTS "hits_q", COUNTS "insts_q", TEST "busy_q", TEST "factor_q", TEST "term_q", TEST "sum_q",
        PAIRS "isolated_q", PAIRS "stalled_q"
    };
    for (unsigned i = 0; i < sizeof cleared / sizeof *cleared; i++)
        EXPECT_ELEMENT(b, cleared[i], 0, strstr(cleared[i], "hits_q") ? 4 : 1, 0);
    EXPECT_REG(b, "u_ciao.live_q", 0xf);
    EXPECT_REG(b, "u_ciao.turn_q", 1);
    EXPECT_REG(b, PAIRS "recent_q", 0xe1);
    EXPECT_ELEMENT(b, PAIRS "second_q", 1, 4, 0);
    set(b, "u_ciao.state_q", STATE_SEEK);       /* a walk does not go a step further */
    set(b, "u_ciao.kind_q", 1);
    b->in.flush = true;
    bench_step(b);
    EXPECT_REG(b, "u_ciao.state_q", STATE_IDLE);
    EXPECT_REG(b, "u_ciao.turn_q", 1);
    EXPECT_REG(b, "u_ciao.walked_q", 0);
    bench_finish(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_are_there_with_their_policy_only__ciao_7_3),
        cmocka_unit_test(warps_that_evict_each_other_hit_in_their_victim_tags__ciao_ii_b_fig_3),
        cmocka_unit_test(most_frequent_interferer_stays_until_00__ciao_iii_a_fig_4c),
        cmocka_unit_test(hits_between_live_warps_only_name_an_interferer__ciao_7_2),
        cmocka_unit_test(launches_and_ends_clear_the_list_and_counts__ciao_7_4),
        cmocka_unit_test(counters_saturate__ciao_7_4),
        cmocka_unit_test(epochs_count_instructions__ciao_7_4),
        cmocka_unit_test(warps_count_when_they_issue_and_lanes_when_they_dispatch__ciao_iv_a),
        cmocka_unit_test(epoch_begins_at_0_whatever_ended_the_one_before__ciao_7_4),
        cmocka_unit_test(lanes_saturate_the_number_of_instructions__ciao_7_4),
        cmocka_unit_test(score_equal_to_the_cutoff_is_not_above__ciao_iv_a_eq_1),
        cmocka_unit_test(test_takes_a_bit_of_the_factor_a_cycle__ciao_7_4),
        cmocka_unit_test(isolated_stalled_reactivated_and_sent_back__ciao_iv_a_fig_6__iv_c),
        cmocka_unit_test(warps_are_reactivated_in_the_reverse_order__ciao_iii_c),
        cmocka_unit_test(without_shared_memory_nobody_is_isolated__ciao_7_5),
        cmocka_unit_test(high_epochs_walk_round_the_warps__ciao_7_5),
        cmocka_unit_test(what_a_warp_has_triggered_ends_with_it__ciao_iv_c),
        cmocka_unit_test(warp_that_ends_or_is_launched_is_free__ciao_7_5),
        cmocka_unit_test(barrier_does_not_wait_for_a_stalled_warp__ciao_7_5),
        cmocka_unit_test(patience_reactivates_the_last_one__ciao_7_5),
        cmocka_unit_test(patience_goes_by_issue_not_by_lanes__ciao_7_5),
        cmocka_unit_test(stalled_warps_issue_nothing__ciao_7_1),
        cmocka_unit_test(stalled_warps_leave_the_active_set__ciao_7_1),
        cmocka_unit_test(unused_rows_become_lines_and_tags__ciao_iv_b),
        cmocka_unit_test(address_is_translated__ciao_iv_b_fig_7c),
        cmocka_unit_test(address_is_folded__ciao_7_6),
        cmocka_unit_test(lines_that_fold_to_one_place_differ_in_their_tags__ciao_7_6),
        cmocka_unit_test(line_goes_over_from_the_cache__ciao_iii_b__iv_b),
        cmocka_unit_test(accesses_wait_for_a_line_of_shared_memory__ciao_7_6),
        cmocka_unit_test(place_is_claimed_until_its_line_has_come__ciao_7_6),
        cmocka_unit_test(interference_in_shared_memory_is_detected__ciao_iii_c),
        cmocka_unit_test(warps_are_isolated_stalled_and_come_back__ciao_iii_b_iii_c_fig_5),
        cmocka_unit_test(store_that_hits_writes_shared_memory_and_below__ciao_7_6),
        cmocka_unit_test(store_that_hits_evicts__ciao_7_6),
        cmocka_unit_test(atomic_drops_the_line__ciao_7_6),
        cmocka_unit_test(line_stays_in_shared_memory_when_its_warp_is_sent_back__ciao_iii_b),
        cmocka_unit_test(local_accesses_are_not_redirected__ciao_7_6),
        cmocka_unit_test(flush_forgets_all_but_turn_order_and_live_warps__ciao_7_3),
        cmocka_unit_test(what_never_happens_is_told__ciao_7_6),
    };
    return cmocka_run_group_tests_name("vectors of CIAO", tests, NULL, NULL);
}
