/* SPDX-License-Identifier: Apache-2.0 */
/* What netlist.sh keeps of a mapped module: its Verilog, flip-flops, and cells by type. */
#ifndef SUBCORE_NETLIST_MAPPED_H
#define SUBCORE_NETLIST_MAPPED_H

#include <stdio.h>

#include "netlist.h"
#include "netlist_flops.h"
#include "netlist_table.h"

struct netlist_mapped {
    const struct netlist_module      *module;
    const struct netlist_other_names *names;    /* of the module before it was mapped */
    const struct netlist_table       *library;       /* cells.tsv: cell, area, kind */
};

/* Prints the module, its flip-flops named after their registers. */
void netlist_print_mapped(const struct netlist_mapped *mapped, FILE *out);

/* Prints a line a flip-flop: cell, cell of the library, register, bit, type before mapping. */
void netlist_print_flops(const struct netlist_mapped *mapped, FILE *out);

/* Prints each type of cell and how many there are; "- 0" if the module has none. */
void netlist_print_cells(const struct netlist_mapped *mapped, FILE *out);

#endif
