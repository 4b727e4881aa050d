/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of this folder: lines of columns with one tab between; # begins a comment. */
#ifndef SUBCORE_TABLE_H
#define SUBCORE_TABLE_H

#include <stddef.h>

enum { TABLE_COLUMNS = 6 };

struct table_row {
    unsigned line;
    char *cell[TABLE_COLUMNS];
};

struct table {
    const char *path;
    struct table_row *rows;
    size_t count;
};

/* Memory that is there, zeroed, or the program ends. */
void *need(size_t count, size_t bytes);
/* So many characters of a text, with an end behind them. */
char *copy(const char *text, size_t length);

/* Reads a table whose rows have so many columns, none of them empty, or ends the program. */
void table_read(struct table *, const char *path, unsigned columns);

#endif
