/* SPDX-License-Identifier: Apache-2.0 */
#include "netlist_mapped.h"

#include <string.h>

#include "need.h"
#include "netlist_verilog.h"

static char *rename_flop(const void *context, const struct netlist_cell *cell)
{
    struct netlist_flop flop;
    if (!netlist_is_flop(cell))
        return NULL;
    netlist_flop_name(context, cell, &flop);
    free(flop.reg);
    return flop.cell;
}

void netlist_print_mapped(const struct netlist_mapped *mapped, FILE *out)
{
    netlist_print_verilog(mapped->module, rename_flop, mapped->names, out);
}

static bool is_library_flop(const struct netlist_table *library, const char *type)
{
    for (size_t i = 0; i < library->count; i++)
        if (strcmp(library->rows[i].cell[0], type) == 0)
            return strcmp(library->rows[i].cell[2], "flop") == 0;
    return false;
}

void netlist_print_flops(const struct netlist_mapped *mapped, FILE *out)
{
    for (size_t i = 0; i < mapped->module->cell_count; i++) {
        const struct netlist_cell *cell = &mapped->module->cells[i];
        struct netlist_flop flop;
        if (netlist_is_flop(cell)) {
            netlist_flop_name(mapped->names, cell, &flop);
            fprintf(out, "%s\t%s\t%s\t%ld\t%s\n", flop.cell, cell->type, flop.reg, flop.bit, flop.type);
            netlist_flop_free(&flop);
        } else if (is_library_flop(mapped->library, cell->type)) {       /* without a name: none is expected */
            fprintf(out, "%s\t%s\t-\t0\t-\n", cell->name, cell->type);
        }
    }
}

void netlist_print_cells(const struct netlist_mapped *mapped, FILE *out)
{
    const struct netlist_module *m = mapped->module;
    struct { const char *type; size_t count; } *used = need(m->cell_count, sizeof *used);
    size_t n = 0;
    for (size_t i = 0; i < m->cell_count; i++) {
        size_t k = 0;
        while (k < n && strcmp(used[k].type, m->cells[i].type) != 0)
            k++;
        if (k == n)
            used[n++].type = m->cells[i].type;
        used[k].count++;
    }
    for (size_t k = 0; k < n; k++)
        fprintf(out, "%s\t%zu\n", used[k].type, used[k].count);
    if (n == 0)
        fputs("-\t0\n", out);
    free(used);
}
