/* SPDX-License-Identifier: Apache-2.0 */
/* What memory and control flow instructions need from arithmetic. */
#include "compute_internal.h"

static const struct sass_operand *find(const struct sass_insn *insn, uint8_t kind)
{
    for (unsigned i = 0; i < insn->operand_count; i++)
        if (insn->operand[i].kind == kind)
            return &insn->operand[i];
    return NULL;
}

static void put_address(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out,
                        const struct sass_operand *o)
{
    const uint32_t *low = o->regs > 0 ? in->reg[o->position] : compute_zeros;
    const uint32_t *high = o->regs > 1 ? in->reg[o->position + 1] : compute_zeros;
    uint64_t add = (uint64_t)o->value + (o->uregs > 0 ? in->scalar[o - insn->operand] : 0);
    uint64_t *restrict address = out->address, keep = insn->address_bits == 64 ? UINT64_MAX : UINT32_MAX;
    uint32_t scale = o->scaled ? insn->scale : 1;
    for (unsigned l = 0; l < SASS_LANES; l++)
        address[l] = (((uint64_t)high[l] << 32 | low[l]) * scale + add) & keep;
}

/* Lanes whose address lies in a space. */
static uint32_t lanes_in(enum sass_mode space, const struct sass_outputs *out)
{
    uint32_t lanes = 0;
    for (unsigned l = 0; l < SASS_LANES; l++)
        lanes |= (uint32_t)(sass_space(out->address[l]) == space) << l;
    return lanes;
}

/* [Rreg * scale + URureg + value]. A register that is no pair is zero-extended, also in an address of 64 bits. */
bool compute_address(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    const struct sass_operand *o = find(insn, SASS_ADDR);
    if (!o)
        return false;
    put_address(insn, in, out, o);
    return true;
}

/* Pd, D, address. Pd: whether the operation is done. An ATOM with Pd is not done in local memory, nor in shared memory
 * if ATOMS has no such operation: of those with Pd it has exchange and compare-and-swap. Where Pd is false nothing
 * changes, and the code behind does the operation with ATOMS.CAST.SPIN or plain accesses. */
bool compute_atom(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    if (!compute_address(insn, in, out))
        return false;
    bool moves = insn->mode == SASS_ATOM_EXCH || insn->mode == SASS_ATOM_CAS;
    uint32_t done = insn->op != SASS_ATOM ? UINT32_MAX
                  : lanes_in(SASS_SPACE_GLOBAL, out) | (moves ? lanes_in(SASS_SPACE_SHARED, out) : 0);
    compute_put_pred(insn, out, 0, done);
    return true;
}

/* Pd, D, address. Pd: whether the address is in the space that the opcode names. What D would get is not known. */
bool compute_qspc(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    if (insn->write[0] != SASS_RZ || !compute_address(insn, in, out))
        return false;
    compute_put_pred(insn, out, 0, lanes_in(insn->mode, out));
    return true;
}

/* LDC: the offset in the bank. ULDC: D, constant: the value, of which the executor has read 32 or 64 bits. */
bool compute_constant(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    const struct sass_operand *o = find(insn, SASS_CONST);
    if (!o)
        return false;
    if (insn->op == SASS_LDC) {
        const uint32_t *index = o->regs > 0 ? in->reg[o->position] : compute_zeros;
        for (unsigned l = 0; l < SASS_LANES; l++)
            out->address[l] = index[l] + (uint32_t)o->value;
        return true;
    }
    uint64_t bits = in->scalar[o - insn->operand];
    unsigned unused = 64 - compute_type_bits(insn->type);
    uint64_t value = compute_type_signed(insn->type) ? (uint64_t)((int64_t)(bits << unused) >> unused)
                                                     : bits << unused >> unused;
    for (unsigned l = 0; l < SASS_LANES; l++) {
        out->reg[0][l] = (uint32_t)value;
        out->reg[1][l] = (uint32_t)(value >> 32);
    }
    return true;
}

enum { BRANCH_DIVERGENT = 2, BRANCH_CONVERGED = 3 };    /* insn.count of BRA */

/* The lanes in which all predicate operands are true. BRA.DIV, BRA.CONV: in addition whether the warp is divergent, or
 * is not, which here means that all 32 lanes execute. The code behind .DIV is right for any mask. */
bool compute_taken(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t taken = in->mask;
    for (unsigned n = 0; n < insn->pred_source_count; n++)
        taken &= compute_pred(insn, in, n);
    if (insn->op == SASS_BRA && (insn->mode == SASS_BRA_DIV || insn->count == BRANCH_DIVERGENT))
        taken = in->mask != UINT32_MAX ? taken : 0;
    if (insn->op == SASS_BRA && (insn->mode == SASS_BRA_CONV || insn->count == BRANCH_CONVERGED))
        taken = in->mask == UINT32_MAX ? taken : 0;
    out->taken = taken;
    return true;
}

/* Instructions without a value: barriers, fences, hints, and those whose value is the executor's business. */
bool compute_nothing(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    (void)insn;
    (void)in;
    (void)out;
    return true;
}
