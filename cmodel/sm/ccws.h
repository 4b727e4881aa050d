/* SPDX-License-Identifier: Apache-2.0 */
/* Lost-locality scores, and which warps they let load and store (docs/schedulers.md, section 6.3). */
#ifndef SUBCORE_CCWS_H
#define SUBCORE_CCWS_H

#include "cmodel/base/register_list.h"
#include "warp_events.h"

struct ccws {
    /* Registers. */
    uint64_t live[QWORDS(MAX_SM_WARPS)], allow[QWORDS(MAX_SM_WARPS)];
    _Alignas(8) uint16_t score[MAX_SM_WARPS];
    uint64_t hits, insts, rise, scan, step, num, den, rem;
};

void ccws_list(const struct ccws *c, const struct sm_shape *k, struct register_list *l);
void ccws_reset(struct ccws *c, const struct sm_shape *k);

/* stop_i of a sub-core. */
uint64_t ccws_stop(const struct ccws *c, const struct sm_shape *k, unsigned sub);

/* hit: the warp with a VTA hit in this cycle, or -1. */
void ccws_edge(struct ccws *c, const struct sm_shape *k, const struct warp_events *w, int hit, bool flush);

#endif
