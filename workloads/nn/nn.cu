// SPDX-License-Identifier: Apache-2.0
// The k records nearest to a place, k at most 16. nn_distances computes all distances, nn_candidates has every thread
// pick the k nearest of its share of the records, nn_nearest picks the k nearest of those. Of records that are equally
// far away the first one is nearer. What there are no records for has an infinite distance and the index -1.

constexpr int MOST = 16;

namespace {

struct candidate {
    float distance;
    int index;
};

__device__ __forceinline__ bool nearer(const candidate &a, const candidate &b)
{
    return a.distance < b.distance || (a.distance == b.distance && (unsigned)a.index < (unsigned)b.index);
}

__device__ __forceinline__ candidate nothing()
{
    return candidate{__int_as_float(0x7f800000), -1};
}

// The nearest of the warp's candidates, in all its lanes.
__device__ __forceinline__ candidate warp_nearest(candidate mine)
{
    for (int distance = 16; distance > 0; distance /= 2) {
        candidate other;
        other.distance = __shfl_xor_sync(0xffffffff, mine.distance, distance);
        other.index = __shfl_xor_sync(0xffffffff, mine.index, distance);
        if (nearer(other, mine))
            mine = other;
    }
    return mine;
}

} // namespace

// fmaf() rather than an expression, so that no compiler can choose how it is rounded.
extern "C" __global__ void nn_distances(const float2 *places, float *distances, int records, float x, float y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= records)
        return;
    float2 place = places[i];
    float dx = place.x - x, dy = place.y - y;
    distances[i] = sqrtf(fmaf(dx, dx, dy * dy));
}

// The list of the thread's nearest records so far is sorted, and indexed by variables: it lies in local memory.
extern "C" __global__ void nn_candidates(const float *distances, candidate *candidates, int records, int k)
{
    candidate list[MOST];
    int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;

    for (int i = 0; i < k; i++)
        list[i] = nothing();
    for (int record = thread; record < records; record += threads) {
        candidate fresh = {distances[record], record};
        int place = k;
        for (; place > 0 && nearer(fresh, list[place - 1]); place--)
            if (place < k)
                list[place] = list[place - 1];
        if (place < k)
            list[place] = fresh;
    }
    for (int i = 0; i < k; i++)
        candidates[i * threads + thread] = list[i];
}

// One block of 128. Each round takes the nearest candidate that is farther than the one of the round before.
extern "C" __global__ void nn_nearest(const candidate *candidates, candidate *nearest, int count, int k)
{
    __shared__ candidate of_warp[4];
    candidate last = {-1.0f, 0};

    for (int round = 0; round < k; round++) {
        candidate best = nothing();
        for (int i = threadIdx.x; i < count; i += blockDim.x) {
            candidate other = candidates[i];
            if (nearer(last, other) && nearer(other, best))
                best = other;
        }
        best = warp_nearest(best);
        if (threadIdx.x % 32 == 0)
            of_warp[threadIdx.x / 32] = best;
        __syncthreads();
        best = warp_nearest(of_warp[threadIdx.x % 4]);
        if (threadIdx.x == 0)
            nearest[round] = best;
        last = best;
        __syncthreads();
    }
}
