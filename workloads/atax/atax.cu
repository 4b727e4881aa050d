// SPDX-License-Identifier: Apache-2.0
// y = A^T (A x) for a row-major m x n matrix A: first the product with x, a thread per row, then the product of the
// transpose with it, a thread per column.

extern "C" __global__ void atax_rows(const float *a, const float *x, float *product, int m, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m)
        return;
    float sum = 0.0f;
    for (int column = 0; column < n; column++)
        sum += a[(size_t)row * n + column] * x[column];
    product[row] = sum;
}

extern "C" __global__ void atax_columns(const float *a, const float *product, float *y, int m, int n)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= n)
        return;
    float sum = 0.0f;
    for (int row = 0; row < m; row++)
        sum += a[(size_t)row * n + column] * product[row];
    y[column] = sum;
}
