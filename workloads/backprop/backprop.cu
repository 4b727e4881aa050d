// SPDX-License-Identifier: Apache-2.0
// One layer of a neural network, trained by back-propagation: layer_forward and layer_output compute the units' outputs
// and how far they are off, adjust_weights moves the weights. Weights are [input][unit].

constexpr int SIDE = 16;

// Block (b, u) multiplies 16 inputs by their weights for 16 units and adds up the products of each unit in shared
// memory. The sums go to partial[b][unit].
extern "C" __global__ void layer_forward(const float *input, const float *weight, float *partial, int inputs, int units)
{
    __shared__ float values[SIDE], products[SIDE][SIDE];
    int x = threadIdx.x, y = threadIdx.y;
    int unit = blockIdx.y * SIDE + x, i = blockIdx.x * SIDE + y;

    if (x == 0)
        values[y] = i < inputs ? input[i] : 0.0f;
    __syncthreads();
    products[y][x] = i < inputs && unit < units ? weight[(size_t)i * units + unit] * values[y] : 0.0f;
    __syncthreads();
    for (int half = SIDE / 2; half > 0; half /= 2) {
        if (y < half)
            products[y][x] += products[y + half][x];
        __syncthreads();
    }
    if (y == 0 && unit < units)
        partial[(size_t)blockIdx.x * units + unit] = products[0][x];
}

// A block of 64 threads adds the partial sums of one unit, computes its output and from the target its error.
extern "C" __global__ void layer_output(const float *partial, const float *target, float *output, float *delta,
                                        int parts, int units)
{
    __shared__ float sums[64];
    int unit = blockIdx.x, thread = threadIdx.x;
    float sum = 0.0f;
    for (int part = thread; part < parts; part += 64)
        sum += partial[(size_t)part * units + unit];
    sums[thread] = sum;
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (thread < half)
            sums[thread] += sums[thread + half];
        __syncthreads();
    }
    if (thread == 0) {
        float value = 1.0f / (1.0f + expf(-sums[0]));
        output[unit] = value;
        delta[unit] = value * (1.0f - value) * (target[unit] - value);
    }
}

// A thread per weight. `change` is by how much the weight moved last time, part of which is added again.
extern "C" __global__ void adjust_weights(const float *input, const float *delta, float *weight, float *change,
                                          int inputs, int units, float rate, float momentum)
{
    int unit = blockIdx.y * SIDE + threadIdx.x, i = blockIdx.x * SIDE + threadIdx.y;
    if (i >= inputs || unit >= units)
        return;
    size_t at = (size_t)i * units + unit;
    float move = rate * delta[unit] * input[i] + momentum * change[at];
    weight[at] += move;
    change[at] = move;
}
