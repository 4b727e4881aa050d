/* SPDX-License-Identifier: Apache-2.0 */
#include "control_edges.h"

#include <stdlib.h>
#include <string.h>

#include "configs/program.h"

uint32_t control_target(const struct control_edges *f, const struct sass_insn *i)
{
    for (unsigned n = 0; n < i->operand_count; n++)
        if (i->operand[n].kind == SASS_LABEL && (uint64_t)i->operand[n].value / SASS_BYTES < f->code->count)
            return (uint32_t)((uint64_t)i->operand[n].value / SASS_BYTES);
    return CONTROL_NOWHERE;
}

bool control_names_register(const struct sass_insn *i)
{
    for (unsigned n = 0; n < i->operand_count; n++)
        if (i->operand[n].kind == SASS_REG)
            return true;
    return false;
}

/* Whether the instruction behind it may be next. */
bool control_may_fall(const struct sass_insn *i)
{
    for (unsigned n = 0; n < i->pred_source_count; n++) {
        const struct sass_operand *o = &i->operand[i->pred_source[n]];
        if (o->reg != SASS_PT || o->inv)
            return true;
    }
    return i->guard != SASS_PT || i->guard_not || i->mode == SASS_BRA_DIV || i->mode == SASS_BRA_CONV;
}

bool control_leaves(const struct sass_insn *i)
{
    return i->op == SASS_EXIT || i->op == SASS_KILL || i->op == SASS_BRA || i->op == SASS_BRX || i->op == SASS_BRXU ||
           i->op == SASS_JMP || i->op == SASS_JMX || i->op == SASS_CALL || i->op == SASS_RET || i->op == SASS_RTT;
}

bool control_is_indirect(const struct sass_insn *i)
{
    return i->op == SASS_BRX || i->op == SASS_BRXU || i->op == SASS_JMX;
}

/* Where the table of an indirect branch begins: the constant that the LDC before it loads its register from. */
static const struct sass_operand *table_of(const struct control_edges *f, uint32_t n)
{
    const struct sass_insn *branch = &f->code->insns[n];
    if (!f->code->banks || branch->op != SASS_BRX || branch->read_count == 0)
        return NULL;
    for (uint32_t k = n; k-- > 0 && f->leader[k + 1] == CONTROL_NOWHERE;) {
        const struct sass_insn *i = &f->code->insns[k];
        for (unsigned o = 0; o < i->operand_count && i->write_count > 0 && i->write[0] == branch->read[0]; o++)
            if (i->op == SASS_LDC && i->operand[o].kind == SASS_CONST && i->operand[o].value >= 0 &&
                i->operand[o].bank < CUBIN_BANKS)
                return &i->operand[o];
    }
    return NULL;
}

/* The table ends where another one begins, or with its bank. */
static size_t table_end(const struct control_edges *f, const struct sass_operand *table)
{
    size_t end = f->code->banks[table->bank].size;
    for (uint32_t n = 0; n < f->code->count; n++) {
        const struct sass_operand *other = control_is_indirect(&f->code->insns[n]) ? table_of(f, n) : NULL;
        if (other && other->bank == table->bank && other->value > table->value && (size_t)other->value < end)
            end = (size_t)other->value;
    }
    return end;
}

/* Where entry number `number` of the table leads, or CONTROL_NOWHERE behind the last one. */
static uint32_t entry_of(const struct control_edges *f, uint32_t n, const struct sass_operand *table, size_t end,
                         size_t number)
{
    const struct sass_insn *branch = &f->code->insns[n];
    uint32_t word;
    size_t at = (size_t)table->value + number * sizeof word;
    if (at + sizeof word > end)
        return CONTROL_NOWHERE;
    memcpy(&word, f->code->banks[table->bank].data + at, sizeof word);
    uint64_t target = (uint64_t)branch->operand[branch->operand_count - 1].value + word;
    return word != 0 && target % SASS_BYTES == 0 && target / SASS_BYTES < f->code->count
        ? (uint32_t)(target / SASS_BYTES) : CONTROL_NOWHERE;
}

static void lead(struct control_edges *f, uint32_t insn, bool named)
{
    if (insn >= f->code->count)
        return;
    if (f->leader[insn] == CONTROL_NOWHERE)
        f->leader[insn] = f->leader_count++;
    f->named[insn] = f->named[insn] || named;
}

void control_edges_find(struct control_edges *f, const struct control_code *code)
{
    *f = (struct control_edges){.code = code, .leader = malloc((code->count + 1) * sizeof *f->leader)};
    f->named = calloc(f->code->count + 1, sizeof *f->named);
    if (!f->leader || !f->named)
        give_up("no memory is left");
    for (uint32_t n = 0; n < f->code->count; n++)
        f->leader[n] = CONTROL_NOWHERE;
    for (uint32_t e = 0; e < f->code->entry_count; e++)
        lead(f, f->code->entries[e], true);
    for (uint32_t n = 0; n < f->code->count; n++) {
        const struct sass_insn *i = &f->code->insns[n];
        if (!control_leaves(i))
            continue;
        lead(f, n + 1, false);
        if (i->op == SASS_BRA || i->op == SASS_CALL)
            lead(f, control_target(f, i), true);
    }
    for (uint32_t n = 0; n < f->code->count; n++) {
        const struct sass_operand *table = control_is_indirect(&f->code->insns[n]) ? table_of(f, n) : NULL;
        size_t end = table ? table_end(f, table) : 0;
        for (size_t at = 0; table && entry_of(f, n, table, end, at) != CONTROL_NOWHERE; at++)
            lead(f, entry_of(f, n, table, end, at), true);
    }
}

uint32_t control_table_entry(const struct control_edges *f, uint32_t n, size_t number)
{
    const struct sass_operand *table = control_is_indirect(&f->code->insns[n]) ? table_of(f, n) : NULL;
    return table ? entry_of(f, n, table, table_end(f, table), number) : CONTROL_NOWHERE;
}

bool control_has_table(const struct control_edges *f, uint32_t n)
{
    return table_of(f, n) != NULL;
}

/* To every instruction that no other one goes to, behind one that goes elsewhere. */
bool control_may_be_anywhere(const struct control_edges *f, uint32_t n)
{
    const struct sass_insn *before = &f->code->insns[n - 1];
    return control_leaves(before) && !control_may_fall(before) && !f->named[n] && f->code->insns[n].op != SASS_NOP;
}

void control_edges_free(struct control_edges *f)
{
    free(f->leader);
    free(f->named);
}
