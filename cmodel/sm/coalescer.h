/* SPDX-License-Identifier: Apache-2.0 */
/* Splits accesses of warps into lines (docs/sm.md, section 5.3). */
#ifndef SUBCORE_COALESCER_H
#define SUBCORE_COALESCER_H

#include "line_access.h"
#include "cmodel/base/register_list.h"
#include "sm_shape.h"

struct coalescer {
    /* Registers; offsets in the image need multiples of 8. */
    uint64_t valid, last, sub, warp, id, op, local, bypass, pend;
    uint64_t addr_q[QWORDS(MAX_LANES * MAX_LINE_NUMBER_BITS)], be_q[QWORDS(MAX_LANES * 4)];
    _Alignas(8) uint32_t data[MAX_LANES];
    /* The same in a natural form. */
    uint64_t addr[MAX_LANES];
    uint8_t  be[MAX_LANES];
    /* The line access, if it is known for the registers as they are. */
    bool     known;
    struct line_access access;
    /* Of the cycle: from which sub-core an access is accepted, or -1. */
    int      accept;
    struct mem_access accepted;
    bool     accepted_bypass;       /* SPARE: its warp is not within the limit */
};

void coalescer_list(const struct coalescer *c, const struct sm_shape *k, struct register_list *l);
void coalescer_reset(struct coalescer *c);
void coalescer_unpack(struct coalescer *c, const struct sm_shape *k);

/* The line access of this cycle, or NULL. */
const struct line_access *coalescer_present(struct coalescer *c, const struct sm_shape *k);

/* taken: the cache takes it. Chooses the sub-core from which an access is accepted; returns mem_ready_o. sub: what the
 * sub-cores say in this cycle. */
uint8_t coalescer_choose(struct coalescer *c, const struct sm_shape *k, const struct mem_access *mem,
                         const struct sc_out *sub, bool taken);

void coalescer_edge(struct coalescer *c, const struct sm_shape *k, bool taken);

#endif
