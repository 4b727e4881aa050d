/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long an access to memory takes: an L1 data cache and an L2 cache as tags only, 128-byte lines, LRU, both blank at
 * the start. Four ways in the L1, memory.l2_ways in the L2 (fewer if the cache is smaller than that many lines).
 *
 * A load looks every line that it touches up in the L1, a miss in the L2; a miss allocates. A store writes through: it
 * refreshes the line in the L1 but does not allocate there, and does in the L2. An atomic is done in the L2 and
 * invalidates the line in the L1. Shared memory has no tags, and an access without addresses touches no line.
 */
#ifndef SUBCORE_MEMORY_H
#define SUBCORE_MEMORY_H

#include <stdint.h>

#include "configs/config.h"
#include "cmodel/stream/stream.h"

struct memory;

struct memory_time {
    uint32_t latency;   /* cycles from dispatch to the first result */
    uint32_t interval;  /* cycles until the load/store unit takes the next instruction */
};

/* Exact counts since creation: lines, and their sectors of 32 bytes that were touched. Without sectors in the L1 those
 * of a line that misses miss. */
struct memory_counts { uint64_t lines, l1_misses, l2_misses, sectors, sector_misses; };

/* With memory.l2: shared it has no tags, and takes only what touches no line. NULL when memory runs out. */
struct memory *memory_create(const struct config *cfg);
void memory_destroy(struct memory *m);

/* Performs the accesses of one instruction; `addresses` are its first `count` active lanes' byte addresses. */
struct memory_time memory_access(struct memory *m, const struct insn *insn, const uint64_t *addresses, uint32_t count);

/* The deepest level that the last access asked: 1, 2, or 3 for DRAM. */
int memory_level(const struct memory *m);

/* Empties the L1, as the start of a kernel does. */
void memory_flush_l1(struct memory *m);

const struct memory_counts *memory_counts(const struct memory *m);

#endif
