/* SPDX-License-Identifier: Apache-2.0 */
/* Tags, states and order of use of the lines of the cache (docs/sm.md, section 5.4). */
#ifndef SUBCORE_CACHE_SETS_H
#define SUBCORE_CACHE_SETS_H

#include "cmodel/base/register_list.h"
#include "sm_shape.h"

struct cache_sets {
    /* Registers. Bit z Y + y is that of way y of set z. */
    uint64_t valid[QWORDS(MAX_CACHE_ROWS)], wait[QWORDS(MAX_CACHE_ROWS)], dirty[QWORDS(MAX_CACHE_ROWS)];
    uint64_t tag_q[QWORDS(MAX_CACHE_ROWS * MAX_LINE_NUMBER_BITS)];
    uint64_t older[QWORDS(MAX_CACHE_SETS * MAX_CACHE_WAYS * (MAX_CACHE_WAYS - 1) / 2)];
    uint64_t warp_q[QWORDS(MAX_CACHE_ROWS * 8)];    /* warp of the SM whose load reserved the line; k->vta only */
    /* Tags and warps in a natural form; the warps are always there. */
    uint64_t tag[MAX_CACHE_ROWS];
    uint8_t  warp[MAX_CACHE_ROWS];
};

/* What a line access finds. Ways, or -1. */
struct cache_lookup {
    unsigned set;
    int      hit, waiting;
};

void cache_sets_list(const struct cache_sets *s, const struct sm_shape *k, struct register_list *l);
void cache_sets_reset(struct cache_sets *s, const struct sm_shape *k);
void cache_sets_unpack(struct cache_sets *s, const struct sm_shape *k);
void cache_sets_flush(struct cache_sets *s, const struct sm_shape *k);

unsigned cache_set_of(const struct sm_shape *k, uint64_t line);
struct cache_lookup cache_look_up(const struct cache_sets *s, const struct sm_shape *k, uint64_t line);

/* Way i of a set was used longer ago than way j, i != j. */
bool cache_older(const struct cache_sets *s, const struct sm_shape *k, unsigned set, unsigned i, unsigned j);

/* The way that a miss takes, or -1. */
int cache_place(const struct cache_sets *s, const struct sm_shape *k, unsigned set);

void cache_use(struct cache_sets *s, const struct sm_shape *k, unsigned row);
void cache_invalidate(struct cache_sets *s, unsigned row);
void cache_reserve(struct cache_sets *s, const struct sm_shape *k, unsigned row, uint64_t line, unsigned warp);
void cache_arrive(struct cache_sets *s, unsigned row);

#endif
