/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of dwt2d: both wavelet transforms, row by row, then column by column, by lifting of the even and odd
 * samples of a whole row or column.
 */
#include "workloads/references.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A sample of `line`; beyond its ends it goes on mirrored. For n = 2 that is the other sample. */
static double at(const double *line, int64_t i, int64_t n)
{
    return line[i < 0 ? -i : i >= n ? 2 * (n - 1) - i : i];
}

/* The even samples first, then the odd ones, transformed. `reversible` numbers are integers and stay so. */
static void transform(double *line, int64_t n, int reversible)
{
    static const double factors[] = {-1.586134342, -0.052980118, 0.882911076, 0.443506852};
    if (n == 1)
        return;
    if (reversible) {
        for (int64_t i = 1; i < n; i += 2)
            line[i] -= floor((at(line, i - 1, n) + at(line, i + 1, n)) / 2);
        for (int64_t i = 0; i < n; i += 2)
            line[i] += floor((at(line, i - 1, n) + at(line, i + 1, n) + 2) / 4);
    } else {
        for (int64_t step = 0; step < 4; step++)
            for (int64_t i = (step + 1) % 2; i < n; i += 2)
                line[i] += factors[step] * (at(line, i - 1, n) + at(line, i + 1, n));
        for (int64_t i = 0; i < n; i++)
            line[i] *= i % 2 ? 1.230174105 : 1 / 1.230174105;
    }

    double *sorted = reference_memory((size_t)n, sizeof *sorted);
    for (int64_t i = 0; i < n; i++)
        sorted[i % 2 ? (n + 1) / 2 + i / 2 : i / 2] = line[i];
    memcpy(line, sorted, (size_t)n * sizeof *sorted);
    free(sorted);
}

/* Elements of a buffer of integers or of floating-point numbers. */
static double load(const void *buffer, int reversible, int64_t i)
{
    return reversible ? ((const int32_t *)buffer)[i] : (double)((const float *)buffer)[i];
}

static void store(void *buffer, int reversible, int64_t i, double value)
{
    if (reversible)
        ((int32_t *)buffer)[i] = (int32_t)value;
    else
        ((float *)buffer)[i] = (float)value;
}

static void levels(const struct reference_run *r, const void *samples, void *rows, void *out, int reversible)
{
    int64_t width = r->parameter(r, "width"), height = r->parameter(r, "height"), count = r->parameter(r, "levels");
    double *line = reference_memory((size_t)(width > height ? width : height), sizeof *line);

    for (int64_t level = 0, w = width, h = height; level < count; level++, w = (w + 1) / 2, h = (h + 1) / 2) {
        for (int64_t y = 0; y < h; y++) {
            for (int64_t x = 0; x < w; x++)
                line[x] = load(level ? out : samples, reversible, y * width + x);
            transform(line, w, reversible);
            for (int64_t x = 0; x < w; x++)
                store(rows, reversible, y * width + x, line[x]);
        }
        for (int64_t x = 0; x < w; x++) {
            for (int64_t y = 0; y < h; y++)
                line[y] = load(rows, reversible, y * width + x);
            transform(line, h, reversible);
            for (int64_t y = 0; y < h; y++)
                store(out, reversible, y * width + x, line[y]);
        }
    }
    free(line);
}

void dwt2d_reference(const struct reference_run *r)
{
    size_t count;
    const uint8_t *pixels = r->buffer(r, "pixels", &count);
    int32_t *integers = r->buffer(r, "integers", NULL);
    float *floats = r->buffer(r, "floats", NULL);

    for (size_t i = 0; i < count; i++) {
        integers[i] = pixels[i] - 128;
        floats[i] = (float)(pixels[i] - 128) / 128;
    }
    levels(r, integers, r->buffer(r, "rows_53", NULL), r->buffer(r, "out_53", NULL), 1);
    levels(r, floats, r->buffer(r, "rows_97", NULL), r->buffer(r, "out_97", NULL), 0);
}
