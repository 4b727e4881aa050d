/* SPDX-License-Identifier: Apache-2.0 */
/* A module of gates as Verilog, in the order of its JSON. */
#ifndef SUBCORE_NETLIST_VERILOG_H
#define SUBCORE_NETLIST_VERILOG_H

#include <stdio.h>

#include "netlist.h"

/* The new name of a cell, which the caller frees; NULL: it keeps its own. */
typedef char *netlist_rename_cell(const void *context, const struct netlist_cell *cell);

/* Prints it. Hidden names become _<number>_, as with write_verilog. What is connected has one assignment a bit, since
 * OpenSTA reads no concatenation on the left. */
void netlist_print_verilog(const struct netlist_module *module, netlist_rename_cell *rename, const void *context,
                           FILE *out);

#endif
