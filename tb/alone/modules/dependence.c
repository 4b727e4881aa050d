/* SPDX-License-Identifier: Apache-2.0 */
/* dependence: cmodel/subcore/dependence.c (3.18, issue and Control). */
#include "cmodel/subcore/dependence.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"

enum { HOLDS, LONGEST, SHORTEST, TWO_UP, UP_AND_DOWN, SEVERAL_DOWN, MOST, EXACT, WAITS, STALLS };
enum { COUNT_MAX = 63 };

static const struct point points[] = {
    {"a stall stays while Allocate waits", NULL}, {"a stall of 44 cycles", NULL},
    {"a stall above 11 without yield", NULL}, {"an instruction counts one counter up twice", NULL},
    {"a counter goes up and down in one cycle", NULL}, {"a counter goes down by several", NULL},
    {"a counter is 63", NULL}, {"a counter is what DEPBAR lets through", NULL},
    {"a warp waits for one counter", NULL}, {"a warp stalls", NULL}, {NULL, NULL}
};

/* Of each counter: how often it can go down, and how often it has gone. */
struct cycle {
    unsigned left[MAX_WARPS][DEPENDENCE_COUNTERS], downs[MAX_WARPS][DEPENDENCE_COUNTERS];
};

static struct dependence *here(const struct unit *u)
{
    return &u->m->modern.dependence;
}

static void reset(struct unit *u)
{
    dependence_reset(here(u));
    dependence_pack(here(u));
}

/* In some phases one warp and few numbers, so that its counters climb. */
static unsigned draw_warp(struct unit *u)
{
    return u->cycle / 128 % 2 && !one_in(u, 8) ? 0 : below(u, u->m->core.shape.warps);
}

static unsigned draw_number(struct unit *u)
{
    unsigned n = u->m->core.shape.inflight;
    return u->cycle / 128 % 2 ? below(u, 2) : below(u, n);
}

/* The next instruction of a warp; its count is often close to the counter that DEPBAR names. */
static struct instruction draw_head(struct unit *u, unsigned w)
{
    struct instruction e = draw_instruction(u);
    const struct dependence *d = here(u);
    if (e.depbar < DEPENDENCE_COUNTERS && one_in(u, 2))
        e.depbar_count = (uint8_t)((d->count[w][e.depbar] + below(u, 3) - 1u) & COUNT_MAX);
    if (u->cycle / 128 % 2 && !one_in(u, 4))
        e.write_bar = e.read_bar = (uint8_t)below(u, 2);
    give(u, "head_wait_i", w * 6, 6, e.wait);
    give(u, "head_depbar_i", w * 3, 3, e.depbar);
    give(u, "head_depbar_count_i", w * 6, 6, e.depbar_count);
    hit_if(u, EXACT, e.depbar < DEPENDENCE_COUNTERS && e.depbar_count == d->count[w][e.depbar] && e.depbar_count > 0);
    hit_if(u, WAITS, !dependence_met(d, w, &e) && d->stall[w] == 0);
    hit_if(u, STALLS, dependence_met(d, w, &e) && d->stall[w] > 0);
    return e;
}

/* Whether a warp's counter can go down once more, which it then does. */
static bool goes_down(struct cycle *c, unsigned w, unsigned bar)
{
    if (bar >= DEPENDENCE_COUNTERS)
        return true;
    if (!c->left[w][bar])
        return false;
    c->left[w][bar]--;
    c->downs[w][bar]++;
    return true;
}

/* In phases in which counters climb few go down: some are short, and one is long enough for each of many. */
static bool rises(struct unit *u)
{
    uint64_t phase = u->cycle / 128 % 16;
    return (phase > 7 || (phase % 2 && u->cycle % 128 < 100)) && !one_in(u, 16);
}

static void draw_dispatch(struct unit *u, struct cycle *c)
{
    const struct shape *k = &u->m->core.shape;
    struct dependence *d = here(u);
    unsigned w = draw_warp(u), iid = draw_number(u), count = below(u, MAX_DSTS + 1);
    struct cycle before = *c;
    bool valid = !rises(u) && one_in(u, 2) && goes_down(c, w, d->read_bar[iid]) &&
                 (count || goes_down(c, w, d->write_bar[iid]));
    give(u, "disp_valid_i", 0, 1, valid);
    give(u, "disp_warp_i", 0, k->warp_w, w);
    give(u, "disp_iid_i", 0, k->iid_w, iid);
    give(u, "disp_dst_count_i", 0, 3, count);
    if (!valid) {
        *c = before;
        return;
    }
    dependence_read(d, w, iid);
    if (count == 0)
        dependence_written(d, w, iid);
}

static void draw_result(struct unit *u, struct cycle *c, unsigned p)
{
    const struct shape *k = &u->m->core.shape;
    struct dependence *d = here(u);
    unsigned w = draw_warp(u), iid = draw_number(u);
    bool last = !one_in(u, 4), valid = !rises(u) && one_in(u, 2);
    if (valid && last)
        valid = goes_down(c, w, d->write_bar[iid]);
    give(u, "accept_i", p, 1, valid);
    give(u, "wb_last_i", p, 1, last);
    give(u, "wb_warp_i", p * k->warp_w, k->warp_w, w);
    give(u, "wb_iid_i", p * k->iid_w, k->iid_w, iid);
    if (valid && last)
        dependence_written(d, w, iid);
}

/* Counters that go up as an instruction leaves Control, if they can. */
static void draw_control(struct unit *u, const struct cycle *c, bool hold)
{
    const struct shape *k = &u->m->core.shape;
    struct dependence *d = here(u);
    unsigned w = draw_warp(u), iid = draw_number(u), bars[2] = {d->write_bar[iid], d->read_bar[iid]};
    bool valid = rises(u) || one_in(u, 2), real[2];
    for (unsigned i = 0; i < 2; i++) {
        real[i] = bars[i] < DEPENDENCE_COUNTERS;
        valid &= !real[i] || d->count[w][bars[i]] + 1u + (bars[0] == bars[1]) <= COUNT_MAX;
    }
    give(u, "control_valid_i", 0, 1, valid);
    give(u, "control_warp_i", 0, k->warp_w, w);
    give(u, "control_iid_i", 0, k->iid_w, iid);
    if (!valid || hold)
        return;
    dependence_begin(d, w, iid);
    hit_if(u, TWO_UP, real[0] && bars[0] == bars[1]);
    for (unsigned i = 0; i < 2; i++) {
        hit_if(u, UP_AND_DOWN, real[i] && c->downs[w][bars[i]]);
        hit_if(u, MOST, real[i] && d->count[w][bars[i]] == COUNT_MAX);
    }
}

static void draw_issue(struct unit *u, const struct instruction *head, uint64_t open)
{
    const struct shape *k = &u->m->core.shape;
    struct dependence *d = here(u);
    unsigned iid = draw_number(u), w = open && !one_in(u, 3) ? one_of(u, open) : MAX_WARPS;
    give(u, "grant_i", 0, k->warps, w < MAX_WARPS ? UINT64_C(1) << w : 0);
    give(u, "issue_iid_i", 0, k->iid_w, iid);
    if (w == MAX_WARPS)
        return;
    give_instruction(u, "issue", &head[w]);
    hit_if(u, LONGEST, head[w].stall == 0 && head[w].yield);
    hit_if(u, SHORTEST, head[w].stall > 11 && !head[w].yield);
    dependence_issue(d, w, iid, &head[w]);
}

static void cycle(struct unit *u)
{
    struct dependence *d = here(u);
    struct instruction head[MAX_WARPS];
    struct cycle c = {.left = {{0}}};
    bool hold = one_in(u, 4);
    uint64_t open = 0;
    give(u, "hold_i", 0, 1, hold);
    for (unsigned w = 0; w < u->m->core.shape.warps; w++) {
        head[w] = draw_head(u, w);
        bool blocked = d->stall[w] > 0 || !dependence_met(d, w, &head[w]);
        says(u, "blocked_o", w, 1, blocked);
        open |= (uint64_t)(!blocked && !hold) << w;
        hit_if(u, HOLDS, hold && d->stall[w] > 0);
        for (unsigned n = 0; n < DEPENDENCE_COUNTERS; n++)
            c.left[w][n] = d->count[w][n];
    }
    draw_dispatch(u, &c);
    for (unsigned p = 0; p < RESULT_PORTS; p++)
        draw_result(u, &c, p);
    draw_control(u, &c, hold);
    for (unsigned w = 0; w < u->m->core.shape.warps; w++)
        for (unsigned n = 0; n < DEPENDENCE_COUNTERS; n++)
            hit_if(u, SEVERAL_DOWN, c.downs[w][n] > 1);
    if (!hold)
        dependence_count_down(d);
    draw_issue(u, head, open);
    dependence_pack(d);
}

const struct bench bench_dependence = {
    .assumed = "what issues is not blocked, and nothing issues with `hold`; counters stay within 0 and 63",
    .scope = "top.u_dependence.", .points = points, .reset = reset, .cycle = cycle
};
