/* SPDX-License-Identifier: Apache-2.0 */
/* modules.tsv of netlist.sh: what each module of a netlist has. */
#ifndef SUBCORE_NETLIST_MODULES_H
#define SUBCORE_NETLIST_MODULES_H

#include <stdio.h>

#include "configs/sentence.h"

/* Paths of the tables that it is made of. */
struct netlist_sources {
    const char *library;        /* cells.tsv: cell, area */
    const char *used;           /* module, cell, how many: the modules in their order */
    const char *instances;      /* module, child module */
    const char *flops;          /* module, cell, cell of the library, register, bit, type before mapping */
    const char *delays;         /* module, ps */
    const char *registers;      /* registers.tsv of the RTL */
    const char *subcore;        /* the module of a sub-core */
};

/* Prints a line a module. All numbers are for one instance, without the modules in it; `outside` counts the instances
 * that are in no sub-core of an SM. */
bool netlist_print_modules(const struct netlist_sources *sources, const char *top, FILE *out,
                           const struct sentence *error);

#endif
