/* SPDX-License-Identifier: Apache-2.0 */
/* active_set: cmodel/subcore/active_set.c (3.5). */
#include "cmodel/subcore/active_set.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"
#include "cmodel/subcore/ibuffer.h"
#include "cmodel/subcore/limit.h"

enum { FULL, LEAVES_LONG, LEAVES_ISSUE, ENDS, ENTERS, HELD };

static bool held(const struct unit *u) { return has(u, "may_i"); }

static const struct point points[] = {
    {"the set is full", NULL}, {"a warp leaves that waits for far memory", NULL},
    {"a warp leaves with its instruction", NULL}, {"a warp ends", NULL}, {"a warp enters", NULL},
    {"a warp leaves, or does not enter, that the limit or CIAO holds back", held}, {NULL, NULL}
};

static void reset(struct unit *u)
{
    u->m->q.active = 0;
}

static void age_rows(struct unit *u)
{
    unsigned n = u->m->shape.warps;
    for (unsigned w = 0; w < n; w++)
        give(u, "age_i", w * n, n, get(u->m->q.issue.row, w * n, n));
}

/* Warps come and go; those with an instruction are live. */
static void draw_warps(struct unit *u)
{
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    uint64_t live = m->issue.age.valid[0], open = low_bits(k->warps) & ~live;
    if (open && one_in(u, 4))
        age_alloc(&m->issue.age, one_of(u, open), true);
    live = m->issue.age.valid[0];
    m->ibuffer.heads = live & (given(u, "head_valid_i", 0, k->warps) | draw_next(&u->draw));
    m->issue.waiting_long = given(u, "long_i", 0, k->warps) & draw_next(&u->draw);
    give(u, "head_valid_i", 0, k->warps, m->ibuffer.heads);
    give(u, "long_i", 0, k->warps, m->issue.waiting_long);
}

static void draw_events(struct unit *u)
{
    struct model *m = u->m;
    struct step *st = &m->step;
    const struct shape *k = &m->shape;
    uint64_t able = m->q.active & m->ibuffer.heads & ~m->issue.waiting_long;
    uint64_t idle = m->issue.age.valid[0] & ~m->ibuffer.heads;
    st->issue = able && one_in(u, 2);
    st->issue_warp = able ? (uint8_t)one_of(u, able) : 0;
    give(u, "grant_i", 0, k->warps, st->issue ? UINT64_C(1) << st->issue_warp : 0);
    struct entry *head = &m->ibuffer.ring[st->issue_warp * k->depth + m->ibuffer.rptr[st->issue_warp]];
    head->leave = given(u, "issue_leave_i", 0, 1);
    st->end = idle && one_in(u, 8);
    st->end_warp = idle ? (uint8_t)one_of(u, idle) : 0;
    give(u, "end_valid_i", 0, 1, st->end);
    give(u, "end_warp_i", 0, k->warp_w, st->end_warp);
}

/* What issue says on may_o follows from barriers, spare bandwidth and stalls; the model has them. */
static void draw_held(struct unit *u)
{
    struct step *st = &u->m->step;
    const struct shape *k = &u->m->shape;
    st->barrier = draw_next(&u->draw) & draw_next(&u->draw) & low_bits(k->warps);
    st->spare = one_in(u, 4);
    st->stalled = k->stalls ? draw_next(&u->draw) & draw_next(&u->draw) & low_bits(k->warps) : 0;
}

static void cycle(struct unit *u)
{
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    uint64_t before = m->q.active;
    says(u, "active_o", 0, k->warps, before);
    draw_warps(u);
    age_rows(u);
    draw_held(u);
    if (held(u))
        give(u, "may_i", 0, k->warps, limit_keeps(m) & low_bits(k->warps));
    draw_events(u);
    active_set_eval(m);
    hit_if(u, FULL, count_bits(before) == k->active);
    hit_if(u, LEAVES_LONG, (before & m->issue.waiting_long & m->ibuffer.heads) != 0);
    hit_if(u, LEAVES_ISSUE, m->step.issue && given(u, "issue_leave_i", 0, 1));
    hit_if(u, ENDS, m->step.end && (before >> m->step.end_warp & 1));
    hit_if(u, ENTERS, m->step.enter != 0);
    hit_if(u, HELD, (m->issue.age.valid[0] & ~limit_keeps(m)) != 0);
    active_set_edge(m);
    if (m->step.end)
        age_free(&m->issue.age, m->step.end_warp, true);
}

const struct bench bench_active_set = {
    .assumed = "warps with an instruction are live; active ones issue; a warp without an instruction ends",
    .scope = "top.u_active.", .points = points, .reset = reset, .cycle = cycle
};
