/* SPDX-License-Identifier: Apache-2.0 */
/* ciao with everything in it: cmodel/sm/ciao.c, interference_list.c, vta_counts.c, cutoff_test.c, pair_list.c
 * (docs/ciao.md, 7.3 to 7.5). */
#include <limits.h>

#include "cmodel/sm/ciao.h"

#include "tb/alone/sm_part.h"

enum { HIT, ISOLATED, STALLED, SELF, LAUNCH, ENDS, FLUSH, QUIET, RELEASED, RETURNED,
       RETURNED_BESIDE, LATE_RESCUE, KEPT, RESCUE_FIRST };
enum { FEW = 3, SILENCE = 200 };       /* hits; cycles, at most */

static bool shares(const struct unit *u) { return has(u, "isolated_o"); }
static bool stalls(const struct unit *u) { return has(u, "stall_o"); }

/* Epochs that end between resets. */
static bool short_epochs(const struct unit *u) { return u->cfg->ciao_high_epoch <= 100; }
static bool isolates_soon(const struct unit *u) { return shares(u) && short_epochs(u); }
/* With so many hits the share of all warps is not more than is counted of instructions: one lets a warp go back, two
 * leave the time for another one to stay. */
static bool has_room(const struct unit *u, unsigned hits)
{
    unsigned share = (unsigned)(u->cfg->ciao_low_cutoff * u->cfg->sm_subcores * u->cfg->warps);
    return isolates_soon(u) && hits * share <= 1u << u->cfg->ciao_counter_bits;
}

static bool returns_soon(const struct unit *u) { return has_room(u, 1); }
static bool some_return_soon(const struct unit *u) { return has_room(u, 2); }

static bool stalls_soon(const struct unit *u) { return stalls(u) && short_epochs(u); }

/* A test takes a cycle for each bit of a number of hits, and each of a walk's warps has one. */
static bool walks_long(const struct unit *u)
{
    unsigned bits = 0, tests = (unsigned)u->cfg->ciao_scan, warps = (unsigned)(u->cfg->sm_subcores * u->cfg->warps);
    while (u->cfg->ciao_high_cutoff >> bits)
        bits++;
    return stalls_soon(u) && u->cfg->ciao_patience < SILENCE &&
        (tests < warps ? tests : warps) * bits > 2 * (unsigned)u->cfg->ciao_patience;
}

static const struct point points[] = {
    {"a VTA hit", NULL}, {"a warp is isolated", isolates_soon}, {"a warp is stalled", stalls_soon},
    {"a warp drove out its own line", NULL}, {"a warp starts", NULL}, {"a warp ends", NULL}, {"a kernel starts", NULL},
    {"nothing issues while a warp is stalled", stalls_soon}, {"a stalled warp goes on", stalls_soon},
    {"an isolated warp goes back to L1D", returns_soon},
    {"one goes back to L1D, and another stays isolated", some_return_soon},
    {"a rescue waits for the end of a walk", walks_long},
    {"an isolated warp stays isolated for its trigger's hits", isolates_soon},
    {"a rescue goes before the end of a low epoch", walks_long}, {NULL, NULL}
};

/* Kernels have a few hits only, mostly of different warps, of which isolated warps go back, or any number. In steady
 * ones warps live on and issue slowly, so that walks are over before an epoch is. Half of the hits are those of one
 * warp, most are by another one. Now and then nothing issues for long. */
struct own {
    struct sm_shape k;
    struct ciao c;
    struct watch watch;
    unsigned hits_left, victim, culprit, silent;
    bool steady;
};

static void draw_kernel(struct unit *u)
{
    struct own *o = u->own;
    o->hits_left = one_in(u, 2) ? 1 + below(u, FEW) : UINT_MAX;
    o->steady = o->hits_left == UINT_MAX && one_in(u, 3);
    o->victim = one_in(u, 2) ? 0 : below(u, o->k.sm_warps);
    o->culprit = one_in(u, 2) ? o->k.sm_warps - 1 : below(u, o->k.sm_warps);
}

static bool open(struct unit *u)
{
    struct own *o = u->own;
    o->k = sm_make_shape(u->cfg);
    ciao_reset(&o->c, &o->k);
    return true;
}

static void list(struct unit *u, struct register_list *l)
{
    struct own *o = u->own;
    ciao_list(&o->c, &o->k, l);
}

static void reset(struct unit *u)
{
    struct own *o = u->own;
    ciao_reset(&o->c, &o->k);
    draw_kernel(u);
}

static void unpack(struct unit *u)
{
    struct own *o = u->own;
    ciao_unpack(&o->c, &o->k);
}

static bool few(const struct own *o) { return o->hits_left <= FEW; }

/* An instruction comes in so many cycles. With any number of hits calm times and busy ones take turns. With a few,
 * there is time for them and for walks that isolate warps first; then an isolated warp's share of instructions fills up
 * soon, and leaves room between epochs. */
static unsigned pace(const struct unit *u)
{
    const struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    unsigned lower = k->high_cutoff < k->low_cutoff ? k->high_cutoff : k->low_cutoff;
    if (o->steady)
        return 32;
    if (!few(o))
        return u->cycle / 256 % 3 != 0 ? 1 : 64;
    if (o->hits_left || !any_warp(o->c.pairs.isolated) || 2 * o->c.vta.insts < k->sm_warps * lower)
        return 4;
    return o->c.vta.insts < k->sm_warps * k->low_cutoff ? 1 : 16;
}

/* From when a walk is due, until a stalled warp should have been rescued. */
static bool silent(struct unit *u)
{
    struct own *o = u->own;
    if (o->silent)
        return --o->silent;
    if (walks_long(u) && any_warp(o->c.pairs.stalled) && (o->c.high_due || o->c.low_due) && one_in(u, 64))
        o->silent = (unsigned)o->k.patience + 8;
    return false;
}

/* A stalled warp issues nothing. */
static void draw_issues(struct unit *u, struct warp_events *w)
{
    const struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    unsigned each = pace(u);
    bool none = silent(u);
    for (unsigned i = 0; i < k->subcores; i++) {
        uint64_t live = get(o->c.live, i * k->warps, k->warps), stall = k->stalls ? ciao_stall(&o->c, k, i) : 0;
        bool issues = !none && (live & ~stall) && one_in(u, each) && (each > 1 || !one_in(u, 4));
        if (has(u, "issue_valid_i"))
            give(u, "issue_valid_i", i, 1, issues);
        w->issued += issues;
        if (!k->count_lanes) {
            w->counted += issues;
        } else {
            bool dispatches = !none && one_in(u, 1 + each);
            give(u, "disp_valid_i", i, 1, dispatches);
            w->counted += dispatches ? count_bits(given(u, "disp_mask_i", i * k->lanes, k->lanes)) : 0;
        }
    }
}

static struct ciao_inputs draw_hit(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    unsigned warp = one_in(u, 2) ? o->victim : below(u, k->sm_warps);
    unsigned by = one_in(u, 3) ? below(u, k->sm_warps) : o->culprit;
    bool often = u->cycle / 512 % 2, hits = one_in(u, often ? 2 : 32) && o->hits_left;
    if (few(o))
        hits = hits && warp != by && bit_get(o->c.live, warp) && bit_get(o->c.live, by) &&
            (!o->c.vta.hits[warp] || one_in(u, 16));
    if (has(u, "access_warp_i"))
        give(u, "access_warp_i", 0, k->number_w, warp);
    give(u, "hit_i", 0, 1, hits);
    give(u, "hit_by_i", 0, k->number_w, by);
    if (has(u, "shared_on_i"))
        give(u, "shared_on_i", 0, 1, !one_in(u, 4));
    if (shares(u))
        says(u, "isolated_o", 0, 1, ciao_isolated(&o->c, warp));
    o->hits_left -= hits;
    hit_if(u, HIT, hits);
    hit_if(u, SELF, hits && warp == by);
    return (struct ciao_inputs){.hit = hits ? (int)warp : -1, .by = by,
                                .shared_on = has(u, "shared_on_i") && given(u, "shared_on_i", 0, 1)};
}

static void says_stalls(struct unit *u)
{
    const struct own *o = u->own;
    for (unsigned i = 0; i < o->k.subcores; i++)
        says(u, "stall_o", i * o->k.warps, o->k.warps, ciao_stall(&o->c, &o->k, i));
}

/* A low epoch's test of an isolated warp's trigger is judged; the warp is then let go, or the next one is looked at. */
static bool judges_isolated(const struct ciao *c)
{
    return c->state == STATE_JUDGE && c->kind == KIND_LOW && bit_get(c->pairs.isolated, (unsigned)c->subject) &&
        !bit_get(c->pairs.stalled, (unsigned)c->subject);
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    struct warp_events w;
    uint64_t stalled[WARP_WORDS], released[WARP_WORDS];
    memcpy(stalled, o->c.pairs.stalled, sizeof stalled);
    draw_warp_events(u, k, &w, o->c.live);
    if (!one_in(u, few(o) || o->steady ? 32 : 2)) { /* warps live for a while, with few hits longer */
        give(u, "end_valid_i", 0, k->subcores, 0);
        memset(w.ended, 0, sizeof w.ended);
    }
    draw_issues(u, &w);
    if (has(u, "awaited_i")) {
        if (one_in(u, 16))
            given_wide(u, "awaited_i", 0, k->sm_warps, w.awaited);
        for (unsigned i = 0; i < WARP_WORDS; i++)
            w.awaited[i] &= o->c.live[i];
        give_wide(u, "awaited_i", 0, k->sm_warps, w.awaited);
    }
    struct ciao_inputs in = draw_hit(u);
    bool over = !o->hits_left && !any_warp(o->c.pairs.isolated);
    in.flush = one_in(u, few(o) && !over ? 2500 : o->steady ? 1000 : 300);
    give(u, "flush_i", 0, 1, in.flush);
    if (stalls(u))
        says_stalls(u);
    hit_if(u, LAUNCH, any_warp(w.launched));
    hit_if(u, ENDS, any_warp(w.ended));
    hit_if(u, FLUSH, in.flush);
    if (in.flush)
        draw_kernel(u);
    hit_if(u, QUIET, any_warp(stalled) && !w.issued);
    uint64_t returns = o->c.counts.returns;
    bool judges = judges_isolated(&o->c);
    hit_if(u, RESCUE_FIRST, !in.flush && o->c.state == STATE_IDLE && o->c.rescue && o->c.low_due && !o->c.high_due);
    ciao_edge(&o->c, k, &w, &in, &o->watch);
    hit_if(u, RETURNED, o->c.counts.returns != returns);
    hit_if(u, RETURNED_BESIDE, o->c.counts.returns != returns && any_warp(o->c.pairs.isolated));
    hit_if(u, KEPT, judges && o->c.state == STATE_IDLE && o->c.pos != 0);
    hit_if(u, LATE_RESCUE, o->c.rescue && o->c.state != STATE_IDLE);
    hit_if(u, ISOLATED, any_warp(o->c.pairs.isolated));
    hit_if(u, STALLED, any_warp(o->c.pairs.stalled));
    for (unsigned i = 0; i < WARP_WORDS; i++)
        released[i] = stalled[i] & ~o->c.pairs.stalled[i];
    hit_if(u, RELEASED, any_warp(released));
    if (o->watch.sentence[0])
        wrong(u, "%s", o->watch.sentence);
}

const struct bench bench_ciao = {
    .assumed = "a slot is launched when it is free, and ends when it is live; others wait for live warps only",
    .scope = "top.u_ciao.", .list = list, .points = points, .own = sizeof(struct own), .open = open, .reset = reset,
    .unpack = unpack, .cycle = cycle
};
