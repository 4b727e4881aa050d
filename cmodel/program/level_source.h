/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The code of kernels for the passes of cmodel/levels/: from a cubin with all paths that it may take, or from a
 * recorded trace with those that its warps have taken.
 */
#ifndef SUBCORE_LEVEL_SOURCE_H
#define SUBCORE_LEVEL_SOURCE_H

#include <stdbool.h>

#include "cmodel/levels/level_code.h"
#include "cmodel/levels/level_hints.h"
#include "cmodel/stream/stream.h"
#include "configs/sentence.h"

struct cubin_kernel;
struct record_shape;
struct recorded_code;

/* Of a kernel in a cubin, with the records of each instruction. `races`: lanes that wait at BSYNC may be let go, so
 * that it brings no paths together. False with a sentence. */
bool level_code_of_cubin(struct level_code *, const struct cubin_kernel *, const struct record_shape *shapes,
                         bool races, const struct sentence *error);

/* What a trace shows of an instruction beside its recorded_code. `ends`: some warp ends with it, and its frame is lost,
 * so that its operands are in the MRF. */
struct level_seen { bool partial, cracked, entry, ends; };

/* Of a sorted recorded_code; `seen` by its index. False with a sentence. */
bool level_code_of_trace(struct level_code *, const struct recorded_code *, const struct level_seen *seen,
                         const struct sentence *error);

/* Whether a result of the opcode comes from memory beyond the SM's shared memory. */
bool level_is_slow(const char *opcode);

struct level_pass {
    struct level_hints *hints;
    uint64_t launches, instructions;    /* instructions: in the code */
};

/* Goes through the stream to its end and makes hints about all kernels that it launches. False with one sentence in
 * stream->error. The hints are the caller's. */
bool level_pass(struct level_pass *, const struct level_shape *, struct stream *);

/* Follows the values of all warps of a stream as the hints say. False with one sentence in stream->error. */
struct level_counts;
bool level_follow(const struct level_hints *, struct stream *, struct level_counts *);

/* The same with hints of level_pass(), and counts everything of level_stats.def. */
struct level_stats;
bool level_count(const struct level_hints *, struct stream *, struct level_stats *);

#endif
