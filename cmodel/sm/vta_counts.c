/* SPDX-License-Identifier: Apache-2.0 */
#include "vta_counts.h"

void vta_counts_list(const struct vta_counts *c, const struct sm_shape *k, struct register_list *l)
{
    register_list_add(l, c->hits_q, k->sm_warps * k->counter_w, true, "top.u_ciao.u_vta_counts.hits_q");
    register_list_add(l, &c->insts, k->counter_w, true, "top.u_ciao.u_vta_counts.insts_q");
}

void vta_counts_reset(struct vta_counts *c)
{
    memset(c, 0, sizeof *c);
}

void vta_counts_unpack(struct vta_counts *c, const struct sm_shape *k)
{
    for (unsigned i = 0; i < k->sm_warps; i++)
        c->hits[i] = (uint32_t)get(c->hits_q, i * k->counter_w, k->counter_w);
}

static void set_hits(struct vta_counts *c, const struct sm_shape *k, unsigned i, uint32_t hits)
{
    c->hits[i] = hits;
    put(c->hits_q, i * k->counter_w, k->counter_w, hits);
}

void vta_counts_edge(struct vta_counts *c, const struct sm_shape *k, const struct warp_events *w, int hit)
{
    uint64_t most = low_bits(k->counter_w), insts = c->insts + w->counted;
    if (hit >= 0 && c->hits[hit] < most)
        set_hits(c, k, (unsigned)hit, c->hits[hit] + 1);
    for (unsigned i = 0; warp_events_any(w, k) && i < k->sm_warps; i++)
        if (warp_events_gone(w, i))
            set_hits(c, k, i, 0);
    c->insts = insts < most ? insts : most;
}
