/* SPDX-License-Identifier: Apache-2.0 */
#include "compute_internal.h"

/* Opcodes without an entry are not executed: texture, surface, and what only a debugger or a trap handler meets. */
static compute_function *const functions[SASS_OP_COUNT] = {
    [SASS_FADD] = compute_fadd, [SASS_FCHK] = compute_fchk, [SASS_FFMA] = compute_ffma, [SASS_FMNMX] = compute_fmnmx,
    [SASS_FMUL] = compute_fmul, [SASS_FSEL] = compute_fsel, [SASS_FSET] = compute_fset, [SASS_FSETP] = compute_fsetp,
    [SASS_FSWZADD] = compute_fswzadd, [SASS_MUFU] = compute_mufu,
    [SASS_HADD2] = compute_hadd2, [SASS_HFMA2] = compute_hfma2, [SASS_HMUL2] = compute_hmul2,
    [SASS_HSET2] = compute_hset2, [SASS_HSETP2] = compute_hsetp2,
    [SASS_DADD] = compute_dadd, [SASS_DFMA] = compute_dfma, [SASS_DMUL] = compute_dmul, [SASS_DSETP] = compute_dsetp,
    [SASS_HMMA] = compute_hmma, [SASS_IMMA] = compute_imma, [SASS_BMMA] = compute_bmma, [SASS_MOVM] = compute_movm,

    [SASS_BMSK] = compute_bmsk, [SASS_BREV] = compute_brev, [SASS_FLO] = compute_flo, [SASS_IABS] = compute_iabs,
    [SASS_IADD3] = compute_iadd3, [SASS_IDP] = compute_idp, [SASS_IMAD] = compute_imad, [SASS_IMNMX] = compute_imnmx,
    [SASS_ISETP] = compute_isetp, [SASS_LEA] = compute_lea, [SASS_LOP3] = compute_lop3, [SASS_POPC] = compute_popc,
    [SASS_SGXT] = compute_sgxt, [SASS_SHF] = compute_shf, [SASS_VABSDIFF] = compute_vabsdiff,
    [SASS_VABSDIFF4] = compute_vabsdiff4,
    [SASS_F2F] = compute_f2f, [SASS_F2I] = compute_f2i, [SASS_FRND] = compute_frnd, [SASS_I2F] = compute_i2f,
    [SASS_I2I] = compute_i2i, [SASS_I2IP] = compute_i2ip,
    [SASS_MOV] = compute_mov, [SASS_PRMT] = compute_prmt, [SASS_SEL] = compute_sel, [SASS_SHFL] = compute_shfl,
    [SASS_P2R] = compute_p2r, [SASS_PLOP3] = compute_plop3, [SASS_PSIGN3] = compute_psign3, [SASS_R2P] = compute_r2p,
    [SASS_B2R] = compute_nothing, [SASS_CS2R] = compute_special, [SASS_S2R] = compute_special,
    [SASS_LEPC] = compute_lepc,
    [SASS_MATCH] = compute_match, [SASS_VOTE] = compute_vote, [SASS_QSPC] = compute_qspc,

    [SASS_LD] = compute_address, [SASS_LDC] = compute_constant, [SASS_LDG] = compute_address,
    [SASS_LDL] = compute_address, [SASS_LDS] = compute_address, [SASS_LDSM] = compute_address,
    [SASS_ST] = compute_address, [SASS_STG] = compute_address, [SASS_STL] = compute_address,
    [SASS_STS] = compute_address, [SASS_ATOM] = compute_atom, [SASS_ATOMG] = compute_atom,
    [SASS_ATOMS] = compute_address, [SASS_RED] = compute_address, [SASS_CCTL] = compute_nothing,
    [SASS_CCTLL] = compute_nothing, [SASS_CCTLT] = compute_nothing, [SASS_ERRBAR] = compute_nothing,
    [SASS_MEMBAR] = compute_nothing,

    [SASS_BAR] = compute_nothing, [SASS_BMOV] = compute_nothing, [SASS_BRA] = compute_taken,
    [SASS_BREAK] = compute_taken, [SASS_BRX] = compute_taken, [SASS_BRXU] = compute_taken,
    [SASS_BSSY] = compute_nothing, [SASS_BSYNC] = compute_taken, [SASS_CALL] = compute_taken,
    [SASS_DEPBAR] = compute_nothing, [SASS_EXIT] = compute_taken, [SASS_JMP] = compute_taken,
    [SASS_JMX] = compute_taken, [SASS_NANOSLEEP] = compute_nothing, [SASS_NOP] = compute_nothing,
    [SASS_PMTRIG] = compute_nothing,
    [SASS_RET] = compute_taken, [SASS_WARPSYNC] = compute_taken, [SASS_YIELD] = compute_nothing,

    [SASS_R2UR] = compute_r2ur, [SASS_S2UR] = compute_special, [SASS_UBMSK] = compute_bmsk, [SASS_UBREV] = compute_brev,
    [SASS_UFLO] = compute_flo, [SASS_UIADD3] = compute_iadd3, [SASS_UIMAD] = compute_imad,
    [SASS_UISETP] = compute_isetp, [SASS_ULDC] = compute_constant, [SASS_ULEA] = compute_lea,
    [SASS_ULOP3] = compute_lop3, [SASS_UMOV] = compute_mov, [SASS_UP2UR] = compute_p2r, [SASS_UPLOP3] = compute_plop3,
    [SASS_UPOPC] = compute_popc, [SASS_UPRMT] = compute_prmt, [SASS_UR2UP] = compute_r2p, [SASS_USEL] = compute_sel,
    [SASS_USGXT] = compute_sgxt, [SASS_USHF] = compute_shf, [SASS_VOTEU] = compute_vote
};

/* A uniform result is that of lane 0. */
static void put_uniform(const struct sass_insn *insn, struct sass_outputs *out)
{
    for (unsigned i = 0; i < insn->operand_count; i++) {
        const struct sass_operand *o = &insn->operand[i];
        if (o->kind == SASS_UREG && o->dst)
            out->ureg = out->reg[0][0] | (o->regs > 1 ? (uint64_t)out->reg[1][0] << 32 : 0);
    }
}

bool sass_executed(unsigned op)
{
    return op < SASS_OP_COUNT && functions[op];
}

bool sass_compute(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    if (!sass_executed(insn->op))
        return false;
    if (!functions[insn->op](insn, in, out))
        return false;
    if (insn->op >= SASS_R2UR)
        put_uniform(insn, out);
    return true;
}

bool sass_given(const struct sass_insn *insn)
{
    return (insn->op >= SASS_LD && insn->op <= SASS_ATOMS) || insn->op == SASS_B2R || insn->op == SASS_BMOV;
}

/* One trial on zeros, its outputs filled with `poison` before. */
static bool attempt(const struct sass_insn *insn, int poison, struct sass_outputs *out)
{
    static const uint32_t special[2 * SASS_LANES];
    struct sass_inputs in = {.mask = UINT32_MAX, .special = special};
    for (unsigned i = 0; i < SASS_MAX_READS; i++)
        in.reg[i] = compute_zeros;
    memset(out, poison, sizeof *out);
    return sass_compute(insn, &in, out);
}

/* Whether an instruction is executed, and what it writes, never depends on values. What it has not written differs
 * between two trials that begin with opposite outputs. */
bool sass_executable(const struct sass_insn *insn)
{
    struct sass_outputs a, b;
    bool same = attempt(insn, 0, &a) && attempt(insn, 0xff, &b);
    for (unsigned i = 0; i < insn->write_count && same && !sass_given(insn); i++)
        same = insn->write[i] == SASS_RZ || memcmp(a.reg[i], b.reg[i], sizeof a.reg[i]) == 0;
    for (unsigned p = 0; p < SASS_PT && same && insn->op != SASS_B2R; p++)
        same = !(insn->pred_write >> p & 1) || a.pred[p] == b.pred[p];
    return same && !((a.upred ^ b.upred) & insn->upred_write) && (!insn->ureg_write || a.ureg == b.ureg);
}
