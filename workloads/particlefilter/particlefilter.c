/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of particlefilter: the filter in double precision, particle by particle; a video of a disc that moves; the
 * pixels of a disc; and particles to start with.
 */
#include "workloads/references.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* The 21 pixels of a disc: a square of 5 x 5 without its corners. */
void particlefilter_disc(const struct reference_run *r)
{
    int32_t *offset = r->elements(r, "offsets", ELEMENT_S32, 2 * 21);

    for (int32_t y = -2; y <= 2; y++)
        for (int32_t x = -2; x <= 2; x++)
            if (x * x + y * y < 8) {
                *offset++ = x;
                *offset++ = y;
            }
}

/* The disc starts in the middle and goes 2 pixels to the right and 1 down with every frame. */
void particlefilter_video(const struct reference_run *r)
{
    int64_t size = r->within(r, "size", 1, 1 << 14), frames = r->within(r, "frames", 1, 1 << 20);
    uint8_t *pixel = r->elements(r, "video", ELEMENT_U8, (uint64_t)(frames * size * size));
    uint64_t state = 371;

    for (int64_t frame = 0; frame < frames; frame++)
        for (int64_t y = 0; y < size; y++)
            for (int64_t x = 0; x < size; x++) {
                int64_t dx = x - size / 2 - 2 * (frame + 1), dy = y - size / 2 - (frame + 1);
                int noise = (int)(reference_random(&state) % 41) - 20;
                *pixel++ = (uint8_t)((dx * dx + dy * dy < 8 ? 228 : 100) + noise);
            }
}

/* All particles start in the middle, with any heading between a quarter turn to the left and one to the right. */
void particlefilter_start(const struct reference_run *r)
{
    int64_t n = r->within(r, "n", 1, 1 << 28), size = r->within(r, "size", 1, 1 << 15);
    double *particles = r->elements(r, "particles", ELEMENT_F64, 3 * (uint64_t)n);
    uint64_t state = 373;

    for (int64_t i = 0; i < n; i++) {
        particles[i] = particles[n + i] = (double)(size / 2);
        particles[2 * n + i] = (double)(reference_random(&state) % 10000) / 10000 - 0.5;
    }
}

static double next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return ((*state >> 8) + 0.5) / 16777216;
}

/* Logarithm of how likely the disc is at x, y. */
static double likelihood(const uint8_t *frame, const int32_t *offsets, int64_t size, int64_t points, double x, double y)
{
    int64_t sum = 0;
    for (int64_t point = 0; point < points; point++) {
        int64_t column = (int64_t)floor(x + 0.5) + offsets[2 * point];
        int64_t row = (int64_t)floor(y + 0.5) + offsets[2 * point + 1];
        if (column >= 0 && column < size && row >= 0 && row < size) {
            int64_t pixel = frame[row * size + column];
            sum += (pixel - 100) * (pixel - 100) - (pixel - 228) * (pixel - 228);
        }
    }
    return (double)sum / (2000.0 * (double)points);
}

void particlefilter_reference(const struct reference_run *r)
{
    int64_t n = r->parameter(r, "n"), frames = r->parameter(r, "frames"), size = r->parameter(r, "size");
    int64_t points = r->parameter(r, "points");
    const uint8_t *video = r->buffer(r, "video", NULL);
    const int32_t *offsets = r->buffer(r, "offsets", NULL);
    uint32_t *states = r->buffer(r, "states", NULL);
    double *x = r->buffer(r, "particles", NULL), *weights = r->buffer(r, "weights", NULL);
    double *cumulated = r->buffer(r, "cumulated", NULL), *estimate = r->buffer(r, "estimate", NULL);
    float *direction = r->buffer(r, "direction", NULL);
    int32_t *source = r->buffer(r, "source", NULL);

    for (int64_t frame = 0; frame < frames; frame++, x += 3 * n) {
        double *y = x + n, *heading = x + 2 * n, *next = x + 3 * n, total = 0, running = 0, cosines = 0, sines = 0;
        for (int64_t i = 0; i < n; i++) {
            heading[i] += 0.1 * (next_random(&states[i]) - 0.5);
            double radius = 0.5 * sqrt(-2 * log(next_random(&states[i]))), angle = 2 * pi * next_random(&states[i]);
            x[i] += 2.2 * cos(pi * heading[i]) + radius * cos(angle);
            y[i] += 2.2 * sin(pi * heading[i]) + radius * sin(angle);
            weights[i] = exp(likelihood(video + frame * size * size, offsets, size, points, x[i], y[i]));

            total += weights[i];
            estimate[3 * frame + 1] += weights[i] * x[i];
            estimate[3 * frame + 2] += weights[i] * y[i];
            cosines += cos(pi * heading[i]);
            sines += sin(pi * heading[i]);
        }
        estimate[3 * frame] = total;
        direction[2 * frame] = (float)cosines;
        direction[2 * frame + 1] = (float)sines;

        for (int64_t i = 0; i < n; i++) {
            running += weights[i];
            cumulated[i] = running / total;
        }
        for (int64_t i = 0; i < n; i++) {
            int64_t from = 0;
            while (from < n - 1 && cumulated[from] < ((double)i + 0.5) / (double)n)
                from++;
            source[i] = (int32_t)from;
            for (int64_t part = 0; part < 3; part++)
                next[part * n + i] = x[part * n + from];
        }
    }
}
