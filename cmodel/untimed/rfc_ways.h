/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Up to 8 ways of one set of the register caches of a warp's 32 threads, all lanes at once: what one thread does costs
 * as much as what all do, however they diverge. Everything is a vector with a byte per lane, for which gcc has
 * operators on any machine. Where a byte says something about ways, bit w of it is for way w. Vectors, not branches,
 * decide which lanes and ways take part, for it can not be foreseen.
 *
 * `width` is how many ways are looked at: a power of two that the compiler knows. Those that a set does not have are
 * never found and never the oldest. A set of more than 8 ways is two of these.
 */
#ifndef SUBCORE_RFC_WAYS_H
#define SUBCORE_RFC_WAYS_H

#include <endian.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

enum {
    WAYS_LANES = 32, WAYS_MAX = 8,
    WAYS_EMPTY = 256,               /* the tag of what is empty, which an operand may have as well */
    WAYS_TAGS = 259,
    WAYS_NEVER = 255                /* as a time: of ways that a set does not have */
};

/* Compiled for each width, without loops. */
#define WAYS_INLINE static inline __attribute__((always_inline))

/* A byte per lane. Where vectors of the processor are shorter, gcc compares 32 bytes one by one, but 16 at once. */
typedef uint8_t rfc_bytes __attribute__((vector_size(WAYS_LANES)));
typedef uint64_t rfc_words __attribute__((vector_size(WAYS_LANES)));
typedef uint8_t rfc_half __attribute__((vector_size(WAYS_LANES / 2)));
union rfc_halves { rfc_bytes all; rfc_half at[2]; };

#define WAYS_ONES UINT64_C(0x0101010101010101)
#define WAYS_OWN_BIT UINT64_C(0x8040201008040201)   /* bit n of byte n */

struct rfc_ways {
    rfc_bytes high;                 /* bit 8 of the tag */
    rfc_bytes dirty;
    struct {
        rfc_bytes low;              /* bits 0 to 7 of the tag */
        rfc_bytes time;             /* when it was made the youngest, from 1; 0 if it is empty */
    } way[WAYS_MAX];
};

/* --- vectors and masks -------------------------------------------------------------------------------------------- */

/* Bytes become 0xff where they are those of another vector, else 0. */
WAYS_INLINE void rfc_bytes_equal(rfc_bytes *bytes, const rfc_bytes *other)
{
#ifdef __AVX2__
    *bytes = (rfc_bytes)(*bytes == *other);
#else
    union rfc_halves a = {*bytes}, b = {*other};
    for (unsigned i = 0; i < 2; i++)
        a.at[i] = (rfc_half)(a.at[i] == b.at[i]);
    *bytes = a.all;
#endif
}

/* Bytes become the lesser ones of two vectors. */
WAYS_INLINE void rfc_bytes_min(rfc_bytes *bytes, const rfc_bytes *other)
{
#ifdef __AVX2__
    *bytes = (rfc_bytes)_mm256_min_epu8((__m256i)*bytes, (__m256i)*other);
#else
    union rfc_halves a = {*bytes}, b = {*other};
    for (unsigned i = 0; i < 2; i++) {
        rfc_half less = (rfc_half)(a.at[i] < b.at[i]);
        a.at[i] = (a.at[i] & less) | (b.at[i] & ~less);
    }
    *bytes = a.all;
#endif
}

/* Bytes become 0 where those of another vector are not. */
WAYS_INLINE void rfc_bytes_clear(rfc_bytes *bytes, const rfc_bytes *where)
{
    const rfc_bytes zero = {0};
    rfc_bytes kept = *where;
    rfc_bytes_equal(&kept, &zero);
    *bytes &= kept;
}

/* A mask, bit l for lane l: the lanes whose byte is not 0. */
WAYS_INLINE uint32_t rfc_bytes_lanes(const rfc_bytes *bytes)
{
    rfc_bytes none = ~(rfc_bytes){0};
    rfc_bytes_clear(&none, bytes);
#ifdef __AVX2__
    return ~(uint32_t)_mm256_movemask_epi8((__m256i)none);
#else
    uint64_t words[WAYS_LANES / 8];
    uint32_t lanes = 0;
    memcpy(words, &none, sizeof words);
    for (unsigned i = 0; i < WAYS_LANES / 8; i++)   /* byte n keeps bit n, then the highest one becomes their sum */
        lanes |= (uint32_t)((le64toh(words[i]) & WAYS_OWN_BIT) * WAYS_ONES >> 56) << 8 * i;
    return ~lanes;
#endif
}

/* Bytes become 0xff where they have all bits of another vector's, else 0. */
WAYS_INLINE void rfc_bytes_have(rfc_bytes *bytes, const rfc_bytes *bits)
{
    *bytes &= *bits;
    rfc_bytes_equal(bytes, bits);
}

/* Bytes of 0xff for the lanes of a mask, else 0. */
WAYS_INLINE void rfc_bytes_spread(uint32_t lanes, rfc_bytes *bytes)
{
    const rfc_words eight = {(lanes & 0xff) * WAYS_ONES, (lanes >> 8 & 0xff) * WAYS_ONES,
                             (lanes >> 16 & 0xff) * WAYS_ONES, (lanes >> 24) * WAYS_ONES};
    const rfc_bytes own = (rfc_bytes)((rfc_words){0} + htole64(WAYS_OWN_BIT));
    *bytes = (rfc_bytes)eight;
    rfc_bytes_have(bytes, &own);
}

/* Lanes where `chosen` is 0xff instead of 0 get another value. */
WAYS_INLINE void rfc_bytes_put(rfc_bytes *bytes, const rfc_bytes *chosen, uint8_t value)
{
    *bytes = (*bytes & ~*chosen) | (value & *chosen);
}

/* Bytes become a value where the highest bit of another vector's is set. */
WAYS_INLINE void rfc_bytes_put_high(rfc_bytes *bytes, const rfc_bytes *where, uint8_t value)
{
    const rfc_bytes values = (rfc_bytes){0} + value;
#ifdef __AVX2__
    *bytes = (rfc_bytes)_mm256_blendv_epi8((__m256i)*bytes, (__m256i)values, (__m256i)*where);
#else
    rfc_bytes chosen = -(*where >> 7);
    *bytes = (*bytes & ~chosen) | (values & chosen);
#endif
}

/* --- ways --------------------------------------------------------------------------------------------------------- */

/* `count` empty ways. */
static inline void rfc_ways_reset(struct rfc_ways *s, uint32_t count)
{
    memset(s, 0, sizeof *s);
    memset(&s->high, 0xff, sizeof s->high);
    for (uint32_t w = count; w < WAYS_MAX; w++)
        memset(&s->way[w], WAYS_NEVER, sizeof s->way[w]);   /* and a tag that nothing has */
}

/* The way of each lane that has a tag, of several the first one. */
WAYS_INLINE void rfc_ways_find(const struct rfc_ways *s, uint32_t width, uint32_t tag, rfc_bytes *found)
{
    const rfc_bytes low = (rfc_bytes){0} + (uint8_t)tag;
    rfc_bytes all = {0};
#pragma GCC unroll 8
    for (uint32_t w = 0; w < width; w++) {
        rfc_bytes same = s->way[w].low;
        rfc_bytes_equal(&same, &low);
        all |= same & (uint8_t)(1u << w);
    }
    all &= tag & WAYS_EMPTY ? s->high : ~s->high;
    *found = all & -all;
}

/* Lowers each lane's time to that of its oldest way: 0 if one is empty. */
WAYS_INLINE void rfc_ways_oldest(const struct rfc_ways *s, uint32_t width, rfc_bytes *time)
{
#pragma GCC unroll 8
    for (uint32_t w = 0; w < width; w++)
        rfc_bytes_min(time, &s->way[w].time);
}

/* The way of each lane with a time, of several the first one. */
WAYS_INLINE void rfc_ways_of_time(const struct rfc_ways *s, uint32_t width, const rfc_bytes *time, rfc_bytes *found)
{
    rfc_bytes all = {0};
#pragma GCC unroll 8
    for (uint32_t w = 0; w < width; w++) {
        rfc_bytes same = s->way[w].time;
        rfc_bytes_equal(&same, time);
        all |= same & (uint8_t)(1u << w);
    }
    *found = all & -all;
}

/* Ways, the bit of the last of `width` ways the highest one: added to itself, that of the one before is. */
WAYS_INLINE void rfc_ways_from_last(const rfc_bytes *ways, uint32_t width, rfc_bytes *way)
{
    *way = *ways * (uint8_t)(1u << (WAYS_MAX - width));
}

/* Makes a way of each lane the youngest, as those are that this was done to at the same time. With `empty`, some may be
 * empty, and nothing is done to these. */
WAYS_INLINE void rfc_ways_touch(struct rfc_ways *s, uint32_t width, const rfc_bytes *ways, uint8_t now, bool empty)
{
    rfc_bytes way;
    rfc_ways_from_last(ways, width, &way);
#pragma GCC unroll 8
    for (uint32_t w = width; w-- > 0;) {
        rfc_bytes chosen = way;
        if (empty) {
            rfc_bytes none = ~(rfc_bytes){0};
            rfc_bytes_clear(&none, &s->way[w].time);
            chosen &= ~none;
        }
        rfc_bytes_put_high(&s->way[w].time, &chosen, now);
        way += way;
    }
}

WAYS_INLINE void rfc_ways_set_dirty(struct rfc_ways *s, const rfc_bytes *ways, bool dirty)
{
    s->dirty = dirty ? s->dirty | *ways : s->dirty & ~*ways;
}

/* Gives a way of each lane another tag. */
WAYS_INLINE void rfc_ways_put(struct rfc_ways *s, uint32_t width, const rfc_bytes *ways, uint32_t tag, uint8_t now)
{
    uint8_t time = tag == WAYS_EMPTY ? 0 : now;
    rfc_bytes way;
    rfc_ways_from_last(ways, width, &way);
#pragma GCC unroll 8
    for (uint32_t w = width; w-- > 0;) {
        rfc_bytes_put_high(&s->way[w].low, &way, (uint8_t)tag);
        rfc_bytes_put_high(&s->way[w].time, &way, time);
        way += way;
    }
    s->high = tag & WAYS_EMPTY ? s->high | *ways : s->high & ~*ways;
}

/* Numbers the times of a set of `count` ways anew, in one or two parts: from 1, those that are equal alike. */
static inline void rfc_ways_renumber(struct rfc_ways *parts, uint32_t count)
{
    rfc_bytes time[2 * WAYS_MAX];
    for (uint32_t w = 0; w < count; w++)
        time[w] = parts[w / WAYS_MAX].way[w % WAYS_MAX].time;
    for (uint32_t w = 0; w < count; w++) {
        rfc_bytes number = {0};
        for (uint32_t v = 0; v < count; v++)
            number -= (rfc_bytes)(time[v] != 0) & (rfc_bytes)(time[v] < time[w]);   /* 0xff: one more */
        parts[w / WAYS_MAX].way[w % WAYS_MAX].time = (number + 1) & (rfc_bytes)(time[w] != 0);
    }
}

#endif
