/* SPDX-License-Identifier: Apache-2.0 */
#include "interference_list.h"

enum { COUNT_MAX = 3 };

void interference_list_list(const struct interference_list *n, const struct sm_shape *k, struct register_list *l)
{
    register_list_add(l, n->valid, k->sm_warps, true, "top.u_ciao.u_interference_list.valid_q");
    register_list_add(l, n->warp_q, k->sm_warps * k->number_w, false, "top.u_ciao.u_interference_list.warp_q");
    register_list_add(l, n->count_q, k->sm_warps * 2, false, "top.u_ciao.u_interference_list.count_q");
}

void interference_list_reset(struct interference_list *n)
{
    memset(n->valid, 0, sizeof n->valid);
}

void interference_list_unpack(struct interference_list *n, const struct sm_shape *k)
{
    get_bytes(n->warp_q, 0, k->number_w, n->warp, k->sm_warps);
    get_bytes(n->count_q, 0, 2, n->count, k->sm_warps);
}

static void set_entry(struct interference_list *n, const struct sm_shape *k, unsigned i, unsigned warp, unsigned count)
{
    bit_set(n->valid, i);
    n->warp[i] = (uint8_t)warp;
    n->count[i] = (uint8_t)count;
    put(n->warp_q, i * k->number_w, k->number_w, warp);
    put(n->count_q, i * 2, 2, count);
}

/* Fig. 4c: only when its counter is decreased to 00 the interfering warp gives way. */
static void note_hit(struct interference_list *n, const struct sm_shape *k, unsigned i, unsigned by)
{
    unsigned count = n->count[i];
    if (!bit_get(n->valid, i))
        set_entry(n, k, i, by, 0);
    else if (n->warp[i] == by)
        set_entry(n, k, i, by, count < COUNT_MAX ? count + 1 : COUNT_MAX);
    else if (count <= 1)
        set_entry(n, k, i, by, 0);
    else
        set_entry(n, k, i, n->warp[i], count - 1);
}

/* Entries go by the warps that they have before the edge. */
void interference_list_edge(struct interference_list *n, const struct sm_shape *k, const struct warp_events *w,
                            int interfered, unsigned interfering)
{
    uint64_t gone[QWORDS(MAX_SM_WARPS)] = {0};
    for (unsigned i = 0; warp_events_any(w, k) && i < k->sm_warps; i++)
        if (warp_events_gone(w, i) || (bit_get(n->valid, i) && warp_events_gone(w, n->warp[i])))
            bit_set(gone, i);
    if (interfered >= 0)
        note_hit(n, k, (unsigned)interfered, interfering);
    for (unsigned at = 0; at < k->sm_warps; at += 64)
        n->valid[at / 64] &= ~gone[at / 64];
}
