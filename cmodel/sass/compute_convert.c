/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions. insn.type is the type of the result, insn.type2 that of the source. */
#include <math.h>

#include "compute_internal.h"

typedef uint64_t lanes64[SASS_LANES];

/* The source: the part of a register that it selects, with its signs if it is a floating-point number. */
static void source(const struct sass_insn *insn, const struct sass_inputs *in, lanes64 value)
{
    const struct sass_operand *o = sass_source(insn, 0);
    unsigned width = compute_type_bits(insn->type2);
    unsigned shift = width == 8 ? 8 * o->part : width == 16 && o->part ? 16 : 0;
    uint64_t top = UINT64_C(1) << (width - 1);
    compute_raw64(insn, in, 0, value);
    for (unsigned l = 0; l < SASS_LANES; l++)
        value[l] = value[l] >> shift & (2 * top - 1);
    if (!compute_type_float(insn->type2)) {
        for (unsigned l = 0; l < SASS_LANES && o->neg; l++)
            value[l] = (0 - value[l]) & (2 * top - 1);
        return;
    }
    for (unsigned l = 0; l < SASS_LANES; l++) {
        value[l] = o->abs ? value[l] & ~top : value[l];
        value[l] = o->neg ? value[l] ^ top : value[l];
        if (insn->ftz && insn->type2 == SASS_F32)
            value[l] = compute_flush32((uint32_t)value[l]);
    }
}

static void put(const struct sass_insn *insn, struct sass_outputs *out, const lanes64 value)
{
    uint32_t *low = out->reg[0];
    if (compute_type_bits(insn->type) == 64) {
        compute_put64(out, value);
        return;
    }
    for (unsigned l = 0; l < SASS_LANES; l++)
        low[l] = (uint32_t)value[l];
    if (insn->type == SASS_F32 && (insn->ftz || insn->sat))
        compute_finish_f32(insn, low);
}

/* D, A: from one floating-point format to another, or between the same ones. */
bool compute_f2f(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    lanes64 value;
    if (!compute_type_float(insn->type) || !compute_type_float(insn->type2) || (insn->sat && insn->type != SASS_F32))
        return false;
    source(insn, in, value);
    for (unsigned l = 0; l < SASS_LANES; l++)
        value[l] = number_write(number_read(insn->type2, value[l]), insn->type, insn->round);
    put(insn, out, value);
    return true;
}

/* F32 to S32 or U32 through F64, which holds both. */
static uint32_t quick_to_int(uint32_t bits, unsigned type, unsigned round, uint32_t nan)
{
    double most = type == SASS_S32 ? 0x1p31 - 1 : 0x1p32 - 1, least = type == SASS_S32 ? -0x1p31 : 0;
    double value = compute_as_f32(bits);
    double whole = round == SASS_RN ? nearbyint(value) : round == SASS_RM ? floor(value)
                 : round == SASS_RP ? ceil(value) : trunc(value);
    whole = whole < least ? least : whole > most ? most : whole;
    return value == value ? (uint32_t)(int64_t)whole : nan;
}

/* D, A. A NaN becomes 0 with .NTZ, else the bits 1, 0, 0, ...; numbers out of range become the nearest one in it.
 * Results narrower than 32 bits are extended to 32, those of signed types with their sign. */
bool compute_f2i(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    lanes64 value;
    if (compute_type_float(insn->type) || !compute_type_float(insn->type2))
        return false;
    source(insn, in, value);
    if (insn->type2 == SASS_F32 && (insn->type == SASS_S32 || insn->type == SASS_U32)) {
        uint32_t *d = out->reg[0];
        for (unsigned l = 0; l < SASS_LANES; l++)
            d[l] = quick_to_int((uint32_t)value[l], insn->type, insn->round, insn->ntz ? 0 : 0x80000000);
        return true;
    }
    for (unsigned l = 0; l < SASS_LANES; l++)
        value[l] = number_to_int(number_read(insn->type2, value[l]), insn->type, insn->round, insn->ntz);
    put(insn, out, value);
    return true;
}

/* D, A. */
bool compute_i2f(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    lanes64 value;
    if (!compute_type_float(insn->type) || compute_type_float(insn->type2))
        return false;
    source(insn, in, value);
    if (insn->type == SASS_F32 && insn->round == SASS_RN && compute_type_bits(insn->type2) <= 32) {
        unsigned unused = 64 - compute_type_bits(insn->type2);
        uint32_t *restrict d = out->reg[0];
        bool with_sign = compute_type_signed(insn->type2);
        for (unsigned l = 0; l < SASS_LANES; l++) {
            int64_t up = (int64_t)(value[l] << unused);
            d[l] = compute_bits_f32((float)(with_sign ? up >> unused : (int64_t)value[l]));
        }
        return true;
    }
    for (unsigned l = 0; l < SASS_LANES; l++)
        value[l] = number_write(number_read(insn->type2, value[l]), insn->type, insn->round);
    put(insn, out, value);
    return true;
}

/* D, A: rounded to a whole number of the same format. */
bool compute_frnd(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    lanes64 value;
    unsigned type = insn->type2 != SASS_TYPE_NONE ? insn->type2 : insn->type;
    if (!compute_type_float(insn->type) || !compute_type_float(type))
        return false;
    source(insn, in, value);
    for (unsigned l = 0; l < SASS_LANES; l++)
        value[l] = number_write(number_whole(number_read(type, value[l]), insn->round), insn->type, insn->round);
    put(insn, out, value);
    return true;
}

/* A 32-bit integer as the nearest one of a narrower type, extended to 32 bits again. */
static uint32_t saturate(uint32_t value, unsigned type)
{
    int32_t number = (int32_t)value, most = (int32_t)(UINT32_MAX >> (32 - compute_type_bits(type)));
    int32_t least = 0;
    if (compute_type_signed(type)) {
        most >>= 1;
        least = -most - 1;
    }
    return (uint32_t)(number < least ? least : number > most ? most : number);
}

/* D, A: S32 to a narrower type with saturation. */
bool compute_i2i(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[SASS_LANES];
    const uint32_t *a = compute_int(insn, in, 0, room);
    uint32_t *restrict d = out->reg[0];
    if (compute_type_bits(insn->type) > 16)
        return false;
    for (unsigned l = 0; l < SASS_LANES; l++)
        d[l] = saturate(a[l], insn->type);
    return true;
}

/* D, A, B, C: A and B saturated, B lowest; above the two as much as there is room for of C, or of its upper half. */
bool compute_i2ip(const struct sass_insn *insn, const struct sass_inputs *in, struct sass_outputs *out)
{
    uint32_t room[3][SASS_LANES];
    const uint32_t *a = compute_int(insn, in, 0, room[0]), *b = compute_int(insn, in, 1, room[1]);
    const uint32_t *c = compute_int(insn, in, 2, room[2]);
    uint32_t *restrict d = out->reg[0];
    unsigned bits = compute_type_bits(insn->type), down = sass_source(insn, 2)->part ? 16 : 0;
    uint32_t mask = (UINT32_C(1) << bits) - 1;
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint64_t above = (uint64_t)(c[l] >> down) << 2 * bits;
        d[l] = (uint32_t)above | (saturate(a[l], insn->type) & mask) << bits | (saturate(b[l], insn->type) & mask);
    }
    return true;
}
