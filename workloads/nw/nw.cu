// SPDX-License-Identifier: Apache-2.0
// Needleman-Wunsch: scores of the best global alignments of all prefixes of one sequence (rows) with all prefixes of
// another one (columns). A pair of letters scores what the table nw_similarity says, a gap costs a penalty.
//
// The matrix of scores has a row and a column more than there are letters. It is cut into tiles of 16 x 16, and a
// launch does the tiles on one diagonal, which only depend on those before: nw_growing while the diagonals get longer,
// nw_shrinking for the rest.

constexpr int TILE = 16, LETTERS = 24;

__constant__ int nw_similarity[LETTERS * LETTERS];

namespace {

// One block of 16 threads does one tile, in it again diagonal after diagonal.
__device__ __forceinline__ void align_tile(int *scores, const unsigned char *letters_down,
                                           const unsigned char *letters_across, int rows, int columns, int penalty,
                                           int tile_row, int tile_column)
{
    __shared__ int score[TILE + 1][TILE + 1];
    int x = threadIdx.x, width = columns + 1;
    int top = tile_row * TILE, left = tile_column * TILE;   // of the row and the column before the tile
    int column = left + 1 + x;
    bool across = column <= columns;

    if (across)
        score[0][x + 1] = scores[(size_t)top * width + column];
    if (top + 1 + x <= rows)
        score[x + 1][0] = scores[(size_t)(top + 1 + x) * width + left];
    if (x == 0)
        score[0][0] = scores[(size_t)top * width + left];
    int letter = across ? letters_across[column - 1] : 0;
    __syncthreads();

    for (int diagonal = 0; diagonal < 2 * TILE - 1; diagonal++) {
        int y = diagonal - x, row = top + 1 + y;
        if (across && y >= 0 && y < TILE && row <= rows) {
            int pair = score[y][x] + nw_similarity[letters_down[row - 1] * LETTERS + letter];
            int gap = max(score[y][x + 1], score[y + 1][x]) - penalty;
            score[y + 1][x + 1] = max(pair, gap);
        }
        __syncthreads();
    }

    for (int y = 0; y < TILE && top + 1 + y <= rows; y++)
        if (across)
            scores[(size_t)(top + 1 + y) * width + column] = score[y + 1][x + 1];
}

} // namespace

// First row and first column; `count` is the greater of their lengths.
extern "C" __global__ void nw_border(int *scores, int rows, int columns, int penalty, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > count)
        return;
    if (i <= columns)
        scores[i] = -i * penalty;
    if (i <= rows)
        scores[(size_t)i * (columns + 1)] = -i * penalty;
}

// The diagonal begins in the first column of tiles.
extern "C" __global__ void nw_growing(int *scores, const unsigned char *letters_down,
                                      const unsigned char *letters_across, int rows, int columns, int penalty,
                                      int diagonal)
{
    align_tile(scores, letters_down, letters_across, rows, columns, penalty, diagonal - blockIdx.x, blockIdx.x);
}

// The diagonal's tile that is farthest down lies in tile row `last_row`.
extern "C" __global__ void nw_shrinking(int *scores, const unsigned char *letters_down,
                                        const unsigned char *letters_across, int rows, int columns, int penalty,
                                        int diagonal, int last_row)
{
    int tile_row = last_row - blockIdx.x;
    align_tile(scores, letters_down, letters_across, rows, columns, penalty, tile_row, diagonal - tile_row);
}
