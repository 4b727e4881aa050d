/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A golden model whose modules are opened and called one by one: `m`, with the shape of the configuration, and
 * otherwise zero. What the model finds fault with is a violation here.
 */
#ifndef SUBCORE_FORMAL_MODEL_PART_H
#define SUBCORE_FORMAL_MODEL_PART_H

#include "cmodel/subcore/subcore.h"
#include "tb/formal/equal/rtl.h"

static struct model m;

void violate(struct watch *w, const char *format, ...)
{
    (void)w;
    violated(format);
}

/* Bits that only some configurations have. */
static inline uint64_t optional(bool there, const char *name, unsigned width)
{
    return there ? rtl(name, 0, width) : 0;
}

static void open_model(void)
{
    m.core.shape = shape_of(&equal_config);
    m.core.packing = true;
}

/* The collectors; also without an instruction in one, the modules around them ask them who they are. */
static inline void open_collectors(void)
{
    struct collectors *cs = &m.collectors.base;
    cs->core = &m.core;
    cs->ops = equal_config.kind == KIND_OCU ? &ocu_ops : equal_config.kind == KIND_ECU ? &ecu_ops : &ccu_ops;
    cs->ops->open(cs, &equal_config);
}

#endif
