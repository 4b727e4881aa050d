/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of pathfinder: dynamic programming row by row. cost has a row for every launch.
 */
#include "workloads/references.h"

#include <stdlib.h>
#include <string.h>

void pathfinder_reference(const struct reference_run *r)
{
    size_t rows = (size_t)r->parameter(r, "rows"), columns = (size_t)r->parameter(r, "columns");
    size_t steps = (size_t)r->parameter(r, "steps");
    const int32_t *wall = r->buffer(r, "wall", NULL);
    int32_t *cost = r->buffer(r, "cost", NULL);
    int32_t *now = reference_memory(columns, sizeof *now);
    int32_t *next = reference_memory(columns, sizeof *next);

    memcpy(now, cost, columns * sizeof *now);
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++) {
            int32_t best = now[column];
            if (column > 0 && now[column - 1] < best)
                best = now[column - 1];
            if (column + 1 < columns && now[column + 1] < best)
                best = now[column + 1];
            next[column] = best + wall[row * columns + column];
        }
        memcpy(now, next, columns * sizeof *now);
        if ((row + 1) % steps == 0 || row + 1 == rows)
            memcpy(cost + (row / steps + 1) * columns, now, columns * sizeof *now);
    }
    free(now);
    free(next);
}
