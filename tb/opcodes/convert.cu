// SPDX-License-Identifier: Apache-2.0
// Conversions, with all rounding modes. Inputs are pairs of words: integers, floating-point numbers of 32 and 64 bits.
#include <cuda_fp16.h>
typedef unsigned u32;
typedef unsigned long long u64;
typedef long long s64;
enum { N = 128 };

#define KERNEL(name, type) extern "C" __global__ void op_##name(u32 *o, const type *in)
#define X in[threadIdx.x]
#define PUT(row, value) (o[(row) * N + threadIdx.x] = (u32)(value))
#define PUT64(row, value) (PUT(row, value), PUT((row) + 1, (u64)(value) >> 32))
#define WORD(row, text, from) asm(text " %0, %1;" : "=r"(r) : from(x)); PUT(row, r)
#define WIDE(row, text, from) asm(text " %0, %1;" : "=l"(w) : from(x)); PUT64(row, w)
#define FLOAT(row, text, from) asm(text " %0, %1;" : "=f"(f) : from(x)); PUT(row, __float_as_uint(f))
#define DOUBLE(row, text, from) asm(text " %0, %1;" : "=d"(d) : from(x)); PUT64(row, __double_as_longlong(d))
#define HALF(row, text, from) asm(text " %0, %1;" : "=h"(h) : from(x)); PUT(row, h)

KERNEL(f2i, float)
{
    float x = X;
    u32 r;
    u64 w;
    WORD(0, "cvt.rni.s32.f32", "f");
    WORD(1, "cvt.rmi.s32.f32", "f");
    WORD(2, "cvt.rpi.s32.f32", "f");
    WORD(3, "cvt.rzi.s32.f32", "f");
    WORD(4, "cvt.rni.u32.f32", "f");
    WORD(5, "cvt.rzi.ftz.u32.f32", "f");
    WIDE(6, "cvt.rni.s64.f32", "f");
    WIDE(8, "cvt.rpi.u64.f32", "f");
    WORD(10, "cvt.rzi.s8.f32", "f");
    WORD(11, "cvt.rni.u8.f32", "f");
}

KERNEL(d2i, double)
{
    double x = X;
    u32 r;
    u64 w;
    WORD(0, "cvt.rni.s32.f64", "d");
    WORD(1, "cvt.rmi.s32.f64", "d");
    WORD(2, "cvt.rzi.u32.f64", "d");
    WIDE(3, "cvt.rni.s64.f64", "d");
    WIDE(5, "cvt.rmi.s64.f64", "d");
    WIDE(7, "cvt.rzi.u64.f64", "d");
}

KERNEL(i2f, u32)
{
    int x = (int)X;
    float f;
    double d;
    unsigned short h;
    FLOAT(0, "cvt.rn.f32.s32", "r");
    FLOAT(1, "cvt.rm.f32.s32", "r");
    FLOAT(2, "cvt.rp.f32.u32", "r");
    FLOAT(3, "cvt.rz.f32.u32", "r");
    FLOAT(4, "cvt.rn.f32.s8", "r");
    DOUBLE(5, "cvt.rn.f64.s32", "r");
    DOUBLE(7, "cvt.rn.f64.u32", "r");
    HALF(9, "cvt.rn.f16.s32", "r");
    HALF(10, "cvt.rp.f16.u32", "r");
}

KERNEL(l2f, u64)
{
    u64 x = X;
    float f;
    double d;
    FLOAT(0, "cvt.rn.f32.s64", "l");
    FLOAT(1, "cvt.rz.f32.u64", "l");
    DOUBLE(2, "cvt.rn.f64.s64", "l");
    DOUBLE(4, "cvt.rm.f64.s64", "l");
    DOUBLE(6, "cvt.rp.f64.u64", "l");
}

KERNEL(f2f, float)
{
    float x = X, f;
    double d;
    unsigned short h;
    DOUBLE(0, "cvt.f64.f32", "f");
    HALF(2, "cvt.rn.f16.f32", "f");
    HALF(3, "cvt.rz.f16.f32", "f");
    HALF(4, "cvt.rm.f16.f32", "f");
    HALF(5, "cvt.rp.f16.f32", "f");
    FLOAT(6, "cvt.rni.f32.f32", "f");
    FLOAT(7, "cvt.rmi.f32.f32", "f");
    FLOAT(8, "cvt.rpi.ftz.f32.f32", "f");
    FLOAT(9, "cvt.rzi.f32.f32", "f");
    FLOAT(10, "cvt.sat.f32.f32", "f");
}

KERNEL(d2f, double)
{
    double x = X, d;
    float f;
    FLOAT(0, "cvt.rn.f32.f64", "d");
    FLOAT(1, "cvt.rm.f32.f64", "d");
    FLOAT(2, "cvt.rp.f32.f64", "d");
    FLOAT(3, "cvt.rz.f32.f64", "d");
    DOUBLE(4, "cvt.rni.f64.f64", "d");
    DOUBLE(6, "cvt.rmi.f64.f64", "d");
}
