/* SPDX-License-Identifier: Apache-2.0 */
/* smmt: cmodel/sm/smmt.c (docs/ciao.md, 7.6). */
#include "cmodel/sm/smmt.h"

#include "tb/alone/sm_part.h"

enum { ALL, NOTHING, FITS, FULL };

static const struct point points[] = {
    {"no row is in use", NULL}, {"nothing fits", NULL}, {"something fits", NULL}, {"every row is in use", NULL},
    {NULL, NULL}
};

struct own { struct sm_shape k; struct smmt s; };

static bool open(struct unit *u)
{
    ((struct own *)u->own)->k = sm_make_shape(u->cfg);
    return true;
}

static void list(struct unit *u, struct register_list *l)
{
    struct own *o = u->own;
    smmt_list(&o->s, &o->k, l);
}

static void reset(struct unit *u) { smmt_reset(&((struct own *)u->own)->s); }
static void unpack(struct unit *u) { (void)u; }

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    unsigned width = 0, rows = k->shared_rows;
    for (unsigned i = 0; i < u->port_count; i++)
        width = strcmp(u->ports[i].name, "used_i") == 0 ? u->ports[i].width : width;
    unsigned used = one_in(u, 8) ? 0 : one_in(u, 4) ? rows - below(u, 4) : below(u, rows + 1);
    bool flush = one_in(u, 3);
    struct smmt next = o->s;
    give(u, "flush_i", 0, 1, flush);
    give(u, "used_i", 0, width, used);
    smmt_flush(&next, k, used);
    says(u, "fits_o", 0, 1, next.on);
    says(u, "on_o", 0, 1, o->s.on);
    says(u, "mask_o", 0, k->row_w, o->s.mask);
    says(u, "tag_offset_o", 0, k->row_w, o->s.tag_offset);
    says(u, "data_offset_o", 0, k->row_w, o->s.data_offset);
    hit_if(u, ALL, flush && used == 0);
    hit_if(u, FULL, flush && used == rows);
    hit_if(u, NOTHING, flush && !next.on);
    hit_if(u, FITS, flush && next.on);
    if (flush)
        o->s = next;
}

const struct bench bench_smmt = {
    .assumed = "no more rows are in use than there are", .scope = "top.u_shared.u_smmt.", .list = list,
    .points = points, .own = sizeof(struct own), .open = open, .reset = reset, .unpack = unpack, .cycle = cycle
};
