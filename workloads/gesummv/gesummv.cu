// SPDX-License-Identifier: Apache-2.0
// y = alpha A x + beta B x for row-major m x n matrices A and B. A block computes one row: each thread sums every 64th
// column, then the sums are added in a tree in shared memory.

constexpr int THREADS = 64;

extern "C" __global__ void __launch_bounds__(THREADS) gesummv(const float *a, const float *b, const float *x, float *y,
                                                              int n, float alpha, float beta)
{
    __shared__ float sums[THREADS];
    int row = blockIdx.x, thread = threadIdx.x;
    float a_sum = 0.0f, b_sum = 0.0f;
    for (int column = thread; column < n; column += THREADS) {
        a_sum += a[(size_t)row * n + column] * x[column];
        b_sum += b[(size_t)row * n + column] * x[column];
    }
    sums[thread] = alpha * a_sum + beta * b_sum;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (thread < half)
            sums[thread] += sums[thread + half];
        __syncthreads();
    }
    if (thread == 0)
        y[row] = sums[0];
}
