/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of rnn: an LSTM layer over several time steps.
 */
#include <math.h>

#include "workloads/references.h"

static double sigmoid(double v)
{
    return 1 / (1 + exp(-v));
}

static double dot(const float *a, const float *b, size_t length)
{
    double sum = 0;
    for (size_t i = 0; i < length; i++)
        sum += (double)a[i] * b[i];
    return sum;
}

void rnn_reference(const struct reference_run *r)
{
    size_t steps = (size_t)r->parameter(r, "steps"), batch = (size_t)r->parameter(r, "batch");
    size_t inputs = (size_t)r->parameter(r, "inputs"), hidden = (size_t)r->parameter(r, "hidden");
    const float *x = r->buffer(r, "x", NULL), *w = r->buffer(r, "w", NULL), *u = r->buffer(r, "u", NULL);
    const float *bias = r->buffer(r, "bias", NULL);
    float *c = r->buffer(r, "c", NULL), *h = r->buffer(r, "h", NULL), *gates = r->buffer(r, "gates", NULL);

    for (size_t step = 0; step < steps; step++)
        for (size_t item = 0; item < batch; item++) {
            const float *input = x + (step * batch + item) * inputs;
            const float *before = h + (step * batch + item) * hidden;
            float *after = h + ((step + 1) * batch + item) * hidden;
            for (size_t unit = 0; unit < hidden; unit++) {
                double gate[4];
                for (size_t g = 0; g < 4; g++) {
                    size_t row = g * hidden + unit;
                    gate[g] = dot(w + row * inputs, input, inputs) + dot(u + row * hidden, before, hidden) + bias[row];
                    gates[(item * 4 + g) * hidden + unit] = (float)gate[g];
                }
                float *state = &c[item * hidden + unit];
                double next = sigmoid(gate[1]) * *state + sigmoid(gate[0]) * tanh(gate[2]);
                *state = (float)next;
                after[unit] = (float)(sigmoid(gate[3]) * tanh(next));
            }
        }
}
