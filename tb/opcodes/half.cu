// SPDX-License-Identifier: Apache-2.0
// Packed 16-bit floating point.
#include <cuda_fp16.h>
typedef unsigned u32;
enum { N = 128 };

#define KERNEL(name) extern "C" __global__ void op_##name(u32 *o, const u32 *in)
#define X in[threadIdx.x]
#define Y in[N + threadIdx.x]
#define Z in[2 * N + threadIdx.x]
#define PUT(row, value) (o[(row) * N + threadIdx.x] = (u32)(value))
#define ASM2(row, text) asm(text " %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y)); PUT(row, r)
#define ASM3(row, text) asm(text " %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z)); PUT(row, r)
#define SET(row, text) asm(text ".f16x2.f16x2 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y)); PUT(row, r)

KERNEL(half2)
{
    u32 x = X, y = Y, z = Z, r;
    ASM2(0, "add.rn.f16x2");
    ASM2(1, "sub.rn.ftz.f16x2");
    ASM2(2, "mul.rn.f16x2");
    ASM2(3, "mul.rn.sat.f16x2");
    ASM3(4, "fma.rn.f16x2");
    ASM3(5, "fma.rn.ftz.f16x2");
    ASM3(6, "fma.rn.sat.f16x2");
    SET(7, "set.lt");
    SET(8, "set.geu");
    SET(9, "set.nan");
}

KERNEL(hsetp2)
{
    u32 x = X, y = Y;
    __half2 a = *(__half2 *)&x, b = *(__half2 *)&y;
    PUT(0, __hbeq2(a, b) | __hblt2(a, b) << 1 | __hbgtu2(a, b) << 2 | __hbne2(a, b) << 3);
    PUT(1, __hlt(__low2half(a), __high2half(b)) | __hgeu(__high2half(a), __low2half(b)) << 1
           | __hisnan(__low2half(a)) << 2);
    PUT(2, __float_as_uint(__low2float(a)));
    PUT(3, __float_as_uint(__high2float(a)));
}
