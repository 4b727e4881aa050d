// SPDX-License-Identifier: Apache-2.0
// Loads, stores and atomics of all widths in all spaces. One block of N threads.
#include <cuda_fp16.h>
typedef unsigned u32;
typedef unsigned long long u64;
enum { N = 128 };

#define KERNEL(name) extern "C" __global__ void op_##name(u32 *o, const u32 *in)
#define T threadIdx.x
#define PUT(row, value) (o[(row) * N + T] = (u32)(value))

// Sub-words, pairs and fours.
KERNEL(global)
{
    const unsigned char *bytes = (const unsigned char *)in;
    PUT(0, bytes[T] + ((const signed char *)in)[T + 1]);
    PUT(1, ((const unsigned short *)in)[T] + ((const short *)in)[T + 1]);
    uint2 two = ((const uint2 *)in)[T];
    uint4 four = ((const uint4 *)in)[T & 63];
    PUT(2, two.x + 3 * two.y);
    PUT(3, four.x + 3 * four.y + 5 * four.z + 7 * four.w);
    ((unsigned char *)(o + 4 * N))[T] = (unsigned char)(T * 3);
    ((unsigned short *)(o + 5 * N))[T] = (unsigned short)(T * 300);
    ((uint2 *)(o + 6 * N))[T] = make_uint2(T, T * 5);
    ((uint4 *)(o + 8 * N))[T] = make_uint4(T, T + 1, T + 2, T + 3);
    u32 value;
    asm volatile("prefetch.global.L1 [%0];" :: "l"(in));
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(in + T));
    asm volatile("fence.acq_rel.gpu;");
    __threadfence_system();
    PUT(12, value);
}

__constant__ u32 table[32] = {1, 0x80, 3, 0x8000, 5, 0xff00ff, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

// A stack, with bytes and words; a table of constants by index; generic addresses.
KERNEL(local)
{
    __shared__ u32 shared[N];
    u32 words[24];
    unsigned char bytes[40];
    for (u32 i = 0; i < 24; i++)
        words[i] = i * T;
    for (u32 i = 0; i < 40; i++)
        bytes[i] = (unsigned char)(i + T);
    u32 sum = 0;
    for (u32 i = 0; i < 40; i++)
        sum = sum * 3 + words[(i * T) % 24] + bytes[(i + T) % 40];
    PUT(0, sum);
    PUT(1, table[T & 15] + ((const unsigned char *)table)[T & 63] + ((const short *)table)[T & 31]
           + (u32)((const u64 *)table)[T & 7]);
    shared[T] = T * 7;
    __syncthreads();
    u32 *pointer = T % 3 == 0 ? &words[T % 24] : T % 3 == 1 ? &shared[(T + 5) % N] : &o[3 * N + T];
    *pointer += 11;
    PUT(2, *pointer + __isShared(pointer) + 2 * __isLocal(pointer) + 4 * __isGlobal(pointer));
}

KERNEL(shared)
{
    __shared__ __align__(16) u32 words[4 * N];
    unsigned char *bytes = (unsigned char *)words;
    words[T] = in[T];
    words[T + N] = in[T + N];
    ((uint2 *)words)[N + T] = make_uint2(T, 2 * T);
    __syncthreads();
    PUT(0, words[T ^ 1] + bytes[T] + ((short *)words)[T] + ((signed char *)words)[T]);
    uint4 four = ((uint4 *)words)[T];
    PUT(1, four.x ^ four.y ^ four.z ^ four.w);
    __syncthreads();
    bytes[T] = (unsigned char)T;
    ((unsigned short *)words)[N + T] = (unsigned short)(T * 5);
    __syncthreads();
    PUT(2, words[T % (N / 4)] + words[N / 2 + T % (N / 2)]);
}

// Every atomic operation on the cell that the thread takes, of two each.
#define OPERATIONS(p, w, q, f, d, t) \
    atomicAdd(p + 0, t); \
    atomicMin((int *)p + 2, (int)(t * 37 % 50) - 25); \
    atomicMax((int *)p + 4, (int)(t * 37 % 50) - 25); \
    atomicMin(p + 6, 100 + t * 37 % 50); \
    atomicMax(p + 8, t * 37 % 50); \
    atomicAnd(p + 10, ~(1u << t % 20)); \
    atomicOr(p + 12, 1u << t % 20); \
    atomicXor(p + 14, t * 0x1111); \
    atomicInc(p + 16, 9); \
    atomicDec(p + 18, 9); \
    atomicExch(p + 20, 77); \
    atomicCAS(p + 22, 5, 9); \
    atomicAdd(w + 0, (u64)t << 30); \
    atomicMin(w + 2, (u64)(t * 37 % 50 + 1) << 33); \
    atomicMax((long long *)w + 4, -(long long)t); \
    atomicAnd(w + 6, ~(1ull << t % 50)); \
    atomicOr(w + 8, 1ull << t % 50); \
    atomicXor(w + 10, t * 0x111111111ull); \
    atomicExch(w + 12, 77ull << 33); \
    atomicCAS(w + 14, 5ull, 9ull << 33); \
    atomicAdd(f, t * 0.5f); \
    atomicAdd(d, t * 0.25); \
    atomicAdd(q, __floats2half2_rn(1, 2)); \
    atomicAdd((__half *)(q + 2), __float2half(1))

enum { WORDS = 24, WIDES = 16, REALS = 2, HALVES = 4 };
struct cells { u32 p[WORDS]; u64 w[WIDES]; double d[REALS]; float f[REALS]; __half2 q[HALVES]; };

__device__ __forceinline__ void clear(cells *c)
{
    for (u32 i = T; i < sizeof *c / 4; i += N)
        ((u32 *)c)[i] = 0;
    __syncthreads();
    if (T < 2) {
        c->p[6 + T] = 1000;
        c->p[10 + T] = 0xffffffff;
        c->p[22 + T] = 5;
        c->w[2 + T] = c->w[6 + T] = ~0ull;
        c->w[14 + T] = 5;
    }
    __syncthreads();
}

// As global, as shared and as generic addresses, of which those of odd threads are in shared memory.
#define ATOMICS(name, pick) \
    extern "C" __global__ void op_##name(cells *global, cells *kept) \
    { \
        __shared__ cells mine; \
        clear(&mine); \
        clear(global); \
        cells *c = pick; \
        u32 which = T / 2 & 1; \
        OPERATIONS((c->p + which), (c->w + which), (c->q + which), (c->f + which), (c->d + which), T); \
        __syncthreads(); \
        for (u32 i = T; i < sizeof mine / 4; i += N) \
            ((u32 *)kept)[i] = ((u32 *)&mine)[i]; \
    }

ATOMICS(atomg, global)
ATOMICS(atoms, &mine)
ATOMICS(atom, (T & 1 ? &mine : global))

// What atomics return.
KERNEL(returned)
{
    __shared__ u32 counter;
    u32 *generic = T & 1 ? &counter : o + N;
    if (T == 0)
        counter = 0;
    __syncthreads();
    PUT(2, atomicAdd(generic, 1));
    __syncthreads();
    PUT(0, counter);
    PUT(3, atomicExch(o + 4 * N + T, T) + atomicCAS(o + 4 * N + T, T, 2 * T));
}
