/* SPDX-License-Identifier: Apache-2.0 */
/* The memories of a design that are macros: its black boxes. */
#ifndef SUBCORE_NETLIST_MACROS_H
#define SUBCORE_NETLIST_MACROS_H

#include <stdio.h>

#include "netlist.h"

/* Prints macros.tsv of netlist.sh, a line a module: instances, rows, bits, pins. `names` are those of the modules, and
 * `memories` is the path of memories.tsv. Refused are a memory that is no macro, a macro of two sizes, and one
 * whose pins are not those of synth/memory/sram_liberty.c and one mask. */
bool netlist_print_macros(const struct netlist *netlist, char *const *names, const char *top, const char *memories,
                          FILE *out, const struct sentence *error);

#endif
