/* SPDX-License-Identifier: Apache-2.0 */
/* Logic, shifts, bit fields, moves. */
#include "alu.h"

#define EACH_LANE(l) for (unsigned l = 0; l < SASS_LANES; l++)

/* Any function of three bits, its truth table indexed by A * 4 + B * 2 + C. */
static inline uint32_t logic(uint8_t lut, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t r = 0;
    r |= lut & 0x01 ? ~a & ~b & ~c : 0;
    r |= lut & 0x02 ? ~a & ~b & c : 0;
    r |= lut & 0x04 ? ~a & b & ~c : 0;
    r |= lut & 0x08 ? ~a & b & c : 0;
    r |= lut & 0x10 ? a & ~b & ~c : 0;
    r |= lut & 0x20 ? a & ~b & c : 0;
    r |= lut & 0x40 ? a & b & ~c : 0;
    r |= lut & 0x80 ? a & b & c : 0;
    return r;
}

/* P, D, A, B, C, table, P: the predicate says whether any bit of the result is set, or the source predicate. */
bool compute_lop3(const struct job *j)
{
    lanes32 ra, rb, rc;
    const uint32_t *a = words(j, 2, ra), *b = words(j, 3, rb), *c = words(j, 4, rc);
    uint8_t lut = j->insn->lut;
    uint32_t *d = j->out->reg[0], any = 0;
    EACH_LANE(l)
        d[l] = logic(lut, a[l], b[l], c[l]);
    if (j->insn->operand[0].reg == SASS_PT)
        return true;
    EACH_LANE(l)
        any |= (uint32_t)(d[l] != 0) << l;
    set_predicate(j, 0, any | predicate(j, 6));
    return true;
}

/* P, P, three source predicates, two tables. */
bool compute_plop3(const struct job *j)
{
    uint32_t a = predicate(j, 2), b = predicate(j, 3), c = predicate(j, 4);
    set_predicate(j, 0, logic(j->insn->lut, a, b, c));
    set_predicate(j, 1, logic(j->insn->lut2, a, b, c));
    return true;
}

/* D, A, shift, C: C:A shifted as 64 bits, and its upper (.HI) or lower half. The count is clamped to the width that the
 * type names, or wraps (.W). */
bool compute_shf(const struct job *j)
{
    const struct sass_insn *i = j->insn;
    bool wide = i->type == SASS_U64 || i->type == SASS_S64, is_signed = i->type == SASS_S32 || i->type == SASS_S64;
    uint32_t most = wide ? 64 : 32;
    lanes32 ra, rb, rc;
    const uint32_t *a = words(j, 1, ra), *b = words(j, 2, rb), *c = words(j, 3, rc);
    EACH_LANE(l) {
        uint64_t x = (uint64_t)c[l] << 32 | a[l];
        uint32_t count = i->wrap ? b[l] & (most - 1) : b[l] < most ? b[l] : most;
        if (i->left)
            x = count > 63 ? 0 : x << count;
        else if (is_signed)
            x = (uint64_t)((int64_t)x >> (count > 63 ? 63 : count));
        else
            x = count > 63 ? 0 : x >> count;
        j->out->reg[0][l] = (uint32_t)(i->hi_result ? x >> 32 : x);
    }
    return true;
}

bool compute_popc(const struct job *j)
{
    lanes32 ra;
    const uint32_t *a = words(j, 1, ra);
    uint32_t flip = j->insn->operand[1].inv ? UINT32_MAX : 0;
    EACH_LANE(l)
        j->out->reg[0][l] = (uint32_t)__builtin_popcount(a[l] ^ flip);
    return true;
}

/* D, P, A: number of the highest bit that is set (of a negative signed number: that is clear), counted from the top with
 * .SH; all ones if there is none. */
bool compute_flo(const struct job *j)
{
    const struct sass_insn *i = j->insn;
    lanes32 ra;
    const uint32_t *a = words(j, 2, ra);
    uint32_t found = 0;
    EACH_LANE(l) {
        uint32_t x = i->operand[2].inv ? ~a[l] : a[l];
        if (i->type == SASS_S32 && (int32_t)x < 0)
            x = ~x;
        found |= (uint32_t)(x != 0) << l;
        uint32_t zeros = x ? (uint32_t)__builtin_clz(x) : 0;
        j->out->reg[0][l] = !x ? UINT32_MAX : i->sh ? zeros : 31 - zeros;
    }
    set_predicate(j, 1, found);
    return true;
}

bool compute_brev(const struct job *j)
{
    lanes32 ra;
    const uint32_t *a = words(j, 1, ra);
    EACH_LANE(l) {
        uint32_t x = a[l];
        x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
        x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
        x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
        j->out->reg[0][l] = __builtin_bswap32(x);
    }
    return true;
}

/* D, position, width: ones. */
bool compute_bmsk(const struct job *j)
{
    lanes32 ra, rb;
    const uint32_t *a = words(j, 1, ra), *b = words(j, 2, rb);
    EACH_LANE(l) {
        uint32_t position = j->insn->wrap ? a[l] & 31 : a[l], width = j->insn->wrap ? b[l] & 31 : b[l];
        uint64_t ones = width > 31 ? UINT32_MAX : (UINT64_C(1) << width) - 1;
        j->out->reg[0][l] = position > 31 ? 0 : (uint32_t)(ones << position);
    }
    return true;
}

/* D, A, width: the lower bits of A, extended with the highest of them or with zeros. */
bool compute_sgxt(const struct job *j)
{
    lanes32 ra, rb;
    const uint32_t *a = words(j, 1, ra), *b = words(j, 2, rb);
    EACH_LANE(l) {
        uint32_t width = j->insn->wrap ? b[l] & 31 : b[l];
        uint32_t low = width > 31 ? a[l] : a[l] & (uint32_t)((UINT64_C(1) << width) - 1);
        bool fill = j->insn->type == SASS_S32 && width > 0 && width < 32 && low >> (width - 1) & 1;
        j->out->reg[0][l] = fill ? low | UINT32_MAX << width : low;
    }
    return true;
}

/* One byte of A (0 to 3) or C (4 to 7); bit 3 of the selector: its sign instead. */
static uint32_t choose(uint64_t bytes, uint32_t selector)
{
    uint32_t byte = (uint32_t)(bytes >> 8 * (selector & 7)) & 0xff;
    return selector & 8 ? (byte & 0x80 ? 0xff : 0) : byte;
}

/* Which byte goes into place `n`. */
static uint32_t prmt_selector(uint8_t mode, uint32_t b, uint32_t n)
{
    uint32_t s = b & 3;
    switch (mode) {
    case SASS_PRMT_F4E: return (s + n) & 7;
    case SASS_PRMT_B4E: return (s - n) & 7;
    case SASS_PRMT_RC8: return s;
    case SASS_PRMT_ECL: return n > s ? n : s;
    case SASS_PRMT_ECR: return n < s ? n : s;
    case SASS_PRMT_RC16: return (s & 1) * 2 + (n & 1);
    default: return b >> 4 * n & 15;
    }
}

/* D, A, selector, C. */
bool compute_prmt(const struct job *j)
{
    lanes32 ra, rb, rc;
    const uint32_t *a = words(j, 1, ra), *b = words(j, 2, rb), *c = words(j, 3, rc);
    EACH_LANE(l) {
        uint64_t bytes = (uint64_t)c[l] << 32 | a[l];
        uint32_t d = 0;
        for (uint32_t n = 0; n < 4; n++)
            d |= choose(bytes, prmt_selector(j->insn->mode, b[l], n)) << 8 * n;
        j->out->reg[0][l] = d;
    }
    return true;
}

/* D, A, B, P. */
bool compute_sel(const struct job *j)
{
    lanes32 ra, rb;
    const uint32_t *a = words(j, 1, ra), *b = words(j, 2, rb);
    uint32_t first = predicate(j, 3);
    EACH_LANE(l)
        j->out->reg[0][l] = first >> l & 1 ? a[l] : b[l];
    return true;
}

/* D, A; of a vector move also the lanes of a quad that are written. */
bool compute_mov(const struct job *j)
{
    lanes32 ra;
    const uint32_t *a = words(j, 1, ra);
    if (j->insn->op == SASS_MOV && j->insn->operand_count > 2 && j->insn->operand[2].value != 15)
        return false;
    memcpy(j->out->reg[0], a, sizeof j->out->reg[0]);
    return true;
}
