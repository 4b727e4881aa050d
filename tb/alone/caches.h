/* SPDX-License-Identifier: Apache-2.0 */
/* Register caches in front of which a module stands that has none itself: those of all warps in any state (3.15). */
#ifndef SUBCORE_ALONE_CACHES_H
#define SUBCORE_ALONE_CACHES_H

#include "instruction.h"
#include "cmodel/subcore/rfc.h"

/* Entries in use, dirty ones, registers, each once, orders, and which caches are flushing. */
void draw_caches(struct unit *u);

/* A register whose row exists, often one that the cache of the warp has. */
unsigned draw_cached_register(struct unit *u, unsigned warp);

/* Entries as sets: the one with the result's register, the one that it takes. */
static inline uint64_t hit_of(const struct rfc_result *r) { return r->hit >= 0 ? only((unsigned)r->hit) : 0; }
static inline uint64_t place_of(const struct rfc_result *r) { return r->places ? only(r->victim) : 0; }

/* The register that the bank gets for a result: that of its victim, or its own. */
static inline unsigned written_register(const struct rfcs *rs, const struct result *wb, const struct rfc_result *r)
{
    return r->evicts ? rfc_tag(rs, wb->warp, r->victim) : wb->reg;
}

/* The lowest register without a row is behind the last one that draw_existing() draws. */
unsigned draw_existing(struct unit *u);

#endif
