/* SPDX-License-Identifier: Apache-2.0 */
#include "grant_stage.h"

void grant_stage_open(struct grant_stage *g, struct core *core)
{
    g->core = core;
}

void grant_stage_list(const struct grant_stage *g, struct register_list *l)
{
    const struct shape *k = &g->core->shape;
    if (!k->chosen_before)
        return;
    register_list_add(l, &g->q.grant, k->warps, true, "top.u_grant.grant_q");
    register_list_add(l, &g->q.warp, k->warp_w, true, "top.u_grant.warp_q");
    register_list_add(l, &g->q.iid, k->iid_w, false, "top.u_grant.iid_q");
}

void grant_stage_reset(struct grant_stage *g)
{
    g->q.grant = g->q.warp = 0;
}

void grant_stage_take(struct grant_stage *g, bool chosen, unsigned warp, unsigned iid)
{
    g->q.grant = chosen ? only(warp) : 0;
    g->q.warp = chosen ? warp : 0;
    g->q.iid = chosen ? iid : g->q.iid;
}
