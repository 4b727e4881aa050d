/* SPDX-License-Identifier: Apache-2.0 */
/* Predicates as bits of registers, and exchange between lanes. */
#include "alu.h"

#define EACH_LANE(l) for (unsigned l = 0; l < SASS_LANES; l++)

/* D, PR, A, mask: the predicates that the mask names replace the bits of one byte of A. */
bool compute_p2r(const struct job *j)
{
    lanes32 ra;
    const uint32_t *a = words(j, 2, ra);
    uint32_t mask = (uint32_t)j->in->scalar[3] & 0xff, shift = 8u * j->insn->count;
    if (j->insn->operand[3].kind != SASS_IMM)
        return false;
    EACH_LANE(l) {
        uint32_t bits = 0;
        for (unsigned p = 0; p < 7; p++)
            bits |= (j->insn->op == SASS_UP2UR ? j->in->upred >> p & 1u : j->in->pred[p] >> l & 1) << p;
        j->out->reg[0][l] = (a[l] & ~(mask << shift)) | (bits & mask) << shift;
    }
    return true;
}

/* PR, A, mask. */
bool compute_r2p(const struct job *j)
{
    const struct sass_insn *i = j->insn;
    lanes32 ra;
    const uint32_t *a = words(j, 1, ra);
    unsigned shift = 8u * i->operand[1].part;
    for (unsigned p = 0; p < 7; p++) {
        uint32_t value = 0;
        EACH_LANE(l)
            value |= (a[l] >> (shift + p) & 1) << l;
        if (i->pred_write >> p & 1)
            j->out->pred[p] = value;
    }
    return true;
}

/* P, D, A, lane, clamp: bits 0 to 4 of the last operand are the last (of UP the first) lane of a segment that may be
 * read, bits 8 to 12 say which bits of the lane number are fixed in a segment. The predicate says whether the source is
 * in range; else a lane reads itself. Lanes that do not take part are read as they are. */
bool compute_shfl(const struct job *j)
{
    lanes32 ra, rb, rc;
    const uint32_t *a = words(j, 2, ra), *b = words(j, 3, rb), *c = words(j, 4, rc);
    uint32_t in_range = 0;
    EACH_LANE(l) {
        uint32_t clamp = c[l] & 31, fixed = c[l] >> 8 & 31, by = b[l] & 31;
        uint32_t low = l & fixed, high = low | (clamp & ~fixed), from;
        bool fits;
        switch (j->insn->mode) {
        case SASS_SHFL_UP: from = l - by; fits = (int32_t)from >= (int32_t)high; break;
        case SASS_SHFL_DOWN: from = l + by; fits = from <= high; break;
        case SASS_SHFL_BFLY: from = l ^ by; fits = from <= high; break;
        default: from = low | (by & ~fixed); fits = from <= high; break;
        }
        j->out->reg[0][l] = a[fits ? from & 31 : l];
        in_range |= (uint32_t)fits << l;
    }
    set_predicate(j, 0, in_range);
    return true;
}

/* D, P, source predicate: over the lanes that execute. */
bool compute_vote(const struct job *j)
{
    uint32_t mask = j->in->mask, votes = predicate(j, 2) & mask;
    bool outcome = j->insn->mode == SASS_VOTE_ALL ? votes == mask : j->insn->mode == SASS_VOTE_ANY ? votes != 0
                 : votes == 0 || votes == mask;
    EACH_LANE(l)
        j->out->reg[0][l] = votes;
    j->out->ureg = votes;
    set_predicate(j, 1, outcome ? UINT32_MAX : 0);
    return true;
}

/* P, D, A. ANY: the lanes with the same value. ALL: all lanes if all are equal, and whether they are. */
bool compute_match(const struct job *j)
{
    lanes64 a;
    uint32_t mask = j->in->mask;
    bool all = true;
    wide_words(j, 2, a);
    EACH_LANE(l) {
        uint32_t same = 0;
        for (unsigned n = 0; n < SASS_LANES; n++)
            same |= (uint32_t)(a[n] == a[l]) << n;
        j->out->reg[0][l] = same & mask;
        all = all && (!(mask >> l & 1) || (same & mask) == mask);
    }
    if (j->insn->mode == SASS_VOTE_ANY)
        return true;
    EACH_LANE(l)
        j->out->reg[0][l] = all ? mask : 0;
    set_predicate(j, 0, all ? UINT32_MAX : 0);
    return true;
}

/* The first executing lane's value becomes uniform. */
bool compute_r2ur(const struct job *j)
{
    lanes32 ra;
    const uint32_t *a = words(j, j->insn->operand_count - 1u, ra);
    j->out->ureg = j->in->mask ? a[__builtin_ctz(j->in->mask)] : 0;
    return true;
}

/* MOVM.16.MT88: a matrix of 8 x 8 elements of 16 bits, a row in four lanes, transposed. */
bool compute_movm(const struct job *j)
{
    lanes32 ra;
    const uint32_t *a = words(j, 1, ra);
    EACH_LANE(l) {
        uint32_t d = 0;
        for (unsigned half = 0; half < 2; half++) {
            unsigned row = 2 * (l % 4) + half, column = l / 4;
            d |= (a[4 * row + column / 2] >> 16 * (column % 2) & 0xffff) << 16 * half;
        }
        j->out->reg[0][l] = d;
    }
    return true;
}

/* S2R, CS2R, S2UR. */
bool compute_special(const struct job *j)
{
    if (!j->in->special)
        return false;
    memcpy(j->out->reg, j->in->special, 2 * sizeof j->out->reg[0]);
    j->out->ureg = j->in->mask ? j->in->special[__builtin_ctz(j->in->mask)] : 0;
    return true;
}

bool compute_lepc(const struct job *j)
{
    lanes64 pc;
    EACH_LANE(l)
        pc[l] = j->insn->pc;
    put_wide(j, pc);
    return true;
}
