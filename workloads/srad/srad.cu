// SPDX-License-Identifier: Apache-2.0
// Speckle-reducing anisotropic diffusion of an image. The kernels in their order: srad_extract; for every iteration
// srad_sums, srad_statistics, srad_coefficient, srad_update; srad_compress. All but srad_statistics have a thread per
// pixel, in blocks of 16 x 16.
//
// Pixels beyond the border equal the pixel at the border.

constexpr int TILE = 16, WARPS = TILE * TILE / 32;

namespace {

struct position {
    int row, column, pixel;
    bool inside;
};

__device__ __forceinline__ position my_position(int rows, int columns)
{
    position p;
    p.row = blockIdx.y * TILE + threadIdx.y;
    p.column = blockIdx.x * TILE + threadIdx.x;
    p.pixel = p.row * columns + p.column;
    p.inside = p.row < rows && p.column < columns;
    return p;
}

__device__ __forceinline__ double warp_sum(double value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffff, value, distance);
    return value;
}

} // namespace

// From grey levels 0 to 255 to what the diffusion works on.
extern "C" __global__ void srad_extract(const float *grey, float *image, int rows, int columns)
{
    position p = my_position(rows, columns);
    if (p.inside)
        image[p.pixel] = expf(grey[p.pixel] / 255.0f);
}

// Adds all pixels to sums[0] and their squares to sums[1], in double precision.
extern "C" __global__ void srad_sums(const float *image, double *sums, int rows, int columns)
{
    __shared__ double of_warp[2][WARPS];
    position p = my_position(rows, columns);
    int thread = threadIdx.y * TILE + threadIdx.x;

    double value = p.inside ? (double)image[p.pixel] : 0.0;
    double sum = warp_sum(value), squares = warp_sum(value * value);
    if (thread % 32 == 0) {
        of_warp[0][thread / 32] = sum;
        of_warp[1][thread / 32] = squares;
    }
    __syncthreads();
    if (thread < 2) {
        double total = 0.0;
        for (int warp = 0; warp < WARPS; warp++)
            total += of_warp[thread][warp];
        atomicAdd(&sums[thread], total);
    }
}

// The variance of the image relative to the square of its mean. One thread.
extern "C" __global__ void srad_statistics(const double *sums, float *speckle, int pixels)
{
    double mean = sums[0] / pixels;
    double variance = sums[1] / pixels - mean * mean;
    *speckle = (float)(variance / (mean * mean));
}

// Differences to the four neighbours, and how much a pixel takes part in the diffusion.
extern "C" __global__ void srad_coefficient(const float *image, const float *speckle, float4 *differences,
                                            float *coefficient, int rows, int columns)
{
    position p = my_position(rows, columns);
    if (!p.inside)
        return;
    float here = image[p.pixel];
    float north = image[p.row > 0 ? p.pixel - columns : p.pixel] - here;
    float south = image[p.row < rows - 1 ? p.pixel + columns : p.pixel] - here;
    float west = image[p.column > 0 ? p.pixel - 1 : p.pixel] - here;
    float east = image[p.column < columns - 1 ? p.pixel + 1 : p.pixel] - here;
    differences[p.pixel] = make_float4(north, south, west, east);

    float gradient = (north * north + south * south + west * west + east * east) / (here * here);
    float laplace = (north + south + west + east) / here;
    float divisor = 1.0f + 0.25f * laplace;
    float variation = (0.5f * gradient - 0.0625f * laplace * laplace) / (divisor * divisor);
    float usual = *speckle;
    float result = 1.0f / (1.0f + (variation - usual) / (usual * (1.0f + usual)));
    coefficient[p.pixel] = fminf(fmaxf(result, 0.0f), 1.0f);
}

extern "C" __global__ void srad_update(float *image, const float4 *differences, const float *coefficient, int rows,
                                       int columns, float rate)
{
    position p = my_position(rows, columns);
    if (!p.inside)
        return;
    float here = coefficient[p.pixel];
    float south = p.row < rows - 1 ? coefficient[p.pixel + columns] : here;
    float east = p.column < columns - 1 ? coefficient[p.pixel + 1] : here;
    float4 d = differences[p.pixel];
    image[p.pixel] += 0.25f * rate * (here * d.x + south * d.y + here * d.z + east * d.w);
}

// Back to grey levels.
extern "C" __global__ void srad_compress(const float *image, float *grey, int rows, int columns)
{
    position p = my_position(rows, columns);
    if (p.inside)
        grey[p.pixel] = fminf(fmaxf(255.0f * logf(image[p.pixel]), 0.0f), 255.0f);
}
