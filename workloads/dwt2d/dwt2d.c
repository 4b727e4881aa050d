/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of dwt2d: the 5/3 wavelet transform, line by line.
 */
#include "sass/reference.h"

void dwt2d_reference(const struct reference_run *r);

/* Rounds down, as a shift does. */
static int32_t floor_div(int32_t a, int32_t b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/* The samples of a line are `stride` apart in both buffers. */
static void transform_line(const int32_t *from, int32_t *to, size_t length, size_t stride)
{
    size_t averages = (length + 1) / 2, details = length / 2;
    int32_t *high = to + averages * stride;

    for (size_t i = 0; i < details; i++) {
        const int32_t *odd = from + (2 * i + 1) * stride, *after = 2 * i + 2 < length ? odd + stride : odd - stride;
        high[i * stride] = *odd - floor_div(*(odd - stride) + *after, 2);
    }
    for (size_t i = 0; i < averages; i++) {
        int32_t before = 0, after = 0;
        if (details) {
            before = high[(i > 0 ? i - 1 : 0) * stride];
            after = high[(i < details ? i : details - 1) * stride];
        }
        to[i * stride] = from[2 * i * stride] + floor_div(before + after + 2, 4);
    }
}

void dwt2d_reference(const struct reference_run *r)
{
    size_t pitch = (size_t)r->parameter(r, "width"), width = pitch, height = (size_t)r->parameter(r, "height");
    int64_t levels = r->parameter(r, "levels");
    int32_t *image = r->buffer(r, "image", NULL), *scratch = r->buffer(r, "scratch", NULL);

    for (int64_t level = 0; level < levels; level++) {
        for (size_t row = 0; row < height; row++)
            transform_line(image + row * pitch, scratch + row * pitch, width, 1);
        for (size_t column = 0; column < width; column++)
            transform_line(scratch + column, image + column, height, pitch);
        width = (width + 1) / 2;
        height = (height + 1) / 2;
    }
}
