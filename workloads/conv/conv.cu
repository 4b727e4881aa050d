// SPDX-License-Identifier: Apache-2.0
// A 3 x 3 convolution layer with padding 1, bias and ReLU on the tensor cores, as an implicit matrix product: output
// pixels are the rows, filters the columns, and the sum runs over the nine taps and the input channels.
//
// x is [image][y][x][channel], w is [tap][channel][filter], out is [image][y][x][filter], all F16; the bias and the
// sums are F32. channel_stride and filter_stride are the lengths of the innermost dimensions in memory and multiples of
// 8; what lies beyond the last channel or filter is read, must be finite and has no influence.
//
// A block of four warps computes 64 pixels x 64 filters, a warp 32 x 32.
#include <cuda_fp16.h>

namespace {

constexpr int THREADS = 128;
constexpr int TILE_PIXELS = 64, TILE_FILTERS = 64, TILE_CHANNELS = 16;
constexpr int WARP_PIXELS = 32, WARP_FILTERS = 32;
constexpr int CHUNK = 8;

// Four 8 x 8 matrices; lane l gives the address of row l % 8 of matrix l / 8.
__device__ __forceinline__ void load_matrices(unsigned (&matrix)[4], const half *row)
{
    unsigned address = (unsigned)__cvta_generic_to_shared(row);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(matrix[0]), "=r"(matrix[1]), "=r"(matrix[2]), "=r"(matrix[3]) : "r"(address) : "memory");
}

__device__ __forceinline__ void load_matrices_transposed(unsigned (&matrix)[4], const half *row)
{
    unsigned address = (unsigned)__cvta_generic_to_shared(row);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(matrix[0]), "=r"(matrix[1]), "=r"(matrix[2]), "=r"(matrix[3]) : "r"(address) : "memory");
}

// (16 pixels x 8 filters) += (16 pixels x 8 channels) (8 channels x 8 filters).
__device__ __forceinline__ void multiply_add(float (&c)[4], unsigned a0, unsigned a1, unsigned b)
{
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a0), "r"(a1), "r"(b));
}

__device__ __forceinline__ half activate(float sum, float bias)
{
    return __float2half(fmaxf(sum + bias, 0.0f));
}

} // namespace

extern "C" __global__ void __launch_bounds__(THREADS) conv(const half *x, const half *w, const float *bias, half *out,
                                                           int images, int height, int width, int channels,
                                                           int filters, int channel_stride, int filter_stride)
{
    // Rows are one chunk longer than needed: eight consecutive rows then lie in different banks.
    alignas(16) __shared__ half x_tile[TILE_PIXELS][TILE_CHANNELS + CHUNK];
    alignas(16) __shared__ half w_tile[TILE_CHANNELS][TILE_FILTERS + CHUNK];
    int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    int pixels = images * height * width;
    int block_pixel = blockIdx.x * TILE_PIXELS, block_filter = blockIdx.y * TILE_FILTERS;
    int warp_pixel = warp / 2 * WARP_PIXELS, warp_filter = warp % 2 * WARP_FILTERS;

    // Each thread brings one chunk of x and one of w per step.
    int x_row = thread / (TILE_CHANNELS / CHUNK), x_channel = thread % (TILE_CHANNELS / CHUNK) * CHUNK;
    int w_row = thread / (TILE_FILTERS / CHUNK), w_filter = thread % (TILE_FILTERS / CHUNK) * CHUNK;
    int pixel = block_pixel + x_row;
    int image = pixel / (height * width), pixel_y = pixel / width % height, pixel_x = pixel % width;

    float sum[WARP_PIXELS / 16][WARP_FILTERS / 8][4] = {};
    for (int tap = 0; tap < 9; tap++) {
        int from_y = pixel_y + tap / 3 - 1, from_x = pixel_x + tap % 3 - 1;
        bool inside = pixel < pixels && from_y >= 0 && from_y < height && from_x >= 0 && from_x < width;
        const half *x_from = x + (size_t)((image * height + from_y) * width + from_x) * channel_stride;
        const half *w_from = w + (size_t)tap * channels * filter_stride + block_filter + w_filter;
        for (int first = 0; first < channels; first += TILE_CHANNELS) {
            uint4 x_chunk = make_uint4(0, 0, 0, 0), w_chunk = make_uint4(0, 0, 0, 0);
            if (inside && first + x_channel < channels)
                x_chunk = *reinterpret_cast<const uint4 *>(x_from + first + x_channel);
            if (first + w_row < channels && block_filter + w_filter < filters)
                w_chunk = *reinterpret_cast<const uint4 *>(w_from + (size_t)(first + w_row) * filter_stride);
            __syncthreads();            // the previous step's tiles have been read
            *reinterpret_cast<uint4 *>(&x_tile[x_row][x_channel]) = x_chunk;
            *reinterpret_cast<uint4 *>(&w_tile[w_row][w_filter]) = w_chunk;
            __syncthreads();
            #pragma unroll
            for (int step = 0; step < TILE_CHANNELS; step += 8) {
                unsigned x_part[4], w_part[4];
                load_matrices(x_part, &x_tile[warp_pixel + lane][step]);
                load_matrices_transposed(w_part, &w_tile[step + lane % 8][warp_filter + lane / 8 * 8]);
                #pragma unroll
                for (int i = 0; i < WARP_PIXELS / 16; i++)
                    #pragma unroll
                    for (int j = 0; j < WARP_FILTERS / 8; j++)
                        multiply_add(sum[i][j], x_part[2 * i], x_part[2 * i + 1], w_part[j]);
            }
        }
    }

    #pragma unroll
    for (int j = 0; j < WARP_FILTERS / 8; j++) {
        int filter = block_filter + warp_filter + 8 * j + lane % 4 * 2;
        bool one = filter < filters, both = filter + 1 < filters;
        float first_bias = one ? bias[filter] : 0.0f, second_bias = both ? bias[filter + 1] : 0.0f;
        #pragma unroll
        for (int i = 0; i < WARP_PIXELS / 16; i++) {
            #pragma unroll
            for (int lower = 0; lower < 2; lower++) {
                int to = block_pixel + warp_pixel + 16 * i + 8 * lower + lane / 4;
                half first = activate(sum[i][j][2 * lower], first_bias);
                half second = activate(sum[i][j][2 * lower + 1], second_bias);
                half *to_out = out + (size_t)to * filter_stride + filter;
                if (to < pixels && both)
                    *reinterpret_cast<half2 *>(to_out) = __halves2half2(first, second);
                else if (to < pixels && one)
                    *to_out = first;
            }
        }
    }
}
