/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of kmeans. Sums of features are integers and distances are rounded as in the kernel, so that there is no
 * doubt which centroid is nearest.
 */
#include "workloads/references.h"

#include <math.h>
#include <stdlib.h>

void kmeans_reference(const struct reference_run *r)
{
    size_t points = (size_t)r->parameter(r, "points"), count = (size_t)r->parameter(r, "feature_count");
    size_t clusters = (size_t)r->parameter(r, "clusters"), iterations = (size_t)r->parameter(r, "iterations");
    const uint8_t *features = r->buffer(r, "features", NULL);
    float *centroids = r->buffer(r, "centroids", NULL);
    int32_t *membership = r->buffer(r, "membership", NULL);
    uint32_t *sizes = r->buffer(r, "sizes", NULL), *changed = r->buffer(r, "changed", NULL);

    for (size_t cluster = 0; cluster < clusters; cluster++)
        for (size_t i = 0; i < count; i++)
            centroids[cluster * count + i] = features[i * points + cluster * points / clusters];

    for (size_t t = 0; t < iterations; t++, sizes += clusters) {
        uint32_t *sums = reference_memory(clusters * count, sizeof *sums);
        for (size_t point = 0; point < points; point++) {
            int32_t nearest = 0;
            float least = INFINITY;
            for (size_t cluster = 0; cluster < clusters; cluster++) {
                float sum = 0;
                for (size_t i = 0; i < count; i++) {
                    float difference = features[i * points + point] - centroids[cluster * count + i];
                    sum = fmaf(difference, difference, sum);
                }
                if (sum < least) {
                    least = sum;
                    nearest = (int32_t)cluster;
                }
            }
            changed[t] += membership[point] != nearest;
            membership[point] = nearest;
            sizes[nearest]++;
            for (size_t i = 0; i < count; i++)
                sums[(size_t)nearest * count + i] += features[i * points + point];
        }
        for (size_t i = 0; i < clusters * count; i++)
            if (sizes[i / count])
                centroids[i] = (float)sums[i] / (float)sizes[i / count];
        free(sums);
    }
}
