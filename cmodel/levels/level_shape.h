/* SPDX-License-Identifier: Apache-2.0 */
/* What hints about levels hold for, and where an operand is. */
#ifndef SUBCORE_LEVEL_SHAPE_H
#define SUBCORE_LEVEL_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "configs/sentence.h"
#include "level_energy.h"

enum lrf_kind { LRF_OFF, LRF_ONE, LRF_SPLIT };   /* split: one bank for each position of an operand */

enum { LEVEL_MIN_INTERVAL = 8, LEVEL_MAX_INTERVAL = 64 };

struct level_shape {
    int  orf;                   /* entries of a warp, 0 to LEVEL_MAX_ORF */
    int  lrf;                   /* enum lrf_kind */
    int  interval;              /* registers, LEVEL_MIN_INTERVAL to LEVEL_MAX_INTERVAL */
    int  slots;                 /* collector.slots and operand.expand, which records depend on */
    bool expand;
};

/* The word for an enum lrf_kind, and the other way round. */
const char *level_lrf_word(int lrf);
bool level_lrf_find(const char *word, int *lrf);

/* An ORF of 3 entries, a split LRF, intervals of 16 registers. */
struct level_shape level_shape_default(void);

/* Reads "orf=3,lrf=split,interval=16", of which any part may be missing and is left alone; NULL is nothing of it. */
bool level_shape_read(struct level_shape *, const char *text, const struct sentence *error);

/* Where a read finds its value, or where a result goes. */
struct level_place {
    bool    mrf;                /* read: from the MRF; result: into it */
    uint8_t level;              /* LEVEL_MRF: nowhere else; LEVEL_ORF or LEVEL_LRF: there, too. A read from the MRF that
                                   names the ORF leaves a copy there */
    uint8_t entry;              /* of that level */
};

#endif
