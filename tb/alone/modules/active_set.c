/* SPDX-License-Identifier: Apache-2.0 */
/* active_set: cmodel/subcore/active_set.c (3.5, 3.19, 3.20). */
#include "cmodel/subcore/active_set.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"
#include "cmodel/subcore/ibuffer.h"
#include "cmodel/subcore/limit.h"

enum { NONE = -1 };
enum { FULL, LEAVES_LONG, LEAVES_ISSUE, ENDS, ENTERS, HELD, OWES, EMPTIED };

static bool held(const struct unit *u) { return has(u, "may_i"); }

static bool levels(const struct unit *u) { return u->m->levels != NULL; }
static bool intervals(const struct unit *u) { return u->m->intervals != NULL; }
static bool at_once(const struct unit *u) { return !intervals(u); }

static const struct point points[] = {
    {"the set is full", NULL}, {"a warp leaves that waits for far memory", at_once},
    {"a warp leaves with its instruction", at_once}, {"a warp ends", at_once}, {"a warp enters", NULL},
    {"a warp leaves, or does not enter, that the limit or CIAO holds back", held},
    {"a warp stays that waits for a strand, for an entry is still to be written", levels},
    {"a warp leaves whose frame has been emptied", intervals}, {NULL, NULL}
};

static void reset(struct unit *u)
{
    active_set_reset(&u->m->active);
}

static void age_rows(struct unit *u)
{
    unsigned n = u->m->core.shape.warps;
    for (unsigned w = 0; w < n; w++)
        give(u, "age_i", w * n, n, get(u->m->issue.q.row, w * n, n));
}

/* Warps come and go; those with an instruction are live. */
static void draw_warps(struct unit *u)
{
    struct model *m = u->m;
    const struct shape *k = &m->core.shape;
    uint64_t live = issue_live(&m->issue), open = low_bits(k->warps) & ~live;
    if (open && one_in(u, 4))
        age_alloc(&m->issue.age, one_of(u, open), true);
    live = issue_live(&m->issue);
    m->ibuffer.heads = live & (given(u, "head_valid_i", 0, k->warps) | draw_next(&u->draw));
    m->issue.waiting_long = given(u, "long_i", 0, k->warps) & draw_next(&u->draw);
    give(u, "head_valid_i", 0, k->warps, m->ibuffer.heads);
    give(u, "long_i", 0, k->warps, m->issue.waiting_long);
}

/* Of active warps, those with an entry that is still to be written; each has a frame. */
static uint64_t draw_owing(struct unit *u)
{
    struct levels *ls = u->m->levels;
    uint64_t active = u->m->active.q.active, owing = 0;
    if (levels(u))
        memset(ls->q.pending, 0, sizeof ls->q.pending);
    for (uint64_t set = levels(u) ? active : 0; set; set &= set - 1) {
        unsigned w = lowest(set);
        bool owes = one_in(u, 2);
        give(u, "owes_i", w, 1, owes);
        owing |= owes ? only(w) : 0;
        if (owes)
            bit_set(ls->q.pending, levels_frame(ls, w) * ls->entries + below(u, ls->entries));
    }
    return owing;
}

/* What owes an entry neither leaves with its instruction nor ends. Returns the warp that issues, or NONE. */
static int draw_events(struct unit *u, uint64_t owing)
{
    struct issue *is = &u->m->issue;
    struct ibuffer *ib = &u->m->ibuffer;
    const struct shape *k = &u->m->core.shape;
    uint64_t able = u->m->active.q.active & ib->heads & ~is->waiting_long, idle = issue_live(is) & ~ib->heads & ~owing;
    bool issues = able && one_in(u, 2);
    unsigned warp = able ? one_of(u, able) : 0;
    give(u, "grant_i", 0, k->warps, issues ? only(warp) : 0);
    if (owing >> warp & 1)
        give(u, "issue_leave_i", 0, 1, 0);
    ib->ring[warp * ib->depth + ib->rptr[warp]].leave = given(u, "issue_leave_i", 0, 1);
    is->ends.valid = idle && one_in(u, 8);
    is->ends.warp = idle ? one_of(u, idle) : 0;
    give(u, "end_valid_i", 0, 1, is->ends.valid);
    give(u, "end_warp_i", 0, k->warp_w, is->ends.warp);
    return issues ? (int)warp : NONE;
}

/* What issue says on may_o follows from barriers, spare bandwidth and stalls; the model has them. */
static void draw_held(struct unit *u)
{
    struct limit *l = &u->m->limit;
    const struct shape *k = &u->m->core.shape;
    l->in.barrier = draw_next(&u->draw) & draw_next(&u->draw) & low_bits(k->warps);
    l->in.spare = one_in(u, 4);
    l->in.stalled = l->stalls ? draw_next(&u->draw) & draw_next(&u->draw) & low_bits(k->warps) : 0;
}

/* A warp leaves that has been moved, and is empty: one at most. None ends that is in the set. */
static void draw_emptied(struct unit *u)
{
    struct interval_move *m = &u->m->intervals->move;
    uint64_t active = u->m->active.q.active;
    m->q.busy = m->q.empty = m->done = active && one_in(u, 3);
    m->q.warp = active ? one_of(u, active) : 0;
    give(u, "left_i", 0, u->m->core.shape.warps, interval_move_leaves(m));
    hit_if(u, EMPTIED, m->q.busy);
}

/* Returns the warp that issues, or NONE: with intervals it does not matter here. */
static int draw_changes(struct unit *u, uint64_t owing)
{
    struct issue *is = &u->m->issue;
    uint64_t idle = issue_live(is) & ~u->m->ibuffer.heads & ~u->m->active.q.active;
    if (!intervals(u))
        return draw_events(u, owing);
    draw_emptied(u);
    is->ends.valid = idle && one_in(u, 8);
    is->ends.warp = idle ? one_of(u, idle) : 0;
    return NONE;
}

static void cycle(struct unit *u)
{
    struct model *m = u->m;
    struct issue *is = &m->issue;
    const struct shape *k = &m->core.shape;
    uint64_t before = m->active.q.active, owing = draw_owing(u);
    says(u, "active_o", 0, k->warps, before);
    draw_warps(u);
    age_rows(u);
    draw_held(u);
    uint64_t keeps = limit_keeps(&m->limit, &is->age);
    if (held(u))
        give(u, "may_i", 0, k->warps, keeps & low_bits(k->warps));
    int issues = draw_changes(u, owing);
    active_set_eval(&m->active, is, &m->limit, &m->ibuffer, issues);
    if (frames_of(u))
        says(u, "enters_o", 0, k->warps, m->active.enter);
    uint64_t waits = is->waiting_long & m->ibuffer.heads;
    hit_if(u, FULL, count_bits(before) == m->active.most);
    hit_if(u, LEAVES_LONG, (before & waits & ~owing) != 0);
    hit_if(u, OWES, (before & waits & owing) != 0);
    hit_if(u, LEAVES_ISSUE, issues >= 0 && given(u, "issue_leave_i", 0, 1));
    hit_if(u, ENDS, is->ends.valid && (before >> is->ends.warp & 1));
    hit_if(u, ENTERS, m->active.enter != 0);
    hit_if(u, HELD, (issue_live(is) & ~keeps) != 0);
    if (levels(u) && m->active.enter)
        levels_enter(m->levels, lowest(m->active.enter), before);
    active_set_edge(&m->active, is);
    if (is->ends.valid)
        age_free(&is->age, is->ends.warp, true);
}

const struct bench bench_active_set = {
    .assumed = "warps with an instruction are live; active ones issue; a warp without an instruction ends; a "
               "warp with an entry to be written neither ends nor leaves; with intervals it leaves before it ends",
    .scope = "top.u_active.", .points = points, .reset = reset, .cycle = cycle
};
