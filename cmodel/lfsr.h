/* SPDX-License-Identifier: Apache-2.0 */
/* The pseudo-random state behind random choices: x^16 + x^15 + x^13 + x^4 + 1 (3.12). */
#ifndef SUBCORE_LFSR_H
#define SUBCORE_LFSR_H

#include <stdint.h>

static inline uint64_t lfsr_next(uint64_t q)
{
    return (q << 1 & 0xffff) | ((q >> 15 ^ q >> 14 ^ q >> 12 ^ q >> 3) & 1);
}

#endif
