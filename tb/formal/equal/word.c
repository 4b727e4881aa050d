/* SPDX-License-Identifier: Apache-2.0 */
#include "word.h"

struct word word_of(uint64_t value)
{
    struct word w;
    w.symbolic = 0;
    w.value = value;
    return w;
}

static bool constants(const struct word *a, const struct word *b)
{
    return (a->symbolic | b->symbolic) == 0;
}

struct word word_and(const struct word *a, const struct word *b)
{
    struct word r = word_of(a->value & b->value);
    for (uint64_t set = a->symbolic | b->symbolic; set; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        word_put(&r, i, aig_and(word_bit(a, i), word_bit(b, i)));
    }
    return r;
}

struct word word_not(const struct word *a)
{
    struct word r = *a;
    r.value = ~a->value & ~a->symbolic;
    for (uint64_t set = a->symbolic; set; set &= set - 1)
        r.bit[__builtin_ctzll(set)] ^= 1;
    return r;
}

struct word word_or(const struct word *a, const struct word *b)
{
    struct word r = word_of(a->value | b->value);
    for (uint64_t set = a->symbolic | b->symbolic; set; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        word_put(&r, i, aig_or(word_bit(a, i), word_bit(b, i)));
    }
    return r;
}

struct word word_xor(const struct word *a, const struct word *b)
{
    struct word r = word_of(a->value ^ b->value);
    for (uint64_t set = a->symbolic | b->symbolic; set; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        word_put(&r, i, aig_xor(word_bit(a, i), word_bit(b, i)));
    }
    return r;
}

struct word word_mux(lit c, const struct word *then, const struct word *otherwise)
{
    if (c <= TRUE)
        return c ? *then : *otherwise;
    struct word r = word_of(then->value);
    for (uint64_t set = then->symbolic | otherwise->symbolic | (then->value ^ otherwise->value); set; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        word_put(&r, i, aig_mux(c, word_bit(then, i), word_bit(otherwise, i)));
    }
    return r;
}

struct word word_add(const struct word *a, const struct word *b, lit carry)
{
    if (constants(a, b) && carry <= TRUE)
        return word_of(a->value + b->value + carry);
    struct word r = word_of(0);
    for (unsigned i = 0; i < 64; i++) {
        lit x = word_bit(a, i), y = word_bit(b, i), half = aig_xor(x, y);
        word_put(&r, i, aig_xor(half, carry));
        carry = aig_or(aig_and(x, y), aig_and(half, carry));
    }
    return r;
}

struct word word_subtract(const struct word *a, const struct word *b)
{
    struct word minus = word_not(b);
    return word_add(a, &minus, TRUE);
}

static struct word shifted(const struct word *a, unsigned by)
{
    struct word r = word_of(a->value << by);
    r.symbolic = a->symbolic << by;
    for (uint64_t set = r.symbolic; set; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        r.bit[i] = a->bit[i - by];
    }
    return r;
}

struct word word_multiply(const struct word *a, const struct word *b)
{
    if (constants(a, b))
        return word_of(a->value * b->value);
    if (!a->symbolic)
        return word_multiply(b, a);
    struct word sum = word_of(0), zero = word_of(0);
    for (uint64_t set = b->symbolic | b->value; set; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        struct word row = shifted(a, i);
        row = word_mux(word_bit(b, i), &row, &zero);
        sum = word_add(&sum, &row, FALSE);
    }
    return sum;
}

static struct word shifted_right(const struct word *a, unsigned by, lit fill)
{
    struct word r = word_of(0);
    for (unsigned i = 0; i < 64; i++)
        word_put(&r, i, i + by < 64 ? word_bit(a, i + by) : fill);
    return r;
}

struct word word_shift_left(const struct word *a, const struct word *by)
{
    struct word r = *a;
    for (unsigned k = 0; k < 6; k++) {
        if (word_bit(by, k) == FALSE)
            continue;
        struct word far = shifted(&r, 1u << k);
        r = word_mux(word_bit(by, k), &far, &r);
    }
    return r;
}

struct word word_shift_right(const struct word *a, const struct word *by, bool arithmetic)
{
    struct word r = *a;
    lit fill = arithmetic ? word_bit(a, 63) : FALSE;
    for (unsigned k = 0; k < 6; k++) {
        if (word_bit(by, k) == FALSE)
            continue;
        struct word far = shifted_right(&r, 1u << k, fill);
        r = word_mux(word_bit(by, k), &far, &r);
    }
    return r;
}

struct word word_extend(const struct word *a, unsigned bits, bool sign)
{
    struct word r = word_of(0);
    if (bits >= 64)
        return *a;
    uint64_t low = (UINT64_C(1) << bits) - 1;
    lit top = sign ? word_bit(a, bits - 1) : FALSE;
    r.symbolic = a->symbolic & low;
    r.value = a->value & low;
    for (uint64_t set = r.symbolic; set; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        r.bit[i] = a->bit[i];
    }
    if (top == TRUE)
        r.value |= ~low;
    for (unsigned i = bits; top > TRUE && i < 64; i++)
        word_put(&r, i, top);
    return r;
}

lit word_equal(const struct word *a, const struct word *b)
{
    lit equal = TRUE;
    if ((a->value ^ b->value) & ~(a->symbolic | b->symbolic))
        return FALSE;
    for (uint64_t set = a->symbolic | b->symbolic; set; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        equal = aig_and(equal, aig_xor(word_bit(a, i), word_bit(b, i)) ^ 1);
    }
    return equal;
}

lit word_less(const struct word *a, const struct word *b, bool sign)
{
    if (constants(a, b))
        return sign ? (int64_t)a->value < (int64_t)b->value : a->value < b->value;
    lit less = FALSE;
    for (unsigned i = 0; i < 64; i++) {
        lit x = word_bit(a, i), y = word_bit(b, i);
        if (sign && i == 63) {
            lit swap = x;
            x = y;
            y = swap;
        }
        less = aig_mux(aig_xor(x, y), y, less);
    }
    return less;
}
