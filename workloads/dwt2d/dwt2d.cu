// SPDX-License-Identifier: Apache-2.0
// One level of the reversible 5/3 wavelet transform of an image, by lifting: odd samples become what they differ from
// the mean of their neighbours (details), even ones a local mean (averages). The averages of a line end up in its first
// half, the details in the second. Lines are continued by reflection at both ends.

constexpr int PAIRS = 64, SEGMENT = 16;

__device__ __forceinline__ int detail(int odd, int before, int after)
{
    return odd - ((before + after) >> 1);
}

__device__ __forceinline__ int average(int even, int before, int after)
{
    return even + ((before + after + 2) >> 2);
}

__device__ __forceinline__ int reflect(int i, int length)
{
    i = abs(i);
    return i < length ? i : max(2 * (length - 1) - i, 0);
}

// Rows: a block of 64 threads transforms up to 64 pairs of samples of row blockIdx.y.
extern "C" __global__ void dwt_rows(const int *from, int *to, int width, int pitch)
{
    __shared__ int samples[2 * PAIRS + 3], details[PAIRS + 1];  // samples from 2 before the first to 1 after the last
    int thread = threadIdx.x, first = blockIdx.x * PAIRS, averages = (width + 1) / 2;
    const int *row = from + (size_t)blockIdx.y * pitch;
    for (int i = thread; i < 2 * PAIRS + 3; i += PAIRS)
        samples[i] = row[reflect(2 * first - 2 + i, width)];
    __syncthreads();
    for (int i = thread; i <= PAIRS; i += PAIRS)                // from 1 before the first
        details[i] = width > 1 ? detail(samples[2 * i + 1], samples[2 * i], samples[2 * i + 2]) : 0;
    __syncthreads();

    int pair = first + thread;
    bool last = 2 * pair + 1 >= width;                          // an even sample without an odd one
    int *out = to + (size_t)blockIdx.y * pitch;
    if (pair < averages)
        out[pair] = average(samples[2 * thread + 2], details[thread], details[thread + !last]);
    if (!last)
        out[averages + pair] = details[thread + 1];
}

// Columns: a thread goes down up to 16 pairs of one column.
extern "C" __global__ void dwt_columns(const int *from, int *to, int width, int height, int pitch)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, pair = blockIdx.y * SEGMENT, averages = (height + 1) / 2;
    if (column >= width)
        return;
    from += column;
    to += column;
    int even = from[(size_t)(2 * pair) * pitch], before = 0;    // `before` is the detail above
    if (height > 1)
        before = detail(from[(size_t)reflect(2 * pair - 1, height) * pitch],
                        from[(size_t)reflect(2 * pair - 2, height) * pitch], even);
    for (int end = min(pair + SEGMENT, averages); pair < end; pair++) {
        int here = before, next = even;
        if (2 * pair + 1 < height) {
            next = from[(size_t)reflect(2 * pair + 2, height) * pitch];
            here = detail(from[(size_t)(2 * pair + 1) * pitch], even, next);
            to[(size_t)(averages + pair) * pitch] = here;
        }
        to[(size_t)pair * pitch] = average(even, before, here);
        before = here;
        even = next;
    }
}
