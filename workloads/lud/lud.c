/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of lud: LU decomposition in place, row by row, in double precision; and a matrix for which it needs no
 * pivots.
 */
#include "workloads/references.h"

#include <stdlib.h>

/* Elements in -1 .. 1 whose rows sum up to less than what the diagonal has besides. */
void lud_matrix(const struct reference_run *r)
{
    size_t n = (size_t)r->within(r, "n", 1, 1 << 15);
    float *a = r->elements(r, "a", ELEMENT_F32, n * n);
    uint64_t state = 271;

    for (size_t i = 0; i < n * n; i++)
        a[i] = (float)(reference_random(&state) % 20001) / 10000 - 1;
    for (size_t i = 0; i < n; i++)
        a[i * n + i] += (float)n;
}

void lud_reference(const struct reference_run *r)
{
    size_t n = (size_t)r->parameter(r, "n");
    float *a = r->buffer(r, "a", NULL);
    double *lu = reference_memory(n * n, sizeof *lu);

    for (size_t i = 0; i < n * n; i++)
        lu[i] = a[i];
    for (size_t row = 1; row < n; row++)
        for (size_t k = 0; k < row; k++) {
            double factor = lu[row * n + k] / lu[k * n + k];
            lu[row * n + k] = factor;
            for (size_t column = k + 1; column < n; column++)
                lu[row * n + column] -= factor * lu[k * n + column];
        }
    for (size_t i = 0; i < n * n; i++)
        a[i] = (float)lu[i];
    free(lu);
}
