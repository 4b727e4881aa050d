// SPDX-License-Identifier: Apache-2.0
// Needleman-Wunsch alignment: the best score of the first i letters of one sequence against the first j of another, for
// all i and j, in a (rows + 1) x (columns + 1) matrix. Tiles of 16 x 16 on one antidiagonal are independent.

constexpr int TILE = 16;

// The first row and column: nothing but gaps.
extern "C" __global__ void nw_border(int *score, int rows, int columns, int gap)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= columns)
        score[i] = -gap * i;
    if (i > 0 && i <= rows)
        score[(size_t)i * (columns + 1)] = -gap * i;
}

// A block of 16 threads computes one tile of an antidiagonal of tiles: a thread per column, one step behind its left
// neighbour. Block 0 has the tile in tile column `first`, the following ones lie up and to the right of it.
extern "C" __global__ void nw_diagonal(const unsigned char *down, const unsigned char *across,
                                       const signed char *similarity, int *score, int rows, int columns, int letters,
                                       int gap, int diagonal, int first)
{
    __shared__ int tile[TILE + 1][TILE + 1];        // with the row above and the column to the left
    __shared__ int match[TILE][TILE];
    int x = threadIdx.x, tile_column = first + blockIdx.x;
    int row = (diagonal - tile_column) * TILE, column = tile_column * TILE;
    int height = min(TILE, rows - row), width = min(TILE, columns - column);
    int pitch = columns + 1;
    int *corner = score + (size_t)row * pitch + column;

    if (x == 0)
        tile[0][0] = corner[0];
    if (x < height)
        tile[x + 1][0] = corner[(size_t)(x + 1) * pitch];
    if (x < width) {
        tile[0][x + 1] = corner[x + 1];
        int letter = across[column + x];
        for (int y = 0; y < height; y++)
            match[y][x] = similarity[down[row + y] * letters + letter];
    }
    __syncthreads();

    for (int step = 0; step < width + height - 1; step++) {
        int y = step - x;
        if (x < width && y >= 0 && y < height) {
            int best = max(tile[y][x + 1], tile[y + 1][x]) - gap;
            tile[y + 1][x + 1] = max(best, tile[y][x] + match[y][x]);
        }
        __syncthreads();
    }
    if (x < width)
        for (int y = 0; y < height; y++)
            corner[(size_t)(y + 1) * pitch + x + 1] = tile[y + 1][x + 1];
}
