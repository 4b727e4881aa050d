/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of backprop: training of one layer, in double precision but for what the kernels store.
 */
#include <math.h>

#include "cmodel/sass/reference.h"

void backprop_reference(const struct reference_run *r);

void backprop_reference(const struct reference_run *r)
{
    const double rate = 0.001, momentum = 0.3;       /* as in the launch file */
    size_t epochs = (size_t)r->parameter(r, "epochs");
    size_t inputs = (size_t)r->parameter(r, "inputs"), units = (size_t)r->parameter(r, "units");
    const float *input = r->buffer(r, "input", NULL), *target = r->buffer(r, "target", NULL);
    float *weight = r->buffer(r, "weight", NULL), *change = r->buffer(r, "change", NULL);
    float *partial = r->buffer(r, "partial", NULL);
    float *output = r->buffer(r, "output", NULL), *delta = r->buffer(r, "delta", NULL);

    for (size_t epoch = 0; epoch < epochs; epoch++)
        for (size_t unit = 0; unit < units; unit++) {
            double sum = 0;
            for (size_t part = 0; part * 16 < inputs; part++) {
                double part_sum = 0;
                for (size_t i = part * 16; i < inputs && i < (part + 1) * 16; i++)
                    part_sum += (double)input[i] * weight[i * units + unit];
                partial[part * units + unit] = (float)part_sum;
                sum += part_sum;
            }
            double value = 1 / (1 + exp(-sum)), error = value * (1 - value) * (target[unit] - value);
            output[unit] = (float)value;
            delta[unit] = (float)error;
            for (size_t i = 0; i < inputs; i++) {
                size_t at = i * units + unit;
                double move = rate * error * input[i] + momentum * change[at];
                weight[at] = (float)(weight[at] + move);
                change[at] = (float)move;
            }
        }
}
