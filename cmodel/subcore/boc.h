/* SPDX-License-Identifier: Apache-2.0 */
/* BOW's bypassing operand collector: window, lookup, entries, results, drains (3.14; BOW IV-A, IV-B). */
#ifndef SUBCORE_BOC_H
#define SUBCORE_BOC_H

#include "model_internal.h"

/* What the head of warp c, which has one, finds; behind boc_eval(). */
const struct boc_lookup *boc_look(struct model *m, unsigned c);

/* Before the warps are looked at (3.5): which entries are locked, in, and free in every BOC. */
void boc_eval(struct model *m);

/* Whether the next position of BOC c is not occupied, or dispatches in this cycle with REUSE. */
bool boc_has_room(const struct model *m, unsigned c);

/* WAR (3.5, item 3): a position that has not dispatched reads a result register of the head. */
bool boc_overtakes(const struct model *m, unsigned c, const struct entry *e);

/* Entries with a value that the bank still has to get. */
uint64_t boc_owes(const struct model *m, unsigned c);

/* Positions of BOC c that can dispatch, and the oldest of some. */
unsigned boc_dispatchable(const struct model *m, unsigned c, uint32_t unit_ready);
unsigned boc_oldest(const struct model *m, unsigned c, unsigned positions);

/* The results that are accepted in this cycle and go to a BOC (3.9): ports, of those in `ports`. */
uint32_t boc_results(struct model *m, uint32_t ports);

/* Chooses the drains of this cycle for the banks without a granted result. */
void boc_drain_eval(struct model *m);

/* The edge, in this order: drains and expiry, the instruction that issues (slots that have to be read), results. */
void boc_drain_edge(struct model *m);
unsigned boc_allocate(struct model *m, unsigned c, unsigned warp, const struct entry *e);
void boc_take_results(struct model *m);

/* LATE, behind the allocation: what could be taken in this cycle is for the one that was chosen in it. */
void boc_keep_candidates(struct model *m);

/* Port S: the value of a bank is there for entry e of BOC c. */
void boc_receive(struct model *m, unsigned c, unsigned entry, const struct vreg *value);

void boc_dispatched(struct model *m, unsigned c, unsigned position);
void boc_end(struct model *m, unsigned warp);

void boc_clear(struct model *m, unsigned c);
void boc_pack(struct model *m, unsigned c);
void boc_unpack(struct model *m, unsigned c);

#endif
