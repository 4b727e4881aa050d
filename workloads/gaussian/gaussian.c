/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of gaussian: elimination without pivots, then substitution backwards; and a system for which it needs none.
 */
#include "workloads/references.h"

/* Elements in -1 .. 1 whose rows sum up to less than what the diagonal has besides. */
void gaussian_matrix(const struct reference_run *r)
{
    size_t n = (size_t)r->within(r, "n", 1, 1 << 15);
    double *a = r->elements(r, "a", ELEMENT_F64, n * n);
    uint64_t state = 281;

    for (size_t i = 0; i < n * n; i++)
        a[i] = (double)(reference_random(&state) >> 11) * 0x1p-52 - 1;
    for (size_t i = 0; i < n; i++)
        a[i * n + i] += (double)n;
}

void gaussian_reference(const struct reference_run *r)
{
    size_t n = (size_t)r->parameter(r, "n");
    double *a = r->buffer(r, "a", NULL), *b = r->buffer(r, "b", NULL), *x = r->buffer(r, "x", NULL);
    double *multipliers = r->buffer(r, "multipliers", NULL);

    for (size_t t = 0; t < n; t++)
        for (size_t row = t + 1; row < n; row++) {
            double multiplier = a[row * n + t] / a[t * n + t];
            multipliers[row] = multiplier;
            for (size_t column = t; column < n; column++)
                a[row * n + column] -= multiplier * a[t * n + column];
            b[row] -= multiplier * b[t];
        }
    for (size_t row = n; row-- > 0;) {
        x[row] = b[row] / a[row * n + row];
        for (size_t i = 0; i < row; i++)
            b[i] -= a[i * n + row] * x[row];
    }
}
