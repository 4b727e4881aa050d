// SPDX-License-Identifier: Apache-2.0
// What goes from lane to lane, control flow, barriers, special registers. The block ends in a warp of 12 threads.
typedef unsigned u32;
typedef unsigned long long u64;
enum { THREADS = 108 };

#define KERNEL(name) extern "C" __global__ void op_##name(u32 *o, const u32 *in)
#define T threadIdx.x
#define PUT(row, value) (o[(row) * 128 + T] = (u32)(value))

// SHFL of all kinds and widths, also by a lane that is known; MATCH; VOTE.
KERNEL(lanes)
{
    u32 all = T < 96 ? 0xffffffff : 0xfff, v = in[T], p;
    PUT(0, __shfl_sync(all, v, (T * 5) & 7));
    PUT(1, __shfl_up_sync(all, v, 3, 8));
    PUT(2, __shfl_down_sync(all, v, T & 3, 4));
    PUT(3, __shfl_xor_sync(all, v, 2, 4));
    asm volatile("{.reg .pred q; shfl.sync.down.b32 %0|q, %1, 1, 0x1c1f, %2; selp.u32 %0, %0, 7, q;}"
                 : "=r"(p) : "r"(v), "r"(all));
    PUT(4, p);
    PUT(5, __ballot_sync(all, v & 1));
    PUT(6, __all_sync(all, T < 96) + 2 * __any_sync(all, T == 100));
    asm volatile("{.reg .pred q, r; setp.lt.u32 q, %1, 96; vote.sync.uni.pred r, q, %2; selp.u32 %0, 1, 0, r;}"
                 : "=r"(p) : "r"(T), "r"(all));
    PUT(7, p);
    PUT(8, __match_any_sync(all, T % 5));
    int same;
    PUT(9, __match_all_sync(all, T / 32, &same) + same);
    PUT(10, __match_any_sync(all, (u64)(T % 3) << 40));
    if (T % 3 == 0)
        PUT(11, __ballot_sync(__activemask(), T & 1) ^ __activemask());
}

__device__ __noinline__ u32 fibonacci(u32 n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ __noinline__ u32 ackermann(u32 m, u32 n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
__device__ __noinline__ u32 twice(u32 x) { return 2 * x; }
__device__ __noinline__ u32 square(u32 x) { return x * x; }
__device__ __noinline__ u32 less(u32 x) { return x - 1; }
__device__ u32 (*functions[3])(u32) = {twice, square, less};

#define CASE(k) \
    case k: \
        r = (r ^ (k) * 2654435761u) * (2 * (k) + 1) + ((k) % 3 ? T : r >> (k) % 31); \
        r = (k) % 4 == 1 ? r + T * (k) : r; \
        break;
#define CASES(k) CASE(k) CASE(k + 1) CASE(k + 2) CASE(k + 3) CASE(k + 4) CASE(k + 5) CASE(k + 6) CASE(k + 7)

__device__ __noinline__ u32 jump(u32 k)
{
    u32 r = T;
    switch (k) {
    CASES(0) CASES(8) CASES(16) CASES(24) CASES(32) CASES(40)
    default: r = 99;
    }
    return r;
}

// Loops of different lengths, a jump table, recursion, pointers to functions, loops left in the middle.
KERNEL(control)
{
    u32 steps = 0;
    for (u32 n = T + 1; n != 1; steps++)
        n = n & 1 ? 3 * n + 1 : n / 2;
    PUT(0, steps);
    PUT(1, jump(in[T] % 52));
    PUT(2, fibonacci(T % 9));
    PUT(3, functions[T % 3](T + 5));
    u32 sum = 0;
    for (u32 i = 0; i < 10; i++) {
        if (i == T % 7)
            continue;
        for (u32 k = 0; k < 5; k++) {
            if (k * i > T)
                break;
            sum += k + i;
        }
        if (sum > 150)
            break;
    }
    PUT(4, sum);
    if (T & 1) {
        __syncwarp(T < 96 ? 0xaaaaaaaa : 0xaaa);
        sum += 1;
    } else {
        __nanosleep(20);
        sum += 2;
    }
    __syncwarp(T < 96 ? 0xffffffff : 0xfff);
    PUT(5, sum);
    PUT(6, ackermann(T & 1, T % 5) + ackermann(2, T & 1));
    PUT(7, __double2int_rn(1000 * cos((double)T)));
    if (T > 1000)
        __trap();
}

// Barriers of the block, with and without a reduction, and of a part of it.
KERNEL(barriers)
{
    __shared__ u32 shared[128];
    shared[T] = T * 3;
    __syncthreads();
    PUT(0, shared[(T + 50) % THREADS]);
    u32 count = __syncthreads_count(T % 3 == 0);
    PUT(1, count + 1000 * (__syncthreads_and(T < 200) != 0) + 2000 * (__syncthreads_or(T == 77) != 0));
    if (T < 64) {
        shared[T] = T * 5;
        asm volatile("bar.sync 1, 64;");
        PUT(2, shared[63 - T]);
        asm volatile("bar.arrive 2, 128;");
    } else {
        asm volatile("bar.sync 2, 128;");
        PUT(2, shared[T - 64]);
    }
    __syncthreads();
    if (T >= 40)
        return;
    shared[T] = T;
    __syncthreads();
    PUT(3, shared[39 - T]);
}

KERNEL(special)
{
    u32 a, b, c, d;
    asm("mov.u32 %0, %%laneid;" : "=r"(a));
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(b));
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(c));
    asm("mov.u32 %0, %%lanemask_eq;" : "=r"(d));
    PUT(0, a);
    PUT(1, b + 3 * c + 5 * d);
    PUT(2, blockDim.x + 1000 * gridDim.x + blockIdx.x + threadIdx.y);
    long long before = clock64();
    PUT(3, clock64() >= before);
    asm volatile("pmevent 3;");
}
