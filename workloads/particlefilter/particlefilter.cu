// SPDX-License-Identifier: Apache-2.0
// Particle filter that follows a bright disc through a video: particles are guesses of where it is and where it heads.
// For every frame particlefilter_move lets the particles go on with some noise, particlefilter_likelihood weighs them
// by the pixels around them, particlefilter_estimate computes their weighted means, particlefilter_cumulate sums the
// weights up, and particlefilter_resample draws the particles of the next frame.
//
// What decides about a pixel or about a particle to draw is in double precision, so that rounding differently does not
// make another decision. A set of particles is x, y and heading (in half turns) of `n` particles each.

constexpr int WARPS = 4, THREADS = 32 * WARPS;

namespace {

// In (0, 1). Each particle has a generator of its own.
__device__ __forceinline__ double next_random(unsigned &state)
{
    state = state * 1664525u + 1013904223u;
    return ((double)(state >> 8) + 0.5) * (1.0 / 16777216.0);
}

template <typename number>
__device__ __forceinline__ number warp_sum(number value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffff, value, distance);
    return value;
}

} // namespace

// The noise is normally distributed: two numbers from two uniform ones by the transform of Box and Muller.
extern "C" __global__ void particlefilter_move(double *particles, unsigned *states, int n, double speed, double noise)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned state = states[i];
    double turn = next_random(state) - 0.5, length = next_random(state), angle = next_random(state);
    states[i] = state;

    double sine, cosine, heading = particles[2 * n + i] + 0.1 * turn;
    particles[2 * n + i] = heading;
    sincospi(heading, &sine, &cosine);
    double x = particles[i] + speed * cosine, y = particles[n + i] + speed * sine;
    sincospi(2.0 * angle, &sine, &cosine);
    double radius = noise * sqrt(-2.0 * log(length));
    particles[i] = x + radius * cosine;
    particles[n + i] = y + radius * sine;
}

// The disc's pixels are near 228, all others near 100. offsets are pairs of x and y.
extern "C" __global__ void particlefilter_likelihood(const double *particles, const unsigned char *frame,
                                                     const int2 *offsets, double *weights, int n, int size, int points)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = (int)floor(particles[i] + 0.5), y = (int)floor(particles[n + i] + 0.5), sum = 0;
    for (int point = 0; point < points; point++) {
        int column = x + offsets[point].x, row = y + offsets[point].y;
        if (column >= 0 && column < size && row >= 0 && row < size) {
            int pixel = frame[row * size + column];
            sum += (pixel - 100) * (pixel - 100) - (pixel - 228) * (pixel - 228);
        }
    }
    weights[i] = exp((double)sum / (2000.0 * points));
}

// Adds weight, weight times x and weight times y of all particles to estimate[0 .. 2], cosine and sine of their
// headings, which are not weighted and in single precision, to direction[0 .. 1]. Blocks of 128.
extern "C" __global__ void particlefilter_estimate(const double *particles, const double *weights, double *estimate,
                                                   float *direction, int n)
{
    __shared__ double of_warp[WARPS][3];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    double weight = 0.0, x = 0.0, y = 0.0;
    float cosine = 0.0f, sine = 0.0f;
    if (i < n) {
        weight = weights[i];
        x = weight * particles[i];
        y = weight * particles[n + i];
        float heading = 3.14159265f * (float)particles[2 * n + i];
        cosine = cosf(heading);
        sine = sinf(heading);
    }
    weight = warp_sum(weight);
    x = warp_sum(x);
    y = warp_sum(y);
    cosine = warp_sum(cosine);
    sine = warp_sum(sine);
    if (lane == 0) {
        of_warp[warp][0] = weight;
        of_warp[warp][1] = x;
        of_warp[warp][2] = y;
        atomicAdd(&direction[0], cosine);
        atomicAdd(&direction[1], sine);
    }
    __syncthreads();
    if (threadIdx.x < 3) {
        double sum = 0.0;
        for (int w = 0; w < WARPS; w++)
            sum += of_warp[w][threadIdx.x];
        atomicAdd(&estimate[threadIdx.x], sum);
    }
}

// cumulated[i] = the part that the particles up to i have in all weights. One block of 128: a thread has a run of
// particles, warps and block add the sums of their threads up.
extern "C" __global__ void particlefilter_cumulate(const double *weights, double *cumulated, int n)
{
    __shared__ double of_warp[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int run = (n + THREADS - 1) / THREADS, first = min(n, (int)threadIdx.x * run), end = min(n, first + run);

    double own = 0.0;
    for (int i = first; i < end; i++)
        own += weights[i];
    double sum = own;
    for (int distance = 1; distance < 32; distance *= 2) {
        double before = __shfl_up_sync(0xffffffff, sum, distance);
        if (lane >= distance)
            sum += before;
    }
    if (lane == 31)
        of_warp[warp] = sum;
    __syncthreads();

    double total = 0.0, running = sum - own;
    for (int w = 0; w < WARPS; w++) {
        if (w < warp)
            running += of_warp[w];
        total += of_warp[w];
    }
    for (int i = first; i < end; i++) {
        running += weights[i];
        cumulated[i] = running / total;
    }
}

// Particle i of the next frame is the first one whose cumulated weight reaches (i + 1/2) / n.
extern "C" __global__ void particlefilter_resample(const double *particles, const double *cumulated, double *next,
                                                   int *source, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double wanted = ((double)i + 0.5) / (double)n;
    int from = 0;
    while (from < n - 1 && cumulated[from] < wanted)
        from++;
    source[i] = from;
    for (int part = 0; part < 3; part++)
        next[part * n + i] = particles[part * n + from];
}
