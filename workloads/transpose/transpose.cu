// SPDX-License-Identifier: Apache-2.0
// The transpose of a rows x columns matrix through tiles of 32 x 32 in shared memory, one column wider so that columns
// of a tile lie in different banks. A block has 32 x 8 threads.

enum { TILE = 32, ROWS = 8 };

extern "C" __global__ void transpose(const float *in, float *out, int rows, int columns)
{
    __shared__ float tile[TILE][TILE + 1];
    int column = blockIdx.x * TILE + threadIdx.x;
    for (int i = threadIdx.y; i < TILE; i += ROWS) {
        int row = blockIdx.y * TILE + i;
        if (row < rows && column < columns)
            tile[i][threadIdx.x] = in[(size_t)row * columns + column];
    }
    __syncthreads();
    int row = blockIdx.y * TILE + threadIdx.x;
    for (int i = threadIdx.y; i < TILE; i += ROWS) {
        column = blockIdx.x * TILE + i;
        if (row < rows && column < columns)
            out[(size_t)column * rows + row] = tile[threadIdx.x][i];
    }
}
