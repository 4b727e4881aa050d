/* SPDX-License-Identifier: Apache-2.0 */
/* Words of operands: registers, sources and predicates. sass_decode_internal.h explains the flags. */
#include <stdlib.h>
#include <string.h>

#include "sass_decode_internal.h"

/* --- registers ---------------------------------------------------------------------------------------------------- */

static unsigned words_of(uint8_t type)
{
    switch (type) {
    case SASS_U64: case SASS_S64: case SASS_F64: case SASS_B64: return 2;
    case SASS_B128: return 4;
    default: return 1;
    }
}

static unsigned channels(unsigned mask)
{
    return (unsigned)__builtin_popcount(mask);
}

/* How many registers. l: half of a texture's channels, at most two, or what is left of them. Operands of textures and
 * coordinates of surfaces count one register, whatever the dimension. */
static uint8_t count_of(struct scan *s, unsigned position)
{
    const struct sass_insn *i = s->insn;
    unsigned count = scan_has(s, '2') ? 2 : 1;
    if (scan_has(s, 'w'))
        count = words_of(i->type);
    else if (scan_has(s, 's'))
        count = words_of(i->type2);
    else if (scan_has(s, 'm'))
        count = i->count;                       /* matrices of LDSM */
    else if (scan_has(s, 't'))
        count = i->f32_accumulate ? 4 : 2;      /* accumulators of HMMA */
    else if (scan_has(s, '#'))
        count = channels(i->count);             /* formatted surface */
    else if (scan_has(s, 'S'))
        count = 0;
    if (scan_has(s, 'l')) {
        unsigned n = channels((unsigned)scan_field(s, 72, 4));
        count = position == 16 ? (n > 1 ? 2 : 1) : n > 3 ? 2 : 1;
    }
    return (uint8_t)count;
}

static struct sass_operand *put_uniform(struct scan *s, unsigned position)
{
    struct sass_operand *o = scan_add(s, SASS_UREG);
    o->reg = (uint8_t)scan_field(s, position, 8);
    o->regs = count_of(s, position);
    if (o->reg > SASS_URZ || (o->reg != SASS_URZ && o->reg + o->regs > SASS_URZ))
        s->bad = true;
    o->hidden = scan_has(s, 'z') && o->reg == SASS_URZ;
    return o;
}

static struct sass_operand *put_register(struct scan *s, unsigned position)
{
    if (s->uniform)
        return put_uniform(s, position);
    struct sass_operand *o = scan_add(s, SASS_REG);
    o->reg = (uint8_t)scan_field(s, position, 8);
    o->regs = count_of(s, position);
    o->slot = position == 64 ? 2 : position == 32 ? 1 : 0;
    o->hidden = scan_has(s, 'z') && o->reg == SASS_RZ;
    if (scan_has(s, 'M') || scan_has(s, 'N'))
        scan_style(s, scan_has(s, 'M') ? STYLE_ROW : STYLE_COL);
    if (scan_has(s, 'C') || scan_has(s, 'D'))
        scan_style(s, scan_field(s, scan_has(s, 'C') ? 73 : 74, 1) ? STYLE_COL : STYLE_ROW);
    return o;
}

/* The reuse flag belongs to A, B or C, wherever its register is encoded. */
static void put_reuse(struct scan *s, unsigned slot)
{
    struct sass_operand *o = scan_last(s);
    if (o->kind == SASS_REG)
        o->slot = (uint8_t)slot;
    if (o->kind == SASS_REG && !scan_has(s, 'r'))
        o->reuse = s->insn->reuse >> slot & 1;
}

/* --- sources ------------------------------------------------------------------------------------------------------ */

static void put_immediate(struct scan *s)
{
    uint32_t bits = (uint32_t)scan_field(s, 32, 32);
    bool packed = scan_has(s, 'k'), wide = scan_has(s, 'g'), function = scan_has(s, 'e');
    bool floating = scan_has(s, 'f') || packed || wide || function;
    struct sass_operand *o = scan_add(s, floating ? SASS_FIMM : SASS_IMM);
    if (wide)
        o->value = (int64_t)((uint64_t)bits << 32);
    else
        o->value = floating || scan_has(s, 'u') ? (int64_t)bits : (int64_t)(int32_t)bits;
    if (packed || wide)
        scan_style(s, packed ? STYLE_HALVES : STYLE_DOUBLE);
    if (function && (s->insn->mode == SASS_RCP64H || s->insn->mode == SASS_RSQ64H))
        scan_style(s, STYLE_UPPER);
}

/* The byte or half of a narrower source that a conversion or R2P reads. */
static void put_part(struct scan *s, unsigned position, uint8_t type)
{
    bool byte = type == SASS_U8 || type == SASS_S8;
    bool half = type == SASS_U16 || type == SASS_S16 || type == SASS_F16;
    scan_last(s)->part = (uint8_t)scan_field(s, position, 2);
    if (scan_last(s)->part > (byte ? 3 : half ? 1 : 0))
        s->bad = true;
    if (scan_last(s)->part > 0)
        scan_style(s, byte ? STYLE_BYTE : STYLE_HALF);
}

/* What is done to a source; the positions depend on the field that the operand is in. */
static void put_modifiers(struct scan *s, unsigned negation, unsigned absolute, unsigned half)
{
    static const uint8_t halves[] = {SASS_H1_H0, SASS_HALF_F32, SASS_H0_H0, SASS_H1_H1};
    struct sass_operand *o = scan_last(s);
    if (o->kind == SASS_IMM || o->kind == SASS_FIMM)
        return;
    if (scan_has(s, 'n')) {
        bool negated = scan_field(s, negation, 1), inverts = scan_has(s, 'x') && s->insn->extended;
        o->neg = negated && !inverts;
        o->inv = negated && inverts;
    }
    if (scan_has(s, 'i'))
        o->inv = scan_field(s, negation, 1);
    if (scan_has(s, 'a'))
        o->abs = scan_field(s, absolute, 1);
    if (scan_has(s, 'h'))
        o->half = halves[scan_field(s, half, 2)];
    if (scan_has(s, 'p'))
        put_part(s, 60, s->insn->type2);
    if (scan_has(s, 'q'))
        put_part(s, 76, SASS_U8);
}

static void put_wide(struct scan *s)
{
    switch (s->form) {
    case 1: put_register(s, 32); break;
    case 2: case 4: put_immediate(s); break;
    case 3: case 5:
        scan_put_constant(s);
        scan_last(s)->words = count_of(s, 32);
        break;
    default:
        scan_expect(s, 91, 1, 1);
        put_uniform(s, 32);
        break;
    }
    put_modifiers(s, 63, 62, 60);
}

/* o: the bits of negation mean something else. */
static void put_64(struct scan *s)
{
    bool packed = scan_has(s, 'h');
    put_register(s, 64);
    if (!scan_has(s, 'o'))
        put_modifiers(s, packed ? 84 : 75, packed ? 83 : 74, 81);
}

static bool wide_is_c(const struct scan *s)
{
    return s->form == 2 || s->form == 3 || s->form == 7;
}

static void put_a(struct scan *s)
{
    put_register(s, 24);
    put_modifiers(s, 72, 73, 74);
    put_reuse(s, 0);
}

static void put_b(struct scan *s)
{
    (wide_is_c(s) ? put_64 : put_wide)(s);
    put_reuse(s, 1);
}

static void put_c(struct scan *s)
{
    (wide_is_c(s) ? put_wide : put_64)(s);
    put_reuse(s, 2);
}

/* The only operand beside A: in the place of C where the row has form 2. */
static void put_x(struct scan *s)
{
    put_wide(s);
    put_reuse(s, s->row->forms >> 2 & 1 ? 2 : 1);
}

/* LEA's C, the upper word: only with .HI, and not if that is the sign. */
static void put_lea_c(struct scan *s)
{
    bool shown = s->insn->hi_result && !s->insn->sx32;
    s->flags = "uo";
    put_c(s);
    scan_last(s)->hidden = !shown;
    if (!shown && (scan_last(s)->kind != (s->uniform ? SASS_UREG : SASS_REG) ||
                   scan_last(s)->reg != (s->uniform ? SASS_URZ : SASS_RZ)))
        s->bad = true;
    if (s->insn->sx32 && !s->insn->hi_result)
        s->bad = true;
}

static void put_d(struct scan *s)
{
    put_register(s, 16)->dst = true;
}

static void put_d64(struct scan *s)
{
    put_register(s, 64)->dst = true;
}

static void put_r32(struct scan *s)
{
    put_register(s, 32);
    put_reuse(s, 1);
}

static void put_r64(struct scan *s)
{
    put_register(s, 64);
    put_reuse(s, 2);
    if (scan_has(s, 'H') && s->insn->count == 1) {
        scan_last(s)->part = 1;
        scan_style(s, STYLE_HALF);
    }
}

static void put_ud(struct scan *s)
{
    put_uniform(s, 16)->dst = true;
}

static void put_ua(struct scan *s)
{
    put_uniform(s, 24);
}

/* --- predicates --------------------------------------------------------------------------------------------------- */

static struct sass_operand *put_predicate(struct scan *s, unsigned position, bool destination)
{
    bool uniform = s->uniform || scan_has(s, 'U') || (scan_has(s, 'v') && scan_field(s, 67, 1));
    struct sass_operand *o = scan_add(s, uniform ? SASS_UPRED : SASS_PRED);
    o->reg = (uint8_t)scan_field(s, position, 3);
    o->inv = !destination && scan_field(s, position + 3, 1);
    o->dst = destination;
    return o;
}

/* p0, p1. */
static void put_destination(struct scan *s, unsigned position)
{
    struct sass_operand *o = put_predicate(s, position, true);
    bool never = scan_has(s, 'T') || (scan_has(s, 'm') && s->insn->mode != SASS_VOTE_ALL);
    o->hidden = never || (scan_has(s, '?') && o->reg == SASS_PT);
    if (never && o->reg != SASS_PT)
        s->bad = true;
}

static void put_p0(struct scan *s)
{
    put_destination(s, 81);
}

static void put_p1(struct scan *s)
{
    put_destination(s, 84);
}

/* ps, pq, p68: a carry-in is there only with .X or .EX. */
static void put_source(struct scan *s, unsigned position)
{
    struct sass_operand *o = put_predicate(s, position, false);
    bool plain = o->reg == SASS_PT && !o->inv;
    if (scan_has(s, 'x') && !s->insn->extended) {
        o->hidden = true;
        if (o->reg != SASS_PT || o->inv != scan_has(s, '!'))
            s->bad = true;
    } else if (scan_has(s, '?')) {
        o->hidden = plain;
    }
}

static void put_ps(struct scan *s)
{
    put_source(s, 87);
}

static void put_pq(struct scan *s)
{
    put_source(s, 77);
}

static void put_p68(struct scan *s)
{
    put_source(s, 68);
}

/* BAR: only reductions have a predicate; the field is 0 otherwise. */
static void put_bar_predicate(struct scan *s)
{
    struct sass_operand *o = put_predicate(s, 87, false);
    if (s->insn->mode >= SASS_BAR_RED_POPC && s->insn->mode <= SASS_BAR_RED_OR)
        return;
    if (o->reg != 0 || o->inv)
        s->bad = true;
    o->reg = SASS_PT;
    o->hidden = true;
}

/* The predicate of LDG is encoded so that 0 is none. */
static void put_load_predicate(struct scan *s)
{
    struct sass_operand *o = scan_add(s, SASS_PRED);
    o->reg = (uint8_t)(SASS_PT - scan_field(s, 64, 3));
    o->hidden = o->reg == SASS_PT;
}

static const struct scan_word words[] = {
    {"d", put_d}, {"d64", put_d64}, {"a", put_a}, {"b", put_b}, {"c", put_c}, {"x", put_x}, {"r32", put_r32},
    {"r64", put_r64}, {"ud", put_ud}, {"ua", put_ua}, {"leac", put_lea_c}, {"p0", put_p0}, {"p1", put_p1},
    {"ps", put_ps}, {"pq", put_pq}, {"p68", put_p68}, {"pb", put_bar_predicate}, {"pl", put_load_predicate},
    {NULL, NULL}
};

/* "imm=P/W", "imm=P/W?V", "imm=P/W!V". */
static void scan_number(struct scan *s, const char *word)
{
    char *end;
    unsigned position = (unsigned)strtoul(word, &end, 10), width = (unsigned)strtoul(end + 1, &end, 10);
    struct sass_operand *o = scan_put_field(s, SASS_IMM, position, width);
    char mark = *end;
    bool equal = mark != '\0' && (uint64_t)o->value == strtoul(end + 1, &end, 10);
    o->hidden = equal && mark == '?';
    if (equal && mark == '!')
        s->bad = true;
}

static const struct scan_word *find(const struct scan_word *list, const char *word, size_t length)
{
    for (; list->name; list++)
        if (strlen(list->name) == length && memcmp(list->name, word, length) == 0)
            return list;
    return NULL;
}

bool scan_operand(struct scan *s, const char *word)
{
    size_t length = strcspn(word, ":=");
    const char *rest = word[length] ? word + length + 1 : "";
    if (length == 3 && memcmp(word, "imm", 3) == 0) {
        scan_number(s, rest);
        return true;
    }
    const struct scan_word *w = find(words, word, length);
    if (!w)
        w = find(scan_other_words, word, length);
    if (!w)
        return false;
    s->flags = rest;
    w->put(s);
    return true;
}
