/* SPDX-License-Identifier: Apache-2.0 */
/* The pseudo-random state behind random choices: x^16 + x^15 + x^13 + x^4 + 1 (3.12). */
#ifndef SUBCORE_LFSR_H
#define SUBCORE_LFSR_H

#include <stdint.h>

static inline uint64_t lfsr_next(uint64_t q)
{
    return (q << 1 & 0xffff) | ((q >> 15 ^ q >> 14 ^ q >> 12 ^ q >> 3) & 1);
}

/* After n steps. Four steps at a time need no bit that they make: the lowest tap is bit 3. */
static inline uint64_t lfsr_after(uint64_t q, uint64_t n)
{
    for (; n >= 4; n -= 4)
        q = (q << 4 & 0xffff) | ((q >> 12 ^ q >> 11 ^ q >> 9 ^ q) & 15);
    for (; n > 0; n--)
        q = lfsr_next(q);
    return q;
}

#endif
