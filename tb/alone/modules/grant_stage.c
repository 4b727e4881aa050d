/* SPDX-License-Identifier: Apache-2.0 */
/* grant_stage: cmodel/subcore/issue_stage.c (3.14, LATE). */
#include "cmodel/subcore/issue_stage.h"

#include "tb/alone/alone.h"

enum { BACK_TO_BACK, IDLE };

static const struct point points[] = {
    {"a warp issues while another one is chosen", NULL}, {"no warp issues", NULL}, {NULL, NULL}
};

static void reset(struct unit *u)
{
    u->m->q.stage.valid = 0;
    u->m->q.stage.grant = u->m->q.stage.warp = 0;
}

static void cycle(struct unit *u)
{
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    const struct stage_q *q = &m->q.stage;
    struct step *st = &m->step;
    says(u, "grant_o", 0, k->warps, q->grant);
    says(u, "alloc_o", 0, k->warps, q->grant);
    says(u, "issue_valid_o", 0, 1, q->valid);
    says(u, "issue_warp_o", 0, k->warp_w, q->warp);
    says(u, "issue_iid_o", 0, k->iid_w, q->iid);
    st->chosen = given(u, "chosen_valid_i", 0, 1);
    st->chosen_warp = st->chosen ? (uint8_t)below(u, k->warps) : 0;
    st->chosen_iid = (uint8_t)given(u, "chosen_iid_i", 0, k->iid_w);
    give(u, "chosen_i", 0, k->warps, st->chosen ? only(st->chosen_warp) : 0);
    give(u, "chosen_warp_i", 0, k->warp_w, st->chosen_warp);
    hit_if(u, BACK_TO_BACK, q->valid && st->chosen);
    hit_if(u, IDLE, !q->valid);
    issue_stage_choose(m);
}

const struct bench bench_grant_stage = {
    .assumed = "one warp is chosen at most", .scope = "top.u_grant.", .points = points, .reset = reset, .cycle = cycle
};
