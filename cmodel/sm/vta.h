/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The victim tag array (docs/schedulers.md, section 6.2): the lines that each warp has lost. Without CCWS and CIAO it
 * is no hardware, and yet kept: it says which warps interfere with which.
 */
#ifndef SUBCORE_VTA_H
#define SUBCORE_VTA_H

#include "cache_events.h"
#include "cmodel/base/register_list.h"
#include "warp_events.h"

enum { MAX_VICTIMS = MAX_SM_WARPS * MAX_VTA_TAGS };

struct vta {
    /* Registers. Bit i VT + e is that of entry e of warp i. */
    uint64_t valid[QWORDS(MAX_VICTIMS)];
    uint64_t tag_q[QWORDS(MAX_VICTIMS * MAX_LINE_NUMBER_BITS)], next_q[QWORDS(MAX_SM_WARPS * 4)];
    uint64_t by_q[QWORDS(MAX_VICTIMS * 8)];     /* CIAO only: warp whose load drove the line out */
    /* The same in a natural form. */
    uint64_t tag[MAX_VICTIMS];
    uint8_t  next[MAX_SM_WARPS];
    uint8_t  by[MAX_VICTIMS];                   /* always there */
};

void vta_list(const struct vta *v, const struct sm_shape *k, struct register_list *l);
void vta_reset(struct vta *v);
void vta_unpack(struct vta *v, const struct sm_shape *k);

/* The entry (i VT + e) that a miss finds, or -1: there is no miss, or it is no VTA hit. */
int vta_find(const struct vta *v, const struct sm_shape *k, const struct cache_events *c);

void vta_edge(struct vta *v, const struct sm_shape *k, const struct cache_events *c, const struct warp_events *w,
              bool flush);

#endif
