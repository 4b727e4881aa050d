/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packed 16-bit floating point. The lower and the upper half are computed in turn, in wider formats:
 * - A product of halves is exact in F32. A sum rounded to F32 and then to F16 is the sum rounded to F16, as F32 has
 *   twice as many bits and two more.
 * - A product plus a half, computed in F64, is exact unless its terms are more than 53 bits apart from end to end. Then
 *   either the result overflows F16, or the product is below 2^-30 of the addend, which is a half: no tie between
 *   two halves is that near. So rounding the F64 sum to F16 is right; it goes through F32 rounded to odd.
 * - An operand may be an F32 number, for both halves. Its product with a half is exact in F64; a sum is rounded to F64
 *   first, which only matters if the smaller term is 2^-53 of the larger one and that is a tie between two halves.
 * .F32 instructions compute one result, of the lower half of the selection, and round it to F32.
 */
#include <math.h>

#include "compute_internal.h"

typedef float floats[SASS_LANES];

/* Halves `high` (0 or 1) of packed source n as F32, with its signs. */
static void half_of(const struct sass_insn *insn, const struct sass_inputs *in, unsigned n, unsigned high, floats value)
{
    const struct sass_operand *o = sass_source(insn, n);
    uint32_t room[SASS_LANES], keep = o->abs ? 0x7fff : 0xffff, flip = o->neg ? 0x8000 : 0;
    const uint32_t *raw = compute_raw(insn, in, n, room);
    if (o->half == SASS_HALF_F32) {
        for (unsigned l = 0; l < SASS_LANES; l++) {
            uint32_t bits = (raw[l] & (keep << 16 | 0xffff)) ^ flip << 16;
            value[l] = compute_as_f32(insn->ftz ? compute_flush32(bits) : bits);
        }
        return;
    }
    unsigned shift = (o->half == SASS_H1_H0 ? high : o->half == SASS_H1_H1) ? 16 : 0;
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint32_t half = (raw[l] >> shift & keep) ^ flip;
        half = insn->ftz && (half & 0x7c00) == 0 ? half & 0x8000 : half;
        value[l] = compute_half_widen(half);
    }
}

/* F32 results as halves into the lower or upper half of the destination. */
static void put_half(const struct sass_insn *insn, uint32_t *restrict d, unsigned high, const float *value)
{
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint32_t half = compute_half_narrow(value[l]);
        half = insn->ftz && (half & 0x7c00) == 0 ? half & 0x8000 : half;
        uint32_t above = half <= 0x7c00 ? 0x3c00 : 0;   /* of what is not between +0 and 1 */
        half = insn->sat && half > 0x3c00 ? above : half;
        d[l] = high ? d[l] | half << 16 : half;
    }
}

static void put_f32(const struct sass_insn *insn, uint32_t *restrict d, const float *value)
{
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = compute_bits_f32(value[l]);
    compute_finish_f32(insn, d);
}

enum operation { ADD, MULTIPLY };

static bool add_or_multiply(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out,
                            enum operation operation)
{
    uint32_t *d = out->reg[0];
    bool f32 = sass_source(insn, 0)->half == SASS_HALF_F32 || sass_source(insn, 1)->half == SASS_HALF_F32;
    for (unsigned high = 0; high < (insn->f32_accumulate ? 1u : 2u); high++) {
        floats a, b, r;
        half_of(insn, in, 0, high, a);
        half_of(insn, in, 1, high, b);
        for (unsigned l = 0; l < SASS_LANES; l++)
            r[l] = operation == ADD ? a[l] + b[l] : a[l] * b[l];
        if (f32 && !insn->f32_accumulate)
            for (unsigned l = 0; l < SASS_LANES; l++)
                r[l] = compute_to_odd(operation == ADD ? (double)a[l] + b[l] : (double)a[l] * b[l]);
        if (insn->f32_accumulate)
            put_f32(insn, d, r);
        else
            put_half(insn, d, high, r);
    }
    return true;
}

/* D, A, B. */
bool compute_hadd2(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    return add_or_multiply(insn, in, out, ADD);
}

/* D, A, B. */
bool compute_hmul2(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    return add_or_multiply(insn, in, out, MULTIPLY);
}

/* D, A, B, C. */
bool compute_hfma2(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t *d = out->reg[0];
    for (unsigned high = 0; high < (insn->f32_accumulate ? 1u : 2u); high++) {
        floats a, b, c, r;
        half_of(insn, in, 0, high, a);
        half_of(insn, in, 1, high, b);
        half_of(insn, in, 2, high, c);
        if (insn->f32_accumulate) {
            for (unsigned l = 0; l < SASS_LANES; l++)
                r[l] = fmaf(a[l], b[l], c[l]);
            put_f32(insn, d, r);
            continue;
        }
        for (unsigned l = 0; l < SASS_LANES; l++)
            r[l] = compute_to_odd((double)a[l] * b[l] + c[l]);
        put_half(insn, d, high, r);
    }
    return true;
}

/* Lanes in which the comparison of the two sources is true in this half. */
static uint32_t compare(const struct sass_insn *insn, const struct sass_inputs *in, unsigned high)
{
    floats a, b;
    uint32_t less[SASS_LANES], equal[SASS_LANES], greater[SASS_LANES];
    half_of(insn, in, 0, high, a);
    half_of(insn, in, 1, high, b);
    for (unsigned l = 0; l < SASS_LANES; l++) {
        less[l] = a[l] < b[l];
        equal[l] = a[l] == b[l];
        greater[l] = a[l] > b[l];
    }
    uint32_t lt = compute_gather(less), eq = compute_gather(equal), gt = compute_gather(greater);
    return compute_compare(insn->cmp, lt, eq, gt, ~(lt | eq | gt));
}

/* D, A, B, P: in each half 1.0 (without .BF ones) or 0. */
bool compute_hset2(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t *restrict d = out->reg[0], with = compute_pred(insn, in, 0);
    uint32_t low = compute_join(insn->boolop, compare(insn, in, 0), with);
    uint32_t high = compute_join(insn->boolop, compare(insn, in, 1), with), one = insn->bf ? 0x3c00 : 0xffff;
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = (low >> l & 1 ? one : 0) | (high >> l & 1 ? one << 16 : 0);
    return true;
}

/* Pd0 of the lower half, Pd1 of the upper one, A, B, P. */
bool compute_hsetp2(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t with = compute_pred(insn, in, 0);
    compute_put_pred(insn, out, 0, compute_join(insn->boolop, compare(insn, in, 0), with));
    compute_put_pred(insn, out, 1, compute_join(insn->boolop, compare(insn, in, 1), with));
    return true;
}
