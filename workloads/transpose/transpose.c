/* SPDX-License-Identifier: Apache-2.0 */
/* Reference of transpose. */
#include "workloads/references.h"

void transpose_reference(const struct reference_run *r)
{
    size_t rows = (size_t)r->parameter(r, "rows"), columns = (size_t)r->parameter(r, "columns");
    const float *in = r->buffer(r, "in", NULL);
    float *out = r->buffer(r, "out", NULL);

    for (size_t row = 0; row < rows; row++)
        for (size_t column = 0; column < columns; column++)
            out[column * rows + row] = in[row * columns + column];
}
