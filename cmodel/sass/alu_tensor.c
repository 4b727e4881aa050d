/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Matrix instructions. Lane l holds row or column l / 4 of a fragment, of it the elements that l % 4 selects, as the PTX
 * documentation of mma draws them.
 *
 * HMMA: products of halves are exact; they and the addend are summed in double precision and rounded once to the type
 * of the result. The hardware aligns the terms to the largest one and truncates; its results differ in the last bits.
 */
#include "alu.h"
#include "reference.h"

#define EACH_LANE(l) for (unsigned l = 0; l < SASS_LANES; l++)

static const uint32_t *reg(const struct job *j, unsigned operand, unsigned n)
{
    return j->in->reg[j->insn->operand[operand].position + n];
}

static double half_of(uint32_t word, unsigned high)
{
    return half_to_float((uint16_t)(high ? word >> 16 : word));
}

/* D(16 x 8) = A(16 x 8) B(8 x 8) + C. Registers of A: rows l / 4 and l / 4 + 8; of D likewise, two columns each. */
bool compute_hmma(const struct job *j)
{
    double a[16][8], b[8][8];
    bool wide = j->insn->f32_accumulate;
    EACH_LANE(l)
        for (unsigned h = 0; h < 2; h++) {
            a[l / 4][2 * (l % 4) + h] = half_of(reg(j, 1, 0)[l], h);
            a[l / 4 + 8][2 * (l % 4) + h] = half_of(reg(j, 1, 1)[l], h);
            b[2 * (l % 4) + h][l / 4] = half_of(reg(j, 2, 0)[l], h);
        }
    EACH_LANE(l)
        for (unsigned e = 0; e < 4; e++) {
            unsigned row = l / 4 + 8 * (e / 2), column = 2 * (l % 4) + e % 2;
            double sum = wide ? as_float(reg(j, 3, e)[l]) : half_of(reg(j, 3, e / 2)[l], e % 2);
            for (unsigned k = 0; k < 8; k++)
                sum += a[row][k] * b[k][column];
            if (wide) {
                float f = (float)sum;
                j->out->reg[e][l] = f != f ? 0x7fffffff : as_word(f);
            } else {
                uint32_t half = compute_to_half(sum, SASS_RN);
                uint32_t *d = &j->out->reg[e / 2][l];
                *d = e % 2 ? (*d & 0xffff) | half << 16 : half;
            }
        }
    return true;
}

/* Element k of a fragment's row. */
static int32_t element(uint32_t word, unsigned k, uint8_t type)
{
    bool four = type == SASS_U4 || type == SASS_S4, is_signed = type == SASS_S8 || type == SASS_S4;
    uint32_t value = four ? word >> 4 * k & 15 : word >> 8 * k & 255, top = four ? 8 : 128;
    return (int32_t)(is_signed ? (value ^ top) - top : value);
}

/* D(8 x 8) = A(8 x 16 or 32) B + C of bytes or nibbles: each lane holds four or eight neighbours along k. */
bool compute_imma(const struct job *j)
{
    const struct sass_insn *i = j->insn;
    unsigned per_word = i->mode == SASS_MMA_8832 ? 8 : 4;
    EACH_LANE(l)
        for (unsigned e = 0; e < 2; e++) {
            int64_t sum = (int32_t)reg(j, 3, e)[l];
            for (unsigned q = 0; q < 4; q++) {
                uint32_t a = reg(j, 1, 0)[l / 4 * 4 + q], b = reg(j, 2, 0)[(2 * (l % 4) + e) * 4 + q];
                for (unsigned k = 0; k < per_word; k++)
                    sum += element(a, k, i->type) * element(b, k, i->type2);
            }
            if (i->sat)
                sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
            j->out->reg[e][l] = (uint32_t)sum;
        }
    return true;
}

/* D(8 x 8) = C + number of bits in which a row of A and a column of B, of 128 bits, differ. */
bool compute_bmma(const struct job *j)
{
    EACH_LANE(l)
        for (unsigned e = 0; e < 2; e++) {
            uint32_t sum = reg(j, 3, e)[l];
            for (unsigned q = 0; q < 4; q++)
                sum += (uint32_t)__builtin_popcount(reg(j, 1, 0)[l / 4 * 4 + q] ^ reg(j, 2, 0)[(2 * (l % 4) + e) * 4 + q]);
            j->out->reg[e][l] = sum;
        }
    return true;
}
