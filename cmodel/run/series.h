/* SPDX-License-Identifier: Apache-2.0 */
/* What a slice does over time (CIAO, Fig. 9 and 10): a line for every so many cycles. */
#ifndef SUBCORE_SERIES_H
#define SUBCORE_SERIES_H

#include <stdio.h>

#include "cmodel/env/sm_env.h"
#include "cmodel/sm/top.h"

struct series {
    uint64_t interval;              /* cycles */
    FILE    *out;                   /* NULL: nobody wants it */
    unsigned sm, subcore;           /* the slice */
    uint64_t live, active;          /* warps, summed over the cycles since the last line */
    struct series_counts { uint64_t cycles, instructions, loads, hits, vta_hits; } before;
};

void series_header(FILE *out);

/* After each evaluation of the model, before its edge. */
void series_sample(struct series *s, const struct top *top);
/* After the edge: a line if an interval is over. `last`: and for what remains. */
void series_step(struct series *s, const struct top *top, const struct sm_env *env, bool last);

#endif
