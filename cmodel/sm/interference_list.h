/* SPDX-License-Identifier: Apache-2.0 */
/* For each warp the one that interferes with it most recently and most frequently (docs/ciao.md, 7.4; CIAO III-A). */
#ifndef SUBCORE_INTERFERENCE_LIST_H
#define SUBCORE_INTERFERENCE_LIST_H

#include "cmodel/base/register_list.h"
#include "warp_events.h"

struct interference_list {
    /* Registers. */
    uint64_t valid[QWORDS(MAX_SM_WARPS)];
    uint64_t warp_q[QWORDS(MAX_SM_WARPS * 8)], count_q[QWORDS(MAX_SM_WARPS * 2)];
    /* The same in a natural form. */
    uint8_t  warp[MAX_SM_WARPS], count[MAX_SM_WARPS];
};

void interference_list_list(const struct interference_list *n, const struct sm_shape *k, struct register_list *l);
void interference_list_reset(struct interference_list *n);
void interference_list_unpack(struct interference_list *n, const struct sm_shape *k);

/* A hit of warp `interfered` between warps; -1: there is none in this cycle. */
void interference_list_edge(struct interference_list *n, const struct sm_shape *k, const struct warp_events *w,
                            int interfered, unsigned interfering);

#endif
