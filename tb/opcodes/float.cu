// SPDX-License-Identifier: Apache-2.0
// 32-bit floating point.
typedef unsigned u32;
enum { N = 128 };

#define KERNEL(name) extern "C" __global__ void op_##name(u32 *o, const float *in)
#define X in[threadIdx.x]
#define Y in[N + threadIdx.x]
#define Z in[2 * N + threadIdx.x]
#define PUT(row, value) (o[(row) * N + threadIdx.x] = (u32)(value))
#define PUTF(row, value) PUT(row, __float_as_uint(value))
#define ASM2(row, text) asm(text " %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y)); PUTF(row, r)
#define ASM3(row, text) asm(text " %0, %1, %2, %3;" : "=f"(r) : "f"(x), "f"(y), "f"(z)); PUTF(row, r)

KERNEL(fadd)
{
    float x = X, y = Y, r;
    ASM2(0, "add.rn.f32");
    ASM2(1, "add.rm.f32");
    ASM2(2, "add.rp.f32");
    ASM2(3, "add.rz.f32");
    ASM2(4, "add.rn.ftz.f32");
    ASM2(5, "add.rn.sat.f32");
    PUTF(6, fabsf(x) - fabsf(y));
}

KERNEL(fmul)
{
    float x = X, y = Y, r;
    ASM2(0, "mul.rn.f32");
    ASM2(1, "mul.rm.f32");
    ASM2(2, "mul.rp.f32");
    ASM2(3, "mul.rz.f32");
    ASM2(4, "mul.rn.ftz.f32");
    ASM2(5, "mul.rn.sat.f32");
}

KERNEL(ffma)
{
    float x = X, y = Y, z = Z, r;
    ASM3(0, "fma.rn.f32");
    ASM3(1, "fma.rm.f32");
    ASM3(2, "fma.rp.f32");
    ASM3(3, "fma.rz.f32");
    ASM3(4, "fma.rn.ftz.f32");
    ASM3(5, "fma.rn.sat.f32");
    PUTF(6, fmaf(-x, y, -z));
}

KERNEL(fmnmx)
{
    float x = X, y = Y, r;
    ASM2(0, "min.f32");
    ASM2(1, "max.f32");
    ASM2(2, "min.ftz.f32");
    PUTF(3, x < y ? x : -y);            // FSEL passes a NaN as it is
}

KERNEL(fset)
{
    float x = X, y = Y, z = Z, r;
    u32 t;
    PUT(0, (x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x > y) << 4 | (x >= y) << 5 | !(x < y) << 6
           | !(x >= y) << 7 | (isnan(x) || isnan(y)) << 8 | !(x == y) << 9 | !(x > y) << 10 | !(x <= y) << 11);
    PUT(1, (x < y && y < z) | (x < y || y < z) << 1 | ((x < y) != (y < z)) << 2);
    asm("set.lt.u32.f32 %0, %1, %2;" : "=r"(t) : "f"(x), "f"(y));
    PUT(2, t);
    ASM2(3, "set.geu.f32.f32");
    ASM2(4, "set.eq.ftz.f32.f32");
}

// FCHK, MUFU and what corrects it.
KERNEL(divide)
{
    float x = X, y = Y, r;
    ASM2(0, "div.rn.f32");
    ASM2(1, "div.rm.f32");
    ASM2(2, "div.rp.f32");
    ASM2(3, "div.rz.f32");
    asm("sqrt.rn.f32 %0, %1;" : "=f"(r) : "f"(x));
    PUTF(4, r);
    asm("rcp.rp.f32 %0, %1;" : "=f"(r) : "f"(x));
    PUTF(5, r);
}

// Arguments of which the function is a number that needs no rounding.
KERNEL(mufu)
{
    int k = (int)threadIdx.x - 64;
    float p = exp2f(0.0f) * (1 << (threadIdx.x & 15)), r;
    unsigned short h = 0;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"((float)k));
    PUTF(0, r);
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(p));
    PUTF(1, r);
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(p));
    PUTF(2, r);
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(p * p));
    PUTF(3, r);
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(p * p));
    PUTF(4, r);
    asm("tanh.approx.f32 %0, %1;" : "=f"(r) : "f"(k < 0 ? -INFINITY : 0.0f));
    PUTF(5, r);
    asm("sin.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(0.0f));
    PUTF(6, r);
    asm("cos.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(0.0f));
    PUTF(7, r);
    asm("{.reg .b16 a; cvt.rn.f16.f32 a, %1; ex2.approx.f16 %0, a;}" : "=h"(h) : "f"((float)(k % 16)));
    PUT(8, h);
    asm("{.reg .b16 a; cvt.rn.f16.f32 a, %1; tanh.approx.f16 %0, a;}" : "=h"(h) : "f"(k < 0 ? -INFINITY : 0.0f));
    PUT(9, h);
}
