/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Turing (sm_75) machine instructions: 128 bits each, as struct sass_insn.
 *
 * An instruction is its opcode, its modifiers and its operands. Operands stand in the order of the official
 * disassembly, and always at the same index for the same opcode: those that the disassembly leaves out when they say
 * nothing (a carry-in predicate !PT, a second destination predicate PT) are there and marked `hidden`. The registers
 * that an instruction reads and writes are listed once more, expanded to single 32-bit registers, in the order of the
 * operands. Modifiers that change neither values nor dependences (cache hints, memory scopes) have no field; the
 * disassembly reads them from the encoding.
 */
#ifndef SUBCORE_SASS_H
#define SUBCORE_SASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SASS_BYTES = 16,            /* of an instruction */
    SASS_RZ = 255, SASS_URZ = 63, SASS_PT = 7,
    SASS_MAX_OPERANDS = 12,
    SASS_MAX_SOURCES = 6,
    SASS_MAX_PREDS = 3,         /* source predicates, and destination predicates */
    SASS_MAX_READS = 16,        /* 32-bit vector registers, RZ included */
    SASS_MAX_WRITES = 4
};

enum sass_op {
    SASS_NONE,
    /* 32-bit and packed 16-bit floating point */
    SASS_FADD, SASS_FCHK, SASS_FFMA, SASS_FMNMX, SASS_FMUL, SASS_FSEL, SASS_FSET, SASS_FSETP, SASS_FSWZADD, SASS_MUFU,
    SASS_HADD2, SASS_HFMA2, SASS_HMUL2, SASS_HSET2, SASS_HSETP2,
    /* 64-bit floating point */
    SASS_DADD, SASS_DFMA, SASS_DMUL, SASS_DSETP,
    /* tensor */
    SASS_HMMA, SASS_IMMA, SASS_BMMA, SASS_MOVM,
    /* integer */
    SASS_BMSK, SASS_BREV, SASS_FLO, SASS_IABS, SASS_IADD3, SASS_IDP, SASS_IMAD, SASS_IMNMX, SASS_ISETP, SASS_LEA,
    SASS_LOP3, SASS_POPC, SASS_SGXT, SASS_SHF, SASS_VABSDIFF, SASS_VABSDIFF4,
    /* conversion */
    SASS_F2F, SASS_F2I, SASS_FRND, SASS_I2F, SASS_I2I, SASS_I2IP,
    /* moves and predicates */
    SASS_MOV, SASS_PRMT, SASS_SEL, SASS_SHFL, SASS_P2R, SASS_PLOP3, SASS_PSIGN3, SASS_R2P, SASS_B2R, SASS_CS2R,
    SASS_S2R, SASS_LEPC, SASS_MATCH, SASS_VOTE, SASS_QSPC,
    /* memory */
    SASS_LD, SASS_LDC, SASS_LDG, SASS_LDL, SASS_LDS, SASS_LDSM, SASS_ST, SASS_STG, SASS_STL, SASS_STS, SASS_ATOM,
    SASS_ATOMG, SASS_ATOMS, SASS_RED, SASS_CCTL, SASS_CCTLL, SASS_CCTLT, SASS_ERRBAR, SASS_MEMBAR,
    /* texture and surface (decoded, not executed) */
    SASS_TEX, SASS_TLD, SASS_TLD4, SASS_TXD, SASS_TXQ, SASS_SULD, SASS_SUST,
    /* control */
    SASS_BAR, SASS_BMOV, SASS_BPT, SASS_BRA, SASS_BREAK, SASS_BRX, SASS_BRXU, SASS_BSSY, SASS_BSYNC, SASS_CALL,
    SASS_DEPBAR, SASS_EXIT, SASS_JMP, SASS_JMX, SASS_KILL, SASS_NANOSLEEP, SASS_NOP, SASS_PMTRIG, SASS_RET, SASS_RPCMOV,
    SASS_RTT, SASS_WARPSYNC, SASS_YIELD,
    /* uniform */
    SASS_R2UR, SASS_S2UR, SASS_UBMSK, SASS_UBREV, SASS_UFLO, SASS_UIADD3, SASS_UIMAD, SASS_UISETP, SASS_ULDC,
    SASS_ULEA, SASS_ULOP3, SASS_UMOV, SASS_UP2UR, SASS_UPLOP3, SASS_UPOPC, SASS_UPRMT, SASS_UR2UP, SASS_USEL,
    SASS_USGXT, SASS_USHF, SASS_VOTEU,
    SASS_OP_COUNT
};

/* What a value is. Loads and stores say B32 to B128 where the disassembly says nothing, .64 and .128. */
enum sass_type {
    SASS_TYPE_NONE, SASS_U2, SASS_S2, SASS_U4, SASS_S4, SASS_U8, SASS_S8, SASS_U16, SASS_S16, SASS_U32, SASS_S32,
    SASS_U64, SASS_S64, SASS_F16, SASS_F16X2, SASS_F32, SASS_F64, SASS_B1, SASS_B32, SASS_B64, SASS_B128
};

enum sass_round { SASS_RN, SASS_RM, SASS_RP, SASS_RZERO };   /* nearest even, down (FLOOR), up (CEIL), zero (TRUNC) */

/* Comparisons in the order of their encoding for floating point; integers use F, LT, EQ, LE, GT, NE, GE, T. */
enum sass_cmp {
    SASS_CMP_F, SASS_LT, SASS_EQ, SASS_LE, SASS_GT, SASS_NE, SASS_GE, SASS_NUM, SASS_NAN, SASS_LTU, SASS_EQU, SASS_LEU,
    SASS_GTU, SASS_NEU, SASS_GEU, SASS_CMP_T,
    SASS_CMP_MAX, SASS_CMP_MIN  /* DSETP.MAX, DSETP.MIN */
};

enum sass_bool { SASS_AND, SASS_OR, SASS_XOR };

/* What `mode` says, by opcode. */
enum sass_mode {
    SASS_MODE_NONE,
    /* MUFU */
    SASS_COS, SASS_SIN, SASS_EX2, SASS_LG2, SASS_RCP, SASS_RSQ, SASS_RCP64H, SASS_RSQ64H, SASS_SQRT, SASS_TANH,
    /* SHFL */
    SASS_SHFL_IDX, SASS_SHFL_UP, SASS_SHFL_DOWN, SASS_SHFL_BFLY,
    /* VOTE, VOTEU, MATCH */
    SASS_VOTE_ALL, SASS_VOTE_ANY, SASS_VOTE_EQ,
    /* atomics; CAST_SPIN is ATOMS.CAST.SPIN */
    SASS_ATOM_ADD, SASS_ATOM_MIN, SASS_ATOM_MAX, SASS_ATOM_INC, SASS_ATOM_DEC, SASS_ATOM_AND, SASS_ATOM_OR,
    SASS_ATOM_XOR, SASS_ATOM_EXCH, SASS_ATOM_CAS, SASS_ATOM_CAST_SPIN, SASS_ATOM_SAFEADD,
    /* PRMT (none: by selector) */
    SASS_PRMT_F4E, SASS_PRMT_B4E, SASS_PRMT_RC8, SASS_PRMT_ECL, SASS_PRMT_ECR, SASS_PRMT_RC16,
    /* BAR; RED_* is BAR.RED.* */
    SASS_BAR_SYNC, SASS_BAR_ARV, SASS_BAR_RED_POPC, SASS_BAR_RED_AND, SASS_BAR_RED_OR,
    /* B2R */
    SASS_B2R_RESULT,
    /* MMA shapes: m, n, k as in 16x8x8 */
    SASS_MMA_884, SASS_MMA_1688, SASS_MMA_8816, SASS_MMA_8832, SASS_MMA_88128,
    /* LDSM, MOVM: rows as stored, or transposed */
    SASS_M88, SASS_MT88,
    /* BRA.DIV, BRA.CONV, BRA.U: on a uniform predicate; CALL, RET: relative or absolute */
    SASS_BRA_DIV, SASS_BRA_CONV, SASS_BRA_U, SASS_REL, SASS_ABS,
    /* IDP: four 8-bit, or two 16-bit products with the low or high half */
    SASS_IDP_4A, SASS_IDP_2A_LO, SASS_IDP_2A_HI,
    /* QSPC */
    SASS_SPACE_GLOBAL, SASS_SPACE_LOCAL, SASS_SPACE_SHARED
};

enum sass_kind {
    SASS_OPERAND_NONE,
    SASS_REG,           /* vector register `reg`, `regs` of them */
    SASS_UREG,          /* uniform register `reg`, `regs` of them */
    SASS_PRED,          /* predicate `reg`, inverted if `inv` */
    SASS_UPRED,         /* uniform predicate */
    SASS_IMM,           /* integer immediate `value` */
    SASS_FIMM,          /* floating-point immediate: `value` holds the bits as the operation reads them (32-bit
                           operations: 32 bits; 64-bit operations: 64 bits; packed halves: both in 32 bits) */
    SASS_CONST,         /* c[bank][value], or with reg != RZ c[bank][Rreg+value] */
    SASS_UCONST,        /* cx[URureg][value] */
    SASS_ADDR,          /* [Rreg+URureg+value]; reg is RZ and ureg is URZ where absent */
    SASS_LABEL,         /* code address `value` (absolute, from the start of the section) */
    SASS_SREG,          /* special register number `reg` as encoded */
    SASS_BREG,          /* convergence barrier `reg` */
    SASS_SB,            /* scoreboard `reg` (DEPBAR) */
    SASS_OTHER          /* anything else that is printed; `value` as encoded */
};

/* Which halves of a packed operand are read: both, the low one twice, the high one twice, or all of it as F32. */
enum sass_half { SASS_H1_H0, SASS_H0_H0, SASS_H1_H1, SASS_HALF_F32 };

struct sass_operand {
    uint8_t kind;               /* enum sass_kind */
    uint8_t reg;
    uint8_t regs;               /* consecutive registers from reg on (REG, UREG; of an ADDR: 1, 2 when .64/.E, or 0) */
    uint8_t slot;               /* of a source register (REG, ADDR, CONST): 0, 1 or 2 for A, B or C, the bit of
                                   sass_insn.reuse that belongs to it, whether the opcode has that flag or not */
    uint8_t position;           /* index of the first of them in sass_insn.read or .write (REG, ADDR, CONST with reg) */
    uint8_t ureg;               /* ADDR, UCONST */
    uint8_t uregs;              /* uniform registers that an ADDR or UCONST reads: 0, 1 or 2 */
    uint8_t bank;               /* CONST */
    uint8_t words;              /* CONST: 32-bit words that are read; 0 for LDC and ULDC, whose type says it */
    uint8_t half;               /* enum sass_half */
    uint8_t part;               /* byte or half selector of conversions: .B0 to .B3, .H0, .H1 as 0 to 3 */
    bool    dst;                /* written, not read */
    bool    neg, abs;
    bool    inv;                /* !P, or ~R */
    bool    reuse;              /* the operand is kept in the reuse cache */
    bool    hidden;             /* the disassembly leaves it out */
    bool    scaled;             /* .X4, .X8, .X16 of an address: see sass_insn.scale */
    int64_t value;
};

struct sass_insn {
    uint64_t lo, hi;            /* as encoded: bits 0 to 63, 64 to 127 */
    uint64_t pc;                /* byte address in its section */
    uint16_t op;                /* enum sass_op */
    uint8_t  guard;             /* predicate P0 to P6, PT; of uniform instructions (guard_uniform) UP0 to UP6, UPT */
    bool     guard_not, guard_uniform;

    /* modifiers */
    uint8_t  type, type2;       /* enum sass_type. Conversions: destination, source. MMA: A, B; dot products: A, B */
    uint8_t  round;             /* enum sass_round */
    uint8_t  cmp, boolop;       /* enum sass_cmp, enum sass_bool */
    uint8_t  mode;              /* enum sass_mode */
    uint8_t  lut, lut2;         /* LOP3, PLOP3, PSIGN3; FSWZADD: the signs */
    uint8_t  count;             /* LDSM: 1, 2 or 4 matrices; LEA: shift count; BMMA etc. */
    uint8_t  scale;             /* ADDR.scaled: bytes per index */
    uint8_t  address_bits;      /* memory: 32 or 64 (.E) */
    bool     ftz, sat;
    bool     extended;          /* .X, .EX: carry in */
    bool     wide, hi_result;   /* .WIDE, .HI */
    bool     left, wrap;        /* SHF.L, SHF.W (.R and clamped otherwise); SGXT.W, BMSK.W */
    bool     sx32;              /* LEA.HI.X.SX32 */
    bool     bf;                /* FSET.BF, HSET2.BF */
    bool     f32_accumulate;    /* HMMA: D and C are F32; HADD2.F32, HMUL2.F32, HFMA2.F32 */
    bool     acc;               /* VABSDIFF4.ACC and the like */
    bool     sh;                /* FLO.SH */
    bool     ntz, clear, inc;   /* F2I.NTZ; BMOV.CLEAR; CALL and RET without .NOINC, .NODEC */

    uint8_t  operand_count;
    struct sass_operand operand[SASS_MAX_OPERANDS];

    /* Operands by role, as numbers of operand[]: sources that are registers, constants or immediates; source predicates
     * but the guard; destination predicates. Destination registers are one operand, which is in write. */
    uint8_t  source_count, pred_source_count, pred_dst_count;
    uint8_t  source[SASS_MAX_SOURCES], pred_source[SASS_MAX_PREDS], pred_dst[SASS_MAX_PREDS];

    /* Vector registers in operand order, expanded; RZ stands for itself. The destination operands' are in write, all
     * others in read. */
    uint8_t  read_count, write_count;
    uint8_t  read[SASS_MAX_READS], write[SASS_MAX_WRITES];
    uint32_t read_reuse;        /* bit per entry of read: its operand has the reuse flag */

    /* Bit per predicate P0 to P6 and uniform predicate UP0 to UP6, guards included; uniform registers UR0 to UR62. */
    uint8_t  pred_read, pred_write, upred_read, upred_write;
    uint64_t ureg_read, ureg_write;

    /* control: bits 105 to 125 */
    uint8_t  stall;             /* cycles */
    bool     yield;
    uint8_t  write_barrier, read_barrier;   /* 0 to 5, 7: none */
    uint8_t  wait_mask;         /* bit per barrier */
    uint8_t  reuse;             /* bit per source slot A, B, C */
};

/* Decodes one instruction. Returns false if the opcode, a modifier or a field has no meaning that is known here; then
 * only lo, hi and pc are set. Never guesses. */
bool sass_decode(struct sass_insn *insn, uint64_t lo, uint64_t hi, uint64_t pc);

/* Fills in the operands' roles from operand[]: for an instruction that was put together by hand. Returns false if there
 * are more of a role than there is room for. */
bool sass_assign_roles(struct sass_insn *insn);

/* The n-th source, or NULL if there are not so many. */
static inline const struct sass_operand *sass_source(const struct sass_insn *insn, unsigned n)
{
    return n < insn->source_count ? &insn->operand[insn->source[n]] : NULL;
}

/* The official disassembly, such as "@!P0 IADD3 R4, P1, R2, 0x10, RZ ;": what nvdisasm prints between the address and
 * the encoding, without leading blanks. Returns its length; `size` at least 160 holds every instruction. */
size_t sass_text(const struct sass_insn *insn, char *text, size_t size);

/* Of an instruction that sass_decode() does not know: the name of its opcode, or NULL if not even that is known. */
const char *sass_unknown_name(uint64_t lo);

/* The opcode alone: "IADD3". With modifiers, as the disassembly prints it: "IADD3.X". */
const char *sass_op_name(unsigned op);
size_t sass_opcode_text(const struct sass_insn *insn, char *text, size_t size);

#endif
