/* SPDX-License-Identifier: Apache-2.0 */
/* The rings of decoded instructions, one per warp slot (3.5, 3.12). */
#ifndef SUBCORE_IBUFFER_H
#define SUBCORE_IBUFFER_H

#include "model_internal.h"

/* The head of a warp's ring, valid or not. */
static inline const struct entry *ibuffer_head(const struct model *m, unsigned warp)
{
    return &m->ibuffer.ring[warp * m->shape.depth + m->ibuffer.rptr[warp]];
}

/* Whether a result of e is a source of an instruction before it, of which these are the slots in use and their registers
 * (3.5, item 3). */
static inline bool ibuffer_overwrites(const struct shape *k, const struct entry *e, uint64_t slots, bytes8 reg)
{
    for (; slots; slots &= slots - 1)
        if (((reg.at[lowest(slots)] - (unsigned)e->dst_base) & (k->registers - 1)) < e->dst_count)
            return true;
    return false;
}

void ibuffer_pop(struct model *m, unsigned warp);

/* Decode. `issued`: the warp has issued in this cycle and the head is popped already. */
void ibuffer_push(struct model *m, unsigned warp, const struct decoded *d, bool issued);

/* Sets the near bits of an instruction that its distances stand for. */
void ibuffer_judge(const struct shape *k, struct entry *e);

/* Bit s S + f, f <= s: slots s and f are in use and name one register. */
uint64_t ibuffer_equal_slots(const struct shape *k, unsigned src_valid, const uint8_t *src_reg);

void ibuffer_clear(struct model *m);
void ibuffer_pack(struct model *m);
void ibuffer_unpack(struct model *m);

#endif
