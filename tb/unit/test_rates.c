/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Microbenchmarks whose rates are known in closed form. Steady state is measured exactly: counts over a window that
 * holds whole periods, after a warm-up. n is the number of source registers that have to be read from the banks.
 *
 * A collector that is allocated in t dispatches in t+1+n with collector.forward (+1 without, if n > 0), and is
 * allocated again in that cycle with collector.reuse_on_dispatch (+1 without). So with unlimited units and no bank
 * conflicts
 *
 *     busy(n)   = n = 0: 1;  else n + 1 + (forward ? 0 : 1)      cycles that a collector is occupied
 *     period(n) = busy(n) + (reuse_on_dispatch ? 0 : 1)          cycles between two allocations of it
 *     rate      = min(1, collectors / period(n))                 instructions per cycle; one can issue per cycle
 *
 * which is 1, 2/3, 1/2 for two plain collectors and n = 1, 2, 3 (design.md, section 3), and 1 for an all-hit CCU.
 *
 * The V positions of a BOC are such collectors with one port S: min(V / period(n), 1 / n) for one warp, if all misses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "vector.h"

enum { WARM_UP = 240, WINDOW = 1200 };

/* What the front end feeds: instruction i of warp w is text[i mod count] with registers advanced (see program). */
struct feed {
    const char *text[4];
    unsigned count;             /* texts in turn */
    unsigned step, wrap;        /* "r%u" moves on by `step` modulo `wrap` from one instruction to the next */
    bool alternate;             /* INT and FP32 in turn */
    unsigned next[MAX_WARPS];
};

/*
 * Texts have no unit. "{k}" is register (k + i * step) mod wrap. "{kw}" is its neighbour, in the same group of four,
 * that lies in the bank in which warp 0 has it (4 banks).
 */
static bool program(struct vector *v, unsigned warp, void *context, struct decoded *insn)
{
    struct feed *feed = context;
    unsigned i = feed->next[warp]++;
    char text[256];
    snprintf(text, sizeof text, "%s ", feed->alternate && i & 1 ? "fp32" : "int");
    const char *from = feed->text[i % feed->count];
    while (*from) {
        size_t used = strlen(text);
        unsigned k;
        if (*from == '{' && sscanf(from, "{%u", &k) == 1) {
            bool shift = strchr(from, '}')[-1] == 'w';
            unsigned reg = (k + i * feed->step) % feed->wrap;
            if (shift)
                reg = reg / 4 * 4 + (reg + 4 - warp) % 4;
            snprintf(text + used, sizeof text - used, "r%u", reg);
            from = strchr(from, '}') + 1;
        } else {
            text[used] = *from++;
            text[used + 1] = 0;
        }
    }
    *insn = vector_insn(v, text);
    return true;
}

struct delta { uint64_t issued, dispatched; struct stats stats; };

/* Counts over `window` cycles after the warm-up. */
static struct delta measure(struct vector *v, struct feed *feed, uint64_t window)
{
    vector_feed(v, WARM_UP, program, feed);
    struct delta d = {v->issued, v->dispatched, *model_stats(v->model)};
    vector_feed(v, window, program, feed);
    const struct stats *now = model_stats(v->model);
    d.issued = v->issued - d.issued;
    d.dispatched = v->dispatched - d.dispatched;
#define STAT_GROUP(...)
#define STAT(field, ...) d.stats.field = now->field - d.stats.field;
#define RATIO(...)
#define RATIO_SUM(...)
#include "cmodel/subcore/stats.def"
    return d;
}

static struct vector *begin(const char *section, const char *settings, unsigned warps, const struct feed *feed)
{
    struct vector *v = vector_start(section, settings);
    for (unsigned w = 0; w < warps; w++) {
        vector_launch(v, w);
        vector_step(v);
    }
    if (feed->alternate)
        v->interval[INT] = v->interval[FP32] = 2;
    return v;
}

/* Issues and dispatches are numerator / denominator per cycle, exactly. */
static void expect_rate(struct vector *v, const struct delta *d, uint64_t window, unsigned numerator,
                        unsigned denominator, int line)
{
    uint64_t expected = window * numerator / denominator;
    assert_int_equal(window * numerator % denominator, 0);
    vector_expect_count(v, "instructions issued in the window", d->issued, expected, __FILE__, line);
    vector_expect_count(v, "instructions dispatched in the window", d->dispatched, expected, __FILE__, line);
    vector_expect_count(v, "stats.cycles", d->stats.cycles, window, __FILE__, line);
    vector_expect_count(v, "stats.issue_cycles", d->stats.issue_cycles, expected, __FILE__, line);
    vector_expect_count(v, "stats.dispatches", d->stats.dispatches, expected, __FILE__, line);
}
#define EXPECT_RATE(v, d, window, numerator, denominator) expect_rate(v, d, window, numerator, denominator, __LINE__)

static const char *yes(bool value)
{
    return value ? "true" : "false";
}

/* --- plain collectors --------------------------------------------------------------------------------------------- */

static const char *const spread[] = {"", "= r0", "= r0 r1", "= r0 r1 r2"};      /* 4 banks: 0, 1, 2 for warp 0 */

/* The microbenchmark of design.md, literally: two OCUs, defaults, alternating units. */
static void two_ocus_sustain_1_2of3_1of2__design_3(void **state)
{
    (void)state;
    static const struct { unsigned sources, numerator, denominator, busy; } rows[] = {
        {1, 1, 1, 2}, {2, 2, 3, 3}, {3, 1, 2, 4}
    };
    for (unsigned i = 0; i < 3; i++) {
        struct feed feed = {.text = {spread[rows[i].sources]}, .count = 1, .wrap = 1, .alternate = true};
        struct vector *v = begin("design 3; Malekeh II; microarchitecture 3", "rf.banks=4", 1, &feed);
        struct delta d = measure(v, &feed, WINDOW);
        EXPECT_RATE(v, &d, WINDOW, rows[i].numerator, rows[i].denominator);
        EXPECT_COUNT(v, "stats.collector_busy", d.stats.collector_busy, d.issued * rows[i].busy);
        EXPECT_COUNT(v, "stats.bank_reads", d.stats.bank_reads, d.issued * rows[i].sources);
        vector_finish(v);
    }
}

/*
 * All four combinations of the two parameters, and units that are always ready. Two collectors are allocated in pairs,
 * one cycle apart: of each pair the first one's heads wait n (n - 1) / 2 bank cycles for port S, and the second one's
 * requests wait as long behind them.
 */
static void ocu_rates_by_sources_forward_and_reuse__design_3(void **state)
{
    (void)state;
    for (unsigned n = 0; n <= 3; n++)
        for (int mode = 0; mode < 8; mode++) {
            bool forward = mode & 1, reuse = mode & 2, alternate = mode & 4;
            unsigned busy = n ? n + 1 + !forward : 1, period = busy + !reuse;
            char settings[128];
            snprintf(settings, sizeof settings, "rf.banks=4 collector.forward=%s collector.reuse_on_dispatch=%s",
                     yes(forward), yes(reuse));
            struct feed feed = {.text = {spread[n]}, .count = 1, .wrap = 1, .alternate = alternate};
            struct vector *v = begin("design 3; microarchitecture 3.3, 3.4 (busy), 3.10", settings, 1, &feed);
            struct delta d = measure(v, &feed, WINDOW);
            EXPECT_RATE(v, &d, WINDOW, period > 2 ? 2 : 1, period > 2 ? period : 1);
            EXPECT_COUNT(v, "stats.collector_busy", d.stats.collector_busy, d.issued * busy);
            EXPECT_COUNT(v, "stats.source_reads", d.stats.source_reads, d.issued * n);
            EXPECT_COUNT(v, "stats.bank_reads", d.stats.bank_reads, d.issued * n);
            EXPECT_COUNT(v, "stats.ccu_hits", d.stats.ccu_hits, 0);
            if (n > 1) {
                EXPECT_COUNT(v, "stats.port_s_conflicts", d.stats.port_s_conflicts, d.issued / 2 * n * (n - 1) / 2);
                EXPECT_COUNT(v, "stats.queue_wait", d.stats.queue_wait, d.issued / 2 * n * (n - 1) / 2);
            }
            vector_finish(v);
        }
}

/* With two beats, or with the issue stage, a collector is taken for a cycle more: period(n) + 1, with both + 2. */
static void ocu_rates_with_two_beats_and_issue_stage__section_3_4(void **state)
{
    (void)state;
    enum { LONG_WINDOW = 8400 };        /* holds whole periods of every length up to 8 */
    for (unsigned n = 0; n <= 3; n++)
        for (int mode = 0; mode < 16; mode++) {
            bool forward = mode & 1, reuse = mode & 2, halves = mode & 4, stage = mode & 8;
            unsigned busy = (n ? n + 1 + !forward : 1) + halves, period = busy + !reuse + stage;
            char settings[160];
            snprintf(settings, sizeof settings, "rf.banks=4 collector.forward=%s collector.reuse_on_dispatch=%s "
                     "collector.beats=%d issue.pipeline=%s", yes(forward), yes(reuse), 1 + halves, yes(stage));
            struct feed feed = {.text = {spread[n]}, .count = 1, .wrap = 1};
            struct vector *v = begin("design 3; microarchitecture 3.4 (beats), 3.5 (stage)", settings, 1, &feed);
            struct delta d = measure(v, &feed, LONG_WINDOW);
            EXPECT_RATE(v, &d, LONG_WINDOW, period > 2 ? 2 : 1, period > 2 ? period : 1);
            EXPECT_COUNT(v, "stats.collector_busy", d.stats.collector_busy, d.issued * busy);
            vector_finish(v);
        }
}

/* min(1, N / (n + 1)). */
static void ocu_rates_by_number_of_collectors__malekeh_II(void **state)
{
    (void)state;
    static const unsigned counts[] = {1, 2, 3, 4, 8};
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
        for (unsigned n = 1; n <= 3; n++)
            for (int order = 0; order < 2; order++) {
                unsigned count = counts[i];
                char settings[128];
                snprintf(settings, sizeof settings, "rf.banks=4 collector.count=%u dispatch.order=%s "
                         "inflight.entries=16", count, order ? "round_robin" : "oldest");
                struct feed feed = {.text = {spread[n]}, .count = 1, .wrap = 1};
                struct vector *v = begin("design 3; microarchitecture 3.4, 3.5", settings, 1, &feed);
                struct delta d = measure(v, &feed, WINDOW);
                if (count >= n + 1)
                    EXPECT_RATE(v, &d, WINDOW, 1, 1);
                else
                    EXPECT_RATE(v, &d, WINDOW, count, n + 1);
                vector_finish(v);
            }
}

/*
 * Two banks. Three sources in banks 0 1 0: bank 0 serves two reads per instruction, so 1/2, which two collectors reach
 * although the head of bank 0 blocks at first (worked out in test_vectors_ocu.c, bank_queue_serves_only_its_head). All
 * sources in one bank: 1/n. Whole instructions in alternate banks: 1/2, the collectors' limit.
 */
static void ocu_rates_with_two_banks__malekeh_II(void **state)
{
    (void)state;
    static const struct { const char *text[2]; unsigned count, numerator, denominator; } rows[] = {
        {{"= r0 r1"}, 1, 2, 3}, {{"= r0 r1 r2"}, 1, 1, 2}, {{"= r0 r2 r4", "= r1 r3 r5"}, 2, 1, 2},
        {{"= r0"}, 1, 1, 1}, {{"= r0 r2"}, 1, 1, 2}, {{"= r0 r2 r4"}, 1, 1, 3}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct feed feed = {.text = {rows[i].text[0], rows[i].text[1]}, .count = rows[i].count, .wrap = 1};
        struct vector *v = begin("Malekeh II; microarchitecture 3.10", "", 1, &feed);
        struct delta d = measure(v, &feed, WINDOW);
        EXPECT_RATE(v, &d, WINDOW, rows[i].numerator, rows[i].denominator);
        vector_finish(v);
    }
}

/* A register named three times is one read: the rate of n = 1. */
static void duplicate_sources_cost_one_read__section_3_6(void **state)
{
    (void)state;
    for (int ccu = 0; ccu < 2; ccu++) {
        struct feed feed = {.text = {"= r5 r5 - r5"}, .count = 1, .wrap = 1};
        struct vector *v = begin("microarchitecture 3.3, 3.6", ccu ? "collector.kind=ccu" : "", 1, &feed);
        struct delta d = measure(v, &feed, WINDOW);
        EXPECT_RATE(v, &d, WINDOW, 1, 1);
        EXPECT_COUNT(v, "stats.source_reads", d.stats.source_reads, WINDOW);
        EXPECT_COUNT(v, "stats.bank_reads", d.stats.bank_reads, ccu ? 0 : WINDOW);
        vector_finish(v);
    }
}

/* One unit that takes an instruction every `interval` cycles. */
static void units_limit_the_rate_to_1_by_interval__section_4(void **state)
{
    (void)state;
    for (unsigned interval = 1; interval <= 5; interval++) {
        struct feed feed = {.text = {"= r0"}, .count = 1, .wrap = 1};
        struct vector *v = begin("microarchitecture 3.4, 4", "", 1, &feed);
        v->interval[INT] = interval;
        struct delta d = measure(v, &feed, WINDOW);
        EXPECT_RATE(v, &d, WINDOW, 1, interval);
        vector_finish(v);
    }
}

/* Decode in t, issue in t+1; with one place the next decode is in t+2. */
static void ibuffer_of_one_halves_the_rate__section_3_12(void **state)
{
    (void)state;
    for (unsigned depth = 1; depth <= 3; depth++) {
        char settings[64];
        snprintf(settings, sizeof settings, "ibuffer.depth=%u", depth);
        struct feed feed = {.text = {""}, .count = 1, .wrap = 1};
        struct vector *v = begin("microarchitecture 3.12, 4 (front end)", settings, 1, &feed);
        struct delta d = measure(v, &feed, WINDOW);
        EXPECT_RATE(v, &d, WINDOW, 1, depth == 1 ? 2 : 1);
        vector_finish(v);
    }
}

/* --- results ------------------------------------------------------------------------------------------------------ */

/* Issue t, dispatch t+1, accepted t+1+L, the number is free in t+2+L: T numbers give min(1, T / (L + 2)). */
static void inflight_numbers_limit_the_rate__section_3_5(void **state)
{
    (void)state;
    static const unsigned rows[][2] = {{2, 4}, {3, 4}, {4, 4}, {6, 4}, {8, 4}, {2, 1}, {5, 8}, {2, 2}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned numbers = rows[i][0], latency = rows[i][1];
        char settings[64];
        snprintf(settings, sizeof settings, "inflight.entries=%u", numbers);
        struct feed feed = {.text = {"{0} ="}, .count = 1, .step = 1, .wrap = 32};
        struct vector *v = begin("microarchitecture 3.5 (condition 5), 3.9", settings, 1, &feed);
        v->latency[INT] = latency;
        struct delta d = measure(v, &feed, WINDOW);
        if (numbers >= latency + 2)
            EXPECT_RATE(v, &d, WINDOW, 1, 1);
        else
            EXPECT_RATE(v, &d, WINDOW, numbers, latency + 2);
        vector_finish(v);
    }
}

/*
 * A chain: every instruction reads the result of the one before. Accepted in c, issued in c+1, with one read
 * dispatched in c+3, result in c+3+L: period L+3. A near result in a CCU is a hit: period L+2; a far one is a miss
 * after its copy was invalidated: L+3.
 */
static void dependent_chain_is_one_cycle_shorter_in_a_ccu__malekeh_III_C1(void **state)
{
    (void)state;
    static const unsigned latencies[] = {1, 2, 4, 7};
    for (unsigned i = 0; i < sizeof latencies / sizeof *latencies; i++)
        for (int kind = 0; kind < 3; kind++) {
            unsigned latency = latencies[i], period = latency + (kind == 1 ? 2 : 3);
            uint64_t window = 240u * period;
            struct feed feed = {.text = {kind == 1 ? "r1n = r1n" : "r1 = r1n"}, .count = 1, .wrap = 1};
            struct vector *v = begin("design 3; microarchitecture 3.5, 3.6, 3.11", kind ? "collector.kind=ccu" : "", 1,
                                     &feed);
            v->latency[INT] = latency;
            struct delta d = measure(v, &feed, window);
            EXPECT_RATE(v, &d, window, 1, period);
            EXPECT_COUNT(v, "stats.bank_writes", d.stats.bank_writes, d.issued);
            EXPECT_COUNT(v, "stats.bank_reads", d.stats.bank_reads, kind == 1 ? 0 : d.issued);
            EXPECT_COUNT(v, "stats.ccu_hits", d.stats.ccu_hits, kind == 1 ? d.issued : 0);
            EXPECT_COUNT(v, "stats.port_d_merges", d.stats.port_d_merges, kind == 1 ? d.issued : 0);
            EXPECT_COUNT(v, "stats.stale_invalidations", d.stats.stale_invalidations, kind == 2 ? d.issued : 0);
            vector_finish(v);
        }
}

/*
 * One bank, one source and one result per instruction, unit latency L. With two or more collectors a read always waits,
 * so the bank is never idle: reads + writes = cycles. A read in g is a write in g+1+L, and writes go first, so cycle g
 * reads exactly if cycle g-1-L did not: in any 2 (L+1) cycles there are L+1 reads. The rate is 1/2.
 */
static void single_ported_bank_serves_one_request_per_cycle__malekeh_II(void **state)
{
    (void)state;
    for (unsigned count = 2; count <= 4; count++)
        for (unsigned latency = 1; latency <= 3; latency++) {
            char settings[96];
            snprintf(settings, sizeof settings, "rf.banks=1 collector.count=%u inflight.entries=16", count);
            struct feed feed = {.text = {"{0} = r40"}, .count = 1, .step = 1, .wrap = 32};
            struct vector *v = begin("Malekeh II (single-ported banks, writes first); microarchitecture 3.9, 3.10",
                                     settings, 1, &feed);
            v->latency[INT] = latency;
            uint64_t window = 240u * (latency + 1);
            struct delta d = measure(v, &feed, window);
            EXPECT_COUNT(v, "reads and writes of the bank", d.stats.bank_reads + d.stats.bank_writes, window);
            EXPECT_COUNT(v, "bank_reads", d.stats.bank_reads, window / 2);
            EXPECT_RATE(v, &d, window, 1, 2);
            vector_finish(v);
        }
}

/* --- caching collectors ------------------------------------------------------------------------------------------- */

/* A warp has one CCU: all hits give 1 with reuse, 1/2 without; two warps in two CCUs give 1 in both cases. */
static void all_hit_ccu_sustains_1__design_3(void **state)
{
    (void)state;
    static const char *const texts[] = {"= r0", "= r0n r1 r2n", "= r0 r1 r2 r3 r4 r5"};
    static const unsigned sources[] = {1, 3, 6};
    for (unsigned i = 0; i < 3; i++)
        for (int mode = 0; mode < 16; mode++) {
            bool forward = mode & 1, reuse = mode & 2, alternate = mode & 4, two = mode & 8;
            char settings[160];
            snprintf(settings, sizeof settings, "collector.kind=ccu rf.banks=4 collector.forward=%s "
                     "collector.reuse_on_dispatch=%s", yes(forward), yes(reuse));
            struct feed feed = {.text = {texts[i]}, .count = 1, .wrap = 1, .alternate = alternate};
            struct vector *v = begin("design 3; Malekeh III-C1; microarchitecture 3.6", settings, two ? 2 : 1, &feed);
            if (two)        /* which unit comes next depends on how the warps interleave */
                v->interval[INT] = v->interval[FP32] = 1;
            struct delta d = measure(v, &feed, WINDOW);
            EXPECT_RATE(v, &d, WINDOW, 1, reuse || two ? 1 : 2);
            EXPECT_COUNT(v, "stats.ccu_hits", d.stats.ccu_hits, d.issued * sources[i]);
            EXPECT_COUNT(v, "stats.source_reads", d.stats.source_reads, d.issued * sources[i]);
            EXPECT_COUNT(v, "stats.bank_reads", d.stats.bank_reads, 0);
            /* Two warps with reuse offer up to 2 per cycle: what the dispatch port leaves over waits in a collector. */
            if (!(two && reuse))
                EXPECT_COUNT(v, "stats.collector_busy", d.stats.collector_busy, d.issued);
            EXPECT_COUNT(v, "stats.ccu_flushes", d.stats.ccu_flushes, 0);
            vector_finish(v);
        }
}

/*
 * All misses: near registers used in turn, more of them than entries, so LRU always evicts what comes next. One warp
 * has one CCU: 1 / period(n). Two warps in two CCUs, the same banks for both: min(1, 2 / period(n)), as plain
 * collectors.
 */
static void missing_ccu_is_a_plain_collector__malekeh_III_C1(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "", "= {0w}n", "= {0w}n {1w}n", "= {0w}n {1w}n {2w}n"
    };
    for (unsigned n = 1; n <= 3; n++)
        for (int mode = 0; mode < 8; mode++) {
            bool forward = mode & 1, reuse = mode & 2, two = mode & 4;
            unsigned busy = n + 1 + !forward, period = busy + !reuse;
            char settings[160];
            snprintf(settings, sizeof settings, "collector.kind=ccu rf.banks=4 collector.forward=%s "
                     "collector.reuse_on_dispatch=%s", yes(forward), yes(reuse));
            struct feed feed = {.text = {texts[n]}, .count = 1, .step = 4, .wrap = 48};
            struct vector *v = begin("Malekeh III-C1, IV-A1; microarchitecture 3.6", settings, two ? 2 : 1, &feed);
            struct delta d = measure(v, &feed, WINDOW);
            EXPECT_RATE(v, &d, WINDOW, two ? 2 : 1, period);
            EXPECT_COUNT(v, "stats.ccu_hits", d.stats.ccu_hits, 0);
            EXPECT_COUNT(v, "stats.bank_reads", d.stats.bank_reads, d.issued * n);
            EXPECT_COUNT(v, "stats.ccu_evictions", d.stats.ccu_evictions, d.issued * n);
            EXPECT_COUNT(v, "stats.collector_busy", d.stats.collector_busy, d.issued * busy);
            vector_finish(v);
        }
}

/* Two near registers that stay and m that always miss: the rate of m sources, one warp and one CCU: 1 / (m + 1). */
static void only_misses_cost_cycles__malekeh_III_C1(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "= r60n r61n", "= r60n {0}n r61n", "= {0}n r60n {1}n r61n", "= r60n {0}n {1}n r61n {2}n"
    };
    for (unsigned m = 0; m <= 3; m++) {
        struct feed feed = {.text = {texts[m]}, .count = 1, .step = 4, .wrap = 48};
        struct vector *v = begin("Malekeh III-C1; microarchitecture 3.6", "collector.kind=ccu rf.banks=4", 1, &feed);
        struct delta d = measure(v, &feed, WINDOW);
        EXPECT_RATE(v, &d, WINDOW, 1, m + 1);
        EXPECT_COUNT(v, "stats.ccu_hits", d.stats.ccu_hits, d.issued * 2);
        EXPECT_COUNT(v, "stats.bank_reads", d.stats.bank_reads, d.issued * m);
        EXPECT_COUNT(v, "stats.ccu_evictions", d.stats.ccu_evictions, d.issued * m);
        vector_finish(v);
    }
}

/* --- bypassing collectors ----------------------------------------------------------------------------------------- */

#define BOC "collector.kind=boc collector.count=4 "

/* What is used again and again is always in a window of two or more. */
static void all_hit_boc_sustains_1__bow_IV_A(void **state)
{
    (void)state;
    static const char *const texts[] = {"= r0", "= r0 r1 r2", "= r0 r1 r2 r3 r4 r5"};
    static const unsigned sources[] = {1, 3, 6}, windows[] = {2, 3, 7};
    for (unsigned i = 0; i < 9; i++)
        for (int mode = 0; mode < 16; mode++) {
            bool forward = mode & 1, reuse = mode & 2, alternate = mode & 4, two = mode & 8;
            char settings[160];
            snprintf(settings, sizeof settings, BOC "rf.banks=4 boc.window=%u collector.forward=%s "
                     "collector.reuse_on_dispatch=%s", windows[i % 3], yes(forward), yes(reuse));
            struct feed feed = {.text = {texts[i / 3]}, .count = 1, .wrap = 1, .alternate = alternate};
            struct vector *v = begin("BOW IV-A; microarchitecture 3.14", settings, two ? 2 : 1, &feed);
            if (two)
                v->interval[INT] = v->interval[FP32] = 1;
            struct delta d = measure(v, &feed, WINDOW);
            EXPECT_RATE(v, &d, WINDOW, 1, 1);
            EXPECT_COUNT(v, "stats.source_reads", d.stats.source_reads, d.issued * sources[i / 3]);
            EXPECT_COUNT(v, "stats.ccu_hits", d.stats.ccu_hits, d.issued * sources[i / 3]);
            EXPECT_COUNT(v, "stats.bank_reads", d.stats.bank_reads, 0);
            vector_finish(v);
        }
}

static void missing_boc_reads_one_register_per_cycle__bow_IV_A(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "= {0}", "= {0} {1}", "= {0} {1} {2}"};
    static const unsigned windows[] = {1, 2, 3, 7};
    for (unsigned i = 0; i < 4; i++)
        for (unsigned n = 0; n <= 3; n++)
            for (int mode = 0; mode < 4; mode++) {
                bool forward = mode & 1, reuse = mode & 2;
                unsigned window = windows[i], period = n + 1 + (n && !forward) + !reuse;
                char settings[192];
                snprintf(settings, sizeof settings, BOC "rf.banks=4 boc.window=%u boc.entries=32 inflight.entries=16 "
                         "collector.forward=%s collector.reuse_on_dispatch=%s", window, yes(forward), yes(reuse));
                struct feed feed = {.text = {texts[n]}, .count = 1, .step = 4, .wrap = 48};
                struct vector *v = begin("BOW IV-A (a single port); microarchitecture 3.14", settings, 1, &feed);
                struct delta d = measure(v, &feed, WINDOW);
                if (window * (n ? n : 1) >= period)
                    EXPECT_RATE(v, &d, WINDOW, 1, n ? n : 1);
                else
                    EXPECT_RATE(v, &d, WINDOW, window, period);
                EXPECT_COUNT(v, "stats.ccu_hits", d.stats.ccu_hits, 0);
                EXPECT_COUNT(v, "stats.bank_reads", d.stats.bank_reads, d.issued * n);
                vector_finish(v);
            }
}

/*
 * Each instruction reads the result of the one before: forwarded, issue c, dispatch c+1, result c+1+L, period L+2; from
 * the bank L+3. Written back, the value never leaves the window, and no row is ever written. In a window of 1 each
 * result comes when its entry has left; one that is wanted in the bank only is read there.
 */
static void chain_in_a_window_needs_no_bank__bow_IV_B(void **state)
{
    (void)state;
    static const struct { const char *write, *text; unsigned window, extra, reads, writes; } rows[] = {
        {"through", "r1 = r1", 2, 2, 0, 1}, {"through", "r1 = r1", 1, 3, 1, 1}, {"back", "r1 = r1", 2, 2, 0, 0},
        {"back", "r1 = r1", 7, 2, 0, 0}, {"back", "r1 = r1", 1, 3, 1, 1}, {"hinted", "r1 = r1 hint=1", 2, 2, 0, 0},
        {"hinted", "r1 = r1 hint=2", 3, 3, 1, 1}, {"hinted", "r1 = r1 hint=3", 3, 2, 0, 0}
    };
    static const unsigned latencies[] = {1, 2, 4, 7};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned k = 0; k < 4; k++) {
            unsigned latency = latencies[k], period = latency + rows[i].extra;
            uint64_t window = 240u * period;
            char settings[96];
            snprintf(settings, sizeof settings, BOC "boc.write=%s boc.window=%u", rows[i].write, rows[i].window);
            struct feed feed = {.text = {rows[i].text}, .count = 1, .wrap = 1};
            struct vector *v = begin("BOW IV-B (consolidation); microarchitecture 3.14", settings, 1, &feed);
            v->latency[INT] = latency;
            struct delta d = measure(v, &feed, window);
            EXPECT_RATE(v, &d, window, 1, period);
            EXPECT_COUNT(v, "stats.bank_reads", d.stats.bank_reads, d.issued * rows[i].reads);
            EXPECT_COUNT(v, "stats.bank_writes", d.stats.bank_writes, d.issued * rows[i].writes);
            vector_finish(v);
        }
}

/*
 * A result in a register of its own from every instruction. It is accepted L + 1 cycles after the issue, when L have
 * issued behind its own: it finds its entry if L <= V - 2, and then a transient one is dropped. All others are rows,
 * sooner or later.
 */
static void stream_of_results_is_written_once__bow_IV_B(void **state)
{
    (void)state;
    static const unsigned windows[] = {1, 2, 3, 7}, latencies[] = {1, 2, 4, 5, 6};
    static const char *const modes[] = {"through", "back", "hinted", "hinted"};
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < 5; k++)
            for (unsigned mode = 0; mode < 4; mode++) {
                bool dropped = mode == 3 && latencies[k] + 2 <= windows[i];
                char settings[128];
                snprintf(settings, sizeof settings, BOC "boc.write=%s boc.window=%u inflight.entries=16", modes[mode],
                         windows[i]);
                struct feed feed = {.text = {mode == 3 ? "{0} = hint=1" : "{0} ="}, .count = 1, .step = 1, .wrap = 32};
                struct vector *v = begin("BOW IV-B; microarchitecture 3.14", settings, 1, &feed);
                v->latency[INT] = latencies[k];
                struct delta d = measure(v, &feed, WINDOW);
                EXPECT_RATE(v, &d, WINDOW, 1, 1);
                EXPECT_COUNT(v, "stats.bank_writes", d.stats.bank_writes, dropped ? 0 : WINDOW);
                vector_finish(v);
            }
}

/* The stream of single_ported_bank_serves_one_request_per_cycle: its source is forwarded, and the bank only written. */
static void forwarding_frees_the_bank__bow_IV_A(void **state)
{
    (void)state;
    for (unsigned mode = 0; mode < 2; mode++)
        for (unsigned latency = 1; latency <= 3; latency++) {
            struct feed feed = {.text = {"{0} = r40"}, .count = 1, .step = 1, .wrap = 32};
            struct vector *v = begin("BOW IV-A, IV-B; microarchitecture 3.10, 3.14", mode ?
                                     BOC "rf.banks=1 inflight.entries=16 boc.write=back" :
                                     BOC "rf.banks=1 inflight.entries=16", 1, &feed);
            v->latency[INT] = latency;
            struct delta d = measure(v, &feed, WINDOW);
            EXPECT_RATE(v, &d, WINDOW, 1, 1);
            EXPECT_COUNT(v, "stats.bank_reads", d.stats.bank_reads, 0);
            EXPECT_COUNT(v, "stats.bank_writes", d.stats.bank_writes, WINDOW);
            vector_finish(v);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_ocus_sustain_1_2of3_1of2__design_3),
        cmocka_unit_test(ocu_rates_by_sources_forward_and_reuse__design_3),
        cmocka_unit_test(ocu_rates_with_two_beats_and_issue_stage__section_3_4),
        cmocka_unit_test(ocu_rates_by_number_of_collectors__malekeh_II),
        cmocka_unit_test(ocu_rates_with_two_banks__malekeh_II),
        cmocka_unit_test(duplicate_sources_cost_one_read__section_3_6),
        cmocka_unit_test(units_limit_the_rate_to_1_by_interval__section_4),
        cmocka_unit_test(ibuffer_of_one_halves_the_rate__section_3_12),
        cmocka_unit_test(inflight_numbers_limit_the_rate__section_3_5),
        cmocka_unit_test(dependent_chain_is_one_cycle_shorter_in_a_ccu__malekeh_III_C1),
        cmocka_unit_test(single_ported_bank_serves_one_request_per_cycle__malekeh_II),
        cmocka_unit_test(all_hit_ccu_sustains_1__design_3),
        cmocka_unit_test(missing_ccu_is_a_plain_collector__malekeh_III_C1),
        cmocka_unit_test(only_misses_cost_cycles__malekeh_III_C1),
        cmocka_unit_test(all_hit_boc_sustains_1__bow_IV_A),
        cmocka_unit_test(missing_boc_reads_one_register_per_cycle__bow_IV_A),
        cmocka_unit_test(chain_in_a_window_needs_no_bank__bow_IV_B),
        cmocka_unit_test(stream_of_results_is_written_once__bow_IV_B),
        cmocka_unit_test(forwarding_frees_the_bank__bow_IV_A),
    };
    return cmocka_run_group_tests_name("rates in closed form", tests, NULL, NULL);
}
