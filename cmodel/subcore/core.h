/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the modules of a sub-core have in common. Each module has a pointer to it, and beside it its own state only.
 *
 * State comes in two forms. Registers whose names end in _q in docs/microarchitecture.md have their bits packed, in a
 * struct `q` of their module; a register of up to 64 bits is one word that the module works on directly. What is packed
 * in a way that is slow to work on (ring entries, tags, ranks, ages) also has a natural form in the module, and that
 * one counts. The packed form of it follows at each edge once somebody has looked at it (`packing`), so that runs that
 * never do, do not pay for it.
 *
 * The packed form is little endian, and so must the host be.
 */
#ifndef SUBCORE_CORE_H
#define SUBCORE_CORE_H

#include <string.h>

#include "boundary.h"
#include "cmodel/base/bits.h"
#include "cmodel/base/register_list.h"
#include "cmodel/base/watch.h"
#include "shape.h"
#include "stats.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the image of the model is little endian, and so must the host be"
#endif

struct core {
    struct shape shape;
    bool     values;                /* vectors are kept and moved; else timing only */
    bool     packing;               /* the packed form follows at each edge */
    struct watch watch;
    struct stats stats;
};

static inline void vector_copy(const struct core *c, void *to, const void *from)
{
    if (c->shape.vector_bytes == sizeof(struct vreg))
        memcpy(to, from, sizeof(struct vreg));
    else
        memcpy(to, from, c->shape.vector_bytes);
}

static inline void lanes_copy(const struct core *c, uint32_t *to, const uint32_t *from, uint32_t mask)
{
    if (mask == c->shape.lane_mask) {
        vector_copy(c, to, from);
        return;
    }
    for (; mask; mask &= mask - 1)
        to[lowest(mask)] = from[lowest(mask)];
}

#endif
