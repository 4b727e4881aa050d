/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of syr2k: the lower triangle of C = 1.5 (A B^T + B A^T) + 0.75 C, summed in double precision.
 */
#include "workloads/references.h"

void syr2k_reference(const struct reference_run *r)
{
    const double alpha = 1.5, beta = 0.75;      /* as in the launch file */
    size_t n = (size_t)r->parameter(r, "n"), m = (size_t)r->parameter(r, "m");
    const float *a = r->buffer(r, "a", NULL), *b = r->buffer(r, "b", NULL);
    float *c = r->buffer(r, "c", NULL);

    for (size_t row = 0; row < n; row++)
        for (size_t column = 0; column <= row; column++) {
            double sum = 0;
            for (size_t k = 0; k < m; k++)
                sum += (double)a[row * m + k] * b[column * m + k] + (double)b[row * m + k] * a[column * m + k];
            c[row * n + column] = (float)(alpha * sum + beta * c[row * n + column]);
        }
}
