/* SPDX-License-Identifier: Apache-2.0 */
/* ccws: cmodel/sm/ccws.c (docs/schedulers.md, 6.3). */
#include "cmodel/sm/ccws.h"

#include "tb/alone/sm_part.h"

enum { HIT, STOPS, LAUNCH, ENDS, FLUSH, RISE, ALL_LIVE };

static const struct point points[] = {
    {"a VTA hit", NULL}, {"a warp may not load", NULL}, {"a warp starts", NULL}, {"a warp ends", NULL},
    {"a kernel starts", NULL}, {"hits raise a score above the base", NULL}, {"all warps are live", NULL}, {NULL, NULL}
};

struct own { struct sm_shape k; struct ccws c; };

static bool open(struct unit *u)
{
    struct own *o = u->own;
    o->k = sm_make_shape(u->cfg);
    ccws_reset(&o->c, &o->k);
    return true;
}

static void list(struct unit *u, struct register_list *l)
{
    struct own *o = u->own;
    ccws_list(&o->c, &o->k, l);
}

static void reset(struct unit *u)
{
    struct own *o = u->own;
    ccws_reset(&o->c, &o->k);
}

static void unpack(struct unit *u) { (void)u; }

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    struct warp_events w;
    uint64_t at_barrier[WARP_WORDS] = {0}, issued = given(u, "issue_valid_i", 0, k->subcores);
    bool calm = u->cycle / 128 % 2, climb = u->cycle >= ALONE_LONG, flush = one_in(u, 1000) && !climb;
    draw_warp_events(u, k, &w, o->c.live);
    int hit_warp = climb || one_in(u, calm ? 32 : 2) ? (int)below(u, k->sm_warps) : -1;
    if (climb)                              /* the count of hits is to be full before that of instructions is halved */
        issued = !one_in(u, 4);
    else if (u->cycle % 1024 < 64)          /* hits without instructions: a division by zero */
        issued = 0;
    else if (!calm)
        issued &= draw_next(&u->draw);
    w.issued = count_bits(issued);
    given_wide(u, "barrier_i", 0, k->sm_warps, at_barrier);
    for (unsigned i = 0; i < WARP_WORDS; i++)
        w.at_barrier[i] = at_barrier[i] & draw_next(&u->draw) & draw_next(&u->draw);
    give(u, "issue_valid_i", 0, k->subcores, issued);
    give_wide(u, "barrier_i", 0, k->sm_warps, w.at_barrier);
    give(u, "hit_i", 0, 1, hit_warp >= 0);
    give(u, "hit_warp_i", 0, k->number_w, hit_warp >= 0 ? (unsigned)hit_warp : below(u, k->sm_warps));
    give(u, "flush_i", 0, 1, flush);
    uint64_t stop = 0;
    unsigned live = 0;
    for (unsigned i = 0; i < k->subcores; i++) {
        stop |= ccws_stop(&o->c, k, i);
        live += count_bits(get(o->c.live, i * k->warps, k->warps));
        says(u, "stop_o", i * k->warps, k->warps, ccws_stop(&o->c, k, i));
    }
    hit_if(u, HIT, hit_warp >= 0);
    hit_if(u, STOPS, stop != 0);
    hit_if(u, LAUNCH, any_warp(w.launched));
    hit_if(u, ENDS, any_warp(w.ended));
    hit_if(u, FLUSH, flush);
    hit_if(u, ALL_LIVE, live == k->sm_warps);
    ccws_edge(&o->c, k, &w, hit_warp, flush);
    hit_if(u, RISE, hit_warp >= 0 && o->c.score[hit_warp] > k->base);
}

const struct bench bench_ccws = {
    .assumed = "a slot is launched when it is free, and ends when it is live", .scope = "top.u_ccws.", .list = list,
    .points = points, .own = sizeof(struct own), .open = open, .reset = reset, .unpack = unpack, .cycle = cycle
};
