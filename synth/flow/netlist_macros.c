/* SPDX-License-Identifier: Apache-2.0 */
#include "netlist_macros.h"

#include <string.h>

#include "need.h"
#include "netlist_table.h"

/* A macro: the memory that it is, as memories.tsv has it first, and its pins that not every memory has. */
struct macro {
    size_t      module;
    size_t      instances;
    const struct netlist_row *memory;
    const struct netlist_port *row, *mask;
};

struct reader {
    const struct netlist *netlist;
    char *const *names;
    const struct netlist_table *memories;
    size_t     *macro_of;               /* of each memory the module of its macro; module_count: none */
    const struct sentence *error;
};

/* A memory by the macro's name in the hierarchy. */
static void find_memory(void *of, const struct netlist_module *m, const char *path)
{
    struct reader *r = of;
    for (size_t i = 1; m->blackbox && i < r->memories->count; i++) {
        const char *name = r->memories->rows[i].cell[0];
        size_t length = strlen(path);
        if (strncmp(name, path, length) == 0 && strcmp(name + length, ".mem") == 0)
            r->macro_of[i] = (size_t)(m - r->netlist->modules);
    }
}

static bool is_plain_pin(const char *name)
{
    static const char *const names[] = {"clk_i", "read_i", "write_i", "write_row_i", "wdata_i", "rdata_o"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool pins_of(const struct reader *r, struct macro *macro)
{
    const struct netlist_module *m = &r->netlist->modules[macro->module];
    const char *name = r->names[macro->module];
    for (size_t i = 0; i < m->port_count; i++) {
        const struct netlist_port *port = &m->ports[i];
        if (strcmp(port->name, "row_i") == 0 || strcmp(port->name, "read_row_i") == 0) {
            macro->row = port;
        } else if (!is_plain_pin(port->name)) {
            if (macro->mask)
                return refuse(r->error, "macro %s has the pins %s and %s; accepted is one mask", name,
                              macro->mask->name, port->name);
            macro->mask = port;
        }
    }
    return (macro->row && macro->mask) ||
           refuse(r->error, "macro %s has no row_i, or no mask; accepted are both", name);
}

static bool count(const struct reader *r, struct macro *macros, size_t *n, size_t memory)
{
    const struct netlist_row *row = &r->memories->rows[memory];
    size_t module = r->macro_of[memory], i = 0;
    if (module == r->netlist->module_count)
        return refuse(r->error, "%s of %s is in no macro; accepted are memories that are", row->cell[0],
                      r->memories->path);
    while (i < *n && macros[i].module != module)
        i++;
    if (i == *n)
        macros[(*n)++] = (struct macro){.module = module, .memory = row};
    macros[i].instances++;
    if (strcmp(row->cell[1], macros[i].memory->cell[1]) != 0 || strcmp(row->cell[2], macros[i].memory->cell[2]) != 0)
        return refuse(r->error, "macro %s has two sizes; accepted is one", r->names[module]);
    return true;
}

static bool print(struct reader *r, FILE *out)
{
    struct macro *macros = need(r->netlist->module_count, sizeof *macros);
    size_t n = 0;
    bool good = true;
    for (size_t i = 1; good && i < r->memories->count; i++)
        good = count(r, macros, &n, i);
    fputs("module\tinstances\trows\tbits\tports\trow_bits\tmask\tmask_bits\n", out);
    for (size_t i = 0; good && i < n; i++) {
        const struct macro *m = &macros[i];
        good = pins_of(r, &macros[i]);
        if (good)
            fprintf(out, "%s\t%zu\t%s\t%s\t%s\t%zu\t%s\t%zu\n", r->names[m->module], m->instances, m->memory->cell[1],
                    m->memory->cell[2], strcmp(m->row->name, "row_i") == 0 ? "1rw" : "1r1w", m->row->bits.count,
                    m->mask->name, m->mask->bits.count);
    }
    free(macros);
    return good;
}

bool netlist_print_macros(const struct netlist *netlist, char *const *names, const char *top, const char *memories,
                          FILE *out, const struct sentence *error)
{
    struct netlist_table table;
    struct reader r = {.netlist = netlist, .names = names, .memories = &table, .error = error};
    bool good = netlist_table_read(&table, memories, 3, error);
    if (good) {
        r.macro_of = need(table.count, sizeof *r.macro_of);
        for (size_t i = 0; i < table.count; i++)
            r.macro_of[i] = netlist->module_count;
        good = netlist_walk(netlist, top, "top", find_memory, &r, error) && print(&r, out);
        free(r.macro_of);
        netlist_table_free(&table);
    }
    return good;
}
