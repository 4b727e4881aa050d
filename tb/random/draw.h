/* SPDX-License-Identifier: Apache-2.0 */
/* Pseudo-random numbers (splitmix64): the same seed gives the same numbers on every machine. */
#ifndef SUBCORE_DRAW_H
#define SUBCORE_DRAW_H

#include <stdint.h>

struct draw { uint64_t state; };        /* the seed at first */

static inline uint64_t draw_next(struct draw *d)
{
    uint64_t z = d->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* 0 to n - 1 */
static inline unsigned draw_below(struct draw *d, unsigned n)
{
    return (unsigned)(draw_next(d) >> 11) % n;
}

/* low to high */
static inline int draw_between(struct draw *d, int low, int high)
{
    return low + (int)draw_below(d, (unsigned)(high - low + 1));
}

#endif
