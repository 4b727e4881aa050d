/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of corr: the correlation matrix, summed in double precision.
 */
#include <math.h>

#include "workloads/references.h"

void corr_reference(const struct reference_run *r)
{
    size_t samples = (size_t)r->parameter(r, "samples"), variables = (size_t)r->parameter(r, "variables");
    float *data = r->buffer(r, "data", NULL), *mean = r->buffer(r, "mean", NULL);
    float *deviation = r->buffer(r, "deviation", NULL), *corr = r->buffer(r, "corr", NULL);

    for (size_t variable = 0; variable < variables; variable++) {
        double sum = 0, squares = 0;
        for (size_t sample = 0; sample < samples; sample++)
            sum += data[sample * variables + variable];
        double average = sum / (double)samples;
        for (size_t sample = 0; sample < samples; sample++) {
            double difference = data[sample * variables + variable] - average;
            squares += difference * difference;
        }
        double scale = sqrt(squares / (double)samples);
        if (scale <= 1e-5)
            scale = 1;
        mean[variable] = (float)average;
        deviation[variable] = (float)scale;
        for (size_t sample = 0; sample < samples; sample++) {
            float *element = &data[sample * variables + variable];
            *element = (float)((*element - average) / (sqrt((double)samples) * scale));
        }
    }
    for (size_t row = 0; row < variables; row++)
        for (size_t column = 0; column < variables; column++) {
            double sum = 0;
            for (size_t sample = 0; sample < samples; sample++)
                sum += (double)data[sample * variables + row] * data[sample * variables + column];
            corr[row * variables + column] = row == column ? 1 : (float)sum;
        }
}
