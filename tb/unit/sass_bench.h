/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the tests of the machine code's arithmetic share: one instruction, its inputs and its outputs. begin() decodes
 * a real encoding of the opcode, so that the operands stand where the decoder puts them; the test then says, role by
 * role, what they are. The source registers are regs[0], regs[1], ... in the order of the operands.
 */
#ifndef SUBCORE_SASS_BENCH_H
#define SUBCORE_SASS_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/sass/compute.h"

enum { ROUNDS = 64, P0 = 0, P1 = 1, P2 = 2, P3 = 3, PT = SASS_PT };

static struct sass_insn insn;
static struct sass_inputs in;
static struct sass_outputs out;
static uint32_t regs[SASS_MAX_READS][SASS_LANES];
static uint32_t preds[8];
static uint64_t state;
static unsigned given, given_preds, given_results;     /* sources, source and destination predicates */
static unsigned at;             /* number of the operand that was given last */

/* One encoding of each opcode, as ptxas writes it; those of R2UR and FSWZADD are put together by the opcode table. */
static const struct { uint64_t hi, lo; uint16_t op; } real[] = {
    {0x000fc60000000000, 0x3f80000002027421, SASS_FADD},        /* FADD R2, R2, 1 ; */
    {0x008e620000000000, 0x0000000403007302, SASS_FCHK},        /* FCHK P0, R3, R4 ; */
    {0x000fe40000000008, 0x3f80000007087823, SASS_FFMA},        /* FFMA R8, R7, 1, R8 ; */
    {0x004fd00003800000, 0x0000000304097209, SASS_FMNMX},       /* FMNMX R9, R4, R3, PT ; */
    {0x000fe40000400000, 0x4040000002067820, SASS_FMUL},        /* FMUL R6, R2, 3 ; */
    {0x000fe20000000000, 0x3f80000004047808, SASS_FSEL},        /* FSEL R4, R4, 1, P0 ; */
    {0x000fe40003802200, 0x7f8000000407780a, SASS_FSET},        /* FSET.BF.EQ.AND R7, |R4|, +INF , PT ; */
    {0x000fe40003f04000, 0x3f8000000700780b, SASS_FSETP},       /* FSETP.GT.AND P0, PT, R7, 1, PT ; */
    {0x00321e0000001000, 0x0000000600067308, SASS_MUFU},        /* MUFU.RCP R6, R6 ; */
    {0x000fd00000000000, 0x0000000607067230, SASS_HADD2},       /* HADD2 R6, R7, R6 ; */
    {0x000fd0000000000d, 0x0000000809087231, SASS_HFMA2},       /* HFMA2 R8, R9, R8, R13 ; */
    {0x000fd00000000000, 0x0000000607067232, SASS_HMUL2},       /* HMUL2 R6, R7, R6 ; */
    {0x000fc80003802000, 0x0000000809087233, SASS_HSET2},       /* HSET2.EQ.AND R8, R9, R8, PT ; */
    {0x000fd00003908000, 0x0000000202007234, SASS_HSETP2},      /* HSETP2.NAN.AND P0, P1, R2, R2, PT ; */
    {0x000e220000000000, 0x3ff0000006087429, SASS_DADD},        /* DADD R8, R6, 1 ; */
    {0x00204a0000000006, 0x3ff000000404742b, SASS_DFMA},        /* DFMA R4, R4, R6, 1 ; */
    {0x020e480000000000, 0x4010000004047828, SASS_DMUL},        /* DMUL R4, R4, 4 ; */
    {0x000e480003f24000, 0x000000040200722a, SASS_DSETP},       /* DSETP.GT.AND P1, PT, R2, R4, PT ; */
    {0x000b6c0000001010, 0x000000070408723c, SASS_HMMA},        /* HMMA.1688.F32 R8, R4, R7, R16 ; */
    {0x000ea4000038140a, 0x0000000500047237, SASS_IMMA},        /* IMMA.8832.S4.U4 R4, R0.ROW, R5.COL, R10 ; */
    {0x004e34000001040a, 0x00000007040a723d, SASS_BMMA},        /* BMMA.88128.XOR.POPC R10, R4.ROW, R7.COL, R10 ; */
    {0x000ea80000000000, 0x000000000409723a, SASS_MOVM},        /* MOVM.16.MT88 R9, R4 ; */
    {0x000fe40000000000, 0x000000080d09721b, SASS_BMSK},        /* BMSK R9, R13, R8 ; */
    {0x000f700000000000, 0x0000000600077301, SASS_BREV},        /* BREV R7, R6 ; */
    {0x008e6200000e0200, 0x0000000500077300, SASS_FLO},         /* FLO R7, R5 ; */
    {0x000fe40000000000, 0x0000000700097213, SASS_IABS},        /* IABS R9, R7 ; */
    {0x001fe20007ffe005, 0x0000000407077210, SASS_IADD3},       /* IADD3 R7, R7, R4, R5 ; */
    {0x000fc80000000406, 0x00000005020b7226, SASS_IDP},         /* IDP.4A.U8.S8 R11, R2, R5, R6 ; */
    {0x000fe400078e0207, 0x0000000400007224, SASS_IMAD},        /* IMAD R0, R0, R4, R7 ; */
    {0x004fc80003800200, 0x0000000304007217, SASS_IMNMX},       /* IMNMX R0, R4, R3, PT ; */
    {0x000fd80003f05300, 0x000000070500720c, SASS_ISETP},       /* ISETP.NE.AND.EX P0, PT, R5, R7, PT, P0 ; */
    {0x000fd000078e08ff, 0x0000000005057211, SASS_LEA},         /* LEA R5, R5, R0, 0x1 ; */
    {0x000fd000078eb807, 0x0000000006077212, SASS_LOP3},        /* LOP3.LUT R7, R6, R0, R7, 0xb8, !PT ; */
    {0x000e620000000000, 0x0000000700077309, SASS_POPC},        /* POPC R7, R7 ; */
    {0x000fc60000000200, 0x00000005020a721a, SASS_SGXT},        /* SGXT R10, R2, R5 ; */
    {0x004fd00000001605, 0x00000006020b7219, SASS_SHF},         /* SHF.R.U32 R11, R2, R6, R5 ; */
    {0x004fd000000e0206, 0x00000005020b7214, SASS_VABSDIFF},    /* VABSDIFF R11, R2, R5, R6 ; */
    {0x004fd000000e0806, 0x00000005020b7215, SASS_VABSDIFF4},   /* VABSDIFF4.U8.ACC R11, R2, R5, R6 ; */
    {0x002e620000301000, 0x0000000800087310, SASS_F2F},         /* F2F.F32.F64 R8, R8 ; */
    {0x004e2e0000301100, 0x0000000200077311, SASS_F2I},         /* F2I.F64 R7, R2 ; */
    {0x004e2e0000201000, 0x0000000200077307, SASS_FRND},        /* FRND R7, R2 ; */
    {0x000ff00000201400, 0x0000000800097306, SASS_I2F},         /* I2F R9, R8 ; */
    {0x004fc80000001000, 0x0000000400087238, SASS_I2I},         /* I2I.S8.S32.SAT R8, R4 ; */
    {0x000fe20000000006, 0x0000000500007239, SASS_I2IP},        /* I2IP.U8.S32.SAT R0, R0, R5, R6 ; */
    {0x000fd00000000007, 0x0000000506077216, SASS_PRMT},        /* PRMT R7, R6, R5, R7 ; */
    {0x000fe40000000000, 0x0000000806047207, SASS_SEL},         /* SEL R4, R6, R8, P0 ; */
    {0x000e22000000000a, 0x0400000b08087389, SASS_SHFL},        /* SHFL.UP P0, R8, R8, R11, R10 ; */
    {0x000fe40000000000, 0x00000001ff3a7803, SASS_P2R},         /* P2R R58, PR, RZ, 0x1 ; */
    {0x003fde000070e170, 0x000000000000781c, SASS_PLOP3},       /* PLOP3.LUT P0, PT, P0, PT, PT, 0x8, 0x0 ; */
    {0x000fe40000700800, 0x000000050200721f, SASS_PSIGN3},      /* PSIGN3.LUT P0, R2, R5, R0, 0x8 ; */
    {0x000fe20000000000, 0x0000000308007804, SASS_R2P},         /* R2P PR, R8, 0x3 ; */
    {0x000e2200000e8000, 0x00000000060673a1, SASS_MATCH},       /* MATCH.ANY R6, R6 ; */
    {0x001fe200038e0100, 0x0000000000037806, SASS_VOTE},        /* VOTE.ANY R3, PT, PT ; */
    {0x000fc6000ff1e03f, 0x0000000404047890, SASS_UIADD3},      /* UIADD3 UR4, UP0, UR4, 0x4, URZ ; */
    {0x000fca000f8e023f, 0x00000004050478a5, SASS_UIMAD},       /* UIMAD.WIDE UR4, UR5, 0x4, URZ ; */
    {0x000fe40000000800, 0x0000000000077ab9, SASS_ULDC},        /* ULDC UR7, c[0x0][0x0] ; */
    {0x00006200001ee900, 0x0000000002057381, SASS_LDG},         /* LDG.E.SYS R5, [R2] ; */
    {0x000e240000001800, 0x0000000002067984, SASS_LDS},         /* LDS.U R6, [R2] ; */
    {0x000fea0000800000, 0x000000e000000947, SASS_BRA},         /* @P0 BRA P1, 0xac0 ; */
    {0x100f4200019e01ff, 0x30005a0804047b60, SASS_TEX},         /* TEX.SCR.LL RZ, R4, R4, R8, 0x0, 0x5a, 2D, 0x1 ; */
    {0x000ea200009105ff, 0x000000040204738a, SASS_ATOM},        /* ATOM.E.MIN.64.STRONG.CTA P0, R4, [R2], R4 ; */
    {0x000ea400081f4144, 0x00000002ff0079a8, SASS_ATOMG},       /* ATOMG.E.ADD.STRONG.GPU PT, R0, [UR4], R2 ; */
    {0x000e240000020500, 0x0000000002ff73aa, SASS_QSPC},        /* QSPC.E.S P1, RZ, [R2] ; */
    {0x000fe200000e0000, 0x00000000020473c2, SASS_R2UR},        /* R2UR UR4, R2 ; */
    {0x000fe20000000005, 0x000000c604047822, SASS_FSWZADD}      /* FSWZADD R4, R4, R5, ZPPPNPPN ; */
};

static inline uint64_t draw(void)
{
    state += 0x9e3779b97f4a7c15;
    uint64_t z = state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* A random number with a random number of bits, often one at an edge. */
static inline uint64_t draw_int(void)
{
    static const uint64_t edges[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, INT64_MAX, UINT64_MAX};
    return draw() % 4 ? draw() >> draw() % 64 : edges[draw() % 8];
}

/* The operands become placeholders: registers without a number, PT, no signs. */
static inline void begin(unsigned op)
{
    struct sass_insn decoded = {0};
    for (size_t i = 0; i < sizeof real / sizeof *real; i++)
        if (real[i].op == op)
            assert_true(sass_decode(&decoded, real[i].lo, real[i].hi, 0));
    assert_int_equal(decoded.op, op);
    memset(&insn, 0, sizeof insn);
    memset(&in, 0, sizeof in);
    memset(&out, 0x5a, sizeof out);
    insn.op = (uint16_t)op;
    insn.scale = op == SASS_FMUL ? 4 : 1;
    insn.operand_count = decoded.operand_count;
    for (unsigned i = 0; i < insn.operand_count; i++) {
        const struct sass_operand *o = &decoded.operand[i];
        bool predicate = o->kind == SASS_PRED || o->kind == SASS_UPRED;
        insn.operand[i] = (struct sass_operand){.kind = o->kind, .dst = o->dst, .reg = predicate ? SASS_PT : 0};
    }
    assert_true(sass_assign_roles(&insn));
    given = given_preds = given_results = at = 0;
    in.mask = UINT32_MAX;
    in.upred = 0x80;
    preds[PT] = UINT32_MAX;
}

/* The only operand of a kind; or the destination. */
static inline struct sass_operand *the(unsigned kind, bool dst)
{
    for (at = 0; at < insn.operand_count; at++)
        if (insn.operand[at].kind == kind && insn.operand[at].dst == dst)
            return &insn.operand[at];
    fail_msg("opcode %s has no such operand", sass_op_name(insn.op));
    return NULL;
}

static inline void to(unsigned count)
{
    struct sass_operand *o = the(SASS_REG, true);
    o->regs = (uint8_t)count;
    insn.write_count = (uint8_t)count;
}

static inline void to_pred(unsigned number)
{
    assert_true(given_results < insn.pred_dst_count);
    struct sass_operand *o = &insn.operand[insn.pred_dst[given_results++]];
    o->reg = (uint8_t)number;
    *(o->kind == SASS_PRED ? &insn.pred_write : &insn.upred_write) |= (uint8_t)(1u << number & 0x7f);
}

static inline struct sass_operand *from_pred(unsigned number, bool inverted)
{
    assert_true(given_preds < insn.pred_source_count);
    struct sass_operand *o = &insn.operand[insn.pred_source[given_preds++]];
    o->reg = (uint8_t)number;
    o->inv = inverted;
    return o;
}

/* The next source. */
static inline struct sass_operand *from_next(unsigned kind)
{
    assert_true(given < insn.source_count);
    at = insn.source[given++];
    insn.operand[at].kind = (uint8_t)kind;
    return &insn.operand[at];
}

/* The next `count` of regs are the next source. */
static inline struct sass_operand *from(unsigned count)
{
    struct sass_operand *o = from_next(SASS_REG);
    o->regs = (uint8_t)count;
    o->position = insn.read_count;
    insn.read_count = (uint8_t)(insn.read_count + count);
    return o;
}

static inline struct sass_operand *from_imm(uint64_t value)
{
    struct sass_operand *o = from_next(SASS_IMM);
    o->value = (int64_t)value;
    in.scalar[at] = value;
    return o;
}

/* The n-th source. */
static inline struct sass_operand *operand(unsigned n)
{
    assert_true(n < insn.source_count);
    return &insn.operand[insn.source[n]];
}

/* Values of the next instruction's operand registers, the same in all lanes. */
static inline void set(unsigned reg, uint32_t value)
{
    for (unsigned l = 0; l < SASS_LANES; l++)
        regs[reg][l] = value;
}

static inline void set64(unsigned reg, uint64_t value)
{
    set(reg, (uint32_t)value);
    set(reg + 1, (uint32_t)(value >> 32));
}

static inline void run(void)
{
    for (unsigned i = 0; i < SASS_MAX_READS; i++)
        in.reg[i] = regs[i];
    memcpy(in.pred, preds, sizeof preds);
    assert_int_equal(given, insn.source_count);
    assert_true(sass_executable(&insn));
    assert_true(sass_compute(&insn, &in, &out));
    for (unsigned p = 0; p < 7; p++)
        if (insn.pred_write >> p & 1)
            preds[p] = out.pred[p];
}

static inline uint64_t result64(void)
{
    return (uint64_t)out.reg[1][0] << 32 | out.reg[0][0];
}

static inline uint32_t f32(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float as_f32(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t f64(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double as_f64(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Op D with `count` sources of one register, from regs[0] on. */
static inline void simple(unsigned op, unsigned count)
{
    begin(op);
    to(1);
    for (unsigned i = 0; i < count; i++)
        from(1);
}

static inline uint32_t unary(unsigned op, uint32_t a)
{
    simple(op, 1);
    set(0, a);
    run();
    return out.reg[0][0];
}

/* Seed: of the environment, else fixed; printed, so that a failure can be repeated. */
static inline int seed(void **unused)
{
    const char *text = getenv("SEED");
    (void)unused;
    state = text ? strtoull(text, NULL, 0) : 1;
    print_message("seed %llu\n", (unsigned long long)state);
    return 0;
}

#endif
