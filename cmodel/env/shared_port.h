/* SPDX-License-Identifier: Apache-2.0 */
/* The port of an SM's shared memory, which all of its sub-cores share (docs/sm.md, section 5.5). */
#ifndef SUBCORE_SHARED_PORT_H
#define SUBCORE_SHARED_PORT_H

#include "memory.h"

/* Zero at the beginning. */
struct shared_port {
    uint64_t free;              /* the first cycle in which it takes an instruction */
};

/* An instruction comes in cycle `now` that would take `time` alone: what it takes behind those that came before. The
 * unit of its sub-core takes the next one when this one is through the port. `interval`: cycles between two. */
static inline struct memory_time shared_port_take(struct shared_port *p, struct memory_time time, uint64_t now,
                                                  uint32_t interval)
{
    uint64_t start = p->free > now ? p->free : now;
    uint32_t wait = (uint32_t)(start - now);
    p->free = start + interval;
    return (struct memory_time){time.latency + wait, time.interval + wait};
}

#endif
