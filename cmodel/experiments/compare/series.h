/* SPDX-License-Identifier: Apache-2.0 */
/* IPC over time, of what build/cmodel run --series has written: in equal steps, over all slices that still run. */
#ifndef SUBCORE_COMPARE_SERIES_H
#define SUBCORE_COMPARE_SERIES_H

#include <stdbool.h>
#include <stddef.h>

#include "configs/sentence.h"

enum { SERIES_STEPS = 100 };

struct sample {
    double end, cycles, instructions; /* cycle in which the sample ends; how many it has; what has issued in them */
};

struct series {
    struct sample *samples;
    size_t count, room;
    double last; /* cycle */
};

bool series_read(struct series *, const char *path, const struct sentence *);

/* IPC in each of the steps from cycle 0 to `last`; NaN where no slice runs. */
void series_ipc(const struct series *, double last, double ipc[SERIES_STEPS]);

void series_free(struct series *);

#endif
