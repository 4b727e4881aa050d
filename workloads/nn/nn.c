/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of nn: the nearest record that is not taken yet, k times. The candidates of each thread follow from its
 * share of the records, every `threads`-th.
 */
#include "workloads/references.h"

#include <math.h>
#include <stdlib.h>

struct found {
    float distance;
    int32_t index;
};

/* The nearest of the records first, first + step, ... that is not taken; it is taken then. */
static struct found nearest_of(const float *distances, uint8_t *taken, size_t first, size_t step, size_t records)
{
    struct found best = {INFINITY, -1};
    for (size_t i = first; i < records; i += step)
        if (!taken[i] && distances[i] < best.distance)
            best = (struct found){distances[i], (int32_t)i};
    if (best.index >= 0)
        taken[best.index] = 1;
    return best;
}

void nn_reference(const struct reference_run *r)
{
    size_t records = (size_t)r->parameter(r, "records"), k = (size_t)r->parameter(r, "k");
    size_t threads = (size_t)r->parameter(r, "threads");
    const float *places = r->buffer(r, "places", NULL);
    float *distances = r->buffer(r, "distances", NULL);
    struct found *candidates = r->buffer(r, "candidates", NULL), *nearest = r->buffer(r, "nearest", NULL);
    uint8_t *taken = reference_memory(records, 1);

    for (size_t i = 0; i < records; i++) {
        float dx = places[2 * i] - 30, dy = places[2 * i + 1] - 90;
        distances[i] = sqrtf(fmaf(dx, dx, dy * dy));
    }
    for (size_t thread = 0; thread < threads; thread++)
        for (size_t i = 0; i < k; i++)
            candidates[i * threads + thread] = nearest_of(distances, taken, thread, threads, records);
    free(taken);

    taken = reference_memory(records, 1);
    for (size_t i = 0; i < k; i++)
        nearest[i] = nearest_of(distances, taken, 0, 1, records);
    free(taken);
}
