/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of conv2d: a 3 x 3 filter over the inner pixels of an image, summed in double precision.
 */
#include "workloads/references.h"

void conv2d_reference(const struct reference_run *r)
{
    static const double filter[3][3] = {        /* as in the kernel */
        {0.25, -0.5, 0.125}, {-0.75, 1.5, 0.375}, {0.5, -0.25, 0.625},
    };
    int64_t height = r->parameter(r, "height"), width = r->parameter(r, "width");
    const float *in = r->buffer(r, "in", NULL);
    float *out = r->buffer(r, "out", NULL);

    for (int64_t y = 1; y < height - 1; y++)
        for (int64_t x = 1; x < width - 1; x++) {
            double sum = 0;
            for (int64_t dy = -1; dy <= 1; dy++)
                for (int64_t dx = -1; dx <= 1; dx++)
                    sum += filter[dy + 1][dx + 1] * in[(y + dy) * width + x + dx];
            out[y * width + x] = (float)sum;
        }
}
