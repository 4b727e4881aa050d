/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of the intervals that instructions of the rings begin (u_ibuffer of 3.20). They are packed alone. */
#ifndef SUBCORE_INTERVAL_RING_H
#define SUBCORE_INTERVAL_RING_H

#include "core.h"

struct interval_ring {
    struct core *core;
    bool     lives;                 /* which of them are live is known, too (LIVE) */
    unsigned n;                     /* entries of all rings */
    struct { uint64_t work[QWORDS(MAX_WARPS * MAX_DEPTH * MAX_REGISTERS)],
                      live[QWORDS(MAX_WARPS * MAX_DEPTH * MAX_REGISTERS)]; } q;
};

void interval_ring_open(struct interval_ring *r, struct core *core, const struct config *cfg);
void interval_ring_list(const struct interval_ring *r, struct register_list *l);

/* Entry i takes what is decoded, or what entry `from` has. */
void interval_ring_take(struct interval_ring *r, unsigned i, const struct decoded *d);
void interval_ring_move(struct interval_ring *r, unsigned i, unsigned from);

#endif
