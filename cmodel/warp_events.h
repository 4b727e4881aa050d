/* SPDX-License-Identifier: Apache-2.0 */
/* What the sub-cores do in a cycle, as far as it concerns the SM. Bit i W + w of a set is warp slot w of sub-core i. */
#ifndef SUBCORE_WARP_EVENTS_H
#define SUBCORE_WARP_EVENTS_H

#include "sm_shape.h"

struct warp_events {
    uint64_t launched[QWORDS(MAX_SM_WARPS)], ended[QWORDS(MAX_SM_WARPS)];
    uint64_t at_barrier[QWORDS(MAX_SM_WARPS)];      /* CCWS only */
    unsigned issued;                                /* sub-cores that issue */
};

#endif
