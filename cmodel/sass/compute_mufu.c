/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MUFU. The hardware interpolates tables that NVIDIA does not publish; its errors are one to two units in the last
 * place, of sine and cosine 2^-21 and of TANH a relative 2^-11. Here every function is computed in F64 and rounded
 * once to F32:
 *     RCP, RSQ, SQRT          correctly rounded, or within 0.5 + 2^-28 units
 *     EX2, LG2, TANH          within 0.5 + 2^-26 units
 *     SIN, COS                of 2 pi x, as the code multiplies by 1 / 2 pi before (sm_70 and later); the reduction is
 *                             exact, the result within 0.5 + 2^-26 units
 *     RCP64H, RSQ64H          upper word of a double from an upper word, the nearest one: relative error below 2^-20
 *                             where the lower word of the operand is zero
 * Subnormal operands and results are flushed to zero of the same sign, as the code around a MUFU shows that scales what
 * it does not want flushed. It does not for TANH, which keeps them. Of 0, infinity and NaN the results are the limits,
 * NaN where there is none (RSQ, LG2 of negative numbers, SIN, COS of infinity).
 */
#include <math.h>

#include "compute_internal.h"

static const double two_pi = 6.283185307179586476925;

/* sin and cos of a number of turns. What remains of an F32 after whole turns are taken off is exact, and so is what
 * remains of that after whole quarters are. */
static double wave(double turns, bool cosine)
{
    if (!isfinite(turns))
        return NAN;
    if (turns == 0)
        return cosine ? 1 : turns;
    double rest = turns - nearbyint(turns);
    double quarters = nearbyint(4 * rest), angle = (rest - quarters / 4) * two_pi;
    switch (((int)quarters + cosine) & 3) {
    case 0: return sin(angle);
    case 1: return cos(angle);
    case 2: return 0 - sin(angle);
    default: return 0 - cos(angle);
    }
}

static float function(unsigned mode, float x)
{
    double v = x;
    switch (mode) {
    case SASS_COS: return (float)wave(v, true);
    case SASS_SIN: return (float)wave(v, false);
    case SASS_EX2: return (float)exp2(v);
    case SASS_LG2: return (float)log2(v);
    case SASS_RCP: return (float)(1 / v);
    case SASS_RSQ: return (float)(1 / sqrt(v));
    case SASS_SQRT: return (float)sqrt(v);
    default: return (float)tanh(v);
    }
}

/* The upper word of the double function of a double with this upper word. */
static uint32_t upper_word(unsigned mode, uint32_t high)
{
    if ((high & 0x7ff00000) == 0)
        high &= 0x80000000;
    double x = compute_as_f64((uint64_t)high << 32), r = mode == SASS_RCP64H ? 1 / x : 1 / sqrt(x);
    if (isnan(r))
        return compute_nan32;
    uint64_t bits = compute_bits_f64(r);
    uint32_t result = (uint32_t)(isinf(r) ? bits >> 32 : (bits + 0x80000000) >> 32);
    return (result & 0x7ff00000) == 0 ? result & 0x80000000 : result;
}

/* .F16: EX2 and TANH of the lower or upper half of A, to the lower half of D; the upper one, of which the code around
 * shows nothing, is 0. Rounded once, subnormals kept. */
static void compute_half(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    const struct sass_operand *o = sass_source(insn, 0);
    uint32_t room[SASS_LANES], keep = o->abs ? 0x7fff : 0xffff, flip = o->neg ? 0x8000 : 0;
    const uint32_t *a = compute_raw(insn, in, 0, room);
    for (unsigned l = 0; l < SASS_LANES; l++) {
        double x = compute_half_widen((a[l] >> (o->part ? 16 : 0) & keep) ^ flip);
        out->reg[0][l] = compute_half_narrow(compute_to_odd(insn->mode == SASS_EX2 ? exp2(x) : tanh(x)));
    }
}

/* D, A. */
bool compute_mufu(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[SASS_LANES];
    const uint32_t *a = compute_f32(insn, in, 0, room);
    uint32_t *restrict d = out->reg[0];
    unsigned mode = insn->mode;
    if (insn->type == SASS_F16) {
        compute_half(insn, in, out);
        return true;
    }
    if (mode < SASS_COS || mode > SASS_TANH)
        return false;
    if (mode == SASS_RCP64H || mode == SASS_RSQ64H) {
        for (unsigned l = 0; l < SASS_LANES; l++)
            d[l] = upper_word(mode, a[l]);
        return true;
    }
    bool flush = mode != SASS_TANH;
    for (unsigned l = 0; l < SASS_LANES; l++) {
        float result = function(mode, compute_as_f32(flush ? compute_flush32(a[l]) : a[l]));
        d[l] = flush ? compute_flush32(compute_bits_f32(result)) : compute_bits_f32(result);
    }
    compute_finish_f32(insn, d);
    return true;
}
