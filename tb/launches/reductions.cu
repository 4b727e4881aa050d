// SPDX-License-Identifier: Apache-2.0
// Barriers that reduce a predicate, several of them at the same time in different warps of a block.
typedef unsigned u32;

__device__ u32 count_at(int barrier, int threads, bool p)
{
    u32 r;
    asm volatile("{.reg .pred q; setp.ne.u32 q, %3, 0; barrier.red.popc.u32 %0, %1, %2, q;}"
                 : "=r"(r) : "r"(barrier), "r"(threads), "r"((u32)p) : "memory");
    return r;
}

__device__ u32 all_at(int barrier, int threads, bool p)
{
    u32 r;
    asm volatile("{.reg .pred q, s; setp.ne.u32 q, %3, 0; barrier.red.and.pred s, %1, %2, q; selp.u32 %0, 1, 0, s;}"
                 : "=r"(r) : "r"(barrier), "r"(threads), "r"((u32)p) : "memory");
    return r;
}

__device__ u32 any_at(int barrier, int threads, bool p)
{
    u32 r;
    asm volatile("{.reg .pred q, s; setp.ne.u32 q, %3, 0; barrier.red.or.pred s, %1, %2, q; selp.u32 %0, 1, 0, s;}"
                 : "=r"(r) : "r"(barrier), "r"(threads), "r"((u32)p) : "memory");
    return r;
}

// Two warps at each of three barriers; warps that meet are no neighbours. Then all meet at barrier 0.
extern "C" __global__ void side_by_side(u32 *o)
{
    u32 t = threadIdx.x, team = t / 32 % 3, r;
    if (team == 0)
        r = count_at(1, 64, t % 2 == 0);
    else if (team == 1)
        r = 100 + all_at(2, 64, true);
    else
        r = 200 + any_at(3, 64, false);
    o[t] = r * 1000 + __syncthreads_count(t % 4 == 0);
}

// Warps 0 and 1 meet in a second reduction before the others come to their first one.
extern "C" __global__ void one_after_another(u32 *o)
{
    u32 t = threadIdx.x, r;
    if (t < 64) {
        r = count_at(1, 64, t < 5);
        r = 100 * r + count_at(1, 64, t < 7);
    } else {
        r = count_at(2, 64, t < 67);
    }
    o[t] = r;
}
