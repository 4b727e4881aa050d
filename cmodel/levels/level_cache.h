/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The register cache in hardware that software levels are compared with (RFC: Gebhart et al., ISCA 2011), counted
 * without timing: six entries for a warp, first in, first out. A result takes an entry, a source that misses takes
 * none. What leaves is written back unless it is dead. Results of long latency go to the main register file, and a warp
 * that names one of them leaves the active set, with its entries. That such results go there directly is recalled.
 */
#ifndef SUBCORE_LEVEL_CACHE_H
#define SUBCORE_LEVEL_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "level_hints.h"

enum { LEVEL_CACHE_ENTRIES = 6 };

/* Counted are registers of a warp, not lanes. */
struct level_cache {
    uint8_t  reg[LEVEL_CACHE_ENTRIES];      /* the oldest first */
    unsigned count;
    bool     begun;                         /* the warp has executed something */
    uint8_t  result[LEVEL_WRITES];          /* of the records of an instruction that has not ended */
    unsigned results;
    struct regset pending;                  /* results of long latency that no instruction has named */
    struct regset live;                     /* behind the last instruction */
    uint64_t hits;                          /* sources; all others are read from the main register file */
    uint64_t direct;                        /* results of the main register file; all others have an entry */
    uint64_t written_back;                  /* entries that were read and written to the main register file */
    uint64_t leaves;                        /* times that a warp has left the active set */
};

/* The next record of a warp, one warp after another, and what the passes say of its instruction. All is zero before the
 * first one. Results are written once all sources of the instruction are read. */
void level_cache_record(struct level_cache *, const struct insn *, const struct level_hint *);

#endif
