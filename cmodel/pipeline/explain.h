/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction's life in sentences (--explain). */
#ifndef SUBCORE_PIPELINE_EXPLAIN_H
#define SUBCORE_PIPELINE_EXPLAIN_H

#include <stdio.h>

#include "row.h"

/* So long it has done the same. `came`: the register or tag that it waits for has come in cycle `to`. */
struct explain_part { struct step step; uint64_t from, to; bool came; };

struct explain {
    struct row row;             /* as it is in the end */
    bool     begun, complete;
    size_t count, room;
    struct explain_part *parts;
    char     operands[256];     /* where they come from */
};

/* What it does in a cycle, and whether in this cycle the register or tag comes that it waits for. False when memory
 * runs out. */
bool explain_cycle(struct explain *, const struct row *, const struct step *, bool comes, uint64_t cycle);
void explain_close(struct explain *);

/* The sentences. */
void explain_print(const struct explain *, uint32_t sm, uint32_t subcore, FILE *out);

#endif
