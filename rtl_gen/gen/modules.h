/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The modules of the design. To add one: a template NAME.v.in, and a row in modules.c; to add a kind
 * of operand collector, also the row of rtl_gen/subcore/scheme.h.
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

void emit_subcore(struct emit *e);

/* Whether it matters which warp's values a CCU holds: for the collector, or for the warp. */
static inline bool issue_needs_holders(const struct emit *e)
{
    return has(e, WITH_HOLDERS);
}

/* Whether CCUs compare the slots of the instruction that is allocated: in the issue stage, or for their distances. */
static inline bool issue_shows_same(const struct emit *e)
{
    return e->ccu && (has(e, WITH_STAGE) || has(e, WITH_DIST));
}

/* The bits of the number of registers that an instruction names, one-hot: without the one that says that there is no
 * entry behind them. */
static inline const char *ccu_places(const struct emit *e)
{
    return has(e, WITH_COUNTS) && e->config->entries > e->config->slots ? "SLOTS+1" : "SLOTS";
}

static inline bool issue_needs_random(const struct emit *e)
{
    return has(e, WITH_RANDOM_COLLECTOR);
}

/* Warps beyond the limit, or stalled, would fill the active set, and others could not enter. */
static inline bool limits_active_set(const struct emit *e)
{
    return (has(e, WITH_LIMIT) || has(e, WITH_STALL)) && has(e, WITH_TWO_LEVEL);
}

/* Width of an operand on its way to the units: a vector, or half of one. */
static inline const char *operand_width(const struct emit *e)
{
    return has(e, WITH_UPPER) ? "BEAT_BITS" : "VECTOR_BITS";
}

#endif
