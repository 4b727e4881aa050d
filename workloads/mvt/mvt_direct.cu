// SPDX-License-Identifier: Apache-2.0
// mvt as the formulas say it: x1 += A y1 with a thread per row and no tiles, x2 += A^T y2 with a thread per column.

extern "C" __global__ void mvt_direct_rows(const float *a, const float *y1, float *x1, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float sum = x1[row];
    for (int column = 0; column < n; column++)
        sum += a[(size_t)row * n + column] * y1[column];
    x1[row] = sum;
}

extern "C" __global__ void mvt_direct_columns(const float *a, const float *y2, float *x2, int n)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= n)
        return;
    float sum = x2[column];
    for (int row = 0; row < n; row++)
        sum += a[(size_t)row * n + column] * y2[row];
    x2[column] = sum;
}
