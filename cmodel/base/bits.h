/* SPDX-License-Identifier: Apache-2.0 */
/* Bit sets, bit fields at arbitrary positions, and eight bytes at a time. */
#ifndef SUBCORE_BITS_H
#define SUBCORE_BITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

/* 64-bit words that hold so many bits. */
#define QWORDS(bits) (((bits) + 63) / 64)

/* Up to eight small numbers, number i in byte i. */
typedef union { uint8_t at[8]; uint64_t word; } bytes8;

static inline uint64_t low_bits(unsigned n)
{
    return n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
}

/* The set of n alone. */
static inline uint64_t only(unsigned n)
{
    return UINT64_C(1) << n;
}

static inline unsigned lowest(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

static inline unsigned count_bits(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

/* lg(n) of docs/microarchitecture-base.md, section 1: bits that hold 0 to n - 1, at least one. */
static inline unsigned bits_for(unsigned n)
{
    return n <= 2 ? 1 : 32 - (unsigned)__builtin_clz(n - 1);
}

/* The first member of a set that is not empty, cyclically from k. */
static inline unsigned first_cyclically(uint64_t set, unsigned k)
{
    uint64_t above = set & ~low_bits(k);
    return lowest(above ? above : set);
}

static inline bool bit_get(const uint64_t *words, unsigned at)
{
    return words[at / 64] >> at % 64 & 1;
}

static inline void bit_set(uint64_t *words, unsigned at)
{
    words[at / 64] |= UINT64_C(1) << at % 64;
}

static inline void bit_clear(uint64_t *words, unsigned at)
{
    words[at / 64] &= ~(UINT64_C(1) << at % 64);
}

/* Writes `width` bits, at most 64, at bit `at`; value has no others. */
static inline void put(uint64_t *words, unsigned at, unsigned width, uint64_t value)
{
    uint64_t *w = words + at / 64;
    unsigned shift = at % 64;
    w[0] = (w[0] & ~(low_bits(width) << shift)) | value << shift;
    if (shift + width > 64)
        w[1] = (w[1] & ~(low_bits(width) >> (64 - shift))) | value >> (64 - shift);
}

static inline uint64_t get(const uint64_t *words, unsigned at, unsigned width)
{
    const uint64_t *w = words + at / 64;
    unsigned shift = at % 64;
    uint64_t value = w[0] >> shift;
    if (shift + width > 64)
        value |= w[1] << (64 - shift);
    return value & low_bits(width);
}

/* The same for any width; the value starts at bit 0 of `value`. */
static inline void put_wide(uint64_t *words, unsigned at, unsigned width, const uint64_t *value)
{
    for (; width > 64; width -= 64, at += 64)
        put(words, at, 64, *value++);
    put(words, at, width, *value & low_bits(width));
}

static inline void get_wide(const uint64_t *words, unsigned at, unsigned width, uint64_t *value)
{
    for (; width > 64; width -= 64, at += 64)
        *value++ = get(words, at, 64);
    *value = get(words, at, width);
}

/* The eight bytes cut to `width` bits each and put side by side: 8 * width bits. */
static inline uint64_t squeeze(bytes8 b, unsigned width)
{
#ifdef __BMI2__
    return _pext_u64(b.word, UINT64_C(0x0101010101010101) * low_bits(width));
#else
    uint64_t packed = 0;
    for (unsigned i = 0; i < 8; i++)
        packed |= (b.at[i] & low_bits(width)) << i * width;
    return packed;
#endif
}

/* Packs `groups` times eight elements; eight of them fill `width` bytes. Writes up to 8 bytes at the last group. */
static inline void pack_bytes(uint64_t *words, const bytes8 *b, unsigned groups, unsigned width)
{
    for (unsigned g = 0; g < groups; g++) {
        uint64_t packed = squeeze(b[g], width);
        memcpy((uint8_t *)words + g * width, &packed, sizeof packed);
    }
}

/* Writes n numbers of `width` bits at bit `at`. `bytes` is a multiple of eight, zero behind the n, below 2^width. */
static inline void put_bytes(uint64_t *words, unsigned at, unsigned width, const uint8_t *bytes, unsigned n)
{
    for (unsigned i = 0; i < n; i += 8) {
        bytes8 b;
        memcpy(&b, bytes + i, sizeof b);
        put(words, at + i * width, (n - i < 8 ? n - i : 8) * width, squeeze(b, width));
    }
}

static inline void get_bytes(const uint64_t *words, unsigned at, unsigned width, uint8_t *bytes, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        bytes[i] = (uint8_t)get(words, at + i * width, width);
}

/* Bit i: byte i equals `value`. */
static inline uint32_t bytes_equal(bytes8 b, uint8_t value)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
    uint64_t x = b.word ^ UINT64_C(0x0101010101010101) * value;
    uint64_t zero = ~(((x & low) + low) | x | low);     /* bit 7 of every byte of x that is zero */
    return (uint32_t)((zero >> 7) * UINT64_C(0x0102040810204080) >> 56);
}

#endif
