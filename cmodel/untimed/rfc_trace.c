/* SPDX-License-Identifier: Apache-2.0 */
/* Traces, read for the untimed analysis of the register cache. */
#include <stdio.h>
#include <string.h>

#include "rfc_source.h"
#include "cmodel/trace/trace.h"

enum { PUBLISHED_DIGITS = 4 };  /* of an address that the published simulator takes for one */

struct reader {
    struct rfc_source *source;
    const struct rfc_sink *sink;
    struct trace_options options;
    struct isa_limits limits;
    struct rfc_kernel kernel;
    const struct rfc_line *before;  /* of this warp, */
    uint32_t before_mask;
    bool     before_again;
};

static bool hint(struct reader *r, const struct trace_form *form, const struct isa_op *op, struct rfc_line *l,
                 const struct sentence *error)
{
    struct insn records[ISA_MAX_UOPS], proto = {.pc = form->pc};
    struct isa_limits limits = r->limits;
    limits.slots = r->source->cfg->slots;
    int count = isa_expand(op, &form->regs, &limits, &proto, records, error);
    if (count > 0)
        rfc_source_hints(r->source, r->kernel.hinted, &l->shape, records, (unsigned)count);
    return count > 0;
}

/* The shape of a form that is met for the first time. */
static bool learn(struct reader *r, const struct trace_form *form, struct rfc_line *l, const struct sentence *error)
{
    struct isa_op op;
    struct rfc_flags flags = r->source->listing
        ? rfc_listing_flags(r->source->listing, r->kernel.listed, form->pc, form->regs.dst_count > 0)
        : (struct rfc_flags){0, 0};
    isa_lookup(&op, form->opcode);
    l->twice = op.twice;
    l->shape.tensor = op.unit == UNIT_TENSOR;
    l->shape.skipped = form->digits != PUBLISHED_DIGITS;
    rfc_shape_publish(&l->shape, form->opcode, &form->regs, flags.encoded);
    if (r->source->exact
        && !rfc_shape_list(&l->shape, &op, &form->regs, &r->limits, flags.listed, error))
        return false;
    return r->kernel.hinted < 0 || hint(r, form, &op, l, error);
}

static bool repeats(const struct reader *r, const struct rfc_line *l, uint32_t mask)
{
    return l->twice && l == r->before && mask == r->before_mask && !r->before_again;
}

/* What is known of a form. NULL with one phrase in `error`. */
static inline struct rfc_line *look_up(struct reader *r, const struct trace_form *form, const struct sentence *error)
{
    struct rfc_line *l = rfc_shapes_line(&r->source->shapes, form->index);
    if (l && l->known)
        return l;
    if (!l)
        refuse(error, "no memory is left for the instruction");
    if (!l || !learn(r, form, l, error))
        return NULL;
    l->known = true;
    return l;
}

static size_t take_items(void *context, uint32_t warp, const struct trace_item *items, size_t count,
                         const struct sentence *error)
{
    struct reader *r = context;
    struct rfc_step steps[TRACE_ITEMS];
    for (size_t i = 0; i < count; i++) {
        const struct rfc_line *l = look_up(r, items[i].form, error);
        if (!l)
            return i;
        steps[i] = (struct rfc_step){.shape = &l->shape, .mask = items[i].mask, .addresses = items[i].prefixed,
                                     .again = repeats(r, l, items[i].mask)};
        r->before = l;
        r->before_mask = items[i].mask;
        r->before_again = steps[i].again;
    }
    r->sink->steps(r->sink->context, warp, steps, count);
    return count;
}

static bool begin_kernel(void *context, const struct kernel *kernel)
{
    struct reader *r = context;
    r->limits = trace_limits(kernel, &r->options);
    r->kernel = rfc_source_kernel(r->source, kernel->name);
    r->before = NULL;
    return true;
}

static void end_warp(void *context, uint32_t warp)
{
    struct reader *r = context;
    r->before = NULL;
    r->sink->warp_end(r->sink->context, warp);
}

static void end_kernel(void *context)
{
    struct reader *r = context;
    r->sink->kernel_end(r->sink->context);
}

bool rfc_trace_run(struct rfc_source *source, const struct rfc_sink *sink, const struct sentence *error)
{
    const struct config *cfg = source->cfg;
    struct reader r = {.source = source, .sink = sink, .options = {.slots = STREAM_MAX_SLOTS,
                       .registers = cfg->registers, .expand = cfg->expand, .rthld = cfg->rthld,
                       .cache = source->source->cache}};
    const struct trace_visitor visitor = {.context = &r, .kernel = begin_kernel, .items = take_items,
                                          .warp_end = end_warp, .kernel_end = end_kernel};
    return trace_scan(source->source->trace, &r.options, &visitor, error);
}
