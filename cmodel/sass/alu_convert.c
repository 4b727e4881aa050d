/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions between floating-point numbers and integers of all widths. */
#include <math.h>

#include "alu.h"
#include "reference.h"

#define EACH_LANE(l) for (unsigned l = 0; l < SASS_LANES; l++)

/* ---- sources, results --------------------------------------------------------------------------------------------- */

/* Operand 1 as doubles, which hold every number of the three types. */
static void read_floats(const struct job *j, double to[SASS_LANES])
{
    const struct sass_operand *o = &j->insn->operand[1];
    lanes64 bits;
    wide_words(j, 1, bits);
    EACH_LANE(l) {
        uint32_t word = (uint32_t)bits[l];
        double v;
        if (j->insn->type2 == SASS_F64)
            v = as_double(bits[l]);
        else if (j->insn->type2 == SASS_F16)
            v = half_to_float((uint16_t)(o->part ? word >> 16 : word));
        else
            v = as_float(j->insn->ftz ? flush32(word) : word);
        v = o->abs ? fabs(v) : v;
        to[l] = o->neg ? -v : v;
    }
}

static void put_float(const struct job *j, unsigned l, double v)
{
    uint8_t type = j->insn->type;
    if (type == SASS_F64) {
        uint64_t bits = v != v ? UINT64_C(0xfff8000000000000) : as_bits(v);
        j->out->reg[0][l] = (uint32_t)bits;
        j->out->reg[1][l] = (uint32_t)(bits >> 32);
    } else if (type == SASS_F16) {
        j->out->reg[0][l] = compute_to_half(v, j->insn->round);
    } else {
        float f;
        if (j->insn->round == SASS_RN) {
            f = (float)v;
        } else {
            f = (float)v;           /* the nearest; one step back if that was in the wrong direction */
            bool above = (double)f > v, below = (double)f < v;
            if (j->insn->round == SASS_RM ? above : j->insn->round == SASS_RP ? below : v > 0 ? above : below)
                f = nextafterf(f, above ? -INFINITY : INFINITY);
        }
        j->out->reg[0][l] = v != v ? 0x7fffffff : j->insn->ftz ? flush32(as_word(f)) : as_word(f);
    }
}

/* To an integer in the instruction's rounding mode, kept as a floating-point number. */
static double integral(double v, unsigned round)
{
    return round == SASS_RN ? nearbyint(v) : round == SASS_RM ? floor(v) : round == SASS_RP ? ceil(v) : trunc(v);
}

/* ---- conversions -------------------------------------------------------------------------------------------------- */

bool compute_f2f(const struct job *j)
{
    double v[SASS_LANES];
    read_floats(j, v);
    EACH_LANE(l)
        put_float(j, l, v[l]);
    return true;
}

bool compute_frnd(const struct job *j)
{
    double v[SASS_LANES];
    read_floats(j, v);
    EACH_LANE(l)
        put_float(j, l, integral(v[l], j->insn->round));
    return true;
}

/* Out of range: the nearest number of the type. Not a number: 0 with .NTZ and for unsigned types, else the smallest. */
static uint64_t to_integer(double v, uint8_t type, bool ntz)
{
    static const struct { double low, high; uint64_t least, most; } ranges[] = {
        [SASS_U8] = {0, 255, 0, 255}, [SASS_S8] = {-128, 127, (uint64_t)-128, 127},
        [SASS_U16] = {0, 65535, 0, 65535}, [SASS_S16] = {-32768, 32767, (uint64_t)-32768, 32767},
        [SASS_U32] = {0, 4294967295.0, 0, UINT32_MAX},
        [SASS_S32] = {-2147483648.0, 2147483647.0, (uint64_t)INT32_MIN, INT32_MAX},
        [SASS_U64] = {0, 18446744073709551616.0, 0, UINT64_MAX},
        [SASS_S64] = {-9223372036854775808.0, 9223372036854775808.0, (uint64_t)INT64_MIN, INT64_MAX}
    };
    if (v != v)
        return ntz ? 0 : ranges[type].least;
    if (v <= ranges[type].low)
        return ranges[type].least;
    if (v >= ranges[type].high)
        return ranges[type].most;
    return type == SASS_U64 ? (uint64_t)v : (uint64_t)(int64_t)v;
}

bool compute_f2i(const struct job *j)
{
    double v[SASS_LANES];
    read_floats(j, v);
    EACH_LANE(l) {
        uint64_t n = to_integer(integral(v[l], j->insn->round), j->insn->type, j->insn->ntz);
        j->out->reg[0][l] = (uint32_t)n;
        j->out->reg[1][l] = (uint32_t)(n >> 32);
    }
    return true;
}

/* A byte or a half of a word, or all of it, sign-extended. */
static int64_t take_integer(const struct sass_insn *i, uint64_t bits)
{
    unsigned part = i->operand[1].part;
    switch (i->type2) {
    case SASS_U8: return (uint8_t)(bits >> 8 * part);
    case SASS_S8: return (int8_t)(bits >> 8 * part);
    case SASS_U16: return (uint16_t)(bits >> 16 * (part != 0));
    case SASS_S16: return (int16_t)(bits >> 16 * (part != 0));
    case SASS_U32: return (uint32_t)bits;
    case SASS_S32: return (int32_t)bits;
    default: return (int64_t)bits;
    }
}

/* 64-bit integers do not fit into a double: the upper half and the rest make an odd one. */
static double odd_double(int64_t n, bool is_unsigned)
{
    double high = is_unsigned ? (double)(uint32_t)((uint64_t)n >> 32) : (double)(int32_t)(n >> 32);
    double p = high * 4294967296.0, c = (double)(uint32_t)n, s = p + c, t = s - p;
    return compute_to_odd(s, (p - (s - t)) + (c - t));
}

bool compute_i2f(const struct job *j)
{
    lanes64 bits;
    bool is_unsigned = j->insn->type2 == SASS_U64, wide = is_unsigned || j->insn->type2 == SASS_S64;
    wide_words(j, 1, bits);
    EACH_LANE(l) {
        int64_t n = take_integer(j->insn, bits[l]);
        if (!wide)
            put_float(j, l, (double)n);
        else if (j->insn->type != SASS_F64)
            put_float(j, l, odd_double(n, is_unsigned));
        else if (j->insn->round == SASS_RN)
            put_float(j, l, is_unsigned ? (double)(uint64_t)n : (double)n);
        else
            put_float(j, l, compute_rounded('f', is_unsigned ? (double)(uint32_t)((uint64_t)n >> 32)
                                                 : (double)(int32_t)(n >> 32), 4294967296.0, (double)(uint32_t)n,
                                            j->insn->round));
    }
    return true;
}
