/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tags (docs/environment.md, 4.11): which of them a record reads and sets pending, which are pending, and in
 * which order they come back.
 */
#ifndef SUBCORE_TAGS_H
#define SUBCORE_TAGS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/subcore/boundary.h"
#include "configs/config.h"
#include "cmodel/stream/stream.h"

struct tags;

struct tag_pair { uint64_t src, dst; };

/* With a seed, records have pseudo-random tags instead of those of their predicates and uniform registers. NULL when
 * memory runs out. */
struct tags *tags_create(const struct config *cfg, uint64_t seed);
void tags_destroy(struct tags *t);

/* The tags of record `sequence` of the launch-th warp. */
struct tag_pair tags_of(const struct tags *t, const struct insn *insn, uint64_t launch, uint32_t sequence);

/* The warp in `slot` issues an instruction with these tags. Returns those of them that were pending; there should be
 * none. */
uint64_t tags_issue(struct tags *t, uint32_t slot, struct tag_pair pair);

/* An instruction of `slot` that set `mask` pending, not zero, has been dispatched; they come back from cycle `ready`
 * on. `order` is larger for instructions that were issued later. */
void tags_dispatch(struct tags *t, uint32_t slot, uint64_t mask, uint64_t ready, uint64_t order);

/* The tags that come back in cycle `now`: `slot` and `mask`, or false. tags_pop() is the end of that cycle for them. */
bool tags_return(const struct tags *t, uint64_t now, uint32_t *slot, uint64_t *mask);
void tags_pop(struct tags *t);

/* The cycle from which the next tags come back, or UINT64_MAX. */
uint64_t tags_event(const struct tags *t);

/* Tags of the warp in `slot` that are pending. */
uint64_t tags_pending(const struct tags *t, uint32_t slot);

#endif
