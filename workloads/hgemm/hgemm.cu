// SPDX-License-Identifier: Apache-2.0
// C = A B on the tensor cores: F16 inputs, products accumulated in F32 (hgemm) or F16 (hgemm_f16).
//
// All matrices are row-major; lda, ldb and ldc are their row lengths in memory and multiples of 8, so that rows can be
// read in chunks of eight elements. Any m, n and k will do: what lies beyond the last column is read, must be finite
// and has no influence, because the rows of B beyond the last are taken as zero and columns of C beyond the last are
// not stored.
//
// A block of four warps computes 64 x 64 elements, a warp 32 x 32. Two tile pairs in shared memory take turns: while
// one is multiplied, the chunks of the next are on their way from global memory to registers.
#include <cuda_fp16.h>

namespace {

constexpr int THREADS = 128;
constexpr int TILE_M = 64, TILE_N = 64, TILE_K = 32;
constexpr int WARP_M = 32, WARP_N = 32;
constexpr int CHUNK = 8;
constexpr int CHUNKS = TILE_M * TILE_K / CHUNK / THREADS;   // per thread, of A and as many of B

// Rows are one chunk longer than needed: eight consecutive rows then lie in different banks.
struct Tiles {
    alignas(16) half a[TILE_M][TILE_K + CHUNK];
    alignas(16) half b[TILE_K][TILE_N + CHUNK];
};

// Accumulators of one 16 x 8 piece of C: lane l holds two neighbours of row l / 4 and the two eight rows below.
struct FragmentF32 { float c[4]; };
struct FragmentF16 { unsigned c[2]; };

__device__ __forceinline__ unsigned shared_address(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

// Four 8 x 8 matrices; lane l gives the address of row l % 8 of matrix l / 8.
__device__ __forceinline__ void load_matrices(unsigned (&matrix)[4], const half *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(matrix[0]), "=r"(matrix[1]), "=r"(matrix[2]), "=r"(matrix[3])
                 : "r"(shared_address(row)) : "memory");
}

__device__ __forceinline__ void load_matrices_transposed(unsigned (&matrix)[4], const half *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(matrix[0]), "=r"(matrix[1]), "=r"(matrix[2]), "=r"(matrix[3])
                 : "r"(shared_address(row)) : "memory");
}

// 16 x 8 of C += (16 x 8 of A) (8 x 8 of B).
__device__ __forceinline__ void multiply_add(FragmentF32 &f, unsigned a0, unsigned a1, unsigned b)
{
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+f"(f.c[0]), "+f"(f.c[1]), "+f"(f.c[2]), "+f"(f.c[3]) : "r"(a0), "r"(a1), "r"(b));
}

__device__ __forceinline__ void multiply_add(FragmentF16 &f, unsigned a0, unsigned a1, unsigned b)
{
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%0, %1};"
                 : "+r"(f.c[0]), "+r"(f.c[1]) : "r"(a0), "r"(a1), "r"(b));
}

// Two neighbours of C from the upper (0) or lower (1) half of a fragment.
__device__ __forceinline__ void store_pair(float *c, bool both, const FragmentF32 &f, int lower)
{
    float first = f.c[2 * lower], second = f.c[2 * lower + 1];
    if (both)
        *reinterpret_cast<float2 *>(c) = make_float2(first, second);
    else
        *c = first;
}

__device__ __forceinline__ void store_pair(half *c, bool both, const FragmentF16 &f, int lower)
{
    unsigned pair = f.c[lower];
    if (both)
        *reinterpret_cast<unsigned *>(c) = pair;
    else
        *reinterpret_cast<unsigned short *>(c) = (unsigned short)pair;
}

__device__ __forceinline__ uint4 load_chunk(const half *matrix, int row, int column, int rows, int columns, int stride)
{
    if (row >= rows || column >= columns)
        return make_uint4(0, 0, 0, 0);
    return *reinterpret_cast<const uint4 *>(matrix + (size_t)row * stride + column);
}

template <typename Fragment, typename Output>
__device__ __forceinline__ void gemm(const half *a, const half *b, Output *c, int m, int n, int k, int lda, int ldb,
                                     int ldc)
{
    __shared__ Tiles tiles[2];
    constexpr int A_CHUNKS = TILE_K / CHUNK, B_CHUNKS = TILE_N / CHUNK; // in a row
    int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    int block_row = blockIdx.y * TILE_M, block_column = blockIdx.x * TILE_N;
    int warp_row = warp / 2 * WARP_M, warp_column = warp % 2 * WARP_N;

    uint4 next_a[CHUNKS], next_b[CHUNKS];
    auto fetch = [&](int depth) {
        #pragma unroll
        for (int i = 0; i < CHUNKS; i++) {
            int chunk = thread + i * THREADS;
            next_a[i] = load_chunk(a, block_row + chunk / A_CHUNKS, depth + chunk % A_CHUNKS * CHUNK, m, k, lda);
            next_b[i] = load_chunk(b, depth + chunk / B_CHUNKS, block_column + chunk % B_CHUNKS * CHUNK, k, n, ldb);
        }
    };
    auto deposit = [&](Tiles &t) {
        #pragma unroll
        for (int i = 0; i < CHUNKS; i++) {
            int chunk = thread + i * THREADS;
            *reinterpret_cast<uint4 *>(&t.a[chunk / A_CHUNKS][chunk % A_CHUNKS * CHUNK]) = next_a[i];
            *reinterpret_cast<uint4 *>(&t.b[chunk / B_CHUNKS][chunk % B_CHUNKS * CHUNK]) = next_b[i];
        }
    };

    Fragment sum[WARP_M / 16][WARP_N / 8] = {};
    fetch(0);
    deposit(tiles[0]);
    __syncthreads();
    for (int depth = 0, turn = 0; depth < k; depth += TILE_K, turn ^= 1) {
        bool more = depth + TILE_K < k;
        if (more)
            fetch(depth + TILE_K);
        const Tiles &t = tiles[turn];
        #pragma unroll
        for (int step = 0; step < TILE_K; step += 8) {
            unsigned a_part[4], b_part[4];
            load_matrices(a_part, &t.a[warp_row + lane][step]);
            load_matrices_transposed(b_part, &t.b[step + lane % 8][warp_column + lane / 8 * 8]);
            #pragma unroll
            for (int i = 0; i < WARP_M / 16; i++)
                #pragma unroll
                for (int j = 0; j < WARP_N / 8; j++)
                    multiply_add(sum[i][j], a_part[2 * i], a_part[2 * i + 1], b_part[j]);
        }
        if (more)
            deposit(tiles[turn ^ 1]);
        __syncthreads();
    }

    #pragma unroll
    for (int i = 0; i < WARP_M / 16; i++) {
        #pragma unroll
        for (int lower = 0; lower < 2; lower++) {
            int row = block_row + warp_row + 16 * i + 8 * lower + lane / 4;
            #pragma unroll
            for (int j = 0; j < WARP_N / 8; j++) {
                int column = block_column + warp_column + 8 * j + lane % 4 * 2;
                if (row < m && column < n)
                    store_pair(c + (size_t)row * ldc + column, column + 1 < n, sum[i][j], lower);
            }
        }
    }
}

} // namespace

extern "C" __global__ void __launch_bounds__(THREADS) hgemm(const half *a, const half *b, float *c, int m, int n, int k,
                                                            int lda, int ldb, int ldc)
{
    gemm<FragmentF32>(a, b, c, m, n, k, lda, ldb, ldc);
}

extern "C" __global__ void __launch_bounds__(THREADS) hgemm_f16(const half *a, const half *b, half *c, int m, int n,
                                                                int k, int lda, int ldb, int ldc)
{
    gemm<FragmentF16>(a, b, c, m, n, k, lda, ldb, ldc);
}
