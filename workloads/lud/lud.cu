// SPDX-License-Identifier: Apache-2.0
// LU decomposition of an n x n matrix in place, without pivots; the ones on the diagonal of L are not stored.
//
// The matrix is cut into tiles of 16 x 16. For the k-th tile on the diagonal lud_diagonal decomposes the tile itself,
// lud_perimeter finishes the tiles right of it and below it, and lud_internal takes their products from all the others.
// Beyond its last row and column the matrix goes on as the unit matrix.

constexpr int TILE = 16;

namespace {

__device__ __forceinline__ float load(const float *a, int row, int column, int n)
{
    if (row < n && column < n)
        return a[(size_t)row * n + column];
    return row == column ? 1.0f : 0.0f;
}

__device__ __forceinline__ void store(float *a, int row, int column, int n, float value)
{
    if (row < n && column < n)
        a[(size_t)row * n + column] = value;
}

} // namespace

// One block of 16 x 16.
extern "C" __global__ void lud_diagonal(float *a, int n, int k)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y, first = k * TILE;

    tile[y][x] = load(a, first + y, first + x, n);
    __syncthreads();
    for (int i = 0; i < TILE - 1; i++) {
        if (x == i && y > i)
            tile[y][i] /= tile[i][i];
        __syncthreads();
        if (x > i && y > i)
            tile[y][x] -= tile[y][i] * tile[i][x];
        __syncthreads();
    }
    store(a, first + y, first + x, n, tile[y][x]);
}

// One block of 32 for every tile behind the k-th: the first half of the threads has a column each of the tile in the
// same row of tiles as the diagonal's, the second half a row each of the tile in the same column of tiles.
extern "C" __global__ void lud_perimeter(float *a, int n, int k)
{
    __shared__ float diagonal[TILE][TILE + 1], right[TILE][TILE + 1], below[TILE][TILE + 1];
    int half = threadIdx.x / TILE, x = threadIdx.x % TILE;
    int first = k * TILE, other = (k + 1 + blockIdx.x) * TILE;

    for (int y = half; y < TILE; y += 2) {
        diagonal[y][x] = load(a, first + y, first + x, n);
        right[y][x] = load(a, first + y, other + x, n);
        below[y][x] = load(a, other + y, first + x, n);
    }
    __syncthreads();

    if (half == 0) {
        for (int i = 1; i < TILE; i++) {
            float value = right[i][x];
            for (int j = 0; j < i; j++)
                value -= diagonal[i][j] * right[j][x];
            right[i][x] = value;
        }
    } else {
        for (int i = 0; i < TILE; i++) {
            float value = below[x][i];
            for (int j = 0; j < i; j++)
                value -= below[x][j] * diagonal[j][i];
            below[x][i] = value / diagonal[i][i];
        }
    }
    __syncthreads();

    for (int y = half; y < TILE; y += 2) {
        store(a, first + y, other + x, n, right[y][x]);
        store(a, other + y, first + x, n, below[y][x]);
    }
}

// A block of 16 x 16 for every tile behind the k-th in both directions.
extern "C" __global__ void lud_internal(float *a, int n, int k)
{
    __shared__ float right[TILE][TILE], below[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, first = k * TILE;
    int row = (k + 1 + blockIdx.y) * TILE + y, column = (k + 1 + blockIdx.x) * TILE + x;

    right[y][x] = load(a, first + y, column, n);
    below[y][x] = load(a, row, first + x, n);
    __syncthreads();

    float sum = 0.0f;
    for (int i = 0; i < TILE; i++)
        sum += below[y][i] * right[i][x];
    store(a, row, column, n, load(a, row, column, n) - sum);
}
