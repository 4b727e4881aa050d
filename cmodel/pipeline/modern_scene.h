/* SPDX-License-Identifier: Apache-2.0 */
/* Where instructions are between issue and dispatch in a sub-core without collectors (3.18), and whether there is a
 * hold. */
#ifndef SUBCORE_PIPELINE_MODERN_SCENE_H
#define SUBCORE_PIPELINE_MODERN_SCENE_H

#include "signals.h"
#include "tracker.h"

enum { MODERN_WINDOW = 3, MODERN_QUEUE = 8, MODERN_OPERANDS = 3, MODERN_PORTS = 3 };

/* A read that Allocate lacks a place for, that is a cycle of the window and a read port: of this register in this bank,
 * of which `by` (or NULL: the instruction itself) reads register `with` instead. */
struct modern_lack { unsigned bank, reg, with; const struct row *by; };

struct modern_scene {
    const struct signals *s;
    const struct moment *m;
    unsigned ports;                             /* read ports of a bank, J */
    struct row *control, *allocate;             /* or NULL */
    struct row *window[MODERN_WINDOW + 1];      /* the elements; the last one dispatches */
    struct row *queue[MODERN_QUEUE];
    unsigned queued;
    bool to_queue, hold;                        /* Allocate has one for the unit queue; it keeps what it has */
    struct modern_lack lack;                    /* with hold, and not to_queue */
};

void modern_scene_set(struct modern_scene *, const struct signals *, const struct moment *, const struct tracker *);

/* Slots of element i of the window that bank `bank` reads on port `port` in this cycle. */
unsigned modern_window_slots(const struct modern_scene *, unsigned i, unsigned bank, unsigned port);

/* Who reads a register from a bank on a port in this cycle, or NULL; and which one. */
const struct row *modern_reader(const struct modern_scene *, unsigned bank, unsigned port, unsigned *reg);

/* The read port of a bank that the unit queue asks. */
static inline unsigned modern_queue_port(const struct modern_scene *sc)
{
    return sc->ports - 1;
}

#endif
