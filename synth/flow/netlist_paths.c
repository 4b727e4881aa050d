/* SPDX-License-Identifier: Apache-2.0 */
#include "netlist_paths.h"

#include <stdlib.h>

#include "netlist_split.h"

static void visit(const struct netlist *netlist, const struct netlist_module *m, const char *path, FILE *out)
{
    size_t length;
    const char *source = netlist_source_name(m->name, &length);
    fprintf(out, "%s\t%.*s\n", path, (int)length, source);
    for (size_t i = 0; i < m->cell_count; i++) {
        const struct netlist_module *child = netlist_find(netlist, m->cells[i].type);
        char *below;
        if (!child)
            continue;
        if (asprintf(&below, "%s%s%s", path, *path ? "." : "", m->cells[i].name) < 0)
            abort();
        visit(netlist, child, below, out);
        free(below);
    }
}

bool netlist_print_paths(const struct netlist *netlist, const char *top, FILE *out, const struct sentence *error)
{
    const struct netlist_module *m = netlist_find(netlist, top);
    if (!m)
        return refuse(error, "there is no module %s; accepted is the top of the design", top);
    visit(netlist, m, "", out);
    return true;
}
