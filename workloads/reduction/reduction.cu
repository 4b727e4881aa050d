// SPDX-License-Identifier: Apache-2.0
// The sum and the largest of n integers: every thread adds up a part, lanes of a warp exchange with shuffles, warps of
// a block through shared memory, blocks with atomics.

__device__ int warp_sum(int value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffff, value, distance);
    return value;
}

__device__ int warp_max(int value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value = max(value, __shfl_xor_sync(0xffffffff, value, distance));
    return value;
}

extern "C" __global__ void reduction(const int *in, int n, int *sum, int *largest)
{
    __shared__ int sums[32], largests[32];
    int part = 0, most = -2147483647 - 1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        part += in[i];
        most = max(most, in[i]);
    }
    part = warp_sum(part);
    most = warp_max(most);
    if (threadIdx.x % 32 == 0) {
        sums[threadIdx.x / 32] = part;
        largests[threadIdx.x / 32] = most;
    }
    __syncthreads();
    if (threadIdx.x >= 32)
        return;
    int warps = blockDim.x / 32;
    part = warp_sum(threadIdx.x < warps ? sums[threadIdx.x] : 0);
    most = warp_max(threadIdx.x < warps ? largests[threadIdx.x] : -2147483647 - 1);
    if (threadIdx.x == 0) {
        atomicAdd(sum, part);
        atomicMax(largest, most);
    }
}
