/* SPDX-License-Identifier: Apache-2.0 */
/* Packed 16-bit floating point. Sums and products of two halves are exact in double precision; a sum of three terms is
 * made odd where it is not, so that rounding it to 16 bits rounds the exact value. */
#include <math.h>

#include "alu.h"
#include "reference.h"

#define EACH_LANE(l) for (unsigned l = 0; l < SASS_LANES; l++)

double compute_to_odd(double value, double rest)
{
    if (rest == 0 || !isfinite(value) || as_bits(value) & 1)
        return value;
    return nextafter(value, rest > 0 ? INFINITY : -INFINITY);
}

/* Rounds to units of the last place of a half, which scaling makes integers. */
uint16_t compute_to_half(double value, unsigned round)
{
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    double magnitude = fabs(value);
    if (value != value)
        return 0x7fff;
    if (isinf(value))
        return sign | 0x7c00;
    int exponent = magnitude < 0x1p-14 ? -14 : ilogb(magnitude);
    double scaled = ldexp(magnitude, 10 - exponent), whole = floor(scaled), rest = scaled - whole;
    bool up = round == SASS_RN ? rest > 0.5 || (rest == 0.5 && fmod(whole, 2) == 1)
            : round == SASS_RZERO ? false : rest > 0 && (round == SASS_RP) == (sign == 0);
    uint32_t units = (uint32_t)whole + up;
    if (exponent > 15 || (exponent == 15 && units == 2048)) /* overflow: to infinity, or the largest number */
        return sign | (round == SASS_RN || (round != SASS_RZERO && (round == SASS_RP) == (sign == 0)) ? 0x7c00 : 0x7bff);
    return (uint16_t)(sign + ((uint32_t)(exponent + 14) << 10) + units);
}

/* ---- operands, results -------------------------------------------------------------------------------------------- */

struct halves { double low[SASS_LANES], high[SASS_LANES]; };

static double half_value(const struct job *j, const struct sass_operand *o, uint16_t h)
{
    if (j->insn->ftz && (h & 0x7c00) == 0)
        h &= 0x8000;
    double v = half_to_float(h);
    v = o->abs ? fabs(v) : v;
    return o->neg ? -v : v;
}

static bool values(const struct job *j, unsigned n, struct halves *to)
{
    const struct sass_operand *o = &j->insn->operand[n];
    lanes32 room;
    const uint32_t *from = words(j, n, room);
    EACH_LANE(l) {
        uint16_t low = (uint16_t)(o->half == SASS_H1_H1 ? from[l] >> 16 : from[l]);
        uint16_t high = (uint16_t)(o->half == SASS_H0_H0 ? from[l] : from[l] >> 16);
        to->low[l] = half_value(j, o, low);
        to->high[l] = half_value(j, o, high);
    }
    return o->half != SASS_HALF_F32;
}

static uint16_t finish(const struct sass_insn *i, double value)
{
    uint16_t h = compute_to_half(value, SASS_RN);
    if (i->ftz && (h & 0x7c00) == 0)
        h &= 0x8000;
    if (i->sat)
        h = value != value || h >> 15 ? 0 : h > 0x3c00 ? 0x3c00 : h;
    return h;
}

/* Two halves, or with .F32 the low result as a 32-bit number. */
static bool finish_all(const struct job *j, const struct halves *d)
{
    EACH_LANE(l) {
        if (j->insn->f32_accumulate) {
            float f = (float)d->low[l];
            if (j->insn->sat)
                f = !(f > 0) ? 0 : f > 1 ? 1 : f;
            j->out->reg[0][l] = f != f ? 0x7fffffff : j->insn->ftz ? flush32(as_word(f)) : as_word(f);
        } else {
            j->out->reg[0][l] = (uint32_t)finish(j->insn, d->high[l]) << 16 | finish(j->insn, d->low[l]);
        }
    }
    return true;
}

/* ---- arithmetic --------------------------------------------------------------------------------------------------- */

bool compute_hadd2(const struct job *j)
{
    struct halves a, b;
    if (!values(j, 1, &a) || !values(j, 2, &b))
        return false;
    EACH_LANE(l) {
        a.low[l] += b.low[l];
        a.high[l] += b.high[l];
    }
    return finish_all(j, &a);
}

bool compute_hmul2(const struct job *j)
{
    struct halves a, b;
    if (!values(j, 1, &a) || !values(j, 2, &b))
        return false;
    EACH_LANE(l) {
        a.low[l] *= b.low[l];
        a.high[l] *= b.high[l];
    }
    return finish_all(j, &a);
}

/* a b + c; the product is exact, the error of the sum is known. */
static double multiply_add(double a, double b, double c)
{
    double p = a * b, s = p + c, t = s - p;
    return isfinite(s) ? compute_to_odd(s, (p - (s - t)) + (c - t)) : s;
}

bool compute_hfma2(const struct job *j)
{
    struct halves a, b, c;
    if (!values(j, 1, &a) || !values(j, 2, &b) || !values(j, 3, &c))
        return false;
    EACH_LANE(l) {
        a.low[l] = multiply_add(a.low[l], b.low[l], c.low[l]);
        a.high[l] = multiply_add(a.high[l], b.high[l], c.high[l]);
    }
    return finish_all(j, &a);
}

static bool holds(const struct job *j, double x, double y)
{
    return compute_holds(j->insn->cmp, x < y ? LESS : x > y ? GREATER : x == y ? EQUAL : UNORDERED);
}

/* The outcomes for the low and the high halves. */
static bool compared(const struct job *j, unsigned first, uint32_t with, uint32_t result[2])
{
    struct halves a, b;
    if (!values(j, first, &a) || !values(j, first + 1, &b))
        return false;
    result[0] = result[1] = 0;
    EACH_LANE(l) {
        result[0] |= (uint32_t)holds(j, a.low[l], b.low[l]) << l;
        result[1] |= (uint32_t)holds(j, a.high[l], b.high[l]) << l;
    }
    result[0] = compute_combine(j->insn->boolop, result[0], with);
    result[1] = compute_combine(j->insn->boolop, result[1], with);
    return true;
}

/* D, A, B, P: per half 1.0 (.BF) or all ones, or 0. */
bool compute_hset2(const struct job *j)
{
    uint32_t result[2], yes = j->insn->bf ? 0x3c00 : 0xffff;
    if (!compared(j, 1, predicate(j, 3), result))
        return false;
    EACH_LANE(l)
        j->out->reg[0][l] = (result[1] >> l & 1 ? yes << 16 : 0) | (result[0] >> l & 1 ? yes : 0);
    return true;
}

/* P of the low, P of the high half, A, B, P. */
bool compute_hsetp2(const struct job *j)
{
    uint32_t result[2];
    if (!compared(j, 2, predicate(j, 4), result))
        return false;
    set_predicate(j, 0, result[0]);
    set_predicate(j, 1, result[1]);
    return true;
}
