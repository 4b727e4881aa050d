/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of srad: speckle-reducing anisotropic diffusion, pixel by pixel; pixels beyond the border equal the pixel
 * at the border.
 */
#include "workloads/references.h"

#include <math.h>

static float clamp(float value, float low, float high)
{
    return fminf(fmaxf(value, low), high);    /* a NaN becomes the lower bound, as in the kernel */
}

void srad_reference(const struct reference_run *r)
{
    size_t rows = (size_t)r->parameter(r, "rows"), columns = (size_t)r->parameter(r, "columns");
    size_t pixels = rows * columns, iterations = (size_t)r->parameter(r, "iterations");
    float *grey = r->buffer(r, "grey", NULL), *image = r->buffer(r, "image", NULL);
    float *differences = r->buffer(r, "differences", NULL), *coefficient = r->buffer(r, "coefficient", NULL);
    float *speckle = r->buffer(r, "speckle", NULL);
    double *sums = r->buffer(r, "sums", NULL);

    for (size_t i = 0; i < pixels; i++)
        image[i] = expf(grey[i] / 255);

    for (size_t iteration = 0; iteration < iterations; iteration++) {
        double sum = 0, squares = 0;
        for (size_t i = 0; i < pixels; i++) {
            sum += image[i];
            squares += (double)image[i] * image[i];
        }
        double mean = sum / (double)pixels, variance = squares / (double)pixels - mean * mean;
        float usual = (float)(variance / (mean * mean));
        sums[2 * iteration] = sum;
        sums[2 * iteration + 1] = squares;
        speckle[iteration] = usual;

        for (size_t row = 0; row < rows; row++)
            for (size_t column = 0; column < columns; column++) {
                size_t i = row * columns + column;
                float *d = differences + 4 * i;
                d[0] = row > 0 ? image[i - columns] - image[i] : 0;
                d[1] = row + 1 < rows ? image[i + columns] - image[i] : 0;
                d[2] = column > 0 ? image[i - 1] - image[i] : 0;
                d[3] = column + 1 < columns ? image[i + 1] - image[i] : 0;
                float gradient = (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + d[3] * d[3]) / (image[i] * image[i]);
                float laplace = (d[0] + d[1] + d[2] + d[3]) / image[i];
                float divisor = 1 + laplace / 4;
                float variation = (gradient / 2 - laplace * laplace / 16) / (divisor * divisor);
                coefficient[i] = clamp(1 / (1 + (variation - usual) / (usual * (1 + usual))), 0, 1);
            }

        for (size_t row = 0; row < rows; row++)
            for (size_t column = 0; column < columns; column++) {
                size_t i = row * columns + column;
                const float *d = differences + 4 * i;
                float south = row + 1 < rows ? coefficient[i + columns] : coefficient[i];
                float east = column + 1 < columns ? coefficient[i + 1] : coefficient[i];
                image[i] += 0.25f * 0.5f * (coefficient[i] * (d[0] + d[2]) + south * d[1] + east * d[3]);
            }
    }

    for (size_t i = 0; i < pixels; i++)
        grey[i] = clamp(255 * logf(image[i]), 0, 255);
}
