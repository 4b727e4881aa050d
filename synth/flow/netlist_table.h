/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of columns with one tab between. */
#ifndef SUBCORE_NETLIST_TABLE_H
#define SUBCORE_NETLIST_TABLE_H

#include "configs/sentence.h"

enum { NETLIST_COLUMNS = 16 };

struct netlist_row {
    unsigned line;
    size_t   count;
    char    *cell[NETLIST_COLUMNS];     /* those behind the last one are empty */
};

struct netlist_table {
    const char *path;
    struct netlist_row *rows;
    size_t count, room;
};

/* Reads a table whose rows have at least so many columns. Lines that begin with # are left out.
 * There is nothing to free if that fails. */
bool netlist_table_read(struct netlist_table *table, const char *path, size_t columns, const struct sentence *error);
void netlist_table_free(struct netlist_table *table);

/* A number from 0 on. */
bool netlist_table_number(const struct netlist_table *table, const struct netlist_row *row, size_t column,
                          double *value, const struct sentence *error);

#endif
