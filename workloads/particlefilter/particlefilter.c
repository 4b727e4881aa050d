/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The video of particlefilter, and its reference.
 */
#include <math.h>

#include "sass/reference.h"

void particlefilter_video(const struct reference_run *r);
void particlefilter_reference(const struct reference_run *r);

enum { BLOCK = 64 };

static uint32_t advance(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 16;
}

/* A disk of brightness 228 before one of 100, both give or take 15; it starts in the middle and moves by (2, 1). */
void particlefilter_video(const struct reference_run *r)
{
    int frames = (int)r->parameter(r, "frames"), width = (int)r->parameter(r, "width");
    int height = (int)r->parameter(r, "height"), radius = (int)r->parameter(r, "radius");
    uint8_t *pixel = r->buffer(r, "video", NULL);
    uint32_t seed = 7;

    for (int t = 1; t <= frames; t++)
        for (int row = 0; row < height; row++)
            for (int column = 0; column < width; column++) {
                int x = column - width / 2 - 2 * t, y = row - height / 2 - t;
                *pixel++ = (uint8_t)((x * x + y * y <= radius * radius ? 228 : 100) + (int)(advance(&seed) % 31) - 15);
            }
}

static int clamp(int i, int count)
{
    return i < 0 ? 0 : i < count ? i : count - 1;
}

static double likelihood(const uint8_t *frame, int width, int height, int radius, double x, double y)
{
    double fit = 0, pixels = 0;
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
            if (dx * dx + dy * dy > radius * radius)
                continue;
            int column = clamp((int)floor(x + 0.5) + dx, width), row = clamp((int)floor(y + 0.5) + dy, height);
            double value = frame[row * width + column];
            fit += pow(value - 100, 2) - pow(value - 228, 2);
            pixels++;
        }
    return exp(fit / (4096 * pixels));
}

void particlefilter_reference(const struct reference_run *r)
{
    size_t frames = (size_t)r->parameter(r, "frames"), count = (size_t)r->parameter(r, "count");
    int width = (int)r->parameter(r, "width"), height = (int)r->parameter(r, "height");
    int radius = (int)r->parameter(r, "radius");
    const uint8_t *frame = r->buffer(r, "video", NULL);
    double *x = r->buffer(r, "x", NULL), *y = r->buffer(r, "y", NULL), *weights = r->buffer(r, "weights", NULL);
    double *moved_x = r->buffer(r, "moved_x", NULL), *moved_y = r->buffer(r, "moved_y", NULL);
    double *sums = r->buffer(r, "sums", NULL), *running = r->buffer(r, "running", NULL);
    uint32_t *seeds = r->buffer(r, "seeds", NULL);
    int32_t *index = r->buffer(r, "index", NULL);

    for (size_t t = 0; t < frames; t++, frame += width * height) {
        double total = 0, sum = 0;
        for (size_t i = 0; i < count; i++) {
            moved_x[i] = x[i] + 2 + ((double)advance(&seeds[i]) - 32768) / 8192;
            moved_y[i] = y[i] + 1 + ((double)advance(&seeds[i]) - 32768) / 8192;
            weights[i] = likelihood(frame, width, height, radius, moved_x[i], moved_y[i]);
            sums[i / BLOCK] = (i % BLOCK ? sums[i / BLOCK] : 0) + weights[i];
            total += weights[i];
        }
        for (size_t i = 0; i < count; i++) {
            weights[i] /= total;
            sum += weights[i];
            running[i] = sum;
        }
        for (size_t i = 0, found = 0; i < count; i++) {
            while (found + 1 < count && running[found] < ((double)i + 0.5) / (double)count)
                found++;
            index[i] = (int32_t)found;
            x[i] = moved_x[found];
            y[i] = moved_y[found];
        }
    }
}
