/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "sass_decode_internal.h"

/* ---- fields ------------------------------------------------------------------------------------------------------- */

static uint64_t low_bits(unsigned width)
{
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* Claims a field of up to 64 bits and returns it. */
uint64_t scan_field(struct scan *s, unsigned position, unsigned width)
{
    uint64_t mask = low_bits(width);
    if (position >= 64) {
        s->known_hi |= mask << (position - 64);
        return s->hi >> (position - 64) & mask;
    }
    s->known_lo |= mask << position;
    uint64_t value = s->lo >> position;
    if (position + width > 64) {
        s->known_hi |= mask >> (64 - position);
        value |= s->hi << (64 - position);
    }
    return value & mask;
}

int64_t scan_signed(struct scan *s, unsigned position, unsigned width)
{
    uint64_t value = scan_field(s, position, width), sign = UINT64_C(1) << (width - 1);
    return (int64_t)((value ^ sign) - sign);
}

const struct sass_row *sass_row_of(uint64_t lo, uint64_t hi)
{
    unsigned code = lo & 0x1ff, form = lo >> 9 & 7;
    (void)hi;
    for (const struct sass_row *r = sass_rows; r->name; r++)
        if (r->code == code && r->forms >> form & 1)
            return r;
    return NULL;
}

/* ---- a scan ------------------------------------------------------------------------------------------------------- */

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
        if (!(word[0] == 'U' && word[1] == '\0') && !scan(s, word))
            s->bad = true;
        list += length;
        list += *list == ' ';
    }
}

static void scan_control(struct scan *s)
{
    struct sass_insn *i = s->insn;
    i->guard = (uint8_t)scan_field(s, 12, 3);
    i->guard_not = scan_field(s, 15, 1);
    i->stall = (uint8_t)scan_field(s, 105, 4);
    i->yield = !scan_field(s, 109, 1);
    i->write_barrier = (uint8_t)scan_field(s, 110, 3);
    i->read_barrier = (uint8_t)scan_field(s, 113, 3);
    i->wait_mask = (uint8_t)scan_field(s, 116, 6);
    i->reuse = (uint8_t)scan_field(s, 122, 4);
    i->guard_uniform = s->uniform;
}

/* IMAD has other names when a factor makes it a move, a shift or an addition. */
static void alias(struct scan *s)
{
    const struct sass_operand *o = s->insn->operand;    /* D, carry out, A, B, C, carry in */
    char suffix[SCAN_SUFFIX + 8];
    const char *name = NULL;
    bool zero_a = o[2].reg == SASS_RZ, zero_b = o[3].kind == SASS_REG && o[3].reg == SASS_RZ;
    bool zero_c = o[4].kind == SASS_REG && o[4].reg == SASS_RZ;
    if (s->row->code != 0x024 || s->insn->extended)
        return;
    if (o[4].kind != SASS_UREG && ((zero_a && zero_b) || (o[3].kind == SASS_IMM && o[3].value == 0)))
        name = "MOV";
    else if (o[3].kind == SASS_IMM && o[3].value == 1)
        name = "IADD";
    else if (o[3].kind == SASS_IMM && o[3].value > 1 && (o[3].value & (o[3].value - 1)) == 0 && zero_c
             && o[3].value != 0x10000)
        name = "SHL";
    if (!name)
        return;
    snprintf(suffix, sizeof suffix, ".%s%s", name, s->suffix);
    memcpy(s->suffix, suffix, SCAN_SUFFIX - 1);
}

static bool is_uniform(const struct sass_row *r)
{
    return r->operands[0] == 'U' && (r->operands[1] == ' ' || r->operands[1] == '\0');
}

bool scan_insn(struct scan *s, struct sass_insn *insn, uint64_t lo, uint64_t hi, uint64_t pc)
{
    memset(insn, 0, sizeof *insn);
    insn->lo = lo;
    insn->hi = hi;
    insn->pc = pc;
    insn->scale = 1;
    *s = (struct scan){.row = sass_row_of(lo, hi), .insn = insn, .lo = lo, .hi = hi, .known_lo = 0xfff};
    if (!s->row)
        return false;
    s->form = lo >> 9 & 7;
    s->uniform = is_uniform(s->row);
    insn->op = s->row->op;
    scan_control(s);
    scan_words(s, s->row->modifiers, scan_modifier);
    scan_words(s, s->row->operands, scan_operand);
    if (!s->bad && insn->op == SASS_IMAD)
        alias(s);
    return !s->bad && (lo & ~s->known_lo) == 0 && (hi & ~s->known_hi) == 0;
}

/* ---- what is read and written ------------------------------------------------------------------------------------- */

static void list_registers(struct sass_insn *i, struct sass_operand *o)
{
    bool vector = o->kind == SASS_REG || o->kind == SASS_ADDR || (o->kind == SASS_CONST && o->regs > 0);
    if (!vector || o->regs == 0)
        return;
    uint8_t *list = o->dst ? i->write : i->read, *count = o->dst ? &i->write_count : &i->read_count;
    unsigned room = o->dst ? SASS_MAX_WRITES : SASS_MAX_READS;
    o->position = *count;
    for (unsigned r = 0; r < o->regs && *count < room; r++) {
        if (o->reuse && !o->dst)
            i->read_reuse |= UINT32_C(1) << *count;
        list[(*count)++] = o->reg == SASS_RZ ? SASS_RZ : (uint8_t)(o->reg + r);
    }
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
    uint8_t bit = o->reg < 7 ? (uint8_t)(1u << o->reg) : 0;
    if (o->kind == SASS_PRED)
        *(o->dst ? &i->pred_write : &i->pred_read) |= bit;
    else if (o->kind == SASS_UPRED)
        *(o->dst ? &i->upred_write : &i->upred_read) |= bit;
    else if (o->kind == SASS_UREG)
        *(o->dst ? &i->ureg_write : &i->ureg_read) |= uniform_bits(o->reg, o->regs);
    else if (o->uregs > 0)
        i->ureg_read |= uniform_bits(o->ureg, o->uregs);
}

/* P2R and R2P move the predicates that their mask names. */
static void list_masked(struct sass_insn *i)
{
    uint8_t mask = 0x7f;
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

static bool complete(struct sass_insn *i)
{
    for (unsigned n = 0; n < i->operand_count; n++) {
        struct sass_operand *o = &i->operand[n];
        if ((o->kind == SASS_REG || o->kind == SASS_ADDR) && o->reg != SASS_RZ && o->reg + o->regs > SASS_RZ)
            return false;
        list_registers(i, o);
        list_others(i, o);
    }
    list_masked(i);
    if (i->guard < 7)
        *(i->guard_uniform ? &i->upred_read : &i->pred_read) |= (uint8_t)(1u << i->guard);
    i->carry_in = i->extended;
    i->wide = i->op == SASS_IMAD || i->op == SASS_UIMAD ? (i->lo & 0x1ff) == 0x025 || (i->lo & 0x1ff) == 0x0a5 : false;
    if ((i->lo & 0x1ff) == 0x027)
        i->hi_result = true;
    return true;
}

bool sass_decode(struct sass_insn *insn, uint64_t lo, uint64_t hi, uint64_t pc)
{
    struct scan s;
    if (scan_insn(&s, insn, lo, hi, pc) && complete(insn))
        return true;
    memset(insn, 0, sizeof *insn);
    insn->lo = lo;
    insn->hi = hi;
    insn->pc = pc;
    return false;
}
