/* SPDX-License-Identifier: Apache-2.0 */
/* Reference of vectoradd: c = a + b. */
#include "workloads/references.h"

void vectoradd_reference(const struct reference_run *r)
{
    size_t n;
    const float *a = r->buffer(r, "a", &n), *b = r->buffer(r, "b", NULL);
    float *c = r->buffer(r, "c", NULL);

    for (size_t i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}
