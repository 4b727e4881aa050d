/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The modules of the design. To add one: a template NAME.v.in, and a row in modules.c. A kind of operand collector also
 * has its wires and pins in rtl_gen/subcore/subcore.v.in.
 */
#ifndef RTL_GEN_MODULES_H
#define RTL_GEN_MODULES_H

#include "emit.h"
#include "presence.h"

struct module {
    const char *name;
    const char *summary;
    enum presence presence; /* the configurations that need it */
    void (*emit)(struct emit *e); /* NULL: it has a template, NAME.v.in */
};

extern const struct module modules[]; /* leaf first, the top last */
extern const int module_count;

/* Whether the configuration of a module has something. */
static inline bool has(const struct emit *e, enum presence presence)
{
    return present(presence, e->config);
}

bool module_present(const struct module *module, const struct config *config);

/* Index in modules[], or -1. */
int module_find(const char *name);

/* Index of the top: the sub-core, or the SM around several. */
int module_top(const struct config *config);

void emit_ccu(struct emit *e);

/* Whether it matters which warp's values a CCU holds: for the collector, or for the warp. */
static inline bool issue_needs_holders(const struct emit *e)
{
    return has(e, WITH_HOLDERS);
}

/* Whether CCUs compare the slots of the instruction that is allocated: in the issue stage, or for their distances. */
bool issue_shows_same(const struct emit *e);

/* The bits of the number of registers that an instruction names, one-hot: without the one that says that there is no
 * entry behind them. */
static inline const char *ccu_places(const struct emit *e)
{
    return has(e, WITH_COUNTS) && e->config->entries > e->config->slots ? "SLOTS+1" : "SLOTS";
}

/* Width of an operand on its way to the units: a vector, or half of one. */
const char *operand_width(const struct emit *e);

/* The signal of a collector that finishes in this cycle: dispatch_i, or that its upper lanes leave. */
const char *collector_finishes(const struct emit *e);

#endif
