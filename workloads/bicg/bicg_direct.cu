// SPDX-License-Identifier: Apache-2.0
// bicg as the formulas say it, without staging: q = A p with a thread per row, s = A^T r with a thread per column. The
// lanes of a warp read from as many lines of A, which comes back for the next columns: locality that others can
// destroy.

extern "C" __global__ void bicg_direct_q(const float *a, const float *p, float *q, int m, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m)
        return;
    float sum = 0.0f;
    for (int column = 0; column < n; column++)
        sum += a[(size_t)row * n + column] * p[column];
    q[row] = sum;
}

extern "C" __global__ void bicg_direct_s(const float *a, const float *r, float *s, int m, int n)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= n)
        return;
    float sum = 0.0f;
    for (int row = 0; row < m; row++)
        sum += a[(size_t)row * n + column] * r[row];
    s[column] = sum;
}
