/* SPDX-License-Identifier: Apache-2.0 */
/* 32-bit floating point. */
#include <fenv.h>
#include <math.h>

#include "alu.h"

#define EACH_LANE(l) for (unsigned l = 0; l < SASS_LANES; l++)

enum { QUIET_NAN = 0x7fffffff };

/* ---- rounding ----------------------------------------------------------------------------------------------------- */

static int mode_of(unsigned round)
{
    static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    return modes[round & 3];
}

/* '+' a + b, '*' a b, 'f' a b + c, '=' a. The compiler must not move these past the change of mode. */
double compute_rounded(char operation, double a, double b, double c, unsigned round)
{
    volatile double x = a, y = b, z = c, r;
    fesetround(mode_of(round));
    r = operation == '+' ? x + y : operation == '*' ? x * y : operation == 'f' ? fma(x, y, z) : x;
    fesetround(FE_TONEAREST);
    return r;
}

float compute_rounded_float(char operation, float a, float b, float c, unsigned round)
{
    volatile float x = a, y = b, z = c, r;
    fesetround(mode_of(round));
    r = operation == '+' ? x + y : operation == '*' ? x * y : operation == 'f' ? fmaf(x, y, z) : x;
    fesetround(FE_TONEAREST);
    return r;
}

/* ---- operands, results -------------------------------------------------------------------------------------------- */

/* Operand `n` with its sign changes, flushed if the instruction says so. */
static const uint32_t *values(const struct job *j, unsigned n, lanes32 room)
{
    const struct sass_operand *o = &j->insn->operand[n];
    const uint32_t *from = words(j, n, room);
    if (!o->neg && !o->abs && !j->insn->ftz)
        return from;
    uint32_t keep = o->abs ? 0x7fffffff : UINT32_MAX, flip = o->neg ? 0x80000000 : 0;
    EACH_LANE(l) {
        uint32_t x = (from[l] & keep) ^ flip;
        room[l] = j->insn->ftz ? flush32(x) : x;
    }
    return room;
}

static inline uint32_t finish(const struct sass_insn *i, float value)
{
    uint32_t x = as_word(value);
    if (value != value)
        return i->sat ? 0 : QUIET_NAN;
    if (i->ftz)
        x = flush32(x);
    if (i->sat)
        x = x >> 31 ? 0 : x > 0x3f800000 ? 0x3f800000 : x;
    return x;
}

static bool finish_all(const struct job *j, const float value[SASS_LANES])
{
    EACH_LANE(l)
        j->out->reg[0][l] = finish(j->insn, value[l]);
    return true;
}

/* ---- arithmetic --------------------------------------------------------------------------------------------------- */

bool compute_fadd(const struct job *j)
{
    lanes32 ra, rb;
    float d[SASS_LANES];
    const uint32_t *a = values(j, 1, ra), *b = values(j, 2, rb);
    if (j->insn->round == SASS_RN)
        EACH_LANE(l)
            d[l] = as_float(a[l]) + as_float(b[l]);
    else
        EACH_LANE(l)
            d[l] = compute_rounded_float('+', as_float(a[l]), as_float(b[l]), 0, j->insn->round);
    return finish_all(j, d);
}

/* The product, scaled by a power of two before it is rounded. */
bool compute_fmul(const struct job *j)
{
    lanes32 ra, rb;
    float d[SASS_LANES];
    const uint32_t *a = values(j, 1, ra), *b = values(j, 2, rb);
    int scale = j->insn->scale ? j->insn->scale - 4 : 0;
    EACH_LANE(l) {
        float x = as_float(a[l]), y = as_float(b[l]);
        if (scale)      /* exact in double precision */
            d[l] = (float)ldexp((double)x * y, scale);
        else
            d[l] = j->insn->round == SASS_RN ? x * y : compute_rounded_float('*', x, y, 0, j->insn->round);
    }
    return !(scale && j->insn->round != SASS_RN) && finish_all(j, d);
}

bool compute_ffma(const struct job *j)
{
    lanes32 ra, rb, rc;
    float d[SASS_LANES];
    const uint32_t *a = values(j, 1, ra), *b = values(j, 2, rb), *c = values(j, 3, rc);
    if (j->insn->round == SASS_RN)
        EACH_LANE(l)
            d[l] = fmaf(as_float(a[l]), as_float(b[l]), as_float(c[l]));
    else
        EACH_LANE(l)
            d[l] = compute_rounded_float('f', as_float(a[l]), as_float(b[l]), as_float(c[l]), j->insn->round);
    return finish_all(j, d);
}

/* A number wins over a NaN, -0 is below +0. */
bool compute_fmnmx(const struct job *j)
{
    lanes32 ra, rb;
    const uint32_t *a = values(j, 1, ra), *b = values(j, 2, rb);
    uint32_t smaller = predicate(j, 3);
    EACH_LANE(l) {
        float x = as_float(a[l]), y = as_float(b[l]);
        bool less = x < y || (x == y && a[l] >> 31 > b[l] >> 31);
        uint32_t d = less == (smaller >> l & 1) ? a[l] : b[l];
        j->out->reg[0][l] = x != x ? (y != y ? QUIET_NAN : b[l]) : y != y ? a[l] : d;
    }
    return true;
}

bool compute_fsel(const struct job *j)
{
    lanes32 ra, rb;
    const uint32_t *a = values(j, 1, ra), *b = values(j, 2, rb);
    uint32_t first = predicate(j, 3);
    EACH_LANE(l)
        j->out->reg[0][l] = first >> l & 1 ? a[l] : b[l];
    return true;
}

static unsigned relation(float x, float y)
{
    return x < y ? LESS : x > y ? GREATER : x == y ? EQUAL : UNORDERED;
}

static uint32_t compared(const struct job *j, unsigned first)
{
    lanes32 ra, rb;
    const uint32_t *a = values(j, first, ra), *b = values(j, first + 1, rb);
    uint32_t result = 0;
    EACH_LANE(l)
        result |= (uint32_t)compute_holds(j->insn->cmp, relation(as_float(a[l]), as_float(b[l]))) << l;
    return result;
}

/* D, A, B, P: 1.0 or 0.0. */
bool compute_fset(const struct job *j)
{
    uint32_t result = compute_combine(j->insn->boolop, compared(j, 1), predicate(j, 3));
    EACH_LANE(l)
        j->out->reg[0][l] = result >> l & 1 ? 0x3f800000 : 0;
    return true;
}

/* P, P, A, B, P. */
bool compute_fsetp(const struct job *j)
{
    uint32_t result = compared(j, 2), with = predicate(j, 4);
    set_predicate(j, 0, compute_combine(j->insn->boolop, result, with));
    set_predicate(j, 1, compute_combine(j->insn->boolop, ~result, with));
    return true;
}

/* P, A, B: whether A / B needs the slow way. The fast way multiplies by a reciprocal and corrects twice; it is right if
 * the reciprocal, the quotient and the remainders are normal numbers. The hardware's own ranges are not published; these
 * are safe ones. */
bool compute_fchk(const struct job *j)
{
    lanes32 ra, rb;
    const uint32_t *a = values(j, 1, ra), *b = values(j, 2, rb);
    uint32_t slow = 0;
    EACH_LANE(l) {
        int ea = (int)(a[l] >> 23 & 0xff) - 127, eb = (int)(b[l] >> 23 & 0xff) - 127;
        bool fast = ea > -100 && ea < 128 && eb > -125 && eb < 125 && ea - eb > -124 && ea - eb < 126;
        slow |= (uint32_t)!fast << l;
    }
    set_predicate(j, 0, slow);
    return true;
}

/* D, A, B, signs: for each lane of a quad two bits: A + B, A - B, B - A, B. */
bool compute_fswzadd(const struct job *j)
{
    lanes32 ra, rb;
    float d[SASS_LANES];
    const uint32_t *a = values(j, 1, ra), *b = values(j, 2, rb);
    EACH_LANE(l) {
        unsigned sign = (unsigned)(j->insn->operand[3].value >> 2 * (l & 3) & 3);
        float x = as_float(a[l]), y = as_float(b[l]);
        d[l] = sign == 0 ? x + y : sign == 1 ? x - y : sign == 2 ? y - x : y;
    }
    return j->insn->round == SASS_RN && finish_all(j, d);
}

/* ---- special functions -------------------------------------------------------------------------------------------- */

/* The unit flushes subnormal numbers at both ends. Each function is computed in double precision and rounded once:
 * within half a unit in the last place, but for the sine and cosine of large arguments. The hardware's tables, whose
 * errors are between one and two units, are not published. Sine and cosine take revolutions (the code multiplies by
 * 1 / 2 pi before). */
static float special(unsigned mode, float x)
{
    const double two_pi = 6.283185307179586476925;
    double v = as_float(flush32(as_word(x))), turns = v - floor(v);
    switch (mode) {
    case SASS_COS: return (float)cos(two_pi * turns);
    case SASS_SIN: return (float)sin(two_pi * turns);
    case SASS_EX2: return (float)exp2(v);
    case SASS_LG2: return (float)log2(v);
    case SASS_RCP: return (float)(1.0 / v);
    case SASS_RSQ: return (float)(1.0 / sqrt(v));
    case SASS_SQRT: return (float)sqrt(v);
    default: return (float)tanh(v);
    }
}

/* The upper halves of 64-bit numbers: the start of a Newton iteration. */
static uint32_t special_high(unsigned mode, uint32_t high)
{
    double v = as_double((uint64_t)high << 32), r = mode == SASS_RCP64H ? 1.0 / v : 1.0 / sqrt(v);
    uint64_t bits = as_bits(r);
    if (r != r)
        return 0x7fffffff;
    if (isinf(r) || v == 0)
        return (uint32_t)(bits >> 32);
    return (uint32_t)((bits + 0x80000000u) >> 32);
}

bool compute_mufu(const struct job *j)
{
    lanes32 ra;
    const uint32_t *a = values(j, 1, ra);
    uint8_t mode = j->insn->mode;
    EACH_LANE(l) {
        if (mode == SASS_RCP64H || mode == SASS_RSQ64H) {
            j->out->reg[0][l] = special_high(mode, a[l]);
            continue;
        }
        float d = special(mode, as_float(a[l]));
        j->out->reg[0][l] = d != d ? QUIET_NAN : flush32(as_word(d));
    }
    return true;
}
