/* SPDX-License-Identifier: Apache-2.0 */
/* Words of 64 bits, each of them a constant or a literal. */
#ifndef SUBCORE_FORMAL_WORD_H
#define SUBCORE_FORMAL_WORD_H

#include "aig.h"

/* Bit i is a literal where `symbolic` has it, else that of `value`, which is zero where a bit is symbolic. */
struct word {
    uint64_t symbolic, value;
    lit      bit[64];
};

static inline lit word_bit(const struct word *w, unsigned i)
{
    return w->symbolic >> i & 1 ? w->bit[i] : (lit)(w->value >> i & 1);
}

static inline void word_put(struct word *w, unsigned i, lit bit)
{
    uint64_t at = UINT64_C(1) << i;
    w->symbolic = bit > TRUE ? w->symbolic | at : w->symbolic & ~at;
    w->value = bit == TRUE ? w->value | at : w->value & ~at;
    w->bit[i] = bit;
}

struct word word_of(uint64_t value);

struct word word_and(const struct word *a, const struct word *b);
struct word word_or(const struct word *a, const struct word *b);
struct word word_xor(const struct word *a, const struct word *b);
struct word word_not(const struct word *a);
struct word word_mux(lit c, const struct word *then, const struct word *otherwise);
struct word word_add(const struct word *a, const struct word *b, lit carry);
struct word word_subtract(const struct word *a, const struct word *b);
struct word word_multiply(const struct word *a, const struct word *b);
struct word word_shift_left(const struct word *a, const struct word *by);
struct word word_shift_right(const struct word *a, const struct word *by, bool arithmetic);
struct word word_extend(const struct word *a, unsigned bits, bool sign);     /* from its lowest bits */
lit word_equal(const struct word *a, const struct word *b);
lit word_less(const struct word *a, const struct word *b, bool sign);

#endif
