/* SPDX-License-Identifier: Apache-2.0 */
#include "net_table.h"

#include <stdlib.h>
#include <string.h>

#include "name_index.h"
#include "synth/flow/netlist_table.h"

bool net_table_class(const char *name, enum net_class *class)
{
    for (int i = 0; i < NET_CLASSES; i++)
        if (strcmp(name, net_class_name[i]) == 0) {
            *class = (enum net_class)i;
            return true;
        }
    return false;
}

/* The class of each name. Lines of flip-flops have none. */
static bool index_rows(struct name_index *index, const struct netlist_table *table, const struct sentence *error)
{
    for (const struct netlist_row *row = table->rows; row < table->rows + table->count; row++) {
        enum net_class class;
        if (strcmp(row->cell[1], "flop") == 0)
            continue;
        if (!net_table_class(row->cell[1], &class))
            return refuse_at(error, table->path, row->line, "'%.80s' is no class of nets; accepted: data, tags, "
                             "control, clock", row->cell[1]);
        name_index_add(index, row->cell[0], (size_t)class);
    }
    return true;
}

static bool classes(enum net_class *of, const struct name_index *index, const struct def *def, const char *path,
                    const struct sentence *error)
{
    for (size_t i = 0; i < def->net_count; i++) {
        size_t class;
        if (!name_index_find(index, def->nets[i].name, &class))
            return refuse(error, "%.300s has no line of net %.200s; accepted is the table of the layout's netlist",
                          path, def->nets[i].name);
        of[i] = (enum net_class)class;
    }
    return true;
}

enum net_class *net_table_classes(const char *path, const struct def *def, const struct sentence *error)
{
    struct netlist_table table;
    if (!netlist_table_read(&table, path, 4, error))
        return NULL;
    struct name_index *index = name_index_new();
    enum net_class *of = malloc((def->net_count + 1) * sizeof *of);
    if (!of)
        abort();
    bool good = index_rows(index, &table, error) && classes(of, index, def, path, error);
    name_index_free(index);
    netlist_table_free(&table);
    if (good)
        return of;
    free(of);
    return NULL;
}
