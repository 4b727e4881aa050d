// SPDX-License-Identifier: Apache-2.0
// C = A B^T on the tensor cores: 8-bit integer inputs, 32-bit integer sums.
//
// A is m x k, B is n x k, C is m x n, all row-major. lda and ldb, the lengths of A's and B's rows in memory, are
// multiples of 16, so that rows can be read in chunks of 16 bytes; what lies beyond the last column is read and has no
// influence. Any m, n and k will do.
//
// A block of four warps computes 64 x 64 elements, a warp 32 x 32.
#include <cstdint>

namespace {

constexpr int THREADS = 128;
constexpr int TILE = 64;            // rows of A and of B, and as many columns of both
constexpr int WARP_TILE = 32;
constexpr int CHUNK = 16;
constexpr int ROW_CHUNKS = TILE / CHUNK;
constexpr int CHUNKS = TILE * ROW_CHUNKS / THREADS; // per thread, of A and as many of B

// Four 8 x 16 matrices of bytes; lane l gives the address of row l % 8 of matrix l / 8.
__device__ __forceinline__ void load_matrices(unsigned (&matrix)[4], const int8_t *row)
{
    unsigned address = (unsigned)__cvta_generic_to_shared(row);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(matrix[0]), "=r"(matrix[1]), "=r"(matrix[2]), "=r"(matrix[3]) : "r"(address) : "memory");
}

// 8 x 8 of C += (8 x 16 of A) (8 x 16 of B)^T.
__device__ __forceinline__ void multiply_add(int (&c)[2], unsigned a, unsigned b)
{
    asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+r"(c[0]), "+r"(c[1]) : "r"(a), "r"(b));
}

// A word of which only the first `bytes` bytes are kept.
__device__ __forceinline__ unsigned first_bytes(unsigned word, int bytes)
{
    return bytes >= 4 ? word : bytes <= 0 ? 0 : word & ((1u << 8 * bytes) - 1);
}

__device__ __forceinline__ uint4 load_chunk(const int8_t *matrix, int row, int column, int rows, int columns,
                                            int stride)
{
    if (row >= rows || column >= columns)
        return make_uint4(0, 0, 0, 0);
    uint4 v = *reinterpret_cast<const uint4 *>(matrix + (size_t)row * stride + column);
    int bytes = columns - column;
    if (bytes < CHUNK) {
        v.x = first_bytes(v.x, bytes);
        v.y = first_bytes(v.y, bytes - 4);
        v.z = first_bytes(v.z, bytes - 8);
        v.w = first_bytes(v.w, bytes - 12);
    }
    return v;
}

} // namespace

extern "C" __global__ void __launch_bounds__(THREADS) igemm(const int8_t *a, const int8_t *b, int *c, int m, int n,
                                                            int k, int lda, int ldb)
{
    // Rows are one chunk longer than needed: eight consecutive rows then lie in different banks.
    alignas(16) __shared__ int8_t a_tile[TILE][TILE + CHUNK], b_tile[TILE][TILE + CHUNK];
    int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    int block_row = blockIdx.y * TILE, block_column = blockIdx.x * TILE;
    int warp_row = warp / 2 * WARP_TILE, warp_column = warp % 2 * WARP_TILE;

    int sum[WARP_TILE / 8][WARP_TILE / 8][2] = {};
    for (int depth = 0; depth < k; depth += TILE) {
        #pragma unroll
        for (int i = 0; i < CHUNKS; i++) {
            int row = (thread + i * THREADS) / ROW_CHUNKS, column = thread % ROW_CHUNKS * CHUNK;
            *reinterpret_cast<uint4 *>(&a_tile[row][column]) =
                load_chunk(a, block_row + row, depth + column, m, k, lda);
            *reinterpret_cast<uint4 *>(&b_tile[row][column]) =
                load_chunk(b, block_column + row, depth + column, n, k, ldb);
        }
        __syncthreads();
        #pragma unroll
        for (int step = 0; step < TILE; step += CHUNK) {
            unsigned a_part[4], b_part[4];
            load_matrices(a_part, &a_tile[warp_row + lane][step]);
            load_matrices(b_part, &b_tile[warp_column + lane][step]);
            #pragma unroll
            for (int i = 0; i < WARP_TILE / 8; i++)
                #pragma unroll
                for (int j = 0; j < WARP_TILE / 8; j++)
                    multiply_add(sum[i][j], a_part[i], b_part[j]);
        }
        __syncthreads();
    }

    #pragma unroll
    for (int i = 0; i < WARP_TILE / 8; i++) {
        int row = block_row + warp_row + 8 * i + lane / 4;
        #pragma unroll
        for (int j = 0; j < WARP_TILE / 8; j++) {
            int column = block_column + warp_column + 8 * j + lane % 4 * 2;
            if (row < m && column < n)
                c[(size_t)row * n + column] = sum[i][j][0];
            if (row < m && column + 1 < n)
                c[(size_t)row * n + column + 1] = sum[i][j][1];
        }
    }
}
