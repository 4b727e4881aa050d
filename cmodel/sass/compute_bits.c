/* SPDX-License-Identifier: Apache-2.0 */
/* Moves, logic, shifts and bit fields. */
#include "compute_internal.h"

/* D, A and of MOV the lanes of each group of four that move. With fewer than all four the others would keep their
 * value, which is not an input: not executed. */
bool compute_mov(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[SASS_LANES];
    const struct sass_operand *lanes = sass_source(insn, 1);
    if (lanes && (lanes->value & 15) != 15)
        return false;
    memcpy(out->reg[0], compute_int(insn, in, 0, room), sizeof room);
    return true;
}

/* D, A, B, P. */
bool compute_sel(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[2][SASS_LANES], p = compute_pred(insn, in, 0);
    const uint32_t *a = compute_int(insn, in, 0, room[0]), *b = compute_int(insn, in, 1, room[1]);
    uint32_t *restrict d = out->reg[0];
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = p >> l & 1 ? a[l] : b[l];
    return true;
}

/* Pd, D, A, B, C, table, P. Bit 4a + 2b + c of the table is the result for bits a, b and c. The predicate is whether
 * the result is not zero, or P. */
bool compute_lop3(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[3][SASS_LANES], set[SASS_LANES], t[8];
    const uint32_t *a = compute_int(insn, in, 0, room[0]), *b = compute_int(insn, in, 1, room[1]);
    const uint32_t *c = compute_int(insn, in, 2, room[2]);
    uint32_t *restrict d = out->reg[0];
    for (unsigned i = 0; i < 8; i++)
        t[i] = insn->lut >> i & 1 ? UINT32_MAX : 0;
    uint32_t t0 = t[0], t2 = t[2], t4 = t[4], t6 = t[6], u0 = t[0] ^ t[1], u2 = t[2] ^ t[3], u4 = t[4] ^ t[5];
    uint32_t u6 = t[6] ^ t[7];
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint32_t c00 = t0 ^ (c[l] & u0), c01 = t2 ^ (c[l] & u2), c10 = t4 ^ (c[l] & u4), c11 = t6 ^ (c[l] & u6);
        uint32_t b0 = c00 ^ (b[l] & (c00 ^ c01)), b1 = c10 ^ (b[l] & (c10 ^ c11));
        d[l] = b0 ^ (a[l] & (b0 ^ b1));
    }
    if (compute_puts_pred(insn)) {
        for (unsigned l = 0; l < SASS_LANES; l++)
            set[l] = d[l] != 0;
        compute_put_pred(insn, out, 0, compute_gather(set) | compute_pred(insn, in, 0));
    }
    return true;
}

/* D, A, B, C: the 64 bits C:A shifted by B; the lower half of the result, of .HI the upper one. The shift is clamped to
 * the bits of the type, or wrapped (.W). */
bool compute_shf(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[3][SASS_LANES];
    const uint32_t *a = compute_int(insn, in, 0, room[0]), *b = compute_int(insn, in, 1, room[1]);
    const uint32_t *c = compute_int(insn, in, 2, room[2]);
    uint32_t *restrict d = out->reg[0];
    uint32_t bits = insn->type == SASS_U64 || insn->type == SASS_S64 ? 64 : 32, shift[SASS_LANES];
    uint32_t out_of = insn->hi_result ? 32 : 0;
    for (unsigned l = 0; l < SASS_LANES; l++)
        shift[l] = insn->wrap ? b[l] & (bits - 1) : b[l] < bits ? b[l] : bits;
    /* A shift by 64 goes in two steps. */
    if (insn->left)
        for (unsigned l = 0; l < SASS_LANES; l++)
            d[l] = (uint32_t)(((uint64_t)c[l] << 32 | a[l]) << shift[l] / 2 << (shift[l] - shift[l] / 2) >> out_of);
    else if (compute_type_signed(insn->type))
        for (unsigned l = 0; l < SASS_LANES; l++)
            d[l] = (uint32_t)((int64_t)((uint64_t)c[l] << 32 | a[l]) >> shift[l] / 2 >> (shift[l] - shift[l] / 2)
                              >> out_of);
    else
        for (unsigned l = 0; l < SASS_LANES; l++)
            d[l] = (uint32_t)(((uint64_t)c[l] << 32 | a[l]) >> shift[l] / 2 >> (shift[l] - shift[l] / 2) >> out_of);
    return true;
}

/* D, A, B: the low B bits of A, sign-extended or (.U32) zero-extended. */
bool compute_sgxt(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[2][SASS_LANES];
    const uint32_t *a = compute_int(insn, in, 0, room[0]), *b = compute_int(insn, in, 1, room[1]);
    uint32_t *restrict d = out->reg[0];
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint32_t bits = insn->wrap ? b[l] & 31 : b[l] < 32 ? b[l] : 32;
        uint64_t up = (uint64_t)a[l] << (32 - bits) & UINT32_MAX;
        int64_t with_sign = (int64_t)(int32_t)(uint32_t)up >> (32 - bits);
        d[l] = insn->type == SASS_U32 ? (uint32_t)(up >> (32 - bits)) : (uint32_t)with_sign;
    }
    return true;
}

/* D, A, B: B ones from bit A on. */
bool compute_bmsk(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[2][SASS_LANES];
    const uint32_t *a = compute_int(insn, in, 0, room[0]), *b = compute_int(insn, in, 1, room[1]);
    uint32_t *restrict d = out->reg[0];
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint32_t from = insn->wrap ? a[l] & 31 : a[l] < 32 ? a[l] : 32;
        uint32_t ones = insn->wrap ? b[l] & 31 : b[l] < 32 ? b[l] : 32;
        d[l] = (uint32_t)(((UINT64_C(1) << ones) - 1) << from);
    }
    return true;
}

/* D, A. */
bool compute_brev(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[SASS_LANES];
    const uint32_t *a = compute_int(insn, in, 0, room);
    uint32_t *restrict d = out->reg[0];
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint32_t x = a[l];
        x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
        x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
        x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
        d[l] = __builtin_bswap32(x);
    }
    return true;
}

/* D, A: the highest bit that is set (S32: that differs from the sign), counted from bit 0, with .SH from bit 31; -1 if
 * there is none. */
bool compute_flo(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[SASS_LANES];
    const uint32_t *a = compute_int(insn, in, 0, room);
    uint32_t *restrict d = out->reg[0], found[SASS_LANES];
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint32_t x = insn->type == SASS_S32 && a[l] >> 31 ? ~a[l] : a[l];
        uint32_t leading = x ? (uint32_t)__builtin_clz(x) : 32;
        found[l] = x != 0;
        d[l] = x == 0 ? UINT32_MAX : insn->sh ? leading : 31 - leading;
    }
    compute_put_pred(insn, out, 0, compute_gather(found));
    return true;
}

/* D, A. */
bool compute_popc(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[SASS_LANES];
    const uint32_t *a = compute_int(insn, in, 0, room);
    uint32_t *restrict d = out->reg[0];
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = (uint32_t)__builtin_popcount(a[l]);
    return true;
}

/* Which byte, 0 to 7, of C:A comes to byte i in the modes that take one number. */
static unsigned prmt_byte(unsigned mode, unsigned number, unsigned i)
{
    switch (mode) {
    case SASS_PRMT_F4E: return number + i;
    case SASS_PRMT_B4E: return (number - i) & 7;
    case SASS_PRMT_RC8: return number;
    case SASS_PRMT_ECL: return i > number ? i : number;
    case SASS_PRMT_ECR: return i < number ? i : number;
    default: return (number & 1) * 2 + (i & 1);
    }
}

/* The byte that a digit names. */
static inline uint32_t prmt_pick(uint64_t bytes, uint32_t digit)
{
    uint32_t byte = (uint32_t)(bytes >> 8 * (digit & 7)) & 0xff, sign = 0 - (byte >> 7);
    return (digit & 8 ? sign : byte) & 0xff;
}

/* D, A, B, C: each byte of D is a byte of C:A. Digit i of B names it; with bit 3 of the digit its sign is repeated. */
bool compute_prmt(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[3][SASS_LANES];
    const uint32_t *a = compute_int(insn, in, 0, room[0]), *b = compute_int(insn, in, 1, room[1]);
    const uint32_t *c = compute_int(insn, in, 2, room[2]);
    uint32_t *restrict d = out->reg[0], digits[SASS_LANES];
    for (unsigned l = 0; l < SASS_LANES; l++)
        digits[l] = b[l];
    if (insn->mode != SASS_MODE_NONE)
        for (unsigned l = 0; l < SASS_LANES; l++) {
            digits[l] = 0;
            for (unsigned i = 0; i < 4; i++)
                digits[l] |= prmt_byte(insn->mode, b[l] & 3, i) << 4 * i;
        }
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint64_t bytes = (uint64_t)c[l] << 32 | a[l];
        d[l] = prmt_pick(bytes, digits[l]) | prmt_pick(bytes, digits[l] >> 4) << 8
             | prmt_pick(bytes, digits[l] >> 8) << 16 | prmt_pick(bytes, digits[l] >> 12) << 24;
    }
    return true;
}
