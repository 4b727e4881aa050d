/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Matrix instructions on fragments as PTX defines them for mma: lane l holds parts of row l / 4 of A, C and D, and of
 * column l / 4 of B; which columns (of B: rows), l % 4 says. All 32 lanes take part, whatever the mask says: lanes
 * that do not execute contribute what their registers hold.
 *
 * HMMA. The products are exact; they are summed with C in F64, in order of k, and rounded once to the format of D. The
 * hardware adds the aligned terms with fewer bits and truncates; its last bits are not published, so this is a choice
 * of the model.
 */
#include "compute_internal.h"

/* Register `word` of source n. */
static const uint32_t *part(const struct sass_insn *insn, const struct sass_inputs *in, unsigned n, unsigned word)
{
    const struct sass_operand *o = sass_source(insn, n);
    return o && o->kind == SASS_REG && word < o->regs ? in->reg[o->position + word] : compute_zeros;
}

static uint32_t narrow(double value)
{
    return compute_half_narrow(compute_to_odd(value));
}

/* D, A, B, C: 16 x 8, 16 x 8, 8 x 8, 16 x 8. A lane holds two neighbours of row l / 4, then of the row 8 below. */
bool compute_hmma(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    double a[16][8], b[8][8], d[16][8];
    const uint32_t *a_part[2], *c_part[4], *b_part = part(insn, in, 1, 0);
    bool f32 = insn->f32_accumulate;
    if (insn->mode != SASS_MMA_1688)
        return false;
    for (unsigned i = 0; i < 4; i++) {
        a_part[i % 2] = part(insn, in, 0, i % 2);
        c_part[i] = part(insn, in, 2, i);
    }
    for (unsigned l = 0; l < SASS_LANES; l++)
        for (unsigned e = 0; e < 4; e++) {
            unsigned row = l / 4 + 8 * (e / 2), column = 2 * (l % 4) + e % 2, shift = 16 * (e % 2);
            a[row][column] = compute_half_widen(a_part[e / 2][l] >> shift & 0xffff);
            d[row][column] = f32 ? compute_as_f32(c_part[e][l])
                                 : compute_half_widen(c_part[e / 2][l] >> shift & 0xffff);
            if (e < 2)
                b[column][l / 4] = compute_half_widen(b_part[l] >> shift & 0xffff);
        }
    for (unsigned row = 0; row < 16; row++)
        for (unsigned k = 0; k < 8; k++)
            for (unsigned column = 0; column < 8; column++)
                d[row][column] += a[row][k] * b[k][column];
    for (unsigned e = 0; e < (f32 ? 4u : 2u); e++) {
        uint32_t *result = out->reg[e];
        for (unsigned l = 0; l < SASS_LANES; l++) {
            const double *row = d[l / 4 + 8 * (f32 ? e / 2 : e)], *pair = &row[2 * (l % 4)];
            float value = (float)pair[e % 2];
            if (f32)
                result[l] = value == value ? compute_bits_f32(value) : compute_nan32;
            else
                result[l] = narrow(pair[0]) | narrow(pair[1]) << 16;
        }
    }
    return true;
}

/* The elements of a word, 4 of 8 bits or 8 of 4. */
static void take_apart(uint32_t word, unsigned type, int32_t *element)
{
    unsigned bits = type == SASS_S4 || type == SASS_U4 ? 4 : 8;
    uint32_t top = compute_type_signed(type) ? 1u << (bits - 1) : 0;
    for (unsigned i = 0; i < 32 / bits; i++)
        element[i] = (int32_t)(((word >> i * bits & ((1u << bits) - 1)) ^ top) - top);
}

enum { MOST_K = 32 };

/* D, A, B, C: 8 x 8, 8 x k, k x 8, 8 x 8; k is 16 for bytes, 32 for nibbles. A lane holds as many neighbours along k as
 * a word has, and two neighbours of a row of C. Sums wrap, or saturate to S32 with .SAT. */
bool compute_imma(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    int32_t a[8][MOST_K] = {0}, b[8][MOST_K] = {0};     /* B by columns; what k leaves over is 0 */
    unsigned per_word = insn->mode == SASS_MMA_8832 ? 8 : 4;
    if (insn->mode != SASS_MMA_8816 && insn->mode != SASS_MMA_8832)
        return false;
    for (unsigned l = 0; l < SASS_LANES; l++) {
        take_apart(part(insn, in, 0, 0)[l], insn->type, &a[l / 4][per_word * (l % 4)]);
        take_apart(part(insn, in, 1, 0)[l], insn->type2, &b[l / 4][per_word * (l % 4)]);
    }
    for (unsigned l = 0; l < SASS_LANES; l++)
        for (unsigned e = 0; e < 2; e++) {
            const int32_t *row = a[l / 4], *column = b[2 * (l % 4) + e];
            int32_t products = 0;
            for (unsigned k = 0; k < MOST_K; k++)
                products += row[k] * column[k];
            int64_t sum = (int64_t)products + (int32_t)part(insn, in, 2, e)[l];
            if (insn->sat)
                sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
            out->reg[e][l] = (uint32_t)sum;
        }
    return true;
}

/* D, A, B, C: as IMMA with k = 128 single bits, which are xored and counted. */
bool compute_bmma(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    const uint32_t *a = part(insn, in, 0, 0), *b = part(insn, in, 1, 0);
    if (insn->mode != SASS_MMA_88128)
        return false;
    for (unsigned l = 0; l < SASS_LANES; l++)
        for (unsigned e = 0; e < 2; e++) {
            uint32_t sum = part(insn, in, 2, e)[l];
            for (unsigned word = 0; word < 4; word++)
                sum += (uint32_t)__builtin_popcount(a[l / 4 * 4 + word] ^ b[(2 * (l % 4) + e) * 4 + word]);
            out->reg[e][l] = sum;
        }
    return true;
}

/* D, A: an 8 x 8 matrix of 16-bit elements, transposed. */
bool compute_movm(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    const uint32_t *a = part(insn, in, 0, 0);
    uint32_t *d = out->reg[0];
    for (unsigned l = 0; l < SASS_LANES; l++) {
        unsigned column = l / 4, row = 2 * (l % 4), shift = 16 * (column % 2);
        uint32_t low = a[4 * row + column / 2] >> shift & 0xffff;
        uint32_t high = a[4 * (row + 1) + column / 2] >> shift & 0xffff;
        d[l] = high << 16 | low;
    }
    return true;
}
