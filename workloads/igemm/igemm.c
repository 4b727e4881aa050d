/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of igemm: C = A B^T of 8-bit integer matrices with 32-bit sums.
 */
#include "workloads/references.h"

void igemm_reference(const struct reference_run *r)
{
    size_t m = (size_t)r->parameter(r, "m"), n = (size_t)r->parameter(r, "n"), k = (size_t)r->parameter(r, "k");
    size_t lda = (size_t)r->parameter(r, "lda"), ldb = (size_t)r->parameter(r, "ldb");
    const int8_t *a = r->buffer(r, "a", NULL), *b = r->buffer(r, "b", NULL);
    int32_t *c = r->buffer(r, "c", NULL);

    for (size_t row = 0; row < m; row++)
        for (size_t column = 0; column < n; column++) {
            uint32_t sum = 0;   /* wraps around, as the hardware does for k beyond 2^17 */
            for (size_t depth = 0; depth < k; depth++)
                sum += (uint32_t)(a[row * lda + depth] * b[column * ldb + depth]);
            c[row * n + column] = (int32_t)sum;
        }
}
