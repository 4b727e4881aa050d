/* SPDX-License-Identifier: Apache-2.0 */
#include "alu.h"

bool compute_nothing(const struct job *j)
{
    (void)j;
    return true;
}

/* Uniform and indexed loads of constants: ULDC has its value as a scalar. */
bool compute_const(const struct job *j)
{
    if (j->insn->op == SASS_LDC)
        return true;
    uint64_t value = j->in->scalar[1];
    switch (j->insn->type) {
    case SASS_U8: value &= 0xff; break;
    case SASS_S8: value = (uint64_t)(int64_t)(int8_t)value; break;
    case SASS_U16: value &= 0xffff; break;
    case SASS_S16: value = (uint64_t)(int64_t)(int16_t)value; break;
    default: break;
    }
    j->out->ureg = value;
    return true;
}

/* The condition of a control flow instruction beside its guard: its first predicate operand. */
bool compute_taken(const struct job *j)
{
    j->out->taken = j->in->mask;
    for (unsigned i = 0; i < j->insn->operand_count; i++)
        if (j->insn->operand[i].kind == SASS_PRED || j->insn->operand[i].kind == SASS_UPRED) {
            j->out->taken = j->in->mask & predicate(j, i);
            break;
        }
    return true;
}

/* Register (scaled), uniform register, offset. Addresses of 32 bits wrap. */
bool compute_address(const struct job *j)
{
    const struct sass_insn *insn = j->insn;
    unsigned n = 0;
    while (n < insn->operand_count && insn->operand[n].kind != SASS_ADDR)
        n++;
    if (n == insn->operand_count)
        return true;
    const struct sass_operand *o = &insn->operand[n];
    uint64_t add = (uint64_t)o->value + (o->uregs ? j->in->scalar[n] : 0);
    const uint32_t *low = o->regs > 0 ? j->in->reg[o->position] : NULL;
    const uint32_t *high = o->regs > 1 ? j->in->reg[o->position + 1] : NULL;
    uint64_t mask = insn->address_bits == 64 ? UINT64_MAX : UINT32_MAX;
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint64_t base = (low ? low[l] : 0) | (high ? (uint64_t)high[l] << 32 : 0);
        j->out->address[l] = (base * (o->scaled ? insn->scale : 1u) + add) & mask;
    }
    return true;
}

static const compute_function functions[SASS_OP_COUNT] = {
    [SASS_FADD] = compute_fadd, [SASS_FCHK] = compute_fchk, [SASS_FFMA] = compute_ffma, [SASS_FMNMX] = compute_fmnmx,
    [SASS_FMUL] = compute_fmul, [SASS_FSEL] = compute_fsel, [SASS_FSET] = compute_fset, [SASS_FSETP] = compute_fsetp,
    [SASS_FSWZADD] = compute_fswzadd, [SASS_MUFU] = compute_mufu, [SASS_HADD2] = compute_hadd2,
    [SASS_HFMA2] = compute_hfma2, [SASS_HMUL2] = compute_hmul2, [SASS_HSET2] = compute_hset2,
    [SASS_HSETP2] = compute_hsetp2, [SASS_DADD] = compute_dadd, [SASS_DFMA] = compute_dfma, [SASS_DMUL] = compute_dmul,
    [SASS_DSETP] = compute_dsetp, [SASS_HMMA] = compute_hmma, [SASS_IMMA] = compute_imma, [SASS_BMMA] = compute_bmma,
    [SASS_MOVM] = compute_movm, [SASS_BMSK] = compute_bmsk, [SASS_BREV] = compute_brev, [SASS_FLO] = compute_flo,
    [SASS_IABS] = compute_iabs, [SASS_IADD3] = compute_iadd3, [SASS_IDP] = compute_idp, [SASS_IMAD] = compute_imad,
    [SASS_IMNMX] = compute_imnmx, [SASS_ISETP] = compute_isetp, [SASS_LEA] = compute_lea, [SASS_LOP3] = compute_lop3,
    [SASS_POPC] = compute_popc, [SASS_SGXT] = compute_sgxt, [SASS_SHF] = compute_shf,
    [SASS_VABSDIFF4] = compute_vabsdiff4, [SASS_F2F] = compute_f2f, [SASS_F2I] = compute_f2i,
    [SASS_FRND] = compute_frnd, [SASS_I2F] = compute_i2f, [SASS_I2I] = compute_i2i, [SASS_I2IP] = compute_i2ip,
    [SASS_MOV] = compute_mov, [SASS_PRMT] = compute_prmt, [SASS_SEL] = compute_sel, [SASS_SHFL] = compute_shfl,
    [SASS_P2R] = compute_p2r, [SASS_PLOP3] = compute_plop3, [SASS_R2P] = compute_r2p, [SASS_B2R] = compute_nothing,
    [SASS_CS2R] = compute_special, [SASS_S2R] = compute_special, [SASS_LEPC] = compute_lepc,
    [SASS_MATCH] = compute_match, [SASS_VOTE] = compute_vote, [SASS_QSPC] = compute_address,
    [SASS_LD] = compute_address, [SASS_LDC] = compute_const, [SASS_LDG] = compute_address, [SASS_LDL] = compute_address,
    [SASS_LDS] = compute_address, [SASS_LDSM] = compute_address, [SASS_ST] = compute_address,
    [SASS_STG] = compute_address, [SASS_STL] = compute_address, [SASS_STS] = compute_address,
    [SASS_ATOM] = compute_address, [SASS_ATOMG] = compute_address, [SASS_ATOMS] = compute_address,
    [SASS_RED] = compute_address, [SASS_CCTL] = compute_nothing, [SASS_CCTLL] = compute_nothing,
    [SASS_ERRBAR] = compute_nothing, [SASS_MEMBAR] = compute_nothing, [SASS_BAR] = compute_nothing,
    [SASS_BMOV] = compute_nothing, [SASS_BRA] = compute_taken, [SASS_BREAK] = compute_taken,
    [SASS_BRX] = compute_taken, [SASS_BRXU] = compute_taken, [SASS_BSSY] = compute_nothing,
    [SASS_BSYNC] = compute_nothing, [SASS_CALL] = compute_taken, [SASS_DEPBAR] = compute_nothing,
    [SASS_EXIT] = compute_taken, [SASS_JMP] = compute_taken, [SASS_NANOSLEEP] = compute_nothing,
    [SASS_NOP] = compute_nothing, [SASS_RET] = compute_taken, [SASS_WARPSYNC] = compute_nothing,
    [SASS_YIELD] = compute_nothing, [SASS_R2UR] = compute_r2ur, [SASS_S2UR] = compute_special,
    [SASS_UBMSK] = compute_bmsk, [SASS_UBREV] = compute_brev, [SASS_UFLO] = compute_flo, [SASS_UIADD3] = compute_iadd3,
    [SASS_UIMAD] = compute_imad, [SASS_UISETP] = compute_isetp, [SASS_ULDC] = compute_const, [SASS_ULEA] = compute_lea,
    [SASS_ULOP3] = compute_lop3, [SASS_UMOV] = compute_mov, [SASS_UP2UR] = compute_p2r, [SASS_UPLOP3] = compute_plop3,
    [SASS_UPOPC] = compute_popc, [SASS_UPRMT] = compute_prmt, [SASS_USEL] = compute_sel, [SASS_USGXT] = compute_sgxt,
    [SASS_USHF] = compute_shf, [SASS_VOTEU] = compute_vote
};

bool sass_executable(const struct sass_insn *insn)
{
    if (insn->op >= SASS_OP_COUNT || !functions[insn->op])
        return false;
    return insn->op != SASS_HMMA || insn->mode == SASS_MMA_1688;
}

bool sass_compute(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    struct job j = {insn, in, out};
    if (!sass_executable(insn))
        return false;
    out->upred = in->upred;
    if (!functions[insn->op](&j))
        return false;
    if (is_uniform_op(insn) && insn->op != SASS_ULDC)
        out->ureg = out->reg[0][0] | (uint64_t)out->reg[1][0] << 32;
    return true;
}
