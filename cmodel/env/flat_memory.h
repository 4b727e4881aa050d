/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory oracle: a flat memory to which accesses are applied whole, in the order in which the SM takes them. What
 * loads and atomics find in it is what the SM must answer, and in the end the memory behind must equal it.
 *
 * With machine code what is found is compared with sequential execution, too. Where it differs the word must have been
 * updated by an atomic, or stored to by several warps, in this kernel: such differences are counted.
 */
#ifndef SUBCORE_FLAT_MEMORY_H
#define SUBCORE_FLAT_MEMORY_H

#include "configs/sentence.h"
#include "access.h"
#include "word_memory.h"

/* Exact counts. */
struct flat_counts {
    uint64_t words;             /* that loads and atomics have found, and */
    uint64_t raced;             /* of these, unlike those of sequential execution: races */
    uint64_t final_raced;       /* words that a kernel has left unlike sequential execution: races */
};

struct flat_memory;

/* The image is that of every kernel when it begins. NULL when memory runs out. */
struct flat_memory *flat_memory_create(const struct config *cfg, const struct memory_image *image);
void flat_memory_destroy(struct flat_memory *f);

/* Applies piece `number` of a plan. `found`: the words by element, zero where there are none. */
void flat_memory_take(struct flat_memory *f, const struct access_plan *plan, uint32_t number,
                      const struct mem_access *a, uint64_t pc, uint32_t found[MAX_LANES]);

/* A kernel has ended: compares global memory with `behind`, and with what sequential execution has left. Returns false
 * with one sentence in `error`. Then forgets everything, if the image has been taken from the stream. */
bool flat_memory_end(struct flat_memory *f, struct word_memory *behind, const struct stream *stream,
                     const struct sentence *error);
/* Whether memory has run out. */
bool flat_memory_failed(const struct flat_memory *f);

const struct flat_counts *flat_memory_counts(const struct flat_memory *f);

#endif
