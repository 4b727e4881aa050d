// SPDX-License-Identifier: Apache-2.0
// Blocks, warps and lanes that wait for each other through memory.
#include <cooperative_groups.h>
#include <cuda/atomic>

// One lane of each block takes the lock.
extern "C" __global__ void lock_blocks(int *lock, volatile int *sum, int times) {
    if (threadIdx.x != 0) return;
    for (int i = 0; i < times; i++) {
        while (atomicCAS(lock, 0, 1) != 0) {}
        __threadfence();
        sum[0] = sum[0] + (int)blockIdx.x + 1;
        sum[1] = sum[1] + 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

// Every lane takes it, one of a warp after another: first as books advise, then with a loop that only independent lanes
// come out of.
extern "C" __global__ void lock_lanes(int *lock, volatile int *sum) {
    for (bool done = false; !done;) {
        if (atomicCAS(lock, 0, 1) != 0) continue;
        __threadfence();
        *sum = *sum + (int)threadIdx.x;
        __threadfence();
        atomicExch(lock, 0);
        done = true;
    }
}

extern "C" __global__ void lock_lanes_plainly(int *lock, volatile int *sum) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    *sum = *sum + (int)threadIdx.x;
    __threadfence();
    atomicExch(lock, 0);
}

extern "C" __global__ void lock_ticket(unsigned *next, volatile unsigned *serving, volatile int *order) {
    if (threadIdx.x % 32 != 0) return;
    unsigned t = atomicAdd(next, 1);
    while (*serving != t) {}
    __threadfence();
    order[t] = t == 0 ? 1 : order[t - 1] + 1;
    __threadfence();
    *serving = t + 1;
}

// Every block waits for the one behind it.
extern "C" __global__ void flag_chain(volatile int *flag, volatile int *data) {
    if (threadIdx.x != 0) return;
    int value = 0;
    if (blockIdx.x + 1 < gridDim.x) {
        while (flag[blockIdx.x + 1] == 0) {}
        __threadfence();
        value = data[blockIdx.x + 1];
    }
    data[blockIdx.x] = value + 1;
    __threadfence();
    flag[blockIdx.x] = 1;
}

// Block 1 makes what block 0 takes, through a ring of four.
extern "C" __global__ void ring(volatile int *box, volatile int *head, volatile int *tail, int *out, int n) {
    if (threadIdx.x != 0) return;
    for (int i = 0; i < n; i++) {
        if (blockIdx.x == 1) {
            while (*head - *tail == 4) {}
            box[i % 4] = 3 * i + 5;
            __threadfence();
            *head = i + 1;
        } else {
            while (*tail == *head) {}
            __threadfence();
            out[i] = box[i % 4];
            __threadfence();
            *tail = i + 1;
        }
    }
}

// A barrier of all blocks by hand: what a thread's neighbour has left, doubled, round after round.
extern "C" __global__ void barrier(unsigned *count, volatile unsigned *generation, int *a, int *b, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    a[i] = 1;
    for (int r = 0; r < rounds; r++) {
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            unsigned now = *generation;
            if (atomicAdd(count, 1) == gridDim.x - 1) {
                *count = 0;
                __threadfence();
                *generation = now + 1;
            } else {
                while (*generation == now) {}
            }
            __threadfence();
        }
        __syncthreads();
        volatile int *x = r % 2 ? b : a, *y = r % 2 ? a : b;
        y[i] = 2 * x[(i + 1) % n];
    }
}

extern "C" __global__ void grid_sync(int *o, int *p) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = i;
    grid.sync();
    p[i] = o[gridDim.x * blockDim.x - 1 - i];
    grid.sync();
    o[i] = p[gridDim.x * blockDim.x - 1 - i] + 1;
}

// The last block to come adds up what all have left.
extern "C" __global__ void last_block(const float *x, volatile float *part, unsigned *count, float *sum) {
    __shared__ float s[64];
    __shared__ bool last;
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 64 + t];
    __syncthreads();
    for (int d = 32; d; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) {
        part[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(count, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        float all = 0;
        for (unsigned i = 0; i < gridDim.x; i++) all += part[i];
        *sum = all;
    }
}

// Prefix sums by decoupled look-back. Of a tile's state the upper word says what the lower one is: nothing yet (0), the
// sum of the tile (1), the sum of all up to it (2).
extern "C" __global__ void scan(const unsigned *x, unsigned *y, unsigned *ticket, volatile unsigned long long *state) {
    __shared__ unsigned s[128], tile, before;
    int t = threadIdx.x;
    if (t == 0) tile = atomicAdd(ticket, 1);
    __syncthreads();
    s[t] = x[tile * 128 + t];
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        unsigned w = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += w;
        __syncthreads();
    }
    if (t == 0) {
        unsigned total = s[127], sum = 0;
        state[tile] = (tile == 0 ? 2ull : 1ull) << 32 | total;
        for (int i = (int)tile - 1; i >= 0;) {
            unsigned long long w = state[i];
            if (w >> 32 == 0) continue;
            sum += (unsigned)w;
            i = w >> 32 == 2 ? -1 : i - 1;
        }
        state[tile] = 2ull << 32 | (sum + total);
        before = sum;
    }
    __syncthreads();
    y[tile * 128 + t] = s[t] + before;
}

// The warps of a block, from the last to the first, hand a token around through shared memory.
extern "C" __global__ void token(int *out) {
    __shared__ volatile int turn, value;
    if (threadIdx.x == 0) turn = 0, value = 1;
    __syncthreads();
    int warp = threadIdx.x / 32, warps = blockDim.x / 32;
    for (int round = 0; round < 4; round++) {
        if (threadIdx.x % 32 == 0) {
            while (turn != round * warps + (warps - 1 - warp)) {}
            value = value * 2 + warp;
            __threadfence_block();
            turn = turn + 1;
        }
        __syncwarp();
    }
    __syncthreads();
    out[threadIdx.x] = value;
}

// The lanes of a warp, from the last to the first, hand a token around: who has had it waits behind the loop for the
// others, who wait for what he does next.
extern "C" __global__ void token_of_lanes(volatile int *o) {
    __shared__ volatile int turn;
    if (threadIdx.x == 0) turn = 31;
    __syncwarp();
    for (int round = 0; round < 3; round++) {
        while (turn != (int)threadIdx.x) {}
        o[threadIdx.x] = o[threadIdx.x] + 1;
        turn = threadIdx.x == 0 ? 31 : turn - 1;
    }
}

// Block 0 waits for the last one: asleep, counting, and as the library waits.
extern "C" __global__ void wait_asleep(volatile int *flag, int *out) {
    if (blockIdx.x == 0) {
        for (unsigned ns = 8; *flag == 0; ns = ns < 256 ? 2 * ns : ns) __nanosleep(ns);
        out[threadIdx.x] = *flag;
    } else if (blockIdx.x == gridDim.x - 1) {
        *flag = 7;
    }
}

extern "C" __global__ void wait_counting(volatile int *flag, int *out) {
    if (blockIdx.x == 0) {
        unsigned n = 0;
        while (*flag == 0) n++;
        out[threadIdx.x] = n > 0;
    } else if (blockIdx.x == gridDim.x - 1) {
        *flag = 7;
    }
}

extern "C" __global__ void wait_atomic(int *flag, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        f.wait(0, cuda::memory_order_acquire);
        *out = f.load(cuda::memory_order_relaxed);
    } else {
        f.store(5, cuda::memory_order_release);
        f.notify_all();
    }
}

// These never end.
extern "C" __global__ void wait_for_nobody(int *flag) { while (atomicAdd(flag, 0) == 0) {} }
extern "C" __global__ void wait_for_oneself(int *o) {
    if (threadIdx.x == 40) for (;;) {}
    __syncthreads();
    o[threadIdx.x] = 1;
}
