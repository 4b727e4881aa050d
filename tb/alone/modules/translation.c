/* SPDX-License-Identifier: Apache-2.0 */
/* translation: smmt_place() and the rows of cmodel/sm/smmt.c (docs/ciao.md, 7.6; CIAO Fig. 7c). */
#include "cmodel/sm/smmt.h"

#include "tb/alone/sm_part.h"

enum { COMES, ACCESS, LAST_ROW, GROUP };

static const struct point points[] = {
    {"a line has come", NULL}, {"an access asks for a place", NULL}, {"the last row of lines", NULL},
    {"the second bank group", NULL}, {NULL, NULL}
};

struct own { struct sm_shape k; struct smmt s; };

static bool open(struct unit *u)
{
    ((struct own *)u->own)->k = sm_make_shape(u->cfg);
    return true;
}

/* As a kernel sets it up, whose blocks hold some rows; with hash xor all bits of the number count. */
static void cycle(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    unsigned width = width_of(u, "number_i"), tag_w = width_of(u, "tag_o");
    do
        smmt_flush(&o->s, k, below(u, k->shared_rows));
    while (!o->s.on);
    give(u, "mask_i", 0, k->row_w, o->s.mask);
    give(u, "tag_offset_i", 0, k->row_w, o->s.tag_offset);
    give(u, "data_offset_i", 0, k->row_w, o->s.data_offset);
    struct shared_place p = smmt_place(&o->s, k, given(u, "number_i", 0, width));
    says(u, "group_o", 0, 1, p.group);
    says(u, "row_o", 0, k->row_w, p.row);
    bool comes = given(u, "come_i", 0, 1);
    unsigned row = give_below(u, "come_row_i", 0, k->row_w, (unsigned)o->s.mask + 1);
    if (comes)
        p = (struct shared_place){.group = (unsigned)given(u, "come_group_i", 0, 1), .row = row};
    says(u, "line_group_o", 0, 1, p.group);
    says(u, "line_row_o", 0, k->row_w, smmt_line_row(&o->s, p));
    says(u, "tag_row_o", 0, k->row_w, smmt_tag_row(&o->s, k, p));
    if (tag_w)                                      /* 0: a row has one tag */
        says(u, "tag_o", 0, tag_w, smmt_tag_bit(k, p) / k->tag_w);
    hit(u, comes ? COMES : ACCESS);
    hit_if(u, LAST_ROW, p.row == o->s.mask);
    hit_if(u, GROUP, p.group == 1);
}

const struct bench bench_translation = {
    .assumed = "offsets and mask are those of some kernel", .points = points, .own = sizeof(struct own), .open = open,
    .cycle = cycle
};
