// SPDX-License-Identifier: Apache-2.0
// A 3 x 3 filter over an image. The outermost rows and columns of the result, whose neighbours are incomplete, are left
// alone. A block brings its 32 x 8 pixels and the ring around them to shared memory.

constexpr int TILE_X = 32, TILE_Y = 8;
constexpr int THREADS = TILE_X * TILE_Y;
constexpr int AREA_X = TILE_X + 2, AREA_Y = TILE_Y + 2;

__constant__ float filter[3][3] = {
    { 0.25f, -0.5f, 0.125f},
    {-0.75f,  1.5f, 0.375f},
    { 0.5f, -0.25f, 0.625f},
};

extern "C" __global__ void __launch_bounds__(THREADS) conv2d(const float *in, float *out, int height, int width)
{
    __shared__ float area[AREA_Y][AREA_X];
    // The first pixel of the block's result is (1, 1).
    int left = blockIdx.x * TILE_X, top = blockIdx.y * TILE_Y;
    for (int i = threadIdx.y * TILE_X + threadIdx.x; i < AREA_X * AREA_Y; i += THREADS) {
        int y = i / AREA_X, x = i % AREA_X;
        if (top + y < height && left + x < width)
            area[y][x] = in[(size_t)(top + y) * width + left + x];
    }
    __syncthreads();
    int y = top + 1 + threadIdx.y, x = left + 1 + threadIdx.x;
    if (y >= height - 1 || x >= width - 1)
        return;
    float sum = 0.0f;
    #pragma unroll
    for (int dy = 0; dy < 3; dy++)
        #pragma unroll
        for (int dx = 0; dx < 3; dx++)
            sum += filter[dy][dx] * area[threadIdx.y + dy][threadIdx.x + dx];
    out[(size_t)y * width + x] = sum;
}
