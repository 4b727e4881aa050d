/* SPDX-License-Identifier: Apache-2.0 */
/* Which warps may issue: issue.limit, what CCWS stops, and what CIAO stalls (docs/schedulers.md, section 6.1;
 * docs/ciao.md, section 7.1). It has no registers. */
#ifndef SUBCORE_LIMIT_H
#define SUBCORE_LIMIT_H

#include "age_matrix.h"
#include "ibuffer.h"

struct limit {
    unsigned most;                  /* issue.limit; 0: there is none */
    bool     spared;                /* the SM lifts it (SPARE) */
    bool     stops, stalls;         /* CCWS stops loads and stores of warps; CIAO stalls warps */
    struct {                        /* of the cycle: */
        uint64_t barrier, stop, stalled;    /* warps that wait at one; that issue nothing to LDST; nothing */
        bool     spare;             /* the limit is lifted */
    } in;
};

void limit_open(struct limit *m, const struct config *cfg);

/* Whether anything is held back in this configuration. */
static inline bool limit_any(const struct limit *m)
{
    return m->most || m->stops || m->stalls;
}

/* In all of them `launched` has the live warps in the order of their launch.
 *
 * The warps that the limit and CIAO leave in the active set of the two-level scheduler: all without them. */
uint64_t limit_keeps(const struct limit *m, const struct age *launched);

/* The warps within the limit: the oldest issue.limit ones of those that are live and wait at no barrier. */
uint64_t limit_within(const struct limit *m, const struct age *launched);

/* Live warps that item 6, 7 or 8 of readiness holds back, or would; those at a barrier wait for that instead. */
uint64_t limit_held(const struct limit *m, const struct age *launched);

/* Of warps with a decoded instruction, those that pass items 6 to 8 of readiness. */
uint64_t limit_admits(const struct limit *m, const struct age *launched, const struct ibuffer *ib, uint64_t set);

#endif
