/* SPDX-License-Identifier: Apache-2.0 */
/* The rings of decoded instructions, one per warp slot (3.5, 3.12). */
#ifndef SUBCORE_IBUFFER_H
#define SUBCORE_IBUFFER_H

#include "core.h"
#include "instruction.h"
#include "interval_ring.h"

enum { MAX_RING = MAX_WARPS * MAX_DEPTH };

struct ibuffer {
    struct core *core;
    unsigned depth, depth_w, count_w;       /* D, lg(D), lg(D+1) */
    bool     shift;                         /* as a warp issues its other instructions move up (SHIFT) */
    uint8_t  count[MAX_WARPS], rptr[MAX_WARPS];
    uint64_t heads;                         /* warps with an instruction */
    uint64_t closed;                        /* whose last instruction has been decoded (a check, no register) */
    struct instruction ring[MAX_RING];
    struct interval_ring *intervals;        /* what its instructions begin (INTERVALS), or NULL */
    struct {
        uint64_t count[QWORDS(MAX_WARPS * 4)], rptr[QWORDS(MAX_WARPS * 3)];
        struct instruction_registers ring;
        uint64_t words[QWORDS(MAX_RING * (MAX_PAYLOAD_BITS + 512)) + FIELDS];
    } q;
};

void ibuffer_open(struct ibuffer *ib, struct core *core, const struct config *cfg);
void ibuffer_list(const struct ibuffer *ib, struct register_list *l);
void ibuffer_reset(struct ibuffer *ib);
void ibuffer_pack(struct ibuffer *ib);
void ibuffer_unpack(struct ibuffer *ib);

/* The head of a warp's ring, valid or not, by the number of its entry; and itself. */
static inline unsigned ibuffer_head_entry(const struct ibuffer *ib, unsigned warp)
{
    return warp * ib->depth + ib->rptr[warp];
}

static inline const struct instruction *ibuffer_head(const struct ibuffer *ib, unsigned warp)
{
    return &ib->ring[ibuffer_head_entry(ib, warp)];
}

static inline bool ibuffer_has_head(const struct ibuffer *ib, unsigned warp)
{
    return ib->heads >> warp & 1;
}

/* The head leaves. */
void ibuffer_pop(struct ibuffer *ib, unsigned warp);

/* Decode. `issued`: the warp has issued in this cycle and the head is popped already; `live`: the warp is. Returns
 * whether the warp has another head than before. */
bool ibuffer_push(struct ibuffer *ib, unsigned warp, const struct decoded *d, bool issued, bool live);

/* A warp is launched: instructions may come again. */
void ibuffer_launch(struct ibuffer *ib, unsigned warp);

#endif
