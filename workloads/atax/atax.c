/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of atax: y = A^T (A x), summed in double precision.
 */
#include "workloads/references.h"

void atax_reference(const struct reference_run *r)
{
    size_t m = (size_t)r->parameter(r, "m"), n = (size_t)r->parameter(r, "n");
    const float *a = r->buffer(r, "a", NULL), *x = r->buffer(r, "x", NULL);
    float *product = r->buffer(r, "product", NULL), *y = r->buffer(r, "y", NULL);

    for (size_t row = 0; row < m; row++) {
        double sum = 0;
        for (size_t column = 0; column < n; column++)
            sum += (double)a[row * n + column] * x[column];
        product[row] = (float)sum;
    }
    for (size_t column = 0; column < n; column++) {
        double sum = 0;
        for (size_t row = 0; row < m; row++)
            sum += (double)a[row * n + column] * product[row];
        y[column] = (float)sum;
    }
}
