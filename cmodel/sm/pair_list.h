/* SPDX-License-Identifier: Apache-2.0 */
/* Which warps are isolated or stalled, because of whom, and in which order (docs/ciao.md, 7.5; CIAO IV-A, Fig. 6). */
#ifndef SUBCORE_PAIR_LIST_H
#define SUBCORE_PAIR_LIST_H

#include "cmodel/base/register_list.h"
#include "warp_events.h"

struct pair_list {
    /* Registers. isolated is I, stalled not V; the first field of a pair says who triggered the isolation, the second
     * one who triggered the stall. */
    uint64_t isolated[QWORDS(MAX_SM_WARPS)], stalled[QWORDS(MAX_SM_WARPS)];
    uint64_t first_q[QWORDS(MAX_SM_WARPS * 8)], second_q[QWORDS(MAX_SM_WARPS * 8)];
    uint64_t recent_q[QWORDS(MAX_SM_WARPS * 8)];
    /* The same in a natural form. */
    uint8_t  first[MAX_SM_WARPS], second[MAX_SM_WARPS], recent[MAX_SM_WARPS];
};

/* What 7.5 decides in a cycle: warps, or -1. */
struct pair_decision {
    int      isolated, stalled;         /* this warp is */
    unsigned trigger;                   /* because of this one */
    int      reactivated, sent_back;
};

/* Warps, by what lets them go on. */
struct pair_releases { unsigned by_trigger, by_barrier; };

void pair_list_list(const struct pair_list *p, const struct sm_shape *k, struct register_list *l);
void pair_list_reset(struct pair_list *p, const struct sm_shape *k);
void pair_list_flush(struct pair_list *p);      /* what reset does, but for the order */
void pair_list_unpack(struct pair_list *p, const struct sm_shape *k);

/* Whether any live warp is stalled. */
bool pair_list_any_stalled(const struct pair_list *p, const struct sm_shape *k, const uint64_t *live);

/* Releases win over what is decided; they see who has triggered what before the edge. */
struct pair_releases pair_list_edge(struct pair_list *p, const struct sm_shape *k, const struct warp_events *w,
                                    const struct pair_decision *d);

#endif
