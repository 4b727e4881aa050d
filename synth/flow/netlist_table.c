/* SPDX-License-Identifier: Apache-2.0 */
#include "netlist_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "configs/lines.h"

static char empty[] = "";

static void split(struct netlist_row *row, char *text)
{
    for (row->count = 0; text && row->count < NETLIST_COLUMNS; )
        row->cell[row->count++] = strsep(&text, "\t");
    for (size_t i = row->count; i < NETLIST_COLUMNS; i++)
        row->cell[i] = empty;
}

struct reader { struct netlist_table *table; size_t columns; const struct sentence *error; };

static bool take(void *reader, char *text, unsigned line)
{
    const struct reader *r = reader;
    struct netlist_table *t = r->table;
    text[strcspn(text, "\n")] = '\0';
    if (*text == '#')
        return true;
    if (!array_grow((void **)&t->rows, sizeof *t->rows, t->count, &t->room))
        abort();
    struct netlist_row *row = &t->rows[t->count];
    char *copy = strdup(text);
    if (!copy)
        abort();
    row->line = line;
    split(row, copy);
    t->count++;
    return row->count >= r->columns ||
           refuse_at(r->error, t->path, line, "the line has %zu columns; accepted are %zu, with a tab between",
                     row->count, r->columns);
}

bool netlist_table_read(struct netlist_table *t, const char *path, size_t columns, const struct sentence *error)
{
    struct reader reader = {t, columns, error};
    *t = (struct netlist_table){.path = path};
    bool good = lines_read(path, "a table with tabs", take, &reader, error);
    if (!good)
        netlist_table_free(t);
    return good;
}

void netlist_table_free(struct netlist_table *t)
{
    for (size_t i = 0; i < t->count; i++)
        free(t->rows[i].cell[0]);
    free(t->rows);
    *t = (struct netlist_table){0};
}

bool netlist_table_number(const struct netlist_table *t, const struct netlist_row *row, size_t column, double *value,
                          const struct sentence *error)
{
    char *end;
    *value = strtod(row->cell[column], &end);
    return (end != row->cell[column] && !*end && isfinite(*value) && *value >= 0) ||
           refuse_at(error, t->path, row->line, "'%s' in column %zu is not a number; accepted is one from 0 on",
                     row->cell[column], column + 1);
}
