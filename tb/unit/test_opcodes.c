/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels that nvcc has compiled, tb/opcodes/, against C: what row r of a kernel's output is for a thread. None of the
 * executor's code is used for that. And which opcodes these kernels execute: all that the executor knows, or there is a
 * reason.
 */
#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/sass/machine.h"

enum { N = 128, MOST_ROWS = 24 };

/* The results of thread i in all rows; x, y, z: its inputs, of 32 bits, or 64 where the kernel takes such. */
typedef void reference(uint32_t i, const void *in, uint32_t r[MOST_ROWS]);

static uint32_t word(const void *in, uint32_t i)
{
    return ((const uint32_t *)in)[i];
}

static uint64_t wide(const void *in, uint32_t i)
{
    return ((const uint64_t *)in)[i];
}

#define WORDS uint32_t x = word(in, i), y = word(in, N + i), z = word(in, 2 * N + i)

static void put64(uint32_t *r, uint64_t value)
{
    r[0] = (uint32_t)value;
    r[1] = (uint32_t)(value >> 32);
}

static uint64_t pair(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

/* --- integers ----------------------------------------------------------------------------------------------------- */

static void op_iadd3(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    uint64_t a = pair(y, x), b = pair(x, z), c = pair(z, y);
    unsigned __int128 m = (unsigned __int128)z << 64 | pair(y, x), n = (unsigned __int128)x << 64 | pair(z, y);
    r[0] = x + y + z;
    r[1] = x - y - z;
    put64(r + 2, a + b);
    put64(r + 4, a - b);
    put64(r + 6, a + b + c);
    put64(r + 8, c - a + 5);
    put64(r + 10, (uint64_t)(m + n));
    r[12] = (uint32_t)((m + n) >> 64);
    put64(r + 13, (uint64_t)(m - n));
    r[15] = (uint32_t)((m - n) >> 64);
}

static void op_imad(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    int64_t s = (int64_t)(int32_t)x * (int32_t)y;
    uint64_t u = (uint64_t)x * y;
    r[0] = x * y + z;
    r[1] = z - x * y;
    r[2] = (uint32_t)(u >> 32) + z;
    r[3] = (uint32_t)(s >> 32) - z;
    put64(r + 4, u + pair(z, x));
    put64(r + 6, (uint64_t)s + (uint64_t)(int64_t)(int32_t)z);
    put64(r + 8, pair(x, y) * pair(z, x) + z);
    put64(r + 10, u + pair(z, z));
}

static void op_lea(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    r[0] = (x << 3) + y;
    r[1] = y - (x << 5);
    put64(r + 2, ((uint64_t)x << 4) + pair(z, y));
    put64(r + 4, ((uint64_t)(int64_t)(int32_t)x << 2) + pair(z, y));
    put64(r + 6, (pair(y, x) << 7) + pair(z, y));
}

static void op_imnmx(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    int32_t a = (int32_t)x, b = (int32_t)y;
    (void)z;
    r[0] = (uint32_t)(a < b ? a : b);
    r[1] = (uint32_t)(a < b ? b : a);
    r[2] = x < y ? x : y;
    r[3] = x < y ? y : x;
    r[4] = a < 0 ? 0 - x : x;
}

static void op_isetp(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    int32_t a = (int32_t)x, b = (int32_t)y;
    uint64_t u = pair(x, z), v = pair(y, x);
    int64_t s = (int64_t)u, t = (int64_t)v;
    r[0] = (uint32_t)((x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x > y) << 4 | (x >= y) << 5
                      | (a < b) << 6 | (a <= b) << 7 | (a > b) << 8 | (a >= b) << 9);
    r[1] = (uint32_t)((u < v) | (u <= v) << 1 | (u == v) << 2 | (u != v) << 3 | (s > t) << 4 | (s >= t) << 5
                      | (s < t) << 6 | (s <= t) << 7);
    r[2] = (uint32_t)((x < y && y < z) | (x < y || y < z) << 1 | ((x < y) != (y < z)) << 2
                      | (!(x < y) && z == 0) << 3);
}

static int32_t byte(uint32_t v, unsigned n, bool with_sign)
{
    return with_sign ? (int8_t)(v >> 8 * n) : (uint8_t)(v >> 8 * n);
}

static int32_t half(uint32_t v, unsigned n, bool with_sign)
{
    return with_sign ? (int16_t)(v >> 16 * n) : (uint16_t)(v >> 16 * n);
}

static uint32_t dot4(uint32_t a, uint32_t b, uint32_t c, bool a_sign, bool b_sign)
{
    for (unsigned n = 0; n < 4; n++)
        c += (uint32_t)(byte(a, n, a_sign) * byte(b, n, b_sign));
    return c;
}

static uint32_t dot2(uint32_t a, uint32_t b, uint32_t c, bool with_sign, unsigned first)
{
    for (unsigned n = 0; n < 2; n++)
        c += (uint32_t)(half(a, n, with_sign) * byte(b, first + n, with_sign));
    return c;
}

static void op_idp(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    r[0] = dot4(x, y, z, true, true);
    r[1] = dot4(x, y, z, false, false);
    r[2] = dot4(x, y, z, true, false);
    r[3] = dot4(x, y, z, false, true);
    r[4] = dot2(x, y, z, true, 0);
    r[5] = dot2(x, y, z, true, 2);
    r[6] = dot2(x, y, z, false, 0);
    r[7] = dot2(x, y, z, false, 2);
}

static uint32_t distance(int64_t a, int64_t b)
{
    return (uint32_t)(a > b ? a - b : b - a);
}

static void op_vabsdiff(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    r[0] = distance((int32_t)x, (int32_t)y) + z;
    r[1] = distance(x, y) + z;
    r[2] = distance((int32_t)x, 9) + 3;
    r[3] = r[5] = 0;
    r[4] = z;
    for (unsigned n = 0; n < 4; n++) {
        uint32_t u = distance(byte(x, n, false), byte(y, n, false)), s = distance(byte(x, n, true), byte(y, n, true));
        r[3] |= u << 8 * n;
        r[4] += u;
        r[5] |= (s & 0xff) << 8 * n;
    }
}

static uint32_t clamp(int64_t value, int64_t least, int64_t most)
{
    return (uint32_t)(value < least ? least : value > most ? most : value);
}

static void op_saturate(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    int64_t a = (int32_t)x, b = (int32_t)y;
    r[0] = clamp(a + b, INT32_MIN, INT32_MAX);
    r[1] = clamp(a - b, INT32_MIN, INT32_MAX);
    r[2] = clamp(a + 1000, INT32_MIN, INT32_MAX);
    r[3] = clamp(a, -128, 127);
    r[4] = clamp(a, 0, 255);
    r[5] = clamp(a, -32768, 32767);
    r[6] = clamp(a, 0, 65535);
    r[7] = z << 16 | clamp(a, 0, 255) << 8 | clamp(b, 0, 255);
    r[8] = clamp(a, -32768, 32767) << 16 | (clamp(b, -32768, 32767) & 0xffff);
}

/* --- bits --------------------------------------------------------------------------------------------------------- */

static uint32_t logic(uint32_t lut, uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t r = 0;
    for (unsigned n = 0; n < 32; n++)
        r |= (lut >> (4 * (x >> n & 1) + 2 * (y >> n & 1) + (z >> n & 1)) & 1) << n;
    return r;
}

static void op_lop3(uint32_t i, const void *in, uint32_t *r)
{
    static const uint8_t luts[] = {0x80, 0x96, 0xca, 0x6d, 0x01};
    WORDS;
    for (unsigned n = 0; n < 5; n++)
        r[n] = logic(luts[n], x, y, z);
    r[5] = (x & y) != 0 ? z : 7;
    r[6] = (x & ~y & z) == 0 && y != 3;
}

static void op_shf(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    uint64_t a = pair(y, x);
    uint32_t by = z < 32 ? z : 32;
    r[0] = (uint32_t)(a << (z & 31) >> 32);
    r[1] = (uint32_t)(by == 32 ? a : a << by >> 32);
    r[2] = (uint32_t)(a >> (z & 31));
    r[3] = (uint32_t)(a >> by);
    r[4] = y < 32 ? x << y : 0;
    r[5] = y < 32 ? x >> y : 0;
    r[6] = (uint32_t)((int32_t)x >> (y < 32 ? y : 31));
    put64(r + 7, z < 64 ? a << z : 0);
    put64(r + 9, z < 64 ? a >> z : 0);
    put64(r + 11, (uint64_t)((int64_t)a >> (z < 64 ? z : 63)));
    r[13] = x << (y & 31);
}

static void op_fields(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    uint32_t by = y & 31, flipped = (int32_t)x < 0 ? ~x : x;
    (void)z;
    r[0] = y >= 32 ? x : y == 0 ? 0 : (uint32_t)((int32_t)(x << (32 - y)) >> (32 - y));
    r[1] = x & ((1u << by) - 1);
    r[2] = x < 32 ? (uint32_t)((y < 32 ? (UINT64_C(1) << y) - 1 : UINT32_MAX) << x) : 0;
    r[3] = ((1u << by) - 1) << (x & 31);
    r[4] = 0;
    for (unsigned n = 0; n < 32; n++)
        r[4] |= (x >> n & 1) << (31 - n);
    r[5] = (uint32_t)__builtin_popcount(x);
    r[6] = x ? (uint32_t)__builtin_clz(x) : 32;
    r[7] = flipped ? 31 - (uint32_t)__builtin_clz(flipped) : UINT32_MAX;
    r[8] = x ? (uint32_t)__builtin_clz(x) : UINT32_MAX;
    r[9] = (uint32_t)__builtin_ffs((int)x);
}

static uint32_t permute(uint32_t x, uint32_t y, uint32_t selector)
{
    uint64_t bytes = pair(y, x);
    uint32_t r = 0;
    for (unsigned n = 0; n < 4; n++) {
        uint32_t digit = selector >> 4 * n & 15, b = bytes >> 8 * (digit & 7) & 0xff;
        r |= (digit & 8 ? (b & 0x80 ? 0xff : 0) : b) << 8 * n;
    }
    return r;
}

static void op_prmt(uint32_t i, const void *in, uint32_t *r)
{
    static const uint16_t selectors[6][4] = {
        {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123}, {0x0000, 0x1111, 0x2222, 0x3333},
        {0x3210, 0x3211, 0x3222, 0x3333}, {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}
    };
    WORDS;
    r[0] = permute(x, y, z);
    for (unsigned n = 0; n < 6; n++)
        r[1 + n] = permute(x, y, selectors[n][z & 3]);
}

static void op_predicates(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    bool p[12] = {x < y, y < z, x & 1, y & 2, z & 4, x == z, x >> 31, y >> 31, z >> 31, x > 31, y > 31, z > 31};
    uint32_t sum = 0;
    for (uint32_t n = 0; n < (x & 3) + 1; n++) {
        sum += (uint32_t)((p[0] & p[1]) | (p[2] ^ p[3]) << 1 | (p[4] | p[5]) << 2 | (p[6] & !p[7]) << 3
                          | (p[8] ^ p[9]) << 4 | (p[10] | !p[11]) << 5);
        bool first = p[0];
        memmove(p, p + 1, sizeof p - sizeof *p);
        p[11] = first;
        sum *= 3;
    }
    for (unsigned n = 0; n < 8; n++)
        sum += (uint32_t)p[n] << n;
    r[0] = sum;
    r[1] = ((p[0] && p[1]) || (p[2] && !p[3])) != (p[4] || (p[5] && p[6])) ? x : y;
    r[2] = (x > y) ^ (y > z) ^ (z > x) ? 3 : 5;
}

/* --- 32-bit floating point ---------------------------------------------------------------------------------------- */

static const int modes[4] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

static float as_float(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* As the hardware gives it: there is one NaN. */
static uint32_t bits_of(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return f == f ? bits : 0x7fffffff;
}

static uint32_t flush(uint32_t bits)
{
    return bits & 0x7f800000 ? bits : bits & 0x80000000;
}

static uint32_t unit(uint32_t bits)
{
    float f = as_float(bits);
    return !(f > 0) ? 0 : f > 1 ? 0x3f800000 : bits;
}

enum operation { ADD, MULTIPLY, FUSE, DIVIDE, ROOT, INVERT };

static uint32_t calculate(enum operation operation, unsigned mode, uint32_t x, uint32_t y, uint32_t z)
{
    volatile float a = as_float(x), b = as_float(y), c = as_float(z), result = 0;
    fesetround(modes[mode]);
    switch (operation) {
    case ADD: result = a + b; break;
    case MULTIPLY: result = a * b; break;
    case FUSE: result = fmaf(a, b, c); break;
    case DIVIDE: result = a / b; break;
    case ROOT: result = sqrtf(a); break;
    case INVERT: result = 1 / a; break;
    }
    fesetround(FE_TONEAREST);
    return bits_of(result);
}

/* Four rounding modes, .ftz, .sat. */
static void six(enum operation operation, uint32_t x, uint32_t y, uint32_t z, uint32_t *r)
{
    for (unsigned mode = 0; mode < 4; mode++)
        r[mode] = calculate(operation, mode, x, y, z);
    r[4] = flush(calculate(operation, 0, flush(x), flush(y), flush(z)));
    r[5] = unit(r[0]);
}

static void op_fadd(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    six(ADD, x, y, z, r);
    r[6] = calculate(ADD, 0, x & 0x7fffffff, y | 0x80000000, 0);
}

static void op_fmul(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    six(MULTIPLY, x, y, z, r);
}

static void op_ffma(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    six(FUSE, x, y, z, r);
    r[6] = calculate(FUSE, 0, x ^ 0x80000000, y, z ^ 0x80000000);
}

/* A number wins over a NaN; -0 is less than +0. */
static uint32_t extreme(uint32_t x, uint32_t y, bool greater)
{
    float a = as_float(x), b = as_float(y);
    if (a != a || b != b)
        return a == a ? x : b == b ? y : 0x7fffffff;
    bool less = a == b ? x >> 31 > y >> 31 : a < b;
    return less != greater ? x : y;
}

static void op_fmnmx(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    (void)z;
    r[0] = extreme(x, y, false);
    r[1] = extreme(x, y, true);
    r[2] = extreme(flush(x), flush(y), false);
    r[3] = as_float(x) < as_float(y) ? x : y ^ 0x80000000;
}

static void op_fset(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    float a = as_float(x), b = as_float(y), c = as_float(z);
    r[0] = (uint32_t)((a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | (a > b) << 4 | (a >= b) << 5
                      | !(a < b) << 6 | !(a >= b) << 7 | (a != a || b != b) << 8 | !(a == b) << 9 | !(a > b) << 10
                      | !(a <= b) << 11);
    r[1] = (uint32_t)((a < b && b < c) | (a < b || b < c) << 1 | ((a < b) != (b < c)) << 2);
    r[2] = a < b ? UINT32_MAX : 0;
    r[3] = !(a < b) ? 0x3f800000 : 0;
    r[4] = as_float(flush(x)) == as_float(flush(y)) ? 0x3f800000 : 0;
}

static void op_divide(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    for (unsigned mode = 0; mode < 4; mode++)
        r[mode] = calculate(DIVIDE, mode, x, y, z);
    r[4] = calculate(ROOT, 0, x, y, z);
    r[5] = calculate(INVERT, 2, x, y, z);
}

static void op_mufu(uint32_t i, const void *in, uint32_t *r)
{
    int k = (int)i - 64, power = k % 16, n = (int)i & 15;
    (void)in;
    r[0] = bits_of(ldexpf(1, k));
    r[1] = bits_of((float)n);
    r[2] = r[3] = bits_of(ldexpf(1, -n));
    r[4] = bits_of(ldexpf(1, n));
    r[5] = k < 0 ? 0xbf800000 : 0;
    r[6] = 0;
    r[7] = 0x3f800000;
    r[8] = power < -14 ? 1u << (24 + power) : (uint32_t)(power + 15) << 10;
    r[9] = k < 0 ? 0xbc00 : 0;
}

/* --- 64-bit floating point ---------------------------------------------------------------------------------------- */

static double as_double(uint64_t bits)
{
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

static uint64_t bits_of_double(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return d == d ? bits : UINT64_C(0xfff8000000000000);
}

static void put_double(uint32_t *r, enum operation operation, unsigned mode, double x, double y, double z)
{
    volatile double a = x, b = y, c = z, result = 0;
    fesetround(modes[mode]);
    switch (operation) {
    case ADD: result = a + b; break;
    case MULTIPLY: result = a * b; break;
    case FUSE: result = fma(a, b, c); break;
    case DIVIDE: result = a / b; break;
    case ROOT: result = sqrt(a); break;
    case INVERT: result = 1 / a; break;
    }
    fesetround(FE_TONEAREST);
    put64(r, bits_of_double(result));
}

#define DOUBLES double x = as_double(wide(in, i)), y = as_double(wide(in, N + i)), z = as_double(wide(in, 2 * N + i))

static void four(enum operation operation, double x, double y, double z, uint32_t *r)
{
    for (unsigned mode = 0; mode < 4; mode++)
        put_double(r + 2 * mode, operation, mode, x, y, z);
}

static void op_dadd(uint32_t i, const void *in, uint32_t *r)
{
    DOUBLES;
    four(ADD, x, y, z, r);
    put_double(r + 8, ADD, 0, fabs(x), -fabs(y), 0);
}

static void op_dmul(uint32_t i, const void *in, uint32_t *r)
{
    DOUBLES;
    four(MULTIPLY, x, y, z, r);
}

static void op_dfma(uint32_t i, const void *in, uint32_t *r)
{
    DOUBLES;
    four(FUSE, x, y, z, r);
    put_double(r + 8, FUSE, 0, -x, y, -z);
}

static void op_dsetp(uint32_t i, const void *in, uint32_t *r)
{
    DOUBLES;
    bool none = x != x || y != y, less = x == y ? signbit(x) > signbit(y) : x < y;
    r[0] = (uint32_t)((x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x > y) << 4 | (x >= y) << 5
                      | !(x < y) << 6 | !(x >= y) << 7 | none << 8);
    r[1] = (uint32_t)((x < y && y < z) | (x < y || y < z) << 1 | ((x < y) != (y < z)) << 2);
    put64(r + 2, bits_of_double(none ? 0 : less ? x : y));
    put64(r + 4, bits_of_double(none ? 0 : less ? y : x));
}

static void op_ddivide(uint32_t i, const void *in, uint32_t *r)
{
    DOUBLES;
    x = x == x ? x : 1;
    four(DIVIDE, x, y == y ? y : 1, z, r);
    put_double(r + 8, ROOT, 0, fabs(x), 0, 0);
}

/* --- halves ------------------------------------------------------------------------------------------------------- */

static double half_value(uint32_t h)
{
    int exponent = h >> 10 & 31, fraction = h & 0x3ff;
    double size = exponent == 31 ? (fraction ? NAN : INFINITY)
                : exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return h & 0x8000 ? -size : size;
}

static double round_in(unsigned mode, double value)
{
    volatile double v = value;
    fesetround(modes[mode]);
    volatile double whole = nearbyint(v);
    fesetround(FE_TONEAREST);
    return whole;
}

/* The half nearest to `value` in a rounding mode. A multiple of the last place of its binade that is exact as a double
 * is rounded by the C library. */
static uint32_t to_half(double value, unsigned mode)
{
    int exponent;
    if (value != value)
        return 0x7fff;
    uint32_t sign = signbit(value) ? 0x8000 : 0;
    if (isinf(value) || value == 0)
        return sign | (value == 0 ? 0 : 0x7c00);
    frexp(value, &exponent);
    int place = exponent - 11 < -24 ? -24 : exponent - 11;
    double rounded = ldexp(fabs(round_in(mode, ldexp(value, -place))), place);
    if (rounded > 65504) {
        bool away = mode == 0 || mode == (sign ? 1 : 2);
        return sign | (away ? 0x7c00 : 0x7bff);
    }
    if (rounded < 0x1p-14)
        return sign | (uint32_t)ldexp(rounded, 24);
    frexp(rounded, &exponent);
    return sign | (((uint32_t)(exponent + 14) << 10) + (uint32_t)ldexp(rounded, 11 - exponent) - 1024);
}

static uint32_t flush_half(uint32_t h)
{
    return h & 0x7c00 ? h : h & 0x8000;
}

static uint32_t unit_half(uint32_t h)
{
    double value = half_value(h);
    return !(value > 0) ? 0 : value > 1 ? 0x3c00 : h;
}

/* A sum of a product and a half is rounded once: it has fewer than 64 bits where both matter. */
static uint32_t fuse_half(uint32_t x, uint32_t y, uint32_t z)
{
    long double product = (long double)half_value(x) * half_value(y), sum = product + half_value(z);
    volatile double nearest = (double)sum;
    if (nearest != sum && sum == sum)       /* to odd, so that the second rounding is right */
        nearest = nextafter(nearest, nearest < sum ? INFINITY : -INFINITY);
    return to_half(nearest, 0);
}

static void op_half2(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    memset(r, 0, 10 * sizeof *r);
    for (unsigned n = 0; n < 32; n += 16) {
        uint32_t a = x >> n & 0xffff, b = y >> n & 0xffff, c = z >> n & 0xffff;
        double u = half_value(a), v = half_value(b);
        r[0] |= to_half(u + v, 0) << n;
        r[1] |= flush_half(to_half(half_value(flush_half(a)) - half_value(flush_half(b)), 0)) << n;
        r[2] |= to_half(u * v, 0) << n;
        r[3] |= unit_half(to_half(u * v, 0)) << n;
        r[4] |= fuse_half(a, b, c) << n;
        r[5] |= flush_half(fuse_half(flush_half(a), flush_half(b), flush_half(c))) << n;
        r[6] |= unit_half(fuse_half(a, b, c)) << n;
        r[7] |= (u < v ? 0x3c00u : 0) << n;
        r[8] |= (!(u < v) ? 0x3c00u : 0) << n;
        r[9] |= (u != u || v != v ? 0x3c00u : 0) << n;
    }
}

static void op_hsetp2(uint32_t i, const void *in, uint32_t *r)
{
    WORDS;
    double a = half_value(x & 0xffff), b = half_value(x >> 16), c = half_value(y & 0xffff), d = half_value(y >> 16);
    (void)z;
    r[0] = (uint32_t)((a == c && b == d) | (a < c && b < d) << 1 | (!(a <= c) && !(b <= d)) << 2
                      | (a < c || a > c) * (b < d || b > d) << 3);
    r[1] = (uint32_t)((a < d) | !(b < c) << 1 | (a != a) << 2);
    r[2] = bits_of((float)a);
    r[3] = bits_of((float)b);
}

/* --- conversions -------------------------------------------------------------------------------------------------- */

/* To an integer of `bits` bits: saturated; of a NaN `nan`. */
static uint64_t to_int(double value, unsigned mode, unsigned bits, bool with_sign, uint64_t nan)
{
    double least = with_sign ? -ldexp(1, (int)bits - 1) : 0, above = ldexp(1, (int)(with_sign ? bits - 1 : bits));
    double whole = round_in(mode, value);
    if (value != value)
        return nan;
    if (whole < least)
        return (uint64_t)(int64_t)least;
    if (whole >= above)
        return (with_sign ? UINT64_C(1) << (bits - 1) : bits == 64 ? 0 : UINT64_C(1) << bits) - 1;
    return whole < 0 ? (uint64_t)(int64_t)whole : (uint64_t)whole;
}

enum { NEAREST, DOWN, UP, ZERO };

static void op_f2i(uint32_t i, const void *in, uint32_t *r)
{
    uint32_t x = word(in, i);
    double v = as_float(x);
    for (unsigned mode = 0; mode < 4; mode++)
        r[mode] = (uint32_t)to_int(v, mode, 32, true, 0);
    r[4] = (uint32_t)to_int(v, NEAREST, 32, false, 0);
    r[5] = (uint32_t)to_int(as_float(flush(x)), ZERO, 32, false, 0);
    put64(r + 6, to_int(v, NEAREST, 64, true, UINT64_C(1) << 63));
    put64(r + 8, to_int(v, UP, 64, false, UINT64_C(1) << 63));
    r[10] = (uint32_t)to_int(v, ZERO, 8, true, 0);
    r[11] = (uint32_t)to_int(v, NEAREST, 8, false, 0);
}

static void op_d2i(uint32_t i, const void *in, uint32_t *r)
{
    double v = as_double(wide(in, i));
    r[0] = (uint32_t)to_int(v, NEAREST, 32, true, 0x80000000);
    r[1] = (uint32_t)to_int(v, DOWN, 32, true, 0x80000000);
    r[2] = (uint32_t)to_int(v, ZERO, 32, false, 0x80000000);
    put64(r + 3, to_int(v, NEAREST, 64, true, UINT64_C(1) << 63));
    put64(r + 5, to_int(v, DOWN, 64, true, UINT64_C(1) << 63));
    put64(r + 7, to_int(v, ZERO, 64, false, UINT64_C(1) << 63));
}

static uint32_t to_float(long double value, unsigned mode)
{
    volatile long double v = value;
    fesetround(modes[mode]);
    volatile float f = (float)v;
    fesetround(FE_TONEAREST);
    return bits_of(f);
}

static uint64_t to_double(long double value, unsigned mode)
{
    volatile long double v = value;
    fesetround(modes[mode]);
    volatile double d = (double)v;
    fesetround(FE_TONEAREST);
    return bits_of_double(d);
}

static void op_i2f(uint32_t i, const void *in, uint32_t *r)
{
    uint32_t x = word(in, i);
    int32_t s = (int32_t)x;
    r[0] = to_float(s, NEAREST);
    r[1] = to_float(s, DOWN);
    r[2] = to_float(x, UP);
    r[3] = to_float(x, ZERO);
    r[4] = to_float((int8_t)x, NEAREST);
    put64(r + 5, to_double(s, NEAREST));
    put64(r + 7, to_double(x, NEAREST));
    r[9] = to_half(s, NEAREST);
    r[10] = to_half(x, UP);
}

static void op_l2f(uint32_t i, const void *in, uint32_t *r)
{
    uint64_t x = wide(in, i);
    int64_t s = (int64_t)x;
    r[0] = to_float(s, NEAREST);
    r[1] = to_float(x, ZERO);
    put64(r + 2, to_double(s, NEAREST));
    put64(r + 4, to_double(s, DOWN));
    put64(r + 6, to_double(x, UP));
}

static uint32_t round_float(uint32_t x, unsigned mode)
{
    volatile float f = as_float(x);
    fesetround(modes[mode]);
    volatile float whole = nearbyintf(f);
    fesetround(FE_TONEAREST);
    return bits_of(whole);
}

static void op_f2f(uint32_t i, const void *in, uint32_t *r)
{
    static const uint8_t order[] = {NEAREST, ZERO, DOWN, UP};
    uint32_t x = word(in, i);
    put64(r, bits_of_double(as_float(x)));
    for (unsigned n = 0; n < 4; n++)
        r[2 + n] = to_half(as_float(x), order[n]);
    r[6] = round_float(x, NEAREST);
    r[7] = round_float(x, DOWN);
    r[8] = round_float(flush(x), UP);
    r[9] = round_float(x, ZERO);
    r[10] = unit(bits_of(as_float(x)));
}

static void op_d2f(uint32_t i, const void *in, uint32_t *r)
{
    volatile double v = as_double(wide(in, i));
    for (unsigned mode = 0; mode < 4; mode++)
        r[mode] = to_float(v, mode);
    put64(r + 4, bits_of_double(nearbyint(v)));
    put64(r + 6, bits_of_double(floor(v)));
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

static uint32_t byte_at(const void *in, uint32_t at)
{
    return ((const uint8_t *)in)[at];
}

static uint32_t half_at(const void *in, uint32_t at)
{
    return ((const uint16_t *)in)[at];
}

static uint32_t signed_byte(const void *in, uint32_t at)
{
    return (uint32_t)(int8_t)byte_at(in, at);
}

static uint32_t signed_half(const void *in, uint32_t at)
{
    return (uint32_t)(int16_t)half_at(in, at);
}

/* Rows 4 to 11 are written as bytes, as halves, two and four words at a time. */
static void op_global(uint32_t i, const void *in, uint32_t *r)
{
    uint32_t four = 4 * (i & 63);
    r[0] = byte_at(in, i) + signed_byte(in, i + 1);
    r[1] = half_at(in, i) + signed_half(in, i + 1);
    r[2] = word(in, 2 * i) + 3 * word(in, 2 * i + 1);
    r[3] = word(in, four) + 3 * word(in, four + 1) + 5 * word(in, four + 2) + 7 * word(in, four + 3);
    r[4] = r[5] = 0;
    for (uint32_t n = 0; n < 4 && i < N / 4; n++)
        r[4] |= (3 * (4 * i + n) & 0xff) << 8 * n;
    for (uint32_t n = 0; n < 2 && i < N / 2; n++)
        r[5] |= (300 * (2 * i + n) & 0xffff) << 16 * n;
    for (uint32_t n = 0; n < 2; n++)
        r[6 + n] = (64 * n + i / 2) * (i % 2 ? 5 : 1);
    for (uint32_t n = 0; n < 4; n++)
        r[8 + n] = 32 * n + i / 4 + i % 4;
    r[12] = word(in, i);
}

static void op_local(uint32_t i, const void *in, uint32_t *r)
{
    static const uint32_t table[32] = {1, 0x80, 3, 0x8000, 5, 0xff00ff, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    (void)in;
    r[0] = 0;
    for (uint32_t n = 0; n < 40; n++)
        r[0] = 3 * r[0] + (n * i) % 24 * i + (((n + i) % 40 + i) & 0xff);
    r[1] = table[i & 15] + byte_at(table, i & 63) + signed_half(table, i & 31) + table[2 * (i & 7)];
    r[2] = i % 3 == 0 ? i % 24 * i + 11 + 2 : i % 3 == 1 ? (i + 5) % N * 7 + 11 + 1 : 11 + 4;
    r[3] = i % 3 == 2 ? 11 : 0;
}

static void op_shared(uint32_t i, const void *in, uint32_t *r)
{
    uint32_t words[4 * N];
    memcpy(words, in, 2 * N * sizeof *words);
    for (uint32_t n = 0; n < N; n++) {
        words[2 * N + 2 * n] = n;
        words[2 * N + 2 * n + 1] = 2 * n;
    }
    r[0] = words[i ^ 1] + byte_at(words, i) + signed_half(words, i) + signed_byte(words, i);
    r[1] = words[4 * i] ^ words[4 * i + 1] ^ words[4 * i + 2] ^ words[4 * i + 3];
    uint32_t first = i % 32 * 4, second = i % 64 * 2;
    r[2] = (first | (first + 1) << 8 | (first + 2) << 16 | (first + 3) << 24) + (5 * second | 5 * (second + 1) << 16);
}

/* Lanes come in order. */
static void op_returned(uint32_t i, const void *in, uint32_t *r)
{
    (void)in;
    r[0] = N / 2;
    r[1] = i == 0 ? N / 2 : 0;
    r[2] = i / 2;
    r[3] = i;
    r[4] = 2 * i;
}

struct cells {
    uint32_t p[24];
    uint64_t w[16];
    double d[2];
    float f[2];
    uint16_t q[4][2];
};

static void clear(struct cells *c)
{
    memset(c, 0, sizeof *c);
    for (unsigned n = 0; n < 2; n++) {
        c->p[6 + n] = 1000;
        c->p[10 + n] = UINT32_MAX;
        c->p[22 + n] = 5;
        c->w[2 + n] = c->w[6 + n] = UINT64_MAX;
        c->w[14 + n] = 5;
    }
}

static void add_half(uint16_t *h, double value)
{
    *h = (uint16_t)to_half(half_value(*h) + value, NEAREST);
}

static uint32_t least(uint32_t a, uint32_t b, bool with_sign)
{
    return (with_sign ? (int32_t)a < (int32_t)b : a < b) ? a : b;
}

static uint32_t most(uint32_t a, uint32_t b, bool with_sign)
{
    return least(a, b, with_sign) == a ? b : a;
}

static void operate(struct cells *c, uint32_t t)
{
    uint32_t *p = c->p + (t / 2 & 1), some = t * 37 % 50;
    uint64_t *w = c->w + (t / 2 & 1), more = (uint64_t)(some + 1) << 33;
    p[0] += t;
    p[2] = least(p[2], some - 25, true);
    p[4] = most(p[4], some - 25, true);
    p[6] = least(p[6], 100 + some, false);
    p[8] = most(p[8], some, false);
    p[10] &= ~(1u << t % 20);
    p[12] |= 1u << t % 20;
    p[14] ^= t * 0x1111;
    p[16] = p[16] >= 9 ? 0 : p[16] + 1;
    p[18] = p[18] == 0 || p[18] > 9 ? 9 : p[18] - 1;
    p[20] = 77;
    p[22] = p[22] == 5 ? 9 : p[22];
    w[0] += (uint64_t)t << 30;
    w[2] = w[2] < more ? w[2] : more;
    w[4] = (int64_t)w[4] > -(int64_t)t ? w[4] : 0 - (uint64_t)t;
    w[6] &= ~(UINT64_C(1) << t % 50);
    w[8] |= UINT64_C(1) << t % 50;
    w[10] ^= t * UINT64_C(0x111111111);
    w[12] = UINT64_C(77) << 33;
    w[14] = w[14] == 5 ? UINT64_C(9) << 33 : w[14];
    c->f[t / 2 & 1] += (float)t * 0.5f;
    c->d[t / 2 & 1] += t * 0.25;
    add_half(&c->q[t / 2 & 1][0], 1);
    add_half(&c->q[t / 2 & 1][1], 2);
    add_half(&c->q[2 + (t / 2 & 1)][0], 1);
}

/* --- lanes and control flow --------------------------------------------------------------------------------------- */

enum { THREADS = 108 };

/* The lanes of i's warp for which `of` says yes. */
static uint32_t lanes_with(uint32_t i, uint32_t with, bool (*of)(uint32_t t, uint32_t with))
{
    uint32_t lanes = 0;
    for (uint32_t l = 0; l < 32 && (i & ~31u) + l < THREADS; l++)
        lanes |= (uint32_t)of((i & ~31u) + l, with) << l;
    return lanes;
}

static bool same_of_5(uint32_t t, uint32_t with) { return t % 5 == with; }
static bool same_of_3(uint32_t t, uint32_t with) { return t % 3 == with; }
static bool odd_third(uint32_t t, uint32_t with) { return t % 3 == with && t % 2; }
static bool any_lane(uint32_t t, uint32_t with) { return (void)t, (void)with, true; }

static void op_lanes(uint32_t i, const void *in, uint32_t *r)
{
    uint32_t base = i & ~31u, odd = 0, all = lanes_with(i, 0, any_lane);
    for (uint32_t l = 0; l < 32; l++)
        odd |= (all >> l & word(in, base + l) & 1) << l;
    r[0] = word(in, base | (i * 5 & 7));
    r[1] = word(in, i % 8 >= 3 ? i - 3 : i);
    r[2] = word(in, i % 4 + (i & 3) < 4 ? i + (i & 3) : i);
    r[3] = word(in, i ^ 2);
    r[4] = i % 4 < 3 ? word(in, i + 1) : 7;
    r[5] = odd;
    r[6] = (base < 96) + 2 * (base == 96);
    r[7] = 1;
    r[8] = lanes_with(i, i % 5, same_of_5);
    r[9] = all + 1;
    r[10] = lanes_with(i, i % 3, same_of_3);
    r[11] = i % 3 == 0 ? lanes_with(i, 0, odd_third) ^ lanes_with(i, 0, same_of_3) : 0;
}

static uint32_t fibonacci(uint32_t n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static uint32_t ackermann(uint32_t m, uint32_t n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static void op_control(uint32_t i, const void *in, uint32_t *r)
{
    uint32_t k = word(in, i) % 52, x = i + 5, sum = 0;
    r[0] = 0;
    for (uint32_t n = i + 1; n != 1; r[0]++)
        n = n & 1 ? 3 * n + 1 : n / 2;
    r[1] = (i ^ k * 2654435761u) * (2 * k + 1) + (k % 3 ? i : i >> k % 31) + (k % 4 == 1 ? i * k : 0);
    r[1] = k < 48 ? r[1] : 99;
    r[2] = fibonacci(i % 9);
    r[3] = i % 3 == 0 ? 2 * x : i % 3 == 1 ? x * x : x - 1;
    for (uint32_t n = 0; n < 10 && sum <= 150; n++)
        for (uint32_t m = 0; n != i % 7 && m < 5 && m * n <= i; m++)
            sum += m + n;
    r[4] = sum;
    r[5] = sum + (i & 1 ? 1 : 2);
    r[6] = ackermann(i & 1, i % 5) + ackermann(2, i & 1);
    r[7] = (uint32_t)(int32_t)nearbyint(1000 * cos(i));
}

static void op_barriers(uint32_t i, const void *in, uint32_t *r)
{
    (void)in;
    r[0] = (i + 50) % THREADS * 3;
    r[1] = (THREADS + 2) / 3 + 1000 + 2000;
    r[2] = (i < 64 ? 63 - i : i - 64) * 5;
    r[3] = i < 40 ? 39 - i : 0;
}

static void op_special(uint32_t i, const void *in, uint32_t *r)
{
    uint32_t lane = i % 32, below = (1u << lane) - 1;
    (void)in;
    r[0] = lane;
    r[1] = below + 3 * ~below + 5 * (1u << lane);
    r[2] = THREADS + 1000;
    r[3] = 1;
}

/* --- uniform registers -------------------------------------------------------------------------------------------- */

static void op_uniform(uint32_t i, const void *in, uint32_t *r)
{
    const uint32_t n = 0x80000007, m = 37;
    const uint64_t w = UINT64_C(0x8234567890abcdef);
    const int32_t s = -5;
    bool a = n > 3, b = m > 5, c = s > 0, d = w > 9;
    uint32_t loops = (a && b) | ((a || c) && d) << 1 | ((a ^ b) != c) << 2;
    (void)in;
    r[0] = (uint32_t)(__builtin_popcount(n) + 100 * __builtin_popcountll(w));
    r[1] = 0xe0000001 ^ m;
    r[2] = (uint32_t)(__builtin_clz(n) + 100 * __builtin_ffs((int)m));
    r[3] = (n << (m & 31)) + (n >> (m & 31)) + (uint32_t)(s >> (m & 31));
    r[4] = (uint32_t)(w << (m & 63) >> 17) + (uint32_t)(w >> (n & 63));
    r[5] = n * m + (uint32_t)((uint64_t)n * m >> 32) + (uint32_t)((int64_t)s * (int32_t)n >> 32);
    r[6] = (uint32_t)((w + n) >> 32) + (uint32_t)((w - m) >> 32) + (uint32_t)((w + w + m) >> 40);
    r[7] = (n < m ? (uint32_t)s : n) + (w > m ? 3 : n) + (s < 0 && n > 3 ? m : 5);
    r[8] = permute(n, m, (uint32_t)w & 0x7777);
    r[9] = n * 4 + m + (n << 7) - (uint32_t)s + (uint32_t)((w + ((uint64_t)n << 5)) >> 32);
    r[10] = (n & m) | ((uint32_t)s ^ (uint32_t)(w >> 32)) | (~n & (uint32_t)w);
    r[11] = (uint32_t)(int8_t)n + (uint32_t)(int16_t)m + (((1u << (m & 31)) - 1) << (n & 15));
    for (uint32_t k = 0; k < (n & 3); k++)
        loops = loops * 3 + k;
    r[12] = loops;
    r[13] = n / (m | 1) + n % (m | 1) + (uint32_t)(s / (int32_t)(m | 3));
    r[14] = (uint32_t)(__builtin_ffs((int)n) + 5 * __builtin_ffsll((int64_t)w));
    for (unsigned row = 0; row < 15; row++)
        r[row] += (r[row] >> 3) * i;
}

/* Each row has arguments of its own. */
static void op_walk(uint32_t i, const void *in, uint32_t *r)
{
    uint32_t n = 11, m = 6, at = m * 3 + 2;
    memset(r, 0, 7 * sizeof *r);
    for (uint32_t k = 0; k < 23; k++)
        r[0] += word(in, k * 5 + (k >> 2));
    for (uint32_t k = 0; k < n; k++) {
        r[1] += word(in, at + ((k ^ 5) & m));
        r[1] ^= word(in, at + (permute(k, m, 0x3240) & 31));
        at += k & 1;
    }
    n = 0x1765;
    m = 37;
    uint32_t reversed = 0;              /* the lowest five bits the other way round */
    for (unsigned bit = 0; bit < 5; bit++)
        reversed |= (n >> bit & 1) << (4 - bit);
    at = (uint32_t)(__builtin_popcount(n) + __builtin_clz(m)) + reversed + 1;
    at += (uint32_t)((int32_t)(n << 20) >> 24) & 7;
    r[2] = word(in, at) + word(in, at + 1) + word(in, 0) + word(in, 4);
    at = (0x1b >> 3) + (0x1b << 3 & 8 ? 2 : 0);
    for (uint32_t k = 0; k < 12; k++)
        at += k > 3;
    r[3] = word(in, at) + word(in, 0) + word(in, 12);
    r[4] = word(in, 3) >> 1;
    for (uint32_t k = 0; k < 9; k++)
        r[5] += word(in, k) + k;
    r[6] = word(in, 4 * (13 + 5 * 2)) + word(in, 4 * (13 / 2 - 3) + 1) + word(in, 2);
    for (unsigned row = 0; row < 7; row++)
        r[row] += (r[row] >> 3) * i;
}

/* --- matrices ----------------------------------------------------------------------------------------------------- */

/* Element k of row or column `line` of a matrix whose words are those of the lanes. */
static int element(const void *in, uint32_t first, uint32_t line, uint32_t k, uint32_t bits, bool with_sign)
{
    uint32_t of_word = 32 / bits, top = with_sign ? 1u << (bits - 1) : 0;
    uint32_t value = word(in, first + 4 * line + k / of_word) >> bits * (k % of_word) & ((1u << bits) - 1);
    return (int)((value ^ top) - top);
}

static int64_t dot(const void *in, uint32_t row, uint32_t column, uint32_t bits, bool a_sign, bool b_sign)
{
    int64_t sum = 0;
    for (uint32_t k = 0; k < 128 / bits; k++) {
        int a = element(in, 0, row, k, bits, a_sign), b = element(in, N, column, k, bits, b_sign);
        sum += bits == 1 ? a ^ b : a * b;
    }
    return sum;
}

static int a_of(uint32_t row, uint32_t k)
{
    int l = (int)(4 * (row % 8) + k / 2);
    return row < 8 ? (k % 2 ? -(l % 3) : l % 5) : k % 2 ? 1 : l % 7;
}

static int b_of(uint32_t k, uint32_t column)
{
    int l = (int)(4 * column + k / 2);
    return k % 2 ? l % 2 : l % 4;
}

static void op_tensor(uint32_t l, const void *in, uint32_t *r)
{
    static const struct { uint8_t bits; bool a_sign, b_sign; int64_t c; } mmas[] = {
        {8, true, true, 5}, {8, false, true, 2147483000}, {4, true, false, 7}, {1, false, false, 9}
    };
    uint32_t row = l / 4, column = 2 * (l % 4), h[4];
    for (uint32_t m = 0; m < 4; m++) {
        uint32_t first = 64 * m;
        r[m] = (first + 8 * row + column) | (first + 8 * row + column + 1) << 16;
        r[4 + m] = (first + 8 * column + row) | (first + 8 * (column + 1) + row) << 16;
    }
    r[8] = r[5];
    for (uint32_t e = 0; e < 4; e++) {
        int sum = 0;
        for (uint32_t k = 0; k < 8; k++)
            sum += a_of(row + 8 * (e / 2), k) * b_of(k, column + e % 2);
        r[9 + e] = bits_of((float)sum + 0.5f);
        h[e] = to_half(sum + 1, NEAREST);
    }
    r[13] = h[0] | h[1] << 16;
    r[14] = h[2] | h[3] << 16;
    for (uint32_t m = 0; m < 4; m++)
        for (uint32_t e = 0; e < 2; e++) {
            int64_t sum = dot(in, row, column + e, mmas[m].bits, mmas[m].a_sign, mmas[m].b_sign);
            sum += e ? -mmas[m].c : mmas[m].c;
            r[15 + 2 * m + e] = m == 1 ? clamp(sum, INT32_MIN, INT32_MAX) : (uint32_t)sum;
        }
}

/* --- the kernels -------------------------------------------------------------------------------------------------- */

static const struct kernel {
    const char *file, *name, *input;
    uint32_t rows, threads;
    reference *row;
} kernels[] = {
    {"int", "iadd3", "words", 16, N, op_iadd3}, {"int", "imad", "words", 12, N, op_imad},
    {"int", "lea", "words", 8, N, op_lea}, {"int", "imnmx", "words", 5, N, op_imnmx},
    {"int", "isetp", "words", 3, N, op_isetp}, {"int", "idp", "words", 8, N, op_idp},
    {"int", "vabsdiff", "words", 6, N, op_vabsdiff}, {"int", "saturate", "words", 9, N, op_saturate},
    {"bits", "lop3", "words", 7, N, op_lop3}, {"bits", "shf", "words", 14, N, op_shf},
    {"bits", "fields", "words", 10, N, op_fields}, {"bits", "prmt", "words", 7, N, op_prmt},
    {"bits", "predicates", "words", 3, N, op_predicates},
    {"float", "fadd", "floats", 7, N, op_fadd}, {"float", "fmul", "floats", 6, N, op_fmul},
    {"float", "ffma", "floats", 7, N, op_ffma}, {"float", "fmnmx", "floats", 4, N, op_fmnmx},
    {"float", "fset", "floats", 5, N, op_fset}, {"float", "divide", "floats", 6, N, op_divide},
    {"float", "mufu", "floats", 10, N, op_mufu},
    {"double", "dadd", "doubles", 10, N, op_dadd}, {"double", "dmul", "doubles", 8, N, op_dmul},
    {"double", "dfma", "doubles", 10, N, op_dfma}, {"double", "dsetp", "doubles", 6, N, op_dsetp},
    {"double", "ddivide", "doubles", 10, N, op_ddivide},
    {"half", "half2", "halves", 10, N, op_half2}, {"half", "hsetp2", "halves", 4, N, op_hsetp2},
    {"convert", "f2i", "floats", 12, N, op_f2i}, {"convert", "d2i", "doubles", 9, N, op_d2i},
    {"convert", "i2f", "words", 11, N, op_i2f}, {"convert", "l2f", "words", 8, N, op_l2f},
    {"convert", "f2f", "floats", 11, N, op_f2f}, {"convert", "d2f", "doubles", 8, N, op_d2f},
    {"memory", "global", "words", 13, N, op_global}, {"memory", "local", "words", 4, N, op_local},
    {"memory", "shared", "words", 3, N, op_shared}, {"memory", "returned", "words", 5, N, op_returned},
    {"warp", "lanes", "words", 12, THREADS, op_lanes}, {"warp", "control", "words", 8, THREADS, op_control},
    {"warp", "barriers", "words", 4, THREADS, op_barriers}, {"warp", "special", "words", 4, THREADS, op_special},
    {"uniform", "uniform", NULL, 15, 32, op_uniform}, {"uniform", "walk", "words", 7, 32, op_walk},
    {"tensor", "tensor", "words", 23, 32, op_tensor}
};

static bool executed[SASS_OP_COUNT];

static void note_opcode(void *unused, const struct exec_warp *w)
{
    (void)unused;
    executed[w->last->insn->op] |= w->last_mask != 0;
}

struct run {
    struct launch_file *file;
    struct machine *machine;
};

static struct run run_file(const char *name)
{
    char path[64], error[1024];
    snprintf(path, sizeof path, "tb/opcodes/%s.yaml", name);
    struct run run = {.file = launch_open(path, "small", NULL, 0, SENTENCE(error))};
    if (!run.file)
        fail_msg("%s", error);
    run.machine = machine_create(run.file, 0, SENTENCE(error));
    if (!run.machine)
        fail_msg("%s", error);
    machine_watch(run.machine, (struct exec_watch){note_opcode, NULL});
    int launch, block = 1;
    while (block >= 0 && (launch = machine_next_launch(run.machine)) > 0)
        while ((block = machine_next_block(run.machine, NULL)) > 0)
            continue;
    if (launch < 0 || block < 0)
        fail_msg("%s: %s; run build/warptrace --run %s", name, machine_error(run.machine), path);
    return run;
}

static const void *buffer(const struct run *run, const char *name)
{
    for (uint32_t b = 0; b < launch_buffer_count(run->file); b++)
        if (strcmp(launch_buffer_at(run->file, b)->name, name) == 0)
            return machine_buffer(run->machine, b);
    fail_msg("there is no buffer %s", name);
    return NULL;
}

static void end(struct run *run)
{
    machine_destroy(run->machine);
    launch_close(run->file);
}

/* Says the first thread in which a row differs. */
static void compare(const struct run *run, const struct kernel *k)
{
    const uint32_t *got = buffer(run, k->name);
    const void *in = k->input ? buffer(run, k->input) : NULL;
    uint32_t stride = k->threads == 32 ? 32 : N, row[MOST_ROWS];
    for (uint32_t i = 0; i < k->threads; i++) {
        k->row(i, in, row);
        for (uint32_t r = 0; r < k->rows; r++)
            if (got[r * stride + i] != row[r])
                fail_msg("op_%s of tb/opcodes/%s.cu: row %u, thread %u is 0x%08x, and 0x%08x in C; run "
                         "build/warptrace --disassemble tb/opcodes/%s.cubin", k->name, k->file, r, i,
                         got[r * stride + i], row[r], k->file);
    }
}

static void test_kernels_compute_what_c_computes(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels;) {
        const char *file = kernels[k].file;
        struct run run = run_file(file);
        for (; k < sizeof kernels / sizeof *kernels && strcmp(kernels[k].file, file) == 0; k++)
            compare(&run, &kernels[k]);
        end(&run);
    }
}

static void test_atomics_in_all_spaces(void **unused)
{
    static const char *const names[3][2] = {
        {"atomg_global", "atomg_shared"}, {"atoms_global", "atoms_shared"}, {"atom_global", "atom_shared"}
    };
    (void)unused;
    struct run run = run_file("memory");
    for (unsigned kind = 0; kind < 3; kind++) {
        struct cells cells[2];
        clear(&cells[0]);
        clear(&cells[1]);
        for (uint32_t t = 0; t < N; t++)
            operate(&cells[kind == 1 || (kind == 2 && t % 2)], t);
        for (unsigned space = 0; space < 2; space++) {
            const uint32_t *got = buffer(&run, names[kind][space]), *expected = (const uint32_t *)&cells[space];
            for (uint32_t i = 0; i < sizeof *cells / sizeof *got; i++)
                if (got[i] != expected[i])
                    fail_msg("%s: word %u of struct cells in tb/opcodes/memory.cu is 0x%08x, and 0x%08x in C",
                             names[kind][space], i, got[i], expected[i]);
        }
    }
    end(&run);
}

/* Opcodes that none of these kernels execute, and why. */
static const char not_written[] = "ptxas 13.0 has written it for no kernel that was tried; its encodings are public";
static const char refused[] = "a kernel that comes to it is refused";

static const struct { uint16_t op; const char *why; } unreached[] = {
    {SASS_FSWZADD, "derivatives of shaders; no PTX instruction is translated to it"},
    {SASS_CCTLL, "caches of local memory; no PTX instruction is translated to it"},
    {SASS_LEPC, "comes before calls of the driver (printf, malloc), and these are refused"},
    {SASS_TEX, refused}, {SASS_TLD, refused}, {SASS_TLD4, refused}, {SASS_TXD, refused}, {SASS_TXQ, refused},
    {SASS_SULD, refused}, {SASS_SUST, refused}, {SASS_BPT, refused}, {SASS_KILL, refused},
    {SASS_DEPBAR, not_written}, {SASS_BRXU, not_written}, {SASS_UBMSK, not_written}, {SASS_UP2UR, not_written},
    {SASS_UPLOP3, not_written}, {SASS_USGXT, not_written}
};

static bool has_reason(unsigned op)
{
    for (size_t i = 0; i < sizeof unreached / sizeof *unreached; i++)
        if (unreached[i].op == op)
            return true;
    return false;
}

static void test_every_opcode_is_executed_or_has_a_reason(void **unused)
{
    unsigned wrong = 0;
    (void)unused;
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
        if (k == 0 || strcmp(kernels[k].file, kernels[k - 1].file) != 0) {
            struct run run = run_file(kernels[k].file);
            end(&run);
        }
    for (size_t i = 0; i < sizeof unreached / sizeof *unreached; i++)
        assert_true(unreached[i].why[0] != '\0');
    for (unsigned op = 1; op < SASS_OP_COUNT; op++)     /* "?": no row of the opcode table */
        if (strcmp(sass_op_name(op), "?") != 0 && executed[op] == has_reason(op)) {
            print_message("%s is %s\n", sass_op_name(op),
                          executed[op] ? "executed, and in the list of those that are not"
                                       : "executed by no kernel of tb/opcodes: add one, or the reason to `unreached`");
            wrong++;
        }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels_compute_what_c_computes),
        cmocka_unit_test(test_atomics_in_all_spaces),
        cmocka_unit_test(test_every_opcode_is_executed_or_has_a_reason)
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
