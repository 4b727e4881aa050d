/* SPDX-License-Identifier: Apache-2.0 */
/* What the coalescer presents to the cache (docs/sm.md, section 5.3). */
#ifndef SUBCORE_LINE_ACCESS_H
#define SUBCORE_LINE_ACCESS_H

#include "sm_boundary.h"

/* Bytes of a line that are written, and with what; zero in the others. Of an atomic: be and operand of element e at
 * word e. */
struct line_bytes {
    uint8_t  be[MAX_LINE_WORDS];
    uint32_t data[MAX_LINE_WORDS];
};

struct line_access {
    uint8_t  op, sub, id;
    uint8_t  warp;                  /* of the SM */
    bool     local;
    bool     bypass;                /* a miss takes no place in the cache (docs/schedulers.md, 6.4) */
    uint64_t line;
    uint32_t mask;                  /* selected elements */
    uint8_t  off[MAX_LANES];        /* their words of the line; zero for the others */
    struct line_bytes bytes;
};

/* The bits of a word that bytes `be` cover. */
static inline uint32_t byte_mask(uint8_t be)
{
    return (be * UINT32_C(0x204081) & UINT32_C(0x01010101)) * 0xff;
}

#endif
