/* SPDX-License-Identifier: Apache-2.0 */
/* vta_counts: cmodel/sm/vta_counts.c (docs/ciao.md, 7.4). */
#include "cmodel/sm/vta_counts.h"

#include "tb/alone/sm_part.h"

enum { HIT, CHANGE, BOTH, MOST_HITS, MOST_INSTS, FLUSH };

static bool narrow(const struct unit *u) { return u->cfg->ciao_counter_bits <= 8; }

static const struct point points[] = {
    {"a VTA hit", NULL}, {"a warp starts or ends", NULL}, {"both, of one warp", NULL},
    {"a count of hits is at its maximum", narrow}, {"the count of instructions is", narrow}, {"a kernel starts", NULL},
    {NULL, NULL}
};

struct own {
    struct sm_shape k;
    struct vta_counts c;
    unsigned often;             /* the warp with most of the hits until a reset, a kernel, or its maximum */
};

static bool open(struct unit *u)
{
    ((struct own *)u->own)->k = sm_make_shape(u->cfg);
    return true;
}

static void list(struct unit *u, struct register_list *l)
{
    struct own *o = u->own;
    vta_counts_list(&o->c, &o->k, l);
}

static void reset(struct unit *u)
{
    struct own *o = u->own;
    vta_counts_reset(&o->c);
    o->often = below(u, o->k.sm_warps);
}

static void unpack(struct unit *u) { (void)u; }

static unsigned width_of_counted(const struct unit *u)
{
    for (unsigned i = 0; i < u->port_count; i++)
        if (strcmp(u->ports[i].name, "counted_i") == 0)
            return u->ports[i].width;
    return 0;
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    uint64_t most = low_bits(k->counter_w);
    unsigned most_counted = k->subcores * (k->count_lanes ? k->lanes : 1);
    struct warp_events w = {.counted = below(u, most_counted + 1)};
    bool flush = one_in(u, 600);
    int warp = one_in(u, 8) ? -1 : (int)(one_in(u, 8) ? below(u, k->sm_warps) : o->often);
    if (one_in(u, 300))
        bit_set(w.ended, below(u, k->sm_warps));
    if (warp >= 0 && one_in(u, 400))
        bit_set(w.ended, (unsigned)warp);
    if (one_in(u, 40))
        bit_set(w.launched, k->sm_warps - 1);
    give(u, "flush_i", 0, 1, flush);
    give_change(u, k, &w);
    give(u, "hit_i", 0, 1, warp >= 0);
    give(u, "hit_warp_i", 0, k->number_w, warp >= 0 ? (unsigned)warp : below(u, k->sm_warps));
    give(u, "counted_i", 0, width_of_counted(u), w.counted);
    unsigned asked = give_below(u, "asked_i", 0, k->number_w, k->sm_warps);
    says(u, "hits_o", 0, k->counter_w, o->c.hits[asked]);
    says(u, "insts_o", 0, k->counter_w, o->c.insts);
    hit_if(u, HIT, warp >= 0);
    hit_if(u, CHANGE, warp_events_any(&w, k));
    hit_if(u, BOTH, warp >= 0 && warp_events_gone(&w, (unsigned)warp));
    hit_if(u, FLUSH, flush);
    vta_counts_edge(&o->c, k, &w, warp);
    hit_if(u, MOST_HITS, o->c.hits[o->often] == most);
    hit_if(u, MOST_INSTS, o->c.insts == most);
    if (flush)
        vta_counts_reset(&o->c);
    if (flush || o->c.hits[o->often] == most)
        o->often = below(u, k->sm_warps);
}

const struct bench bench_vta_counts = {
    .assumed = "warps exist; as many instructions as sub-cores, or lanes, at most",
    .scope = "top.u_ciao.u_vta_counts.", .list = list, .points = points, .own = sizeof(struct own), .open = open,
    .reset = reset, .unpack = unpack, .cycle = cycle
};
