/* SPDX-License-Identifier: Apache-2.0 */
/* A port of the interconnect in one direction: it passes so many packets in a cycle. Zero at the beginning. */
#ifndef SUBCORE_ICNT_PORT_H
#define SUBCORE_ICNT_PORT_H

#include <stdint.h>

struct icnt_port {
    uint64_t cycle;             /* of the packet that has passed last */
    uint32_t passed;            /* in that cycle */
};

/* The cycle in which a packet passes that comes in cycle `at`, behind those that came before. */
static inline uint64_t icnt_pass(struct icnt_port *p, uint64_t at, uint32_t packets)
{
    if (at > p->cycle)
        *p = (struct icnt_port){at, 0};
    else if (p->passed == packets)
        *p = (struct icnt_port){p->cycle + 1, 0};
    p->passed++;
    return p->cycle;
}

#endif
