/* SPDX-License-Identifier: Apache-2.0 */
/* What holds state in a design whose registers have the attribute `register`: flip-flops, latches and memories. */
#ifndef SUBCORE_NETLIST_REGISTERS_H
#define SUBCORE_NETLIST_REGISTERS_H

#include <stdio.h>

#include "netlist.h"

/* Which names count: those of the source, with memories, or those that Yosys has made up (with a $). */
enum netlist_names { NETLIST_OF_SOURCE, NETLIST_MADE_UP };

/* Prints name, bits, rows and kind of what module `top` and all instances in it hold, with tabs between them. A
 * sequential cell counts by the bits of its output Q. */
bool netlist_print_registers(const struct netlist *netlist, const char *top, enum netlist_names names, FILE *out,
                             const struct sentence *error);

/* For each net of a module the wire that is its register: -1: none, -2: several. The caller frees it. */
int *netlist_register_owners(const struct netlist_module *module);

#endif
