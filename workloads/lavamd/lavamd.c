/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The boxes of lavamd, and its reference in double precision.
 */
#include <math.h>
#include <stdlib.h>

#include "cmodel/sass/reference.h"

void lavamd_boxes(const struct reference_run *r);
void lavamd_reference(const struct reference_run *r);

enum { LIST = 28 };

/* Boxes are neighbours if they touch, be it at a corner. */
void lavamd_boxes(const struct reference_run *r)
{
    int across = (int)r->within(r, "x", 1, 1 << 14), up = (int)r->within(r, "y", 1, 1 << 14);
    int boxes = (int)r->within(r, "boxes", 1, 1 << 14);
    float *corners = r->elements(r, "corners", ELEMENT_F32, 4 * (uint64_t)boxes);
    int32_t *neighbours = r->elements(r, "neighbours", ELEMENT_S32, LIST * (uint64_t)boxes);

    for (int box = 0; box < boxes; box++) {
        int x = box % across, y = box / across % up, z = box / across / up;
        int32_t *list = neighbours + box * LIST;
        list[0] = 0;
        corners[box * 4] = (float)x;
        corners[box * 4 + 1] = (float)y;
        corners[box * 4 + 2] = (float)z;
        for (int other = 0; other < boxes; other++)
            if (abs(other % across - x) <= 1 && abs(other / across % up - y) <= 1 && abs(other / across / up - z) <= 1)
                list[++list[0]] = other;
    }
}

void lavamd_reference(const struct reference_run *r)
{
    const double alpha = 2;             /* as in the launch file */
    size_t count = (size_t)r->parameter(r, "count"), boxes = (size_t)r->parameter(r, "boxes");
    const float *particles = r->buffer(r, "particles", NULL), *corners = r->buffer(r, "corners", NULL);
    const int32_t *neighbours = r->buffer(r, "neighbours", NULL);
    float *force = r->buffer(r, "force", NULL);

    for (size_t i = 0; i < boxes * count; i++) {
        const int32_t *list = neighbours + i / count * LIST;
        const float *self = particles + i * 4, *corner = corners + i / count * 4;
        double sum[4] = {0};
        for (int32_t n = 1; n <= list[0]; n++)
            for (size_t j = 0; j < count; j++) {
                const float *p = particles + ((size_t)list[n] * count + j) * 4, *shift = corners + list[n] * 4;
                double away[3], square = 0;
                for (int axis = 0; axis < 3; axis++) {
                    away[axis] = (double)self[axis] + corner[axis] - p[axis] - shift[axis];
                    square += away[axis] * away[axis];
                }
                double potential = p[3] * exp(-alpha * square);
                for (int axis = 0; axis < 3; axis++)
                    sum[axis] += 2 * alpha * potential * away[axis];
                sum[3] += potential;
            }
        for (int k = 0; k < 4; k++)
            force[i * 4 + (size_t)k] = (float)(self[3] * sum[k]);
    }
}
