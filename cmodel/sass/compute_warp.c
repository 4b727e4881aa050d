/* SPDX-License-Identifier: Apache-2.0 */
/* Values that go from lane to lane, or come from outside the registers. */
#include "compute_internal.h"

/* Pd, D, A, lane, limits. Bits 8 to 12 of the limits are the bits of the lane number that say which segment a lane
 * belongs to, bits 0 to 4 where a segment ends (UP: begins). A lane whose source lies outside its segment reads
 * itself, and gets false. Lanes that do not execute are read as any other: PTX leaves undefined what they give. */
bool compute_shfl(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[3][SASS_LANES], inside[SASS_LANES];
    const uint32_t *a = compute_int(insn, in, 0, room[0]), *lane = compute_int(insn, in, 1, room[1]);
    const uint32_t *limits = compute_int(insn, in, 2, room[2]);
    uint32_t *restrict d = out->reg[0];
    for (uint32_t l = 0; l < SASS_LANES; l++) {
        uint32_t by = lane[l] & 31, end = limits[l] & 31, fixed = limits[l] >> 8 & 31;
        uint32_t first = l & fixed, last = first | (end & ~fixed), from;
        switch (insn->mode) {
        case SASS_SHFL_UP: from = l - by; break;
        case SASS_SHFL_DOWN: from = l + by; break;
        case SASS_SHFL_BFLY: from = l ^ by; break;
        default: from = first | (by & ~fixed); break;
        }
        inside[l] = insn->mode == SASS_SHFL_UP ? (int32_t)from >= (int32_t)last : from <= last;
        d[l] = a[inside[l] ? from & 31 : l];
    }
    compute_put_pred(insn, out, 0, compute_gather(inside));
    return true;
}

/* D, Pd, P: the executing lanes in which P is true; and whether all are, any is, or all agree. */
bool compute_vote(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t mask = in->mask, votes = compute_pred(insn, in, 0) & mask, *d = out->reg[0];
    bool result = insn->mode == SASS_VOTE_ALL ? votes == mask
                : insn->mode == SASS_VOTE_ANY ? votes != 0 : votes == 0 || votes == mask;
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = votes;
    compute_put_pred(insn, out, 0, result ? UINT32_MAX : 0);
    return true;
}

/* Pd, D, A. ANY: the executing lanes with the same value. ALL: the executing lanes if all have the same value, else 0;
 * Pd says which. */
bool compute_match(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint64_t value[SASS_LANES];
    uint32_t *d = out->reg[0], first = in->mask ? (uint32_t)__builtin_ctz(in->mask) : 0, all = 0;
    compute_raw64(insn, in, 0, value);
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint32_t same = 0;
        for (unsigned n = 0; n < SASS_LANES; n++)
            same |= (uint32_t)(value[n] == value[l]) << n;
        d[l] = same & in->mask;
        all = l == first ? d[l] : all;
    }
    if (insn->mode != SASS_VOTE_ALL)
        return true;
    all = all == in->mask ? UINT32_MAX : 0;
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = all & in->mask;
    compute_put_pred(insn, out, 0, all);
    return true;
}

/* UD, UPd, A: the value of the first executing lane. */
bool compute_r2ur(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[SASS_LANES], first = in->mask ? (uint32_t)__builtin_ctz(in->mask) : 0;
    const uint32_t *a = compute_int(insn, in, 0, room);
    for (unsigned l = 0; l < SASS_LANES; l++)
        out->reg[0][l] = a[first];
    return true;
}

/* D: of a uniform instruction, what the first executing lane reads. */
bool compute_special(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    const struct sass_operand *o = &insn->operand[0];
    uint32_t first = in->mask ? (uint32_t)__builtin_ctz(in->mask) : 0;
    if (!in->special)
        return false;
    for (unsigned word = 0; word < (o->regs > 1 ? 2u : 1u); word++) {
        const uint32_t *from = in->special + word * SASS_LANES;
        uint32_t *d = out->reg[word];
        for (unsigned l = 0; l < SASS_LANES; l++)
            d[l] = o->kind == SASS_UREG ? from[first] : from[l];
    }
    return true;
}

/* D: the address of this instruction. */
bool compute_lepc(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint64_t pc[SASS_LANES];
    (void)in;
    for (unsigned l = 0; l < SASS_LANES; l++)
        pc[l] = insn->pc;
    compute_put64(out, pc);
    return true;
}
