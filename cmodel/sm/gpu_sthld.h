/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One STHLD for all slices of the machine (docs/malekeh.md; Malekeh IV-B2, "a per-GPU threshold"): the FSM of sthld.h,
 * fed with what all sub-cores together have issued in an interval. It keeps what it said in every interval, for those
 * who run the slices again.
 *
 * A machine has at most 2^14 sub-cores and an interval 10^6 cycles: counts are of 64 bits, and none ever saturates.
 */
#ifndef SUBCORE_GPU_STHLD_H
#define SUBCORE_GPU_STHLD_H

#include <stddef.h>
#include <stdio.h>

#include "cmodel/subcore/sthld.h"

struct gpu_sthld {
    const struct config *cfg;
    uint32_t slices;
    struct sthld_state now;     /* in the last interval that has begun */
    uint64_t previous;          /* instructions of the one before it */
    size_t   count, room;       /* intervals that have begun, and those there is memory for */
    struct sthld_state *states; /* of each */
    uint32_t *issued;           /* interval * slices + slice: instructions */
};

/* Begins the first interval. false when memory runs out, as below. */
bool gpu_sthld_open(struct gpu_sthld *g, const struct config *cfg, uint32_t slices);
void gpu_sthld_close(struct gpu_sthld *g);

/* A slice has issued so many instructions in this interval. Slices may say so at the same time; one that says nothing
 * has issued none. */
void gpu_sthld_count(struct gpu_sthld *g, uint32_t slice, uint32_t issued);
/* All have: the interval ends, and the next one begins. */
bool gpu_sthld_next(struct gpu_sthld *g);

/* STHLD and state in a cycle; behind the last interval, those of the last one. */
struct sthld_state gpu_sthld_at(const struct gpu_sthld *g, uint64_t cycle);
/* What a slice has issued in the interval that ends with a cycle, or in the one in which it ended. */
uint32_t gpu_sthld_issued(const struct gpu_sthld *g, uint64_t cycle, uint32_t slice);

/* A line: how many intervals have begun, and what STHLD was in them. */
void gpu_sthld_print(const struct gpu_sthld *g, FILE *out);

#endif
