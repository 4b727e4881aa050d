/* SPDX-License-Identifier: Apache-2.0 */
/* Which warps may issue: issue.limit, what CCWS stops, and what CIAO stalls (docs/schedulers.md, section 6.1;
 * docs/ciao.md, section 7.1). */
#ifndef SUBCORE_LIMIT_H
#define SUBCORE_LIMIT_H

#include "model_internal.h"

/* The warps that the limit and CIAO leave in the active set of the two-level scheduler: all without them. */
uint64_t limit_keeps(const struct model *m);

/* The warps within the limit: the oldest issue.limit ones of those that are live and wait at no barrier. */
uint64_t limit_within(const struct model *m);

/* Live warps that item 6, 7 or 8 of readiness holds back, or would; those at a barrier wait for that instead. */
uint64_t limit_held(const struct model *m);

/* Of warps with a decoded instruction, those that pass items 6 to 8 of readiness. */
uint64_t limit_admits(const struct model *m, uint64_t set);

#endif
