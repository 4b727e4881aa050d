/* SPDX-License-Identifier: Apache-2.0 */
/* Integer comparisons, logic on predicates, predicates in registers. */
#include "compute_internal.h"

/* Pd0, Pd1, A, B, P, P2. With .EX, A and B are the upper words of longer numbers, and P2 is what the same comparison of
 * the lower words gave: it decides where A equals B. */
bool compute_isetp(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[2][SASS_LANES], below[SASS_LANES], same[SASS_LANES];
    const uint32_t *a = compute_int(insn, in, 0, room[0]), *b = compute_int(insn, in, 1, room[1]);
    uint32_t flip = insn->type == SASS_U32 ? 0 : 0x80000000, with = compute_pred(insn, in, 0), result;
    unsigned cmp = insn->cmp & 7;
    for (unsigned l = 0; l < SASS_LANES; l++) {
        below[l] = (a[l] ^ flip) < (b[l] ^ flip);
        same[l] = a[l] == b[l];
    }
    uint32_t less = compute_gather(below), equal = compute_gather(same), greater = ~(less | equal);
    if (insn->extended && cmp != 0 && cmp != 7)
        result = (cmp & 1 ? less : 0) | (cmp & 4 ? greater : 0) | (equal & compute_pred(insn, in, 1));
    else
        result = compute_compare(cmp, less, equal, greater, 0);
    compute_put_pred(insn, out, 0, compute_join(insn->boolop, result, with));
    compute_put_pred(insn, out, 1, compute_join(insn->boolop, ~result, with));
    return true;
}

static uint32_t look_up(unsigned table, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result = 0;
    for (unsigned i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}

/* Pd0, Pd1, P0, P1, P2, table of Pd0, table of Pd1. */
bool compute_plop3(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t a = compute_pred(insn, in, 0), b = compute_pred(insn, in, 1), c = compute_pred(insn, in, 2);
    compute_put_pred(insn, out, 0, look_up(insn->lut, a, b, c));
    compute_put_pred(insn, out, 1, look_up(insn->lut2, a, b, c));
    return true;
}

/* Pd0, Pd1, A, B, C, table: looked up for the signs of A, B and C. The code of saturating sums and differences asks in
 * this way whether a sum has overflowed; what Pd1 would get is not known. */
bool compute_psign3(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[3][SASS_LANES], sign[3][SASS_LANES];
    for (unsigned n = 0; n < 3; n++) {
        const uint32_t *value = compute_int(insn, in, n, room[n]);
        for (unsigned l = 0; l < SASS_LANES; l++)
            sign[n][l] = value[l] >> 31;
    }
    compute_put_pred(insn, out, 0, look_up(insn->lut, compute_gather(sign[0]), compute_gather(sign[1]),
                                           compute_gather(sign[2])));
    return true;
}

/* D, PR, A, mask: A with the bits of the mask in one of its bytes replaced by the predicates of these numbers. */
bool compute_p2r(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[2][SASS_LANES], set[SASS_LANES] = {0}, shift = 8 * (insn->count & 3u);
    const uint32_t *a = compute_int(insn, in, 0, room[0]), *mask = compute_int(insn, in, 1, room[1]);
    uint32_t *restrict d = out->reg[0];
    bool uniform = insn->op == SASS_UP2UR;
    for (unsigned p = 0; p < SASS_PT; p++) {
        uint32_t lanes = uniform ? (in->upred >> p & 1 ? UINT32_MAX : 0) : in->pred[p];
        for (unsigned l = 0; l < SASS_LANES; l++)
            set[l] |= (lanes >> l & 1) << p;
    }
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint32_t bits = mask[l] & 0x7f;
        d[l] = (a[l] & ~(bits << shift)) | (set[l] & bits) << shift;
    }
    return true;
}

/* PR, A, mask: the predicates that the mask names, from one byte of A. The mask is a constant: what is written is
 * known beforehand. */
bool compute_r2p(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[SASS_LANES], bit[SASS_LANES], shift = 8 * (sass_source(insn, 0)->part & 3u);
    const uint32_t *a = compute_int(insn, in, 0, room);
    const struct sass_operand *mask = sass_source(insn, 1);
    if (!mask || mask->kind != SASS_IMM)
        return false;
    for (unsigned p = 0; p < SASS_PT; p++) {
        if (!(mask->value >> p & 1))
            continue;
        for (unsigned l = 0; l < SASS_LANES; l++)
            bit[l] = a[l] >> (shift + p) & 1;
        uint32_t lanes = compute_gather(bit);
        if (insn->op == SASS_UR2UP)
            out->upred = (uint8_t)((out->upred & ~(1u << p)) | (lanes & 1) << p);
        else
            out->pred[p] = lanes;
    }
    return true;
}
