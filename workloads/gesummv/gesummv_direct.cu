// SPDX-License-Identifier: Apache-2.0
// gesummv as the formula says it: a thread per row reads its row of A and of B.

extern "C" __global__ void gesummv_direct(const float *a, const float *b, const float *x, float *y, int m, int n,
                                          float alpha, float beta)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m)
        return;
    float a_sum = 0.0f, b_sum = 0.0f;
    for (int column = 0; column < n; column++) {
        a_sum += a[(size_t)row * n + column] * x[column];
        b_sum += b[(size_t)row * n + column] * x[column];
    }
    y[row] = alpha * a_sum + beta * b_sum;
}
