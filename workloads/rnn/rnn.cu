// SPDX-License-Identifier: Apache-2.0
// One time step of an LSTM: lstm_gates multiplies the input and the previous output by the weights, lstm_cell applies
// the nonlinear functions and updates the state.
//
// x is [item][input], h and c are [item][unit], w is [gate][unit][input], u is [gate][unit][unit], bias and the result
// of lstm_gates are [gate][unit] and [item][gate][unit]. The gates are input, forget, cell and output, in this order.

namespace {

constexpr int GATES = 4;

__device__ __forceinline__ float sigmoid(float v)
{
    return 1.0f / (1.0f + __expf(-v));
}

// Adds to each gate's sum this lane's part of the product of its weights with `values`.
__device__ __forceinline__ void add_products(float (&sum)[GATES], const float *weights, const float *values, int unit,
                                             int hidden, int length, int lane)
{
    for (int i = lane; i < length; i += 32) {
        float value = values[i];
        #pragma unroll
        for (int gate = 0; gate < GATES; gate++)
            sum[gate] += weights[(size_t)(gate * hidden + unit) * length + i] * value;
    }
}

} // namespace

// A warp computes the four gates of one unit and one item.
extern "C" __global__ void lstm_gates(const float *x, const float *h, const float *w, const float *u,
                                      const float *bias, float *gates, int batch, int inputs, int hidden)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (warp >= batch * hidden)
        return;
    int item = warp / hidden, unit = warp % hidden;

    float sum[GATES] = {};
    add_products(sum, w, x + (size_t)item * inputs, unit, hidden, inputs, lane);
    add_products(sum, u, h + (size_t)item * hidden, unit, hidden, hidden, lane);
    #pragma unroll
    for (int gate = 0; gate < GATES; gate++) {
        for (int distance = 16; distance > 0; distance /= 2)
            sum[gate] += __shfl_xor_sync(0xffffffff, sum[gate], distance);
        if (lane == gate)
            gates[(size_t)(item * GATES + gate) * hidden + unit] = sum[gate] + bias[gate * hidden + unit];
    }
}

// A thread updates one unit of one item. The new output goes to h_next, the state is updated in place.
extern "C" __global__ void lstm_cell(const float *gates, float *c, float *h_next, int batch, int hidden)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= batch * hidden)
        return;
    int item = i / hidden, unit = i % hidden;
    const float *mine = gates + (size_t)item * GATES * hidden + unit;
    float input = sigmoid(mine[0]);
    float forget = sigmoid(mine[hidden]);
    float candidate = tanhf(mine[2 * hidden]);
    float output = sigmoid(mine[3 * hidden]);
    float state = forget * c[i] + input * candidate;
    c[i] = state;
    h_next[i] = output * tanhf(state);
}
