// SPDX-License-Identifier: Apache-2.0
// The lower triangle of C = alpha A A^T + beta C for a row-major n x m matrix A. A block computes 16 x 16 elements from
// tiles of A in shared memory; blocks above the diagonal have nothing to do.

constexpr int TILE = 16;

extern "C" __global__ void __launch_bounds__(TILE * TILE) syrk(const float *a, float *c, int n, int m, float alpha,
                                                               float beta)
{
    __shared__ float rows[TILE][TILE + 1], columns[TILE][TILE + 1];
    if (blockIdx.x > blockIdx.y)
        return;
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    int column_row = blockIdx.x * TILE + y;     // the row of A that this thread brings for the columns of C

    float sum = 0.0f;
    for (int first = 0; first < m; first += TILE) {
        int k = first + x;
        rows[y][x] = row < n && k < m ? a[(size_t)row * m + k] : 0.0f;
        columns[y][x] = column_row < n && k < m ? a[(size_t)column_row * m + k] : 0.0f;
        __syncthreads();
        #pragma unroll
        for (int i = 0; i < TILE; i++)
            sum += rows[y][i] * columns[x][i];
        __syncthreads();
    }
    if (row < n && column <= row)
        c[(size_t)row * n + column] = alpha * sum + beta * c[(size_t)row * n + column];
}
