/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of bicg: q = A p and s = A^T r, summed in double precision.
 */
#include "workloads/references.h"

void bicg_reference(const struct reference_run *run)
{
    size_t m = (size_t)run->parameter(run, "m"), n = (size_t)run->parameter(run, "n");
    const float *a = run->buffer(run, "a", NULL), *p = run->buffer(run, "p", NULL), *r = run->buffer(run, "r", NULL);
    float *q = run->buffer(run, "q", NULL), *s = run->buffer(run, "s", NULL);

    for (size_t row = 0; row < m; row++) {
        double sum = 0;
        for (size_t column = 0; column < n; column++)
            sum += (double)a[row * n + column] * p[column];
        q[row] = (float)sum;
    }
    for (size_t column = 0; column < n; column++) {
        double sum = 0;
        for (size_t row = 0; row < m; row++)
            sum += (double)a[row * n + column] * r[row];
        s[column] = (float)sum;
    }
}
