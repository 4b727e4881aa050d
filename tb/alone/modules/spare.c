/* SPDX-License-Identifier: Apache-2.0 */
/* spare: cmodel/sm/spare.c (docs/schedulers.md, 6.4). */
#include "cmodel/sm/spare.h"

#include "tb/alone/sm_part.h"

enum { SPARE, BUSY, NOT_TAKEN, EXACTLY };

static const struct point points[] = {
    {"bandwidth was unused", NULL}, {"it was used", NULL}, {"a request that memory does not take", NULL},
    {"as many requests as there may be", NULL}, {NULL, NULL}
};

enum { ABOUT, UP_TO, ALL, KINDS };            /* of windows: see cycle() */

struct own { struct sm_shape k; struct spare s; unsigned kind; };

static bool open(struct unit *u)
{
    ((struct own *)u->own)->k = sm_make_shape(u->cfg);
    return true;
}

static void list(struct unit *u, struct register_list *l)
{
    struct own *o = u->own;
    spare_list(&o->s, &o->k, l);
}

static void reset(struct unit *u) { spare_reset(&((struct own *)u->own)->s); }
static void unpack(struct unit *u) { (void)u; }

/* In a window requests are none, about as many as make the difference or twice of that, end with exactly so many,
 * or come in every cycle. */
static void cycle(struct unit *u)
{
    struct own *o = u->own;
    unsigned often = (unsigned)(u->cycle / (4 * o->k.window) % 3) * o->k.spare_below;
    if (o->s.cycle == 0)
        o->kind = below(u, KINDS);
    bool few = o->kind == UP_TO ? o->s.sent < o->k.spare_below : below(u, o->k.window) < often;
    bool valid = o->kind == ALL || few, ready = o->kind == ALL || !one_in(u, 8);
    says(u, "spare_o", 0, 1, o->s.spare);
    give(u, "req_valid_i", 0, 1, valid);
    give(u, "req_ready_i", 0, 1, ready);
    hit_if(u, SPARE, o->s.spare);
    hit_if(u, BUSY, !o->s.spare);
    hit_if(u, NOT_TAKEN, valid && !ready);
    hit_if(u, EXACTLY, o->s.cycle + 1 == o->k.window && o->s.sent + (valid && ready) == o->k.spare_below);
    spare_edge(&o->s, &o->k, valid && ready);
}

const struct bench bench_spare = {
    .assumed = "any", .scope = "top.u_spare.", .list = list, .points = points, .own = sizeof(struct own), .open = open,
    .reset = reset, .unpack = unpack, .cycle = cycle
};
