/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the tests of the machine code's arithmetic share: one instruction, put together operand by operand, its inputs
 * and its outputs. The operand registers are regs[0], regs[1], ... in the order of the operands.
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

#include "compute.h"

enum { ROUNDS = 64, P0 = 0, P1 = 1, P2 = 2, P3 = 3, PT = SASS_PT };

static struct sass_insn insn;
static struct sass_inputs in;
static struct sass_outputs out;
static uint32_t regs[SASS_MAX_READS][SASS_LANES];
static uint32_t preds[8];
static uint64_t state;

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

static inline struct sass_operand *add(unsigned kind)
{
    struct sass_operand *o = &insn.operand[insn.operand_count++];
    o->kind = (uint8_t)kind;
    return o;
}

static inline void begin(unsigned op)
{
    memset(&insn, 0, sizeof insn);
    memset(&in, 0, sizeof in);
    memset(&out, 0x5a, sizeof out);
    insn.op = (uint16_t)op;
    insn.scale = op == SASS_FMUL ? 4 : 1;
    in.mask = UINT32_MAX;
    in.upred = 0x80;
    preds[PT] = UINT32_MAX;
}

static inline void to(unsigned count)
{
    struct sass_operand *o = add(SASS_REG);
    o->dst = true;
    o->regs = (uint8_t)count;
    o->position = insn.write_count;
    insn.write_count = (uint8_t)(insn.write_count + count);
}

static inline void to_pred(unsigned number)
{
    struct sass_operand *o = add(SASS_PRED);
    o->dst = true;
    o->reg = (uint8_t)number;
    insn.pred_write |= (uint8_t)(1u << number & 0x7f);
}

static inline struct sass_operand *from_pred(unsigned number, bool inverted)
{
    struct sass_operand *o = add(SASS_PRED);
    o->reg = (uint8_t)number;
    o->inv = inverted;
    return o;
}

/* The next `count` of regs are the operand. */
static inline struct sass_operand *from(unsigned count)
{
    struct sass_operand *o = add(SASS_REG);
    o->regs = (uint8_t)count;
    o->position = insn.read_count;
    insn.read_count = (uint8_t)(insn.read_count + count);
    return o;
}

static inline struct sass_operand *from_imm(uint64_t value)
{
    struct sass_operand *o = add(SASS_IMM);
    o->value = (int64_t)value;
    in.scalar[insn.operand_count - 1] = value;
    return o;
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

/* Op D, A, B, C with `count` sources of one register, from regs[0] on. */
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
