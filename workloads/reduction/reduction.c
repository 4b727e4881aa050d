/* SPDX-License-Identifier: Apache-2.0 */
/* Reference of reduction: the sum, modulo 2^32, and the largest. */
#include "workloads/references.h"

void reduction_reference(const struct reference_run *r)
{
    size_t n;
    const int32_t *in = r->buffer(r, "in", &n);
    int32_t *sum = r->buffer(r, "sum", NULL), *largest = r->buffer(r, "largest", NULL);
    uint32_t total = (uint32_t)*sum;

    for (size_t i = 0; i < n; i++) {
        total += (uint32_t)in[i];
        *largest = in[i] > *largest ? in[i] : *largest;
    }
    *sum = (int32_t)total;
}
