// SPDX-License-Identifier: Apache-2.0
// Tracking of a bright disk in noisy frames with a particle filter: particles are guesses of where the disk is. With
// each frame they move at random, get a weight by how well the pixels around them fit, and are drawn anew by weight.

constexpr int BLOCK = 64;

// -4 to 4 in steps of 1/8192, from a linear congruential generator.
__device__ __forceinline__ double draw(unsigned &seed)
{
    seed = seed * 1664525u + 1013904223u;
    return ((int)(seed >> 16) - 32768) / 8192.0;
}

// A thread moves and weighs one particle. A block's weights are added up in shared memory and go to sums[block].
extern "C" __global__ void likelihood(const unsigned char *frame, int width, int height, int radius, const double *x,
                                      const double *y, double *moved_x, double *moved_y, unsigned *seeds,
                                      double *weights, double *sums, int count)
{
    __shared__ double partial[BLOCK];
    int thread = threadIdx.x, i = blockIdx.x * BLOCK + thread;
    double weight = 0.0;
    if (i < count) {
        unsigned seed = seeds[i];
        double at_x = x[i] + 2.0 + draw(seed), at_y = y[i] + 1.0 + draw(seed);
        moved_x[i] = at_x;
        moved_y[i] = at_y;
        seeds[i] = seed;
        int fit = 0, pixels = 0, middle_x = (int)floor(at_x + 0.5), middle_y = (int)floor(at_y + 0.5);
        for (int dy = -radius; dy <= radius; dy++)
            for (int dx = -radius; dx <= radius; dx++)
                if (dx * dx + dy * dy <= radius * radius) {
                    int column = min(max(middle_x + dx, 0), width - 1), row = min(max(middle_y + dy, 0), height - 1);
                    int value = frame[row * width + column];
                    fit += (value - 100) * (value - 100) - (value - 228) * (value - 228);
                    pixels++;
                }
        weight = exp(fit / (4096.0 * pixels));
        weights[i] = weight;
    }
    partial[thread] = weight;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (thread < half)
            partial[thread] += partial[thread + half];
        __syncthreads();
    }
    if (thread == 0)
        sums[blockIdx.x] = partial[0];
}

// Divides the weights by their sum and computes their running sums. Every block adds up the blocks' sums once more.
extern "C" __global__ void normalise(double *weights, const double *sums, double *running, int blocks, int count)
{
    __shared__ double all[BLOCK], below[BLOCK];         // of all blocks, and of the blocks before this one
    int thread = threadIdx.x, i = blockIdx.x * BLOCK + thread;
    all[thread] = below[thread] = 0.0;
    for (int block = thread; block < blocks; block += BLOCK) {
        all[thread] += sums[block];
        below[thread] += block < blockIdx.x ? sums[block] : 0.0;
    }
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (thread < half) {
            all[thread] += all[thread + half];
            below[thread] += below[thread + half];
        }
        __syncthreads();
    }
    double total = all[0], start = below[0];
    __syncthreads();
    double weight = i < count ? weights[i] / total : 0.0;
    below[thread] = weight;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        double more = thread >= distance ? below[thread - distance] : 0.0;
        __syncthreads();
        below[thread] += more;
        __syncthreads();
    }
    if (i < count) {
        weights[i] = weight;
        running[i] = start / total + below[thread];
    }
}

// Particle i becomes the one in whose part of the running sums (i + 1/2) / count falls.
extern "C" __global__ void find_index(const double *running, const double *moved_x, const double *moved_y, double *x,
                                      double *y, int *index, int count)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= count)
        return;
    double wanted = (i + 0.5) / count;
    int low = 0, high = count - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (running[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    index[i] = low;
    x[i] = moved_x[low];
    y[i] = moved_y[low];
}
