/* SPDX-License-Identifier: Apache-2.0 */
/* Operands: from what an instruction takes in to arrays of 32 lanes, and back. */
#include <fenv.h>

#include "compute_internal.h"

const uint32_t compute_zeros[SASS_LANES];

static const uint32_t *repeat(uint32_t value, uint32_t *room)
{
    for (unsigned l = 0; l < SASS_LANES; l++)
        room[l] = value;
    return room;
}

static bool scalar(const struct sass_operand *o)
{
    return o->kind == SASS_UREG || o->kind == SASS_IMM || o->kind == SASS_FIMM || o->kind == SASS_CONST
        || o->kind == SASS_UCONST;
}

const uint32_t *compute_raw(const struct sass_insn *insn, const struct sass_inputs *in, unsigned n, uint32_t *room)
{
    const struct sass_operand *o = sass_source(insn, n);
    if (!o)
        return compute_zeros;
    if (o->kind == SASS_REG)
        return o->regs > 0 ? in->reg[o->position] : compute_zeros;
    return scalar(o) ? repeat((uint32_t)in->scalar[insn->source[n]], room) : compute_zeros;
}

/* Its second word. */
static const uint32_t *raw_high(const struct sass_insn *insn, const struct sass_inputs *in, unsigned n, uint32_t *room)
{
    const struct sass_operand *o = sass_source(insn, n);
    if (!o)
        return compute_zeros;
    if (o->kind == SASS_REG)
        return o->regs > 1 ? in->reg[o->position + 1] : compute_zeros;
    return scalar(o) ? repeat((uint32_t)(in->scalar[insn->source[n]] >> 32), room) : compute_zeros;
}

const uint32_t *compute_int(const struct sass_insn *insn, const struct sass_inputs *in, unsigned n, uint32_t *room)
{
    const struct sass_operand *o = sass_source(insn, n);
    const uint32_t *raw = compute_raw(insn, in, n, room);
    if (!o || (!o->neg && !o->abs && !o->inv))
        return raw;
    for (unsigned l = 0; l < SASS_LANES; l++) {
        uint32_t value = raw[l];
        value = o->abs && value >> 31 ? 0 - value : value;
        value = o->neg ? 0 - value : value;
        room[l] = o->inv ? ~value : value;
    }
    return room;
}

const uint32_t *compute_f32(const struct sass_insn *insn, const struct sass_inputs *in, unsigned n, uint32_t *room)
{
    const struct sass_operand *o = sass_source(insn, n);
    const uint32_t *raw = compute_raw(insn, in, n, room);
    if (!o || (!o->neg && !o->abs && !insn->ftz))
        return raw;
    uint32_t keep = o->abs ? 0x7fffffff : 0xffffffff, flip = o->neg ? 0x80000000 : 0;
    for (unsigned l = 0; l < SASS_LANES; l++)
        room[l] = (raw[l] & keep) ^ flip;
    if (insn->ftz)
        for (unsigned l = 0; l < SASS_LANES; l++)
            room[l] = compute_flush32(room[l]);
    return room;
}

void compute_raw64(const struct sass_insn *insn, const struct sass_inputs *in, unsigned n, uint64_t wide[SASS_LANES])
{
    uint32_t low_room[SASS_LANES], high_room[SASS_LANES];
    const uint32_t *low = compute_raw(insn, in, n, low_room), *high = raw_high(insn, in, n, high_room);
    for (unsigned l = 0; l < SASS_LANES; l++)
        wide[l] = (uint64_t)high[l] << 32 | low[l];
}

void compute_f64(const struct sass_insn *insn, const struct sass_inputs *in, unsigned n, uint64_t wide[SASS_LANES])
{
    const struct sass_operand *o = sass_source(insn, n);
    uint64_t keep = o && o->abs ? INT64_MAX : UINT64_MAX, flip = o && o->neg ? UINT64_C(1) << 63 : 0;
    compute_raw64(insn, in, n, wide);
    for (unsigned l = 0; l < SASS_LANES; l++)
        wide[l] = (wide[l] & keep) ^ flip;
}

uint32_t compute_pred(const struct sass_insn *insn, const struct sass_inputs *in, unsigned n)
{
    if (n >= insn->pred_source_count)
        return UINT32_MAX;
    const struct sass_operand *o = &insn->operand[insn->pred_source[n]];
    uint32_t lanes = o->kind == SASS_PRED ? in->pred[o->reg & 7] : in->upred >> (o->reg & 7) & 1 ? UINT32_MAX : 0;
    return o->inv ? ~lanes : lanes;
}

void compute_put64(struct sass_outputs *out, const uint64_t wide[SASS_LANES])
{
    for (unsigned l = 0; l < SASS_LANES; l++) {
        out->reg[0][l] = (uint32_t)wide[l];
        out->reg[1][l] = (uint32_t)(wide[l] >> 32);
    }
}

void compute_put_pred(const struct sass_insn *insn, struct sass_outputs *out, unsigned n, uint32_t lanes)
{
    if (n >= insn->pred_dst_count)
        return;
    const struct sass_operand *o = &insn->operand[insn->pred_dst[n]];
    uint32_t bit = 1u << (o->reg & 7);
    if (o->kind == SASS_PRED)
        out->pred[o->reg & 7] = lanes;
    else
        out->upred = (uint8_t)((out->upred & ~bit) | (lanes & 1 ? bit : 0));
}

void compute_finish_f32(const struct sass_insn *insn, uint32_t result[SASS_LANES])
{
    if (insn->ftz)
        for (unsigned l = 0; l < SASS_LANES; l++)
            result[l] = compute_flush32(result[l]);
    if (insn->sat) {
        /* As integers, the bits of numbers from +0 to 1 are in order; all others are NaN, negative or above 1. */
        for (unsigned l = 0; l < SASS_LANES; l++) {
            uint32_t bits = result[l], above = bits <= 0x7f800000 ? 0x3f800000 : 0;
            result[l] = bits <= 0x3f800000 ? bits : above;
        }
        return;
    }
    for (unsigned l = 0; l < SASS_LANES; l++)
        result[l] = (result[l] & 0x7fffffff) > 0x7f800000 ? compute_nan32 : result[l];
}

void compute_round_begin(unsigned round)
{
    static const int mode[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    if (round != SASS_RN)
        fesetround(mode[round & 3]);
    __asm__ volatile("" ::: "memory");
}

void compute_round_end(unsigned round)
{
    __asm__ volatile("" ::: "memory");
    if (round != SASS_RN)
        fesetround(FE_TONEAREST);
}
