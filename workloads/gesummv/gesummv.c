/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of gesummv: y = 1.5 A x + 0.75 B x, summed in double precision.
 */
#include "workloads/references.h"

void gesummv_reference(const struct reference_run *r)
{
    const double alpha = 1.5, beta = 0.75;      /* as in the launch file */
    size_t m = (size_t)r->parameter(r, "m"), n = (size_t)r->parameter(r, "n");
    const float *a = r->buffer(r, "a", NULL), *b = r->buffer(r, "b", NULL), *x = r->buffer(r, "x", NULL);
    float *y = r->buffer(r, "y", NULL);

    for (size_t row = 0; row < m; row++) {
        double a_sum = 0, b_sum = 0;
        for (size_t column = 0; column < n; column++) {
            a_sum += (double)a[row * n + column] * x[column];
            b_sum += (double)b[row * n + column] * x[column];
        }
        y[row] = (float)(alpha * a_sum + beta * b_sum);
    }
}
