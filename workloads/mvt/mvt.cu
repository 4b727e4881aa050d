// SPDX-License-Identifier: Apache-2.0
// x1 += A y1 and x2 += A^T y2 for a row-major n x n matrix A.
//
// mvt_rows: a thread per row. A block copies square tiles of A to shared memory, row after row so that neighbouring
// threads read neighbouring elements, and each thread then walks along its own row of the tile.

constexpr int TILE = 32;

extern "C" __global__ void __launch_bounds__(TILE) mvt_rows(const float *a, const float *y1, float *x1, int n)
{
    __shared__ float tile[TILE][TILE + 1];  // one column more: the elements of a column lie in different banks
    __shared__ float part[TILE];            // of y1
    int first_row = blockIdx.x * TILE, row = first_row + threadIdx.x;
    float sum = 0.0f;
    for (int first = 0; first < n; first += TILE) {
        int column = first + threadIdx.x;
        for (int i = 0; i < TILE; i++)
            tile[i][threadIdx.x] = first_row + i < n && column < n ? a[(size_t)(first_row + i) * n + column] : 0.0f;
        part[threadIdx.x] = column < n ? y1[column] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += tile[threadIdx.x][i] * part[i];
        __syncthreads();
    }
    if (row < n)
        x1[row] += sum;
}

// A thread per column.
extern "C" __global__ void mvt_columns(const float *a, const float *y2, float *x2, int n)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= n)
        return;
    float sum = x2[column];
    for (int row = 0; row < n; row++)
        sum += a[(size_t)row * n + column] * y2[row];
    x2[column] = sum;
}
