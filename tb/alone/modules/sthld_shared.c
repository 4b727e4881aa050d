/* SPDX-License-Identifier: Apache-2.0 */
/* sthld_shared with sthld_next and sthld_diff: cmodel/subcore/sthld_edge.c for all sub-cores of an SM (docs/sm.md,
 * 5.6). */
#include "cmodel/subcore/sthld_edge.h"

#include "cmodel/base/bits.h"
#include "tb/alone/sm_part.h"

enum { KERNEL, IDLE, ONE_LIVE, ALL_ISSUE, LARGE, SMALL };

static bool short_interval(const struct unit *u) { return u->cfg->sthld_interval <= 500; }

static const struct point points[] = {
    {"a kernel starts", NULL}, {"no warp is live", NULL}, {"warps of the last sub-core alone are live", NULL},
    {"every sub-core issues", NULL}, {"an interval ends after a large change", short_interval},
    {"an interval ends after a small change", short_interval}, {NULL, NULL}
};

struct own { struct sm_shape k; struct sthld sthld; };

static bool open(struct unit *u)
{
    struct own *o = u->own;
    o->k = sm_make_shape(u->cfg);
    sthld_open(&o->sthld, u->cfg, o->k.subcores * (unsigned)u->cfg->sthld_interval, false);
    sthld_reset(&o->sthld);
    return true;
}

static void list(struct unit *u, struct register_list *l)
{
    sthld_list(&((struct own *)u->own)->sthld, l);
}

static void reset(struct unit *u) { sthld_reset(&((struct own *)u->own)->sthld); }
static void unpack(struct unit *u) { (void)u; }

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    struct sthld *s = &o->sthld;
    unsigned all = (unsigned)low_bits(o->k.subcores), busy = (unsigned)(u->cycle / (2 * s->interval) % 4);
    unsigned live = one_in(u, 4) ? below(u, all + 1) : all, issued = 0;
    for (unsigned i = 0; i < o->k.subcores; i++)
        issued |= (unsigned)(below(u, 4) < busy) << i;
    issued &= live;
    struct sthld_inputs in = {.kernel = one_in(u, 20 * s->interval), .live = live != 0, .issued = count_bits(issued)};
    says(u, "sthld_o", 0, s->sthld_w, s->q.sthld);
    give(u, "flush_i", 0, 1, in.kernel);
    give(u, "live_i", 0, o->k.subcores, live);
    give(u, "issue_valid_i", 0, o->k.subcores, issued);
    hit_if(u, KERNEL, in.kernel);
    hit_if(u, IDLE, !in.live);
    hit_if(u, ONE_LIVE, live == 1u << (o->k.subcores - 1));
    hit_if(u, ALL_ISSUE, issued == all);
    if (!in.kernel && in.live && s->q.cycle + 1 == s->interval)
        hit(u, sthld_large(u->cfg, s->q.count + in.issued, s->q.prev) ? LARGE : SMALL);
    sthld_edge(s, &in);
}

const struct bench bench_sthld_shared = {
    .assumed = "sub-cores with live warps issue", .scope = "top.u_sthld.", .list = list, .points = points,
    .own = sizeof(struct own), .open = open, .reset = reset, .unpack = unpack, .cycle = cycle
};
