/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A golden model whose parts are called one by one: `m`, with the shape of the configuration, and otherwise zero. What
 * the model finds fault with is a violation here.
 */
#ifndef SUBCORE_FORMAL_MODEL_PART_H
#define SUBCORE_FORMAL_MODEL_PART_H

#include "tb/formal/equal/rtl.h"

#define model_violate formatted_model_violate
#include "cmodel/subcore/model.c"
#undef model_violate

static struct model m;

void model_violate(struct model *of, const char *format, ...)
{
    (void)of;
    violated(format);
}

/* Bits that only some configurations have. */
static inline uint64_t optional(bool there, const char *name, unsigned width)
{
    return there ? rtl(name, 0, width) : 0;
}

static void open_model(void)
{
    m.shape = make_shape(&equal_config);
    m.cfg = equal_config;
    m.issue.age = (struct age){.n = m.shape.warps, .row = m.q.issue.row};
    m.inflight = (struct age){.n = m.shape.inflight, .row = m.q.inflight_row, .unordered = m.shape.unordered};
    m.collectors = (struct age){.n = m.shape.collectors, .row = m.q.dispatch.row};
    m.packing = true;
}

#endif
