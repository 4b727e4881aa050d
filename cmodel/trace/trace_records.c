/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_records.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/stream/look_ahead.h"
#include "cmodel/stream/reuse.h"

enum { SURE_RECORDS = 128 };     /* of a warp, for which there is room before they are read */

/* --- room --------------------------------------------------------------------------------------------------------- */

/* Makes room for `more` elements behind `count`. */
static bool reserve(const struct trace_records *r, void **array, size_t element, size_t count, size_t more,
                    size_t *capacity)
{
    size_t want = *capacity != 0 ? *capacity : more;
    void *grown;

    if (count + more <= *capacity)
        return true;
    while (want < count + more)
        want *= 2;
    if (want > UINT32_MAX)
        return trace_input_refuse(r->in, "the warp has too many records or addresses: fewer than 2^32 are accepted");
    grown = realloc(*array, want * element);
    if (grown == NULL)
        return trace_input_refuse(r->in, "out of memory");
    *array = grown;
    *capacity = want;
    return true;
}

static bool reserve_insns(const struct trace_records *r, struct trace_growing *g, size_t more)
{
    void *array = g->warp.insns;
    bool fine = reserve(r, &array, sizeof *g->warp.insns, g->warp.insn_count, more, &g->insn_capacity);

    g->warp.insns = array;
    return fine;
}

bool trace_records_reserve(const struct trace_records *r, struct trace_growing *g, uint64_t instructions)
{
    return reserve_insns(r, g, instructions < SURE_RECORDS ? instructions : SURE_RECORDS);
}

static bool add_addresses(const struct trace_records *r, struct trace_growing *g, const struct trace_line *line)
{
    size_t count = g->warp.address_count;
    void *array = g->warp.addresses;
    bool fine = reserve(r, &array, sizeof *g->warp.addresses, count, line->address_count, &g->address_capacity);

    g->warp.addresses = array;
    if (!fine || line->address_count == 0)
        return fine;
    memcpy(&g->warp.addresses[count], line->address, line->address_count * sizeof line->address[0]);
    g->warp.address_count += line->address_count;
    return true;
}

/* --- instructions ------------------------------------------------------------------------------------------------- */

/* The space of a generic access, after its first active lane. */
static uint8_t generic_space(const struct trace_header *header, const struct trace_line *line, uint8_t otherwise)
{
    return line->address_count == 0 ? otherwise : trace_header_space(header, line->address[0], otherwise);
}

/* Gives the space of its instruction's access to the record that has it, and to those behind. */
static void set_space(struct insn *uops, size_t count, uint8_t space)
{
    for (size_t i = 0; i < count; i++)
        if (uops[i].load || uops[i].store || uops[i].behind)
            uops[i].space = space;
}

/* Remembers an opcode that the table does not know, the first time. */
static bool note_unknown(struct trace_records *r, uint32_t opcode)
{
    size_t capacity = r->unknown_capacity;
    void *array = r->unknown;
    bool fine = reserve(r, &array, sizeof *r->unknown, r->unknown_count, 1, &capacity);

    r->unknown = array;
    r->unknown_capacity = capacity;
    if (fine)
        r->unknown[r->unknown_count++] = opcode;
    return fine;
}

/* Drops the first of the two records of an instruction that a tracer reports once per address (LDGSTS: the address in
 * shared memory, then the one in global memory). Returns whether there was one. */
static bool drop_first_report(struct trace_growing *g, const struct insn *proto, const struct isa_op *op)
{
    const struct insn *before = g->warp.insns == NULL ? NULL : &g->warp.insns[g->previous];

    if (!op->twice || !g->previous_twice || before->pc != proto->pc || before->opcode != proto->opcode ||
        before->mask != proto->mask)
        return false;
    g->warp.address_count = before->address;
    g->warp.insn_count = (uint32_t)g->previous;
    return true;
}

bool trace_records_add(struct trace_records *r, struct trace_growing *g, const struct trace_form *form,
                       struct trace_line *line)
{
    char why[300];
    const struct trace_expansion *e = trace_expand(&r->expansions, form, &r->header->kernel, &r->known, r->options,
                                                   SENTENCE(why));

    if (e == NULL)
        return trace_input_refuse(r->in, "%s", why);
    struct trace_name *name = &r->expansions.names.names[e->opcode];
    const struct insn proto = {.pc = form->pc, .opcode = e->opcode, .mask = line->mask};
    bool dropped = drop_first_report(g, &proto, &name->op);
    size_t n = (size_t)e->count, address = g->warp.address_count;
    if (!reserve_insns(r, g, n))
        return false;
    struct insn *uops = &g->warp.insns[g->warp.insn_count], *last = &uops[n - 1];
    memcpy(uops, e->uops, n * sizeof *uops);
    for (size_t i = 0; i < n; i++) {
        uops[i].mask = line->mask;
        uops[i].address = (uint32_t)address;
    }
    if (line->mask == 0)          /* see isa_expand */
        last->barrier = last->fence = false;
    if (name->op.load || name->op.store) {
        if (form->tail != TRACE_TAIL_LANES && line->mask != 0)
            return trace_input_refuse(r->in, "%s accesses memory and has no addresses: accepted is a width other than "
                                      "0, and an address for each active lane", form->opcode);
        if (line->strided)
            trace_line_stride(line);
        if (name->op.generic)
            set_space(uops, n, generic_space(r->header, line, name->op.space));
        if (!add_addresses(r, g, line))
            return false;
    }
    if (name->op.other && name->instructions == 0 && !note_unknown(r, e->opcode))
        return false;
    name->instructions += !dropped;
    r->unhinted += e->unhinted - (dropped ? g->previous_unhinted : 0);
    g->previous_unhinted = e->unhinted;
    g->previous = g->warp.insn_count;
    g->previous_twice = name->op.twice && !dropped;
    g->warp.insn_count += (uint32_t)n;
    return true;
}

/* --- warps -------------------------------------------------------------------------------------------------------- */

/* Marks the branches behind which the warp goes on at the same or a lower address. */
static void mark_backward(struct insn *insns, size_t count)
{
    for (size_t i = 0; i + 1 < count; i++)
        insns[i].backward = insns[i].branch && insns[i + 1].pc <= insns[i].pc;
}

void trace_records_finish(const struct trace_records *r, struct warp *warp)
{
    struct insn *last = &warp->insns[warp->insn_count - 1];

    last->last = true;
    last->branch = false;       /* nothing follows */
    mark_backward(warp->insns, warp->insn_count);
    if ((r->options->hints == NULL || hints_kind(r->options->hints) == HINTS_CONTROL) && !r->options->no_reuses)
        reuse_mark(warp->insns, warp->insn_count, (uint32_t)r->options->rthld);
    if (r->options->look_ahead > 0)
        look_ahead_mark(warp->insns, warp->insn_count, (uint32_t)r->options->look_ahead);
}

/* --- the trace ---------------------------------------------------------------------------------------------------- */

void trace_records_kernel(struct trace_records *r)
{
    if (r->options->hints != NULL)
        r->known.hints = hints_find_kernel(r->options->hints, r->header->kernel.name);
    if (r->options->placer != NULL)
        r->known.placed = r->options->placer->kernel(r->options->placer->context, r->header->kernel.name);
    r->known.registers = (unsigned)trace_limits(&r->header->kernel, r->options).registers;
}

void trace_records_rewind(struct trace_records *r)
{
    for (size_t i = 0; i < r->expansions.names.count; i++)
        r->expansions.names.names[i].instructions = 0;
    r->unknown_count = 0;
    r->unhinted = 0;
}

void trace_records_free(struct trace_records *r)
{
    trace_expansions_free(&r->expansions);
    free(r->unknown);
}
