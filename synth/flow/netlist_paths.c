/* SPDX-License-Identifier: Apache-2.0 */
#include "netlist_paths.h"

#include "netlist_split.h"

static void print_path(void *out, const struct netlist_module *m, const char *path)
{
    size_t length;
    const char *source = netlist_source_name(m->name, &length);
    fprintf(out, "%s\t%.*s\n", path, (int)length, source);
}

bool netlist_print_paths(const struct netlist *netlist, const char *top, FILE *out, const struct sentence *error)
{
    return netlist_walk(netlist, top, "", print_path, out, error);
}
