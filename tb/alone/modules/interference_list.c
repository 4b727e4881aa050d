/* SPDX-License-Identifier: Apache-2.0 */
/* interference_list: cmodel/sm/interference_list.c (docs/ciao.md, 7.4; CIAO Fig. 4c). */
#include "cmodel/sm/interference_list.h"

#include "tb/alone/sm_part.h"

enum { HIT, SAME, GIVES_WAY, GONE, FLUSH };

static const struct point points[] = {
    {"a hit", NULL}, {"a counter is at its maximum", NULL}, {"an interfering warp gives way to another one", NULL},
    {"an interfering warp ends", NULL}, {"a kernel starts", NULL}, {NULL, NULL}
};

struct own { struct sm_shape k; struct interference_list n; };

static bool open(struct unit *u)
{
    ((struct own *)u->own)->k = sm_make_shape(u->cfg);
    return true;
}

static void list(struct unit *u, struct register_list *l)
{
    struct own *o = u->own;
    interference_list_list(&o->n, &o->k, l);
}

static void reset(struct unit *u) { interference_list_reset(&((struct own *)u->own)->n); }

static void unpack(struct unit *u)
{
    struct own *o = u->own;
    interference_list_unpack(&o->n, &o->k);
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    struct warp_events w = {.live = true};
    bool flush = one_in(u, 200);
    unsigned of = one_in(u, 2) ? 0 : below(u, k->sm_warps), by = (of + 1 + below(u, k->sm_warps - 1)) % k->sm_warps;
    if (bit_get(o->n.valid, of) && o->n.warp[of] != of && one_in(u, 2))
        by = o->n.warp[of];
    bool hits = !flush && !one_in(u, 3);
    if (one_in(u, 12))
        bit_set(w.launched, below(u, k->sm_warps));
    if (one_in(u, 12))
        bit_set(w.ended, below(u, k->sm_warps));
    give(u, "flush_i", 0, 1, flush);
    give_change(u, k, &w);
    give(u, "hit_i", 0, 1, hits);
    give(u, "hit_warp_i", 0, k->number_w, of);
    give(u, "hit_by_i", 0, k->number_w, by);
    unsigned asked = give_below(u, "asked_i", 0, k->number_w, k->sm_warps);
    says(u, "valid_o", 0, 1, bit_get(o->n.valid, asked));
    says(u, "warp_o", 0, k->number_w, o->n.warp[asked]);
    bool before = bit_get(o->n.valid, of), other = before && o->n.warp[of] != by;
    for (unsigned i = 0; i < k->sm_warps; i++)
        hit_if(u, GONE, bit_get(o->n.valid, i) && o->n.warp[i] != i && bit_get(w.ended, o->n.warp[i]));
    interference_list_edge(&o->n, k, &w, hits ? (int)of : -1, by);
    hit_if(u, HIT, hits);
    hit_if(u, SAME, hits && o->n.count[of] == 3);
    hit_if(u, GIVES_WAY, hits && other && o->n.warp[of] == by);
    hit_if(u, FLUSH, flush);
    if (flush)
        interference_list_reset(&o->n);
}

const struct bench bench_interference_list = {
    .assumed = "warps exist, and two of them interfere; not as a kernel starts",
    .scope = "top.u_ciao.u_interference_list.", .list = list, .points = points, .own = sizeof(struct own),
    .open = open, .reset = reset, .unpack = unpack, .cycle = cycle
};
