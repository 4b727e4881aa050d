/* SPDX-License-Identifier: Apache-2.0 */
/*
 * References of hgemm and hgemm_f16: C = A B of F16 matrices, summed in double precision and rounded once.
 */
#include <stdio.h>
#include <stdlib.h>

#include "workloads/references.h"

static void *memory(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (!p) {
        fprintf(stderr, "hgemm: out of memory\n");
        exit(2);
    }
    return p;
}

/* Calls store(c, element, value) for every element of C. */
static void product(const struct reference_run *r, void (*store)(void *c, size_t element, double value))
{
    size_t m = (size_t)r->parameter(r, "m"), n = (size_t)r->parameter(r, "n"), k = (size_t)r->parameter(r, "k");
    size_t lda = (size_t)r->parameter(r, "lda"), ldb = (size_t)r->parameter(r, "ldb");
    size_t ldc = (size_t)r->parameter(r, "ldc");
    const uint16_t *a = r->buffer(r, "a", NULL), *b = r->buffer(r, "b", NULL);
    void *c = r->buffer(r, "c", NULL);

    float *b_values = memory(k * n, sizeof *b_values);
    double *sums = memory(n, sizeof *sums);
    for (size_t depth = 0; depth < k; depth++)
        for (size_t column = 0; column < n; column++)
            b_values[depth * n + column] = half_to_float(b[depth * ldb + column]);
    for (size_t row = 0; row < m; row++) {
        for (size_t column = 0; column < n; column++)
            sums[column] = 0;
        for (size_t depth = 0; depth < k; depth++) {
            double factor = half_to_float(a[row * lda + depth]);
            for (size_t column = 0; column < n; column++)
                sums[column] += factor * b_values[depth * n + column];
        }
        for (size_t column = 0; column < n; column++)
            store(c, row * ldc + column, sums[column]);
    }
    free(sums);
    free(b_values);
}

static void store_float(void *c, size_t element, double value)
{
    ((float *)c)[element] = (float)value;
}

static void store_half(void *c, size_t element, double value)
{
    ((uint16_t *)c)[element] = float_to_half((float)value);
}

void hgemm_reference(const struct reference_run *r)
{
    product(r, store_float);
}

void hgemm_f16_reference(const struct reference_run *r)
{
    product(r, store_half);
}
