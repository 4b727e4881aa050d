/* SPDX-License-Identifier: Apache-2.0 */
/* Integer arithmetic of vector and uniform instructions. */
#include "alu.h"

#define EACH_LANE(l) for (unsigned l = 0; l < SASS_LANES; l++)

/* ---- addition ----------------------------------------------------------------------------------------------------- */

/* A negated operand is its complement and one more, which matters for the carry; with carry in it is the complement
 * alone. */
static inline uint64_t term(uint32_t x, bool neg, bool inv)
{
    return neg ? (uint64_t)(uint32_t)~x + 1 : inv ? (uint32_t)~x : x;
}

/* D, carries out, A, B, C, carries in. The sum of three operands carries up to 2: the first carry out says at least one,
 * the second says two. */
bool compute_iadd3(const struct job *j)
{
    const struct sass_operand *o = j->insn->operand;
    lanes32 ra, rb, rc;
    const uint32_t *a = words(j, 3, ra), *b = words(j, 4, rb), *c = words(j, 5, rc);
    uint32_t *d = j->out->reg[0];
    bool plain = !j->insn->extended && o[1].reg == SASS_PT && o[2].reg == SASS_PT;
    if (plain && !o[3].neg && !o[4].neg && !o[5].neg) {
        EACH_LANE(l)
            d[l] = a[l] + b[l] + c[l];
        return true;
    }
    uint32_t in0 = j->insn->extended ? predicate(j, 6) : 0, in1 = j->insn->extended ? predicate(j, 7) : 0;
    uint32_t out0 = 0, out1 = 0;
    EACH_LANE(l) {
        uint64_t sum = term(a[l], o[3].neg, o[3].inv) + term(b[l], o[4].neg, o[4].inv) + term(c[l], o[5].neg, o[5].inv)
            + (in0 >> l & 1) + (in1 >> l & 1);
        d[l] = (uint32_t)sum;
        out0 |= (uint32_t)(sum >> 32 >= 1) << l;
        out1 |= (uint32_t)(sum >> 32 >= 2) << l;
    }
    set_predicate(j, 1, out0);
    set_predicate(j, 2, out1);
    return true;
}

/* ---- multiplication ----------------------------------------------------------------------------------------------- */

/* C of the wide forms: 64 bits, an immediate extended as the product is. */
static void wide_addend(const struct job *j, bool is_signed, lanes64 c)
{
    const struct sass_operand *o = &j->insn->operand[4];
    wide_words(j, 4, c);
    EACH_LANE(l) {
        if (o->kind == SASS_IMM && !is_signed)
            c[l] = (uint32_t)c[l];
        c[l] = o->neg ? (uint64_t)-c[l] : o->inv ? ~c[l] : c[l];
    }
}

static bool imad_wide(const struct job *j, const uint32_t *a, const uint32_t *b, uint32_t carry_in)
{
    bool is_signed = j->insn->type == SASS_S32;
    uint32_t carry = 0;
    lanes64 c, d;
    wide_addend(j, is_signed, c);
    EACH_LANE(l) {
        uint64_t product = is_signed ? (uint64_t)((int64_t)(int32_t)a[l] * (int32_t)b[l]) : (uint64_t)a[l] * b[l];
        uint64_t sum = product + c[l], whole = sum + (carry_in >> l & 1);
        d[l] = whole;
        carry |= (uint32_t)(sum < product || whole < sum) << l;
    }
    set_predicate(j, 1, carry);
    if (!j->insn->hi_result) {
        put_wide(j, d);
        return true;
    }
    EACH_LANE(l)
        j->out->reg[0][l] = (uint32_t)(d[l] >> 32);
    return true;
}

/* D, carry out, A, B, C, carry in. */
bool compute_imad(const struct job *j)
{
    const struct sass_operand *o = j->insn->operand;
    lanes32 ra, rb, rc;
    const uint32_t *a = words(j, 2, ra), *b = words(j, 3, rb);
    uint32_t carry_in = j->insn->extended ? predicate(j, 5) : 0;
    if (j->insn->wide || j->insn->hi_result)
        return imad_wide(j, a, b, carry_in);
    const uint32_t *c = words(j, 4, rc);
    uint32_t *d = j->out->reg[0], carry = 0;
    if (!j->insn->extended && !o[4].neg) {
        EACH_LANE(l)
            d[l] = a[l] * b[l] + c[l];
        return o[1].reg == SASS_PT;
    }
    EACH_LANE(l) {
        uint64_t sum = (uint64_t)(a[l] * b[l]) + term(c[l], o[4].neg, o[4].inv) + (carry_in >> l & 1);
        d[l] = (uint32_t)sum;
        carry |= (uint32_t)(sum >> 32 & 1) << l;
    }
    set_predicate(j, 1, carry);
    return true;
}

/* D, carry out, A, B, C, shift, carry in: (A << shift) + B, or the upper half of (C:A << shift), plus B. */
bool compute_lea(const struct job *j)
{
    const struct sass_insn *i = j->insn;
    const struct sass_operand *o = i->operand;
    lanes32 ra, rb, rc;
    const uint32_t *a = words(j, 2, ra), *b = words(j, 3, rb), *c = words(j, 4, rc);
    uint32_t carry_in = i->extended ? predicate(j, 6) : 0, carry = 0;
    if (i->hi_result && (o[2].neg || o[2].inv))
        return false;
    EACH_LANE(l) {
        uint32_t x = o[2].neg ? -a[l] : o[2].inv ? ~a[l] : a[l];
        uint32_t upper = i->sx32 ? (uint32_t)((int32_t)x >> 31) : c[l];
        uint64_t shifted = ((uint64_t)upper << 32 | x) << i->count;
        uint64_t sum = (uint32_t)(i->hi_result ? shifted >> 32 : shifted) + term(b[l], o[3].neg, o[3].inv)
            + (carry_in >> l & 1);
        j->out->reg[0][l] = (uint32_t)sum;
        carry |= (uint32_t)(sum >> 32 & 1) << l;
    }
    set_predicate(j, 1, carry);
    return true;
}

/* D, A, B, C: four products of bytes, or two of 16-bit numbers with bytes, added to C. */
bool compute_idp(const struct job *j)
{
    const struct sass_insn *i = j->insn;
    lanes32 ra, rb, rc;
    const uint32_t *a = words(j, 1, ra), *b = words(j, 2, rb), *c = words(j, 3, rc);
    bool four = i->mode == SASS_IDP_4A;
    EACH_LANE(l) {
        uint32_t sum = c[l];
        for (unsigned n = 0; n < (four ? 4u : 2u); n++) {
            uint32_t x = four ? a[l] >> 8 * n & 0xff : a[l] >> 16 * n & 0xffff;
            uint32_t y = b[l] >> 8 * (n + (i->mode == SASS_IDP_2A_HI ? 2 : 0)) & 0xff;
            int32_t sx = i->type == SASS_S8 ? (int8_t)x : i->type == SASS_S16 ? (int16_t)x : (int32_t)x;
            int32_t sy = i->type2 == SASS_S8 ? (int8_t)y : (int32_t)y;
            sum += (uint32_t)(sx * sy);
        }
        j->out->reg[0][l] = sum;
    }
    return true;
}

/* ---- comparison --------------------------------------------------------------------------------------------------- */

/* F, LT, EQ, LE, GT, NE, GE are bits: less, equal, greater; NUM to GEU add unordered. */
bool compute_holds(unsigned cmp, unsigned relation)
{
    static const uint8_t sets[] = {
        [SASS_CMP_F] = 0, [SASS_LT] = LESS, [SASS_EQ] = EQUAL, [SASS_LE] = LESS | EQUAL, [SASS_GT] = GREATER,
        [SASS_NE] = LESS | GREATER, [SASS_GE] = GREATER | EQUAL, [SASS_NUM] = LESS | EQUAL | GREATER,
        [SASS_NAN] = UNORDERED, [SASS_LTU] = LESS | UNORDERED, [SASS_EQU] = EQUAL | UNORDERED,
        [SASS_LEU] = LESS | EQUAL | UNORDERED, [SASS_GTU] = GREATER | UNORDERED,
        [SASS_NEU] = LESS | GREATER | UNORDERED, [SASS_GEU] = GREATER | EQUAL | UNORDERED,
        [SASS_CMP_T] = LESS | EQUAL | GREATER | UNORDERED
    };
    return cmp < sizeof sets && (sets[cmp] & relation);
}

uint32_t compute_combine(unsigned boolop, uint32_t a, uint32_t b)
{
    return boolop == SASS_AND ? a & b : boolop == SASS_OR ? a | b : a ^ b;
}

/* P, P, A, B, P, and with .EX the outcome for the lower words, which decides if the upper ones are equal. */
bool compute_isetp(const struct job *j)
{
    const struct sass_insn *i = j->insn;
    lanes32 ra, rb;
    const uint32_t *a = words(j, 2, ra), *b = words(j, 3, rb);
    uint32_t lower = i->extended ? predicate(j, 5) : 0, result = 0, with = predicate(j, 4);
    bool is_signed = i->type == SASS_S32;
    EACH_LANE(l) {
        bool less = is_signed ? (int32_t)a[l] < (int32_t)b[l] : a[l] < b[l];
        bool holds = compute_holds(i->cmp, less ? LESS : a[l] == b[l] ? EQUAL : GREATER);
        if (i->extended && a[l] == b[l])
            holds = lower >> l & 1;
        result |= (uint32_t)holds << l;
    }
    set_predicate(j, 0, compute_combine(i->boolop, result, with));
    set_predicate(j, 1, compute_combine(i->boolop, ~result, with));
    return true;
}

/* D, A, B, P: the smaller one where P is true. */
bool compute_imnmx(const struct job *j)
{
    lanes32 ra, rb;
    const uint32_t *a = words(j, 1, ra), *b = words(j, 2, rb);
    uint32_t smaller = predicate(j, 3);
    bool is_signed = j->insn->type == SASS_S32;
    EACH_LANE(l) {
        bool less = is_signed ? (int32_t)a[l] < (int32_t)b[l] : a[l] < b[l];
        j->out->reg[0][l] = less == (smaller >> l & 1) ? a[l] : b[l];
    }
    return true;
}

bool compute_iabs(const struct job *j)
{
    lanes32 ra;
    const uint32_t *a = words(j, 1, ra);
    EACH_LANE(l)
        j->out->reg[0][l] = (int32_t)a[l] < 0 ? -a[l] : a[l];
    return true;
}

/* D, P, A, B, C: absolute differences of bytes, packed; .ACC: their sum and C. */
bool compute_vabsdiff4(const struct job *j)
{
    const struct sass_insn *i = j->insn;
    unsigned first = i->operand_count - 3u;
    lanes32 ra, rb, rc;
    const uint32_t *a = words(j, first, ra), *b = words(j, first + 1, rb), *c = words(j, first + 2, rc);
    EACH_LANE(l) {
        uint32_t packed = 0, sum = c[l];
        for (unsigned n = 0; n < 32; n += 8) {
            uint32_t ua = a[l] >> n & 0xff, ub = b[l] >> n & 0xff;
            int32_t x = i->type == SASS_S8 ? (int8_t)ua : (int32_t)ua, y = i->type == SASS_S8 ? (int8_t)ub : (int32_t)ub;
            uint32_t difference = (uint32_t)(x < y ? y - x : x - y);
            packed |= (difference & 0xff) << n;
            sum += difference;
        }
        j->out->reg[0][l] = i->acc ? sum : packed;
    }
    return true;
}

/* ---- conversion between integers ---------------------------------------------------------------------------------- */

static uint32_t saturate(int32_t x, uint8_t type)
{
    int32_t low = type == SASS_S8 ? -128 : type == SASS_S16 ? -32768 : 0;
    int32_t high = type == SASS_S8 ? 127 : type == SASS_U8 ? 255 : type == SASS_S16 ? 32767 : 65535;
    return (uint32_t)(x < low ? low : x > high ? high : x);
}

bool compute_i2i(const struct job *j)
{
    lanes32 ra;
    const uint32_t *a = words(j, 1, ra);
    EACH_LANE(l)
        j->out->reg[0][l] = saturate((int32_t)a[l], j->insn->type);
    return true;
}

/* D, A, B, C: A and B saturated to bytes in the lower half, the lower half of C above them. */
bool compute_i2ip(const struct job *j)
{
    lanes32 ra, rb, rc;
    const uint32_t *a = words(j, 1, ra), *b = words(j, 2, rb), *c = words(j, 3, rc);
    EACH_LANE(l)
        j->out->reg[0][l] = c[l] << 16 | (saturate((int32_t)a[l], j->insn->type) & 0xff) << 8
            | (saturate((int32_t)b[l], j->insn->type) & 0xff);
    return true;
}
