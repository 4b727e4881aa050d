/* SPDX-License-Identifier: Apache-2.0 */
/* VTA hits of each warp, and all instructions: what an IRS consists of (docs/ciao.md, 7.4; CIAO IV-A, Eq. 1). */
#ifndef SUBCORE_VTA_COUNTS_H
#define SUBCORE_VTA_COUNTS_H

#include "cmodel/base/register_list.h"
#include "warp_events.h"

struct vta_counts {
    /* Registers. */
    uint64_t hits_q[QWORDS(MAX_SM_WARPS * 32)], insts;
    /* The hits in a natural form. */
    uint32_t hits[MAX_SM_WARPS];
};

void vta_counts_list(const struct vta_counts *c, const struct sm_shape *k, struct register_list *l);
void vta_counts_reset(struct vta_counts *c);
void vta_counts_unpack(struct vta_counts *c, const struct sm_shape *k);

/* hit: the warp with a VTA hit in this cycle, or -1. */
void vta_counts_edge(struct vta_counts *c, const struct sm_shape *k, const struct warp_events *w, int hit);

#endif
