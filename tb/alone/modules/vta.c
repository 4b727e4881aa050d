/* SPDX-License-Identifier: Apache-2.0 */
/* vta: cmodel/sm/vta.c (docs/schedulers.md, 6.2; docs/ciao.md, 7.3). */
#include "cmodel/sm/vta.h"

#include "tb/alone/sm_part.h"

enum { HIT, MISS, EVICTS, BOTH, SAME, LAUNCH, FLUSH, NEAR };

static const struct point points[] = {
    {"a VTA hit", NULL}, {"a miss of a line that was not lost", NULL}, {"a line leaves", NULL},
    {"a line leaves as another one is missed", NULL}, {"of one warp", NULL}, {"a warp starts", NULL},
    {"a kernel starts", NULL}, {"a miss differs in one bit from a line that was lost, in each one in turn", NULL},
    {NULL, NULL}
};

struct own {
    struct sm_shape k;
    struct vta v;
    uint64_t lost;              /* the line that has left last, */
    uint8_t loser;              /* of this warp */
    uint64_t differed;          /* bits in which alone a line has differed from one that its warp has lost */
};

static bool open(struct unit *u)
{
    ((struct own *)u->own)->k = sm_make_shape(u->cfg);
    return true;
}

static void list(struct unit *u, struct register_list *l)
{
    struct own *o = u->own;
    vta_list(&o->v, &o->k, l);
}

static void reset(struct unit *u) { vta_reset(&((struct own *)u->own)->v); }

static void unpack(struct unit *u)
{
    struct own *o = u->own;
    vta_unpack(&o->v, &o->k);
}

static struct cache_events draw_events(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    struct cache_events c = {.misses = one_in(u, 2), .warp = (uint8_t)below(u, k->sm_warps),
                             .owner = (uint8_t)below(u, k->sm_warps), .line = below(u, 8), .evicted = below(u, 8)};
    c.evicts = c.misses && one_in(u, 2);
    if (one_in(u, 8))
        c.line = draw_next(&u->draw) & low_bits(k->line_w);
    else if (one_in(u, 2)) {
        c.line = draw_near_line(u, k, o->lost, o->differed);
        c.warp = one_in(u, 4) ? c.warp : o->loser;
    }
    if (one_in(u, 8))
        c.evicted = draw_next(&u->draw) & low_bits(k->line_w);
    if (one_in(u, 3))
        c.owner = c.warp;
    c.evicted ^= c.evicted == c.line;
    if (c.evicts) {
        o->lost = c.evicted;
        o->loser = c.owner;
    }
    give(u, "miss_i", 0, 1, c.misses);
    give(u, "miss_warp_i", 0, k->number_w, c.warp);
    give(u, "miss_line_i", 0, k->line_w, c.line);
    give(u, "evict_i", 0, 1, c.evicts);
    give(u, "evict_warp_i", 0, k->number_w, c.owner);
    give(u, "evict_line_i", 0, k->line_w, c.evicted);
    if (has(u, "evict_by_i"))
        give(u, "evict_by_i", 0, k->number_w, c.warp);
    return c;
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    struct warp_events w;
    bool flush = one_in(u, 100);
    draw_warp_events(u, k, &w, NULL);
    struct cache_events c = draw_events(u);
    give(u, "flush_i", 0, 1, flush);
    int found = vta_find(&o->v, k, &c);
    says(u, "hit_o", 0, 1, found >= 0);
    if (has(u, "hit_by_o") && found >= 0)
        says(u, "hit_by_o", 0, k->number_w, o->v.by[found]);
    else if (has(u, "hit_by_o"))
        any_bits(u, "hit_by_o", 0, k->number_w);
    for (unsigned e = c.warp * k->vta_tags; c.misses && e < (c.warp + 1) * k->vta_tags; e++)
        if (bit_get(o->v.valid, e))
            see_difference(&o->differed, o->v.tag[e], c.line);
    hit_if(u, NEAR, o->differed == low_bits(k->line_w));
    hit_if(u, HIT, found >= 0);
    hit_if(u, MISS, c.misses && found < 0);
    hit_if(u, EVICTS, c.evicts);
    hit_if(u, BOTH, c.evicts && c.misses);
    hit_if(u, SAME, c.evicts && c.misses && c.owner == c.warp);
    hit_if(u, LAUNCH, any_warp(w.launched));
    hit_if(u, FLUSH, flush);
    vta_edge(&o->v, k, &c, &w, flush);
}

const struct bench bench_vta = {
    .assumed = "a line leaves for one that is missed, and is another one", .scope = "top.u_vta.", .list = list,
    .points = points, .own = sizeof(struct own), .open = open, .reset = reset, .unpack = unpack, .cycle = cycle
};
