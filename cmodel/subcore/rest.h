/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycles in which nothing happens. A sub-core rests when an edge has changed no register but the LFSR and the counters
 * of STHLD's FSM: with the same inputs the next cycle has the same outputs, and its edge changes nothing else, either.
 * Such a cycle is not evaluated again, and several of them can pass at once. What a cycle counts whether something
 * happens in it or not is counted here for all cycles.
 */
#ifndef SUBCORE_REST_H
#define SUBCORE_REST_H

#include "subcore.h"

/* At the end of an edge with an evaluation: whether it has changed nothing. staged: before it an instruction was on its
 * way between choice and allocation. */
bool rest_begins(const struct model *m, bool staged);

/* Whether the sub-core rests, and these inputs are those of the cycle before. */
bool rest_goes_on(const struct model *m, const struct sc_in *in, const struct sm_drives *sm);

/* How many cycles of rest may pass at once: 0 if it does not rest, or in the cycle in which STHLD's FSM moves. */
uint64_t rest_most(const struct model *m);
void rest_pass(struct model *m, uint64_t n);

/* What n cycles count whatever happens: collectors, STHLD, the cause if nothing issues; and then the clock. */
void rest_count(struct model *m, uint64_t n);
void rest_clock(struct model *m, uint64_t n);

#endif
