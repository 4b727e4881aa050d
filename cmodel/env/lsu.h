/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The load/store unit of a sub-core in an SM (docs/sm.md, section 5.5). It cuts instructions into accesses, offers them
 * to the SM one after another, and collects what comes back.
 *
 * It knows instructions from their issue on, so that accesses of a warp keep the order of its program even where its
 * instructions overtake each other in the collectors.
 */
#ifndef SUBCORE_LSU_H
#define SUBCORE_LSU_H

#include "access.h"
#include "atomics.h"
#include "configs/config.h"
#include "flat_memory.h"
#include "cmodel/sm/sm_boundary.h"

struct lsu;

/* What an instruction leaves behind for whoever ends it. `order` is larger for instructions that were issued later. */
struct lsu_tag {
    uint64_t order, tags, pc;
    uint8_t  slot, iid;
    bool     results;
};

/* `flat` is NULL without values. NULL when memory runs out. */
struct lsu *lsu_create(const struct config *cfg, uint32_t subcore, struct flat_memory *flat, struct atomics *atomics);
void lsu_destroy(struct lsu *l);

/* Whether it can take an instruction. */
bool lsu_ready(const struct lsu *l);

/* A memory instruction has been issued; it has been dispatched in cycle `now`, and is complete when lsu_done() says
 * so. */
bool lsu_issue(struct lsu *l, uint32_t slot, uint64_t order);
void lsu_dispatch(struct lsu *l, const struct lsu_tag *tag, const struct access_plan *plan, uint64_t now);

/* Whether accesses of instructions of the warp slot that were issued before `order` have not been taken yet. */
bool lsu_pending(const struct lsu *l, uint32_t slot, uint64_t order);

/* To be called in every cycle: offers an access. The structure should be the same, and not be changed in between. */
void lsu_drive(struct lsu *l, uint64_t now, struct mem_access *a);
/* The access that is offered has been taken. */
void lsu_taken(struct lsu *l);
/* The last request of atomic `id`, which waits for no words, has been carried out. */
void lsu_carried_out(struct lsu *l, uint8_t id);
/* Words have come for an access. Returns false with one sentence in lsu_error() if they are wrong. */
bool lsu_response(struct lsu *l, const struct sm_out *out);
const char *lsu_error(const struct lsu *l);
/* Takes an instruction that was completed so many cycles ago as the latency of the L1 is longer than the way through
 * the SM; false if there is none. */
bool lsu_done(struct lsu *l, struct lsu_tag *tag);
/* Whether memory has run out. */
bool lsu_failed(const struct lsu *l);

/* Whether it holds nothing at all. */
bool lsu_idle(const struct lsu *l);
/* What it waits for, as a phrase; returns its length. */
int lsu_describe(const struct lsu *l, char *text, size_t size);

#endif
