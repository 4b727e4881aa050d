// SPDX-License-Identifier: Apache-2.0
// Barriers of a block that are made of atomics. The race check knows them; what is left out below, it finds.
#include <cuda/barrier>
typedef unsigned u32;
enum { THREADS = 96, ROUNDS = 5 };

// Every round writes what other warps read in the next one.
extern "C" __global__ void rounds(u32 *o)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    u32 t = threadIdx.x;
    if (t == 0)
        init(&barrier, THREADS);
    __syncthreads();
    for (u32 k = 0; k < ROUNDS; k++) {
        o[t] = k ? o[(t + 50) % THREADS + THREADS] + k : t;
        barrier.arrive_and_wait();
        o[t + THREADS] = o[(t + 37) % THREADS] * 3;
        auto token = barrier.arrive();
        barrier.wait(std::move(token));
    }
}

// A counter that all warps wait for.
__device__ void meet(u32 *counter, u32 warps)
{
    __threadfence_block();
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
        atomicAdd(counter, 1);
        while (*(volatile u32 *)counter < warps)
            continue;
    }
    __syncwarp();
}

extern "C" __global__ void counted(u32 *o, u32 *counter)
{
    u32 t = threadIdx.x;
    o[t] = t;
    meet(counter, 3);
    o[t + THREADS] = o[(t + 50) % THREADS];
    meet(counter, 6);
    o[t] = o[(t + 37) % THREADS + THREADS];
}

// Races: nobody waits; a warp does not take part; there is no fence; a flag instead of a barrier.
extern "C" __global__ void nobody_waits(u32 *o, u32 *counter)
{
    o[threadIdx.x] = threadIdx.x;
    __threadfence_block();
    if (threadIdx.x % 32 == 0)
        atomicAdd(counter, 1);
    __syncwarp();
    o[threadIdx.x + THREADS] = o[(threadIdx.x + 50) % THREADS];
}

extern "C" __global__ void one_stays_away(u32 *o, u32 *counter)
{
    o[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 64)
        meet(counter, 2);
    o[threadIdx.x + THREADS] = o[(threadIdx.x + 50) % THREADS];
}

extern "C" __global__ void no_fence(u32 *o, u32 *counter)
{
    o[threadIdx.x] = threadIdx.x;
    if (threadIdx.x % 32 == 0) {
        atomicAdd(counter, 1);
        while (*(volatile u32 *)counter < 3)
            continue;
    }
    __syncwarp();
    o[threadIdx.x + THREADS] = o[(threadIdx.x + 50) % THREADS];
}
