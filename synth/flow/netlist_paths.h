/* SPDX-License-Identifier: Apache-2.0 */
/* All instances of a design. */
#ifndef SUBCORE_NETLIST_PATHS_H
#define SUBCORE_NETLIST_PATHS_H

#include <stdio.h>

#include "netlist.h"

/* Prints the path of every instance below `top`, and the name of its module in the source, with a tab between. The
 * top's own path is empty. */
bool netlist_print_paths(const struct netlist *netlist, const char *top, FILE *out, const struct sentence *error);

#endif
