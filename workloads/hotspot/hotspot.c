/* SPDX-License-Identifier: Apache-2.0 */
/* Reference of hotspot, with the launch file's constants: steps over the whole chip, each rounded to single
 * precision. */
#include <stdlib.h>

#include "workloads/references.h"

static void step(const float *from, const float *power, float *to, size_t rows, size_t columns)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < columns; x++) {
            size_t at = y * columns + x;
            double t = from[at], west = from[x > 0 ? at - 1 : at], east = from[x + 1 < columns ? at + 1 : at];
            double north = from[y > 0 ? at - columns : at], south = from[y + 1 < rows ? at + columns : at];
            to[at] = (float)(t + power[at] + (west + east - 2 * t) * 0.1f + (north + south - 2 * t) * 0.08f
                             + (300 - t) * 0.05f);
        }
}

/* The first launch of a pair brings a by two steps into b, the second one b into a. */
void hotspot_reference(const struct reference_run *r)
{
    size_t rows = (size_t)r->parameter(r, "rows"), columns = (size_t)r->parameter(r, "columns");
    int64_t pairs = r->parameter(r, "pairs");
    float *a = r->buffer(r, "a", NULL), *b = r->buffer(r, "b", NULL);
    const float *power = r->buffer(r, "power", NULL);
    float *between = reference_memory(rows * columns, sizeof *between);

    for (int64_t pair = 0; pair < pairs; pair++) {
        step(a, power, between, rows, columns);
        step(between, power, b, rows, columns);
        step(b, power, between, rows, columns);
        step(between, power, a, rows, columns);
    }
    free(between);
}
