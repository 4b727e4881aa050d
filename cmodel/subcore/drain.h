/* SPDX-License-Identifier: Apache-2.0 */
/* Which values leave collectors or register caches for banks that no result is written to: of each bank one, in turn
 * (3.14, 3.15: Drains). */
#ifndef SUBCORE_DRAIN_H
#define SUBCORE_DRAIN_H

#include "core.h"

struct drain {
    struct core *core;
    unsigned n, n_w;                /* those who offer values; bits of a number of one */
    uint32_t drained;               /* of the cycle: banks that take a value, */
    uint8_t  from[MAX_BANKS];       /* from whom; */
    uint32_t waits;                 /* offers that no bank takes */
    struct { uint64_t turn[QWORDS(MAX_BANKS * 6)]; } q;
};

void drain_open(struct drain *d, struct core *core, unsigned n);
void drain_list(const struct drain *d, struct register_list *l);
void drain_reset(struct drain *d);

/* Bit i of offered[b]: i has a value for bank b, and at most for one bank. `granted`: banks that a result is written
 * to. Returns those whose value is taken. */
uint64_t drain_eval(struct drain *d, const uint64_t offered[MAX_BANKS], uint32_t granted);

/* Bank b has taken the value: the next one has the turn. */
void drain_edge(struct drain *d, unsigned b);

#endif
