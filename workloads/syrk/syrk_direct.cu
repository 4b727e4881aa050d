// SPDX-License-Identifier: Apache-2.0
// syrk as the formula says it: a thread per element of C reads two rows of A, with neighbouring columns of C in the
// lanes of a warp, so that they read from as many rows of A.

extern "C" __global__ void syrk_direct(const float *a, float *c, int n, int m, float alpha, float beta)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (column > row)
        return;
    float sum = 0.0f;
    for (int k = 0; k < m; k++)
        sum += a[(size_t)row * m + k] * a[(size_t)column * m + k];
    c[(size_t)row * n + column] = alpha * sum + beta * c[(size_t)row * n + column];
}
