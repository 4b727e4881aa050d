/* SPDX-License-Identifier: Apache-2.0 */
/* 64-bit floating point. */
#include <math.h>

#include "compute_internal.h"

typedef uint64_t lanes64[SASS_LANES];

__attribute__((noinline)) static void add_lanes(uint64_t *restrict d, const uint64_t *a, const uint64_t *b)
{
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = compute_bits_f64(compute_as_f64(a[l]) + compute_as_f64(b[l]));
}

__attribute__((noinline)) static void multiply_lanes(uint64_t *restrict d, const uint64_t *a, const uint64_t *b)
{
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = compute_bits_f64(compute_as_f64(a[l]) * compute_as_f64(b[l]));
}

__attribute__((noinline)) static void fuse_lanes(uint64_t *restrict d, const uint64_t *a, const uint64_t *b,
                                                 const uint64_t *c)
{
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = compute_bits_f64(fma(compute_as_f64(a[l]), compute_as_f64(b[l]), compute_as_f64(c[l])));
}

static void finish(struct sass_outputs *out, uint64_t d[SASS_LANES])
{
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = (d[l] & INT64_MAX) > UINT64_C(0x7ff0000000000000) ? compute_nan64 : d[l];
    compute_put64(out, d);
}

/* D, A, B. */
bool compute_dadd(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    lanes64 a, b, d;
    compute_f64(insn, in, 0, a);
    compute_f64(insn, in, 1, b);
    compute_round_begin(insn->round);
    add_lanes(d, a, b);
    compute_round_end(insn->round);
    finish(out, d);
    return true;
}

/* D, A, B. */
bool compute_dmul(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    lanes64 a, b, d;
    compute_f64(insn, in, 0, a);
    compute_f64(insn, in, 1, b);
    compute_round_begin(insn->round);
    multiply_lanes(d, a, b);
    compute_round_end(insn->round);
    finish(out, d);
    return true;
}

/* D, A, B, C. */
bool compute_dfma(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    lanes64 a, b, c, d;
    compute_f64(insn, in, 0, a);
    compute_f64(insn, in, 1, b);
    compute_f64(insn, in, 2, c);
    compute_round_begin(insn->round);
    fuse_lanes(d, a, b, c);
    compute_round_end(insn->round);
    finish(out, d);
    return true;
}

/*
 * Pd0, Pd1, A, B, P. MAX and MIN prepare a selection: Pd0 says that the result is A (A is the greater or smaller one,
 * or B is the only NaN), Pd1 that both are NaN and the result is B made quiet, as the code behind these instructions
 * uses them.
 */
bool compute_dsetp(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    lanes64 a, b;
    uint32_t less[SASS_LANES], equal[SASS_LANES], greater[SASS_LANES], a_nan[SASS_LANES], b_nan[SASS_LANES];
    uint32_t with = compute_pred(insn, in, 0);
    compute_f64(insn, in, 0, a);
    compute_f64(insn, in, 1, b);
    for (unsigned l = 0; l < SASS_LANES; l++) {
        double x = compute_as_f64(a[l]), y = compute_as_f64(b[l]);
        less[l] = x < y || (x == y && a[l] >> 63 > b[l] >> 63 && insn->cmp >= SASS_CMP_MAX);
        equal[l] = x == y;
        greater[l] = x > y || (x == y && a[l] >> 63 < b[l] >> 63 && insn->cmp >= SASS_CMP_MAX);
        a_nan[l] = x != x;
        b_nan[l] = y != y;
    }
    uint32_t lt = compute_gather(less), eq = compute_gather(equal), gt = compute_gather(greater);
    uint32_t first = ~compute_gather(a_nan), second = ~compute_gather(b_nan), result, other;
    if (insn->cmp >= SASS_CMP_MAX) {
        result = (insn->cmp == SASS_CMP_MAX ? gt : lt) | (first & ~second);
        other = ~(first | second);
    } else {
        result = compute_compare(insn->cmp, lt, eq, gt, ~(lt | eq | gt));
        other = ~result;
    }
    compute_put_pred(insn, out, 0, compute_join(insn->boolop, result, with));
    compute_put_pred(insn, out, 1, compute_join(insn->boolop, other, with));
    return true;
}
