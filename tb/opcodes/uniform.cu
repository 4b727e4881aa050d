// SPDX-License-Identifier: Apache-2.0
// Arithmetic of the launch's arguments, which the compiler does in uniform registers.
typedef unsigned u32;
typedef unsigned long long u64;
typedef long long s64;

__device__ __forceinline__ void put(u32 *o, u32 value)
{
    o[threadIdx.x] = value + (value >> 3) * threadIdx.x;
}

#define KERNEL(row, ...) \
    extern "C" __global__ void op_uniform_##row(u32 *o, u32 n, u32 m, u64 w, int s) \
    { \
        put(o + (row) * 32, (u32)(__VA_ARGS__)); \
    }

KERNEL(0, __popc(n) + 100 * __popcll(w))
KERNEL(1, __brev(n) ^ m)
KERNEL(2, __clz(n) + 100 * __ffs(m))
KERNEL(3, (n << (m & 31)) + (n >> (m & 31)) + (u32)(s >> (m & 31)))
KERNEL(4, (u32)((w << (m & 63)) >> 17) + (u32)(w >> (n & 63)))
KERNEL(5, n * m + (u32)(((u64)n * m) >> 32) + (u32)(((s64)s * (int)n) >> 32))
KERNEL(6, (u32)((w + n) >> 32) + (u32)((w - m) >> 32) + (u32)((w + w + m) >> 40))
KERNEL(7, (n < m ? s : (int)n) + (w > m ? 3u : n) + (s < 0 && n > 3 ? m : 5))
KERNEL(8, __byte_perm(n, m, (u32)w))
KERNEL(9, n * 4 + m + (n << 7) - s + (u32)((w + ((u64)n << 5)) >> 32))
KERNEL(10, (n & m) | (s ^ (u32)(w >> 32)) | (~n & (u32)w))
KERNEL(11, (u32)(signed char)n + (u32)(short)m + (((1u << (m & 31)) - 1) << (n & 15)))

__device__ u32 mixed(u32 n, u32 m, u64 w, int s)
{
    u32 r = 0;
    bool a = n > 3, b = m > 5, c = s > 0, d = w > 9;
    if (a && b)
        r |= 1;
    if ((a || c) && d)
        r |= 2;
    if ((a ^ b) != c)
        r |= 4;
    for (u32 i = 0; i < (n & 3); i++)
        r = r * 3 + i;
    return r;
}

KERNEL(12, mixed(n, m, w, s))
KERNEL(13, n / (m | 1) + n % (m | 1) + (u32)(s / (int)(m | 3)))
KERNEL(14, __ffs(n) + 5 * __ffsll(w))

// Addresses that are the same for all threads.
#define WALK(row, body) \
    extern "C" __global__ void op_walk_##row(u32 *o, const u32 *in, u32 n, u32 m, u64 w, int s) \
    { \
        u32 sum = 0; \
        body \
        put(o + (row) * 32, sum); \
    }

WALK(0, for (u32 i = blockIdx.x; i < n; i += gridDim.x) sum += in[i * m + (i >> 2)];)
WALK(1, const u32 *p = in + (n < m ? n : m) * 3 + (s > 0 ? 1 : 2); for (u32 i = 0; i < n; i++) {
    sum += p[(i ^ 5) & m];
    sum ^= p[__byte_perm(i, m, 0x3240) & 31];
    p += i & 1;
})
WALK(2, const u32 *p = in + __popc(n) + __clz(m) + (__brev(n) >> 27) + ((int)(n << 20) >> 24 & 7)
                   + ((1u << (m & 3)) - 1);
     sum = p[0] + p[s < 3 ? 1 : 2] + in[(u64)n * m >> 33] + in[((s > 2 && n < 5) || m == 7) ? 3 : 4];)
WALK(3, const u32 *p = in; if (w > 5 && n < 9) p += w >> 3 & 15; if ((w << n) & 8) p += 2;
     for (u32 i = 0; i < m; i++) if ((i > n) == (w & 1)) p++;
     sum = *p + in[blockIdx.x * 3] + in[blockIdx.y + m];)
WALK(4, switch (n) {
    case 0: sum = in[5]; break;
    case 1: sum = in[1] * 3; break;
    case 2: sum = in[2] ^ 9; break;
    case 3: sum = in[9] + in[4]; break;
    case 4: sum = in[7] * in[8]; break;
    case 5: sum = in[6] - 1; break;
    case 6: sum = ~in[5]; break;
    case 7: sum = in[3] >> 1; break;
    case 8: sum = in[3] << 1; break;
    case 9: sum = in[70] / 7; break;
    case 10: sum = in[80] % 9; break;
})
WALK(5, __shared__ u32 kept[4]; const u32 *p = in + blockIdx.x * n; for (u32 i = 0; i < m; i++) {
    kept[i & 3] = i;
    __syncthreads();
    sum += p[i] + kept[i & 3];
})
WALK(6, const uint4 *p = (const uint4 *)in; uint4 a = p[n + m * 2]; uint4 b = p[s + (n >> 1)];
     sum = a.x + b.y + p[blockIdx.x].z;)
