/* SPDX-License-Identifier: Apache-2.0 */
/* levels: frames and pending entries of cmodel/subcore/levels.c (3.5, 3.19); of intervals frames alone (3.20). */
#include "tb/alone/frames.h"

enum { COL = 0 };                           /* no register of the module depends on it */
enum { WAITS, LEAVES, FULL, BELOW, CHANGES, BOTH, COPIES, OTHERS };

static bool with_copies(const struct unit *u) { return with_pending(u) && with_orf(u); }
static bool result_and_copy(const struct unit *u) { return with_copies(u) && several_entries(u); }
static bool several_pending(const struct unit *u) { return with_pending(u) && several_entries(u); }

static const struct point points[] = {
    {"an instruction names a pending entry", with_pending},
    {"one that leaves the active set names none, and waits", with_pending},
    {"every frame has a warp", NULL}, {"a warp takes a frame below one that another has", several_frames},
    {"a warp leaves, and one enters", several_frames}, {"a result and a copy come to one frame", result_and_copy},
    {"an instruction with a copy issues", with_copies}, {"an entry becomes pending beside others", several_pending},
    {NULL, NULL}
};

/* What happens in a cycle. */
struct turn { bool issues; unsigned warp; struct instruction i; uint64_t leave, enter; };

static void reset(struct unit *u)
{
    levels_reset(frames_of(u));
    u->m->active.q.active = 0;
}

/* Every warp has a next instruction: what the module says of others is not looked at. */
static void draw_heads(struct unit *u)
{
    const struct levels *ls = frames_of(u);
    struct ibuffer *ib = &u->m->ibuffer;
    const struct shape *k = &u->m->core.shape;
    ib->heads = low_bits(k->warps);
    for (unsigned w = 0; w < k->warps; w++) {
        struct instruction *head = &ib->ring[w * ib->depth + ib->rptr[w]];
        head->entries = (uint32_t)(draw_next(&u->draw) & draw_next(&u->draw) & low_bits(ls->entries));
        head->leave = given(u, "head_leave_i", w, 1);
        give(u, "head_entries_i", w * ls->entries, ls->entries, head->entries);
    }
}

static void says_frames(struct unit *u)
{
    const struct levels *ls = frames_of(u);
    says_wide(u, "frame_o", 0, u->m->core.shape.warps * ls->frame_w, ls->q.frame);
    hit_if(u, FULL, count_bits(u->m->active.q.active) == ls->frames);
}

static void says_warps(struct unit *u)
{
    const struct levels *ls = frames_of(u);
    const struct ibuffer *ib = &u->m->ibuffer;
    unsigned warps = u->m->core.shape.warps;
    uint64_t active = u->m->active.q.active, owed = levels_owed(ls, active);
    uint64_t unwritten = levels_unwritten(ls, ib, active);
    says(u, "owes_o", 0, warps, owed);
    says(u, "waits_o", 0, warps, unwritten | given(u, "long_i", 0, warps));
    for (uint64_t set = unwritten; set; set &= set - 1) {
        bool named = ibuffer_head(ib, lowest(set))->entries & levels_pending(ls, lowest(set));
        hit_if(u, WAITS, named);
        hit_if(u, LEAVES, !named);
    }
}

/* Places of results, and of a copy, that are not pending, each once. */
static struct instruction draw_places(struct unit *u, uint64_t open)
{
    const struct levels *ls = frames_of(u);
    struct instruction i = {.copy = 0};
    uint64_t orf = open & low_bits(ls->orf);
    if (orf && one_in(u, 2)) {
        i.copy = (uint8_t)(1 + one_of(u, orf));
        open &= ~only(i.copy - 1u);
    }
    for (unsigned d = 0; d < MAX_DSTS; d++) {
        if (!open || !one_in(u, 3))
            continue;
        i.dst_level.at[d] = (uint8_t)(1 + one_of(u, open));
        open &= ~only(i.dst_level.at[d] - 1u);
    }
    return i;
}

static void draw_issue(struct unit *u, struct turn *t)
{
    const struct levels *ls = frames_of(u);
    const struct shape *k = &u->m->core.shape;
    uint64_t active = u->m->active.q.active;
    t->issues = active && !one_in(u, 3);
    t->warp = t->issues ? one_of(u, active) : 0;
    if (t->issues && ls->tracks)
        t->i = draw_places(u, low_bits(ls->entries) & ~levels_pending(ls, t->warp));
    give(u, "grant_i", 0, k->warps, t->issues ? only(t->warp) : 0);
    for (unsigned d = 0; ls->tracks && d < MAX_DSTS; d++)
        give(u, "issue_dst_level_i", d * k->place_w, k->place_w, t->i.dst_level.at[d]);
    if (with_copies(u))
        give(u, "issue_copy_i", 0, k->place_w, t->i.copy);
    says(u, "issue_frame_o", 0, ls->frame_w, t->issues ? levels_frame(ls, t->warp) : 0);
    hit_if(u, COPIES, t->i.copy != 0);
    hit_if(u, OTHERS, t->issues && ls->tracks && levels_pending(ls, t->warp) && instruction_entries_written(k, &t->i));
}

/* A warp leaves that waits for no entry, and issues nothing that writes one. One enters if there is room. */
static void draw_active(struct unit *u, struct turn *t)
{
    const struct levels *ls = frames_of(u);
    const struct shape *k = &u->m->core.shape;
    uint64_t active = u->m->active.q.active, can = active;
    if (ls->tracks)
        can &= ~levels_owed(ls, active);
    if (t->issues && instruction_entries_written(k, &t->i))
        can &= ~only(t->warp);
    uint64_t others = low_bits(k->warps) & ~active;
    t->leave = one_in(u, 3) ? can & draw_next(&u->draw) : 0;
    t->enter = others && count_bits(active) < ls->frames && !one_in(u, 3) ? only(one_of(u, others)) : 0;
    give(u, "active_i", 0, k->warps, active);
    give(u, "enters_i", 0, k->warps, t->enter);
    hit_if(u, CHANGES, t->leave && t->enter);
}

/* Results, which need no lanes here. Returns what they end. */
static uint64_t draw_results(struct unit *u, unsigned w)
{
    struct levels *ls = frames_of(u);
    uint64_t done = levels_pending(ls, w) & draw_next(&u->draw) & draw_next(&u->draw);
    for (uint64_t set = done; set; set &= set - 1) {
        const struct result wb[RESULT_PORTS] = {{.warp = (uint8_t)w, .level = (uint8_t)(lowest(set) + 1)}};
        levels_take(ls, wb, 1, u->m->active.q.active);
    }
    return done;
}

/* A source for one of the entries that are still pending, or none. */
static uint64_t draw_copy(struct unit *u, unsigned w)
{
    static const struct vreg value;
    struct levels *ls = frames_of(u);
    uint64_t open = levels_pending(ls, w) & low_bits(ls->orf);
    if (!open || one_in(u, 2))
        return 0;
    const struct level_copy copy = {one_of(u, open) + 1, w, &value};
    levels_copy(ls, &copy, u->m->active.q.active);
    return only(copy.place - 1);
}

static void draw_writes(struct unit *u)
{
    const struct levels *ls = frames_of(u);
    uint64_t active = u->m->active.q.active, done[MAX_WARPS] = {0}, copied[MAX_WARPS] = {0};
    unsigned copies = active && one_in(u, 2) ? one_of(u, active) : MAX_WARPS;
    for (uint64_t set = active; set; set &= set - 1) {
        unsigned f = levels_frame(ls, lowest(set));
        done[f] = draw_results(u, lowest(set));
        if (lowest(set) == copies)
            copied[f] = draw_copy(u, copies);
        hit_if(u, BOTH, done[f] && copied[f]);
    }
    for (unsigned f = 0; f < ls->frames; f++) {
        give(u, "done_i", f * ls->entries, ls->entries, done[f]);
        if (with_copies(u))
            give(u, "copied_i", f * ls->orf, ls->orf, copied[f]);
    }
}

static void edge(struct unit *u, const struct turn *t)
{
    struct levels *ls = frames_of(u);
    uint64_t active = u->m->active.q.active, above = 0;
    if (t->issues && ls->tracks)
        levels_issue(ls, t->warp, COL, &t->i);
    else
        levels_no_issue(ls);
    if (t->enter) {
        unsigned w = lowest(t->enter);
        levels_enter(ls, w, active);
        for (uint64_t set = active; set; set &= set - 1)
            above |= levels_frame(ls, lowest(set)) > levels_frame(ls, w) ? set & -set : 0;
    }
    hit_if(u, BELOW, above != 0);
    u->m->active.q.active = (active & ~t->leave) | t->enter;
    if (ls->tracks)
        levels_check_active(ls, active, u->m->active.q.active);
}

static void cycle(struct unit *u)
{
    struct turn t = {.issues = false};
    says_frames(u);
    if (with_pending(u)) {
        draw_heads(u);
        says_warps(u);
    }
    draw_issue(u, &t);
    draw_active(u, &t);
    if (with_pending(u))
        draw_writes(u);
    edge(u, &t);
}

const struct bench bench_levels = {
    .assumed = "active warps issue, what writes no pending entry; results and copies are for pending ones, each once; "
               "a warp leaves without any, and one enters if a frame is free; what does not issue has no places",
    .scope = "top.u_levels.", .points = points, .reset = reset, .cycle = cycle
};
