/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads of a warp whose register caches hold the same in all ways, with the same times: what they hold is here, once,
 * and not in the vectors of rfc_ways.h, where their lanes say nothing until it is put back. An instruction for exactly
 * these threads then costs what one thread would.
 */
#ifndef SUBCORE_RFC_ALIKE_H
#define SUBCORE_RFC_ALIKE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "rfc_ways.h"

enum { ALIKE_PATIENCE = 4, ALIKE_PATIENCE_MAX = 1024, ALIKE_PAYS = 16 };

struct rfc_alike {
    rfc_bytes low;                  /* by way of all sets, those of a set together: bits 0 to 7 of the tag */
    uint8_t  time[2 * WAYS_MAX];
    uint32_t high, dirty;           /* a bit for each way */
    uint32_t lanes;                 /* who they are; 0: nobody */
    uint32_t mask, run, patience;   /* the last instruction's, how many have had it, after how many to look again */
    uint32_t used;                  /* instructions that they have had since they were found alike */
};

static inline void rfc_alike_reset(struct rfc_alike *a)
{
    memset(a, 0, sizeof *a);
    a->patience = ALIKE_PATIENCE;
}

/* The ways among `ways` that have a tag, of several the first one; as a bit. */
WAYS_INLINE uint32_t rfc_alike_find(const struct rfc_alike *a, uint32_t ways, uint32_t tag)
{
    const rfc_bytes low = (rfc_bytes){0} + (uint8_t)tag;
    rfc_bytes same = a->low;
    rfc_bytes_equal(&same, &low);
    uint32_t found = rfc_bytes_lanes(&same) & ways & (tag & WAYS_EMPTY ? a->high : ~a->high);
    return found & -found;
}

/* The oldest of `count` ways from the first one on: an empty one if there is one. */
WAYS_INLINE uint32_t rfc_alike_oldest(const struct rfc_alike *a, uint32_t first, uint32_t count)
{
    uint32_t oldest = first;
    for (uint32_t w = first + 1; w < first + count; w++)
        oldest = a->time[w] < a->time[oldest] ? w : oldest;
    return oldest;
}

WAYS_INLINE void rfc_alike_put(struct rfc_alike *a, uint32_t way, uint32_t tag, bool dirty, uint8_t now)
{
    uint32_t bit = UINT32_C(1) << way;
    a->low[way] = (uint8_t)tag;
    a->time[way] = tag == WAYS_EMPTY ? 0 : now;
    a->high = tag & WAYS_EMPTY ? a->high | bit : a->high & ~bit;
    a->dirty = dirty ? a->dirty | bit : a->dirty & ~bit;
}

/* As rfc_ways_renumber(), of `count` ways from the first one on. */
static inline void rfc_alike_renumber(struct rfc_alike *a, uint32_t first, uint32_t count)
{
    uint8_t time[2 * WAYS_MAX];
    memcpy(time, a->time + first, count);
    for (uint32_t w = 0; w < count; w++) {
        uint8_t number = 0;
        for (uint32_t v = 0; v < count; v++)
            number += time[v] != 0 && time[v] < time[w];
        a->time[first + w] = time[w] ? number + 1 : 0;
    }
}

/* Bits of `ways` ways of a part of a set that has `count`, as the bytes of rfc_ways.h have them. */
WAYS_INLINE uint8_t rfc_alike_byte(uint32_t bits, uint32_t count, bool beyond)
{
    uint32_t have = (UINT32_C(1) << count) - 1;
    return (uint8_t)((bits & have) | (beyond ? ~have : 0));
}

WAYS_INLINE uint32_t rfc_alike_longer(uint32_t patience)
{
    return patience < ALIKE_PATIENCE_MAX ? 2 * patience : patience;
}

/* Puts what they hold back into the vectors: `sets` sets of `ways` ways in `parts` parts. Nobody is alike then. */
static inline void rfc_alike_spread(struct rfc_alike *a, struct rfc_ways *vectors, uint32_t sets, uint32_t ways,
                                    uint32_t parts)
{
    rfc_bytes chosen;
    rfc_bytes_spread(a->lanes, &chosen);
    for (uint32_t i = 0; i < sets * parts; i++) {
        struct rfc_ways *s = &vectors[i];
        uint32_t begin = i % parts * WAYS_MAX, at = i / parts * ways + begin;
        uint32_t count = ways - begin < WAYS_MAX ? ways - begin : WAYS_MAX;
        for (uint32_t w = 0; w < count; w++) {
            rfc_bytes_put(&s->way[w].low, &chosen, a->low[at + w]);
            rfc_bytes_put(&s->way[w].time, &chosen, a->time[at + w]);
        }
        rfc_bytes_put(&s->high, &chosen, rfc_alike_byte(a->high >> at, count, true));
        rfc_bytes_put(&s->dirty, &chosen, rfc_alike_byte(a->dirty >> at, count, false));
    }
    a->patience = a->used >= ALIKE_PAYS ? ALIKE_PATIENCE : rfc_alike_longer(a->patience);
    a->lanes = 0;
}

/* Adds where the chosen bytes are not that of one lane, which is returned. */
WAYS_INLINE uint8_t rfc_alike_differ(const rfc_bytes *bytes, const rfc_bytes *chosen, uint32_t lane, rfc_bytes *differ)
{
    uint8_t one = (*bytes)[lane];
    *differ |= (*bytes ^ one) & *chosen;
    return one;
}

/* Takes over what the lanes of a mask hold, if it is the same. Returns whether it is. */
static inline bool rfc_alike_take(struct rfc_alike *a, uint32_t mask, const struct rfc_ways *vectors, uint32_t sets,
                                  uint32_t ways, uint32_t parts)
{
    uint32_t lane = (uint32_t)__builtin_ctz(mask);
    rfc_bytes chosen, differ = {0};
    rfc_bytes_spread(mask, &chosen);
    a->high = a->dirty = 0;
    for (uint32_t i = 0; i < sets * parts; i++) {
        const struct rfc_ways *s = &vectors[i];
        uint32_t begin = i % parts * WAYS_MAX, at = i / parts * ways + begin;
        uint32_t count = ways - begin < WAYS_MAX ? ways - begin : WAYS_MAX, have = (UINT32_C(1) << count) - 1;
        for (uint32_t w = 0; w < count; w++) {
            a->low[at + w] = rfc_alike_differ(&s->way[w].low, &chosen, lane, &differ);
            a->time[at + w] = rfc_alike_differ(&s->way[w].time, &chosen, lane, &differ);
        }
        a->high |= (rfc_alike_differ(&s->high, &chosen, lane, &differ) & have) << at;
        a->dirty |= (rfc_alike_differ(&s->dirty, &chosen, lane, &differ) & have) << at;
    }
    a->lanes = rfc_bytes_lanes(&differ) == 0 ? mask : 0;
    a->used = 0;
    if (!a->lanes)
        a->patience = rfc_alike_longer(a->patience);
    return a->lanes != 0;
}

/* Whether it is worth while to look whether the lanes of an instruction are alike: when as many instructions in a row
 * have had the same mask as patience says, which grows when they are not, or do not remain so for long. */
WAYS_INLINE bool rfc_alike_worth(struct rfc_alike *a, uint32_t mask)
{
    a->run = mask == a->mask ? a->run + 1 : 1;
    a->mask = mask;
    if (a->run < a->patience)
        return false;
    a->run = 0;
    return true;
}

#endif
