/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The integer arithmetic of machine instructions, and what goes from lane to lane: values computed by hand from the PTX
 * documentation, and sequences that the compiler emits against the operation that they stand for, on random operands.
 */
#include "sass_bench.h"

/* --- integers ----------------------------------------------------------------------------------------------------- */

/* IADD3, or IADD3.X: P0, P1 are written and, with .X, read. */
static uint32_t iadd3(bool x, uint32_t a, uint32_t b, uint32_t c, bool minus_b)
{
    begin(SASS_IADD3);
    insn.extended = x;
    to(1);
    to_pred(P0);
    to_pred(P1);
    from(1);
    struct sass_operand *o = from(1);
    (x ? &o->inv : &o->neg)[0] = minus_b;
    from(1);
    from_pred(x ? P0 : PT, !x);
    from_pred(x ? P1 : PT, !x);
    set(0, a);
    set(1, b);
    set(2, c);
    run();
    return out.reg[0][0];
}

static void test_iadd3(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < 20 * ROUNDS; i++) {
        uint64_t a = draw_int(), b = draw_int(), c = draw_int();
        bool minus = draw() & 1;
        uint64_t low = iadd3(false, (uint32_t)a, (uint32_t)b, (uint32_t)c, minus);
        uint64_t high = iadd3(true, (uint32_t)(a >> 32), (uint32_t)(b >> 32), (uint32_t)(c >> 32), minus);
        assert_true((high << 32 | low) == a + (minus ? 0 - b : b) + c);
    }
    /* 0 - 0 carries; three times the largest carries two. */
    iadd3(false, 0, 0, 0, true);
    assert_int_equal(preds[P0], UINT32_MAX);
    assert_int_equal(preds[P1], 0);
    assert_int_equal(iadd3(false, UINT32_MAX, UINT32_MAX, UINT32_MAX, false), UINT32_MAX - 2);
    assert_int_equal(preds[P1], UINT32_MAX);
}

static void imad(unsigned type, bool wide, bool high, unsigned carry_out, unsigned carry_in)
{
    begin(SASS_IMAD);
    insn.type = (uint8_t)type;
    insn.wide = wide;
    insn.hi_result = high;
    insn.extended = carry_in != PT;
    to(wide ? 2 : 1);
    to_pred(carry_out);
    from(1);
    from(1);
    from(wide || high ? 2 : 1);
    from_pred(carry_in, carry_in == PT);
}

static void test_imad(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < 20 * ROUNDS; i++) {
        uint32_t a = (uint32_t)draw_int(), b = (uint32_t)draw_int();
        uint64_t c = draw_int(), product = (uint64_t)a * b, carry;
        set(0, a);
        set(1, b);
        set64(2, c);
        imad(SASS_U32, true, false, P2, PT);
        run();
        carry = preds[P2] & 1;
        assert_true(result64() == product + c);
        assert_true(carry == (product + c < c));
        imad(SASS_U32, true, false, PT, P2);            /* adds the carry */
        run();
        assert_true(result64() == product + c + carry);
        imad(SASS_S32, true, false, PT, PT);
        operand(2)->neg = true;
        run();
        assert_true(result64() == (uint64_t)((int64_t)(int32_t)a * (int32_t)b) - c);
        imad(SASS_U32, false, true, PT, PT);            /* .HI, C is a pair */
        run();
        assert_int_equal(out.reg[0][0], (product + c) >> 32);
        imad(SASS_S32, false, false, PT, PT);
        run();
        assert_int_equal(out.reg[0][0], a * b + (uint32_t)c);
        imad(SASS_S32, false, false, PT, P2);           /* .X with ~C */
        operand(2)->inv = true;
        run();
        assert_int_equal(out.reg[0][0], a * b + ~(uint32_t)c + (uint32_t)carry);
    }
}

static void lea(bool high, bool x, bool sx32, unsigned shift, unsigned carry)
{
    begin(SASS_LEA);
    insn.hi_result = high;
    insn.extended = x;
    insn.sx32 = sx32;
    insn.count = (uint8_t)shift;
    to(1);
    to_pred(high ? PT : carry);
    from(1);
    from(1);
    from(1);
    from_imm(shift);
    from_pred(x ? carry : PT, !x);
}

static void test_lea(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < 20 * ROUNDS; i++) {
        uint64_t a = draw_int(), b = draw_int(), low;
        unsigned shift = draw() % 32;
        bool sx32 = draw() & 1, minus = draw() & 1;
        int64_t sign_extended = (int32_t)a;
        set(0, (uint32_t)a);
        set(1, (uint32_t)b);
        lea(false, false, false, shift, P1);
        operand(1)->neg = minus;
        run();
        low = out.reg[0][0];
        set(1, (uint32_t)(b >> 32));
        set(2, (uint32_t)(a >> 32));
        lea(true, true, sx32, shift, P1);
        operand(1)->inv = minus;
        run();
        uint64_t shifted = (sx32 ? (uint64_t)sign_extended : a) << shift;
        assert_true(((uint64_t)out.reg[0][0] << 32 | low) == shifted + (minus ? 0 - b : b));
    }
}

static void test_isetp(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < 40 * ROUNDS; i++) {
        uint64_t a = draw_int(), b = draw() % 3 ? draw_int() : a ^ (draw() % 3) << 32 * (draw() & 1);
        unsigned cmp = SASS_LT + draw() % 6;
        bool is_signed = draw() & 1;
        for (unsigned high = 0; high < 2; high++) {
            begin(SASS_ISETP);
            insn.cmp = (uint8_t)cmp;
            insn.type = high && is_signed ? SASS_S32 : SASS_U32;
            insn.extended = high;
            to_pred(P0);
            to_pred(P1);
            from(1);
            from(1);
            from_pred(PT, false);
            from_pred(P0, false);
            set(0, (uint32_t)(a >> 32 * high));
            set(1, (uint32_t)(b >> 32 * high));
            run();
        }
        bool less = is_signed ? (int64_t)a < (int64_t)b : a < b, equal = a == b;
        bool expected = (cmp & 1 && less) || (cmp & 2 && equal) || (cmp & 4 && !less && !equal);
        assert_int_equal(preds[P0], expected ? UINT32_MAX : 0);
        assert_int_equal(preds[P1], expected ? 0 : UINT32_MAX);
    }
    /* a < b joined with a predicate. */
    static const struct { uint8_t boolop; uint32_t with, yes, no; } joins[] = {
        {SASS_AND, 0x0f, 0x0f, 0}, {SASS_OR, 0x0f, UINT32_MAX, 0x0f}, {SASS_XOR, 0x0f, ~0x0fu, 0x0f}
    };
    for (unsigned i = 0; i < 3; i++) {
        begin(SASS_ISETP);
        insn.cmp = SASS_LT;
        insn.type = SASS_S32;
        insn.boolop = joins[i].boolop;
        to_pred(P0);
        to_pred(P1);
        from(1);
        from_imm(5);
        from_pred(P3, false);
        from_pred(PT, false);
        preds[P3] = joins[i].with;
        set(0, UINT32_MAX);
        run();
        assert_int_equal(preds[P0], joins[i].yes);
        assert_int_equal(preds[P1], joins[i].no);
    }
}

static void test_lop3(void **unused)
{
    (void)unused;
    for (unsigned lut = 0; lut < 256; lut++) {
        uint32_t a = (uint32_t)draw(), b = (uint32_t)draw(), c = (uint32_t)draw(), expected = 0;
        for (unsigned n = 0; n < 32; n++)
            expected |= (lut >> ((a >> n & 1) * 4 + (b >> n & 1) * 2 + (c >> n & 1)) & 1u) << n;
        begin(SASS_LOP3);
        insn.lut = (uint8_t)lut;
        to_pred(P0);
        to(1);
        from(1);
        from(1);
        from(1);
        from_imm(lut);
        from_pred(P3, false);
        preds[P3] = 0x10;
        set(0, a);
        set(1, b);
        set(2, c);
        run();
        assert_int_equal(out.reg[0][7], expected);
        assert_int_equal(preds[P0], expected ? UINT32_MAX : 0x10);
        begin(SASS_PLOP3);
        insn.lut = (uint8_t)lut;
        insn.lut2 = (uint8_t)~lut;
        to_pred(P0);
        to_pred(P1);
        from_pred(P2, false);
        from_pred(P3, true);
        from_pred(P1, false)->kind = SASS_UPRED;
        from_imm(insn.lut);
        from_imm(insn.lut2);
        preds[P2] = a;
        preds[P3] = ~b;
        in.upred |= (uint8_t)((c & 1) << 1);
        run();
        unsigned bit = (a & 1) * 4 + (b & 1) * 2 + (c & 1);
        assert_int_equal(preds[P0] & 1, lut >> bit & 1);
        assert_int_equal(preds[P1] & 1, ~(lut >> bit) & 1);
    }
}

static uint32_t shf(unsigned type, bool left, bool high, bool wrap, uint64_t value, uint32_t by)
{
    simple(SASS_SHF, 3);
    insn.type = (uint8_t)type;
    insn.left = left;
    insn.hi_result = high;
    insn.wrap = wrap;
    set(0, (uint32_t)value);
    set(1, by);
    set(2, (uint32_t)(value >> 32));
    run();
    return out.reg[0][0];
}

static void test_shf(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < 20 * ROUNDS; i++) {
        uint64_t a = draw_int();
        uint32_t by = draw() % 64;
        uint64_t high = shf(SASS_U64, true, true, false, a, by);
        assert_true((high << 32 | shf(SASS_U32, true, false, false, a, by)) == a << by);
        high = shf(SASS_S32, false, true, false, a, by);
        assert_true((high << 32 | shf(SASS_S64, false, false, false, a, by)) == (uint64_t)((int64_t)a >> by));
        high = shf(SASS_U32, false, true, false, a, by);
        assert_true((high << 32 | shf(SASS_U64, false, false, false, a, by)) == a >> by);
        assert_int_equal(shf(SASS_U32, true, true, true, a, by), (uint32_t)(a << (by & 31) >> 32));
        assert_int_equal(shf(SASS_U32, false, false, true, a, by), (uint32_t)(a >> (by & 31)));
    }
    uint64_t a = 0x8123456789abcdef;
    assert_int_equal(shf(SASS_U32, true, true, false, a, 32), 0x89abcdef);
    assert_int_equal(shf(SASS_U32, true, true, false, a, UINT32_MAX), 0x89abcdef);
    assert_int_equal(shf(SASS_U32, false, false, false, a, 40), 0x81234567);
    assert_int_equal(shf(SASS_S64, false, false, false, a, 64), UINT32_MAX);
    assert_int_equal(shf(SASS_U64, true, true, false, a, 64), 0);
}

static uint32_t binary(unsigned op, unsigned type, bool wrap, uint32_t a, uint32_t b)
{
    simple(op, 2);
    insn.type = (uint8_t)type;
    insn.wrap = wrap;
    set(0, a);
    set(1, b);
    run();
    return out.reg[0][0];
}

static uint32_t prmt(unsigned mode, uint32_t a, uint32_t selector, uint32_t c)
{
    simple(SASS_PRMT, 3);
    insn.mode = (uint8_t)mode;
    set(0, a);
    set(1, selector);
    set(2, c);
    run();
    return out.reg[0][0];
}

static void test_bits(void **unused)
{
    (void)unused;
    assert_int_equal(binary(SASS_SGXT, SASS_S32, false, 0x1280, 8), 0xffffff80);
    assert_int_equal(binary(SASS_SGXT, SASS_U32, false, 0x1280, 8), 0x80);
    assert_int_equal(binary(SASS_SGXT, SASS_S32, false, 0x80000001, 32), 0x80000001);
    assert_int_equal(binary(SASS_SGXT, SASS_S32, false, 0x80000001, 99), 0x80000001);
    assert_int_equal(binary(SASS_SGXT, SASS_S32, false, 0xff, 0), 0);
    assert_int_equal(binary(SASS_SGXT, SASS_S32, true, 0xff, 33), UINT32_MAX);
    assert_int_equal(binary(SASS_BMSK, 0, false, 4, 8), 0xff0);
    assert_int_equal(binary(SASS_BMSK, 0, false, 28, 8), 0xf0000000);
    assert_int_equal(binary(SASS_BMSK, 0, false, 32, 8), 0);
    assert_int_equal(binary(SASS_BMSK, 0, false, 0, 32), UINT32_MAX);
    assert_int_equal(binary(SASS_BMSK, 0, true, 33, 34), 6);
    assert_int_equal(unary(SASS_BREV, 0x00000013), 0xc8000000);
    assert_int_equal(unary(SASS_POPC, 0xf00f0001), 9);
    assert_int_equal(unary(SASS_IABS, (uint32_t)-7), 7);
    assert_int_equal(unary(SASS_IABS, 0x80000000), 0x80000000);
    static const struct { uint8_t type; bool sh; uint32_t a, d; } flo[] = {
        {SASS_U32, false, 0x00010000, 16}, {SASS_U32, true, 0x00010000, 15}, {SASS_U32, false, 0, UINT32_MAX},
        {SASS_U32, true, 0, UINT32_MAX}, {SASS_S32, false, 0xfffffffe, 0}, {SASS_S32, false, UINT32_MAX, UINT32_MAX},
        {SASS_S32, false, 0x80000000, 30}
    };
    for (unsigned i = 0; i < sizeof flo / sizeof *flo; i++) {
        begin(SASS_FLO);
        insn.type = flo[i].type;
        insn.sh = flo[i].sh;
        to(1);
        to_pred(PT);
        from(1);
        set(0, flo[i].a);
        run();
        assert_int_equal(out.reg[0][0], flo[i].d);
    }
    assert_int_equal(prmt(SASS_MODE_NONE, 0x03020180, 0x7458, 0x87060504), 0x870405ff);
    assert_int_equal(prmt(SASS_MODE_NONE, 0x03020180, 0xf3f8, 0x87060504), 0xff03ffff);
    assert_int_equal(prmt(SASS_PRMT_F4E, 0x03020100, 1, 0x07060504), 0x04030201);
    assert_int_equal(prmt(SASS_PRMT_B4E, 0x03020100, 2, 0x07060504), 0x07000102);
    assert_int_equal(prmt(SASS_PRMT_RC8, 0x03020100, 2, 0x07060504), 0x02020202);
    assert_int_equal(prmt(SASS_PRMT_ECL, 0x03020100, 2, 0x07060504), 0x03020202);
    assert_int_equal(prmt(SASS_PRMT_ECR, 0x03020100, 2, 0x07060504), 0x02020100);
    assert_int_equal(prmt(SASS_PRMT_RC16, 0x03020100, 1, 0x07060504), 0x03020302);
}

static void test_select(void **unused)
{
    (void)unused;
    static const struct { uint16_t op; uint8_t type; uint32_t a, b, yes, no; } rows[] = {
        {SASS_IMNMX, SASS_S32, UINT32_MAX, 1, UINT32_MAX, 1}, {SASS_IMNMX, SASS_U32, UINT32_MAX, 1, 1, UINT32_MAX},
        {SASS_SEL, 0, 3, 4, 3, 4}, {SASS_FSEL, 0, 3, 4, 3, 4},
        {SASS_FMNMX, 0, 0x7fc00001, 0x3f800000, 0x3f800000, 0x3f800000},
        {SASS_FMNMX, 0, 0x3f800000, 0xffc00001, 0x3f800000, 0x3f800000},
        {SASS_FMNMX, 0, 0x7fc00001, 0xffc00000, 0x7fffffff, 0x7fffffff},
        {SASS_FMNMX, 0, 0, 0x80000000, 0x80000000, 0}, {SASS_FMNMX, 0, 0x80000000, 0, 0x80000000, 0},
        {SASS_FMNMX, 0, 0xc0000000, 0xbf800000, 0xc0000000, 0xbf800000}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        begin(rows[i].op);
        insn.type = rows[i].type;
        to(1);
        from(1);
        from(1);
        from_pred(P2, false);
        preds[P2] = 1;
        set(0, rows[i].a);
        set(1, rows[i].b);
        run();
        assert_int_equal(out.reg[0][0], rows[i].yes);
        assert_int_equal(out.reg[0][1], rows[i].no);
    }
}

static void test_predicates_in_registers(void **unused)
{
    (void)unused;
    for (unsigned p = 0; p < 7; p++)
        preds[p] = p % 2 ? 2 : 1;           /* lane 0: even ones, lane 1: odd ones */
    begin(SASS_P2R);
    insn.count = 1;
    to(1);
    from(1);
    from_imm(0x1f);
    set(0, 0x11111111);
    run();
    assert_int_equal(out.reg[0][0], 0x11111511);
    assert_int_equal(out.reg[0][1], 0x11110a11);
    begin(SASS_R2P);
    insn.pred_write = 6;
    from(1)->part = 2;
    from_imm(6);
    set(0, 0x00040000);
    run();
    assert_int_equal(preds[P1], 0);
    assert_int_equal(preds[P2], UINT32_MAX);
}

/* PSIGN3: the tables with which the compiler asks whether a sum or a difference has overflowed. */
static void test_overflow(void **unused)
{
    (void)unused;
    enum { SUM_ABOVE = 0x02, SUM_BELOW = 0x40, DIFFERENCE_ABOVE = 0x08, DIFFERENCE_BELOW = 0x10 };
    static const uint8_t luts[] = {SUM_ABOVE, SUM_BELOW, DIFFERENCE_ABOVE, DIFFERENCE_BELOW};
    for (unsigned i = 0; i < 40 * ROUNDS; i++) {
        int32_t a = (int32_t)draw_int(), b = (int32_t)draw_int();
        uint8_t lut = luts[i % 4];
        int64_t exact = i % 4 < 2 ? (int64_t)a + b : (int64_t)a - b;
        begin(SASS_PSIGN3);
        insn.lut = lut;
        to_pred(P1);
        for (unsigned n = 0; n < 3; n++)
            from(1);
        from_imm(lut);
        set(0, (uint32_t)a);
        set(1, (uint32_t)b);
        set(2, (uint32_t)exact);
        run();
        assert_int_equal(preds[P1] & 1, i % 2 ? exact < INT32_MIN : exact > INT32_MAX);
    }
}

static void test_packed(void **unused)
{
    (void)unused;
    static const struct { uint16_t op; uint8_t mode, type, type2; bool acc; uint32_t a, b, c, d; } rows[] = {
        {SASS_IDP, SASS_IDP_4A, SASS_S8, SASS_U8, false, 0xff020304, 0xff060708, 10, (uint32_t)-180},
        {SASS_IDP, SASS_IDP_4A, SASS_U8, SASS_S8, false, 0xff020304, 0xff060708, 10, (uint32_t)-180},
        {SASS_IDP, SASS_IDP_2A_LO, SASS_S16, SASS_U8, false, 0xffff0100, 0x0201ff03, 1, 1 - 255 + 768},
        {SASS_IDP, SASS_IDP_2A_HI, SASS_U16, SASS_S8, false, 0x00020100, 0xff010203, 0, 256 - 2},
        {SASS_VABSDIFF4, 0, SASS_U8, 0, false, 0xff000510, 0x00ff0720, 99, 0xffff0210},
        {SASS_VABSDIFF4, 0, SASS_U8, 0, true, 0xff000510, 0x00ff0720, 99, 99 + 255 + 255 + 2 + 16},
        {SASS_VABSDIFF4, 0, SASS_S8, 0, true, 0xff000000, 0x01000000, 0, 2},
        {SASS_VABSDIFF, 0, SASS_S32, 0, false, UINT32_MAX, 4, 1, 6},
        {SASS_I2IP, 0, SASS_U8, SASS_S32, false, 300, (uint32_t)-4, 0x12345678, 0x5678ff00},
        {SASS_I2IP, 0, SASS_S8, SASS_S32, false, 300, (uint32_t)-4, 0x12345678, 0x56787ffc}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        simple(rows[i].op, 3);
        insn.mode = rows[i].mode;
        insn.type = rows[i].type;
        insn.type2 = rows[i].type2;
        insn.acc = rows[i].acc;
        set(0, rows[i].a);
        set(1, rows[i].b);
        set(2, rows[i].c);
        run();
        assert_int_equal(out.reg[0][0], rows[i].d);
    }
    insn.type = SASS_U16;
    simple(SASS_I2I, 1);
    insn.type = SASS_S16;
    set(0, (uint32_t)-40000);
    run();
    assert_int_equal(out.reg[0][0], (uint32_t)-32768);
}

/* --- lanes, memory, control --------------------------------------------------------------------------------------- */

/* The source lane by the pseudo-code of PTX: b is the lane or distance, c the clamp and the mask. -1: out of range. */
static int shuffle_source(unsigned mode, int lane, uint32_t b, uint32_t c)
{
    int by = b & 31, mask = c >> 8 & 31, last = (lane & mask) | ((int)(c & 31) & ~mask), first = lane & mask;
    int j = mode == SASS_SHFL_UP ? lane - by : mode == SASS_SHFL_DOWN ? lane + by : mode == SASS_SHFL_BFLY ? lane ^ by
          : first | (by & ~mask);
    return (mode == SASS_SHFL_UP ? j >= last : j <= last) ? j : -1;
}

static void test_shfl(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < 8 * ROUNDS; i++) {
        unsigned mode = SASS_SHFL_IDX + i % 4;
        uint32_t width = 1u << draw() % 6, c = (32 - width) << 8 | (mode == SASS_SHFL_UP ? 0 : 31);
        begin(SASS_SHFL);
        insn.mode = (uint8_t)mode;
        to_pred(P0);
        to(1);
        from(1);
        from(1);
        from_imm(i % 8 < 4 ? c : (c = draw() & 0x1f1f));
        for (unsigned l = 0; l < SASS_LANES; l++) {
            regs[0][l] = 100 + l;
            regs[1][l] = (uint32_t)draw() % 40;
        }
        run();
        for (unsigned l = 0; l < SASS_LANES; l++) {
            int source = shuffle_source(mode, (int)l, regs[1][l], c);
            assert_int_equal(out.reg[0][l], 100 + (source < 0 ? l : (unsigned)source));
            assert_int_equal(preds[P0] >> l & 1, source >= 0);
        }
    }
}

static uint32_t vote(unsigned mode, uint32_t mask, uint32_t lanes)
{
    begin(SASS_VOTE);
    insn.mode = (uint8_t)mode;
    in.mask = mask;
    to(1);
    to_pred(P0);
    from_pred(P3, true);
    preds[P3] = ~lanes;
    run();
    return preds[P0] & 1;
}

static void test_vote(void **unused)
{
    (void)unused;
    assert_int_equal(vote(SASS_VOTE_ALL, 0xff, 0xfff), 1);
    assert_int_equal(out.reg[0][9], 0xff);
    assert_int_equal(vote(SASS_VOTE_ALL, 0xff, 0x7f), 0);
    assert_int_equal(vote(SASS_VOTE_ANY, 0xff, 0xf80), 1);
    assert_int_equal(vote(SASS_VOTE_ANY, 0xff, 0xf00), 0);
    assert_int_equal(vote(SASS_VOTE_EQ, 0xff, 0xf00), 1);
    assert_int_equal(vote(SASS_VOTE_EQ, 0xff, 0xf01), 0);
    for (unsigned all = 0; all < 2; all++) {
        begin(SASS_MATCH);
        insn.mode = all ? SASS_VOTE_ALL : SASS_VOTE_ANY;
        in.mask = 0x0fffffff;
        to_pred(all ? P0 : PT);
        to(1);
        from(2);
        set64(0, 7);
        regs[1][3] = regs[1][5] = 9;
        run();
        assert_int_equal(out.reg[0][3], all ? 0 : 0x28);
        assert_int_equal(out.reg[0][4], all ? 0 : 0x0fffffd7);
        in.mask = 0x28;
        run();
        assert_int_equal(out.reg[0][5], 0x28);
        assert_true(!all || preds[P0] == UINT32_MAX);
    }
}

static void from_uniform(unsigned count, uint64_t value)
{
    from_next(SASS_UREG)->regs = (uint8_t)count;
    in.scalar[at] = value;
}

static void test_uniform(void **unused)
{
    (void)unused;
    for (unsigned op = SASS_UIADD3; op <= SASS_UIMAD; op++) {
        begin(op);
        insn.wide = op == SASS_UIMAD;
        insn.type = SASS_S32;
        the(SASS_UREG, true)->regs = op == SASS_UIMAD ? 2 : 1;
        to_pred(P1);
        from_uniform(1, UINT64_C(0xffffffff));
        from_imm((uint64_t)-2);
        from_uniform(op == SASS_UIMAD ? 2 : 1, 5);
        run();
        assert_true(out.ureg == (op == SASS_UIMAD ? 7 : 2));
        assert_int_equal(out.upred & 2, op == SASS_UIMAD ? 0 : 2);
    }
    begin(SASS_R2UR);
    from(1);
    in.mask = 0x60;
    regs[0][5] = 77;
    run();
    assert_true(out.ureg == 77);
    begin(SASS_ULDC);
    insn.type = SASS_S8;
    the(SASS_UREG, true)->regs = 1;
    from_next(SASS_CONST)->reg = SASS_RZ;
    in.scalar[at] = UINT64_C(0x123456789abcdef0);
    run();
    assert_int_equal(out.ureg, 0xfffffff0);
}

static void test_address(void **unused)
{
    (void)unused;
    begin(SASS_LDG);
    insn.address_bits = 64;
    to(1);
    *the(SASS_ADDR, false) = (struct sass_operand){.kind = SASS_ADDR, .regs = 2, .uregs = 2, .value = -16};
    in.scalar[at] = UINT64_C(0x100000000);
    set64(0, UINT64_C(0x7fffffff8));
    run();
    assert_true(out.address[31] == UINT64_C(0x8ffffffe8));
    begin(SASS_LDS);
    insn.address_bits = 32;
    insn.scale = 16;
    to(1);
    *the(SASS_ADDR, false) = (struct sass_operand){.kind = SASS_ADDR, .regs = 1, .value = 4, .scaled = true};
    for (unsigned l = 0; l < SASS_LANES; l++)
        regs[0][l] = l - 1;
    run();
    assert_true(out.address[0] == 0xfffffff4);
    assert_true(out.address[3] == 36);
    begin(SASS_BRA);
    in.mask = 0xff;
    from_pred(P1, true);
    preds[P1] = 0x0f;
    run();
    assert_int_equal(out.taken, 0xf0);
    begin(SASS_TEX);
    assert_false(sass_executable(&insn));
    assert_false(sass_compute(&insn, &in, &out));
}

/* Lane 0 in global, 1 in shared, 2 in local memory. */
static uint32_t space_predicate(unsigned op, unsigned mode)
{
    begin(op);
    insn.address_bits = 64;
    insn.mode = (uint8_t)mode;
    to_pred(P0);
    to(1);
    insn.write[0] = SASS_RZ;
    *the(SASS_ADDR, false) = (struct sass_operand){.kind = SASS_ADDR, .regs = 2, .value = 8};
    insn.read_count = 2;
    while (given < insn.source_count)
        from(1);
    set64(0, UINT64_C(0x700000000));
    regs[0][1] = (uint32_t)SASS_SHARED_WINDOW;
    regs[1][1] = SASS_SHARED_WINDOW >> 32;
    regs[0][2] = (uint32_t)(SASS_LOCAL_WINDOW + SASS_WINDOW_BYTES - 16);
    regs[1][2] = SASS_LOCAL_WINDOW >> 32;
    run();
    return preds[P0] & 7;
}

static void test_spaces(void **unused)
{
    (void)unused;
    assert_int_equal(space_predicate(SASS_QSPC, SASS_SPACE_GLOBAL), 1);
    assert_int_equal(space_predicate(SASS_QSPC, SASS_SPACE_SHARED), 2);
    assert_int_equal(space_predicate(SASS_QSPC, SASS_SPACE_LOCAL), 4);
    assert_int_equal(space_predicate(SASS_ATOM, SASS_ATOM_ADD), 1);
    assert_int_equal(space_predicate(SASS_ATOM, SASS_ATOM_XOR), 1);
    assert_int_equal(space_predicate(SASS_ATOM, SASS_ATOM_EXCH), 3);
    assert_int_equal(space_predicate(SASS_ATOM, SASS_ATOM_CAS), 3);
}

/* An instruction of which a listed result would not be written is not executed. */
static void test_every_listed_result_is_written(void **unused)
{
    (void)unused;
    static const struct { uint16_t op; uint8_t sources; } rows[] = {
        {SASS_VABSDIFF, 3}, {SASS_VABSDIFF4, 3}, {SASS_MATCH, 1}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned with = 0; with < 2; with++) {
            simple(rows[i].op, rows[i].sources);
            insn.mode = rows[i].op == SASS_MATCH ? SASS_VOTE_ANY : SASS_MODE_NONE;
            to_pred(with ? P0 : PT);
            assert_int_equal(sass_executable(&insn), !with);
        }
    simple(SASS_MOVM, 1);
    assert_true(sass_executable(&insn));
    insn.write_count = 2;               /* a second register, of which no function knows */
    assert_false(sass_executable(&insn));
}

static void test_atomic(void **unused)
{
    (void)unused;
    static const struct { uint8_t mode, type; bool ftz; uint64_t old, b, compare, value; } rows[] = {
        {SASS_ATOM_ADD, SASS_U32, false, UINT32_MAX, 2, 0, 1},
        {SASS_ATOM_ADD, SASS_U64, false, UINT32_MAX, 2, 0, 0x100000001},
        {SASS_ATOM_MIN, SASS_S32, false, 1, UINT32_MAX, 0, UINT32_MAX},
        {SASS_ATOM_MIN, SASS_U32, false, 1, UINT32_MAX, 0, 1},
        {SASS_ATOM_MAX, SASS_S64, false, 1, UINT64_MAX, 0, 1},
        {SASS_ATOM_MAX, SASS_U64, false, 1, UINT64_MAX, 0, UINT64_MAX},
        {SASS_ATOM_INC, SASS_U32, false, 3, 4, 0, 4}, {SASS_ATOM_INC, SASS_U32, false, 4, 4, 0, 0},
        {SASS_ATOM_DEC, SASS_U32, false, 0, 4, 0, 4}, {SASS_ATOM_DEC, SASS_U32, false, 9, 4, 0, 4},
        {SASS_ATOM_DEC, SASS_U32, false, 3, 4, 0, 2}, {SASS_ATOM_AND, SASS_U32, false, 6, 3, 0, 2},
        {SASS_ATOM_OR, SASS_U32, false, 6, 3, 0, 7}, {SASS_ATOM_XOR, SASS_U32, false, 6, 3, 0, 5},
        {SASS_ATOM_EXCH, SASS_U64, false, 6, UINT64_MAX, 0, UINT64_MAX}, {SASS_ATOM_CAS, SASS_U32, false, 6, 3, 6, 3},
        {SASS_ATOM_CAS, SASS_U32, false, 6, 3, 7, 6},
        {SASS_ATOM_ADD, SASS_F32, true, 0x3f800000, 0x40000000, 0, 0x40400000},
        {SASS_ATOM_ADD, SASS_F32, true, 0, 1, 0, 0}, {SASS_ATOM_ADD, SASS_F32, false, 0, 1, 0, 1},
        {SASS_ATOM_ADD, SASS_F64, false, UINT64_C(0x3ff0000000000000), UINT64_C(0x3ff0000000000000), 0,
         UINT64_C(0x4000000000000000)},
        {SASS_ATOM_ADD, SASS_F16X2, false, 0x3c004000, 0x40003c00, 0, 0x42004200}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_true(sass_atomic(rows[i].mode, rows[i].type, rows[i].ftz, rows[i].old, rows[i].b, rows[i].compare)
                    == rows[i].value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_iadd3),
        cmocka_unit_test(test_imad),
        cmocka_unit_test(test_lea),
        cmocka_unit_test(test_isetp),
        cmocka_unit_test(test_lop3),
        cmocka_unit_test(test_shf),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_select),
        cmocka_unit_test(test_predicates_in_registers),
        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_packed),
        cmocka_unit_test(test_shfl),
        cmocka_unit_test(test_vote),
        cmocka_unit_test(test_uniform),
        cmocka_unit_test(test_address),
        cmocka_unit_test(test_spaces),
        cmocka_unit_test(test_every_listed_result_is_written),
        cmocka_unit_test(test_atomic)
    };
    return cmocka_run_group_tests(tests, seed, NULL);
}
