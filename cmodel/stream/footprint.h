/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of an instruction, gathered from its micro-operations. */
#ifndef SUBCORE_FOOTPRINT_H
#define SUBCORE_FOOTPRINT_H

#include <stdbool.h>

#include "regset.h"
#include "stream.h"

struct footprint {
    uint32_t lanes;                 /* all that the sub-core has */
    bool complete;                  /* the last micro-operation has been added: the next one begins anew */
    struct regset read;
    struct regset full, partial;    /* written in all lanes, in some */
    struct regset bank;             /* written in all lanes, and by their hint wanted in the bank only */
};

void footprint_init(struct footprint *, unsigned lanes);
/* Returns whether the footprint is complete now. */
bool footprint_add(struct footprint *, const struct insn *);

#endif
