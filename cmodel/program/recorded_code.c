/* SPDX-License-Identifier: Apache-2.0 */
#include "recorded_code.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/base/unit.h"

/* --- forms -------------------------------------------------------------------------------------------------------- */

void recorded_form_add(struct recorded_form *f, const struct insn *n)
{
    enum { LAST = HINTS_KEPT_OPERANDS - 1 };
    f->unit = n->unit;
    for (uint32_t set = n->src_valid; set && f->read_count < ISA_MAX_REGS; set &= set - 1) {
        unsigned s = (unsigned)__builtin_ctz(set);
        f->read[f->read_count++] = (struct recorded_read){n->src[s], n->src_pos[s] < LAST ? n->src_pos[s] : LAST};
    }
    for (unsigned d = 0; d < n->dst_count && f->write_count < ISA_MAX_REGS; d++)
        f->write[f->write_count++] = (struct recorded_write){(uint8_t)(n->dst_base + d), (uint8_t)d};
}

static bool equal(const struct recorded_form *a, const struct recorded_form *b)
{
    return a->unit == b->unit && a->read_count == b->read_count && a->write_count == b->write_count
        && memcmp(a->read, b->read, a->read_count * sizeof *a->read) == 0
        && memcmp(a->write, b->write, a->write_count * sizeof *a->write) == 0;
}

bool recorded_reads_register(const struct recorded_insn *n, uint8_t reg)
{
    for (size_t f = 0; f < n->form_count; f++)
        for (unsigned i = 0; i < n->forms[f].read_count; i++)
            if (n->forms[f].read[i].reg == reg)
                return true;
    return false;
}

bool recorded_writes_register(const struct recorded_insn *n, uint8_t reg)
{
    for (size_t f = 0; f < n->form_count; f++)
        for (unsigned i = 0; i < n->forms[f].write_count; i++)
            if (n->forms[f].write[i].reg == reg)
                return true;
    return false;
}

/* A form that the instruction has not had so far. */
static bool add_form(struct recorded_insn *n, const char *opcode, const struct recorded_form *form)
{
    void *array = n->forms;
    bool fixed = unit_is_fixed(form->unit);
    struct control_class class = control_class(opcode, form->unit, fixed);
    if (!array_grow(&array, sizeof *n->forms, n->form_count, &n->form_room))
        return false;
    n->forms = array;
    n->forms[n->form_count++] = *form;
    n->class.reads |= class.reads;
    n->class.writes |= class.writes;
    n->fixed |= fixed;
    n->variable |= !fixed;
    return true;
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

static size_t slot_of(const struct recorded_code *c, uint64_t pc)
{
    size_t s = (size_t)(pc * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (c->slot_count - 1);
    while (c->slots[s] && c->insns[c->slots[s] - 1].pc != pc)
        s = (s + 1) & (c->slot_count - 1);
    return s;
}

/* Keeps the slots at most half full. */
static bool grow_slots(struct recorded_code *c)
{
    size_t size = c->slot_count ? 2 * c->slot_count : 256;
    if (2 * (c->count + 1) <= c->slot_count)
        return true;
    uint32_t *slots = calloc(size, sizeof *slots);
    if (!slots)
        return false;
    free(c->slots);
    c->slots = slots;
    c->slot_count = size;
    for (size_t i = 0; i < c->count; i++)
        c->slots[slot_of(c, c->insns[i].pc)] = (uint32_t)i + 1;
    return true;
}

static struct recorded_insn *add_insn(struct recorded_code *c, uint64_t pc, const char *opcode)
{
    void *array = c->insns;
    if (c->count >= UINT32_MAX / 2 || !grow_slots(c)
        || !array_grow(&array, sizeof *c->insns, c->count, &c->room))
        return NULL;
    c->insns = array;
    struct recorded_insn *n = &c->insns[c->count];
    *n = (struct recorded_insn){.pc = pc, .opcode = strdup(opcode)};
    n->control = (struct hint_control){.stall = 1, .write_bar = HINTS_NO_COUNTER, .read_bar = HINTS_NO_COUNTER};
    if (!n->opcode)
        return NULL;
    c->slots[slot_of(c, pc)] = (uint32_t)++c->count;
    return n;
}

static bool append(uint32_t **list, size_t *count, size_t *room, uint32_t value)
{
    void *array = *list;
    if (!array_grow(&array, sizeof **list, *count, room))
        return false;
    *list = array;
    (*list)[(*count)++] = value;
    return true;
}

static bool add_edge(struct recorded_code *c, uint32_t from, uint32_t to)
{
    struct recorded_insn *a = &c->insns[from], *b = &c->insns[to];
    for (size_t i = 0; i < a->next_count; i++)
        if (a->next[i] == to)
            return true;
    return append(&a->next, &a->next_count, &a->next_room, to)
        && append(&b->previous, &b->previous_count, &b->previous_room, from);
}

bool recorded_code_add(struct recorded_code *c, uint64_t pc, const char *opcode, const struct recorded_form *form)
{
    uint32_t before = c->count ? c->before : RECORDED_START;
    struct recorded_insn *n = NULL;
    if (c->slot_count && c->slots[slot_of(c, pc)])
        n = &c->insns[c->slots[slot_of(c, pc)] - 1];
    if (!n && !(n = add_insn(c, pc, opcode)))
        return false;
    size_t f = 0;
    while (f < n->form_count && !equal(&n->forms[f], form))
        f++;
    if (f == n->form_count && !add_form(n, opcode, form))
        return false;
    c->before = (uint32_t)(n - c->insns);
    return before == RECORDED_START || add_edge(c, before, c->before);
}

void recorded_code_end_warp(struct recorded_code *c)
{
    c->before = RECORDED_START;
}

/* --- order -------------------------------------------------------------------------------------------------------- */

struct place {
    uint64_t pc;
    uint32_t index;
};

static int by_address(const void *a, const void *b)
{
    const struct place *p = a, *q = b;
    return p->pc < q->pc ? -1 : p->pc > q->pc;
}

bool recorded_code_sort(struct recorded_code *c)
{
    bool fine = false;
    struct place *places = malloc((c->count + 1) * sizeof *places);
    c->order = malloc((c->count + 1) * sizeof *c->order);
    for (size_t i = 0; places && i < c->count; i++)
        places[i] = (struct place){c->insns[i].pc, (uint32_t)i};
    if (places && c->order) {
        fine = true;
        qsort(places, c->count, sizeof *places, by_address);
        for (size_t i = 0; i < c->count; i++)
            c->order[i] = places[i].index;
    }
    free(places);
    return fine;
}

void recorded_code_free(struct recorded_code *c)
{
    for (size_t i = 0; i < c->count; i++) {
        free(c->insns[i].opcode);
        free(c->insns[i].forms);
        free(c->insns[i].next);
        free(c->insns[i].previous);
    }
    free(c->insns);
    free(c->slots);
    free(c->order);
    *c = (struct recorded_code){.before = RECORDED_START};
}
