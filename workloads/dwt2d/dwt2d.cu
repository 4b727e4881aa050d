// SPDX-License-Identifier: Apache-2.0
// Wavelet transform of an image by lifting: the reversible 5/3 transform with integers and the 9/7 transform with
// floating-point numbers. dwt2d_unpack makes the samples of both from the pixels. A level transforms the rows of a
// rectangle, then its columns; of either the lower frequencies come first, then the higher ones. The next level takes
// the lower frequencies of both.
//
// Beyond its ends a row or column goes on mirrored at its first and last sample. A block loads, beside what it
// transforms, as many samples on both sides as there are lifting steps: in every step those at the ends get lost.

namespace {

constexpr int HALO = 4;                                     // even, and at least the number of steps
constexpr int ROW_THREADS = 64, ROW_SEGMENT = 2 * ROW_THREADS;
constexpr int COLUMNS = 32, COLUMN_THREADS = 4, COLUMN_SEGMENT = 32;

struct reversible {
    typedef int sample;
    static constexpr int STEPS = 2;

    // What step number `step` makes of a sample between a and b.
    static __device__ __forceinline__ int lift(int step, int value, int a, int b)
    {
        return step == 0 ? value - ((a + b) >> 1) : value + ((a + b + 2) >> 2);
    }

    static __device__ __forceinline__ int scale(int value, bool)
    {
        return value;
    }
};

struct irreversible {
    typedef float sample;
    static constexpr int STEPS = 4;

    static __device__ __forceinline__ float lift(int step, float value, float a, float b)
    {
        const float factors[STEPS] = {-1.586134342f, -0.052980118f, 0.882911076f, 0.443506852f};
        return value + factors[step] * (a + b);
    }

    static __device__ __forceinline__ float scale(float value, bool high)
    {
        return high ? value * 1.230174105f : value * (1.0f / 1.230174105f);
    }
};

__device__ __forceinline__ int mirror(int i, int n)
{
    while (i < 0 || i >= n) {
        if (n == 1)
            return 0;
        i = i < 0 ? -i : 2 * (n - 1) - i;
    }
    return i;
}

// Where a sample goes: the even ones are the lower frequencies. A single sample stays what it is.
__device__ __forceinline__ int target(int i, int n)
{
    return i % 2 == 0 ? i / 2 : (n + 1) / 2 + i / 2;
}

// A block transforms a segment of one row.
template <typename wavelet>
__device__ __forceinline__ void transform_rows(const typename wavelet::sample *in, typename wavelet::sample *out,
                                               int width, int stride)
{
    __shared__ typename wavelet::sample line[ROW_SEGMENT + 2 * HALO];
    int first = blockIdx.x * ROW_SEGMENT, thread = threadIdx.x;
    int count = min(ROW_SEGMENT, width - first), loaded = count + 2 * HALO;
    size_t row = (size_t)blockIdx.y * stride;

    for (int i = thread; i < loaded; i += ROW_THREADS)
        line[i] = in[row + mirror(first - HALO + i, width)];
    __syncthreads();
    #pragma unroll
    for (int step = 0; step < wavelet::STEPS; step++) {
        if (width > 1)
            for (int i = step + 1 + 2 * thread; i < loaded - 1 - step; i += 2 * ROW_THREADS)
                line[i] = wavelet::lift(step, line[i], line[i - 1], line[i + 1]);
        __syncthreads();
    }
    for (int i = thread; i < count; i += ROW_THREADS)
        out[row + target(first + i, width)] = width > 1 ? wavelet::scale(line[HALO + i], i % 2) : line[HALO + i];
}

// A block transforms segments of 32 columns.
template <typename wavelet>
__device__ __forceinline__ void transform_columns(const typename wavelet::sample *in, typename wavelet::sample *out,
                                                  int width, int height, int stride)
{
    __shared__ typename wavelet::sample lines[COLUMN_SEGMENT + 2 * HALO][COLUMNS];
    int first = blockIdx.y * COLUMN_SEGMENT, column = blockIdx.x * COLUMNS + threadIdx.x, x = threadIdx.x;
    int count = min(COLUMN_SEGMENT, height - first), loaded = count + 2 * HALO;
    bool inside = column < width;

    if (inside)
        for (int i = threadIdx.y; i < loaded; i += COLUMN_THREADS)
            lines[i][x] = in[(size_t)mirror(first - HALO + i, height) * stride + column];
    __syncthreads();
    #pragma unroll
    for (int step = 0; step < wavelet::STEPS; step++) {
        if (inside && height > 1)
            for (int i = step + 1 + 2 * threadIdx.y; i < loaded - 1 - step; i += 2 * COLUMN_THREADS)
                lines[i][x] = wavelet::lift(step, lines[i][x], lines[i - 1][x], lines[i + 1][x]);
        __syncthreads();
    }
    if (inside)
        for (int i = threadIdx.y; i < count; i += COLUMN_THREADS)
            out[(size_t)target(first + i, height) * stride + column] =
                height > 1 ? wavelet::scale(lines[HALO + i][x], i % 2) : lines[HALO + i][x];
}

} // namespace

// A thread per pixel.
extern "C" __global__ void dwt2d_unpack(const unsigned char *pixels, int *integers, float *floats, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int sample = (int)pixels[i] - 128;
    integers[i] = sample;
    floats[i] = (float)sample / 128.0f;
}

// Blocks of 64 for 128 samples of a row; the grid's y is the row. stride is the distance of rows in memory.
extern "C" __global__ void dwt2d_rows_53(const int *in, int *out, int width, int stride)
{
    transform_rows<reversible>(in, out, width, stride);
}

extern "C" __global__ void dwt2d_rows_97(const float *in, float *out, int width, int stride)
{
    transform_rows<irreversible>(in, out, width, stride);
}

// Blocks of 32 x 4 for 32 samples of 32 columns.
extern "C" __global__ void dwt2d_columns_53(const int *in, int *out, int width, int height, int stride)
{
    transform_columns<reversible>(in, out, width, height, stride);
}

extern "C" __global__ void dwt2d_columns_97(const float *in, float *out, int width, int height, int stride)
{
    transform_columns<irreversible>(in, out, width, height, stride);
}
