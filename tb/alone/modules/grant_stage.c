/* SPDX-License-Identifier: Apache-2.0 */
/* grant_stage: cmodel/subcore/grant_stage.c (3.14, LATE). */
#include "cmodel/subcore/grant_stage.h"

#include "tb/alone/alone.h"
#include "cmodel/subcore/subcore.h"

enum { BACK_TO_BACK, IDLE };

static const struct point points[] = {
    {"a warp issues while another one is chosen", NULL}, {"no warp issues", NULL}, {NULL, NULL}
};

static void reset(struct unit *u)
{
    grant_stage_reset(&u->m->grant);
}

static void cycle(struct unit *u)
{
    struct grant_stage *g = &u->m->grant;
    const struct shape *k = &u->m->core.shape;
    says(u, "grant_o", 0, k->warps, g->q.grant);
    says(u, "alloc_o", 0, k->warps, g->q.grant);
    says(u, "issue_valid_o", 0, 1, grant_stage_valid(g));
    says(u, "issue_warp_o", 0, k->warp_w, g->q.warp);
    says(u, "issue_iid_o", 0, k->iid_w, g->q.iid);
    bool chosen = given(u, "chosen_valid_i", 0, 1);
    unsigned warp = chosen ? below(u, k->warps) : 0;
    give(u, "chosen_i", 0, k->warps, chosen ? only(warp) : 0);
    give(u, "chosen_warp_i", 0, k->warp_w, warp);
    hit_if(u, BACK_TO_BACK, grant_stage_valid(g) && chosen);
    hit_if(u, IDLE, !grant_stage_valid(g));
    grant_stage_take(g, chosen, warp, (unsigned)given(u, "chosen_iid_i", 0, k->iid_w));
}

const struct bench bench_grant_stage = {
    .assumed = "one warp is chosen at most", .scope = "top.u_grant.", .points = points, .reset = reset, .cycle = cycle
};
