/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers taken apart: conversions between all types, rounded once in any mode. */
#include "compute_internal.h"

unsigned compute_type_bits(unsigned type)
{
    switch (type) {
    case SASS_U2: case SASS_S2: return 2;
    case SASS_U4: case SASS_S4: return 4;
    case SASS_U8: case SASS_S8: return 8;
    case SASS_U16: case SASS_S16: case SASS_F16: return 16;
    case SASS_U64: case SASS_S64: case SASS_F64: case SASS_B64: return 64;
    default: return 32;
    }
}

bool compute_type_signed(unsigned type)
{
    return type == SASS_S2 || type == SASS_S4 || type == SASS_S8 || type == SASS_S16 || type == SASS_S32
        || type == SASS_S64;
}

bool compute_type_float(unsigned type)
{
    return type == SASS_F16 || type == SASS_F32 || type == SASS_F64;
}

/* Bits of the fraction, without the leading one; the rest is the exponent. */
static unsigned fraction_bits(unsigned type)
{
    return type == SASS_F16 ? 10 : type == SASS_F32 ? 23 : 52;
}

/* Exponent of 1.0 as stored. */
static int bias_of(unsigned type)
{
    return type == SASS_F16 ? 15 : type == SASS_F32 ? 127 : 1023;
}

static struct number read_int(unsigned type, uint64_t bits)
{
    unsigned unused = 64 - compute_type_bits(type);
    struct number n = {.kind = NUMBER_FINITE, .fraction = bits << unused >> unused};
    if (compute_type_signed(type)) {
        int64_t value = (int64_t)(bits << unused) >> unused;
        n.sign = value < 0;
        n.fraction = n.sign ? 0 - (uint64_t)value : (uint64_t)value;
    }
    return n;
}

struct number number_read(unsigned type, uint64_t bits)
{
    if (!compute_type_float(type))
        return read_int(type, bits);
    unsigned width = compute_type_bits(type), places = fraction_bits(type);
    uint64_t all_ones = (UINT64_C(1) << (width - 1 - places)) - 1, exponent = bits >> places & all_ones;
    struct number n = {.kind = NUMBER_FINITE, .sign = bits >> (width - 1) & 1};
    n.fraction = bits & ((UINT64_C(1) << places) - 1);
    if (exponent == all_ones)
        n.kind = n.fraction ? NUMBER_NAN : NUMBER_INFINITE;
    else if (exponent)
        n.fraction |= UINT64_C(1) << places;
    n.exponent = (int)(exponent ? exponent : 1) - bias_of(type) - (int)places;
    return n;
}

/* Whether a magnitude is rounded up whose whole part is odd or not, and whose rest is compared with one half. */
static bool rounds_up(unsigned round, bool sign, bool odd, bool inexact, bool above, bool tie)
{
    switch (round) {
    case SASS_RM: return inexact && sign;
    case SASS_RP: return inexact && !sign;
    case SASS_RZERO: return false;
    default: return above || (tie && odd);
    }
}

/* fraction / 2^drop, rounded to a whole number. */
static uint64_t drop_bits(uint64_t fraction, unsigned drop, bool sign, unsigned round)
{
    if (drop == 0)
        return fraction;
    uint64_t whole = drop < 64 ? fraction >> drop : 0;
    uint64_t rest = drop < 64 ? fraction << (64 - drop) : fraction, half = UINT64_C(1) << 63;
    if (drop > 64)
        rest = fraction != 0;           /* below one half */
    return whole + rounds_up(round, sign, whole & 1, rest != 0, rest > half, rest == half);
}

uint64_t number_write(struct number n, unsigned type, unsigned round)
{
    unsigned width = compute_type_bits(type), places = fraction_bits(type);
    uint64_t infinity = ((UINT64_C(1) << (width - 1 - places)) - 1) << places, sign = (uint64_t)n.sign << (width - 1);
    if (n.kind == NUMBER_NAN)
        return type == SASS_F16 ? compute_nan16 : type == SASS_F32 ? compute_nan32 : compute_nan64;
    if (n.kind == NUMBER_INFINITE)
        return sign | infinity;
    if (n.fraction == 0)
        return sign;
    unsigned up = (unsigned)__builtin_clzll(n.fraction);
    int exponent = n.exponent + 63 - (int)up, least = 1 - bias_of(type);
    unsigned drop = 63 - places + (exponent < least ? (unsigned)(least - exponent) : 0);
    /* The leading one of a normal number adds one to the exponent, as does a carry out of the fraction. */
    uint64_t bits = drop_bits(n.fraction << up, drop, n.sign, round);
    if (exponent > least)
        bits += (uint64_t)(exponent - least) << places;
    if (exponent > bias_of(type) || bits >= infinity) {
        bool away = round == SASS_RN || round == (n.sign ? SASS_RM : SASS_RP);
        bits = away ? infinity : infinity - 1;
    }
    return sign | bits;
}

struct number number_whole(struct number n, unsigned round)
{
    if (n.kind != NUMBER_FINITE || n.exponent >= 0)
        return n;
    n.fraction = drop_bits(n.fraction, (unsigned)-n.exponent, n.sign, round);
    n.exponent = 0;
    return n;
}

uint64_t number_to_int(struct number n, unsigned type, unsigned round, bool ntz)
{
    unsigned width = compute_type_bits(type);
    bool with_sign = compute_type_signed(type);
    uint64_t most = UINT64_MAX >> (64 - width) >> with_sign, least = with_sign ? most + 1 : 0, size;
    if (n.kind == NUMBER_NAN)
        return ntz ? 0 : UINT64_C(1) << (width - 1);
    n = number_whole(n, round);
    bool over = n.kind == NUMBER_INFINITE || (n.fraction && n.exponent > __builtin_clzll(n.fraction));
    size = over ? UINT64_MAX : n.fraction << (n.exponent & 63);
    if (n.sign)
        return 0 - (size < least ? size : least);
    return size < most ? size : most;
}
