/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The judge of hints about levels: follows the values of a warp through LRF, ORF and MRF, and through LTRF's register
 * cache, as the hints say, and finds the first operand that would be read from where its value is not. It knows no
 * timing: at the beginning of a strand LRF and ORF lose everything, as if the warp had left the active set. Lanes are
 * followed one by one, so that paths of a warp may come in any order.
 */
#ifndef SUBCORE_LEVEL_JUDGE_H
#define SUBCORE_LEVEL_JUDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "configs/sentence.h"
#include "level_hints.h"

/* What has been counted: registers of a warp, not lanes. */
struct level_counts {
    uint64_t instructions, warps;
    uint64_t reads[LEVEL_COUNT], writes[LEVEL_COUNT];   /* by enum level */
    uint64_t results;           /* registers that are written */
    uint64_t strands;
    uint64_t intervals;         /* that have been entered, */
    uint64_t prefetches, work;  /* those that fetch something, and the registers of all */
    uint64_t fetched, written_back;         /* registers: LTRF+, without those that are dead */
    uint64_t fetched_all, written_back_all; /* LTRF, with them */
    uint64_t cache_reads, cache_writes;     /* LTRF's register cache */
};

struct level_judge;

/* NULL when memory runs out. The hints outlive it. */
struct level_judge *level_judge_create(const struct level_hints *);
void level_judge_destroy(struct level_judge *);

/* The kernel that comes next. False if the hints have nothing about it. */
bool level_judge_kernel(struct level_judge *, const char *name, const struct sentence *error);

/* The next record of a warp, one warp after another; `opcode` is its name. False with a sentence: what is wrong. */
bool level_judge_record(struct level_judge *, const struct insn *, const char *opcode, const struct sentence *error);

const struct level_counts *level_judge_counts(const struct level_judge *);
/* What is said of the instruction of the last record. */
const struct level_hint *level_judge_hint(const struct level_judge *);

#endif
