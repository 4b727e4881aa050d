/* SPDX-License-Identifier: Apache-2.0 */
/* modern_issue: cmodel/subcore/modern_issue.c (3.18, issue and end). */
#include "cmodel/subcore/modern_issue.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"

enum { INT, FP32 };
enum { AGAIN, YIELDS, UNIT_BUSY, FOUR_RESULTS, HOLDS, FULL, OWES, ENDS, ENDS_AND_ISSUES, FORGOTTEN, TOGETHER };

static bool three_warps(const struct unit *u) { return u->cfg->warps > 2; }

static const struct point points[] = {
    {"the warp that issued last issues again, and another one is ready", NULL},
    {"it is not ready, and several others are", three_warps}, {"a warp waits for INT or FP32", NULL},
    {"INT or FP32 issue an instruction with four results", NULL}, {"a ready warp waits for Allocate", NULL},
    {"a ready warp waits for an in-flight number", NULL}, {"a warp does not end for a result that waits", NULL},
    {"several warps can end", NULL}, {"a warp ends while another one issues", NULL},
    {"the warp that issued last ends while none issues", NULL},
    {"several instructions of a warp complete in one cycle", NULL}, {NULL, NULL}
};

/* Instructions of each warp that can complete. */
struct own { unsigned left[MAX_WARPS]; };

static struct modern_issue *here(const struct unit *u)
{
    return &u->m->modern.issue;
}

static void reset(struct unit *u)
{
    modern_issue_reset(here(u));
    modern_issue_pack(here(u));
}

/* The next instructions: of live warps that have not issued their last one. Returns the warps that are not blocked. */
static uint64_t draw_heads(struct unit *u)
{
    struct ibuffer *ib = &u->m->ibuffer;
    struct dependence *d = &u->m->modern.dependence;
    uint64_t open = 0;
    ib->heads = 0;
    for (unsigned w = 0; w < u->m->core.shape.warps; w++) {
        struct instruction e = draw_instruction(u);
        bool valid = age_valid(&here(u)->age, w) && !(here(u)->q.exiting >> w & 1) && !one_in(u, 4);
        bool blocked = u->cycle / 64 % 2 ? one_in(u, 4) : !one_in(u, 3);
        if (one_in(u, 2))
            e.unit = one_in(u, 2) ? INT : FP32;
        e.wait = 0;
        e.depbar = DEPENDENCE_NONE;
        ib->ring[w * ib->depth + ib->rptr[w]] = e;
        ib->heads |= (uint64_t)valid << w;
        d->stall[w] = blocked;
        give(u, "head_valid_i", w, 1, valid);
        give(u, "head_unit_i", w * 3, 3, e.unit);
        give(u, "head_last_i", w, 1, e.last);
        give(u, "blocked_i", w, 1, blocked);
        open |= (uint64_t)(valid && !blocked) << w;
    }
    return open;
}

static unsigned running(const struct unit *u)
{
    unsigned sum = 0;
    for (unsigned w = 0; w < u->m->core.shape.warps; w++)
        sum += here(u)->running[w];
    return sum;
}

/* An instruction of a warp completes, if one of it is on its way. */
static unsigned draw_completion(struct unit *u, const char *valid, unsigned at, const char *warp)
{
    const struct shape *k = &u->m->core.shape;
    struct own *o = u->own;
    unsigned w = below(u, k->warps);
    for (unsigned tries = 0; tries < 4 && !o->left[w]; tries++)
        w = below(u, k->warps);
    bool goes = one_in(u, 3);
    give(u, warp, at * k->warp_w, k->warp_w, w);
    give(u, valid, at, 1, goes);
    return goes ? w : MAX_WARPS;
}

/* Instructions that complete: with the dispatch, if they have no results, or with their last result. */
static void draw_completions(struct unit *u)
{
    struct own *o = u->own;
    struct modern_issue *is = here(u);
    unsigned w = draw_completion(u, "disp_valid_i", 0, "disp_warp_i"), count[MAX_WARPS] = {0};
    bool none = w < MAX_WARPS && o->left[w] && one_in(u, 2);
    give(u, "disp_dst_count_i", 0, 3, none ? 0 : 1 + below(u, MAX_DSTS));
    if (none) {
        o->left[w]--;
        count[w]++;
    }
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        w = draw_completion(u, "accept_i", p, "wb_warp_i");
        bool last = w < MAX_WARPS && o->left[w] && !one_in(u, 3);
        if (w < MAX_WARPS)
            give(u, "wb_last_i", p, 1, last);
        if (!last)
            continue;
        o->left[w]--;
        count[w]++;
    }
    for (w = 0; w < u->m->core.shape.warps; w++) {
        hit_if(u, TOGETHER, count[w] > 1);
        for (; count[w] > 0; count[w]--)
            modern_issue_complete(is, w);
    }
}

/* Banks in which results of some warps wait, and warps whose tags are outstanding. Returns the warps. */
static uint64_t draw_owing(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    uint64_t owing = 0;
    for (unsigned b = 0; b < k->banks; b++) {
        uint64_t warps = one_in(u, k->banks) ? draw_next(&u->draw) & draw_next(&u->draw) & low_bits(k->warps) : 0;
        give(u, "owes_i", b * k->warps, k->warps, warps);
        owing |= warps;
    }
    if (has(u, "pending_i")) {
        uint64_t tags = draw_next(&u->draw) & draw_next(&u->draw) & low_bits(k->warps);
        give(u, "pending_i", 0, k->warps, tags);
        owing |= tags;
    }
    return owing;
}

/* What ends, and how many can. */
static void says_end(struct unit *u, uint64_t owing)
{
    const struct shape *k = &u->m->core.shape;
    struct modern_issue *is = here(u);
    unsigned can = 0;
    modern_issue_end_eval(is, owing);
    says(u, "end_valid_o", 0, 1, is->ends.valid);
    says(u, "end_warp_o", 0, k->warp_w, is->ends.valid ? is->ends.warp : 0);
    for (unsigned w = 0; w < k->warps; w++) {
        bool ending = (is->q.exiting >> w & 1) && is->running[w] == 0;
        can += ending && !(owing >> w & 1);
        hit_if(u, OWES, ending && (owing >> w & 1));
    }
    hit_if(u, ENDS, can > 1);
    hit_if(u, ENDS_AND_ISSUES, is->ends.valid && is->choice.valid);
    hit_if(u, FORGOTTEN, is->ends.valid && !is->choice.valid && is->q.last_valid && is->q.last_warp == is->ends.warp);
}

static void says_issue(struct unit *u, uint64_t open, bool full, bool hold)
{
    const struct shape *k = &u->m->core.shape;
    struct modern_issue *is = here(u);
    const struct issue_waits waits = {&u->m->modern.dependence, NULL, NULL};
    modern_issue_eval(is, &u->m->ibuffer, &waits, full, hold, false);
    bool valid = is->choice.valid, last = is->q.last_valid && (open >> is->q.last_warp & 1);
    unsigned warp = valid ? is->choice.warp : 0;
    says(u, "grant_o", 0, k->warps, valid ? UINT64_C(1) << warp : 0);
    says(u, "issue_valid_o", 0, 1, valid);
    says(u, "issue_warp_o", 0, k->warp_w, warp);
    hit_if(u, AGAIN, valid && last && warp == is->q.last_warp && (open & ~(UINT64_C(1) << warp)));
    hit_if(u, YIELDS, valid && is->q.last_valid && !last && count_bits(open) > 1);
    hit_if(u, UNIT_BUSY, open && !valid && !full && !hold);
    hit_if(u, HOLDS, hold && is->choice.stall == STALL_HOLD);
    hit_if(u, FULL, full && is->choice.stall == STALL_INFLIGHT);
}

/* A slot that is free. */
static unsigned draw_launch(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    uint64_t free = ~here(u)->age.valid[0] & low_bits(k->warps);
    bool valid = free && one_in(u, 4);
    unsigned w = valid ? one_of(u, free) : below(u, k->warps);
    give(u, "launch_valid_i", 0, 1, valid);
    give(u, "launch_warp_i", 0, k->warp_w, w);
    return valid ? w : MAX_WARPS;
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    struct modern_issue *is = here(u);
    uint64_t open = draw_heads(u);
    bool full = running(u) >= u->m->core.shape.inflight || one_in(u, 8), hold = one_in(u, 4);
    give(u, "full_i", 0, 1, full);
    give(u, "hold_i", 0, 1, hold);
    for (unsigned w = 0; w < u->m->core.shape.warps; w++)
        o->left[w] = is->running[w];
    says_issue(u, open, full, hold);
    says_end(u, draw_owing(u));
    draw_completions(u);
    unsigned launched = draw_launch(u);
    const struct instruction *i = is->choice.valid ? ibuffer_head(&u->m->ibuffer, is->choice.warp) : NULL;
    if (i) {
        give_instruction(u, "issue", i);
        hit_if(u, FOUR_RESULTS, i->unit <= FP32 && i->dst_count == MAX_DSTS);
    }
    if (!hold)
        modern_issue_count_down(is);
    modern_issue_edge(is, i);
    if (launched < MAX_WARPS)
        modern_issue_launch(is, launched);
    if (is->ends.valid)
        modern_issue_end_edge(is);
    modern_issue_pack(is);
}

const struct bench bench_modern_issue = {
    .assumed = "a slot is launched when it is free; a warp with an instruction is live and has not issued its last "
               "one; what completes is on its way",
    .scope = "top.u_issue.", .points = points, .own = sizeof(struct own), .reset = reset, .cycle = cycle
};
