// SPDX-License-Identifier: Apache-2.0
// Matrix instructions, and what moves matrices. One warp.
#include <cuda_fp16.h>
typedef unsigned u32;

#define L threadIdx.x
#define PUT(row, value) (o[(row) * 32 + L] = (u32)(value))

extern "C" __global__ void op_tensor(u32 *o, const u32 *in)
{
    __shared__ __align__(16) unsigned short shared[32 * 8];
    u32 r[4], t[4], a, b;
    half2 h[3] = {
        __floats2half2_rn(L % 5, -(int)(L % 3)), __floats2half2_rn(L % 7, 1), __floats2half2_rn(L % 4, L % 2)
    };
    float f[4];
    for (int i = 0; i < 8; i++)
        shared[L * 8 + i] = (unsigned short)(L * 8 + i);
    __syncthreads();
    u32 row = (u32)__cvta_generic_to_shared(shared + L * 8);
    asm("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(row));
    asm("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(t[0]), "=r"(t[1]), "=r"(t[2]), "=r"(t[3]) : "r"(row));
    for (int i = 0; i < 4; i++) {
        PUT(i, r[i]);
        PUT(4 + i, t[i]);
    }
    asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(a) : "r"(r[1]));
    PUT(8, a);
    asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %7, %7, %7};"
        : "=f"(f[0]), "=f"(f[1]), "=f"(f[2]), "=f"(f[3])
        : "r"(*(u32 *)&h[0]), "r"(*(u32 *)&h[1]), "r"(*(u32 *)&h[2]), "f"(0.5f));
    for (int i = 0; i < 4; i++)
        PUT(9 + i, __float_as_uint(f[i]));
    asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%5, %5};"
        : "=r"(a), "=r"(b) : "r"(*(u32 *)&h[0]), "r"(*(u32 *)&h[1]), "r"(*(u32 *)&h[2]), "r"(0x3c003c00));
    PUT(13, a);
    PUT(14, b);
#define MMA(first, text, c) \
    asm("mma.sync.aligned." text " {%0, %1}, {%2}, {%3}, {%4, %5};" \
        : "=r"(a), "=r"(b) : "r"(in[L]), "r"(in[128 + L]), "r"(c), "r"(-(c))); \
    PUT(first, a); \
    PUT((first) + 1, b)
    MMA(15, "m8n8k16.row.col.s32.s8.s8.s32", 5);
    MMA(17, "m8n8k16.row.col.satfinite.s32.u8.s8.s32", 2147483000);
    MMA(19, "m8n8k32.row.col.s32.s4.u4.s32", 7);
    MMA(21, "m8n8k128.row.col.s32.b1.b1.s32.xor.popc", 9);
}
