/* SPDX-License-Identifier: Apache-2.0 */
/* What words of modifiers and operands share: fields of an instruction, and operands. */
#include <string.h>

#include "sass_decode_internal.h"

/* --- fields ------------------------------------------------------------------------------------------------------- */

static uint64_t low_bits(unsigned width)
{
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

uint64_t scan_field(struct scan *s, unsigned position, unsigned width)
{
    uint64_t mask = low_bits(width), value;
    if (position >= 64) {
        s->known_hi |= mask << (position - 64);
        return s->insn->hi >> (position - 64) & mask;
    }
    s->known_lo |= mask << position;
    value = s->insn->lo >> position;
    if (position + width > 64) {
        s->known_hi |= mask >> (64 - position);
        value |= s->insn->hi << (64 - position);
    }
    return value & mask;
}

int64_t scan_signed(struct scan *s, unsigned position, unsigned width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    return (int64_t)((scan_field(s, position, width) ^ sign) - sign);
}

void scan_expect(struct scan *s, unsigned position, unsigned width, uint64_t value)
{
    if (scan_field(s, position, width) != value)
        s->bad = true;
}

/* --- operands ----------------------------------------------------------------------------------------------------- */

bool scan_has(const struct scan *s, char flag)
{
    return strchr(s->flags, flag) != NULL;
}

struct sass_operand *scan_add(struct scan *s, enum sass_kind kind)
{
    static const struct sass_operand none = {.reg = SASS_RZ, .ureg = SASS_URZ};
    struct sass_insn *i = s->insn;
    if (i->operand_count == SASS_MAX_OPERANDS) {
        s->bad = true;
        i->operand_count--;
    }
    struct sass_operand *o = &i->operand[i->operand_count++];
    *o = none;
    o->kind = (uint8_t)kind;
    return o;
}

struct sass_operand *scan_last(struct scan *s)
{
    return &s->insn->operand[s->insn->operand_count - 1];
}

void scan_style(struct scan *s, enum scan_style style)
{
    s->style[s->insn->operand_count - 1] = (uint8_t)style;
}

struct sass_operand *scan_put_field(struct scan *s, enum sass_kind kind, unsigned position, unsigned width)
{
    struct sass_operand *o = scan_add(s, kind);
    o->value = (int64_t)scan_field(s, position, width);
    return o;
}

void scan_put_constant(struct scan *s)
{
    bool bindless = scan_field(s, 91, 1);
    struct sass_operand *o = scan_add(s, bindless ? SASS_UCONST : SASS_CONST);
    o->value = (int64_t)scan_field(s, 38, 16);
    if (bindless) {
        o->ureg = (uint8_t)scan_field(s, 32, 6);
        o->uregs = 1;
    } else {
        o->bank = (uint8_t)scan_field(s, 54, 5);
    }
}
