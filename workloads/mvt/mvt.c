/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of mvt: x1 += A y1 and x2 += A^T y2, summed in double precision.
 */
#include "workloads/references.h"

void mvt_reference(const struct reference_run *r)
{
    size_t n = (size_t)r->parameter(r, "n");
    const float *a = r->buffer(r, "a", NULL), *y1 = r->buffer(r, "y1", NULL), *y2 = r->buffer(r, "y2", NULL);
    float *x1 = r->buffer(r, "x1", NULL), *x2 = r->buffer(r, "x2", NULL);

    for (size_t i = 0; i < n; i++) {
        double sum1 = x1[i], sum2 = x2[i];
        for (size_t j = 0; j < n; j++) {
            sum1 += (double)a[i * n + j] * y1[j];
            sum2 += (double)a[j * n + i] * y2[j];
        }
        x1[i] = (float)sum1;
        x2[i] = (float)sum2;
    }
}
