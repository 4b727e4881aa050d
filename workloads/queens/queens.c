/* SPDX-License-Identifier: Apache-2.0 */
/* Reference of queens: rows one after another, every column tried, a queen compared with all those before it. */
#include "workloads/references.h"

#include <stdbool.h>
#include <stdlib.h>

enum { MOST = 15 };

static bool attacked(const int *column, int row)
{
    for (int above = 0; above < row; above++)
        if (column[above] == column[row] || abs(column[above] - column[row]) == row - above)
            return true;
    return false;
}

/* The boards of `size` rows whose first queen stands in column `first`. */
static int32_t boards(int size, int first)
{
    int column[MOST + 1] = {first, -1}, row = 1;
    int32_t found = 0;
    while (row > 0) {
        if (row == size)
            found++;
        if (row == size || ++column[row] == size)
            row--;
        else if (!attacked(column, row))
            column[++row] = -1;
    }
    return found;
}

void queens_reference(const struct reference_run *r)
{
    int most = (int)r->parameter(r, "most");
    int32_t *found = r->buffer(r, "found", NULL);

    for (int size = 1; size <= most; size++)
        for (int first = 0; first < most; first++)
            *found++ = first < size ? boards(size, first) : 0;
}
