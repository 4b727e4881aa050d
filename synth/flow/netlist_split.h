/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An elaborated design in parts, a module each, for a synthesis module by module.
 *
 * What is in the design comes from its JSON; RTLIL text, which Yosys reads again, is handed on as it is, but for names.
 * Modules that Yosys has derived ($paramod...) get readable ones: that of the source, and the values of the parameters
 * if it is used with several. Names that `rename -enumerate` has made public are private again, since names of the
 * source win over private ones. Where a line of the source was is left out.
 */
#ifndef SUBCORE_NETLIST_SPLIT_H
#define SUBCORE_NETLIST_SPLIT_H

#include "netlist.h"

struct netlist_split {
    const char *directory;      /* where the files are written */
    const char *top;
    const char *memories;       /* path of memories.tsv */
    bool        functions;      /* wires of functions, \f$func$<file>:<line>$<number>.x, get names that depend on the
                                   module alone: \f$func$1.x */
};

/* Writes into the directory <module>.il.part, <module>.il.ports (the module as a black box), <module>.il.names (other
 * names of its registers), instances.tsv (module, child module, instance), macros (black boxes of the design) and
 * macros.tsv. */
bool netlist_split(const struct netlist *netlist, const char *rtlil, const struct netlist_split *options,
                   const struct sentence *error);

/* The name of a module in the source. `length` is how long it is. */
const char *netlist_source_name(const char *name, size_t *length);

#endif
