/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Allocation of values to LRF and ORF (Gebhart et al., MICRO 2011), strand by strand, in the order of gain for each
 * instruction that a value would occupy an entry for. A value is all results that some read of the strand may find,
 * with these reads. It goes to the LRF if its results and all reads are of private units, else to the ORF; if there is
 * no room, its last reads are dropped one by one, which then read the MRF. What has no place then may have its first
 * reads in the LRF. A register from the MRF that is read several times is copied to the ORF by its first read, one for
 * an instruction. What is needed behind its strand goes to the MRF as well.
 */
#ifndef SUBCORE_PLACE_H
#define SUBCORE_PLACE_H

#include "level_code.h"
#include "level_shape.h"

struct places {
    struct level_place (*read)[LEVEL_READS];    /* by instruction */
    struct level_place (*write)[LEVEL_WRITES];
};

/* `head` is that of strand_find(), `live` that of level_live(). False when memory runs out. */
bool places_find(struct places *, const struct level_code *, const uint32_t *head, const struct regset *live,
                 const struct level_shape *);
void places_free(struct places *);

/* What it saves to keep a value in a level, in femtojoules: `reads` from there, `results` written there, which do not
 * go to the MRF if `transient`. A copy has no result. */
int64_t place_gain(enum level, unsigned entries, unsigned reads, unsigned results, bool transient);

#endif
