/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a machine instruction does with values: a function of its operands alone. The executor calls it with the
 * registers of its warps, the execution units around the sub-core with the operands that the RTL or the model has
 * delivered; both thus run the same arithmetic on values that took different ways.
 *
 * It covers everything but memory, control flow and the state of a warp. Of memory instructions it computes the
 * addresses; of control flow instructions the condition.
 */
#ifndef SUBCORE_COMPUTE_H
#define SUBCORE_COMPUTE_H

#include <stdbool.h>
#include <stdint.h>

#include "sass.h"

enum { SASS_LANES = 32 };

/* Windows of the generic address space: what lies in none of them is global memory. */
#define SASS_SHARED_WINDOW UINT64_C(0x7f6000000000)
#define SASS_LOCAL_WINDOW  UINT64_C(0x7f6100000000)
#define SASS_WINDOW_BYTES  UINT64_C(0x1000000)

/* Where a generic address lies. */
static inline enum sass_mode sass_space(uint64_t address)
{
    return address - SASS_SHARED_WINDOW < SASS_WINDOW_BYTES ? SASS_SPACE_SHARED
         : address - SASS_LOCAL_WINDOW < SASS_WINDOW_BYTES ? SASS_SPACE_LOCAL : SASS_SPACE_GLOBAL;
}

/* What an instruction takes in. */
struct sass_inputs {
    uint32_t mask;                          /* lanes that execute: active, and the guard predicate is true */
    const uint32_t *reg[SASS_MAX_READS];    /* insn.read[i]: 32 lanes each; zeros for RZ */
    uint64_t scalar[SASS_MAX_OPERANDS];     /* operands of kind UREG, IMM, FIMM, CONST (without register), UCONST,
                                               and an ADDR's uniform part (ureg): their value, before neg, abs and inv;
                                               64 bits wide where the operand is, else zero-extended from 32 */
    uint32_t pred[8];                       /* lanes in which P0 to P6 are true; [7], PT, is all ones */
    uint8_t  upred;                         /* bit per UP0 to UP6; bit 7, UPT, is one */
    const uint32_t *special;                /* S2R, CS2R, S2UR, B2R, BMOV, P2R's carry: the special register's value, 32
                                               lanes; of a 64-bit one the low words, then the high words */
};

/* What it gives. Lanes outside the mask hold anything. */
struct sass_outputs {
    uint32_t reg[SASS_MAX_WRITES][SASS_LANES];  /* insn.write[i] */
    uint32_t pred[8];                       /* lanes of predicates: [p] where insn.pred_write has bit p */
    uint8_t  upred;                         /* bits where insn.upred_write has them */
    uint64_t ureg;                          /* uniform result; the upper half is the second register's */
    uint64_t address[SASS_LANES];           /* memory: byte address in its space. 32-bit and shared, local and constant
                                               addresses wrap at 32 bits. LDSM: the row address of each lane */
    uint32_t taken;                         /* BRA, EXIT, BREAK, ...: lanes of the mask whose condition operands
                                               (beside the guard) are true */
};

/* Computes one instruction. Returns false if the opcode, or this variant of it, is decoded but not executed (texture,
 * surface); nothing is written then. Loads and atomics leave reg alone: their values come from memory.
 *
 * Arithmetic. IEEE 754 in all four rounding modes, subnormals kept unless .FTZ (then flushed to signed zero at input
 * and output); a NaN result is 0x7fffffff (F32), 0x7fff (F16), 0xfff8000000000000 (F64) as on the hardware. Fused
 * multiply-adds round once. MUFU and the tensor instructions are approximations on the hardware whose last bits NVIDIA
 * does not publish: see the functions. */
bool sass_compute(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out);

/* Whether sass_compute(), or the executor for memory and control flow, knows the instruction: and whether
 * sass_compute() then gives every result that the decoder lists in write, pred_write, upred_write and ureg_write, but
 * for the registers of those instructions that sass_given() names. */
bool sass_executable(const struct sass_insn *insn);
/* Whether they know the opcode, with some modifiers at least. */
bool sass_executed(unsigned op);

/* Whether its registers come from the executor: loads, atomics, barriers. */
bool sass_given(const struct sass_insn *insn);

/* One atomic operation on a value in memory. type is insn.type (U32, S32, U64, S64, F16X2, F32, F64), mode insn.mode;
 * `b` is the operand, of CAS the value to store, `compare` what CAS compares with. Returns the new value. */
uint64_t sass_atomic(unsigned mode, unsigned type, bool ftz, uint64_t old, uint64_t b, uint64_t compare);

#endif
