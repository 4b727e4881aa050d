/* SPDX-License-Identifier: Apache-2.0 */
/* Words of operands: memory, textures, code addresses and what is left. */
#include "sass_decode_internal.h"

/* --- memory ------------------------------------------------------------------------------------------------------- */

/* Bit 91 says whether there is a uniform register; where an opcode has forms 1 and 4, the form says it, too. */
static bool has_uniform(struct scan *s)
{
    bool uniform = scan_field(s, 91, 1), both = s->row->forms == (1 << 1 | 1 << 4);
    if ((s->form == 1 && uniform) || (s->form != 1 && !uniform && (both || scan_has(s, 'U'))))
        s->bad = true;
    return uniform;
}

/* Register 24, uniform register at `ureg`, offset. e: bit 72 says that addresses have 64 bits. With a uniform register
 * the other one is a pair, printed .64, or one of 32 bits: bit `pair`. The offset has 24 bits; l: or 32 without a
 * uniform register. */
static void put_address(struct scan *s, unsigned ureg, unsigned pair)
{
    bool uniform = has_uniform(s), is_64 = scan_has(s, 'e') && scan_field(s, 72, 1), is_pair = is_64;
    struct sass_operand *o = scan_add(s, SASS_ADDR);
    o->reg = (uint8_t)scan_field(s, 24, 8);
    o->value = scan_has(s, 'l') && !uniform ? scan_signed(s, 32, 32) : scan_signed(s, 40, 24);
    if (uniform) {
        o->ureg = (uint8_t)scan_field(s, ureg, 6);
        o->uregs = is_64 ? 2 : 1;
        if (o->ureg != SASS_URZ && o->ureg + o->uregs > SASS_URZ)
            s->bad = true;
        if (is_64)
            is_pair = scan_field(s, pair, 1);
        if (is_64 && o->reg != SASS_RZ)
            scan_style(s, is_pair ? STYLE_64 : STYLE_U32);
        if (scan_has(s, 'e') && o->reg != SASS_RZ && !is_64)
            s->bad = true;
    }
    o->regs = o->reg == SASS_RZ ? 0 : is_pair ? 2 : 1;
    o->scaled = s->insn->scale > 1;
    if (o->scaled && o->reg == SASS_RZ)
        s->bad = true;
    s->insn->address_bits = is_64 ? 64 : 32;
}

/* Loads. */
static void put_addr(struct scan *s)
{
    put_address(s, 32, 90);
}

/* Stores. */
static void put_addrs(struct scan *s)
{
    put_address(s, 64, 90);
}

/* Atomics: field 64 holds RZ if it does not hold a uniform register. */
static void put_addra(struct scan *s)
{
    put_address(s, 64, 70);
    if (scan_last(s)->uregs == 0)
        scan_expect(s, 64, 8, SASS_RZ);
}

/* CCTL: operations on all lines have no address. */
static void put_addrc(struct scan *s)
{
    struct sass_operand *o = scan_add(s, SASS_ADDR);
    bool is_64 = scan_field(s, 72, 1);
    o->reg = (uint8_t)scan_field(s, 24, 8);
    o->value = scan_signed(s, 32, 32);
    o->hidden = o->reg == SASS_RZ;
    o->regs = o->hidden ? 0 : is_64 ? 2 : 1;
    if (o->hidden && o->value != 0)
        s->bad = true;
    s->insn->address_bits = is_64 ? 64 : 32;
}

/* Coordinates of a surface, in brackets. */
static void put_coordinate(struct scan *s)
{
    struct sass_operand *o = scan_add(s, SASS_ADDR);
    o->reg = (uint8_t)scan_field(s, 24, 8);
    o->regs = o->reg == SASS_RZ ? 0 : 1;
}

static struct sass_operand *put_indexed(struct scan *s)
{
    struct sass_operand *o = scan_add(s, SASS_CONST);
    o->bank = (uint8_t)scan_field(s, 54, 5);
    o->value = scan_signed(s, 38, 16);
    return o;
}

/* LDC: c[bank][R+offset]. */
static void put_constr(struct scan *s)
{
    struct sass_operand *o = put_indexed(s);
    o->reg = (uint8_t)scan_field(s, 24, 8);
    o->regs = o->reg == SASS_RZ ? 0 : 1;
    if (o->reg == SASS_RZ)
        o->value &= UINT16_MAX;
}

/* ULDC: c[bank][UR+offset]. */
static void put_constu(struct scan *s)
{
    struct sass_operand *o = put_indexed(s);
    o->ureg = (uint8_t)scan_field(s, 24, 8);
    o->uregs = 1;
    if (o->ureg >= SASS_URZ)
        s->bad = true;
}

/* ULDC: c[bank][offset] or cx[UR][offset]. */
static void put_const(struct scan *s)
{
    scan_put_constant(s);
    if (scan_last(s)->kind == SASS_UCONST) {
        scan_expect(s, 32, 6, 0);
        scan_last(s)->ureg = (uint8_t)scan_field(s, 24, 6);
    }
}

/* --- texture and surface ------------------------------------------------------------------------------------------ */

/* Where the header is: constant bank and word, or uniform register. */
static void put_tex(struct scan *s)
{
    if (s->form == 5) {
        scan_put_field(s, SASS_IMM, 54, 5);
        scan_put_field(s, SASS_IMM, 40, 14);
        return;
    }
    scan_expect(s, 91, 1, 1);
    struct sass_operand *o = scan_put_field(s, SASS_UREG, 40, 8);
    o->reg = (uint8_t)o->value;
    o->value = 0;
    o->regs = 1;
    if (o->reg > SASS_URZ)
        s->bad = true;
    scan_add(s, SASS_IMM);
}

static void put_dim(struct scan *s)
{
    enum { RESERVED = 6 };
    if (scan_put_field(s, SASS_OTHER, 61, 3)->value == RESERVED)
        s->bad = true;
}

static void put_query(struct scan *s)
{
    if (scan_put_field(s, SASS_OTHER, 62, 2)->value != 0)
        s->bad = true;
}

static void put_channels(struct scan *s)
{
    struct sass_operand *o = scan_put_field(s, SASS_IMM, 72, 4);
    o->hidden = o->value == 15;
}

/* --- control ------------------------------------------------------------------------------------------------------ */

static void put_target(struct scan *s, bool relative)
{
    struct sass_operand *o = scan_add(s, SASS_LABEL);
    uint64_t offset = (uint64_t)scan_signed(s, 34, 48) * 4;
    o->value = (int64_t)(relative ? s->insn->pc + SASS_BYTES + offset : offset);
}

static void put_label(struct scan *s)
{
    put_target(s, true);
}

/* Absolute, printed as it is; or by the mode. */
static void put_labela(struct scan *s)
{
    put_target(s, scan_has(s, 'm') && s->insn->mode != SASS_ABS);
}

/* Of indirect branches the sum of register and next instruction is the target; the offset is printed. */
static void put_labelr(struct scan *s)
{
    put_target(s, true);
    scan_style(s, STYLE_OFFSET);
}

static void put_b16(struct scan *s)
{
    struct sass_operand *o = scan_add(s, SASS_BREG);
    o->reg = (uint8_t)scan_field(s, 16, 4);
    o->dst = scan_has(s, 'd');
}

static void put_b24(struct scan *s)
{
    struct sass_operand *o = scan_add(s, SASS_BREG);
    o->reg = (uint8_t)scan_field(s, 24, 4);
    o->dst = scan_has(s, 'd');
}

static void put_mactive(struct scan *s)
{
    enum { MACTIVE = 0x1a };
    if (scan_put_field(s, SASS_OTHER, 24, 8)->value != MACTIVE)
        s->bad = true;
}

static void put_sreg(struct scan *s)
{
    scan_add(s, SASS_SREG)->reg = (uint8_t)scan_field(s, 72, 8);
}

static void put_sb(struct scan *s)
{
    scan_add(s, SASS_SB)->reg = (uint8_t)scan_field(s, 44, 3);
}

/* Further scoreboards, as a mask. */
static void put_sbmask(struct scan *s)
{
    struct sass_operand *o = scan_put_field(s, SASS_OTHER, 32, 6);
    o->hidden = o->value == 0;
}

/* --- others ------------------------------------------------------------------------------------------------------- */

/* All predicates: PR, UPR. */
static void put_pr(struct scan *s)
{
    scan_add(s, SASS_OTHER);
}

/* FSWZADD: signs of both sources, for four lanes. */
static void put_swizzle(struct scan *s)
{
    s->insn->lut = (uint8_t)scan_put_field(s, SASS_OTHER, 32, 8)->value;
}

static void put_lut(struct scan *s)
{
    s->insn->lut = (uint8_t)scan_put_field(s, SASS_IMM, 72, 8)->value;
}

/* PLOP3 has two tables; the first is in two pieces. */
static void put_luts(struct scan *s)
{
    s->insn->lut = (uint8_t)(scan_field(s, 64, 3) | scan_field(s, 72, 5) << 3);
    scan_add(s, SASS_IMM)->value = s->insn->lut;
    s->insn->lut2 = (uint8_t)scan_put_field(s, SASS_IMM, 16, 8)->value;
}

static void put_shift(struct scan *s)
{
    s->insn->count = (uint8_t)scan_put_field(s, SASS_IMM, 75, 5)->value;
}

const struct scan_word scan_other_words[] = {
    {"addr", put_addr}, {"addrs", put_addrs}, {"addra", put_addra}, {"addrc", put_addrc},
    {"coordinate", put_coordinate}, {"constr", put_constr}, {"constu", put_constu}, {"const", put_const},
    {"tex", put_tex}, {"dim", put_dim}, {"query", put_query}, {"channels", put_channels}, {"label", put_label},
    {"labela", put_labela}, {"labelr", put_labelr}, {"b16", put_b16}, {"b24", put_b24}, {"mactive", put_mactive},
    {"sreg", put_sreg}, {"sb", put_sb}, {"sbmask", put_sbmask}, {"pr", put_pr}, {"swizzle", put_swizzle},
    {"lut", put_lut}, {"luts", put_luts}, {"shift", put_shift},
    {NULL, NULL}
};
