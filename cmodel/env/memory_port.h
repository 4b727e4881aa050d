/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a slice of the machine meets the one L2 of the GPU (memory.l2: shared; gpu_memory.h). The slice sends requests
 * as it runs. Between two intervals the L2 takes them, and leaves answers with the cycles in which they come.
 *
 * A port can keep all of that. Another one then gives the same answers to the same requests, and finds a request that
 * is another one: lock-step runs a slice by itself.
 */
#ifndef SUBCORE_MEMORY_PORT_H
#define SUBCORE_MEMORY_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum memory_kind { MEMORY_READ, MEMORY_WRITE, MEMORY_ATOMIC };

struct memory_request {
    uint64_t cycle;             /* in which it is at the SM's port of the interconnect */
    uint64_t sector;            /* byte address / 32 */
    uint32_t bytes;             /* a write: bit per byte */
    uint8_t  kind;
};

/* Of the slice's `number`-th request, from 0: the first cycle in which it is there. */
struct memory_answer { uint64_t number, cycle; };

struct memory_record { struct memory_request request; uint64_t answer; };

/* Exact counts of sectors, but for `reads`, `wait`: requests for sectors other than writes; the cycles by which these
 * were answered later than with an idle GPU. */
struct port_counts { uint64_t sectors, misses, dram_reads, dram_writes, reads, wait; };

/* Zero at the beginning, but for `sm`, `keeps`, `recorded`. */
struct memory_port {
    uint32_t sm;
    bool     keeps;                         /* everything, in `records` */
    const struct memory_port *recorded;     /* gives the answers; NULL: the L2 does */
    uint64_t sent, answered;                /* requests so far */
    uint64_t latest;                        /* cycle of an answer */
    struct memory_request *out;             /* those that the L2 has not taken */
    size_t   out_count, out_room;
    struct memory_answer *in;               /* those that the slice has not taken */
    size_t   in_count, in_room;
    struct memory_record *records;
    size_t   record_room;
    struct port_counts counts;
    bool     failed;                        /* memory has run out */
    bool     differs;                       /* a request is not the recorded one: its number is `sent` - 1 */
};

void memory_port_free(struct memory_port *p);

/* The slice sends a request; returns its number. */
uint64_t memory_port_send(struct memory_port *p, const struct memory_request *r);

/* The L2 answers. */
void memory_port_answer(struct memory_port *p, uint64_t number, uint64_t cycle);

/* Whether a request is under way in cycle `now`. */
static inline bool memory_port_waits(const struct memory_port *p, uint64_t now)
{
    return p->answered != p->sent || p->latest > now;
}

/* With `recorded`, of a slice that has ended: whether it has sent fewer requests. */
static inline bool memory_port_lacks(const struct memory_port *p)
{
    return p->recorded && p->sent != p->recorded->sent;
}

#endif
