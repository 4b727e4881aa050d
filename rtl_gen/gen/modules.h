/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The modules of the design. To add one: a template NAME.v.in, and a row in modules.c. A kind of operand collector also
 * has its wires and pins in rtl_gen/subcore/subcore.v.in.
 */
#ifndef RTL_GEN_MODULES_H
#define RTL_GEN_MODULES_H

#include "pieces.h"
#include "presence.h"

struct module {
    const char *name;
    const char *summary;
    enum presence presence; /* the configurations that need it */
};

extern const struct module modules[]; /* leaf first, the top last */
extern const int module_count;

bool module_present(const struct module *module, const struct config *config);

/* Index in modules[], or -1. */
int module_find(const char *name);

/* Index of the top: the sub-core, or the SM around several. */
int module_top(const struct config *config);

#endif
