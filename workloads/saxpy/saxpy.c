/* SPDX-License-Identifier: Apache-2.0 */
/* Reference of saxpy: y = 2.5 x + y, rounded once like the kernel's fused multiply-add. The factor is the launch
 * file's. */
#include <math.h>

#include "workloads/references.h"

void saxpy_reference(const struct reference_run *r)
{
    size_t n;
    const float *x = r->buffer(r, "x", &n);
    float *y = r->buffer(r, "y", NULL);

    for (size_t i = 0; i < n; i++)
        y[i] = fmaf(2.5f, x[i], y[i]);
}
