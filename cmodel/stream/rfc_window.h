/* SPDX-License-Identifier: Apache-2.0 */
/* The next instructions of a warp: what look-ahead allocation needs to know before an instruction is counted. */
#ifndef SUBCORE_RFC_WINDOW_H
#define SUBCORE_RFC_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "rfc_shape.h"

enum { RFC_WINDOW = 64 };       /* greatest rfc.look_ahead */

/* A ring. */
struct rfc_window {
    uint32_t first, count;
    struct rfc_step step[RFC_WINDOW + 1];
};

static inline void rfc_window_push(struct rfc_window *w, const struct rfc_step *step)
{
    w->step[(w->first + w->count++) % (RFC_WINDOW + 1)] = *step;
}

static inline struct rfc_step rfc_window_pop(struct rfc_window *w)
{
    struct rfc_step step = w->step[w->first];
    w->first = (w->first + 1) % (RFC_WINDOW + 1);
    w->count--;
    return step;
}

/* Whether one of the steps in it names a register, by one of the two functions of rfc_shape.h. */
static inline bool rfc_window_has(const struct rfc_window *w, uint16_t reg,
                                  bool (*names)(const struct rfc_step *, uint16_t reg))
{
    for (uint32_t i = 0; i < w->count; i++)
        if (names(&w->step[(w->first + i) % (RFC_WINDOW + 1)], reg))
            return true;
    return false;
}

#endif
