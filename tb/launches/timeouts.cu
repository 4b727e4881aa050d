// SPDX-License-Identifier: Apache-2.0
// Lanes of a warp that wait for each other, but not for ever: rounds of a wait read a clock, or count.
typedef unsigned u32;

// Every lane takes the lock, or gives up.
template <class Clock> __device__ void take(int *lock, volatile u32 *sum, long long limit, Clock now)
{
    long long start = now();
    while (atomicCAS(lock, 0, 1) != 0)
        if (now() - start > limit)
            return;
    __threadfence();
    *sum = *sum + 1;
    __threadfence();
    atomicExch(lock, 0);
}

extern "C" __global__ void lock_by_clock(int *lock, u32 *sum, long long limit)
{
    take(lock, sum, limit, [] { return clock64(); });
}

extern "C" __global__ void lock_by_count(int *lock, u32 *sum, long long limit)
{
    long long rounds = 0;
    take(lock, sum, limit, [&] { return rounds++; });
}

// From the last lane to the first.
extern "C" __global__ void token_by_clock(volatile u32 *o, long long limit)
{
    __shared__ volatile int turn;
    if (threadIdx.x == 0)
        turn = 31;
    __syncwarp();
    for (int round = 0; round < 3; round++) {
        long long start = clock64();
        while (turn != (int)threadIdx.x) {
            __nanosleep(20);
            if (clock64() - start > limit)
                return;
        }
        o[threadIdx.x] = o[threadIdx.x] + 1;
        turn = threadIdx.x == 0 ? 31 : turn - 1;
    }
}

// One lane only takes its time, the others need it behind that.
extern "C" __global__ void late(u32 *o, long long time)
{
    u32 x = threadIdx.x;
    if (x == 3) {
        long long start = clock64();
        while (clock64() - start < time)
            continue;
        x = 77;
    }
    o[threadIdx.x] = __shfl_sync(~0u, x, 3);
}

extern "C" __global__ void asleep(u32 *o, int rounds)
{
    u32 x = threadIdx.x;
    if (x == 3) {
        for (int i = 0; i < rounds; i++)
            __nanosleep(100);
        x = 78;
    }
    o[threadIdx.x] = __shfl_sync(~0u, x, 3);
}

// Nobody sets the flag: the lane gives up.
extern "C" __global__ void in_vain(volatile int *flag, u32 *o, long long time)
{
    u32 x = threadIdx.x;
    if (x == 3) {
        long long start = clock64();
        while (*flag == 0 && clock64() - start < time)
            continue;
        x = 79;
    }
    o[threadIdx.x] = __shfl_sync(~0u, x, 3);
}
