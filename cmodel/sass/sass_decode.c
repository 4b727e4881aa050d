/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "sass_decode_internal.h"

/* --- the scan ----------------------------------------------------------------------------------------------------- */

static const struct sass_row *find_row(uint64_t lo)
{
    unsigned code = lo & 0x1ff, form = lo >> 9 & 7;
    for (const struct sass_row *r = sass_rows; r->name; r++)
        if (r->code == code && r->forms >> form & 1)
            return r;
    return NULL;
}

const char *sass_unknown_name(uint64_t lo)
{
    for (const struct sass_row *r = sass_rows; r->name; r++)
        if (r->code == (lo & 0x1ff))
            return r->name;
    return NULL;
}

static void scan_words(struct scan *s, const char *list, bool (*scan)(struct scan *, const char *))
{
    char word[32];
    while (*list && !s->bad) {
        size_t length = strcspn(list, " ");
        if (length >= sizeof word) {
            s->bad = true;
            return;
        }
        memcpy(word, list, length);
        word[length] = '\0';
        if (!scan(s, word))
            s->bad = true;
        list += length;
        list += strspn(list, " ");
    }
}

/* Guard and scheduling: bits 12 to 15, 105 to 125. */
static void scan_control(struct scan *s)
{
    struct sass_insn *i = s->insn;
    i->guard = (uint8_t)scan_field(s, 12, 3);
    i->guard_not = scan_field(s, 15, 1);
    i->guard_uniform = s->uniform;
    i->stall = (uint8_t)scan_field(s, 105, 4);
    i->yield = !scan_field(s, 109, 1);
    i->write_barrier = (uint8_t)scan_field(s, 110, 3);
    i->read_barrier = (uint8_t)scan_field(s, 113, 3);
    i->wait_mask = (uint8_t)scan_field(s, 116, 6);
    i->reuse = (uint8_t)scan_field(s, 122, 3);
}

static bool is_zero_register(const struct sass_operand *o)
{
    return o->kind == SASS_REG && o->reg == SASS_RZ && !o->neg;
}

/* IMAD is printed under other names where a factor makes it a move, an addition or a shift. */
static const char *alias(const struct sass_insn *i)
{
    const struct sass_operand *a = &i->operand[2], *b = &i->operand[3], *c = &i->operand[4];
    uint32_t factor = (uint32_t)b->value;
    bool immediate = b->kind == SASS_IMM, power = (factor & (factor - 1)) == 0;
    if (c->kind != SASS_UREG && ((is_zero_register(a) && is_zero_register(b)) || (immediate && factor == 0)))
        return "MOV";
    if (immediate && factor == 1 && is_zero_register(c))
        return "MOV";
    if (immediate && factor == 1)
        return "IADD";
    if (immediate && power && factor > 1 && factor != 0x10000 && is_zero_register(c))
        return "SHL";
    return "";
}

static void scan_alias(struct scan *s)
{
    enum { IMAD = 0x024 };
    char rest[SCAN_SUFFIX];
    if (s->row->code != IMAD || s->insn->extended)
        return;
    memcpy(rest, s->suffix, sizeof rest);
    s->suffix[0] = '\0';
    scan_suffix(s, alias(s->insn));
    if (rest[0])
        scan_suffix(s, rest + 1);
}

bool scan_insn(struct scan *s, struct sass_insn *insn, uint64_t lo, uint64_t hi, uint64_t pc)
{
    *insn = (struct sass_insn){.lo = lo, .hi = hi, .pc = pc, .scale = 1};
    *s = (struct scan){.row = find_row(lo), .insn = insn, .known_lo = 0xfff, .form = lo >> 9 & 7};
    if (!s->row)
        return false;
    insn->op = s->row->op;
    s->uniform = s->row->operands[0] == 'U';
    scan_control(s);
    scan_words(s, s->row->modifiers, scan_modifier);
    scan_words(s, s->row->operands + (s->uniform ? 2 : 0), scan_operand);
    if (!s->bad)
        scan_alias(s);
    return !s->bad && (lo & ~s->known_lo) == 0 && (hi & ~s->known_hi) == 0;
}

/* --- what is read and written ------------------------------------------------------------------------------------- */

/* An operand without registers of its own, the second one of BAR.SYNC R0, R0, has the position of the one before. */
static bool list_registers(struct sass_insn *i, struct sass_operand *o)
{
    bool vector = o->kind == SASS_REG || o->kind == SASS_ADDR || o->kind == SASS_CONST;
    uint8_t *list = o->dst ? i->write : i->read, *count = o->dst ? &i->write_count : &i->read_count;
    unsigned room = o->dst ? SASS_MAX_WRITES : SASS_MAX_READS;
    if (!vector)
        return true;
    o->position = o->kind == SASS_REG && o->regs == 0 && *count > 0 ? *count - 1 : *count;
    if (*count + o->regs > room || (o->reg != SASS_RZ && o->reg + o->regs > SASS_RZ))
        return false;
    for (unsigned r = 0; r < o->regs; r++) {
        if (o->reuse)
            i->read_reuse |= UINT32_C(1) << *count;
        list[(*count)++] = o->reg == SASS_RZ ? SASS_RZ : (uint8_t)(o->reg + r);
    }
    return true;
}

static uint64_t uniform_bits(unsigned reg, unsigned count)
{
    uint64_t bits = 0;
    for (unsigned r = reg; r < reg + count && r < SASS_URZ; r++)
        bits |= UINT64_C(1) << r;
    return bits;
}

static void list_others(struct sass_insn *i, const struct sass_operand *o)
{
    uint8_t bit = o->reg < SASS_PT ? (uint8_t)(1u << o->reg) : 0;
    switch (o->kind) {
    case SASS_PRED: *(o->dst ? &i->pred_write : &i->pred_read) |= bit; break;
    case SASS_UPRED: *(o->dst ? &i->upred_write : &i->upred_read) |= bit; break;
    case SASS_UREG: *(o->dst ? &i->ureg_write : &i->ureg_read) |= uniform_bits(o->reg, o->regs); break;
    default: i->ureg_read |= uniform_bits(o->ureg, o->uregs); break;
    }
}

/* P2R, R2P and UP2UR move the predicates that their mask names. */
static void list_masked(struct sass_insn *i)
{
    uint8_t mask = 0;
    for (unsigned n = 0; n < i->operand_count; n++)
        if (i->operand[n].kind == SASS_IMM)
            mask = (uint8_t)(i->operand[n].value & 0x7f);
    if (i->op == SASS_P2R)
        i->pred_read |= mask;
    else if (i->op == SASS_R2P)
        i->pred_write |= mask;
    else if (i->op == SASS_UP2UR)
        i->upred_read |= mask;
}

/* Where an operand's number goes, by its role; NULL if it has none. */
static uint8_t *role_of(struct sass_insn *i, const struct sass_operand *o, uint8_t **count, unsigned *room)
{
    *room = SASS_MAX_PREDS;
    switch (o->kind) {
    case SASS_PRED: case SASS_UPRED:
        *count = o->dst ? &i->pred_dst_count : &i->pred_source_count;
        return o->dst ? i->pred_dst : i->pred_source;
    case SASS_REG: case SASS_UREG: case SASS_IMM: case SASS_FIMM: case SASS_CONST: case SASS_UCONST:
        *count = &i->source_count;
        *room = SASS_MAX_SOURCES;
        return o->dst ? NULL : i->source;
    default:
        return NULL;
    }
}

bool sass_assign_roles(struct sass_insn *i)
{
    i->source_count = i->pred_source_count = i->pred_dst_count = 0;
    for (unsigned n = 0; n < i->operand_count; n++) {
        uint8_t *count;
        unsigned room;
        uint8_t *list = role_of(i, &i->operand[n], &count, &room);
        if (list && *count == room)
            return false;
        if (list)
            list[(*count)++] = (uint8_t)n;
    }
    return true;
}

static bool complete(struct sass_insn *i)
{
    for (unsigned n = 0; n < i->operand_count; n++) {
        if (!list_registers(i, &i->operand[n]))
            return false;
        list_others(i, &i->operand[n]);
    }
    list_masked(i);
    if (!sass_assign_roles(i))
        return false;
    if (i->guard < SASS_PT)
        *(i->guard_uniform ? &i->upred_read : &i->pred_read) |= (uint8_t)(1u << i->guard);
    return true;
}

bool sass_decode(struct sass_insn *insn, uint64_t lo, uint64_t hi, uint64_t pc)
{
    struct scan s;
    if (scan_insn(&s, insn, lo, hi, pc) && complete(insn))
        return true;
    *insn = (struct sass_insn){.lo = lo, .hi = hi, .pc = pc};
    return false;
}
