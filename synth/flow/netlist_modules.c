/* SPDX-License-Identifier: Apache-2.0 */
#include "netlist_modules.h"

#include <stdlib.h>
#include <string.h>

#include "need.h"
#include "netlist_table.h"

enum { DEPTH = 64 };            /* of modules in modules */

struct module {
    const char *name;
    size_t instances, outside;
    double area, flop_area, data_area, delay;
    size_t cells, flops, data_flops, hold, data_hold;
};

struct design {
    struct netlist_table library, used, instances, flops, delays, registers;
    char         **data;        /* "module register" of registers with data, sorted */
    size_t         data_count;
    struct module *modules;
    size_t         count;
    const char    *subcore;     /* the module of a sub-core */
    const struct sentence *error;
};

static bool read_tables(struct design *d, const struct netlist_sources *s)
{
    return netlist_table_read(&d->library, s->library, 3, d->error) &&
           netlist_table_read(&d->used, s->used, 3, d->error) &&
           netlist_table_read(&d->instances, s->instances, 3, d->error) &&
           netlist_table_read(&d->flops, s->flops, 6, d->error) &&
           netlist_table_read(&d->delays, s->delays, 2, d->error) &&
           netlist_table_read(&d->registers, s->registers, 5, d->error);
}

static void free_tables(struct design *d)
{
    struct netlist_table *const tables[] = {&d->library, &d->used, &d->instances, &d->flops, &d->delays, &d->registers};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        netlist_table_free(tables[i]);
    for (size_t i = 0; i < d->data_count; i++)
        free(d->data[i]);
    free(d->data);
    free(d->modules);
}

/* --- registers with data ------------------------------------------------------------------------------------------ */

/* Behind the last instance, ".u_<name>.": the registers of generate blocks keep those. */
static const char *name_in_module(const char *name)
{
    const char *rest = name;
    for (const char *at = name; (at = strstr(at, ".u_")); at++) {
        size_t length = strspn(at + 3, "abcdefghijklmnopqrstuvwxyz0123456789_");
        if (at[3 + length] == '.')
            rest = at + 4 + length;
    }
    return rest;
}

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static char *joined(const char *module, int length, const char *name)
{
    char *text;
    if (asprintf(&text, "%.*s %s", length, module, name) < 0)
        abort();
    return text;
}

static void list_data(struct design *d)
{
    d->data = need(d->registers.count, sizeof *d->data);
    for (size_t i = 0; i < d->registers.count; i++) {
        const struct netlist_row *row = &d->registers.rows[i];
        if (strcmp(row->cell[4], "data") == 0)
            d->data[d->data_count++] = joined(row->cell[3], (int)strlen(row->cell[3]), name_in_module(row->cell[0]));
    }
    qsort(d->data, d->data_count, sizeof *d->data, compare);
}

static bool listed(const struct design *d, const char *module, size_t length, const char *reg)
{
    char *key = joined(module, (int)length, reg);
    bool found = bsearch(&key, d->data, d->data_count, sizeof *d->data, compare);
    free(key);
    return found;
}

/* Of a module, or of that which it is with other parameters: name, or name_<number>. */
static bool is_data(const struct design *d, const char *module, const char *reg)
{
    size_t length = strlen(module), base = length;
    while (base > 0 && strchr("0123456789", module[base - 1]))
        base--;
    return listed(d, module, length, reg) ||
           (base > 0 && base < length && module[base - 1] == '_' && listed(d, module, base - 1, reg));
}

/* --- modules ------------------------------------------------------------------------------------------------------ */

static struct module *find(const struct design *d, const char *name)
{
    for (size_t i = 0; i < d->count; i++)
        if (strcmp(d->modules[i].name, name) == 0)
            return &d->modules[i];
    return NULL;
}

static struct module *find_in(const struct design *d, const struct netlist_table *table, const struct netlist_row *row)
{
    struct module *m = find(d, row->cell[0]);
    if (!m)
        refuse_at(d->error, table->path, row->line, "module %s has no cells in %s; accepted are files of one netlist",
                  row->cell[0], d->used.path);
    return m;
}

/* The area of a cell; false if the library has none of that name, which then is a module. */
static bool area_of(const struct design *d, const char *cell, double *area, bool *refused)
{
    for (size_t i = 0; i < d->library.count; i++)
        if (strcmp(d->library.rows[i].cell[0], cell) == 0) {
            *refused = !netlist_table_number(&d->library, &d->library.rows[i], 1, area, d->error);
            return !*refused;
        }
    *area = 0;
    return false;
}

static bool add_cells(struct design *d)
{
    bool refused = false;
    d->modules = need(d->used.count, sizeof *d->modules);
    for (size_t i = 0; !refused && i < d->used.count; i++) {
        const struct netlist_row *row = &d->used.rows[i];
        struct module *m = find(d, row->cell[0]);
        double area, count;
        if (!m)
            (m = &d->modules[d->count++])->name = row->cell[0];
        if (!netlist_table_number(&d->used, row, 2, &count, d->error))
            return false;
        if (area_of(d, row->cell[1], &area, &refused)) {
            m->cells += (size_t)count;
            m->area += count * area;
        }
    }
    return !refused;
}

static bool holds_its_value(const char *type) { return strstr(type, "DFFE_") || strstr(type, "DFFCE_"); }

static bool add_flops(struct design *d)
{
    bool refused = false;
    for (size_t i = 0; !refused && i < d->flops.count; i++) {
        const struct netlist_row *row = &d->flops.rows[i];
        struct module *m = find_in(d, &d->flops, row);
        double area;
        if (!m)
            return false;
        area_of(d, row->cell[2], &area, &refused);
        bool hold = holds_its_value(row->cell[5]);
        m->flops++;
        m->flop_area += area;
        m->hold += hold;
        if (is_data(d, row->cell[0], row->cell[3])) {
            m->data_flops++;
            m->data_area += area;
            m->data_hold += hold;
        }
    }
    return !refused;
}

static bool add_delays(struct design *d)
{
    for (size_t i = 0; i < d->delays.count; i++) {
        struct module *m = find_in(d, &d->delays, &d->delays.rows[i]);
        if (!m || !netlist_table_number(&d->delays, &d->delays.rows[i], 1, &m->delay, d->error))
            return false;
    }
    return true;
}

static bool visit(struct design *d, const char *name, bool inside, int depth)
{
    struct module *m = find(d, name);
    if (depth == DEPTH)
        return refuse(d->error, "%s: more than %d modules in each other; accepted is a hierarchy", d->instances.path,
                      DEPTH);
    inside = inside || strcmp(name, d->subcore) == 0;
    if (m) {
        m->instances++;
        m->outside += !inside;
    }
    for (size_t i = 0; i < d->instances.count; i++) {
        char *const *cell = d->instances.rows[i].cell;
        if (strcmp(cell[0], name) == 0 && !visit(d, cell[1], inside, depth + 1))
            return false;
    }
    return true;
}

static void print(const struct design *d, FILE *out)
{
    fputs("module\tinstances\tarea_um2\tflop_area_um2\tdata_flop_area_um2\tcells\tflops\tdata_flops\thold\tdata_hold\t"
          "delay_ps\toutside\n", out);
    for (size_t i = 0; i < d->count; i++) {
        const struct module *m = &d->modules[i];
        fprintf(out, "%s\t%zu\t%.6g\t%.6g\t%.6g\t%zu\t%zu\t%zu\t%zu\t%zu\t%.1f\t%zu\n", m->name, m->instances, m->area,
                m->flop_area, m->data_area, m->cells, m->flops, m->data_flops, m->hold, m->data_hold, m->delay,
                m->outside);
    }
}

bool netlist_print_modules(const struct netlist_sources *sources, const char *top, FILE *out,
                           const struct sentence *error)
{
    struct design d = {.error = error, .subcore = sources->subcore};
    bool good = read_tables(&d, sources) && add_cells(&d);
    list_data(&d);
    good = good && add_flops(&d) && add_delays(&d) && visit(&d, top, false, 0);
    if (good)
        print(&d, out);
    free_tables(&d);
    return good;
}
