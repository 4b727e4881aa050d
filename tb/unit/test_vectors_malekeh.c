/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors for Malekeh's policies (sections III-A, III-C1, IV, VI-A1, VI-B) and the traditional ones. Every number is
 * worked out by hand from the paper and docs/microarchitecture.md. Frame and timing are those of test_vectors_ocu.c and
 * test_vectors_ccu.c: decoded in t, an instruction can issue in t + 1; issued in t with n misses it dispatches in
 * t + 1 + n, and its CCU can be allocated in that very cycle; a register whose result is accepted in t can be read by
 * an instruction that issues in t + 1.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "vector.h"

#define CCU "collector.kind=ccu "
#define MALEKEH CCU "ccu.allocation=malekeh issue.scheduler=malekeh "
#define ONE "collector.count=1 "
#define SMALL CCU ONE "collector.slots=3 ccu.entries="
#define TABLE "g_col[0].u_ccu."

static unsigned field(struct vector *v, unsigned c, const char *name, unsigned index, unsigned count)
{
    char full[96];
    snprintf(full, sizeof full, "g_col[%u].u_ccu.%s", c, name);
    return (unsigned)vector_get(v, full, index, count);
}

/*
 * The cache table of CCU `c`: an entry is its register number, then "n" if near, or "d" and its distance, then "*" if
 * locked; "-" if it is not valid. What the configuration has no register for is left out.
 */
static void expect_table(struct vector *v, unsigned c, const char *expected, int line)
{
    char actual[400] = "", what[32];
    unsigned entries = (unsigned)v->cfg.entries;
    bool reuse = config_source_reuse(&v->cfg), numbers = v->cfg.distance != DISTANCE_BINARY;
    for (unsigned e = 0; e < entries; e++) {
        size_t used = strlen(actual);
#define ADD(...) (used += (size_t)snprintf(actual + used, sizeof actual - used, __VA_ARGS__))
        ADD("%s", e ? " " : "");
        if (!field(v, c, "ct_valid_q", e, entries))
            ADD("-");
        else
            ADD("%u", field(v, c, "ct_tag_q", e, entries));
        if (actual[used - 1] != '-' && reuse && !numbers && field(v, c, "ct_near_q", e, entries))
            ADD("n");
        if (actual[used - 1] != '-' && reuse && numbers)
            ADD("d%u", field(v, c, "ct_dist_q", e, entries));
        if (field(v, c, "ct_lock_q", e, entries))
            ADD("*");
#undef ADD
    }
    snprintf(what, sizeof what, "cache table of CCU %u", c);
    vector_expect_text(v, what, actual, expected, __FILE__, line);
}
#define EXPECT_TABLE(v, expected) expect_table(v, 0, expected, __LINE__)

/* The first of `mask` cyclically from k, over n. */
static unsigned first_from(unsigned k, unsigned mask, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (mask >> (k + i) % n & 1)
            return (k + i) % n;
    fail_msg("test error: nothing to choose from");
    return 0;
}

/* The CCU that a random choice in `cycle` takes. */
static unsigned choice(const struct vector *v, uint64_t cycle, unsigned mask)
{
    unsigned n = (unsigned)v->cfg.collectors;
    return first_from(vector_random(v, cycle, n), mask, n);
}

/* --- the LFSR ----------------------------------------------------------------------------------------------------- */

/* x^16 + x^15 + x^13 + x^4 + 1 shifted by hand: 0x8000 -> 0x0001 (bit 15), 0x4008 -> 0x8010 (bits 14 and 3 cancel). */
static void lfsr_by_hand__section_3_12(void **state)
{
    (void)state;
    static const struct { unsigned seed; uint16_t q[4]; } rows[] = {
        {0x0001, {0x0001, 0x0002, 0x0004, 0x0008}}, {0x8000, {0x8000, 0x0001, 0x0002, 0x0004}},
        {0x4008, {0x4008, 0x8010, 0x0021, 0x0042}}, {0x1008, {0x1008, 0x2010, 0x4020, 0x8041}},
        {0xACE1, {0xACE1, 0x59C3, 0xB386, 0x670C}}
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin_warps("microarchitecture 3.12 (lfsr_q)", 0, CCU "random.seed=%u", rows[i].seed);
        for (unsigned c = 0; c < 4; c++) {
            vector_to(v, c);
            EXPECT_Q(v, "u_lfsr.lfsr_q", rows[i].q[c]);
        }
        vector_finish(v);
    }
}

/* --- flush, replacement, writes ----------------------------------------------------------------------------------- */

/* Near values do not protect a CCU when STHLD is 0: taken by warp 1 in the cycle in which it is free, and flushed. */
static void near_values_are_flushed_when_the_warp_changes__malekeh_III_C1(void **state)
{
    (void)state;
    struct vector *v = begin_warps("Malekeh III-C1 (first), IV-B2 (9); microarchitecture 3.5, 3.6 (1)", 2, MALEKEH ONE);
    decode_at(v, 2, 0, "int = r0n r1n");        /* issue 3, dispatch 6 */
    decode_at(v, 5, 1, "fp32 = r1");            /* issue 6, a miss, dispatch 8 */
    vector_to(v, 6);
    EXPECT_TABLE(v, "0n* 1n* - - - - - -");
    vector_to(v, 7);
    EXPECT_Q(v, TABLE "warp_q", 1);
    EXPECT_TABLE(v, "1* - - - - - - -");
    EXPECT_Q(v, TABLE "oct_ready_q", 0);
    vector_to(v, 10);
    EXPECT_ISSUES(v, "3:w0#0 6:w1#1");
    EXPECT_DISPATCHES(v, "6:w0#0 8:w1#1");
    EXPECT_OPERANDS(v, 8, "w1r1");
    EXPECT_STAT(v, ccu_flushes, 1);
    vector_finish(v);
}

/* Entry 3, the most recently used one, is the only far one. */
static void far_victim_goes_before_the_least_recently_used__malekeh_IV_A1(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 8; seed++) {
        struct vector *v = begin_warps("Malekeh IV-A1; microarchitecture 3.6 (order of replacement)", 1,
                                       MALEKEH ONE "collector.slots=3 ccu.entries=4 random.seed=%d", seed * 7919);
        decode_at(v, 1, 0, "int = r0n r1n r2n");    /* issue 2, dispatch 6 */
        decode_at(v, 2, 0, "fp32 = r3");            /* issue 6, dispatch 8 */
        decode_at(v, 6, 0, "int = r4n");            /* issue 8: takes 3; dispatch 10 */
        decode_at(v, 8, 0, "int = r5n");            /* issue 10: all near, takes 0 */
        EXPECT_TABLE(v, "0n 1n 2n 4n*");
        vector_to(v, 11);
        EXPECT_TABLE(v, "5n* 1n 2n 4n");
        EXPECT_LIST(v, TABLE "ct_lru_q", 4, "3 0 1 2");
        vector_finish(v);
    }
}

/* A far result invalidates the old copy of register 0, a near one of register 1 takes a new entry. */
static void near_results_alone_are_written_and_far_ones_invalidate__malekeh_IV_A2(void **state)
{
    (void)state;
    struct vector *v = begin_warps("Malekeh IV-A2; microarchitecture 3.11", 1, MALEKEH ONE "rf.banks=4");
    decode_at(v, 1, 0, "tensor = r0n r2");      /* issue 2, dispatch 5 */
    decode_at(v, 2, 0, "int r0 =");             /* issue 5, #1 */
    decode_at(v, 5, 0, "fp32 r1n =");           /* issue 6, #0 */
    decode_at(v, 6, 0, "sfu r3 =");             /* issue 7, #2 */
    result_at(v, 10, INT, 0, 1, "last", 0x100);
    result_at(v, 10, FP32, 1, 0, "near last", 0x200);
    result_at(v, 10, SFU, 3, 2, "last", 0x300);
    EXPECT_TABLE(v, "0n 2 - - - - - -");
    vector_to(v, 11);
    EXPECT_ISSUES(v, "2:w0#0 5:w0#1 6:w0#0 7:w0#2");
    EXPECT_TABLE(v, "- 2 1n - - - - -");        /* the victim is chosen before the invalidation */
    EXPECT_VECTOR(v, TABLE "g_entry[2].data_q", "#200");
    EXPECT_ROW(v, 0, 0, "#100");
    EXPECT_ROW(v, 0, 1, "#200");
    EXPECT_ROW(v, 0, 3, "#300");
    EXPECT_STAT(v, stale_invalidations, 1);
    vector_finish(v);
}

/* --- warp priorities (IV-B1) -------------------------------------------------------------------------------------- */

/* Both CCUs are occupied until 10; then the warp that has one, warp 2, and the older warp 0 are ready at once. */
static void warp_with_data_goes_before_an_older_one_without__malekeh_IV_B1(void **state)
{
    (void)state;
    static const struct { const char *scheduler, *issues, *dispatches; } rows[] = {
        {"malekeh", "4:w2#0 5:w1#1 10:w2#2 11:w0#0", "10:w2#0 11:w1#1 12:w2#2 13:w0#0"},
        {"gto", "4:w2#0 5:w1#1 10:w0#2 11:w2#0", "10:w2#0 11:w1#1 12:w0#2 13:w2#0"}
    };
    for (unsigned i = 0; i < 2; i++) {
        struct vector *v = begin_warps("Malekeh IV-B1; microarchitecture 3.5 (the warp)", 3,
                                       CCU "ccu.allocation=malekeh issue.scheduler=%s", rows[i].scheduler);
        v->unit_ready = 0;
        decode_at(v, 3, 2, "int = r0");
        decode_at(v, 4, 1, "fp32 = r0");
        decode_at(v, 5, 0, "sfu = r1");
        decode_at(v, 6, 2, "tensor = r0");
        vector_to(v, 10);
        v->unit_ready = 0xFF;
        vector_to(v, 16);
        EXPECT_ISSUES(v, rows[i].issues);
        EXPECT_DISPATCHES(v, rows[i].dispatches);
        vector_finish(v);
    }
}

/* Three warps with data in three CCUs that become ready at once: the oldest; the launch order is 2, 1, 0. */
static void among_warps_with_data_the_oldest_goes_first__malekeh_IV_B1(void **state)
{
    (void)state;
    struct vector *v = vector_start("Malekeh IV-B1; microarchitecture 3.5 (the warp)", MALEKEH "collector.count=4");
    for (unsigned w = 4; w-- > 0; vector_step(v))
        vector_launch(v, w);
    v->unit_ready = 0xFF & ~(1u << SFU);
    decode_at(v, 4, 0, "int r8 = r0");          /* issue 5 #0, dispatch 7 */
    decode_at(v, 5, 1, "fp32 r9 = r0");         /* issue 6 #1, dispatch 8 */
    decode_at(v, 6, 2, "tensor r9 = r0");       /* issue 7 #2, dispatch 9 */
    decode_at(v, 7, 3, "branch");               /* issue 8 #3, dispatch 9 or 10 */
    decode_at(v, 8, 0, "int = r8");
    decode_at(v, 9, 1, "int = r9");
    decode_at(v, 10, 2, "int = r9");
    vector_to(v, 14);                           /* banks 0, 0 and 1: warps 0 and 1 get theirs in 14 and 15 */
    vector_result(v, INT, 0, 8, 0, "last", 0xF, 0x100);
    vector_result(v, TENSOR, 2, 9, 2, "last", 0xF, 0x300);
    vector_to(v, 15);
    vector_result(v, FP32, 1, 9, 1, "last", 0xF, 0x200);
    vector_to(v, 18);
    EXPECT_ACCEPTS(v, "14:w0r8 14:w2r9 15:w1r9");
    /* 15: warps 0 and 2 are ready, 2 is older; 16: 0 and 1 (2 has nothing), 1 is older; 17: 0 */
    EXPECT_ISSUES(v, "5:w0#0 6:w1#1 7:w2#2 8:w3#3 15:w2#0 16:w1#1 17:w0#2");
    vector_to(v, 22);
    vector_finish(v);
}

/* Warp 1, which issued last, has no data in a CCU; warp 0 is older and has. Both become ready in 10. */
static void warp_that_issued_last_goes_before_one_with_data__malekeh_IV_B1(void **state)
{
    (void)state;
    struct vector *v = begin_warps("Malekeh IV-B1 (same warp first); microarchitecture 3.5 (the warp)", 2, MALEKEH);
    v->unit_ready = 0;
    decode_at(v, 2, 0, "int = r0");
    decode_at(v, 3, 1, "fp32");
    decode_at(v, 4, 0, "sfu = r0");
    decode_at(v, 5, 1, "tensor");
    vector_to(v, 10);
    v->unit_ready = 0xFF;
    vector_to(v, 16);
    EXPECT_ISSUES(v, "3:w0#0 4:w1#1 10:w1#2 11:w0#0");
    EXPECT_DISPATCHES(v, "10:w0#0 11:w1#1 12:w1#2 13:w0#0");
    vector_finish(v);
}

/* --- the own CCU (3, 4) ------------------------------------------------------------------------------------------- */

/* Warp 0 waits for its occupied CCU: passed over, or it holds warp 1 up although the other CCU is free. */
static void own_ccu_occupied_skips_or_stalls__malekeh_IV_B2(void **state)
{
    (void)state;
    static const char *const schedulers[] = {"malekeh", "gto"};
    for (unsigned i = 0; i < 4; i++) {
        bool stall = i & 1;
        struct vector *v = begin_warps("Malekeh IV-B2 (4); microarchitecture 3.5 (condition 4, issue.blocked)", 2,
                                       CCU "ccu.allocation=malekeh issue.scheduler=%s issue.blocked=%s",
                                       schedulers[i / 2], stall ? "stall" : "skip");
        v->unit_ready = 0;
        decode_at(v, 2, 0, "int = r0");
        decode_at(v, 3, 0, "fp32 = r0");
        decode_at(v, 4, 1, "sfu = r0");
        vector_to(v, 10);
        EXPECT_ISSUES(v, stall ? "3:w0#0" : "3:w0#0 5:w1#1");
        v->unit_ready = 0xFF;
        vector_to(v, 16);
        EXPECT_ISSUES(v, stall ? "3:w0#0 10:w0#1 11:w1#0" : "3:w0#0 5:w1#1 10:w0#2");
        EXPECT_DISPATCHES(v, stall ? "10:w0#0 11:w0#1 13:w1#0" : "10:w0#0 11:w1#1 12:w0#2");
        vector_finish(v);
    }
}

/* Nothing is stalled by a warp that is not chosen: warp 1 issued last and goes on with hits in its own CCU. */
static void only_the_chosen_warp_stalls__malekeh_IV_B2(void **state)
{
    (void)state;
    struct vector *v = begin_warps("Malekeh IV-B1, IV-B2 (4); microarchitecture 3.5", 2, MALEKEH "issue.blocked=stall");
    v->unit_ready = 0xFF & ~(1u << SFU);
    decode_at(v, 2, 0, "sfu = r0");             /* issue 3; its unit is not ready */
    decode_at(v, 3, 1, "int = r0");             /* issue 4, dispatch 6 */
    decode_at(v, 4, 1, "fp32 = r0");            /* issue 6, dispatch 7 */
    decode_at(v, 5, 0, "int = r0");             /* ready in 6, its CCU is occupied */
    vector_to(v, 6);
    vector_decode(v, 1, "int = r0");            /* ready in 7: still warp 1 */
    vector_step(v);
    vector_to(v, 9);
    EXPECT_ISSUES(v, "3:w0#0 4:w1#1 6:w1#2 7:w1#1");
    decode_at(v, 9, 1, "tensor");               /* ready in 10: warp 1 issued last, not stalled by warp 0 */
    vector_to(v, 13);
    EXPECT_ISSUES(v, "3:w0#0 4:w1#1 6:w1#2 7:w1#1 10:w1#1");
    v->unit_ready = 0xFF;
    vector_to(v, 17);
    vector_finish(v);
}

/* --- far first (5), near at random (9) ---------------------------------------------------------------------------- */

/*
 * Warps 0 to 3 take the four CCUs in 6 to 9 (random starts, occupied ones passed over) and leave them free from 18 on;
 * `near` says whose values are near. Warp 4 comes in 20. When all are near, STHLD 0 lets it take any.
 */
static void far_ccu_first_and_random_among_them__malekeh_IV_B2(void **state)
{
    (void)state;
    static const unsigned nears[] = {0x0, 0x5, 0x9, 0xB, 0x7, 0xF};
    for (unsigned i = 0; i < sizeof nears / sizeof *nears; i++) {
        unsigned seen = 0;
        for (int seed = 1; seed <= 16; seed++) {
            struct vector *v = begin_warps("Malekeh IV-B2 (5, 9); microarchitecture 1 (random choices), 3.5", 5,
                                           MALEKEH "collector.count=4 subcore.warps=5 random.seed=%d", seed * 2003);
            unsigned ccu[4], free_ones = 0xF, far = 0;
            v->unit_ready = 0;
            for (unsigned w = 0; w < 4; w++) {
                ccu[w] = choice(v, 6 + w, free_ones);
                free_ones &= ~(1u << ccu[w]);
                if (!(nears[i] >> w & 1))
                    far |= 1u << ccu[w];
                decode_at(v, 5 + w, w, nears[i] >> w & 1 ? "int = r0 r1n" : "int = r0 r1");
            }
            vector_to(v, 14);
            for (unsigned w = 0; w < 4; w++)
                EXPECT_COUNT(v, "warp of the CCU", field(v, ccu[w], "warp_q", 0, 1), w);
            v->unit_ready = 0xFF;
            decode_at(v, 19, 4, "int = r0");
            EXPECT_COUNT(v, "dispatches", v->dispatched, 4);
            vector_to(v, 21);
            unsigned taken = choice(v, 20, far ? far : 0xF);
            seen |= 1u << taken;
            EXPECT_COUNT(v, "warp of the CCU that warp 4 takes", field(v, taken, "warp_q", 0, 1), 4);
            expect_table(v, taken, "0* - - - - - - -", __LINE__);
            EXPECT_STAT(v, ccu_flushes, 1);
            EXPECT_Q(v, "u_issue.wait_q", 0);
            vector_to(v, 24);
            vector_finish(v);
        }
        assert_true(seen & (seen - 1));         /* not always the same */
    }
}

/* The far CCU is occupied: it does not count, and the wait for a near one begins. In 10 it is free, and taken. */
static void occupied_far_ccu_does_not_count__malekeh_IV_B2(void **state)
{
    (void)state;
    struct vector *v = begin_warps("Malekeh IV-B2 (5, 7, 8); microarchitecture 3.5", 3, MALEKEH "sthld.value=15");
    v->unit_ready = 0xFF & ~(1u << SFU);
    unsigned near = choice(v, 4, 3);
    decode_at(v, 3, 0, "int = r0n");            /* issue 4, dispatch 6 */
    decode_at(v, 4, 1, "sfu = r0");             /* issue 5 in the other one; waits for its unit */
    decode_at(v, 5, 2, "fp32 = r0");            /* ready from 6 on, when the near CCU is free */
    vector_to(v, 6);
    EXPECT_Q(v, "u_issue.wait_q", 0);
    vector_to(v, 10);
    EXPECT_Q(v, "u_issue.wait_q", 4);           /* 6, 7, 8, 9 */
    v->unit_ready = 0xFF;
    vector_to(v, 11);
    EXPECT_ISSUES(v, "4:w0#0 5:w1#1 10:w2#0");
    EXPECT_COUNT(v, "warp of the far CCU", field(v, 1 - near, "warp_q", 0, 1), 2);
    EXPECT_COUNT(v, "warp of the near CCU", field(v, near, "warp_q", 0, 1), 0);
    EXPECT_Q(v, "u_issue.wait_q", 4);           /* a far one does not reset it */
    vector_to(v, 14);
    vector_finish(v);
}

/* --- the wait counter (7, 8, 9) ----------------------------------------------------------------------------------- */

/* The only CCU is near and free from 5 on; warp 1 issues in 5 + STHLD. */
static void near_ccu_is_taken_after_sthld_cycles__malekeh_IV_B2(void **state)
{
    (void)state;
    static const unsigned thresholds[] = {0, 1, 2, 3, 7, 15};
    static const char *const modes[] = {
        "issue.scheduler=malekeh", "issue.scheduler=gto", "issue.scheduler=malekeh issue.blocked=stall",
        "issue.scheduler=malekeh sthld.mode=own", "issue.scheduler=malekeh sthld.mode=external"
    };
    for (unsigned i = 0; i < 5 * 6; i++) {
        char expected[64];
        unsigned s = thresholds[i % 6], mode = i / 6;       /* external: the option is something else */
        struct vector *v = begin_warps("Malekeh IV-B2 (7, 8, 9); microarchitecture 3.5 (wait_q)", 0,
                                       CCU ONE "ccu.allocation=malekeh %s sthld.value=%u", modes[mode],
                                       mode == 4 ? 9 : s);
        v->sthld = s;
        vector_launch(v, 0);
        vector_step(v);
        vector_launch(v, 1);
        vector_step(v);
        decode_at(v, 2, 0, "int = r0n");        /* issue 3, dispatch 5 */
        decode_at(v, 3, 1, "fp32 = r0");        /* ready in 4, but the CCU is occupied */
        for (unsigned n = 0; n <= s; n++) {
            vector_to(v, 5 + n);
            EXPECT_Q(v, "u_issue.wait_q", n);
            EXPECT_ISSUES(v, "3:w0#0");
        }
        vector_to(v, 6 + s);
        EXPECT_Q(v, "u_issue.wait_q", 0);
        snprintf(expected, sizeof expected, "3:w0#0 %u:w1#%u", 5 + s, s == 0);
        EXPECT_ISSUES(v, expected);
        vector_to(v, 12 + s);
        vector_finish(v);
    }
}

/* sthld_i counts in the cycle in which it is given: 10, and 2 from cycle 8 on, when three cycles have been waited. */
static void sthld_of_the_input_counts_at_once__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 2 (sthld_i), 3.5 (wait_q)", 2, MALEKEH ONE "sthld.mode=external");
    v->sthld = 10;
    decode_at(v, 2, 0, "int = r0n");
    decode_at(v, 3, 1, "fp32 = r0");            /* waits from 5 on */
    vector_to(v, 8);
    EXPECT_Q(v, "u_issue.wait_q", 3);
    v->sthld = 2;
    vector_step(v);
    EXPECT_ISSUES(v, "3:w0#0 8:w1#0");
    EXPECT_Q(v, "u_issue.wait_q", 0);
    vector_finish(v);

    v = begin_warps("microarchitecture 2 (sthld_i), 3.5 (wait_q)", 2, MALEKEH ONE "sthld.mode=external");
    v->sthld = 2;
    decode_at(v, 2, 0, "int = r0n");
    decode_at(v, 3, 1, "fp32 = r0");
    vector_to(v, 7);
    EXPECT_Q(v, "u_issue.wait_q", 2);
    v->sthld = 4;                               /* raised at the last moment */
    vector_to(v, 9);
    EXPECT_Q(v, "u_issue.wait_q", 4);
    vector_to(v, 12);
    EXPECT_ISSUES(v, "3:w0#0 9:w1#0");
    vector_finish(v);
}

/* In 6 warp 0 issues a hit of its own: the counter stays as it is, and goes on in 7. */
static void counter_keeps_its_value_while_others_issue__malekeh_IV_B2(void **state)
{
    (void)state;
    struct vector *v = begin_warps("Malekeh IV-B2 (8); microarchitecture 3.5 (wait_q)", 2, MALEKEH ONE "sthld.value=3");
    decode_at(v, 2, 0, "int = r0n");            /* issue 3, dispatch 5 */
    decode_at(v, 3, 1, "fp32 = r0");            /* waits from 5 on */
    decode_at(v, 5, 0, "int = r0n");            /* issue 6, dispatch 7 */
    static const unsigned wait[] = {1, 1, 2, 3, 0};
    for (unsigned i = 0; i < 5; i++) {
        vector_to(v, 6 + i);
        EXPECT_Q(v, "u_issue.wait_q", wait[i]);
    }
    EXPECT_ISSUES(v, "3:w0#0 6:w0#0 9:w1#0");
    vector_to(v, 13);
    vector_finish(v);
}

/* No CCU is free in 7 and 8: the counter neither goes on nor starts anew. */
static void counter_keeps_its_value_while_all_are_occupied__malekeh_IV_B2(void **state)
{
    (void)state;
    static const char *const blocked[] = {"skip", "stall"};
    for (unsigned i = 0; i < 2; i++) {
        struct vector *v = begin_warps("Malekeh IV-B2 (6); microarchitecture 3.5 (wait_q)", 2,
                                       MALEKEH ONE "sthld.value=4 issue.blocked=%s", blocked[i]);
        decode_at(v, 2, 0, "int = r0n");        /* issue 3, dispatch 5 */
        decode_at(v, 3, 1, "fp32 = r0");        /* waits in 5 */
        decode_at(v, 5, 0, "int = r1n r3n");    /* issue 6, two reads, dispatch 9 */
        vector_to(v, 6);
        EXPECT_Q(v, "u_issue.wait_q", 1);
        vector_to(v, 9);
        EXPECT_Q(v, "u_issue.wait_q", 1);
        vector_to(v, 12);
        EXPECT_Q(v, "u_issue.wait_q", 4);
        vector_to(v, 13);
        EXPECT_Q(v, "u_issue.wait_q", 0);
        EXPECT_ISSUES(v, "3:w0#0 6:w0#0 12:w1#0");
        vector_to(v, 16);
        vector_finish(v);
    }
}

/*
 * Two CCUs, near; warp 2 waits in 7 and 8. Warp 1 makes its own one far in 9, and warp 2 takes that in 10: no reset.
 * Warp 3 then waits for one cycle only: the counter is the sub-core's, not a warp's.
 */
static void only_taking_a_near_ccu_resets_the_counter__malekeh_IV_B2(void **state)
{
    (void)state;
    struct vector *v = begin_warps("Malekeh IV-B2 (5, 8, 9); microarchitecture 3.5 (wait_q)", 4, MALEKEH
                                   "sthld.value=3");
    unsigned a = choice(v, 5, 3);
    decode_at(v, 4, 0, "int = r0n");            /* issue 5 in a, dispatch 7 */
    decode_at(v, 5, 1, "fp32 = r0n");           /* issue 6 in the other one, dispatch 8 */
    decode_at(v, 6, 2, "sfu = r0n");            /* waits in 7, 8 */
    decode_at(v, 8, 1, "int = r0");             /* issue 9, dispatch 10: far from now on */
    EXPECT_Q(v, "u_issue.wait_q", 2);           /* cycle 9 */
    vector_to(v, 10);
    EXPECT_Q(v, "u_issue.wait_q", 2);
    decode_at(v, 10, 3, "int = r1");            /* waits in 11, issue 12 */
    EXPECT_Q(v, "u_issue.wait_q", 2);
    EXPECT_COUNT(v, "warp of the far CCU", field(v, 1 - a, "warp_q", 0, 1), 2);
    vector_to(v, 12);
    EXPECT_Q(v, "u_issue.wait_q", 3);
    vector_to(v, 13);
    EXPECT_Q(v, "u_issue.wait_q", 0);
    EXPECT_COUNT(v, "warp of a random free CCU", field(v, choice(v, 12, 3), "warp_q", 0, 1), 3);
    vector_to(v, 16);
    EXPECT_ISSUES(v, "5:w0#0 6:w1#1 9:w1#0 10:w2#1 12:w3#0");
    EXPECT_DISPATCHES(v, "7:w0#0 8:w1#1 10:w1#0 12:w2#1 14:w3#0");
    vector_finish(v);
}

/* Warp 1 issued last and waits from 5 on; warp 0, with its data in the free CCU, is ready in 6, and does not issue. */
static void waiting_ends_the_search__malekeh_IV_B2(void **state)
{
    (void)state;
    struct vector *v = begin_warps("Malekeh IV-B2 (7), Fig. 6; microarchitecture 3.5", 2, MALEKEH "sthld.value=3");
    v->unit_ready = 0xFF & ~(1u << SFU);
    decode_at(v, 2, 0, "int = r0n");            /* issue 3, dispatch 5 */
    decode_at(v, 3, 1, "sfu");                  /* issue 4 in the other CCU, waits for its unit */
    decode_at(v, 4, 1, "fp32 = r0");            /* waits in 5, 6, 7; issue 8, flush, dispatch 10 */
    decode_at(v, 5, 0, "int = r0n");            /* issue 10 */
    vector_to(v, 8);
    EXPECT_Q(v, "u_issue.wait_q", 3);
    EXPECT_ISSUES(v, "3:w0#0 4:w1#1");
    vector_to(v, 13);
    v->unit_ready = 0xFF;
    vector_to(v, 16);
    EXPECT_ISSUES(v, "3:w0#0 4:w1#1 8:w1#0 10:w0#2");
    EXPECT_DISPATCHES(v, "5:w0#0 10:w1#0 12:w0#2 13:w1#1");
    EXPECT_Q(v, "u_issue.wait_q", 0);
    vector_finish(v);
}

/* With greedy-then-oldest the older warp 0 waits and holds warp 1 up, with Malekeh's priorities warp 1 goes first. */
static void waiting_warp_holds_up_those_behind_it__malekeh_IV_B(void **state)
{
    (void)state;
    static const char *const scheduler[] = {"gto", "malekeh"};
    for (unsigned i = 0; i < 2; i++) {
        struct vector *v = begin_warps("Malekeh IV-B1, IV-B2 (7); microarchitecture 3.5", 3,
                                       CCU "ccu.allocation=malekeh issue.scheduler=%s sthld.value=2", scheduler[i]);
        decode_at(v, 3, 1, "int = r0n");        /* issue 4, dispatch 6 */
        decode_at(v, 4, 2, "fp32 = r0n");       /* issue 5, dispatch 7 */
        decode_at(v, 7, 0, "sfu = r0");         /* waits from 8 on */
        decode_at(v, 8, 1, "int = r0n");        /* ready in 9 */
        EXPECT_Q(v, "u_issue.wait_q", 1);
        vector_to(v, 10);
        EXPECT_Q(v, "u_issue.wait_q", i ? 1 : 2);
        vector_to(v, 11);
        EXPECT_Q(v, "u_issue.wait_q", i ? 2 : 0);
        EXPECT_ISSUES(v, i ? "4:w1#0 5:w2#1 9:w1#0" : "4:w1#0 5:w2#1 10:w0#0");
        vector_to(v, 12);
        if (i)
            EXPECT_ISSUES(v, "4:w1#0 5:w2#1 9:w1#0 11:w0#0");
        vector_to(v, 20);
        vector_finish(v);
    }
}

/* --- private CCUs and any CCU ------------------------------------------------------------------------------------- */

static void private_ccus_are_never_flushed__malekeh_VI_B(void **state)
{
    (void)state;
    static const char *const blocked[] = {"skip", "stall"};
    for (unsigned i = 0; i < 2; i++) {
        struct vector *v = begin_warps("Malekeh VI-B (Malekeh_PR); microarchitecture 3.5 (private)", 4,
                                       CCU "ccu.allocation=private collector.count=4 issue.scheduler=malekeh "
                                       "issue.blocked=%s", blocked[i]);
        for (unsigned round = 0; round < 6; round++)
            for (unsigned w = 0; w < 4; w++)
                decode_at(v, 4 + 16 * round + 4 * w, w, round & 1 ? "int = r0 r1n" : "fp32 = r1n r0");
        vector_to(v, 104);
        for (unsigned w = 0; w < 4; w++) {
            EXPECT_COUNT(v, "warp of its own CCU", field(v, w, "warp_q", 0, 1), w);
            EXPECT_COUNT(v, "ownership", field(v, w, "own_q", 0, 1), 1);
            expect_table(v, w, "1n 0 - - - - - -", __LINE__);
        }
        EXPECT_STAT(v, ccu_flushes, 0);
        EXPECT_STAT(v, bank_reads, 8);
        EXPECT_STAT(v, ccu_hits, 40);
        vector_finish(v);
    }
}

/* Warp 0's CCU is occupied, by an instruction without sources even: three free ones are of no use to it. */
static void private_ccu_occupied_holds_its_warp__malekeh_VI_B(void **state)
{
    (void)state;
    static const char *const blocked[] = {"skip", "stall"};
    for (unsigned i = 0; i < 2; i++) {
        struct vector *v = begin_warps("Malekeh VI-B (Malekeh_PR); microarchitecture 3.5 (condition 4, private)", 2,
                                       CCU "ccu.allocation=private collector.count=4 issue.blocked=%s", blocked[i]);
        v->unit_ready = 0;
        decode_at(v, 2, 0, "int");
        decode_at(v, 3, 0, "fp32");
        decode_at(v, 4, 1, "sfu");
        vector_to(v, 10);
        EXPECT_ISSUES(v, i ? "3:w0#0" : "3:w0#0 5:w1#1");
        v->unit_ready = 0xFF;
        vector_to(v, 14);
        EXPECT_ISSUES(v, i ? "3:w0#0 10:w0#1 11:w1#0" : "3:w0#0 5:w1#1 10:w0#2");
        vector_finish(v);
    }
}

/*
 * allocation any: the second instruction of the warp takes a free CCU while the first waits in its own one, which keeps
 * its locks and loses its copies; the values for the waiting instruction are still delivered.
 */
static void any_free_ccu_and_the_old_copies_go__section_3_6(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.5 (any), 3.6 (6)", 1, CCU "ccu.allocation=any");
    v->unit_ready = 0;
    unsigned a = choice(v, 2, 3);
    decode_at(v, 1, 0, "int = r0 r1");          /* issue 2; values in 4 and 5 */
    decode_at(v, 2, 0, "fp32 = r0");            /* issue 3 in the other one, a miss; grant 4 or later */
    expect_table(v, a, "0* 1* - - - - - -", __LINE__);
    vector_to(v, 4);
    EXPECT_COUNT(v, "ownership of the first CCU", field(v, a, "own_q", 0, 1), 0);
    expect_table(v, a, "-* -* - - - - - -", __LINE__);
    expect_table(v, 1 - a, "0* - - - - - - -", __LINE__);
    vector_to(v, 10);
    v->unit_ready = 0xFF;
    vector_to(v, 14);
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1");
    EXPECT_DISPATCHES(v, "10:w0#0 11:w0#1");
    EXPECT_OPERANDS(v, 10, "w0r0 w0r1");
    EXPECT_OPERANDS(v, 11, "w0r0");
    EXPECT_STAT(v, ccu_hits, 0);
    vector_finish(v);
}

/* --- round robin -------------------------------------------------------------------------------------------------- */

/* One collector, occupied by warp 2 until 14; then one instruction a cycle, from warp 3 on in turn. */
static void loose_round_robin_goes_on_from_the_last_warp__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.5 (lrr)", 4, ONE "issue.scheduler=lrr");
    v->unit_ready = 0;
    decode_at(v, 4, 2, "int");
    for (unsigned i = 0; i < 7; i++)
        decode_at(v, 5 + i, (const unsigned[]){0, 0, 1, 1, 2, 3, 3}[i], "int");
    vector_to(v, 14);
    v->unit_ready = 0xFF;
    vector_to(v, 24);
    EXPECT_ISSUES(v, "5:w2#0 14:w3#1 15:w0#0 16:w1#1 17:w2#0 18:w3#1 19:w0#0 20:w1#1");
    vector_finish(v);
}

/* Warps 1 and 3 become ready in 13. Warp 2 issued last; if it has ended, the order starts from 0 again. */
static void loose_round_robin_starts_from_0_after_an_end__section_3_5(void **state)
{
    (void)state;
    for (int end = 0; end < 2; end++) {
        struct vector *v = vector_start("microarchitecture 3.5 (lrr), 3.12 (end)", "issue.scheduler=lrr");
        for (unsigned w = 1; w < 4; w++, vector_step(v))
            vector_launch(v, w);
        decode_at(v, 3, 1, "int r8 =");         /* issue 4 */
        decode_at(v, 4, 3, "fp32 r9 =");        /* issue 5 */
        decode_at(v, 5, 1, "int = r8");
        decode_at(v, 6, 3, "int = r9");
        decode_at(v, 7, 2, end ? "sfu last" : "sfu");   /* issue 8, dispatch 9, end 10 */
        vector_to(v, 12);
        vector_result(v, INT, 1, 8, 0, "last", 0xF, 0x100);
        vector_result(v, FP32, 3, 9, 1, "last", 0xF, 0x200);
        vector_to(v, 18);
        EXPECT_ENDS(v, end ? "10:w2" : "");
        EXPECT_ACCEPTS(v, "12:w1r8 12:w3r9");
        EXPECT_ISSUES(v, end ? "4:w1#0 5:w3#1 8:w2#2 13:w1#0 14:w3#1" : "4:w1#0 5:w3#1 8:w2#2 13:w3#0 14:w1#1");
        vector_finish(v);
    }
}

/* --- two levels (VI-A1) ------------------------------------------------------------------------------------------- */

#define TWO "issue.scheduler=two_level issue.active="

/* Two active warps: 3 and 2 enter first. Warp 3 leaves as it issues in 6; warp 1 enters in 7; warp 0 has to wait. */
static void only_active_warps_issue__malekeh_VI_A1(void **state)
{
    (void)state;
    struct vector *v = begin_warps("Malekeh VI-A1; microarchitecture 3.5 (the active set)", 4, TWO "2");
    decode_at(v, 4, 3, "int leave");
    decode_at(v, 5, 2, "fp32");
    EXPECT_Q(v, "u_active.active_q", 0x8);      /* cycle 6 */
    decode_at(v, 6, 1, "int");
    EXPECT_Q(v, "u_active.active_q", 0x4);
    decode_at(v, 7, 0, "int");
    EXPECT_Q(v, "u_active.active_q", 0x6);
    vector_to(v, 20);
    EXPECT_ISSUES(v, "6:w3#0 7:w2#1 8:w1#0");
    EXPECT_Q(v, "u_active.active_q", 0x6);      /* without an instruction they stay */
    EXPECT_STAT(v, stall_inactive, 12);         /* 5 for warp 3, and 9 to 19 for warp 0 */
    decode_at(v, 20, 2, "sfu leave");           /* issue 21; warp 0 enters in 22, issues in 23 */
    vector_to(v, 22);
    EXPECT_Q(v, "u_active.active_q", 0x2);
    vector_to(v, 23);
    EXPECT_Q(v, "u_active.active_q", 0x3);
    vector_to(v, 26);
    EXPECT_ISSUES(v, "6:w3#0 7:w2#1 8:w1#0 21:w2#0 23:w0#0");
    vector_finish(v);
}

/*
 * Launched in the order 3, 2, 1, 0. Warps 3 and 2 are active; the heads of 1 and 0 wait. Both active ones leave, in 10
 * and 11: 1, the older, enters in 11, 0 in 12.
 */
static void oldest_enters_first_one_a_cycle__malekeh_VI_A1(void **state)
{
    (void)state;
    struct vector *v = vector_start("Malekeh VI-A1; microarchitecture 3.5 (the active set)", TWO "2");
    for (unsigned w = 4; w-- > 0; vector_step(v))
        vector_launch(v, w);
    decode_at(v, 4, 3, "int");                  /* enters 5, issue 6 */
    decode_at(v, 5, 2, "int");                  /* enters 6, issue 7 */
    decode_at(v, 6, 0, "int");
    decode_at(v, 7, 1, "int");
    EXPECT_Q(v, "u_active.active_q", 0xC);
    decode_at(v, 9, 3, "int leave");
    decode_at(v, 10, 2, "int leave");
    EXPECT_Q(v, "u_active.active_q", 0x4);      /* cycle 11 */
    vector_to(v, 12);
    EXPECT_Q(v, "u_active.active_q", 0x2);
    vector_to(v, 13);
    EXPECT_Q(v, "u_active.active_q", 0x3);
    vector_to(v, 16);
    EXPECT_ISSUES(v, "6:w3#0 7:w2#1 10:w3#0 11:w2#1 12:w1#0 13:w0#1");
    vector_finish(v);
}

/* Warp 3 issues its last instruction in 6 and ends in 8; warp 2 enters in 8, too, and has the set for itself. */
static void warp_ends_as_another_one_enters__malekeh_VI_A1(void **state)
{
    (void)state;
    struct vector *v = begin_warps("Malekeh VI-A1; microarchitecture 3.5 (the active set), 3.12 (end)", 4, TWO "2");
    decode_at(v, 4, 3, "int last");
    decode_at(v, 7, 2, "int");
    EXPECT_Q(v, "u_active.active_q", 0x8);      /* cycle 8 */
    vector_to(v, 9);
    EXPECT_Q(v, "u_active.active_q", 0x4);
    decode_at(v, 9, 1, "fp32");                 /* enters 10 in the place of warp 3 */
    vector_to(v, 11);
    EXPECT_Q(v, "u_active.active_q", 0x6);
    vector_to(v, 14);
    EXPECT_ENDS(v, "8:w3");
    EXPECT_ISSUES(v, "6:w3#0 9:w2#0 11:w1#0");
    vector_finish(v);
}

/* Warp 0 depends on its load and leaves in 5; its result comes in 10, but warp 1 has the only place until 13. */
static void warp_leaves_on_a_dependence_on_a_long_load__malekeh_VI_A1(void **state)
{
    (void)state;
    static const char *const dependent[] = {"int = r0 r8", "int r8 = r0"};
    for (unsigned i = 0; i < 2; i++) {
        struct vector *v = begin_warps("Malekeh VI-A1; microarchitecture 3.5 (waits long)", 2, TWO "1");
        decode_at(v, 2, 0, "ldst r8 = r0 long");    /* enters 3, issue 4, dispatch 6 */
        EXPECT_Q(v, "u_active.active_q", 0);        /* cycle 3 */
        decode_at(v, 3, 0, dependent[i]);
        EXPECT_Q(v, "u_active.active_q", 0x1);
        decode_at(v, 4, 1, "fp32");                 /* enters 6, issue 7 */
        EXPECT_Q(v, "u_active.active_q", 0x1);      /* cycle 5: leaves */
        EXPECT_COUNT(v, "long_q", vector_get(v, "u_scoreboard.long_q", 8, 256), 1);
        vector_to(v, 6);
        EXPECT_Q(v, "u_active.active_q", 0);
        vector_to(v, 7);
        EXPECT_Q(v, "u_active.active_q", 0x2);
        result_at(v, 10, LDST, 8, 0, "last", 0x100);
        decode_at(v, 12, 1, "sfu leave");           /* issue 13; warp 0 enters 14, issue 15 */
        EXPECT_Q(v, "u_active.active_q", 0x2);
        vector_to(v, 15);
        EXPECT_Q(v, "u_active.active_q", 0x1);
        vector_to(v, 20);
        EXPECT_ISSUES(v, "4:w0#0 7:w1#1 13:w1#0 15:w0#0");
        EXPECT_STAT(v, stall_inactive, 6);          /* 3, 5, 6, 11, 12, 14 */
        if (i)
            vector_result(v, INT, 0, 8, 0, "last", 0xF, 0x200);
        vector_step(v);
        vector_finish(v);
    }
}

/* Warp 0 waits for a short result, or for one that took the place of a long one, and keeps the only place. */
static void warp_stays_on_a_short_dependence__malekeh_VI_A1(void **state)
{
    (void)state;
    struct vector *v = begin_warps("Malekeh VI-A1; microarchitecture 3.5 (long_q, waits long)", 2, TWO "1");
    decode_at(v, 2, 0, "ldst r8 r9 = long");        /* enters 3, issue 4, dispatch 5 */
    decode_at(v, 3, 0, "int r8 = r0");              /* WAW on a long one: leaves in 5 */
    vector_to(v, 6);
    EXPECT_Q(v, "u_active.active_q", 0);
    vector_result(v, LDST, 0, 8, 0, "", 0xF, 0x100);
    vector_step(v);
    EXPECT_Q(v, "u_active.active_q", 0);            /* accepted in 6; enters 7, issue 8, dispatch 10 */
    decode_at(v, 7, 0, "fp32 = r8");                /* head in 9: register 8 is short now */
    decode_at(v, 8, 1, "int");
    EXPECT_COUNT(v, "long_q of register 8", vector_get(v, "u_scoreboard.long_q", 8, 256), 0);
    EXPECT_COUNT(v, "long_q of register 9", vector_get(v, "u_scoreboard.long_q", 9, 256), 1);
    for (uint64_t cycle = 9; cycle < 20; cycle++) {
        vector_to(v, cycle);
        EXPECT_Q(v, "u_active.active_q", 0x1);
    }
    EXPECT_ISSUES(v, "4:w0#0 8:w0#1");
    result_at(v, 20, INT, 8, 1, "last", 0x200);
    decode_at(v, 21, 0, "int = r9");                /* issue of = r8 in 21; head in 22: long */
    vector_to(v, 23);
    EXPECT_Q(v, "u_active.active_q", 0);
    vector_to(v, 25);
    EXPECT_Q(v, "u_active.active_q", 0x2);
    vector_result(v, LDST, 0, 9, 0, "last", 0xF, 0x300);
    vector_to(v, 27);
    EXPECT_ISSUES(v, "4:w0#0 8:w0#1 21:w0#1 24:w1#1");
    vector_finish(v);
}

/* Without `leave` a warp stays until it has ended: in 6. Warp 1 enters in 7. */
static void warp_leaves_as_it_ends__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.5 (the active set), 3.12 (end)", 2, TWO "1");
    decode_at(v, 2, 0, "int last");             /* enters 3, issue 4, dispatch 5, end 6 */
    decode_at(v, 3, 1, "int");
    vector_to(v, 6);
    EXPECT_Q(v, "u_active.active_q", 0x1);
    vector_to(v, 7);
    EXPECT_Q(v, "u_active.active_q", 0);
    vector_to(v, 8);
    EXPECT_Q(v, "u_active.active_q", 0x2);
    vector_to(v, 11);
    EXPECT_ENDS(v, "6:w0");
    EXPECT_ISSUES(v, "4:w0#0 8:w1#0");
    vector_finish(v);
}

/* A slot that is launched again: not active, and its long registers of before are no dependence: nothing is pending. */
static void launched_warp_is_not_active__section_3_12(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.5 (the active set), 3.12 (launch)", 1, TWO "1");
    decode_at(v, 1, 0, "ldst r8 = long last leave");    /* enters 2, issue 3, dispatch 4 */
    EXPECT_Q(v, "u_active.active_q", 0);                /* cycle 2 */
    vector_to(v, 4);
    EXPECT_Q(v, "u_active.active_q", 0);
    result_at(v, 6, LDST, 8, 0, "last", 0x100);         /* end 7 */
    vector_to(v, 8);
    vector_launch(v, 0);
    vector_step(v);
    EXPECT_Q(v, "u_active.active_q", 0);
    decode_at(v, 9, 0, "int = r8");                     /* enters 10, issue 11 */
    vector_to(v, 15);
    EXPECT_ENDS(v, "7:w0");
    EXPECT_ISSUES(v, "3:w0#0 11:w0#0");
    vector_finish(v);
}

/* --- replacement -------------------------------------------------------------------------------------------------- */

/* Registers 0, 1, 2, then 3, then 0 again (a hit), then 4: LRU takes 1, FIFO 0, random any. */
static void traditional_replacement__malekeh_VI_C(void **state)
{
    (void)state;
    static const char *const policy[] = {"lru", "fifo", "random"};
    static const char *const table[] = {"4* 1 2 3", "0 4* 2 3", "0 1 4* 3", "0 1 2 4*"};
    unsigned seen = 0;
    for (unsigned i = 0; i < 3 * 16; i++) {
        unsigned p = i / 16;
        struct vector *v = begin_warps("Malekeh VI-C; microarchitecture 3.6 (order of replacement), 3.11 (ranks)", 1,
                                       SMALL "4 ccu.replacement=%s random.seed=%u", policy[p], (i % 16 + 1) * 2003);
        decode_at(v, 1, 0, "int = r0 r1 r2");   /* issue 2, dispatch 6 */
        decode_at(v, 2, 0, "fp32 = r3");        /* issue 6, dispatch 8 */
        decode_at(v, 3, 0, "int = r0");         /* issue 8, dispatch 9 */
        decode_at(v, 7, 0, "fp32 = r4");        /* issue 9 */
        vector_to(v, 9);
        if (p < 2)
            EXPECT_LIST(v, TABLE "ct_lru_q", 4, p == 0 ? "3 0 1 2" : "0 1 2 3");
        vector_to(v, 10);
        unsigned k = p == 0 ? 1 : p == 1 ? 0 : vector_random(v, 9, 4);
        EXPECT_TABLE(v, table[k]);
        if (p < 2)
            EXPECT_LIST(v, TABLE "ct_lru_q", 4, p == 0 ? "2 3 0 1" : "3 0 1 2");
        if (p == 2)
            seen |= 1u << k;
        vector_to(v, 14);
        EXPECT_DISPATCHES(v, "6:w0#0 8:w0#1 9:w0#0 11:w0#1");
        vector_finish(v);
    }
    assert_int_equal(seen, 0xF);
}

/* A result that hits touches its entry with LRU, not with FIFO. Entries 0, 1, 2; a result for register 0; then 8. */
static void result_that_hits_is_no_entry_of_the_fifo__section_3_11(void **state)
{
    (void)state;
    for (int fifo = 0; fifo < 2; fifo++) {
        struct vector *v = begin_warps("microarchitecture 3.11 (ranks)", 1, SMALL "3 ccu.replacement=%s",
                                       fifo ? "fifo" : "lru");
        decode_at(v, 1, 0, "int = r0 r1 r2");   /* issue 2, dispatch 6 */
        decode_at(v, 2, 0, "sfu r0n =");        /* issue 6 #1, dispatch 7 */
        decode_at(v, 6, 0, "fp32 r8n =");       /* issue 7 #0, dispatch 8 */
        result_at(v, 9, SFU, 0, 1, "near last", 0x100);
        vector_to(v, 10);
        EXPECT_LIST(v, TABLE "ct_lru_q", 3, fifo ? "0 1 2" : "2 0 1");
        vector_result(v, FP32, 0, 8, 0, "near last", 0xF, 0x200);
        vector_to(v, 11);
        EXPECT_TABLE(v, fifo ? "8 1 2" : "0 8 2");
        EXPECT_LIST(v, TABLE "ct_lru_q", 3, fifo ? "2 0 1" : "1 2 0");
        vector_finish(v);
    }
}

/* All near, or no reuse information that differs: the least recently used entry, whatever the seed. */
static void reuse_among_near_entries_takes_the_least_recently_used__malekeh_IV_A1(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 8; seed++) {
        struct vector *v = begin_warps("Malekeh IV-A1; microarchitecture 3.6 (reuse, NEAR)", 1,
                                       SMALL "4 random.seed=%d", seed * 4999);
        decode_at(v, 1, 0, "int = r0n r1n r2n");
        decode_at(v, 2, 0, "fp32 = r3n");
        decode_at(v, 3, 0, "int = r0n");
        decode_at(v, 7, 0, "fp32 = r4n r5n");   /* issue 9: entries 1, then 2 */
        vector_to(v, 10);
        EXPECT_TABLE(v, "0n 4n* 5n* 3n");
        EXPECT_LIST(v, TABLE "ct_lru_q", 4, "1 2 3 0");
        vector_finish(v);
    }
}

/* Three misses against four entries, one of which is hit: distinct random victims from one start. */
static void random_victims_are_distinct_and_not_hit__section_3_6(void **state)
{
    (void)state;
    unsigned seen = 0;
    for (int seed = 1; seed <= 24; seed++) {
        struct vector *v = begin_warps("microarchitecture 1 (random choices), 3.6 (3)", 1,
                                       SMALL "4 ccu.replacement=random random.seed=%d", seed * 2003);
        decode_at(v, 1, 0, "int = r0 r1 r2");   /* issue 2, dispatch 6 */
        decode_at(v, 2, 0, "fp32 = r3");        /* issue 6, dispatch 8 */
        decode_at(v, 6, 0, "int = r8 r1 r9");   /* issue 8: entry 1 is hit */
        vector_to(v, 9);
        unsigned k = vector_random(v, 8, 4), a = first_from(k, 0xD, 4), b = first_from(k, 0xDu & ~(1u << a), 4);
        char text[32];
        snprintf(text, sizeof text, "%u 1 %u", a, b);
        EXPECT_LIST(v, TABLE "oct_index_q", 3, text);
        seen |= 1u << k;
        vector_to(v, 14);
        vector_finish(v);
    }
    assert_int_equal(seen, 0xF);
}

/* --- ports D ------------------------------------------------------------------------------------------------------ */

/*
 * Registers 5 (far) and 7 (near) are cached in entries 0 and 1. In 12 come, in banks 0 to 3: 4 near, 5 far, 6 near,
 * 7 far. Which of them are written, in the order of the banks; those that are not invalidate.
 */
static void results_by_write_policy_and_ports__malekeh_III_B(void **state)
{
    (void)state;
    static const struct {
        const char *write;
        unsigned ports;
        const char *table, *lru;
        unsigned merges, fills;
    } rows[] = {
        {"near", 1, "- - 4n - - - - -", "5 6 7 0 1 2 3 4", 0, 1},
        {"near", 2, "- - 4n 6n - - - -", "4 5 6 7 0 1 2 3", 0, 2},
        {"near", 32, "- - 4n 6n - - - -", "4 5 6 7 0 1 2 3", 0, 2},
        {"all", 1, "- - 4n - - - - -", "5 6 7 0 1 2 3 4", 0, 1},
        {"all", 2, "5 - 4n - - - - -", "7 5 6 0 1 2 3 4", 1, 1},
        {"all", 3, "5 - 4n 6n - - - -", "6 4 5 7 0 1 2 3", 1, 2},
        {"all", 4, "5 7 4n 6n - - - -", "5 7 4 6 0 1 2 3", 2, 2},
        {"all", 32, "5 7 4n 6n - - - -", "5 7 4 6 0 1 2 3", 2, 2},
        {"none", 1, "- - - - - - - -", "6 7 0 1 2 3 4 5", 0, 0},
        {"none", 4, "- - - - - - - -", "6 7 0 1 2 3 4 5", 0, 0}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin_warps("Malekeh III-B, IV-A2; microarchitecture 3.11 (2, ranks)", 1,
                                       CCU ONE "rf.banks=4 ccu.write=%s ccu.ports_d=%u", rows[i].write, rows[i].ports);
        decode_at(v, 1, 0, "tensor = r5 r7n");  /* issue 2, dispatch 5 */
        decode_at(v, 2, 0, "int r4n =");        /* issue 5, #1 */
        decode_at(v, 5, 0, "fp32 r5 =");        /* issue 6, #0 */
        decode_at(v, 6, 0, "sfu r6n =");        /* issue 7, #2 */
        decode_at(v, 7, 0, "ldst r7 =");        /* issue 8, #3 */
        result_at(v, 12, INT, 4, 1, "near last", 0x400);
        result_at(v, 12, FP32, 5, 0, "last", 0x500);
        result_at(v, 12, SFU, 6, 2, "near last", 0x600);
        result_at(v, 12, LDST, 7, 3, "last", 0x700);
        EXPECT_TABLE(v, "5 7n - - - - - -");
        vector_to(v, 13);
        EXPECT_ISSUES(v, "2:w0#0 5:w0#1 6:w0#0 7:w0#2 8:w0#3");
        EXPECT_ACCEPTS(v, "12:w0r4 12:w0r5 12:w0r6 12:w0r7");
        EXPECT_TABLE(v, rows[i].table);
        EXPECT_LIST(v, TABLE "ct_lru_q", 8, rows[i].lru);
        EXPECT_STAT(v, port_d_merges, rows[i].merges);
        EXPECT_STAT(v, port_d_fills, rows[i].fills);
        EXPECT_STAT(v, stale_invalidations, 2 - rows[i].merges);
        if (rows[i].fills > 0)
            EXPECT_VECTOR(v, TABLE "g_entry[2].data_q", "#400");
        if (rows[i].fills > 1)
            EXPECT_VECTOR(v, TABLE "g_entry[3].data_q", "#600");
        if (rows[i].merges > 0)
            EXPECT_VECTOR(v, TABLE "g_entry[0].data_q", "#500");
        if (rows[i].merges > 1)
            EXPECT_VECTOR(v, TABLE "g_entry[1].data_q", "#700");
        vector_finish(v);
    }
}

/* Banks 0 to 3: 8 near, 1 near (a hit), 10 near, 11 near; three far entries. 8 and 10 take two, none is left for 11. */
static void victims_of_several_ports_d_are_distinct__section_3_11(void **state)
{
    (void)state;
    unsigned seen = 0;
    for (int seed = 1; seed <= 24; seed++) {
        struct vector *v = begin_warps("microarchitecture 3.11 (2, 4)", 1,
                                       SMALL "3 rf.banks=4 ccu.ports_d=4 random.seed=%d", seed * 2003);
        decode_at(v, 1, 0, "tensor = r0 r1 r2");    /* issue 2, dispatch 6 */
        decode_at(v, 2, 0, "int r8n =");            /* issue 6, #1 */
        decode_at(v, 6, 0, "fp32 r1n =");           /* issue 7, #0 */
        decode_at(v, 7, 0, "sfu r10n =");           /* issue 8, #2 */
        decode_at(v, 8, 0, "ldst r11n =");          /* issue 9, #3 */
        result_at(v, 13, LDST, 11, 3, "near last", 0xB00);
        result_at(v, 13, SFU, 10, 2, "near last", 0xA00);
        result_at(v, 13, FP32, 1, 0, "near last", 0x100);
        result_at(v, 13, INT, 8, 1, "near last", 0x800);
        vector_to(v, 14);
        unsigned k = vector_random(v, 13, 3);
        seen |= 1u << k;
        EXPECT_TABLE(v, k == 0 ? "8n 1n 10n" : "10n 1n 8n");
        EXPECT_LIST(v, TABLE "ct_lru_q", 3, k == 0 ? "0 1 2" : "2 1 0");
        EXPECT_STAT(v, port_d_dropped, 1);
        EXPECT_STAT(v, port_d_lost, 0);
        EXPECT_VECTOR(v, TABLE "g_entry[1].data_q", "#100");
        EXPECT_ROW(v, 0, 11, "#b00");
        vector_finish(v);
    }
    assert_int_equal(seen, 0x7);
}

/*
 * Two ports, three near results: a partial one without a copy takes the first port for nothing, a partial one with a
 * copy the second and merges, the third loses.
 */
static void partial_results_on_two_ports_d__section_3_11(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.11 (2, 3, 5)", 1, CCU ONE "rf.banks=4 ccu.ports_d=2");
    decode_at(v, 1, 0, "tensor = r1 r2");           /* issue 2, dispatch 5 */
    decode_at(v, 2, 0, "int r8n = mask=0x7");       /* issue 5, #1 */
    decode_at(v, 5, 0, "fp32 r1n = mask=0x6");      /* issue 6, #0 */
    decode_at(v, 6, 0, "sfu r10n =");               /* issue 7, #2 */
    vector_to(v, 12);
    vector_result(v, INT, 0, 8, 1, "near last", 0x7, 0x800);
    vector_result(v, FP32, 0, 1, 0, "near last", 0x6, 0x100);
    vector_result(v, SFU, 0, 10, 2, "near last", 0xF, 0xA00);
    vector_step(v);
    EXPECT_TABLE(v, "1n 2 - - - - - -");
    EXPECT_VECTOR(v, TABLE "g_entry[0].data_q", "w0r1|#100/6");
    EXPECT_STAT(v, port_d_merges, 1);
    EXPECT_STAT(v, port_d_fills, 0);
    EXPECT_STAT(v, port_d_lost, 1);
    vector_finish(v);
}

/* Four results of one instruction, one a cycle; registers 8 and 10 are near. The same from 62 on: 62, 63, 0, 1. */
static void four_results_of_one_instruction__malekeh_IV_A2(void **state)
{
    (void)state;
    for (int wrap = 0; wrap < 2; wrap++) {
        struct vector *v = begin_warps("Malekeh IV-A2; microarchitecture 1 (results), 3.11", 1, MALEKEH ONE);
        v->latency[TENSOR] = 4;
        decode_at(v, 1, 0, wrap ? "tensor r62n r63 r0n r1 = r20" : "tensor r8n r9 r10n r11 = r20");
        decode_at(v, 2, 0, wrap ? "int = r62 r0" : "int = r8 r10");     /* dispatch 4, results in 8 to 11 */
        vector_to(v, 3);
        EXPECT_LIST(v, TABLE "dst_near_q", 4, "1 0 1 0");
        EXPECT_Q(v, TABLE "dst_count_q", 4);
        vector_to(v, 11);
        EXPECT_TABLE(v, wrap ? "20 62n 0n - - - - -" : "20 8n 10n - - - - -");
        EXPECT_ACCEPTS(v, wrap ? "8:w0r62 9:w0r63 10:w0r0" : "8:w0r8 9:w0r9 10:w0r10");
        vector_to(v, 15);
        EXPECT_ISSUES(v, "2:w0#0 11:w0#1");     /* both registers are there after 10; #0 is taken until 11 */
        EXPECT_DISPATCHES(v, "4:w0#0 12:w0#1");
        EXPECT_STAT(v, ccu_hits, 2);
        EXPECT_STAT(v, bank_reads, 1);
        vector_finish(v);
    }
}

/* --- distances ---------------------------------------------------------------------------------------------------- */

/* The greatest distance goes, 1 before 2 as the less recently used one; then 2, then the one that is never read. */
static void victim_has_the_greatest_distance__section_3_6(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 6; seed++) {
        struct vector *v = begin_warps("Malekeh III-A, IV-A1; microarchitecture 3.6 (reuse, DIST)", 1,
                                       SMALL "4 reuse.distance=exact random.seed=%d", seed * 2003);
        decode_at(v, 1, 0, "int = r0d3 r1d9 r2d9");     /* issue 2, dispatch 6 */
        decode_at(v, 2, 0, "fp32 = r3d1");              /* issue 6, dispatch 8 */
        decode_at(v, 6, 0, "int = r4d2");               /* issue 8: takes 1; dispatch 10 */
        decode_at(v, 8, 0, "int = r5");                 /* issue 10: takes 2; dispatch 12 */
        EXPECT_TABLE(v, "0d3 4d2* 2d9 3d1");
        decode_at(v, 10, 0, "int = r6d0");              /* issue 12: takes 2 again */
        EXPECT_TABLE(v, "0d3 4d2 5d31* 3d1");
        vector_to(v, 13);
        EXPECT_TABLE(v, "0d3 4d2 6d0* 3d1");
        vector_to(v, 16);
        EXPECT_DISPATCHES(v, "6:w0#0 8:w0#1 10:w0#0 12:w0#1 14:w0#0");
        vector_finish(v);
    }
}

/* All distances equal, 31 or 0: least recently used, hits counted. */
static void equal_distances_are_told_apart_by_age__section_3_6(void **state)
{
    (void)state;
    for (int near = 0; near < 2; near++) {
        struct vector *v = begin_warps("microarchitecture 3.6 (reuse, DIST)", 1, SMALL "4 reuse.distance=exact");
        decode_at(v, 1, 0, near ? "int = r0d0 r1d0 r2d0" : "int = r0 r1 r2");
        decode_at(v, 2, 0, near ? "fp32 = r3d0" : "fp32 = r3");
        decode_at(v, 3, 0, near ? "int = r0d0" : "int = r0");
        decode_at(v, 7, 0, near ? "fp32 = r4d0" : "fp32 = r4");
        vector_to(v, 10);
        EXPECT_TABLE(v, near ? "0d0 4d0* 2d0 3d0" : "0d31 4d31* 2d31 3d31");
        vector_finish(v);
    }
}

/* The lowest of the slots that name the register; a hit gives the entry the new instruction's distance. */
static void distance_is_the_lowest_of_duplicates_and_that_of_the_last_use__section_3_6(void **state)
{
    (void)state;
    struct vector *v = begin_warps("Malekeh III-C1 (fourth); microarchitecture 3.6 (5)", 1,
                                   CCU ONE "reuse.distance=exact reuse.bits=6");
    decode_at(v, 1, 0, "int = r0d9 r1d40 r0d4 - r0");   /* issue 2, dispatch 5 */
    decode_at(v, 2, 0, "fp32 = r1d7 r1d2");             /* issue 5, dispatch 6 */
    vector_to(v, 3);
    EXPECT_TABLE(v, "0d4* 1d40* - - - - - -");
    decode_at(v, 5, 0, "int = r0");                     /* issue 6 */
    EXPECT_TABLE(v, "0d4 1d2* - - - - - -");
    vector_to(v, 7);
    EXPECT_TABLE(v, "0d63* 1d2 - - - - - -");
    vector_to(v, 10);
    vector_finish(v);
}

/* With every allocation of the warp the others count down: 3, 31 and 0 become 2, 31 and 0. Exact ones do not. */
static void distances_count_down_with_the_instructions_of_the_warp__malekeh_III_C1(void **state)
{
    (void)state;
    static const char *const down[] = {
        "0d3* 1d31* 2d0* - - - - -", "0d2 1d31 2d0 3d5* - - - -", "0d1 1d31 2d0 3d7* - - - -",
        "0d0 1d31 2d0 3d9* - - - -", "0d0 1d31 2d0 3d30* - - - -"
    };
    static const char *const exact[] = {
        "0d3* 1d31* 2d0* - - - - -", "0d3 1d31 2d0 3d5* - - - -", "0d3 1d31 2d0 3d7* - - - -",
        "0d3 1d31 2d0 3d9* - - - -", "0d3 1d31 2d0 3d30* - - - -"
    };
    for (int i = 0; i < 2; i++) {
        const char *const *table = i ? down : exact;
        struct vector *v = begin_warps("Malekeh III-C1 (fourth); microarchitecture 3.6 (5)", 1,
                                       CCU ONE "reuse.distance=%s", i ? "decremented" : "exact");
        decode_at(v, 1, 0, "int = r0d3 r1 r2d0");       /* issue 2, dispatch 6 */
        decode_at(v, 2, 0, "fp32 = r3d5");              /* issue 6, dispatch 8 */
        vector_to(v, 3);
        EXPECT_TABLE(v, table[0]);
        decode_at(v, 6, 0, "int = r3d7");               /* issue 8, dispatch 9 */
        EXPECT_TABLE(v, table[1]);
        vector_to(v, 8);
        decode_at(v, 8, 0, "int = r3d9");               /* issue 9, dispatch 10 */
        EXPECT_TABLE(v, table[2]);
        decode_at(v, 9, 0, "int = r3d30");              /* issue 10, dispatch 11 */
        EXPECT_TABLE(v, table[3]);
        vector_to(v, 11);
        EXPECT_TABLE(v, table[4]);
        vector_to(v, 13);
        EXPECT_DISPATCHES(v, "6:w0#0 8:w0#1 9:w0#0 10:w0#1 11:w0#0");
        vector_finish(v);
    }
}

/* In 6 an instruction issues, all others count down, and a result for register 0 gives its entry 9, not 2 less 1. */
static void distance_of_a_result_overrides_the_count_down__section_3_11(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.6 (5), 3.11 (3, 4)", 1,
                                   CCU ONE "rf.banks=4 ccu.ports_d=4 reuse.distance=decremented");
    decode_at(v, 1, 0, "int r0d9 = r0d3 r1d4 r2d5");    /* issue 2, dispatch 6 */
    decode_at(v, 2, 0, "fp32 r5d11 =");                 /* issue 6, dispatch 7: 2, 3, 4 */
    vector_to(v, 3);
    EXPECT_LIST(v, TABLE "dst_dist_q", 4, "9 0 0 0");
    decode_at(v, 8, 0, "sfu = r2d6");                   /* issue 9 */
    EXPECT_TABLE(v, "0d2 1d3 2d4 - - - - -");
    result_at(v, 9, INT, 0, 0, "d9 last", 0x100);
    result_at(v, 9, FP32, 5, 1, "d11 last", 0x500);
    vector_to(v, 10);
    EXPECT_TABLE(v, "0d9 1d2 2d6* 5d11 - - - -");
    EXPECT_VECTOR(v, TABLE "g_entry[0].data_q", "#100");
    vector_to(v, 12);
    vector_finish(v);
}

/* A result is near below reuse.near_below: 11 is cached, 12 is not and invalidates. */
static void result_is_near_below_the_limit__malekeh_III_A(void **state)
{
    (void)state;
    static const struct { const char *settings; const char *result; bool cached; } rows[] = {
        {"", "d11 last", true}, {"", "d12 last", false}, {"", "d0 last", true}, {"", "last", false},
        {"reuse.near_below=31", "d30 last", true}, {"reuse.near_below=31", "last", false},
        {"reuse.near_below=1", "d0 last", true}, {"reuse.near_below=1", "d1 last", false},
        {"reuse.bits=2 reuse.near_below=3", "d2 last", true}, {"reuse.bits=2 reuse.near_below=3", "d3 last", false}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int copy = 0; copy < 2; copy++) {
            struct vector *v = begin_warps("Malekeh III-A, IV-A2; microarchitecture 1 (near), 3.11 (2)", 1,
                                           CCU ONE "ccu.replacement=lru reuse.distance=exact %s", rows[i].settings);
            decode_at(v, 1, 0, copy ? "int r8 = r8" : "int r8 = r0");   /* issue 2, dispatch 4 */
            result_at(v, 6, INT, 8, 0, rows[i].result, 0x500);
            vector_to(v, 7);
            EXPECT_TABLE(v, rows[i].cached ? copy ? "8 - - - - - - -" : "0 8 - - - - - -"
                                           : copy ? "- - - - - - - -" : "0 - - - - - - -");
            vector_finish(v);
        }
}

/* Port R with numbers: 11 is near and makes warp 1 wait for 3 cycles, 12 is far. */
static void ccu_is_near_below_the_limit__malekeh_III_C(void **state)
{
    (void)state;
    static const struct { const char *settings, *insn; bool near; } rows[] = {
        {"reuse.distance=exact", "int = r0d11", true}, {"reuse.distance=exact", "int = r0d12", false},
        {"reuse.distance=exact", "int = r0", false}, {"reuse.distance=exact", "int = r0d0", true},
        {"reuse.distance=exact reuse.near_below=3", "int = r0d2", true},
        {"reuse.distance=exact reuse.near_below=3", "int = r0d3", false},
        {"reuse.distance=exact ccu.replacement=lru ccu.write=none", "int = r0d11", true},
        {"reuse.distance=exact ccu.replacement=random ccu.write=all", "int = r0d12", false},
        {"ccu.replacement=lru ccu.write=none", "int = r0n", true}, {"ccu.replacement=fifo", "int = r0", false}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin_warps("Malekeh III-C (port R), IV-B2; microarchitecture 1 (near), 3.5", 2,
                                       MALEKEH ONE "sthld.value=3 %s", rows[i].settings);
        decode_at(v, 2, 0, rows[i].insn);       /* issue 3, dispatch 5 */
        decode_at(v, 3, 1, "fp32 = r0");
        vector_to(v, 12);
        EXPECT_ISSUES(v, rows[i].near ? "3:w0#0 8:w1#0" : "3:w0#0 5:w1#1");
        vector_finish(v);
    }
}

/* Counting down makes a far CCU near: 12 becomes 11 with warp 0's second instruction. 13 becomes 12, and stays far. */
static void counting_down_makes_a_ccu_near__malekeh_III_C1(void **state)
{
    (void)state;
    static const struct { const char *distance, *insn; bool near; } rows[] = {
        {"exact", "int = r0d12", false}, {"decremented", "int = r0d12", true}, {"decremented", "int = r0d13", false}
    };
    for (unsigned i = 0; i < 3; i++) {
        struct vector *v = begin_warps("Malekeh III-C1 (fourth), IV-B2; microarchitecture 3.5, 3.6 (5)", 2,
                                       MALEKEH ONE "sthld.value=2 reuse.distance=%s", rows[i].distance);
        decode_at(v, 2, 0, rows[i].insn);       /* issue 3, dispatch 5 */
        decode_at(v, 3, 0, "int = r1");         /* issue 5, dispatch 7 */
        decode_at(v, 4, 1, "fp32 = r0");        /* the CCU is free from 7 on */
        vector_to(v, 12);
        EXPECT_ISSUES(v, rows[i].near ? "3:w0#0 5:w0#1 9:w1#0" : "3:w0#0 5:w0#1 7:w1#0");
        vector_finish(v);
    }
}

/* A cached result makes its CCU near or far: 11 makes warp 1 wait from 7 on, 12, written as all are, does not. */
static void distance_of_a_result_makes_a_ccu_near__malekeh_III_C(void **state)
{
    (void)state;
    static const struct { const char *settings, *flags; bool near; } rows[] = {
        {"reuse.distance=exact", "d11 last", true}, {"reuse.distance=exact", "d12 last", false},
        {"reuse.distance=decremented", "d11 last", true}, {"reuse.distance=decremented", "d12 last", false},
        {"", "near last", true}, {"", "last", false}
    };
    for (unsigned i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        bool copy = i & 1, near = rows[i / 2].near;
        struct vector *v = begin_warps("Malekeh III-C (port R), IV-B2; microarchitecture 3.5, 3.11 (3, 4)", 2,
                                       MALEKEH ONE "sthld.value=3 ccu.write=all %s", rows[i / 2].settings);
        decode_at(v, 2, 0, copy ? "int r8 = r8" : "int r8 =");  /* issue 3, dispatch 4 or 5 */
        result_at(v, 6, INT, 8, 0, rows[i / 2].flags, 0x500);
        decode_at(v, 6, 1, "fp32 = r0");
        vector_to(v, 12);
        EXPECT_ISSUES(v, near ? "3:w0#0 10:w1#0" : "3:w0#0 7:w1#0");
        vector_finish(v);
    }
}

/* --- random ------------------------------------------------------------------------------------------------------- */

/* What no cycle may show, whatever the policies (3.13 and the ranges of section 2). */
static void watch(struct vector *v, void *context)
{
    uint64_t holder = 0, owner = 0;
    unsigned entries = (unsigned)v->cfg.entries, collectors = v->cfg.kind == KIND_CCU ? (unsigned)v->cfg.collectors : 0;
    unsigned *most = context;
    for (unsigned c = 0; c < collectors; c++) {
        unsigned warp = field(v, c, "warp_q", 0, 1), ranks = 0, tag[MAX_ENTRIES];
        uint64_t valid = field(v, c, "ct_valid_q", 0, 1), lock = field(v, c, "ct_lock_q", 0, 1);
        bool own = field(v, c, "own_q", 0, 1), any = v->cfg.allocation == ALLOCATION_ANY;
        for (unsigned e = 0; e < entries; e++) {
            tag[e] = field(v, c, "ct_tag_q", e, entries);
            if (v->cfg.replacement != REPLACEMENT_RANDOM)
                ranks |= 1u << field(v, c, "ct_lru_q", e, entries);
        }
        if (valid && holder >> warp & 1)
            vector_fail(v, __FILE__, __LINE__, "warp %u has valid data in two CCUs", warp);
        if (own && owner >> warp & 1)
            vector_fail(v, __FILE__, __LINE__, "warp %u owns two CCUs", warp);
        if (valid && !own)
            vector_fail(v, __FILE__, __LINE__, "CCU %u has valid data but is not owned", c);
        if (v->cfg.allocation == ALLOCATION_PRIVATE && valid && warp != c)
            vector_fail(v, __FILE__, __LINE__, "private CCU %u holds warp %u", c, warp);
        if (v->cfg.replacement != REPLACEMENT_RANDOM && ranks != (1u << entries) - 1)
            vector_fail(v, __FILE__, __LINE__, "ct_lru_q of CCU %u is no permutation", c);
        if (!any && (lock & ~valid))
            vector_fail(v, __FILE__, __LINE__, "CCU %u has a locked entry that is not valid", c);
        for (unsigned e = 0; e < entries; e++)
            for (unsigned f = e + 1; f < entries; f++)
                if (valid >> e & valid >> f & 1 && tag[e] == tag[f])
                    vector_fail(v, __FILE__, __LINE__, "CCU %u has register %u twice", c, tag[e]);
        holder |= (uint64_t)(valid != 0) << warp;
        owner |= (uint64_t)own << warp;
    }
    if (config_waits(&v->cfg)) {
        unsigned wait = (unsigned)vector_get(v, "u_issue.wait_q", 0, 1);
        *most = wait > *most ? wait : *most;
        if (wait > (unsigned)v->cfg.sthld_max)
            vector_fail(v, __FILE__, __LINE__, "wait_q is %u, and sthld.max %d", wait, v->cfg.sthld_max);
    }
    if (config_waits(&v->cfg) && v->cfg.sthld_mode == STHLD_OWN) {
        uint64_t state = vector_get(v, "u_sthld.state_q", 0, 1), sthld = vector_get(v, "u_sthld.sthld_q", 0, 1);
        if (state < 1 || state > 6 || sthld > (uint64_t)v->cfg.sthld_max)
            vector_fail(v, __FILE__, __LINE__, "state_q %u, sthld_q %u", (unsigned)state, (unsigned)sthld);
    }
    if (v->cfg.scheduler == SCHEDULER_TWO_LEVEL) {
        uint64_t active = vector_get(v, "u_active.active_q", 0, 1);
        if (__builtin_popcountll(active) > v->cfg.active)
            vector_fail(v, __FILE__, __LINE__, "active_q is 0x%llx", (unsigned long long)active);
        for (unsigned w = 0; w < (unsigned)v->cfg.warps; w++)
            if (active >> w & 1 && !v->warp[w].live)
                vector_fail(v, __FILE__, __LINE__, "warp %u is active and not live", w);
    }
}

static void warp_is_never_in_two_ccus_whatever_the_policies__malekeh_IV_B2(void **state)
{
    (void)state;
    static const struct { const char *settings; unsigned registers; } rows[] = {
        {MALEKEH "sthld.value=3", 8},
        {MALEKEH "sthld.mode=own sthld.interval=50 collector.count=3 subcore.warps=6 inflight.entries=16", 12},
        {MALEKEH "sthld.mode=external collector.count=4 subcore.warps=8 rf.banks=4 issue.blocked=stall", 10},
        {CCU "ccu.allocation=malekeh issue.scheduler=lrr sthld.value=7 reuse.distance=decremented", 8},
        {CCU "ccu.allocation=private collector.count=4 issue.scheduler=malekeh ccu.ports_d=2 ccu.write=all", 20},
        {CCU "ccu.allocation=private collector.count=4 issue.blocked=stall rf.banks=8 ccu.ports_d=8 "
             "reuse.distance=exact", 20},
        {CCU "ccu.allocation=any collector.count=4 issue.scheduler=lrr rf.banks=4 ccu.ports_d=3 ccu.write=all", 10},
        {CCU "ccu.replacement=lru ccu.write=all ccu.ports_d=32 rf.banks=8 ccu.entries=6 inflight.entries=32", 12},
        {CCU "ccu.replacement=fifo ccu.write=none collector.count=3 issue.blocked=stall", 12},
        {CCU "ccu.replacement=random ccu.ports_d=2 rf.banks=4 collector.slots=3 ccu.entries=3 issue.scheduler=lrr", 8},
        {CCU "issue.scheduler=two_level issue.active=2 subcore.warps=6 collector.count=3 inflight.entries=24", 16},
        {"issue.scheduler=two_level issue.active=1", 8},
        {MALEKEH "ccu.replacement=fifo ccu.write=all ccu.ports_d=2 reuse.distance=exact reuse.bits=2 "
                 "reuse.near_below=2 sthld.mode=own sthld.interval=17 sthld.max=3 rf.banks=4", 8},
        {"issue.scheduler=lrr collector.count=3", 12}
    };
    unsigned most = 0;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t seed = 131 * i + 17;
        struct vector *v = vector_start("Malekeh IV-B2; microarchitecture 3.13", rows[i].settings);
        vector_with_twin(v);
        v->watch = watch;
        v->watch_context = &most;
        print_message("seed %u: %s\n", seed, rows[i].settings);
        vector_traffic(v, 3000, seed, rows[i].registers);
        assert_true(v->dispatched > 100 && v->ended > 1);
        EXPECT_COUNT(v, "stats.dispatches", model_stats(v->model)->dispatches, v->dispatched);
        vector_finish(v);
    }
    assert_true(most > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lfsr_by_hand__section_3_12),
        cmocka_unit_test(near_values_are_flushed_when_the_warp_changes__malekeh_III_C1),
        cmocka_unit_test(far_victim_goes_before_the_least_recently_used__malekeh_IV_A1),
        cmocka_unit_test(near_results_alone_are_written_and_far_ones_invalidate__malekeh_IV_A2),
        cmocka_unit_test(warp_with_data_goes_before_an_older_one_without__malekeh_IV_B1),
        cmocka_unit_test(among_warps_with_data_the_oldest_goes_first__malekeh_IV_B1),
        cmocka_unit_test(warp_that_issued_last_goes_before_one_with_data__malekeh_IV_B1),
        cmocka_unit_test(own_ccu_occupied_skips_or_stalls__malekeh_IV_B2),
        cmocka_unit_test(only_the_chosen_warp_stalls__malekeh_IV_B2),
        cmocka_unit_test(far_ccu_first_and_random_among_them__malekeh_IV_B2),
        cmocka_unit_test(occupied_far_ccu_does_not_count__malekeh_IV_B2),
        cmocka_unit_test(near_ccu_is_taken_after_sthld_cycles__malekeh_IV_B2),
        cmocka_unit_test(sthld_of_the_input_counts_at_once__section_3_5),
        cmocka_unit_test(counter_keeps_its_value_while_others_issue__malekeh_IV_B2),
        cmocka_unit_test(counter_keeps_its_value_while_all_are_occupied__malekeh_IV_B2),
        cmocka_unit_test(only_taking_a_near_ccu_resets_the_counter__malekeh_IV_B2),
        cmocka_unit_test(waiting_ends_the_search__malekeh_IV_B2),
        cmocka_unit_test(waiting_warp_holds_up_those_behind_it__malekeh_IV_B),
        cmocka_unit_test(private_ccus_are_never_flushed__malekeh_VI_B),
        cmocka_unit_test(private_ccu_occupied_holds_its_warp__malekeh_VI_B),
        cmocka_unit_test(any_free_ccu_and_the_old_copies_go__section_3_6),
        cmocka_unit_test(loose_round_robin_goes_on_from_the_last_warp__section_3_5),
        cmocka_unit_test(loose_round_robin_starts_from_0_after_an_end__section_3_5),
        cmocka_unit_test(only_active_warps_issue__malekeh_VI_A1),
        cmocka_unit_test(oldest_enters_first_one_a_cycle__malekeh_VI_A1),
        cmocka_unit_test(warp_ends_as_another_one_enters__malekeh_VI_A1),
        cmocka_unit_test(warp_leaves_on_a_dependence_on_a_long_load__malekeh_VI_A1),
        cmocka_unit_test(warp_stays_on_a_short_dependence__malekeh_VI_A1),
        cmocka_unit_test(warp_leaves_as_it_ends__section_3_5),
        cmocka_unit_test(launched_warp_is_not_active__section_3_12),
        cmocka_unit_test(traditional_replacement__malekeh_VI_C),
        cmocka_unit_test(result_that_hits_is_no_entry_of_the_fifo__section_3_11),
        cmocka_unit_test(reuse_among_near_entries_takes_the_least_recently_used__malekeh_IV_A1),
        cmocka_unit_test(random_victims_are_distinct_and_not_hit__section_3_6),
        cmocka_unit_test(results_by_write_policy_and_ports__malekeh_III_B),
        cmocka_unit_test(victims_of_several_ports_d_are_distinct__section_3_11),
        cmocka_unit_test(partial_results_on_two_ports_d__section_3_11),
        cmocka_unit_test(four_results_of_one_instruction__malekeh_IV_A2),
        cmocka_unit_test(victim_has_the_greatest_distance__section_3_6),
        cmocka_unit_test(equal_distances_are_told_apart_by_age__section_3_6),
        cmocka_unit_test(distance_is_the_lowest_of_duplicates_and_that_of_the_last_use__section_3_6),
        cmocka_unit_test(distances_count_down_with_the_instructions_of_the_warp__malekeh_III_C1),
        cmocka_unit_test(distance_of_a_result_overrides_the_count_down__section_3_11),
        cmocka_unit_test(result_is_near_below_the_limit__malekeh_III_A),
        cmocka_unit_test(ccu_is_near_below_the_limit__malekeh_III_C),
        cmocka_unit_test(counting_down_makes_a_ccu_near__malekeh_III_C1),
        cmocka_unit_test(distance_of_a_result_makes_a_ccu_near__malekeh_III_C),
        cmocka_unit_test(warp_is_never_in_two_ccus_whatever_the_policies__malekeh_IV_B2),
    };
    return cmocka_run_group_tests_name("vectors, Malekeh's policies", tests, NULL, NULL);
}
