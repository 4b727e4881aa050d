/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the arithmetic of machine instructions (compute_*.c) shares: operands with their modifiers resolved into plain
 * arrays of 32 lanes, so that the loops over lanes have no cases, and numbers taken apart for conversions.
 *
 * Uniform instructions run through the same functions: their operands are the same in all lanes, and lane 0 of the
 * result is the uniform result.
 */
#ifndef SUBCORE_COMPUTE_INTERNAL_H
#define SUBCORE_COMPUTE_INTERNAL_H

#include <string.h>

#include "compute.h"

typedef bool compute_function(const struct sass_insn *, const struct sass_inputs *, struct sass_outputs *);

/* One instruction group a file. All return false, with nothing written, for a variant that is not executed. */
compute_function
    /* compute_int.c */
    compute_iadd3, compute_imad, compute_lea, compute_iabs, compute_imnmx, compute_idp, compute_vabsdiff,
    compute_vabsdiff4,
    /* compute_bits.c */
    compute_mov, compute_sel, compute_lop3, compute_shf, compute_sgxt, compute_bmsk, compute_brev, compute_flo,
    compute_popc, compute_prmt,
    /* compute_predicate.c */
    compute_isetp, compute_plop3, compute_psign3, compute_p2r, compute_r2p,
    /* compute_float.c */
    compute_fadd, compute_fmul, compute_ffma, compute_fmnmx, compute_fsel, compute_fset, compute_fsetp, compute_fchk,
    compute_fswzadd,
    /* compute_mufu.c */
    compute_mufu,
    /* compute_double.c */
    compute_dadd, compute_dmul, compute_dfma, compute_dsetp,
    /* compute_half.c */
    compute_hadd2, compute_hmul2, compute_hfma2, compute_hset2, compute_hsetp2,
    /* compute_convert.c */
    compute_f2f, compute_f2i, compute_i2f, compute_frnd, compute_i2i, compute_i2ip,
    /* compute_tensor.c */
    compute_hmma, compute_imma, compute_bmma, compute_movm,
    /* compute_warp.c */
    compute_shfl, compute_vote, compute_match, compute_r2ur, compute_special, compute_lepc,
    /* compute_address.c */
    compute_address, compute_atom, compute_qspc, compute_constant, compute_taken, compute_nothing;

/* --- operands ----------------------------------------------------------------------------------------------------- */

extern const uint32_t compute_zeros[SASS_LANES];

/* Source n of the instruction, 32 lanes, as it stands: its first word. The result is `room` or a register of `in`.
 * Zeros if there are not so many sources. */
const uint32_t *compute_raw(const struct sass_insn *, const struct sass_inputs *in, unsigned n, uint32_t *room);

/* Source n as an integer: abs, then neg, and ~ applied. */
const uint32_t *compute_int(const struct sass_insn *, const struct sass_inputs *in, unsigned n, uint32_t *room);

/* Source n as F32: abs, then neg applied; subnormals flushed if insn.ftz. */
const uint32_t *compute_f32(const struct sass_insn *, const struct sass_inputs *in, unsigned n, uint32_t *room);

/* Source n of 64 bits, without and with a floating-point sign modifier. */
void compute_raw64(const struct sass_insn *, const struct sass_inputs *in, unsigned n, uint64_t wide[SASS_LANES]);
void compute_f64(const struct sass_insn *, const struct sass_inputs *in, unsigned n, uint64_t wide[SASS_LANES]);

/* Lanes in which source predicate n is true; all if there are not so many. */
uint32_t compute_pred(const struct sass_insn *, const struct sass_inputs *in, unsigned n);

/* Results: the first two words of the destination register; destination predicate n, if there is one. Single words go
 * to out->reg. */
void compute_put64(struct sass_outputs *, const uint64_t wide[SASS_LANES]);
void compute_put_pred(const struct sass_insn *, struct sass_outputs *, unsigned n, uint32_t lanes);

/* Whether the instruction writes a predicate. */
static inline bool compute_puts_pred(const struct sass_insn *insn)
{
    return insn->pred_write || insn->upred_write;
}

/* Bit l of the result: whether flag[l], 0 or 1, is 1. */
static inline uint32_t compute_gather(const uint32_t flag[SASS_LANES])
{
    uint32_t bits = 0;
    for (unsigned l = 0; l < SASS_LANES; l++)
        bits |= flag[l] << l;
    return bits;
}

/* a and b joined by AND, OR or XOR. */
static inline uint32_t compute_join(unsigned boolop, uint32_t a, uint32_t b)
{
    return boolop == SASS_OR ? a | b : boolop == SASS_XOR ? a ^ b : a & b;
}

/* A comparison from the lanes that are less, equal, greater and unordered: its number has a bit for each. */
static inline uint32_t compute_compare(unsigned cmp, uint32_t less, uint32_t equal, uint32_t greater,
                                       uint32_t unordered)
{
    return (cmp & 1 ? less : 0) | (cmp & 2 ? equal : 0) | (cmp & 4 ? greater : 0) | (cmp & 8 ? unordered : 0);
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

static const uint32_t compute_nan32 = 0x7fffffff;
static const uint64_t compute_nan64 = 0xfff8000000000000;
static const uint32_t compute_nan16 = 0x7fff;

static inline float compute_as_f32(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t compute_bits_f32(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double compute_as_f64(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t compute_bits_f64(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline uint32_t compute_flush32(uint32_t bits)
{
    return (bits & 0x7f800000) == 0 ? bits & 0x80000000 : bits;
}

/* F16 to F32, exactly (a NaN stays one). Subnormal halves become normal. */
static inline float compute_half_widen(uint32_t half)
{
    uint32_t magnitude = (half & 0x7fff) << 13;
    uint32_t bits = compute_bits_f32(compute_as_f32(magnitude) * 0x1p112f);
    bits = magnitude >= 0x0f800000 ? magnitude | 0x7f800000 : bits;
    return compute_as_f32(bits | (half & 0x8000) << 16);
}

/* F32 to F16, to nearest even, NaN to 0x7fff. Adding 0.5 to a magnitude below 2^-14 rounds it to a multiple of 2^-24
 * and leaves the number of them in the last bits of the fraction. */
static inline uint32_t compute_half_narrow(float value)
{
    uint32_t bits = compute_bits_f32(value), sign = bits & 0x80000000, size = bits ^ sign;
    uint32_t tiny = compute_bits_f32(compute_as_f32(size) + 0.5f) - 0x3f000000;
    uint32_t normal = (size - 0x38000000 + 0xfff + (size >> 13 & 1)) >> 13;
    uint32_t half = size < 0x38800000 ? tiny : size >= 0x47800000 ? 0x7c00 : normal;
    half |= sign >> 16;
    return size > 0x7f800000 ? compute_nan16 : half;
}

/* F64 to F32; inexact results get an odd last bit, so that rounding once more is right. */
static inline float compute_to_odd(double value)
{
    float nearest = (float)value;
    uint32_t bits = compute_bits_f32(nearest);
    double back = nearest;
    uint32_t away = (value < 0 ? value < back : value > back) ? 1 : UINT32_MAX, even = ~bits & 1;
    return compute_as_f32(back != value && value == value ? bits + (even ? away : 0) : bits);
}

/* Results of F32 arithmetic in place: .FTZ, .SAT (NaN becomes 0), and NaN. */
void compute_finish_f32(const struct sass_insn *, uint32_t result[SASS_LANES]);

/* Sets the rounding mode of the C library around a loop; to nearest is the normal one. The loop must be in a function
 * of its own that is not inlined, with its operands in memory. */
void compute_round_begin(unsigned round);
void compute_round_end(unsigned round);

/* --- numbers taken apart (compute_number.c) ----------------------------------------------------------------------- */

enum number_kind { NUMBER_FINITE, NUMBER_INFINITE, NUMBER_NAN };

/* (-1)^sign * fraction * 2^exponent. */
struct number {
    uint8_t kind;
    bool sign;
    int exponent;
    uint64_t fraction;
};

/* Of type F16, F32, F64, or an integer type of up to 64 bits, from the low bits of `bits`. */
struct number number_read(unsigned type, uint64_t bits);

/* To a floating-point type, rounded once. */
uint64_t number_write(struct number, unsigned type, unsigned round);

/* To an integer; out of range saturates, NaN becomes 0 if ntz, else 1 followed by zeros. Signed types narrower than 32
 * bits are sign-extended to 32. */
uint64_t number_to_int(struct number, unsigned type, unsigned round, bool ntz);

/* The nearest whole number in the direction of `round`. */
struct number number_whole(struct number, unsigned round);

/* Bits of a type, and whether it is a signed integer or floating point. */
unsigned compute_type_bits(unsigned type);
bool compute_type_signed(unsigned type);
bool compute_type_float(unsigned type);

#endif
