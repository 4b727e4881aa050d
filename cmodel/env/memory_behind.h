/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory behind an SM (docs/sm.md, section 5.5): its contents, and how long L2 and DRAM take. Requests are applied
 * in the order of their arrival; answers come back in the order (cycle from which they are ready, arrival).
 */
#ifndef SUBCORE_MEMORY_BEHIND_H
#define SUBCORE_MEMORY_BEHIND_H

#include "configs/sentence.h"
#include "atomics.h"
#include "configs/config.h"
#include "memory_port.h"
#include "cmodel/sm/sm_boundary.h"
#include "word_memory.h"

struct memory_behind;

/* Exact counts since creation. */
struct behind_counts { uint64_t requests, l2_misses; };

/* `port` leads to the one L2 of the GPU, which then says how long requests take; NULL: there is an L2 behind this SM.
 * Returns NULL when memory runs out. */
struct memory_behind *memory_behind_create(const struct config *cfg, const struct memory_image *image,
                                           struct memory_port *port);
void memory_behind_destroy(struct memory_behind *m);

/* Whether a request is taken in cycle `now`. */
bool memory_behind_ready(const struct memory_behind *m, uint64_t now);

/* Takes the request that is on the SM's ports; an atomic is carried out as `atomics` says. Returns false with one
 * sentence in `error` if it is none that the SM may make. */
bool memory_behind_request(struct memory_behind *m, const struct sm_out *out, struct atomics *atomics, uint64_t now,
                           const struct sentence *error);

/* Takes the answers that are at the port. */
void memory_behind_answers(struct memory_behind *m);

/* The answer that is offered in cycle `now`, or NULL; memory_behind_pop() when it has been accepted. */
const struct mem_line *memory_behind_answer(const struct memory_behind *m, uint64_t now, uint8_t *mshr);
void memory_behind_pop(struct memory_behind *m);

/* Whether nothing is under way. */
bool memory_behind_idle(const struct memory_behind *m, uint64_t now);

/* A kernel begins: local memory is as the image says again, and with `forget` all of it. */
void memory_behind_kernel(struct memory_behind *m, bool forget);

struct word_memory *memory_behind_words(struct memory_behind *m);
const struct behind_counts *memory_behind_counts(const struct memory_behind *m);

#endif
