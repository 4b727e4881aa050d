/* SPDX-License-Identifier: Apache-2.0 */
/* What a run has counted, as build/cmodel run --csv has written it. */
#ifndef SUBCORE_COMPARE_COUNTS_H
#define SUBCORE_COMPARE_COUNTS_H

#include <stdbool.h>
#include <stddef.h>

#include "configs/sentence.h"

enum { COUNTS_MOST = 512, COUNTS_NAME = 48 };

struct counts {
    size_t count;
    struct { char name[COUNTS_NAME]; double value; } entry[COUNTS_MOST];
};

bool counts_read(struct counts *, const char *path, const struct sentence *);

/* A count, or a NaN if the run has none of that name. */
double counts_get(const struct counts *, const char *name);

#endif
