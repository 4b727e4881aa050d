/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the bypassing operand collector, in the order in which its module has them. */
#ifndef RTL_GEN_BOC_H
#define RTL_GEN_BOC_H

#include "rtl_gen/gen/emit.h"

void boc_window(struct emit *e);     /* positions: what is ready, locked, in the way; dispatch */
void boc_words(struct emit *e);      /* which entries are in, which are free */
void boc_candidates(struct emit *e); /* those that the head can take, in their order */
void boc_lookup(struct emit *e);     /* what the head hits; whether it lacks entries */
void boc_found(struct emit *e);      /* with the stage: what it hit when it was chosen, for its allocation */
void boc_allocation(struct emit *e); /* entries that the instruction takes, and homes of its results */
void boc_results(struct emit *e);    /* results that arrive */
void boc_offer(struct emit *e);      /* the entry that asks to be drained */
void boc_positions(struct emit *e);  /* next state of the positions */
void boc_entries(struct emit *e);    /* and of the entries */

/* In a loop over results k of the head: sets of entries and of slots that have the register of result k. */
void boc_results_met(struct emit *e, const char *entries, const char *slots);

#endif
