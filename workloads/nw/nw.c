/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of nw: Needleman-Wunsch alignment, row by row.
 */
#include "sass/reference.h"

void nw_reference(const struct reference_run *r);

void nw_reference(const struct reference_run *r)
{
    size_t rows = (size_t)r->parameter(r, "rows"), columns = (size_t)r->parameter(r, "columns");
    size_t letters = (size_t)r->parameter(r, "letters");
    int32_t gap = (int32_t)r->parameter(r, "gap");
    const uint8_t *down = r->buffer(r, "down", NULL), *across = r->buffer(r, "across", NULL);
    const int8_t *similarity = r->buffer(r, "similarity", NULL);
    int32_t *score = r->buffer(r, "score", NULL);

    for (size_t row = 0; row <= rows; row++)
        for (size_t column = 0; column <= columns; column++) {
            int32_t *here = score + row * (columns + 1) + column;
            const int32_t *above = here - (columns + 1);
            if (row == 0 || column == 0) {
                *here = -gap * (int32_t)(row + column);
                continue;
            }
            int32_t best = above[-1] + similarity[down[row - 1] * letters + across[column - 1]];
            if (above[0] - gap > best)
                best = above[0] - gap;
            if (here[-1] - gap > best)
                best = here[-1] - gap;
            *here = best;
        }
}
