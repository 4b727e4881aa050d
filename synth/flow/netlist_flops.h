/* SPDX-License-Identifier: Apache-2.0 */
/* Flip-flops of a mapped module (synth/flow/module.ys.in), named after what they drive, and their registers. */
#ifndef SUBCORE_NETLIST_FLOPS_H
#define SUBCORE_NETLIST_FLOPS_H

#include <stdio.h>

#include "netlist.h"
#include "netlist_table.h"

/* Other names of a module's registers, of an output say, which a flip-flop may have: wire, bit, register, bit. */
struct netlist_other_names { struct netlist_table table; };

/* count_q[3]$_SDFFE_PP0P_ is bit 3 of count_q, of type $_SDFFE_PP0P_ before mapping, and becomes count_q_reg_3_. */
struct netlist_flop {
    char *cell, *reg;
    const char *type;
    long  bit;
};

/* Prints them for a module in which registers have the attribute `register`. A register's name ends in _q. */
void netlist_print_other_names(const struct netlist_module *module, FILE *out);

/* Reads them. */
bool netlist_read_other_names(struct netlist_other_names *names, const char *path, const struct sentence *error);

/* Whether a cell is named as flip-flops are. */
bool netlist_is_flop(const struct netlist_cell *cell);
void netlist_flop_name(const struct netlist_other_names *names, const struct netlist_cell *cell,
                       struct netlist_flop *flop);
void netlist_flop_free(struct netlist_flop *flop);

#endif
