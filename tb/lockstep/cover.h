/* SPDX-License-Identifier: Apache-2.0 */
/* Functional cover points: situations of the RTL's registers, counted in the cycles of a run. */
#ifndef SUBCORE_COVER_H
#define SUBCORE_COVER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "configs/config.h"
#include "dut.h"

enum { COVER_TERMS = 3 };

/* A point with its registers in one instance. */
struct cover_place {
    uint32_t point;
    const uint8_t *bits[COVER_TERMS][2];    /* a register, and the one that it is compared with */
    uint32_t width[COVER_TERMS];
    bool     before[COVER_TERMS];           /* whether the register was not zero a cycle ago */
};

struct cover {
    const struct config *cfg;
    struct cover_place *places;
    uint32_t count;
    uint64_t *hits;             /* by point */
    uint32_t *found;            /* places, by point */
};

/* Looks at the objects of a device from now on; hits go on. False: no memory. */
bool cover_bind(struct cover *, const struct config *, const struct dut_object *objects, uint32_t count);

/* Once per cycle, with settled inputs and before the clock's edge. */
void cover_cycle(struct cover *);

/* One line per point: "point <tab> name <tab> hits <tab> places <tab> meaning". */
void cover_print(const struct cover *, FILE *out);

void cover_free(struct cover *);

#endif
