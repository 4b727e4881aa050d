/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of sass_compute(): operands as lanes of words. */
#ifndef SUBCORE_ALU_H
#define SUBCORE_ALU_H

#include <string.h>

#include "compute.h"

typedef uint32_t lanes32[SASS_LANES];
typedef uint64_t lanes64[SASS_LANES];

/* One instruction's values. */
struct job {
    const struct sass_insn *insn;
    const struct sass_inputs *in;
    struct sass_outputs *out;
};

typedef bool (*compute_function)(const struct job *);

static inline bool is_register(const struct sass_operand *o)
{
    return o->kind == SASS_REG;
}

/* The low words of operand `n`, as they are: a register's lanes, or a scalar in every lane (in `room`). */
static inline const uint32_t *words(const struct job *j, unsigned n, lanes32 room)
{
    const struct sass_operand *o = &j->insn->operand[n];
    if (is_register(o))
        return j->in->reg[o->position];
    uint32_t value = (uint32_t)j->in->scalar[n];
    for (unsigned l = 0; l < SASS_LANES; l++)
        room[l] = value;
    return room;
}

/* Operand `n` as 64-bit values: two registers, or a scalar. A single register is zero-extended. */
static inline void wide_words(const struct job *j, unsigned n, lanes64 to)
{
    const struct sass_operand *o = &j->insn->operand[n];
    if (!is_register(o)) {
        for (unsigned l = 0; l < SASS_LANES; l++)
            to[l] = j->in->scalar[n];
        return;
    }
    const uint32_t *low = j->in->reg[o->position], *high = o->regs > 1 ? j->in->reg[o->position + 1] : NULL;
    for (unsigned l = 0; l < SASS_LANES; l++)
        to[l] = low[l] | (high ? (uint64_t)high[l] << 32 : 0);
}

/* Lanes in which predicate operand `n` is true. */
static inline uint32_t predicate(const struct job *j, unsigned n)
{
    const struct sass_operand *o = &j->insn->operand[n];
    uint32_t value = o->kind == SASS_UPRED ? (j->in->upred >> o->reg & 1 ? UINT32_MAX : 0) : j->in->pred[o->reg];
    return o->inv ? ~value : value;
}

/* Sets destination predicate operand `n`; uniform ones take lane 0. */
static inline void set_predicate(const struct job *j, unsigned n, uint32_t value)
{
    const struct sass_operand *o = &j->insn->operand[n];
    if (o->reg == SASS_PT)
        return;
    if (o->kind == SASS_UPRED)
        j->out->upred = (uint8_t)((j->out->upred & ~(1u << o->reg)) | (value & 1) << o->reg);
    else
        j->out->pred[o->reg] = value;
}

/* Two 64-bit results' words. */
static inline void put_wide(const struct job *j, const lanes64 value)
{
    for (unsigned l = 0; l < SASS_LANES; l++) {
        j->out->reg[0][l] = (uint32_t)value[l];
        j->out->reg[1][l] = (uint32_t)(value[l] >> 32);
    }
}

/* Whether the instruction works on uniform registers: then lane 0 is computed, and that is the result. */
static inline bool is_uniform_op(const struct sass_insn *insn)
{
    return insn->op >= SASS_UBMSK && insn->op <= SASS_USHF;
}

/* alu_int.c */
bool compute_iadd3(const struct job *), compute_imad(const struct job *), compute_lea(const struct job *),
     compute_isetp(const struct job *), compute_imnmx(const struct job *), compute_iabs(const struct job *),
     compute_idp(const struct job *), compute_vabsdiff4(const struct job *), compute_i2i(const struct job *),
     compute_i2ip(const struct job *);
/* alu_bits.c */
bool compute_lop3(const struct job *), compute_plop3(const struct job *), compute_shf(const struct job *),
     compute_popc(const struct job *), compute_flo(const struct job *), compute_brev(const struct job *),
     compute_bmsk(const struct job *), compute_sgxt(const struct job *), compute_prmt(const struct job *),
     compute_sel(const struct job *), compute_mov(const struct job *);
/* alu_warp.c */
bool compute_p2r(const struct job *), compute_r2p(const struct job *), compute_shfl(const struct job *),
     compute_vote(const struct job *), compute_match(const struct job *), compute_r2ur(const struct job *),
     compute_movm(const struct job *), compute_special(const struct job *), compute_lepc(const struct job *);
/* alu_float.c, alu_double.c, alu_half.c, alu_convert.c, alu_tensor.c */
bool compute_fadd(const struct job *), compute_fmul(const struct job *), compute_ffma(const struct job *),
     compute_fmnmx(const struct job *), compute_fsel(const struct job *), compute_fset(const struct job *),
     compute_fsetp(const struct job *), compute_fchk(const struct job *), compute_fswzadd(const struct job *),
     compute_mufu(const struct job *);
bool compute_dadd(const struct job *), compute_dmul(const struct job *), compute_dfma(const struct job *),
     compute_dsetp(const struct job *);
bool compute_hadd2(const struct job *), compute_hmul2(const struct job *), compute_hfma2(const struct job *),
     compute_hset2(const struct job *), compute_hsetp2(const struct job *);
bool compute_f2f(const struct job *), compute_f2i(const struct job *), compute_i2f(const struct job *),
     compute_frnd(const struct job *);
bool compute_hmma(const struct job *), compute_imma(const struct job *), compute_bmma(const struct job *);
/* alu.c */
bool compute_address(const struct job *), compute_taken(const struct job *), compute_nothing(const struct job *),
     compute_const(const struct job *);

/* Comparison of two numbers: less, equal, greater or unordered. */
enum relation { LESS = 1, EQUAL = 2, GREATER = 4, UNORDERED = 8 };
bool compute_holds(unsigned cmp, unsigned relation);
uint32_t compute_combine(unsigned boolop, uint32_t a, uint32_t b);

/* Floating point. Operations in another rounding mode than the usual one; results of operations on narrower numbers,
 * rounded once: `rest` is what the double lacks to the exact value. */
double   compute_rounded(char operation, double a, double b, double c, unsigned round);
float    compute_rounded_float(char operation, float a, float b, float c, unsigned round);
double   compute_to_odd(double value, double rest);
uint16_t compute_to_half(double value, unsigned round);

static inline float as_float(uint32_t x)
{
    float f;
    memcpy(&f, &x, sizeof f);
    return f;
}

static inline uint32_t as_word(float f)
{
    uint32_t x;
    memcpy(&x, &f, sizeof x);
    return x;
}

static inline double as_double(uint64_t x)
{
    double d;
    memcpy(&d, &x, sizeof d);
    return d;
}

static inline uint64_t as_bits(double d)
{
    uint64_t x;
    memcpy(&x, &d, sizeof x);
    return x;
}

/* A subnormal becomes a zero of its sign. */
static inline uint32_t flush32(uint32_t x)
{
    return x & 0x7f800000 ? x : x & 0x80000000;
}

#endif
