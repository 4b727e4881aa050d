/* SPDX-License-Identifier: Apache-2.0 */
/* Words of operands (see sass_decode_internal.h). */
#include <stdlib.h>
#include <string.h>

#include "sass_decode_internal.h"

static bool flag(const char *word, char f)
{
    const char *colon = strchr(word, ':');
    return colon && strchr(colon, f);
}

/* The word without flags is `name`. */
static bool is(const char *word, const char *name)
{
    size_t length = strcspn(word, ":");
    return strlen(name) == length && memcmp(word, name, length) == 0;
}

static struct sass_operand *add(struct scan *s, enum sass_kind kind)
{
    static struct sass_operand spill;
    struct sass_insn *i = s->insn;
    if (i->operand_count == SASS_MAX_OPERANDS) {
        s->bad = true;
        return &spill;
    }
    struct sass_operand *o = &i->operand[i->operand_count++];
    memset(o, 0, sizeof *o);
    o->kind = (uint8_t)kind;
    o->ureg = SASS_URZ;
    return o;
}

static uint8_t words_of(uint8_t type)
{
    switch (type) {
    case SASS_U64: case SASS_S64: case SASS_F64: case SASS_B64: return 2;
    case SASS_B128: return 4;
    default: return 1;
    }
}

static uint8_t count_of(const struct scan *s, const char *word)
{
    const struct sass_insn *i = s->insn;
    return flag(word, '4') ? 4 : flag(word, '2') ? 2 : flag(word, 'w') ? words_of(i->type) : flag(word, 's') ? words_of(i->type2)
         : flag(word, 'm') ? i->count : flag(word, 't') ? (i->f32_accumulate ? 4 : 2) : 1;
}

/* ---- registers, constants, immediates ----------------------------------------------------------------------------- */

static struct sass_operand *put_register(struct scan *s, unsigned position, const char *word)
{
    struct sass_operand *o = add(s, s->uniform ? SASS_UREG : SASS_REG);
    o->reg = (uint8_t)scan_field(s, position, 8);
    o->regs = count_of(s, word);
    if (s->uniform && o->reg > SASS_URZ)
        s->bad = true;
    return o;
}

/* The reuse flag belongs to the operand A, B or C, wherever its register is encoded. */
static void put_reuse(struct scan *s, unsigned slot)
{
    struct sass_operand *o = &s->insn->operand[s->insn->operand_count - 1];
    if (o->kind == SASS_REG)
        o->reuse = s->insn->reuse >> slot & 1;
}

static void put_constant(struct scan *s)
{
    bool bindless = scan_field(s, 91, 1);
    struct sass_operand *o = add(s, bindless ? SASS_UCONST : SASS_CONST);
    o->value = (int64_t)scan_field(s, 38, 16);
    o->reg = SASS_RZ;
    o->regs = 0;
    if (bindless) {
        o->ureg = (uint8_t)scan_field(s, 32, 6);
        o->uregs = 1;
        if (scan_field(s, 54, 5) != 0)
            s->bad = true;
    } else {
        o->bank = (uint8_t)scan_field(s, 54, 5);
    }
}

static void put_immediate(struct scan *s, const char *word)
{
    uint32_t bits = (uint32_t)scan_field(s, 32, 32);
    bool high = flag(word, 'M') && (s->insn->mode == SASS_RCP64H || s->insn->mode == SASS_RSQ64H);
    bool floating = flag(word, 'f') || flag(word, 'g') || flag(word, 'k') || flag(word, 'M');
    struct sass_operand *o = add(s, floating ? SASS_FIMM : SASS_IMM);
    o->value = flag(word, 'g') ? (int64_t)((uint64_t)bits << 32) : floating || flag(word, 'u') ? (int64_t)bits : (int64_t)(int32_t)bits;
    o->regs = 0;
    o->part = flag(word, 'g') ? 2 : flag(word, 'k') ? 1 : high ? 3 : 0;    /* how a FIMM is printed: 0 32 bits, 1 halves, 2 64 bits, 3 upper
                                                                   half of 64 bits */
    if (flag(word, 'z'))                                        /* R2P: all predicates */
        o->hidden = bits == 0xff;
}

/* Negation and absolute value of a source, and the half selector of packed operands. */
static void put_modifiers(struct scan *s, const char *word, int neg, int abs, int half)
{
    struct sass_operand *o = &s->insn->operand[s->insn->operand_count - 1];
    if (o->kind == SASS_IMM || o->kind == SASS_FIMM)
        return;
    if (flag(word, 'n'))
        o->neg = scan_field(s, (unsigned)neg, 1);
    if (flag(word, 'i'))
        o->inv = scan_field(s, (unsigned)neg, 1);
    if (flag(word, 'a'))
        o->abs = scan_field(s, (unsigned)abs, 1);
    if (flag(word, 'h')) {
        static const uint8_t halves[] = {SASS_H1_H0, SASS_HALF_F32, SASS_H0_H0, SASS_H1_H1};
        o->half = halves[scan_field(s, (unsigned)half, 2)];
    }
    if (flag(word, 'p'))
        o->part = (uint8_t)scan_field(s, 60, 2);
    if (flag(word, 'q'))
        o->part = (uint8_t)scan_field(s, 76, 2);
    /* With carry in, a negated integer is an inverted one. */
    if (o->neg && flag(word, 'x') && s->insn->extended) {
        o->neg = false;
        o->inv = true;
    }
}

/* Field 32 by form. */
static void put_wide(struct scan *s, const char *word)
{
    switch (s->form) {
    case 1: put_register(s, 32, word); break;
    case 2: case 4: put_immediate(s, word); break;
    case 3: case 5: put_constant(s); break;
    default:
        if (s->uniform) {
            put_register(s, 32, word);
            break;
        }
        if (!scan_field(s, 91, 1))
            s->bad = true;
        struct sass_operand *o = add(s, SASS_UREG);
        o->reg = (uint8_t)scan_field(s, 32, 8);
        o->regs = count_of(s, word);
        if (o->reg > SASS_URZ)
            s->bad = true;
        break;
    }
    put_modifiers(s, word, 63, 62, 60);
}

static void put_64(struct scan *s, const char *word)
{
    bool packed = flag(word, 'h');
    put_register(s, 64, word);
    if (!flag(word, 'o'))
        put_modifiers(s, word, packed ? 84 : 75, packed ? 83 : 74, 81);
}

/* ---- predicates --------------------------------------------------------------------------------------------------- */

/* Inverted predicates have the bit three above. `nothing`: what a hidden one must be (predicate, inverted << 3). */
static void put_predicate(struct scan *s, unsigned position, bool has_not, bool destination, bool uniform, bool hide,
                          unsigned nothing)
{
    struct sass_operand *o = add(s, uniform ? SASS_UPRED : SASS_PRED);
    unsigned value = (unsigned)scan_field(s, position, has_not ? 4 : 3);
    o->reg = value & 7;
    o->inv = value >> 3 & 1;
    o->dst = destination;
    o->hidden = hide && value == nothing;
}

/* ---- memory, code ------------------------------------------------------------------------------------------------- */

/* An address: register 24, offset, and with bit 91 a uniform register at `uniform`; then bit `pair_bit` says whether the
 * register is a pair. `wide`: the offset has 32 bits when there is no uniform register. */
static void put_address(struct scan *s, unsigned uniform, unsigned pair_bit, bool wide, bool is_64)
{
    struct sass_operand *o = add(s, SASS_ADDR);
    bool has_uniform = scan_field(s, 91, 1);
    o->reg = (uint8_t)scan_field(s, 24, 8);
    o->value = wide && !has_uniform ? scan_signed(s, 32, 32) : scan_signed(s, 40, 24);
    bool pair = is_64 && (!has_uniform || scan_field(s, pair_bit, 1));
    if (has_uniform) {
        o->ureg = (uint8_t)scan_field(s, uniform, 6);
        o->uregs = is_64 ? 2 : 1;
    }
    o->regs = o->reg == SASS_RZ ? 0 : pair ? 2 : 1;
    o->part = pair;
    o->scaled = s->insn->scale > 1;
    o->half = has_uniform && is_64;             /* the width of the register is printed */
    s->insn->address_bits = is_64 ? 64 : 32;
}

static void put_label(struct scan *s, bool relative)
{
    struct sass_operand *o = add(s, SASS_LABEL);
    int64_t offset = scan_signed(s, 34, 48) * 4;
    o->value = relative ? (int64_t)s->insn->pc + SASS_BYTES + offset : offset;
}

static void put_other(struct scan *s, enum sass_kind kind, int64_t value)
{
    add(s, kind)->value = value;
}

/* ---- the words ---------------------------------------------------------------------------------------------------- */

static bool register_word(struct scan *s, const char *word)
{
    bool c_wide = s->form == 2 || s->form == 3 || s->form == 7;
    if (is(word, "d")) {
        put_register(s, 16, word)->dst = true;
    } else if (is(word, "a")) {
        struct sass_operand *o = put_register(s, 24, word);
        o->part = flag(word, 'R') ? 1 : flag(word, 'C') ? (uint8_t)(1 + scan_field(s, 73, 1)) : 0;
        put_modifiers(s, word, 72, 73, 74);
        if (!flag(word, 'r'))
            put_reuse(s, 0);
    } else if (is(word, "x")) {
        put_wide(s, word);
        put_reuse(s, s->row->forms >> 2 & 1 ? 2 : 1);   /* C of those that have their immediate in its place */
    } else if (is(word, "b")) {
        if (c_wide)
            put_64(s, word);
        else
            put_wide(s, word);
        put_reuse(s, 1);
    } else if (is(word, "c")) {
        if (c_wide)
            put_wide(s, word);
        else
            put_64(s, word);
        put_reuse(s, 2);
    } else if (is(word, "r32")) {
        struct sass_operand *o = put_register(s, 32, word);
        put_reuse(s, 1);
        o->part = flag(word, 'K') ? 2 : flag(word, 'D') ? (uint8_t)(1 + scan_field(s, 74, 1)) : 0;
    } else if (is(word, "r64")) {
        put_register(s, 64, word);
        put_reuse(s, 2);
    } else if (is(word, "ud")) {
        struct sass_operand *o = add(s, SASS_UREG);
        o->reg = (uint8_t)scan_field(s, 16, 8);
        o->regs = count_of(s, word);
        o->dst = true;
        o->hidden = flag(word, '?') && o->reg == SASS_URZ;
        if (o->reg > SASS_URZ)
            s->bad = true;
    } else if (is(word, "ua")) {
        struct sass_operand *o = add(s, SASS_UREG);
        o->reg = (uint8_t)scan_field(s, 24, 8);
        o->regs = count_of(s, word);
        if (o->reg > SASS_URZ)
            s->bad = true;
    } else if (is(word, "d?")) {
        struct sass_operand *o = put_register(s, 16, word);
        o->dst = true;
        o->hidden = o->reg == SASS_RZ;
    } else {
        return false;
    }
    return true;
}

static bool predicate_word(struct scan *s, const char *word)
{
    static const struct { const char *word; uint8_t position; bool has_not, destination; } words[] = {
        {"p0", 81, false, true}, {"p1", 84, false, true}, {"ps", 87, true, false}, {"pq", 77, true, false},
        {"p68", 68, true, false}, {"pb", 87, true, false}
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!is(word, words[i].word))
            continue;
        bool uniform = flag(word, 'U') || (s->uniform && !flag(word, 'P'));
        if (flag(word, 'v') && scan_field(s, 67, 1))
            uniform = true;
        /* x: a carry that is there only with .X or .EX; otherwise the field holds "none". */
        bool carry = flag(word, 'x'), present = s->insn->extended;
        unsigned nothing = flag(word, '!') ? 15 : 7;
        put_predicate(s, words[i].position, words[i].has_not, words[i].destination, uniform,
                      flag(word, '?') || (carry && !present), nothing);
        struct sass_operand *o = &s->insn->operand[s->insn->operand_count - 1];
        if (carry && !present && !o->hidden)
            s->bad = true;
        if (flag(word, 'b')) {          /* only BAR.RED has one */
            bool red = s->insn->mode >= SASS_BAR_RED_POPC && s->insn->mode <= SASS_BAR_RED_OR;
            o->hidden = !red;
            if (!red && (o->reg || o->inv))
                s->bad = true;
            if (!red)
                o->reg = SASS_PT;
        }
        return true;
    }
    return false;
}

static bool memory_word(struct scan *s, const char *word)
{
    bool e = s->hi >> 8 & 1;
    if (is(word, "addr"))               /* loads: uniform register in field 32 */
        put_address(s, 32, 90, flag(word, 'o'), flag(word, 'e') && e);
    else if (is(word, "addrs")) {       /* stores, atomics: in field 64 */
        put_address(s, 64, flag(word, 'z') && s->insn->op != SASS_RED ? 70 : 90, flag(word, 'o'), flag(word, 'e') && e);
        if (flag(word, 'z') && s->insn->operand[s->insn->operand_count - 1].uregs == 0
            && scan_field(s, 64, 8) != SASS_RZ)
            s->bad = true;
    }
    else if (is(word, "const"))
        put_constant(s);
    else if (is(word, "addrc")) {       /* CCTL: none with the operations on all lines */
        put_address(s, 64, 90, false, e);
        struct sass_operand *o = &s->insn->operand[s->insn->operand_count - 1];
        o->hidden = o->reg == SASS_RZ && o->uregs == 0 && o->value == 0;
    }
    else if (is(word, "constr")) {      /* c[bank][R+offset] */
        struct sass_operand *o = add(s, SASS_CONST);
        o->reg = (uint8_t)scan_field(s, 24, 8);
        o->regs = o->reg == SASS_RZ ? 0 : 1;
        o->value = o->reg == SASS_RZ ? (int64_t)scan_field(s, 38, 16) : scan_signed(s, 38, 16);
        o->bank = (uint8_t)scan_field(s, 54, 5);
    } else if (is(word, "constu")) {    /* c[bank][UR+offset] */
        struct sass_operand *o = add(s, SASS_CONST);
        o->reg = SASS_RZ;
        o->ureg = (uint8_t)scan_field(s, 24, 8);
        o->uregs = 1;
        o->value = scan_signed(s, 38, 16);
        o->bank = (uint8_t)scan_field(s, 54, 5);
        if (o->ureg > SASS_URZ)
            s->bad = true;
    } else if (is(word, "pl")) {        /* the predicate of a conditional prefetch: none is 0 */
        struct sass_operand *o = add(s, SASS_PRED);
        o->reg = (uint8_t)(7 - scan_field(s, 64, 3));
        o->inv = scan_field(s, 67, 1);
        o->hidden = o->reg == SASS_PT && !o->inv;
    } else {
        return false;
    }
    return true;
}

static bool control_word(struct scan *s, const char *word)
{
    if (is(word, "label"))
        put_label(s, true);
    else if (is(word, "label?"))        /* absolute with bit 85 */
        put_label(s, !(s->hi >> 21 & 1));
    else if (is(word, "labela"))
        put_label(s, false);
    else if (is(word, "labelr"))        /* relative to the next instruction, and printed so */
        put_other(s, SASS_OTHER, scan_signed(s, 34, 48) * 4);
    else if (is(word, "b16")) {
        add(s, SASS_BREG)->reg = (uint8_t)scan_field(s, 16, 4);
    } else if (is(word, "b24")) {
        struct sass_operand *o = add(s, SASS_BREG);
        o->reg = (uint8_t)scan_field(s, 24, 8);
        o->dst = flag(word, 'd');
        if (o->reg > 15)
            s->bad = true;
    } else if (is(word, "mactive")) {
        put_other(s, SASS_OTHER, 0);
        if (scan_field(s, 24, 8) != 0x1a)
            s->bad = true;
    } else if (is(word, "sreg")) {
        add(s, SASS_SREG)->reg = (uint8_t)scan_field(s, 72, 8);
        if (!sass_special_name((unsigned)scan_field(s, 72, 8)))
            s->bad = true;
    } else if (is(word, "sb")) {
        add(s, SASS_SB)->reg = (uint8_t)scan_field(s, 44, 3);
    } else if (is(word, "sbmask")) {
        struct sass_operand *o = add(s, SASS_OTHER);
        o->value = (int64_t)scan_field(s, 32, 6);
        o->hidden = o->value == 0;
    } else {
        return false;
    }
    return true;
}

/* "imm=38/6" immediate in bits 38 to 43; ? hidden when it is the value behind the ?. */
static bool number_word(struct scan *s, const char *word)
{
    if (strncmp(word, "imm=", 4) != 0)
        return false;
    char *end;
    unsigned position = (unsigned)strtoul(word + 4, &end, 10), width = 8;
    if (*end == '/')
        width = (unsigned)strtoul(end + 1, &end, 10);
    struct sass_operand *o = add(s, SASS_IMM);
    o->value = (int64_t)scan_field(s, position, width);
    if (*end == '?')
        o->hidden = (uint64_t)o->value == strtoul(end + 1, &end, 10);
    return true;
}

static void lut_word(struct scan *s, const char *word)
{
    if (is(word, "lut")) {
        s->insn->lut = (uint8_t)scan_field(s, 72, 8);
        put_other(s, SASS_IMM, s->insn->lut);
    } else if (is(word, "lut0")) {
        s->insn->lut = (uint8_t)(scan_field(s, 64, 3) | scan_field(s, 72, 5) << 3);
        put_other(s, SASS_IMM, s->insn->lut);
    } else {
        s->insn->lut2 = (uint8_t)scan_field(s, 16, 8);
        put_other(s, SASS_IMM, s->insn->lut2);
    }
}

bool scan_operand(struct scan *s, const char *word)
{
    if (register_word(s, word) || predicate_word(s, word) || memory_word(s, word) || control_word(s, word)
        || number_word(s, word))
        return true;
    if (strncmp(word, "lut", 3) == 0)
        lut_word(s, word);
    else if (is(word, "pr"))
        put_other(s, SASS_OTHER, 0);
    else if (is(word, "swz"))
        put_other(s, SASS_OTHER, (int64_t)scan_field(s, 32, 8));
    else if (is(word, "shift")) {
        s->insn->count = (uint8_t)scan_field(s, 75, 5);
        put_other(s, SASS_IMM, s->insn->count);
    } else if (is(word, "leac")) {      /* LEA's C: only with .HI, not sign-extended */
        bool shown = s->insn->hi_result && !s->insn->sx32;
        register_word(s, "c:u");
        s->insn->operand[s->insn->operand_count - 1].hidden = !shown;
        if (!shown && s->insn->operand[s->insn->operand_count - 1].reg != (s->uniform ? SASS_URZ : SASS_RZ))
            s->bad = true;
    } else {
        return false;
    }
    return true;
}
