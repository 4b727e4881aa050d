/* SPDX-License-Identifier: Apache-2.0 */
#include "control_rules.h"

/* Other warps take the entry in the meantime; a compiler looks for a use close by. */
enum { REACH = 4 };

/* What follows an instruction, if nothing else ever does; NULL: several do, or none, or it is not always the same. */
static const struct recorded_insn *straight(const struct recorded_code *c, const struct recorded_insn *n)
{
    const struct recorded_insn *next = n->next_count == 1 ? &c->insns[n->next[0]] : NULL;
    return next && next->form_count == 1 ? next : NULL;
}

/* The first read of an operand in the bank of a register, or NULL. */
static const struct recorded_read *first_read(const struct recorded_insn *n, uint8_t reg, uint8_t operand, int banks)
{
    const struct recorded_form *f = &n->forms[0];
    for (unsigned i = 0; n->fixed && i < f->read_count; i++)
        if (f->read[i].operand == operand && f->read[i].reg % banks == reg % banks)
            return &f->read[i];
    return NULL;
}

/* Whether the value of a register that an instruction reads is wanted by the next read of this operand and bank. */
static bool wanted_next(const struct recorded_code *c, const struct recorded_insn *n, struct recorded_read of,
                        int banks)
{
    for (unsigned i = 0; i < REACH; i++) {
        if (recorded_writes_register(n, of.reg) || !(n = straight(c, n)))
            return false;
        const struct recorded_read *r = first_read(n, of.reg, of.operand, banks);
        if (r)
            return r->reg == of.reg;
    }
    return false;
}

/* Whether every register that the operand leaves in a bank is wanted. */
static bool kept(const struct recorded_code *c, const struct recorded_insn *n, unsigned operand, int banks)
{
    const struct recorded_form *f = &n->forms[0];
    bool any = false;
    for (unsigned i = 0; i < f->read_count; i++) {
        bool last = true;
        for (unsigned j = i + 1; j < f->read_count; j++)
            last &= f->read[j].operand != operand || f->read[j].reg % banks != f->read[i].reg % banks;
        if (f->read[i].operand != operand || !last)
            continue;
        any = true;
        if (!wanted_next(c, n, f->read[i], banks))
            return false;
    }
    return any;
}

void control_keep(struct recorded_code *c, const struct hints_machine *machine)
{
    for (size_t i = 0; i < c->count; i++) {
        struct recorded_insn *n = &c->insns[i];
        for (unsigned p = 0; p < HINTS_KEPT_OPERANDS && n->fixed && n->form_count == 1; p++)
            n->control.reuse |= (uint8_t)(kept(c, n, p, machine->banks) << p);
    }
}
