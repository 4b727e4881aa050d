/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Order of allocation (3.1). Entries carry stamps that count up; the rows of the matrix, which say the same, are packed
 * in the image and follow at each change. Where nobody asks for the order, an entry has one bit, which says that it is
 * valid.
 */
#ifndef SUBCORE_AGE_MATRIX_H
#define SUBCORE_AGE_MATRIX_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/base/bits.h"
#include "boundary.h"

struct age {
    unsigned  n;
    uint64_t *row;                          /* n x n bits in the image, n if there is no order */
    bool      unordered;
    uint64_t  valid[MAX_INFLIGHT / 64];
    uint64_t  next;
    uint64_t  stamp[MAX_INFLIGHT];
};

void age_clear(struct age *a);

/* All rows from the stamps, and back. */
void age_pack(struct age *a);
void age_unpack(struct age *a);

void age_pack_row(struct age *a, unsigned i);       /* after an allocation */
void age_pack_column(struct age *a, unsigned i);    /* after an entry was freed */

static inline bool age_valid(const struct age *a, unsigned i)
{
    return a->valid[i / 64] >> i % 64 & 1;
}

/* Bit j of row i: both are valid, and j is not younger than i. */
static inline bool age_older(const struct age *a, unsigned i, unsigned j)
{
    return age_valid(a, i) && age_valid(a, j) && a->stamp[j] <= a->stamp[i];
}

/* Entries that are freed in a cycle are freed before one is allocated. `packing`: the rows follow. */
static inline void age_alloc(struct age *a, unsigned i, bool packing)
{
    bit_set(a->valid, i);
    a->stamp[i] = ++a->next;
    if (packing)
        age_pack_row(a, i);
}

static inline void age_free(struct age *a, unsigned i, bool packing)
{
    if (!age_valid(a, i))
        return;
    bit_clear(a->valid, i);
    if (packing)
        age_pack_column(a, i);
}

/* The oldest of a set of valid entries that is not empty; n is at most 64. */
static inline unsigned age_oldest(const struct age *a, uint64_t set)
{
    unsigned best = lowest(set);
    for (set &= set - 1; set; set &= set - 1)
        best = a->stamp[lowest(set)] < a->stamp[best] ? lowest(set) : best;
    return best;
}

/* The lowest entry that is not valid and not `but`, or n. */
static inline unsigned age_lowest_free(const struct age *a, unsigned but)
{
    for (unsigned i = 0; i < a->n; i += 64) {
        uint64_t free = ~a->valid[i / 64] & ~(but / 64 == i / 64 ? only(but % 64) : 0);
        if (free)
            return i + lowest(free) < a->n ? i + lowest(free) : a->n;
    }
    return a->n;
}

#endif
