// SPDX-License-Identifier: Apache-2.0
// A loop whose cycles grow by a fixed number with each iteration (docs/truth.md): 128 FFMA, each of which needs the one
// before.
extern "C" __global__ void fma_chain(float *out, float factor, float addend, int iterations)
{
    float x = threadIdx.x;
#pragma unroll 1
    for (int i = 0; i < iterations; i++)
#pragma unroll
        for (int k = 0; k < 128; k++)
            x = x * factor + addend;
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
