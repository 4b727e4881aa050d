/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of nw: the matrix of scores row by row.
 */
#include "workloads/references.h"

void nw_reference(const struct reference_run *r)
{
    size_t rows = (size_t)r->parameter(r, "rows"), columns = (size_t)r->parameter(r, "columns"), width = columns + 1;
    int32_t penalty = (int32_t)r->parameter(r, "penalty");
    const uint8_t *down = r->buffer(r, "letters_down", NULL), *across = r->buffer(r, "letters_across", NULL);
    const int32_t *similarity = r->buffer(r, "nw_similarity", NULL);
    int32_t *scores = r->buffer(r, "scores", NULL);

    for (size_t column = 0; column <= columns; column++)
        scores[column] = -(int32_t)column * penalty;
    for (size_t row = 1; row <= rows; row++) {
        scores[row * width] = -(int32_t)row * penalty;
        for (size_t column = 1; column <= columns; column++) {
            size_t i = row * width + column;
            int32_t best = scores[i - width - 1] + similarity[down[row - 1] * 24 + across[column - 1]];
            if (best < scores[i - width] - penalty)
                best = scores[i - width] - penalty;
            if (best < scores[i - 1] - penalty)
                best = scores[i - 1] - penalty;
            scores[i] = best;
        }
    }
}
