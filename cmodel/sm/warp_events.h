/* SPDX-License-Identifier: Apache-2.0 */
/* What the sub-cores do in a cycle, as far as it concerns the SM. Bit i W + w of a set is warp slot w of sub-core i. */
#ifndef SUBCORE_WARP_EVENTS_H
#define SUBCORE_WARP_EVENTS_H

#include "sm_shape.h"

struct warp_events {
    uint64_t launched[QWORDS(MAX_SM_WARPS)], ended[QWORDS(MAX_SM_WARPS)];
    uint64_t at_barrier[QWORDS(MAX_SM_WARPS)];      /* CCWS only */
    uint64_t awaited[QWORDS(MAX_SM_WARPS)];         /* STALL only: at a barrier, by others of its block */
    bool     live;                                  /* some warp is live, before any of this */
    unsigned issued;                                /* sub-cores that issue */
    unsigned counted;                               /* CIAO: these, or with LANES active lanes of what dispatches */
};

/* Whether any warp is launched or ends. */
static inline bool warp_events_any(const struct warp_events *w, const struct sm_shape *k)
{
    uint64_t any = 0;
    for (unsigned at = 0; at < k->sm_warps; at += 64)
        any |= w->launched[at / 64] | w->ended[at / 64];
    return any != 0;
}

/* Whether a warp is launched or ends. */
static inline bool warp_events_gone(const struct warp_events *w, unsigned warp)
{
    return bit_get(w->launched, warp) || bit_get(w->ended, warp);
}

#endif
