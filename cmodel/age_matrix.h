/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Order of allocation (3.1). Entries carry stamps that count up; the rows of the matrix, which say the same, are packed
 * in the image and follow at each change.
 */
#ifndef SUBCORE_AGE_MATRIX_H
#define SUBCORE_AGE_MATRIX_H

#include <stdbool.h>
#include <stdint.h>

#include "boundary.h"

struct age {
    unsigned  n;
    uint64_t *row;                          /* n x n bits in the image */
    uint64_t  valid[MAX_INFLIGHT / 64];
    uint64_t  next;
    uint64_t  stamp[MAX_INFLIGHT];
};

/* Entries that are freed in a cycle are freed before one is allocated. `packing`: the rows follow. */
void age_alloc(struct age *a, unsigned i, bool packing);
void age_free(struct age *a, unsigned i, bool packing);
void age_clear(struct age *a);

/* All rows from the stamps, and back. */
void age_pack(struct age *a);
void age_unpack(struct age *a);

/* The oldest of a set of valid entries that is not empty; n is at most 64. */
unsigned age_oldest(const struct age *a, uint64_t set);

static inline bool age_valid(const struct age *a, unsigned i)
{
    return a->valid[i / 64] >> i % 64 & 1;
}

/* Bit j of row i: both are valid, and j is not younger than i. */
static inline bool age_older(const struct age *a, unsigned i, unsigned j)
{
    return age_valid(a, i) && age_valid(a, j) && a->stamp[j] <= a->stamp[i];
}

/* The lowest entry that is not valid, or n. */
unsigned age_lowest_free(const struct age *a);

#endif
