/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accesses of a sub-core to memory (docs/sm.md, section 5.5): what a record does to global or local memory, cut into
 * pieces of a word for each element.
 */
#ifndef SUBCORE_ACCESS_H
#define SUBCORE_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "configs/config.h"
#include "cmodel/sm/sm_boundary.h"
#include "cmodel/stream/stream.h"
#include "word_memory.h"

/* A record that the load/store unit has been given. */
struct access_record {
    const struct insn *insn;
    const struct warp *warp;
    uint32_t sequence;
    uint64_t launch;                    /* number of its warp's launch in the kernel */
    const struct vreg *operand;         /* by slot; NULL: without values */
};

/* What it does, with addresses in the memory that all warps share. */
struct access_plan {
    struct warp_memory memory;
    enum mem_op op;
    uint32_t words, pieces;             /* of a lane; accesses at most */
    uint32_t who;                       /* of the warp */
    uint32_t result[MAX_DSTS][MAX_LANES];   /* copied from memory.result, which does not last */
    bool     compare;                   /* and to be compared with what comes */
};

/* Whether a record accesses memory behind the load/store unit at all. */
bool access_needed(const struct insn *insn, uint32_t lane_mask);

/* Plans a record. Returns NULL, or a phrase about why it can not be executed: what it does, and what is accepted. */
const char *access_plan(struct access_plan *plan, const struct access_record *r, const struct config *cfg);

/* Piece `number` of it. False if no active lane has an element in it. */
bool access_piece(const struct access_plan *plan, uint32_t number, const struct config *cfg, struct mem_access *a);

/* Applies a piece, or those of its elements that are in `elements`, to a memory: a store writes, an atomic updates with
 * the operands in `data`, element after element. `old` gets what loads and atomics find. */
void access_apply(struct word_memory *m, const struct access_plan *plan, uint32_t number, const struct mem_access *a,
                  uint32_t elements, const uint32_t data[MAX_LANES], const struct config *cfg,
                  uint32_t old[MAX_LANES]);

/* Whether the registers that follow from the words of a piece are those of sequential execution; else one of the words
 * where they differ goes to `element`. */
bool access_as_recorded(const struct access_plan *plan, uint32_t number, const struct mem_access *a,
                        const uint32_t words[MAX_LANES], const struct config *cfg, uint32_t *element);

#endif
