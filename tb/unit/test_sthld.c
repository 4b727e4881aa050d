/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The adaptive threshold STHLD (Malekeh IV-B3, Fig. 8; microarchitecture 3.5): its transitions one by one, its idea of
 * a large change, what it does on IPC curves with a knee, and its registers in the sub-core. Numbers are worked out by
 * hand from the table of Fig. 8 as the defaults of sthld.next_* and sthld.step_* give it:
 *
 *     state   small: next, step                       large: next, step
 *     1       2, +1                                   2, +1
 *     2       2, +1                                   3, +1
 *     3       2, +1                                   4, -2
 *     4       5, +1, or 0 after a clamped decrement   4, -1
 *     5       6,  0                                   4, -1
 *     6       6,  0                                   3, +1
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/subcore/sthld.h"
#include "vector.h"

#define SECTION "Malekeh IV-B3, Fig. 8; microarchitecture 3.5 (STHLD)"

static struct config configured(const char *settings)
{
    struct config cfg;
    char error[CONFIG_ERROR], copy[512], *rest = NULL;
    config_default(&cfg);
    snprintf(copy, sizeof copy, "collector.kind=ccu ccu.allocation=malekeh sthld.mode=own %s", settings);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (!config_set(&cfg, word, SENTENCE(error)))
            fail_msg("test error: %s", error);
    if (!config_check(&cfg, SENTENCE(error)))
        fail_msg("test error: %s", error);
    return cfg;
}

/* --- transitions -------------------------------------------------------------------------------------------------- */

struct edge { unsigned state, sthld, clamped, large, next, to, next_clamped; };

static void expect_edges(const struct config *cfg, const struct edge *e, size_t count)
{
    for (; count > 0; count--, e++) {
        struct sthld_state s = {(uint8_t)e->state, (uint8_t)e->sthld, e->clamped};
        struct sthld_state n = sthld_next(cfg, s, e->large);
        if (n.state != e->next || n.sthld != e->to || n.clamped != (bool)e->next_clamped)
            fail_msg("state %u, STHLD %u, clamped %u, %s change: expected state %u, STHLD %u, clamped %u, got %u, %u, "
                     "%u; read " SECTION, e->state, e->sthld, e->clamped, e->large ? "large" : "small", e->next, e->to,
                     e->next_clamped, n.state, n.sthld, n.clamped);
    }
}
#define EXPECT_EDGES(cfg, list) expect_edges(cfg, list, sizeof list / sizeof *list)

static void each_edge_of_fig_8__malekeh_IV_B3(void **state)
{
    (void)state;
    struct config cfg = configured("");
    static const struct edge edges[] = {
        {1, 5, 0, 0, 2, 6, 0}, {1, 5, 0, 1, 2, 6, 0},
        {2, 5, 0, 0, 2, 6, 0}, {2, 5, 0, 1, 3, 6, 0},
        {3, 5, 0, 0, 2, 6, 0}, {3, 5, 0, 1, 4, 3, 0},
        {4, 5, 0, 0, 5, 6, 0}, {4, 5, 0, 1, 4, 4, 0},
        {5, 5, 0, 0, 6, 5, 0}, {5, 5, 0, 1, 4, 4, 0},
        {6, 5, 0, 0, 6, 5, 0}, {6, 5, 0, 1, 3, 6, 0}
    };
    EXPECT_EDGES(&cfg, edges);
}

static void sthld_stays_between_0_and_its_maximum__section_3_5(void **state)
{
    (void)state;
    struct config cfg = configured("");
    static const struct edge edges[] = {
        {1, 14, 0, 0, 2, 15, 0}, {1, 15, 0, 0, 2, 15, 0}, {2, 15, 0, 0, 2, 15, 0}, {2, 15, 0, 1, 3, 15, 0},
        {3, 15, 0, 0, 2, 15, 0}, {4, 15, 0, 0, 5, 15, 0}, {6, 15, 0, 1, 3, 15, 0},
        {3, 2, 0, 1, 4, 0, 0}, {3, 1, 0, 1, 4, 0, 1}, {3, 0, 0, 1, 4, 0, 1},
        {4, 1, 0, 1, 4, 0, 0}, {4, 0, 0, 1, 4, 0, 1}, {5, 1, 0, 1, 4, 0, 0}, {5, 0, 0, 1, 4, 0, 1}
    };
    EXPECT_EDGES(&cfg, edges);
    struct config two = configured("sthld.max=2"), most = configured("sthld.max=255 sthld.step_small=966655");
    static const struct edge low[] = {{2, 1, 0, 0, 2, 2, 0}, {2, 2, 0, 0, 2, 2, 0}, {2, 2, 0, 1, 3, 2, 0}};
    static const struct edge high[] = {         /* +4 in state 1 */
        {1, 251, 0, 0, 2, 255, 0}, {1, 252, 0, 0, 2, 255, 0}, {1, 255, 0, 0, 2, 255, 0}, {2, 254, 0, 0, 2, 255, 0},
        {2, 255, 0, 0, 2, 255, 0}, {3, 255, 0, 1, 4, 253, 0}
    };
    EXPECT_EDGES(&two, low);
    EXPECT_EDGES(&most, high);
}

/* clamped is set and cleared by decrements alone, and matters in state 4 after a small change alone. */
static void state_4_adds_nothing_after_a_clamped_decrement__section_3_5(void **state)
{
    (void)state;
    struct config cfg = configured("");
    static const struct edge edges[] = {
        {4, 0, 1, 0, 5, 0, 1}, {4, 0, 0, 0, 5, 1, 0}, {4, 7, 1, 0, 5, 7, 1},
        {1, 0, 1, 0, 2, 1, 1}, {1, 0, 1, 1, 2, 1, 1}, {2, 0, 1, 0, 2, 1, 1}, {2, 0, 1, 1, 3, 1, 1},
        {3, 0, 1, 0, 2, 1, 1}, {5, 0, 1, 0, 6, 0, 1}, {6, 0, 1, 0, 6, 0, 1}, {6, 0, 1, 1, 3, 1, 1},
        {3, 2, 1, 1, 4, 0, 0}, {3, 1, 1, 1, 4, 0, 1}, {4, 1, 1, 1, 4, 0, 0}, {5, 3, 1, 1, 4, 2, 0},
        {4, 0, 1, 1, 4, 0, 1}
    };
    EXPECT_EDGES(&cfg, edges);
    struct config down = configured("sthld.step_small=666355 sthld.step_large=663946");     /* state 4: -2, +4 */
    static const struct edge other[] = {{4, 5, 1, 0, 5, 3, 0}, {4, 1, 1, 0, 5, 0, 1}, {4, 5, 1, 1, 4, 9, 1}};
    EXPECT_EDGES(&down, other);
}

static void states_0_and_7_go_to_1__section_3_5(void **state)
{
    (void)state;
    struct config cfg = configured("");
    static const struct edge edges[] = {
        {0, 5, 0, 0, 1, 5, 0}, {0, 5, 1, 1, 1, 5, 1}, {7, 0, 0, 1, 1, 0, 0}, {7, 15, 1, 0, 1, 15, 1}
    };
    EXPECT_EDGES(&cfg, edges);
}

/* Every digit different: the digit of state 1 is the leftmost one. */
static void table_can_be_programmed__section_3_5(void **state)
{
    (void)state;
    struct config cfg = configured("sthld.next_small=654321 sthld.next_large=123456 sthld.step_small=123456 "
                                   "sthld.step_large=987654 sthld.max=100");
    static const struct edge edges[] = {
        {1, 50, 0, 0, 6, 46, 0}, {2, 50, 0, 0, 5, 47, 0}, {3, 50, 0, 0, 4, 48, 0}, {4, 50, 0, 0, 3, 49, 0},
        {5, 50, 0, 0, 2, 50, 0}, {6, 50, 0, 0, 1, 51, 0},
        {1, 50, 0, 1, 1, 54, 0}, {2, 50, 0, 1, 2, 53, 0}, {3, 50, 0, 1, 3, 52, 0}, {4, 50, 0, 1, 4, 51, 0},
        {5, 50, 0, 1, 5, 50, 0}, {6, 50, 0, 1, 6, 49, 0},
        {1, 3, 0, 0, 6, 0, 1}, {1, 4, 1, 0, 6, 0, 0}, {1, 97, 0, 1, 1, 100, 0}
    };
    EXPECT_EDGES(&cfg, edges);
}

/* --- large and small ---------------------------------------------------------------------------------------------- */

static void change_of_exactly_2_percent_is_small__malekeh_IV_B3(void **state)
{
    (void)state;
    struct config cfg = configured("");
    static const struct { uint32_t current, previous; bool large; } rows[] = {
        {10000, 10000, false}, {5100, 5000, false}, {5101, 5000, true}, {4900, 5000, false}, {4899, 5000, true},
        {51, 50, false}, {52, 50, true}, {49, 50, false}, {48, 50, true}, {50, 49, true}, {48, 49, true},
        {49, 49, false}, {5098, 4999, false}, {5099, 4999, true}, {4901, 5001, false}, {4900, 5001, true},
        {0, 0, false}, {1, 0, true}, {10000, 0, true}, {0, 1, true}, {2, 1, true}, {0, 10000, true}
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (sthld_large(&cfg, rows[i].current, rows[i].previous) != rows[i].large)
            fail_msg("%u after %u should be %s; read " SECTION, rows[i].current, rows[i].previous,
                     rows[i].large ? "large" : "small");
}

static void change_counts_by_the_fraction__section_3_5(void **state)
{
    (void)state;
    struct config one = configured("sthld.fraction=1"), most = configured("sthld.fraction=1000 sthld.interval=1000000");
    assert_false(sthld_large(&one, 0, 100));            /* the whole of it, and no more */
    assert_false(sthld_large(&one, 200, 100));
    assert_true(sthld_large(&one, 201, 100));
    assert_true(sthld_large(&one, 1, 0));
    assert_false(sthld_large(&most, 1000000, 1000000));
    assert_false(sthld_large(&most, 999000, 1000000));
    assert_true(sthld_large(&most, 998999, 1000000));
    assert_false(sthld_large(&most, 1000000, 999001));  /* 999 * 1000 <= 999001 */
    assert_true(sthld_large(&most, 1000000, 999000));   /* 1000 * 1000 > 999000 */
    assert_true(sthld_large(&most, 1000000, 1));        /* 999,999,000 */
    assert_true(sthld_large(&most, 0, 1000000));        /* 1,000,000,000 */
}

/* For every previous count the small ones are an interval; its ends come from 0.98 p and 1.02 p as whole numbers. */
static void every_pair_up_to_10000__malekeh_IV_B3(void **state)
{
    (void)state;
    struct config cfg = configured("");
    for (uint32_t p = 0; p <= 10000; p++) {
        uint32_t least = (uint32_t)(((uint64_t)p * 98 + 99) / 100), most = (uint32_t)((uint64_t)p * 102 / 100);
        for (uint32_t c = 0; c <= 10000; c++)
            if (sthld_large(&cfg, c, p) != (c < least || c > most))
                fail_msg("%u after %u: small are %u to %u; read " SECTION, c, p, least, most);
    }
}

/* --- curves ------------------------------------------------------------------------------------------------------- */

/* A walk over a curve, interval by interval. */
struct walk {
    const struct config *cfg;
    struct sthld_state s;
    uint32_t previous;
    unsigned intervals;
};

static struct walk walk_start(const struct config *cfg)
{
    return (struct walk){.cfg = cfg, .s = {1, (uint8_t)cfg->sthld_value, false}};
}

/* Instructions of an interval: `plateau` up to the knee, then `loss` thousandths less with every step. */
static uint32_t instructions(uint32_t plateau, unsigned knee, unsigned loss, unsigned sthld)
{
    uint64_t n = (uint64_t)plateau << 20;
    for (unsigned i = knee; i < sthld; i++)
        n = n * (1000 - loss) / 1000;
    return (uint32_t)(n >> 20);
}

static void interval(struct walk *w, uint32_t current)
{
    w->s = sthld_next(w->cfg, w->s, sthld_large(w->cfg, current, w->previous));
    w->previous = current;
    w->intervals++;
}

/* Goes on until nothing has changed for 20 intervals. */
static void walk_to_rest(struct walk *w, uint32_t plateau, unsigned knee, unsigned loss)
{
    unsigned quiet = 0;
    for (w->intervals = 0; quiet < 20; ) {
        struct sthld_state before = w->s;
        if (w->intervals > 200)
            fail_msg("no rest after 200 intervals: knee %u, STHLD %u, state %u; read " SECTION, knee, w->s.sthld,
                     w->s.state);
        interval(w, instructions(plateau, knee, loss, w->s.sthld));
        quiet = before.sthld == w->s.sthld && before.state == w->s.state ? quiet + 1 : 0;
    }
}

static void expect_rest(const struct walk *w, unsigned knee, unsigned state, unsigned sthld)
{
    if (w->s.state != state || w->s.sthld != sthld)
        fail_msg("curve with its knee at %u: expected rest in state %u with STHLD %u, got state %u, STHLD %u; read "
                 SECTION, knee, state, sthld, w->s.state, w->s.sthld);
}

/*
 * Fig. 9 a and b by hand for the knee at 2, 8000 instructions on the plateau, 10 % less a step: STHLD, state during an
 * interval, and its instructions.
 */
static void walk_over_a_knee_at_2_interval_by_interval__malekeh_fig_9(void **state)
{
    (void)state;
    struct config cfg = configured("");
    static const struct { unsigned state, sthld; uint32_t current; } rows[] = {
        {1, 0, 8000}, {2, 1, 8000}, {2, 2, 8000}, {2, 3, 7200}, {3, 4, 6480}, {4, 2, 8000}, {4, 1, 8000}, {5, 2, 8000},
        {6, 2, 8000}, {6, 2, 8000}
    };
    struct walk w = walk_start(&cfg);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (w.s.state != rows[i].state || w.s.sthld != rows[i].sthld)
            fail_msg("interval %zu: expected state %u and STHLD %u, got %u and %u; read " SECTION, i, rows[i].state,
                     rows[i].sthld, w.s.state, w.s.sthld);
        uint32_t current = instructions(8000, 2, 100, w.s.sthld);
        assert_int_equal(current, rows[i].current);
        interval(&w, current);
    }
}

static void sthld_rests_at_the_knee__malekeh_IV_B3(void **state)
{
    (void)state;
    struct config cfg = configured("");
    static const unsigned knees[] = {0, 1, 2, 3, 5, 10, 13};
    for (size_t i = 0; i < sizeof knees / sizeof *knees; i++) {
        struct walk w = walk_start(&cfg);
        walk_to_rest(&w, 8000, knees[i], 100);
        expect_rest(&w, knees[i], 6, knees[i]);
    }
}

/*
 * The knee one below sthld.max: the speculative step of state 3 is clamped, nothing changes, and the small change sends
 * it back to state 2, where it stays one step beyond the knee.
 */
static void knee_just_below_the_maximum_is_passed__section_3_5(void **state)
{
    (void)state;
    struct config cfg = configured("");
    struct walk w = walk_start(&cfg);
    walk_to_rest(&w, 8000, 14, 100);
    expect_rest(&w, 14, 2, 15);
    w = walk_start(&cfg);
    walk_to_rest(&w, 8000, 20, 100);            /* no knee in reach: up to the maximum */
    expect_rest(&w, 20, 2, 15);
}

/* Fig. 9 c and d: another phase, with another plateau. */
static void another_phase_with_another_knee_is_found__malekeh_fig_9(void **state)
{
    (void)state;
    struct config cfg = configured("");
    static const unsigned knees[] = {0, 1, 2, 5, 10, 13};
    enum { KNEES = sizeof knees / sizeof *knees };
    for (unsigned i = 0; i < KNEES * KNEES; i++) {
        unsigned from = knees[i / KNEES], to = knees[i % KNEES];
        if (from == to)
            continue;
        struct walk w = walk_start(&cfg);
        walk_to_rest(&w, 4000, from, 100);
        expect_rest(&w, from, 6, from);
        walk_to_rest(&w, 9000, to, 100);
        expect_rest(&w, to, 6, to);
        walk_to_rest(&w, 3000, from, 100);
        expect_rest(&w, from, 6, from);
    }
}

/*
 * Another phase with the same knee K: state 3 at K + 1 sees the drop, -2 goes to K - 1, the rise there is large, -1
 * goes to K - 2, small, +1: it rests at K - 1, one below the knee. At 0 the clamped decrement saves it.
 */
static void another_phase_with_the_same_knee_rests_one_below__fig_8(void **state)
{
    (void)state;
    struct config cfg = configured("");
    static const unsigned knees[][2] = {{0, 0}, {1, 0}, {2, 1}, {5, 4}, {10, 9}};
    for (size_t i = 0; i < sizeof knees / sizeof *knees; i++) {
        struct walk w = walk_start(&cfg);
        walk_to_rest(&w, 4000, knees[i][0], 100);
        walk_to_rest(&w, 8000, knees[i][0], 100);
        expect_rest(&w, knees[i][0], 6, knees[i][1]);
    }
}

/* A wider plateau of the same height is no change of IPC, and is not found. */
static void wider_plateau_of_the_same_height_goes_unnoticed__fig_8(void **state)
{
    (void)state;
    struct config cfg = configured("");
    struct walk w = walk_start(&cfg);
    walk_to_rest(&w, 8000, 2, 100);
    walk_to_rest(&w, 8000, 10, 100);
    expect_rest(&w, 10, 6, 2);
}

/*
 * What the FSM can not see: a curve that falls by no more than 2 % a step. Every change is small but the first one
 * (from 0), so it goes up in state 2 by one an interval to the maximum, and stays there: at 1.5 % a step and 15 steps,
 * 8000 instructions have become 6377 (0.985 to the power of 15 is 0.7972).
 */
static void gentle_slope_is_climbed_to_the_maximum__fig_8(void **state)
{
    (void)state;
    static const unsigned max[] = {15, 40, 255};
    for (size_t i = 0; i < sizeof max / sizeof *max; i++) {
        char settings[64];
        snprintf(settings, sizeof settings, "sthld.max=%u", max[i]);
        struct config cfg = configured(settings);
        struct walk w = walk_start(&cfg);
        for (unsigned step = 1; step <= 40 && step <= max[i]; step++) {
            interval(&w, instructions(8000, 0, 15, w.s.sthld));
            assert_int_equal(w.s.state, 2);
            assert_int_equal(w.s.sthld, step);
        }
        if (max[i] > 40)
            continue;                           /* further down whole instructions are coarser than 2 % */
        walk_to_rest(&w, 8000, 0, 15);
        expect_rest(&w, 0, 2, max[i]);
        if (max[i] == 15)
            assert_int_equal(instructions(8000, 0, 15, w.s.sthld), 6377);
    }
}

/* --- in the sub-core ---------------------------------------------------------------------------------------------- */

#define OWN "collector.kind=ccu ccu.allocation=malekeh issue.scheduler=malekeh sthld.mode=own sthld.interval=20 "
#define FSM "u_sthld."

static void expect_fsm(struct vector *v, unsigned state, unsigned sthld, unsigned clamped, unsigned cycle,
                       unsigned count, unsigned previous, int line)
{
    const struct { const char *name; unsigned value; } list[] = {
        {FSM "state_q", state}, {FSM "sthld_q", sthld}, {FSM "clamped_q", clamped}, {FSM "cycle_q", cycle},
        {FSM "count_q", count}, {FSM "prev_q", previous}
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        vector_expect_q(v, list[i].name, list[i].value, __FILE__, line);
}
#define EXPECT_FSM(v, ...) expect_fsm(v, __VA_ARGS__, __LINE__)

/* The registers over one interval of 20 cycles with n instructions, issued in its cycles 1 to n. */
static void run_interval(struct vector *v, unsigned warp, unsigned n, unsigned state, unsigned sthld, unsigned clamped,
                         unsigned previous)
{
    for (unsigned i = 0; i < 20; i++) {
        unsigned issued = i < 2 ? 0 : i - 1 < n ? i - 1 : n;
        EXPECT_FSM(v, state, sthld, clamped, i, issued, previous);
        if (i < n)
            vector_decode(v, warp, "int");
        vector_step(v);
    }
}

/* No warp is live in cycle 0; the intervals are cycles 1 to 20, 21 to 40 and so on. */
static void registers_over_eleven_intervals__malekeh_IV_B3(void **state)
{
    (void)state;
    struct vector *v = vector_start(SECTION, OWN);
    EXPECT_FSM(v, 1, 0, 0, 0, 0, 0);
    vector_launch(v, 0);
    vector_step(v);
    run_interval(v, 0, 10, 1, 0, 0, 0);         /* large, from 0 */
    run_interval(v, 0, 10, 2, 1, 0, 10);        /* small */
    run_interval(v, 0, 9, 2, 2, 0, 10);         /* large */
    run_interval(v, 0, 9, 3, 3, 0, 9);          /* small */
    run_interval(v, 0, 8, 2, 4, 0, 9);          /* large */
    run_interval(v, 0, 7, 3, 5, 0, 8);          /* large */
    run_interval(v, 0, 7, 4, 3, 0, 7);          /* small */
    run_interval(v, 0, 7, 5, 4, 0, 7);          /* small */
    run_interval(v, 0, 7, 6, 4, 0, 7);          /* small */
    run_interval(v, 0, 0, 6, 4, 0, 7);          /* large */
    run_interval(v, 0, 0, 3, 5, 0, 0);          /* small: nothing after nothing */
    EXPECT_FSM(v, 2, 6, 0, 0, 0, 0);
    EXPECT_COUNT(v, "cycle", v->cycle, 1 + 11 * 20);
    vector_finish(v);
}

/* Every change large: 1, 2, 3 and then 4 for ever; from sthld 2 by -2 to 0, then clamped. */
static void registers_after_clamped_decrements__fig_8(void **state)
{
    (void)state;
    struct vector *v = vector_start(SECTION, OWN);
    vector_launch(v, 0);
    vector_step(v);
    run_interval(v, 0, 8, 1, 0, 0, 0);
    run_interval(v, 0, 4, 2, 1, 0, 8);
    run_interval(v, 0, 8, 3, 2, 0, 4);
    run_interval(v, 0, 4, 4, 0, 0, 8);
    run_interval(v, 0, 4, 4, 0, 1, 4);          /* -1 from 0; small: adds nothing */
    run_interval(v, 0, 4, 5, 0, 1, 4);
    run_interval(v, 0, 8, 6, 0, 1, 4);          /* large */
    EXPECT_FSM(v, 3, 1, 1, 0, 0, 8);
    vector_finish(v);
}

/* An instruction that issues in the last cycle of an interval counts there, one in the next cycle for the next. */
static void issue_in_the_last_cycle_counts__section_3_5(void **state)
{
    (void)state;
    struct vector *v = vector_start(SECTION, OWN);
    vector_launch(v, 0);
    vector_to(v, 19);
    vector_decode(v, 0, "int");
    vector_step(v);
    vector_decode(v, 0, "fp32");
    EXPECT_FSM(v, 1, 0, 0, 19, 0, 0);
    vector_to(v, 21);
    EXPECT_ISSUES(v, "20:w0#0");
    EXPECT_FSM(v, 2, 1, 0, 0, 0, 1);
    vector_to(v, 22);
    EXPECT_ISSUES(v, "20:w0#0 21:w0#1");
    EXPECT_FSM(v, 2, 1, 0, 1, 1, 1);
    vector_finish(v);
}

/*
 * The last instruction issues in 6, dispatches in 7, the warp ends in 8, in which it is still live: cycles 1 to 8
 * count. It is launched again in 30, and lives from 31 on: cycle 42 is the last of the interval.
 */
static void cycles_without_a_live_warp_do_not_count__section_3_5(void **state)
{
    (void)state;
    struct vector *v = vector_start(SECTION, OWN);
    vector_launch(v, 0);
    vector_to(v, 5);
    vector_decode(v, 0, "int last");
    vector_to(v, 9);
    EXPECT_ENDS(v, "8:w0");
    EXPECT_FSM(v, 1, 0, 0, 8, 1, 0);
    vector_to(v, 30);
    EXPECT_FSM(v, 1, 0, 0, 8, 1, 0);
    vector_launch(v, 0);
    vector_to(v, 31);
    EXPECT_FSM(v, 1, 0, 0, 8, 1, 0);
    vector_decode(v, 0, "int");
    vector_to(v, 42);
    EXPECT_FSM(v, 1, 0, 0, 19, 2, 0);
    vector_to(v, 43);
    EXPECT_FSM(v, 2, 1, 0, 0, 0, 2);
    vector_finish(v);
}

/* In the middle of an interval, with no warp live, and in the cycle of a transition. */
static void kernel_resets_sthld__malekeh_IV_B3(void **state)
{
    (void)state;
    struct vector *v = vector_start(SECTION, OWN "sthld.value=3");
    EXPECT_FSM(v, 1, 3, 0, 0, 0, 0);
    vector_kernel(v);
    vector_launch(v, 0);
    vector_step(v);
    run_interval(v, 0, 5, 1, 3, 0, 0);
    EXPECT_FSM(v, 2, 4, 0, 0, 0, 5);            /* cycle 21 */
    vector_decode(v, 0, "int");
    vector_step(v);
    vector_decode(v, 0, "int");
    vector_step(v);
    EXPECT_FSM(v, 2, 4, 0, 2, 1, 5);            /* cycle 23: an instruction issues, and does not count */
    vector_kernel(v);
    vector_step(v);
    EXPECT_FSM(v, 1, 3, 0, 0, 0, 0);            /* cycle 24: the first of an interval */
    vector_to(v, 43);
    EXPECT_FSM(v, 1, 3, 0, 19, 0, 0);
    vector_decode(v, 0, "int last");
    vector_kernel(v);                           /* instead of a transition */
    vector_step(v);
    EXPECT_FSM(v, 1, 3, 0, 0, 0, 0);
    vector_to(v, 50);                           /* issue 44, dispatch 45, end 46: 44 to 46 have counted */
    EXPECT_ENDS(v, "46:w0");
    EXPECT_FSM(v, 1, 3, 0, 3, 1, 0);
    vector_kernel(v);
    vector_step(v);
    EXPECT_FSM(v, 1, 3, 0, 0, 0, 0);
    vector_finish(v);
}

/* 10,000 cycles, the default, and an interval of 2. */
static void intervals_of_2_and_of_10000_cycles__malekeh_IV_B3(void **state)
{
    (void)state;
    struct vector *v = vector_start(SECTION, OWN "sthld.interval=2");
    vector_launch(v, 0);
    vector_to(v, 2);
    EXPECT_FSM(v, 1, 0, 0, 1, 0, 0);
    vector_to(v, 3);
    EXPECT_FSM(v, 2, 1, 0, 0, 0, 0);
    vector_to(v, 5);
    EXPECT_FSM(v, 2, 2, 0, 0, 0, 0);
    vector_finish(v);

    v = vector_start(SECTION, OWN "sthld.interval=10000");
    vector_launch(v, 0);
    vector_to(v, 10000);
    EXPECT_FSM(v, 1, 0, 0, 9999, 0, 0);
    vector_to(v, 10001);
    EXPECT_FSM(v, 2, 1, 0, 0, 0, 0);
    vector_finish(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_edge_of_fig_8__malekeh_IV_B3),
        cmocka_unit_test(sthld_stays_between_0_and_its_maximum__section_3_5),
        cmocka_unit_test(state_4_adds_nothing_after_a_clamped_decrement__section_3_5),
        cmocka_unit_test(states_0_and_7_go_to_1__section_3_5),
        cmocka_unit_test(table_can_be_programmed__section_3_5),
        cmocka_unit_test(change_of_exactly_2_percent_is_small__malekeh_IV_B3),
        cmocka_unit_test(change_counts_by_the_fraction__section_3_5),
        cmocka_unit_test(every_pair_up_to_10000__malekeh_IV_B3),
        cmocka_unit_test(walk_over_a_knee_at_2_interval_by_interval__malekeh_fig_9),
        cmocka_unit_test(sthld_rests_at_the_knee__malekeh_IV_B3),
        cmocka_unit_test(knee_just_below_the_maximum_is_passed__section_3_5),
        cmocka_unit_test(another_phase_with_another_knee_is_found__malekeh_fig_9),
        cmocka_unit_test(another_phase_with_the_same_knee_rests_one_below__fig_8),
        cmocka_unit_test(wider_plateau_of_the_same_height_goes_unnoticed__fig_8),
        cmocka_unit_test(gentle_slope_is_climbed_to_the_maximum__fig_8),
        cmocka_unit_test(registers_over_eleven_intervals__malekeh_IV_B3),
        cmocka_unit_test(registers_after_clamped_decrements__fig_8),
        cmocka_unit_test(issue_in_the_last_cycle_counts__section_3_5),
        cmocka_unit_test(cycles_without_a_live_warp_do_not_count__section_3_5),
        cmocka_unit_test(kernel_resets_sthld__malekeh_IV_B3),
        cmocka_unit_test(intervals_of_2_and_of_10000_cycles__malekeh_IV_B3),
    };
    return cmocka_run_group_tests_name("STHLD", tests, NULL, NULL);
}
