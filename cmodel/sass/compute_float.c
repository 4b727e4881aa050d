/* SPDX-License-Identifier: Apache-2.0 */
/*
 * 32-bit floating point: the IEEE operations of the machine below, in its rounding mode. Contraction is off (-std=c11)
 * and the loops that depend on the rounding mode are functions of their own, so the compiler moves nothing.
 *
 * .FTZ flushes a result that is subnormal after rounding. .SAT turns NaN, -0 and negative numbers into +0.
 */
#include <math.h>

#include "compute_internal.h"

typedef uint32_t lanes32[SASS_LANES];

__attribute__((noinline)) static void add_lanes(uint32_t *restrict d, const uint32_t *a, const uint32_t *b)
{
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = compute_bits_f32(compute_as_f32(a[l]) + compute_as_f32(b[l]));
}

__attribute__((noinline)) static void multiply_lanes(uint32_t *restrict d, const uint32_t *a, const uint32_t *b)
{
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = compute_bits_f32(compute_as_f32(a[l]) * compute_as_f32(b[l]));
}

/* The product is exact in F64, and so is the scaling: it is rounded once. */
__attribute__((noinline)) static void scale_lanes(uint32_t *restrict d, const uint32_t *a, const uint32_t *b, double by)
{
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = compute_bits_f32((float)((double)compute_as_f32(a[l]) * compute_as_f32(b[l]) * by));
}

__attribute__((noinline)) static void fuse_lanes(uint32_t *restrict d, const uint32_t *a, const uint32_t *b,
                                                 const uint32_t *c)
{
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = compute_bits_f32(fmaf(compute_as_f32(a[l]), compute_as_f32(b[l]), compute_as_f32(c[l])));
}

/* D, A, B. */
bool compute_fadd(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    lanes32 room[2];
    const uint32_t *a = compute_f32(insn, in, 0, room[0]), *b = compute_f32(insn, in, 1, room[1]);
    uint32_t *d = out->reg[0];
    compute_round_begin(insn->round);
    add_lanes(d, a, b);
    compute_round_end(insn->round);
    compute_finish_f32(insn, d);
    return true;
}

/* D, A, B. insn.scale is 4 for none, 1 to 3 for .D8, .D4, .D2, 5 to 7 for .M2, .M4, .M8. */
bool compute_fmul(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    static const double factor[8] = {1, 0.125, 0.25, 0.5, 1, 2, 4, 8};
    lanes32 room[2];
    const uint32_t *a = compute_f32(insn, in, 0, room[0]), *b = compute_f32(insn, in, 1, room[1]);
    uint32_t *d = out->reg[0];
    double by = factor[insn->scale & 7];
    compute_round_begin(insn->round);
    if (by == 1)
        multiply_lanes(d, a, b);
    else
        scale_lanes(d, a, b, by);
    compute_round_end(insn->round);
    compute_finish_f32(insn, d);
    return true;
}

/* D, A, B, C. */
bool compute_ffma(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    lanes32 room[3];
    const uint32_t *a = compute_f32(insn, in, 0, room[0]), *b = compute_f32(insn, in, 1, room[1]);
    const uint32_t *c = compute_f32(insn, in, 2, room[2]);
    uint32_t *d = out->reg[0];
    compute_round_begin(insn->round);
    fuse_lanes(d, a, b, c);
    compute_round_end(insn->round);
    compute_finish_f32(insn, d);
    return true;
}

/* D, A, B, P: the minimum where P is true, else the maximum. A number wins over a NaN, and -0 is below +0: so the bits
 * can be compared as integers once the negative numbers are turned around. */
bool compute_fmnmx(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    lanes32 room[2];
    const uint32_t *a = compute_f32(insn, in, 0, room[0]), *b = compute_f32(insn, in, 1, room[1]);
    uint32_t *restrict d = out->reg[0], p = compute_pred(insn, in, 0);
    for (unsigned l = 0; l < SASS_LANES; l++) {
        int32_t x = (int32_t)(a[l] ^ (0 - (a[l] >> 31)) >> 1), y = (int32_t)(b[l] ^ (0 - (b[l] >> 31)) >> 1);
        bool x_nan = (a[l] & 0x7fffffff) > 0x7f800000, y_nan = (b[l] & 0x7fffffff) > 0x7f800000;
        bool first = y_nan | (!x_nan & ((x < y) == (p >> l & 1)));
        uint32_t winner = first ? a[l] : b[l];
        d[l] = x_nan & y_nan ? compute_nan32 : winner;
    }
    return true;
}

/* D, A, B, P. A NaN passes unchanged. */
bool compute_fsel(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    lanes32 room[2];
    const uint32_t *a = compute_f32(insn, in, 0, room[0]), *b = compute_f32(insn, in, 1, room[1]);
    uint32_t *restrict d = out->reg[0], p = compute_pred(insn, in, 0);
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = p >> l & 1 ? a[l] : b[l];
    return true;
}

/* Lanes in which the comparison of the two sources is true. */
static uint32_t compare(const struct sass_insn *insn, const struct sass_inputs *in)
{
    lanes32 room[2], less, equal, greater;
    const uint32_t *a = compute_f32(insn, in, 0, room[0]), *b = compute_f32(insn, in, 1, room[1]);
    for (unsigned l = 0; l < SASS_LANES; l++) {
        float x = compute_as_f32(a[l]), y = compute_as_f32(b[l]);
        less[l] = x < y;
        equal[l] = x == y;
        greater[l] = x > y;
    }
    uint32_t lt = compute_gather(less), eq = compute_gather(equal), gt = compute_gather(greater);
    return compute_compare(insn->cmp, lt, eq, gt, ~(lt | eq | gt));
}

/* D, A, B, P: 1.0 (without .BF all ones) or 0. */
bool compute_fset(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t result = compute_join(insn->boolop, compare(insn, in), compute_pred(insn, in, 0));
    uint32_t *restrict d = out->reg[0], one = insn->bf ? 0x3f800000 : UINT32_MAX;
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = result >> l & 1 ? one : 0;
    return true;
}

/* Pd0, Pd1, A, B, P. Pd1 gets the opposite of the comparison, joined with P. */
bool compute_fsetp(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t result = compare(insn, in), with = compute_pred(insn, in, 0);
    compute_put_pred(insn, out, 0, compute_join(insn->boolop, result, with));
    compute_put_pred(insn, out, 1, compute_join(insn->boolop, ~result, with));
    return true;
}

/*
 * Pd, A, B: whether A / B needs the slow path of a division. The fast one is q = a r, e = a - b q, q += e r, with
 * r = 1 / b improved once. The exact ranges of the hardware are not published; these are safe: both operands and
 * the quotient are normal numbers (a zero dividend would lose its sign), r is normal, and e, a multiple of the product
 * of the last places of b and q, is exact. Operands at the edges may thus take the slow path here and the fast one on
 * the hardware, with the same result.
 */
bool compute_fchk(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    lanes32 room[2], slow;
    const uint32_t *a = compute_f32(insn, in, 0, room[0]), *b = compute_f32(insn, in, 1, room[1]);
    for (unsigned l = 0; l < SASS_LANES; l++) {
        int x = (int)(a[l] >> 23 & 0xff), y = (int)(b[l] >> 23 & 0xff);
        bool fast = (x >= 27) & (x <= 254) & (y >= 2) & (y <= 251) & (x - y >= -124) & (x - y <= 125);
        slow[l] = !fast;
    }
    compute_put_pred(insn, out, 0, compute_gather(slow));
    return true;
}

/* D, A, B, four codes of two bits, the first lane of a quad in the upper ones: A + B, B - A, A - B, B (+0). */
bool compute_fswzadd(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    lanes32 room[2], x, y;
    const uint32_t *a = compute_f32(insn, in, 0, room[0]), *b = compute_f32(insn, in, 1, room[1]);
    uint32_t *d = out->reg[0], codes = insn->lut;
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint32_t code = codes >> (6 - 2 * (l & 3)) & 3;
        x[l] = code == 3 ? 0 : a[l] ^ (code == 1 ? 0x80000000 : 0);
        y[l] = b[l] ^ (code == 2 ? 0x80000000 : 0);
    }
    compute_round_begin(insn->round);
    add_lanes(d, x, y);
    compute_round_end(insn->round);
    compute_finish_f32(insn, d);
    return true;
}
