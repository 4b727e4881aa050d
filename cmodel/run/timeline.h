/* SPDX-License-Identifier: Apache-2.0 */
/* What the sub-cores of a slice do over time (Malekeh Fig. 7 and 9): a line of each for every so many cycles. */
#ifndef SUBCORE_TIMELINE_H
#define SUBCORE_TIMELINE_H

#include <stdint.h>
#include <stdio.h>

#include "cmodel/sm/gpu_sthld.h"
#include "cmodel/sm/top.h"

struct timeline {
    uint64_t every;             /* cycles */
    FILE    *out;               /* NULL: nobody wants it */
    unsigned sm, subcore;       /* the slice */
    const struct gpu_sthld *gpu;    /* whose STHLD is that of its cycles; or NULL */
    struct stats before[MAX_SUBCORES];
};

void timeline_header(FILE *out);

/* After the edge of `cycle`: lines if it is time for them. `last`: and for what remains. */
void timeline_step(struct timeline *t, const struct top *top, uint64_t cycle, bool last);

#endif
