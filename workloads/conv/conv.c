/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of conv: a 3 x 3 convolution with padding 1, bias and ReLU. It sums in double precision and rounds once.
 */
#include <stdio.h>
#include <stdlib.h>

#include "workloads/references.h"

static float *floats(const uint16_t *halves, size_t count)
{
    float *values = calloc(count, sizeof *values);
    if (!values) {
        fprintf(stderr, "conv: out of memory\n");
        exit(2);
    }
    for (size_t i = 0; i < count; i++)
        values[i] = half_to_float(halves[i]);
    return values;
}

void conv_reference(const struct reference_run *r)
{
    int64_t images = r->parameter(r, "images"), height = r->parameter(r, "height"), width = r->parameter(r, "width");
    int64_t channels = r->parameter(r, "channels"), filters = r->parameter(r, "filters");
    int64_t channel_stride = r->parameter(r, "channel_stride"), filter_stride = r->parameter(r, "filter_stride");
    size_t x_count, w_count;
    const uint16_t *x_halves = r->buffer(r, "x", &x_count), *w_halves = r->buffer(r, "w", &w_count);
    const float *bias = r->buffer(r, "bias", NULL);
    uint16_t *out = r->buffer(r, "out", NULL);

    float *x = floats(x_halves, x_count), *w = floats(w_halves, w_count);
    double *sum = calloc((size_t)filters, sizeof *sum);
    if (!sum) {
        fprintf(stderr, "conv: out of memory\n");
        exit(2);
    }
    for (int64_t image = 0; image < images; image++)
        for (int64_t to_y = 0; to_y < height; to_y++)
            for (int64_t to_x = 0; to_x < width; to_x++) {
                for (int64_t filter = 0; filter < filters; filter++)
                    sum[filter] = bias[filter];
                for (int64_t dy = -1; dy <= 1; dy++)
                    for (int64_t dx = -1; dx <= 1; dx++) {
                        int64_t y = to_y + dy, column = to_x + dx, tap = (dy + 1) * 3 + dx + 1;
                        if (y < 0 || y >= height || column < 0 || column >= width)
                            continue;
                        for (int64_t channel = 0; channel < channels; channel++) {
                            double value = x[((image * height + y) * width + column) * channel_stride + channel];
                            const float *weights = w + (tap * channels + channel) * filter_stride;
                            for (int64_t filter = 0; filter < filters; filter++)
                                sum[filter] += value * weights[filter];
                        }
                    }
                uint16_t *result = out + ((image * height + to_y) * width + to_x) * filter_stride;
                for (int64_t filter = 0; filter < filters; filter++)
                    result[filter] = float_to_half(sum[filter] > 0 ? (float)sum[filter] : 0.0f);
            }
    free(sum);
    free(w);
    free(x);
}
