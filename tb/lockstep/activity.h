/* SPDX-License-Identifier: Apache-2.0 */
/* How often the bits of the RTL's registers and input ports (and pins of instances, if the device shows any) change,
 * and how often they are one, over a run. */
#ifndef SUBCORE_ACTIVITY_H
#define SUBCORE_ACTIVITY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "dut.h"

/* A register, an input port or a pin. Sums over its bits and over cycles; `changes`, over its groups of eight bits:
 * cycles in which one of the eight changes. */
struct activity_signal {
    char          *name;
    enum dut_kind  kind;
    uint32_t       width, bytes;
    const uint8_t *bits;        /* in the device */
    uint8_t       *before;      /* one cycle ago */
    uint64_t       toggles, ones, changes;
};

struct activity {
    struct activity_signal *signals;
    uint32_t count;
    uint64_t cycles;
    bool     fresh;             /* there is no cycle before */
};

/* Looks at the objects of a device from now on; sums go on if it is another device of the same RTL. False: no memory,
 * or other RTL. */
bool activity_bind(struct activity *a, const struct dut_object *objects, uint32_t count);

/* Once per cycle, with settled inputs and before the clock's edge. */
void activity_cycle(struct activity *a);

/* One line per signal: "register|port|pin <tab> name <tab> width <tab> toggles <tab> ones <tab> changes". */
void activity_print(const struct activity *a, FILE *out);

void activity_free(struct activity *a);

#endif
