/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The floating-point and matrix arithmetic of machine instructions: values computed by hand from the PTX documentation,
 * and sequences that the compiler emits against the operation that they stand for, on random operands.
 */
#include <math.h>

#include "sass_bench.h"

/* --- 32-bit floating point ---------------------------------------------------------------------------------------- */

static uint32_t fma3(uint32_t a, uint32_t b, uint32_t c, bool minus_b)
{
    simple(SASS_FFMA, 3);
    operand(1)->neg = minus_b;
    set(0, a);
    set(1, b);
    set(2, c);
    run();
    return out.reg[0][0];
}

struct float_row {
    uint16_t op;
    uint8_t round;
    bool ftz, sat;
    uint32_t a, b, c, d;
};

static void test_float(void **unused)
{
    (void)unused;
    static const struct float_row rows[] = {
        {SASS_FADD, SASS_RN, false, false, 0x3f800000, 0x33800000, 0, 0x3f800000},      /* 1 + 2^-24 */
        {SASS_FADD, SASS_RP, false, false, 0x3f800000, 0x33800000, 0, 0x3f800001},
        {SASS_FADD, SASS_RM, false, false, 0xbf800000, 0xb3800000, 0, 0xbf800001},
        {SASS_FADD, SASS_RZERO, false, false, 0xbf800000, 0xb3800000, 0, 0xbf800000},
        {SASS_FADD, SASS_RM, false, false, 0x3f800000, 0xbf800000, 0, 0x80000000},      /* 1 - 1 */
        {SASS_FADD, SASS_RN, false, false, 0x7f800000, 0xff800000, 0, 0x7fffffff},
        {SASS_FADD, SASS_RN, false, false, 0xffc12345, 0x3f800000, 0, 0x7fffffff},
        {SASS_FADD, SASS_RN, false, false, 0x00000001, 0x00000001, 0, 0x00000002},
        {SASS_FADD, SASS_RN, true, false, 0x80000001, 0x80000001, 0, 0x80000000},
        {SASS_FADD, SASS_RN, true, false, 0x00800001, 0x80800000, 0, 0x00000000},
        {SASS_FADD, SASS_RN, false, true, 0x3f800000, 0x3f800000, 0, 0x3f800000},
        {SASS_FADD, SASS_RN, false, true, 0x7fc00000, 0x3f800000, 0, 0x00000000},
        {SASS_FADD, SASS_RN, false, true, 0xbf800000, 0x00000000, 0, 0x00000000},
        {SASS_FMUL, SASS_RZERO, false, false, 0x7f7fffff, 0x40000000, 0, 0x7f7fffff},
        {SASS_FMUL, SASS_RN, false, false, 0x7f7fffff, 0x40000000, 0, 0x7f800000},
        {SASS_FMUL, SASS_RP, false, false, 0x00000001, 0x3f000000, 0, 0x00000001},
        {SASS_FMUL, SASS_RN, true, false, 0x80800000, 0x3f000000, 0, 0x80000000},
        {SASS_FFMA, SASS_RN, false, false, 0x3f800001, 0x3f800001, 0xbf800002, 0x28800000},
        {SASS_FFMA, SASS_RM, false, false, 0x3f800001, 0x3f800001, 0, 0x3f800002},
        {SASS_FFMA, SASS_RP, false, false, 0x3f800001, 0x3f800001, 0, 0x3f800003}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        simple(rows[i].op, rows[i].op == SASS_FFMA ? 3 : 2);
        insn.round = rows[i].round;
        insn.ftz = rows[i].ftz;
        insn.sat = rows[i].sat;
        set(0, rows[i].a);
        set(1, rows[i].b);
        set(2, rows[i].c);
        run();
        for (unsigned l = 0; l < SASS_LANES; l++)
            assert_int_equal(out.reg[0][l], rows[i].d);
    }
    simple(SASS_FADD, 2);                   /* |a| - b */
    operand(0)->abs = operand(1)->neg = true;
    set(0, f32(-3));
    set(1, f32(5));
    run();
    assert_int_equal(out.reg[0][0], f32(-2));
    simple(SASS_FMUL, 2);                   /* .D2 */
    insn.scale = 3;
    run();
    assert_int_equal(out.reg[0][0], f32(-7.5f));
    /* 3 x the smallest number, halved: one rounding, to 2 of them. */
    set(0, 3);
    set(1, f32(1));
    run();
    assert_int_equal(out.reg[0][0], 2);
    begin(SASS_FSWZADD);
    to(1);
    from(1);
    from(1);
    insn.lut = 0xc6;                        /* ZP PP NP PN: b, a + b, b - a, a - b */
    set(0, f32(1));
    set(1, f32(10));
    run();
    assert_int_equal(out.reg[0][4], f32(10));
    assert_int_equal(out.reg[0][5], f32(11));
    assert_int_equal(out.reg[0][6], f32(9));
    assert_int_equal(out.reg[0][7], f32(-9));
}

static void test_fsetp(void **unused)
{
    (void)unused;
    static const uint32_t pairs[4][2] = {       /* less, equal, greater, unordered */
        {0xbf800000, 0x3f800000}, {0x80000000, 0}, {0x7f800000, 0x3f800000}, {0x7fc00000, 0x3f800000}
    };
    for (unsigned cmp = SASS_CMP_F; cmp <= SASS_CMP_T; cmp++)
        for (unsigned pair = 0; pair < 4; pair++) {
            uint32_t expected = cmp >> pair & 1;
            begin(SASS_FSETP);
            insn.cmp = (uint8_t)cmp;
            to_pred(P0);
            to_pred(P1);
            from(1);
            from(1);
            from_pred(PT, false);
            set(0, pairs[pair][0]);
            set(1, pairs[pair][1]);
            run();
            assert_int_equal(preds[P0] & 1, expected);
            assert_int_equal(preds[P1] & 1, !expected);
            begin(SASS_FSET);
            insn.cmp = (uint8_t)cmp;
            insn.bf = true;
            to(1);
            from(1);
            from(1);
            from_pred(PT, false);
            run();
            assert_int_equal(out.reg[0][3], expected ? f32(1) : 0);
            begin(SASS_DSETP);
            insn.cmp = (uint8_t)cmp;
            to_pred(P0);
            to_pred(P1);
            from(2);
            from(2);
            from_pred(PT, false);
            set64(0, f64(as_f32(pairs[pair][0])));
            set64(2, f64(as_f32(pairs[pair][1])));
            run();
            assert_int_equal(preds[P0] & 1, expected);
            assert_int_equal(preds[P1] & 1, !expected);
        }
}

static uint32_t mufu(unsigned mode, uint32_t a)
{
    simple(SASS_MUFU, 1);
    insn.mode = (uint8_t)mode;
    set(0, a);
    run();
    return out.reg[0][0];
}

static void test_mufu(void **unused)
{
    (void)unused;
    static const struct { uint8_t mode; uint32_t a, d; } rows[] = {
        {SASS_RCP, 0, 0x7f800000}, {SASS_RCP, 0x80000001, 0xff800000}, {SASS_RCP, 0xff800000, 0x80000000},
        {SASS_RCP, 0x40400000, 0x3eaaaaab}, {SASS_RCP, 0x7f000000, 0}, {SASS_RCP, 0x7e800000, 0x00800000},
        {SASS_RSQ, 0x40800000, 0x3f000000}, {SASS_RSQ, 0, 0x7f800000}, {SASS_RSQ, 0xbf800000, 0x7fffffff},
        {SASS_RSQ, 0x7f800000, 0}, {SASS_SQRT, 0x41100000, 0x40400000}, {SASS_SQRT, 0x80000000, 0x80000000},
        {SASS_SQRT, 0xbf800000, 0x7fffffff}, {SASS_EX2, 0x40400000, 0x41000000}, {SASS_EX2, 0xff800000, 0},
        {SASS_EX2, 0x7f800000, 0x7f800000}, {SASS_EX2, 0xc3000000, 0}, {SASS_EX2, 0x80000001, 0x3f800000},
        {SASS_LG2, 0x41000000, 0x40400000}, {SASS_LG2, 1, 0xff800000}, {SASS_LG2, 0xc0000000, 0x7fffffff},
        {SASS_LG2, 0x7f800000, 0x7f800000}, {SASS_SIN, 0, 0}, {SASS_SIN, 0x3e800000, 0x3f800000},
        {SASS_SIN, 0x3f400000, 0xbf800000}, {SASS_SIN, 0x7f000000, 0}, {SASS_COS, 0x3f000000, 0xbf800000},
        {SASS_COS, 0x7f000000, 0x3f800000}, {SASS_COS, 0x7f800000, 0x7fffffff}, {SASS_SIN, 0x7fc00000, 0x7fffffff},
        {SASS_SIN, 0x3daaaaab, 0x3f000000}, {SASS_TANH, 0x7f800000, 0x3f800000}, {SASS_TANH, 0x80000001, 0x80000001},
        {SASS_RCP64H, 0x40000000, 0x3fe00000}, {SASS_RCP64H, 0x80000000, 0xfff00000}, {SASS_RCP64H, 0x7ff00000, 0},
        {SASS_RSQ64H, 0x40100000, 0x3fe00000}, {SASS_RSQ64H, 0xbff00000, 0x7fffffff}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(mufu(rows[i].mode, rows[i].a), rows[i].d);
    assert_true(fabs(as_f32(mufu(SASS_TANH, f32(0.5f))) - tanh(0.5)) < 1e-7);
    static const struct { uint8_t mode, part; bool neg; uint32_t a, d; } halves[] = {
        {SASS_EX2, 0, false, 0x12344000, 0x4400}, {SASS_EX2, 1, false, 0x40001234, 0x4400},
        {SASS_EX2, 0, true, 0x4000, 0x3400}, {SASS_EX2, 0, false, 0xce00, 0x0001}, {SASS_EX2, 0, false, 0x4c00, 0x7c00},
        {SASS_EX2, 0, false, 0xfc00, 0x0000}, {SASS_EX2, 0, false, 0x7e00, 0x7fff},
        {SASS_TANH, 0, false, 0x7c00, 0x3c00}, {SASS_TANH, 0, false, 0x8001, 0x8001},
        {SASS_TANH, 0, false, 0x3800, 0x3765}
    };
    for (unsigned i = 0; i < sizeof halves / sizeof *halves; i++) {
        simple(SASS_MUFU, 1);
        insn.mode = halves[i].mode;
        insn.type = insn.type2 = SASS_F16;
        operand(0)->part = halves[i].part;
        operand(0)->neg = halves[i].neg;
        set(0, halves[i].a);
        run();
        assert_int_equal(out.reg[0][0], halves[i].d);
    }
}

/* The code of a / b, without the slow path: MUFU.RCP, FCHK and FFMA. Returns whether FCHK asks for the slow one. */
static bool divide(uint32_t a, uint32_t b, uint32_t *quotient)
{
    uint32_t r = mufu(SASS_RCP, b);
    begin(SASS_FCHK);
    to_pred(P0);
    from(1);
    from(1);
    set(0, a);
    set(1, b);
    run();
    r = fma3(r, fma3(r, b, f32(1), true), r, false);
    uint32_t q = fma3(a, r, 0, false);
    *quotient = fma3(r, fma3(q, b, a, true), q, false);
    return preds[P0] & 1;
}

static void test_division(void **unused)
{
    (void)unused;
    static const uint32_t slow[][2] = {
        {0x3f800000, 0}, {0, 0x3f800000}, {0x80000000, 0x3f800000}, {0x3f800000, 0x7f800000}, {0x7f800000, 0x3f800000},
        {0x7fc00000, 0x3f800000}, {0x3f800000, 1}, {1, 0x3f800000}, {0x7f000000, 0x00800000}, {0x00800000, 0x7f000000}
    };
    unsigned fast = 0;
    uint32_t q;
    for (unsigned i = 0; i < sizeof slow / sizeof *slow; i++)
        assert_true(divide(slow[i][0], slow[i][1], &q));
    for (unsigned i = 0; i < 4000; i++) {
        uint32_t a = (uint32_t)draw(), b = (uint32_t)draw();
        if (divide(a, b, &q))
            continue;
        fast++;
        volatile float x = as_f32(a), y = as_f32(b), expected = x / y;
        assert_int_equal(q, f32(expected));
    }
    assert_true(fast > 1000);
}

/* --- 64-bit floating point ---------------------------------------------------------------------------------------- */

static uint64_t dfma(uint64_t a, uint64_t b, uint64_t c, bool minus_a, unsigned round)
{
    begin(SASS_DFMA);
    insn.round = (uint8_t)round;
    to(2);
    from(2)->neg = minus_a;
    from(2);
    from(2);
    set64(0, a);
    set64(2, b);
    set64(4, c);
    run();
    return result64();
}

static void test_double(void **unused)
{
    (void)unused;
    uint64_t one = f64(1), tiny = f64(0x1p-60);
    assert_true(dfma(one, one, tiny, false, SASS_RN) == one);
    assert_true(dfma(one, one, tiny, false, SASS_RP) == one + 1);
    assert_true(dfma(one, one, tiny, true, SASS_RZERO) == f64(-1) - 1);
    assert_true(dfma(one, one, tiny, true, SASS_RM) == f64(-1));
    assert_true(dfma(f64(INFINITY), f64(0), one, false, SASS_RN) == UINT64_C(0xfff8000000000000));
    static const struct { uint16_t op; uint8_t round; double a, b, d; } rows[] = {
        {SASS_DADD, SASS_RN, 1, 0x1p-53, 1}, {SASS_DADD, SASS_RP, 1, 0x1p-53, 1 + 0x1p-52},
        {SASS_DMUL, SASS_RN, 3, -5, -15}, {SASS_DMUL, SASS_RZERO, 0x1p1023, 2, 0x1.fffffffffffffp1023}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        begin(rows[i].op);
        insn.round = rows[i].round;
        to(2);
        from(2);
        from(2);
        set64(0, f64(rows[i].a));
        set64(2, f64(rows[i].b));
        run();
        assert_true(result64() == f64(rows[i].d));
    }
    /* 1 / b as the compiler does it for normal numbers. */
    for (unsigned i = 0; i < 2000; i++) {
        uint64_t b = (draw() & 0x800fffffffffffff) | (513 + draw() % 1000) << 52;
        uint64_t r = (uint64_t)mufu(SASS_RCP64H, (uint32_t)(b >> 32)) << 32 | (uint32_t)((b >> 32) + 0x300402);
        uint64_t e = dfma(b, r, one, true, SASS_RN);
        r = dfma(r, dfma(e, e, e, false, SASS_RN), r, false, SASS_RN);
        r = dfma(r, dfma(b, r, one, true, SASS_RN), r, false, SASS_RN);
        volatile double y = as_f64(b), expected = 1 / y;
        assert_true(r == f64(expected));
    }
    /* MAX, MIN: A chosen, and both NaN. */
    static const struct { uint8_t cmp; double a, b; bool first, none; } chosen[] = {
        {SASS_CMP_MAX, 2, 1, true, false}, {SASS_CMP_MAX, 1, 2, false, false}, {SASS_CMP_MIN, 1, 2, true, false},
        {SASS_CMP_MAX, NAN, 2, false, false}, {SASS_CMP_MAX, 1, NAN, true, false}, {SASS_CMP_MIN, 1, NAN, true, false},
        {SASS_CMP_MIN, NAN, NAN, false, true}, {SASS_CMP_MIN, -0.0, 0.0, true, false},
        {SASS_CMP_MAX, 0.0, -0.0, true, false}
    };
    for (unsigned i = 0; i < sizeof chosen / sizeof *chosen; i++) {
        begin(SASS_DSETP);
        insn.cmp = chosen[i].cmp;
        to_pred(P0);
        to_pred(P1);
        from(2);
        from(2);
        from_pred(PT, false);
        set64(0, f64(chosen[i].a));
        set64(2, f64(chosen[i].b));
        run();
        assert_int_equal(preds[P0] & 1, chosen[i].first);
        assert_int_equal(preds[P1] & 1, chosen[i].none);
    }
}

/* --- 16-bit floating point ---------------------------------------------------------------------------------------- */

static double half_value(uint32_t half)
{
    int exponent = half >> 10 & 31, fraction = half & 0x3ff;
    double size = exponent == 31 ? (fraction ? NAN : INFINITY)
                : exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return half & 0x8000 ? -size : size;
}

/* The half nearest to sum * 2^-48; ties to even. Sums of products of halves and halves are such numbers. */
static uint32_t half_nearest(__int128 sum)
{
    uint32_t sign = sum < 0 ? 0x8000 : 0, best = 0;
    unsigned __int128 size = (unsigned __int128)(sum < 0 ? -sum : sum);
    for (uint32_t step = 0x4000; step; step >>= 1) {        /* the greatest half that is not above */
        uint32_t next = best | step, exponent = next >> 10;
        unsigned __int128 value = (unsigned __int128)((next & 0x3ff) | (exponent ? 0x400 : 0))
                                  << (24 + (exponent ? exponent - 1 : 0));
        if (next <= 0x7c00 && value <= size)
            best = next;
    }
    if (best == 0x7c00)
        return sign | best;
    uint32_t exponent = best >> 10, shift = 24 + (exponent ? exponent - 1 : 0);
    unsigned __int128 value = (unsigned __int128)((best & 0x3ff) | (exponent ? 0x400 : 0)) << shift;
    unsigned __int128 rest = size - value, half = (unsigned __int128)1 << (shift - 1);
    return sign | (best + (rest > half || (rest == half && (best & 1))));
}

static int64_t fixed(double value)
{
    return (int64_t)(value * 0x1p24);
}

static uint32_t hfma2(uint32_t a, uint32_t b, uint32_t c)
{
    simple(SASS_HFMA2, 3);
    set(0, a);
    set(1, b);
    set(2, c);
    run();
    return out.reg[0][0];
}

static void test_half(void **unused)
{
    (void)unused;
    /* Every half to F32 and back. */
    for (uint32_t half = 0; half < 0x10000; half++) {
        begin(SASS_HADD2);
        insn.f32_accumulate = true;
        to(1);
        from(1)->half = SASS_H1_H1;
        struct sass_operand *zero = from(0);
        zero->neg = true;
        zero->half = SASS_H0_H0;
        set(0, half << 16);
        run();
        double value = half_value(half);
        uint32_t wide = out.reg[0][0];
        assert_int_equal(wide, value == value ? f32((float)value) : 0x7fffffff);
        begin(SASS_F2F);
        insn.type = SASS_F16;
        insn.type2 = SASS_F32;
        to(1);
        from(1);
        set(0, wide);
        run();
        assert_int_equal(out.reg[0][0], value == value ? half : 0x7fff);
    }
    for (unsigned i = 0; i < 200 * ROUNDS; i++) {
        uint32_t a = (uint32_t)draw() & 0xffff, b = (uint32_t)draw() & 0xffff, c = (uint32_t)draw() & 0xffff;
        if ((a & 0x7c00) == 0x7c00 || (b & 0x7c00) == 0x7c00 || (c & 0x7c00) == 0x7c00)
            continue;
        __int128 product = (__int128)fixed(half_value(a)) * fixed(half_value(b));
        __int128 sum = product + fixed(half_value(c)) * (__int128)(1 << 24);
        uint32_t expected = half_nearest(sum), got = hfma2(a << 16, b << 16 | 0x1234, c << 16 | 0x4567);
        assert_int_equal(got & 0xffff, 0x4567);                     /* 0 * x + c */
        assert_true(got >> 16 == expected || (sum == 0 && (got >> 16 & 0x7fff) == 0));
    }
    /* 1 + 2^-11 and a little: above the tie. 65504 + 16 is the first sum that is infinite. */
    assert_int_equal(hfma2(0x3c00, 0x3c00, 0x1000), 0x3c00);
    assert_int_equal(hfma2(0x3c01, 0x1001, 0x3c00) & 0xffff, 0x3c01);
    assert_int_equal(hfma2(0x7bff, 0x3c00, 0x4c00), 0x7c00);
    assert_int_equal(hfma2(0x7c00, 0, 0), 0x7fff);
    static const struct { uint16_t op; bool ftz, sat; uint8_t half; uint32_t a, b, d; } rows[] = {
        {SASS_HADD2, false, false, SASS_H1_H0, 0x40003c00, 0x44004200, 0x46004400},
        {SASS_HADD2, false, false, SASS_H0_H0, 0x40003c00, 0x44004200, 0x45004400},
        {SASS_HADD2, false, false, SASS_H1_H1, 0x40003c00, 0x44004200, 0x46004500},
        {SASS_HADD2, false, true, SASS_H1_H0, 0x40007c00, 0xc400fc00, 0x00000000},
        {SASS_HADD2, false, true, SASS_H1_H0, 0x40003800, 0x44003400, 0x3c003a00},
        {SASS_HMUL2, false, false, SASS_H1_H0, 0x40003c00, 0xc4004200, 0xc8004200},
        {SASS_HMUL2, true, false, SASS_H1_H0, 0x04000001, 0x38003c00, 0x00000000},
        {SASS_HMUL2, false, false, SASS_H1_H0, 0x04000001, 0x38003c00, 0x02000001}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        simple(rows[i].op, 2);
        insn.ftz = rows[i].ftz;
        insn.sat = rows[i].sat;
        operand(0)->half = rows[i].half;
        set(0, rows[i].a);
        set(1, rows[i].b);
        run();
        assert_int_equal(out.reg[0][0], rows[i].d);
    }
    simple(SASS_HMUL2, 2);                  /* an F32 factor: 1 + 2^-11 + 2^-23, times 1 + 2^-10, rounds once */
    operand(0)->half = SASS_HALF_F32;
    set(0, 0x3f801001);
    set(1, 0x3c013c00);
    run();
    assert_int_equal(out.reg[0][0], 0x3c023c01);
    for (unsigned set2 = 0; set2 < 2; set2++) {
        begin(set2 ? SASS_HSET2 : SASS_HSETP2);
        insn.cmp = SASS_GEU;
        insn.bf = true;
        if (set2) {
            to(1);
        } else {
            to_pred(P0);
            to_pred(P1);
        }
        from(1);
        from(1);
        from_pred(PT, false);
        set(0, 0x7e003c00);
        set(1, 0x3c004000);
        run();
        if (set2)
            assert_int_equal(out.reg[0][0], 0x3c000000);
        else
            assert_true(preds[P0] == 0 && preds[P1] == UINT32_MAX);
    }
}

/* --- conversions -------------------------------------------------------------------------------------------------- */

struct conversion {
    uint16_t op;
    uint8_t type, type2, round, part;
    bool ntz;
    uint64_t a, d;
};

static void test_convert(void **unused)
{
    (void)unused;
    static const struct conversion rows[] = {
        {SASS_F2I, SASS_S32, SASS_F32, SASS_RZERO, 0, true, 0xc0200000, (uint32_t)-2},          /* -2.5 */
        {SASS_F2I, SASS_S32, SASS_F32, SASS_RN, 0, true, 0xc0200000, (uint32_t)-2},
        {SASS_F2I, SASS_S32, SASS_F32, SASS_RM, 0, true, 0xc0200000, (uint32_t)-3},
        {SASS_F2I, SASS_S32, SASS_F32, SASS_RN, 0, true, 0x40600000, 4},                        /* 3.5 */
        {SASS_F2I, SASS_S32, SASS_F32, SASS_RZERO, 0, true, 0x4f000000, 0x7fffffff},
        {SASS_F2I, SASS_U32, SASS_F32, SASS_RP, 0, true, 0xbf800000, 0},
        {SASS_F2I, SASS_U32, SASS_F32, SASS_RP, 0, true, 0x7f800000, UINT32_MAX},
        {SASS_F2I, SASS_U32, SASS_F32, SASS_RP, 0, true, 1, 1},
        {SASS_F2I, SASS_S32, SASS_F32, SASS_RN, 0, true, 0x7fc00000, 0},
        {SASS_F2I, SASS_S32, SASS_F32, SASS_RN, 0, false, 0x7fc00000, 0x80000000},
        {SASS_F2I, SASS_U64, SASS_F32, SASS_RZERO, 0, false, 0x7fc00000, UINT64_C(1) << 63},
        {SASS_F2I, SASS_S64, SASS_F64, SASS_RZERO, 0, false, UINT64_C(0xc3f0000000000000), UINT64_C(1) << 63},
        {SASS_F2I, SASS_U64, SASS_F64, SASS_RN, 0, false, UINT64_C(0x43effffffffffffF), UINT64_C(0xfffffffffffff800)},
        {SASS_F2I, SASS_S8, SASS_F32, SASS_RN, 0, true, 0xc3480000, (uint32_t)-128},            /* -200 */
        {SASS_F2I, SASS_U8, SASS_F32, SASS_RN, 0, true, 0x43960000, 255},                       /* 300 */
        {SASS_F2I, SASS_S16, SASS_F16, SASS_RN, 1, true, 0xc5000000, (uint32_t)-5},
        {SASS_I2F, SASS_F32, SASS_S32, SASS_RN, 0, false, 16777217, 0x4b800000},
        {SASS_I2F, SASS_F32, SASS_U32, SASS_RP, 0, false, 16777217, 0x4b800001},
        {SASS_I2F, SASS_F32, SASS_S32, SASS_RN, 0, false, 0x80000000, 0xcf000000},
        {SASS_I2F, SASS_F32, SASS_U32, SASS_RN, 0, false, 0x80000000, 0x4f000000},
        {SASS_I2F, SASS_F32, SASS_U8, SASS_RN, 3, false, 0xff000000, 0x437f0000},
        {SASS_I2F, SASS_F32, SASS_S8, SASS_RN, 1, false, 0x0000ff00, 0xbf800000},
        {SASS_I2F, SASS_F32, SASS_U16, SASS_RN, 1, false, 0x00030000, 0x40400000},
        {SASS_I2F, SASS_F64, SASS_S16, SASS_RN, 0, false, 0x0003ffff, UINT64_C(0xbff0000000000000)},
        {SASS_I2F, SASS_F64, SASS_U64, SASS_RZERO, 0, false, UINT64_MAX, UINT64_C(0x43efffffffffffff)},
        {SASS_I2F, SASS_F32, SASS_U64, SASS_RN, 0, false, UINT64_C(0x8000008000000001), 0x5f000001},
        {SASS_I2F, SASS_F16, SASS_S32, SASS_RN, 0, false, (uint32_t)-1, 0xbc00},
        {SASS_I2F, SASS_F16, SASS_S32, SASS_RZERO, 0, false, 70000, 0x7bff},
        {SASS_F2F, SASS_F32, SASS_F64, SASS_RZERO, 0, false, UINT64_C(0x3fffffffffffffff), 0x3fffffff},
        {SASS_F2F, SASS_F32, SASS_F64, SASS_RN, 0, false, UINT64_C(0x3fffffffffffffff), 0x40000000},
        {SASS_F2F, SASS_F32, SASS_F64, SASS_RP, 0, false, 1, 1},
        {SASS_F2F, SASS_F64, SASS_F32, SASS_RN, 0, false, 0x00000001, UINT64_C(0x36a0000000000000)},
        {SASS_F2F, SASS_F64, SASS_F32, SASS_RN, 0, false, 0x7f812345, UINT64_C(0xfff8000000000000)},
        {SASS_F2F, SASS_F16, SASS_F32, SASS_RM, 0, false, 0x3f801fff, 0x3c00},
        {SASS_F2F, SASS_F16, SASS_F32, SASS_RP, 0, false, 0x3f800001, 0x3c01},
        {SASS_F2F, SASS_F16, SASS_F32, SASS_RN, 0, false, 0x477ff000, 0x7c00},                  /* 65520 */
        {SASS_F2F, SASS_F16, SASS_F32, SASS_RN, 0, false, 0x33000000, 0},                       /* 2^-25 */
        {SASS_F2F, SASS_F32, SASS_F16, SASS_RN, 1, false, 0x3c000000, 0x3f800000},
        {SASS_FRND, SASS_F32, SASS_F32, SASS_RN, 0, false, 0xbf000000, 0x80000000},
        {SASS_FRND, SASS_F32, SASS_F32, SASS_RP, 0, false, 0x3f000000, 0x3f800000},
        {SASS_FRND, SASS_F64, SASS_F64, SASS_RM, 0, false, UINT64_C(0xbfe0000000000000), UINT64_C(0xbff0000000000000)},
        {SASS_FRND, SASS_F16, SASS_F16, SASS_RZERO, 0, false, 0x3e00, 0x3c00}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct conversion *r = &rows[i];
        bool wide = r->type == SASS_U64 || r->type == SASS_S64 || r->type == SASS_F64;
        begin(r->op);
        insn.type = r->type;
        insn.type2 = r->type2;
        insn.round = r->round;
        insn.ntz = r->ntz;
        to(wide ? 2 : 1);
        from(r->type2 == SASS_F64 || r->type2 == SASS_U64 || r->type2 == SASS_S64 ? 2 : 1)->part = r->part;
        set64(0, r->a);
        run();
        assert_true((wide ? result64() : out.reg[0][0]) == r->d);
    }
}

/* --- matrices ----------------------------------------------------------------------------------------------------- */

static uint32_t small_half(int value)       /* -8 to 8 */
{
    begin(SASS_I2F);
    insn.type = SASS_F16;
    insn.type2 = SASS_S32;
    to(1);
    from(1);
    set(0, (uint32_t)value);
    run();
    return out.reg[0][0];
}

static void test_hmma(void **unused)
{
    (void)unused;
    for (unsigned wide = 0; wide < 2; wide++) {
        int a[16][8], b[8][8], c[16][8];
        uint32_t halves[17], fragment[SASS_MAX_READS][SASS_LANES];
        for (int v = -8; v <= 8; v++)
            halves[v + 8] = small_half(v);
        for (unsigned i = 0; i < 16; i++)
            for (unsigned j = 0; j < 8; j++) {
                a[i][j] = (int)(draw() % 17) - 8;
                b[i % 8][j] = (int)(draw() % 17) - 8;
                c[i][j] = (int)(draw() % 17) - 8;
            }
        for (unsigned l = 0; l < SASS_LANES; l++) {
            unsigned group = l / 4, thread = l % 4;
            for (unsigned r = 0; r < 2; r++)
                fragment[r][l] = halves[a[group + 8 * r][2 * thread] + 8]
                               | halves[a[group + 8 * r][2 * thread + 1] + 8] << 16;
            fragment[2][l] = halves[b[2 * thread][group] + 8] | halves[b[2 * thread + 1][group] + 8] << 16;
            for (unsigned r = 0; r < 4; r++)
                if (wide)
                    fragment[3 + r][l] = f32((float)c[group + 8 * (r / 2)][2 * thread + r % 2]);
                else
                    fragment[3 + r % 2][l] = halves[c[group + 8 * (r % 2)][2 * thread] + 8]
                                           | halves[c[group + 8 * (r % 2)][2 * thread + 1] + 8] << 16;
        }
        begin(SASS_HMMA);
        insn.mode = SASS_MMA_1688;
        insn.f32_accumulate = wide;
        to(wide ? 4 : 2);
        from(2);
        from(1);
        from(wide ? 4 : 2);
        memcpy(regs, fragment, sizeof regs);
        run();
        for (unsigned l = 0; l < SASS_LANES; l++)
            for (unsigned e = 0; e < 4; e++) {
                unsigned row = l / 4 + 8 * (e / 2), column = 2 * (l % 4) + e % 2;
                int sum = c[row][column];
                for (unsigned k = 0; k < 8; k++)
                    sum += a[row][k] * b[k][column];
                if (wide)
                    assert_true(as_f32(out.reg[e][l]) == sum);
                else
                    assert_true(half_value(out.reg[e / 2][l] >> 16 * (e % 2) & 0xffff) == sum);
            }
    }
}

/* Element k of row or column `line`, of `bits` bits, of a fragment of regs. */
static int64_t element(unsigned reg, unsigned line, unsigned k, unsigned bits, bool is_signed)
{
    unsigned per_word = 32 / bits;
    uint64_t value = (uint64_t)regs[reg][4 * line + k / per_word] >> bits * (k % per_word) & ((1u << bits) - 1);
    return is_signed && value >> (bits - 1) ? (int64_t)value - (1 << bits) : (int64_t)value;
}

static void test_imma(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        unsigned bits = i & 8 ? 1 : i & 4 ? 4 : 8;
        bool a_sign = i & 1, b_sign = i & 2, sat = i & 16;
        begin(bits == 1 ? SASS_BMMA : SASS_IMMA);
        insn.mode = bits == 1 ? SASS_MMA_88128 : bits == 4 ? SASS_MMA_8832 : SASS_MMA_8816;
        insn.type = bits == 4 ? (a_sign ? SASS_S4 : SASS_U4) : a_sign ? SASS_S8 : SASS_U8;
        insn.type2 = bits == 4 ? (b_sign ? SASS_S4 : SASS_U4) : b_sign ? SASS_S8 : SASS_U8;
        insn.sat = sat && bits > 1;
        to(2);
        from(1);
        from(1);
        from(2);
        for (unsigned r = 0; r < 4; r++)
            for (unsigned l = 0; l < SASS_LANES; l++)
                regs[r][l] = r > 1 && i & 32 ? INT32_MAX - (uint32_t)(draw() % 100) : (uint32_t)draw();
        run();
        for (unsigned l = 0; l < SASS_LANES; l++)
            for (unsigned e = 0; e < 2; e++) {
                int64_t sum = (int32_t)regs[2 + e][l];
                for (unsigned k = 0; k < 128 / bits; k++) {
                    int64_t x = element(0, l / 4, k, bits, a_sign && bits > 1);
                    int64_t y = element(1, 2 * (l % 4) + e, k, bits, b_sign && bits > 1);
                    sum += bits == 1 ? x ^ y : x * y;
                }
                if (insn.sat)
                    sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
                assert_int_equal(out.reg[e][l], (uint32_t)sum);
            }
    }
    simple(SASS_MOVM, 1);
    for (unsigned l = 0; l < SASS_LANES; l++)
        regs[0][l] = (uint32_t)draw();
    run();
    for (unsigned row = 0; row < 8; row++)
        for (unsigned column = 0; column < 8; column++)
            assert_int_equal(out.reg[0][4 * row + column / 2] >> 16 * (column % 2) & 0xffff,
                             regs[0][4 * column + row / 2] >> 16 * (row % 2) & 0xffff);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_float),
        cmocka_unit_test(test_fsetp),
        cmocka_unit_test(test_mufu),
        cmocka_unit_test(test_division),
        cmocka_unit_test(test_double),
        cmocka_unit_test(test_half),
        cmocka_unit_test(test_convert),
        cmocka_unit_test(test_hmma),
        cmocka_unit_test(test_imma)
    };
    return cmocka_run_group_tests(tests, seed, NULL);
}
