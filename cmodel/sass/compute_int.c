/* SPDX-License-Identifier: Apache-2.0 */
/* Integer sums, products and differences. */
#include "compute_internal.h"

/* A summand of an addition with carry: its negative is its complement plus one, the one being counted in *ones; in the
 * .X form, which adds a carry instead, it is the complement alone. */
static const uint32_t *summand(const struct sass_insn *insn, const struct sass_inputs *in, unsigned n, uint32_t *room,
                               uint32_t *ones)
{
    const struct sass_operand *o = sass_source(insn, n);
    const uint32_t *raw = compute_raw(insn, in, n, room);
    if (!o->neg && !o->inv)
        return raw;
    *ones += o->neg && !insn->extended;
    for (unsigned l = 0; l < SASS_LANES; l++)
        room[l] = ~raw[l];
    return room;
}

/* Carry into each lane: the lanes of up to two predicates, and `ones`. */
static void carry_in(uint32_t p, uint32_t q, uint32_t ones, uint32_t carry[SASS_LANES])
{
    for (unsigned l = 0; l < SASS_LANES; l++)
        carry[l] = (p >> l & 1) + (q >> l & 1) + ones;
}

/* D, Pd0, Pd1, A, B, C, P0, P1. The carry out of three summands is 0 to 2. Pd0 says that it is at least 1, Pd1 that it
 * is 2; how the hardware shares it between the two is not published, only their sum goes on (into IADD3.X). */
bool compute_iadd3(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[3][SASS_LANES], carry[SASS_LANES], first[SASS_LANES], second[SASS_LANES], ones = 0;
    const uint32_t *a = summand(insn, in, 0, room[0], &ones), *b = summand(insn, in, 1, room[1], &ones);
    const uint32_t *c = summand(insn, in, 2, room[2], &ones);
    uint32_t *restrict d = out->reg[0];
    bool carries = compute_puts_pred(insn);

    if (!insn->extended && !carries) {
        for (unsigned l = 0; l < SASS_LANES; l++)
            d[l] = a[l] + b[l] + c[l] + ones;
        return true;
    }
    uint32_t p = insn->extended ? compute_pred(insn, in, 0) : 0, q = insn->extended ? compute_pred(insn, in, 1) : 0;
    carry_in(p, q, ones, carry);
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint64_t sum = (uint64_t)a[l] + b[l] + c[l] + carry[l];
        d[l] = (uint32_t)sum;
        first[l] = sum >> 32 >= 1;
        second[l] = sum >> 32 >= 2;
    }
    if (carries) {
        compute_put_pred(insn, out, 0, compute_gather(first));
        compute_put_pred(insn, out, 1, compute_gather(second));
    }
    return true;
}

/* .WIDE and .HI: the product, of 64 bits, plus C, of 64 bits; .HI gives the upper half. The carry is out of 64 bits. */
static void imad_wide(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out,
                      const uint32_t *a, const uint32_t *b, uint32_t p)
{
    const struct sass_operand *addend = sass_source(insn, 2);
    uint64_t c[SASS_LANES], sum[SASS_LANES];
    uint32_t carry[SASS_LANES], over[SASS_LANES];
    compute_raw64(insn, in, 2, c);
    uint64_t flip = addend->neg || addend->inv ? UINT64_MAX : 0;
    carry_in(p, 0, addend->neg && !insn->extended, carry);
    if (insn->type == SASS_U32)
        for (unsigned l = 0; l < SASS_LANES; l++)
            sum[l] = (uint64_t)a[l] * b[l];
    else
        for (unsigned l = 0; l < SASS_LANES; l++)
            sum[l] = (uint64_t)((int64_t)(int32_t)a[l] * (int32_t)b[l]);
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint64_t product = sum[l], partial = product + (c[l] ^ flip);
        sum[l] = partial + carry[l];
        over[l] = (partial < product) | (sum[l] < partial);
    }
    compute_put_pred(insn, out, 0, compute_gather(over));
    if (!insn->hi_result) {
        compute_put64(out, sum);
        return;
    }
    uint32_t *d = out->reg[0];
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = (uint32_t)(sum[l] >> 32);
}

/* D, Pd, A, B, C, P. */
bool compute_imad(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[3][SASS_LANES], carry[SASS_LANES], over[SASS_LANES], ones = 0;
    const uint32_t *a = compute_int(insn, in, 0, room[0]), *b = compute_int(insn, in, 1, room[1]);
    uint32_t p = insn->extended ? compute_pred(insn, in, 0) : 0;

    if (insn->wide || insn->hi_result) {
        imad_wide(insn, in, out, a, b, p);
        return true;
    }
    const uint32_t *c = summand(insn, in, 2, room[2], &ones);
    uint32_t *restrict d = out->reg[0];
    if (!insn->extended && !compute_puts_pred(insn)) {
        for (unsigned l = 0; l < SASS_LANES; l++)
            d[l] = a[l] * b[l] + c[l] + ones;
        return true;
    }
    carry_in(p, 0, ones, carry);
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint64_t sum = (uint64_t)(a[l] * b[l]) + c[l] + carry[l];
        d[l] = (uint32_t)sum;
        over[l] = (uint32_t)(sum >> 32);
    }
    compute_put_pred(insn, out, 0, compute_gather(over));
    return true;
}

/* D, Pd, A, B, C, shift, P. A (.HI: the upper half of C:A, with .SX32 of A sign-extended) is shifted left and added to
 * B. A negative A is complemented behind the shift: the carry then is that of a 64-bit subtraction. */
bool compute_lea(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[3][SASS_LANES], carry[SASS_LANES], over[SASS_LANES], ones = 0, shift = insn->count & 31;
    const struct sass_operand *o = sass_source(insn, 0);
    const uint32_t *a = compute_raw(insn, in, 0, room[0]), *b = summand(insn, in, 1, room[1], &ones);
    const uint32_t *c = compute_raw(insn, in, 2, room[2]);
    uint32_t *restrict d = out->reg[0];
    uint32_t flip = o->neg || o->inv ? UINT32_MAX : 0;

    ones += o->neg && !insn->extended;
    carry_in(insn->extended ? compute_pred(insn, in, 0) : 0, 0, ones, carry);
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint32_t high = insn->sx32 ? 0 - (a[l] >> 31) : c[l];
        uint64_t pair = ((uint64_t)high << 32 | a[l]) << shift;
        uint32_t shifted = (uint32_t)(insn->hi_result ? pair >> 32 : pair) ^ flip;
        uint64_t sum = (uint64_t)shifted + b[l] + carry[l];
        d[l] = (uint32_t)sum;
        over[l] = (uint32_t)(sum >> 32);
    }
    if (compute_puts_pred(insn)) {
        for (unsigned l = 0; l < SASS_LANES; l++)
            over[l] = over[l] != 0;
        compute_put_pred(insn, out, 0, compute_gather(over));
    }
    return true;
}

/* D, A. */
bool compute_iabs(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[SASS_LANES];
    const uint32_t *a = compute_int(insn, in, 0, room);
    uint32_t *restrict d = out->reg[0];
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = a[l] >> 31 ? 0 - a[l] : a[l];
    return true;
}

/* D, A, B, P: the minimum where P is true, else the maximum. Signed numbers are compared with sign bits flipped. */
bool compute_imnmx(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[2][SASS_LANES], p = compute_pred(insn, in, 0), flip = insn->type == SASS_U32 ? 0 : 0x80000000;
    const uint32_t *a = compute_int(insn, in, 0, room[0]), *b = compute_int(insn, in, 1, room[1]);
    uint32_t *restrict d = out->reg[0];
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint32_t less = (a[l] ^ flip) < (b[l] ^ flip), minimum = p >> l & 1;
        d[l] = less == minimum ? a[l] : b[l];
    }
    return true;
}

/* Field `n` of `bits` bits of a word; `top` is the value of its sign bit if it has a sign, else 0. */
static inline int32_t field(uint32_t word, unsigned n, unsigned bits, uint32_t top)
{
    return (int32_t)(((word >> n * bits & ((1u << bits) - 1)) ^ top) - top);
}

/* D, A, B, C: C plus four products of bytes, or two of a half of A with byte 0, 1 (.LO) or 2, 3 (.HI) of B. */
bool compute_idp(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[3][SASS_LANES];
    const uint32_t *a = compute_int(insn, in, 0, room[0]), *b = compute_int(insn, in, 1, room[1]);
    const uint32_t *c = compute_int(insn, in, 2, room[2]);
    uint32_t *restrict d = out->reg[0];
    uint32_t bytes = insn->mode == SASS_IDP_4A, b_top = compute_type_signed(insn->type2) ? 0x80 : 0;
    uint32_t a_top = !compute_type_signed(insn->type) ? 0 : bytes ? 0x80 : 0x8000;
    unsigned shift = insn->mode == SASS_IDP_2A_HI ? 16 : 0;
    if (bytes)
        for (unsigned l = 0; l < SASS_LANES; l++)
            d[l] = c[l] + (uint32_t)(field(a[l], 0, 8, a_top) * field(b[l], 0, 8, b_top)
                                     + field(a[l], 1, 8, a_top) * field(b[l], 1, 8, b_top)
                                     + field(a[l], 2, 8, a_top) * field(b[l], 2, 8, b_top)
                                     + field(a[l], 3, 8, a_top) * field(b[l], 3, 8, b_top));
    else
        for (unsigned l = 0; l < SASS_LANES; l++)
            d[l] = c[l] + (uint32_t)(field(a[l], 0, 16, a_top) * field(b[l] >> shift, 0, 8, b_top)
                                     + field(a[l], 1, 16, a_top) * field(b[l] >> shift, 1, 8, b_top));
    return true;
}

/* D, Pd, A, B, C: the absolute difference plus C. What Pd would get is not known. */
bool compute_vabsdiff(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[3][SASS_LANES];
    const uint32_t *a = compute_int(insn, in, 0, room[0]), *b = compute_int(insn, in, 1, room[1]);
    const uint32_t *c = compute_int(insn, in, 2, room[2]);
    uint32_t *restrict d = out->reg[0], flip = compute_type_signed(insn->type) ? 0x80000000 : 0;
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = ((a[l] ^ flip) > (b[l] ^ flip) ? a[l] - b[l] : b[l] - a[l]) + c[l];
    return true;
}

/* D, Pd, A, B, C: four absolute differences of bytes; .ACC: their sum plus C. What Pd would get is not known. */
bool compute_vabsdiff4(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[3][SASS_LANES];
    const uint32_t *a = compute_int(insn, in, 0, room[0]), *b = compute_int(insn, in, 1, room[1]);
    const uint32_t *c = compute_int(insn, in, 2, room[2]);
    uint32_t *restrict d = out->reg[0];
    uint32_t top = compute_type_signed(insn->type) ? 0x80 : 0;
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint32_t packed = 0, sum = c[l];
        for (unsigned n = 0; n < 4; n++) {
            int32_t difference = field(a[l], n, 8, top) - field(b[l], n, 8, top);
            uint32_t size = (uint32_t)(difference < 0 ? -difference : difference);
            packed |= size << 8 * n;
            sum += size;
        }
        d[l] = insn->acc ? sum : packed;
    }
    return true;
}
