// SPDX-License-Identifier: Apache-2.0
// y = factor * x + y, in strides of the whole grid.

extern "C" __global__ void saxpy(int n, float factor, const float *x, float *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = factor * x[i] + y[i];
}
