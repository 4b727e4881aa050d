// SPDX-License-Identifier: Apache-2.0
// The two products of the biconjugate gradient method for a row-major m x n matrix A: q = A p, a warp per row, and
// s = A^T r, a thread per column with r passing through shared memory.

constexpr int COLUMNS = 64;     // threads of a block of bicg_s

extern "C" __global__ void bicg_q(const float *a, const float *p, float *q, int m, int n)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= m)
        return;
    float sum = 0.0f;
    for (int column = lane; column < n; column += 32)
        sum += a[(size_t)row * n + column] * p[column];
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (lane == 0)
        q[row] = sum;
}

extern "C" __global__ void __launch_bounds__(COLUMNS) bicg_s(const float *a, const float *r, float *s, int m, int n)
{
    __shared__ float part[COLUMNS];     // of r
    int column = blockIdx.x * COLUMNS + threadIdx.x;
    float sum = 0.0f;
    for (int first = 0; first < m; first += COLUMNS) {
        int rows = min(COLUMNS, m - first);
        if (threadIdx.x < rows)
            part[threadIdx.x] = r[first + threadIdx.x];
        __syncthreads();
        if (column < n)
            for (int row = 0; row < rows; row++)
                sum += a[(size_t)(first + row) * n + column] * part[row];
        __syncthreads();
    }
    if (column < n)
        s[column] = sum;
}
