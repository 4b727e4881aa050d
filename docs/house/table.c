/* SPDX-License-Identifier: Apache-2.0 */
#include "table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"

void *need(size_t count, size_t bytes)
{
    void *memory = calloc(count ? count : 1, bytes);
    if (!memory)
        give_up("no memory is left for %zu times %zu bytes", count, bytes);
    return memory;
}

char *copy(const char *text, size_t length)
{
    return memcpy(need(length + 1, 1), text, length);
}

static void add_row(struct table *t, unsigned line, char *text, unsigned columns)
{
    struct table_row *rows = realloc(t->rows, (t->count + 1) * sizeof *rows);
    unsigned n = 0;
    if (!rows)
        give_up("no memory is left for %s", t->path);
    t->rows = rows;
    struct table_row *row = &rows[t->count++];
    *row = (struct table_row){.line = line};
    for (char *cell; (cell = strsep(&text, "\t")); n++) {
        if (n < columns)
            row->cell[n] = cell;
        if (!*cell)
            give_up("%s:%u: column %u is empty; accepted is text in each of the %u columns, - for nothing", t->path,
                   line, n + 1, columns);
    }
    if (n != columns)
        give_up("%s:%u: the row has %u columns; accepted are %u, with one tab between", t->path, line, n, columns);
}

void table_read(struct table *t, const char *path, unsigned columns)
{
    char *text = NULL;
    size_t room = 0;
    FILE *file = fopen(path, "r");
    *t = (struct table){.path = path};
    if (!file)
        give_up("%s cannot be read: %s", path, strerror(errno));
    for (unsigned line = 1; getline(&text, &room, file) >= 0; line++) {
        text[strcspn(text, "\n")] = '\0';
        if (!*text || *text == '#')
            continue;
        add_row(t, line, text, columns);
        text = NULL;
        room = 0;
    }
    free(text);
    if (ferror(file))
        give_up("%s cannot be read to its end", path);
    fclose(file);
}
