/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether instructions are as far apart as the latency matrix of the machine says (docs/control-bits.md). Without a
 * scoreboard nothing else makes them: a value that comes too early is a fault of the program's control bits. The
 * sub-core may be faster than the matrix, and predicates are no values in it; so its operands alone do not tell.
 *
 * Between two instructions with a fixed latency the distance is that of their dispatches; else that of their issues.
 */
#ifndef SUBCORE_DISTANCES_H
#define SUBCORE_DISTANCES_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/sass/sass.h"

struct distances;

struct distance_fault {
    uint32_t earlier;           /* the record that writes */
    uint8_t  file, hazard, reg; /* enum latency_file, enum latency_hazard */
    uint8_t  needed;            /* cycles */
    uint64_t found;
};

/* NULL when memory runs out. */
struct distances *distances_create(void);
void distances_destroy(struct distances *);

/* A warp starts in a slot. */
void distances_launch(struct distances *, uint32_t slot);

/* Record `sequence` of a slot issues as in-flight number `iid`, with these lanes; the instruction is NULL if it is
 * not the first record of one. False: it is too early. */
bool distances_issue(struct distances *, uint32_t slot, uint32_t iid, uint32_t sequence, const struct sass_insn *,
                     uint32_t mask, uint64_t cycle, struct distance_fault *);

/* It dispatches. False: it is too early. */
bool distances_dispatch(struct distances *, uint32_t iid, uint64_t cycle, struct distance_fault *);

/* "R5", "UP2" */
const char *distance_register(const struct distance_fault *, char text[8]);

#endif
