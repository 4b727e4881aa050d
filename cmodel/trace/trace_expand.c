/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_expand.h"

#include <stdlib.h>
#include <string.h>

struct isa_limits trace_limits(const struct kernel *kernel, const struct trace_options *options)
{
    int allocated = (int)(kernel->registers + 7) / 8 * 8;
    int registers = options->registers < allocated ? options->registers : allocated;

    return (struct isa_limits){options->slots, registers, options->expand};
}

/* Control bits; without them an instruction cannot run. */
static bool apply_control(const struct trace_options *o, const struct trace_form *form, int kernel,
                          struct trace_expansion *e, const struct sentence *why)
{
    const struct hint_control *control = hints_control(o->hints, kernel, form->pc);

    if (control == NULL)
        return refuse(why, "the hints have no control bits for 0x%04llx %s of this kernel; accepted are those that "
                      "cmodel annotate --control has written for this trace", (unsigned long long)form->pc,
                      form->opcode);
    hints_spread(control, e->uops, (unsigned)e->count);
    return true;
}

/* What the hints say of the micro-operations of an instruction. */
static void apply_hints(const struct trace_options *o, int kernel, struct trace_expansion *e)
{
    for (int i = 0; i < e->count; i++)
        e->unhinted += !hints_apply(o->hints, kernel, (unsigned)i, (uint32_t)o->rthld, &e->uops[i]);
    hints_flag(o->hints, e->uops, (unsigned)e->count);
}

/* All that is known of an instruction beside its form. */
static bool say_known(const struct trace_options *o, const struct trace_form *form, const struct trace_known *known,
                      struct trace_expansion *e, const struct sentence *why)
{
    if (o->hints != NULL && hints_kind(o->hints) != HINTS_CONTROL)
        apply_hints(o, known->hints, e);
    else if (o->hints != NULL && !apply_control(o, form, known->hints, e, why))
        return false;
    return o->placer == NULL || o->placer->place(o->placer->context, known->placed, known->registers,
                                                 form->opcode, e->uops, (unsigned)e->count, why);
}

/* Makes room for the expansion of a form. */
static bool make_room(struct trace_expansions *x, size_t form)
{
    size_t count = 2 * form + 256;
    if (form < x->count)
        return true;
    void *array = realloc(x->at, count * sizeof *x->at);
    if (array == NULL)
        return false;
    x->at = array;
    memset(&x->at[x->count], 0, (count - x->count) * sizeof *x->at);
    x->count = count;
    return true;
}

const struct trace_expansion *trace_expand(struct trace_expansions *x, const struct trace_form *form,
                                           const struct kernel *kernel, const struct trace_known *known,
                                           const struct trace_options *options, const struct sentence *why)
{
    const struct isa_limits limits = trace_limits(kernel, options);
    const struct insn proto = {.pc = form->pc, .mask = UINT32_MAX};
    struct insn uops[ISA_MAX_UOPS];
    char problem[200];

    if (!make_room(x, form->index))
        return refuse(why, "out of memory"), NULL;
    struct trace_expansion *e = &x->at[form->index];
    if (e->count > 0)
        return e;
    long opcode = trace_names_find(&x->names, form->opcode, form->opcode_hash);
    if (opcode < 0)
        return refuse(why, "too many different opcodes: %d are accepted", (int)TRACE_NAMES_MAX), NULL;
    int n = isa_expand(&x->names.names[opcode].op, &form->regs, &limits, &proto, uops, SENTENCE(problem));
    if (n < 0)
        return refuse(why, "%s: %s (nregs is %u)", form->opcode, problem, kernel->registers), NULL;
    e->uops = malloc((size_t)n * sizeof *e->uops);
    if (e->uops == NULL)
        return refuse(why, "out of memory"), NULL;
    for (int i = 0; i < n; i++)
        uops[i].opcode = (uint32_t)opcode;
    if (options->fixed)
        isa_settle_unit(&x->names.names[opcode].op, form->opcode, uops, n);
    memcpy(e->uops, uops, (size_t)n * sizeof *uops);
    e->opcode = (uint32_t)opcode;
    e->count = n;
    if (say_known(options, form, known, e, why))
        return e;
    e->count = 0;
    free(e->uops);
    e->uops = NULL;
    return NULL;
}

void trace_expansions_free(struct trace_expansions *x)
{
    for (size_t i = 0; i < x->count; i++)
        free(x->at[i].uops);
    free(x->at);
    trace_names_free(&x->names);
}
