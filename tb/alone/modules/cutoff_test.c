/* SPDX-License-Identifier: Apache-2.0 */
/* cutoff_test: cmodel/sm/cutoff_test.c, and what ciao.c makes of it (docs/ciao.md, 7.4). */
#include "cmodel/sm/cutoff_test.h"

#include "tb/alone/sm_part.h"

enum { OVER, UNDER, HIGH, LOW, EQUAL, FLUSH };

static const struct point points[] = {
    {"the score is above the cutoff", NULL}, {"it is not", NULL}, {"against the high cutoff", NULL},
    {"against the low one", NULL}, {"the score is the cutoff", NULL}, {"a kernel starts within a test", NULL},
    {NULL, NULL}
};

struct own { struct sm_shape k; struct cutoff_test t; };

static bool open(struct unit *u)
{
    ((struct own *)u->own)->k = sm_make_shape(u->cfg);
    return true;
}

static void list(struct unit *u, struct register_list *l)
{
    struct own *o = u->own;
    cutoff_test_list(&o->t, &o->k, l);
}

static void reset(struct unit *u) { cutoff_test_reset(&((struct own *)u->own)->t); }
static void unpack(struct unit *u) { (void)u; }

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    unsigned few = (unsigned)low_bits(k->counter_w), active = below(u, k->sm_warps + 1);
    unsigned hits = below(u, one_in(u, 2) ? 4 : few);
    bool flush = one_in(u, 80), high = given(u, "high_i", 0, 1), start = !o->t.busy && one_in(u, 2);
    bool done = cutoff_test_done(&o->t);
    uint64_t insts = given(u, "insts_i", 0, k->counter_w);
    if (one_in(u, 2) && o->t.sum <= few)
        insts = o->t.sum;
    give(u, "flush_i", 0, 1, flush);
    give(u, "start_i", 0, 1, start);
    give(u, "active_i", 0, sm_lg(k->sm_warps + 1), active);
    give(u, "hits_i", 0, k->counter_w, hits);
    give(u, "insts_i", 0, k->counter_w, insts);
    says(u, "done_o", 0, 1, done);
    says(u, "over_o", 0, 1, o->t.sum > insts);
    hit_if(u, OVER, done && o->t.sum > insts);
    hit_if(u, UNDER, done && o->t.sum < insts);
    hit_if(u, EQUAL, done && o->t.sum == insts);
    hit_if(u, FLUSH, flush && o->t.busy);
    cutoff_test_edge(&o->t, k);
    if (start)
        cutoff_test_start(&o->t, active * (uint64_t)(high ? k->high_cutoff : k->low_cutoff), hits);
    if (start)
        hit(u, high ? HIGH : LOW);
    if (flush)
        cutoff_test_reset(&o->t);
}

const struct bench bench_cutoff_test = {
    .assumed = "a test starts when none is under way", .scope = "top.u_ciao.u_cutoff_test.", .list = list,
    .points = points, .own = sizeof(struct own), .open = open, .reset = reset, .unpack = unpack, .cycle = cycle
};
