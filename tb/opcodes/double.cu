// SPDX-License-Identifier: Apache-2.0
// 64-bit floating point. Outputs are words, the lower one first.
typedef unsigned u32;
enum { N = 128 };

#define KERNEL(name) extern "C" __global__ void op_##name(u32 *o, const double *in)
#define X in[threadIdx.x]
#define Y in[N + threadIdx.x]
#define Z in[2 * N + threadIdx.x]
#define PUT(row, value) (o[(row) * N + threadIdx.x] = (u32)(value))
#define PUTD(row, value) (PUT(row, __double2loint(value)), PUT((row) + 1, __double2hiint(value)))
#define ASM2(row, text) asm(text " %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y)); PUTD(row, r)
#define ASM3(row, text) asm(text " %0, %1, %2, %3;" : "=d"(r) : "d"(x), "d"(y), "d"(z)); PUTD(row, r)

KERNEL(dadd)
{
    double x = X, y = Y, r;
    ASM2(0, "add.rn.f64");
    ASM2(2, "add.rm.f64");
    ASM2(4, "add.rp.f64");
    ASM2(6, "add.rz.f64");
    PUTD(8, fabs(x) - fabs(y));
}

KERNEL(dmul)
{
    double x = X, y = Y, r;
    ASM2(0, "mul.rn.f64");
    ASM2(2, "mul.rm.f64");
    ASM2(4, "mul.rp.f64");
    ASM2(6, "mul.rz.f64");
}

KERNEL(dfma)
{
    double x = X, y = Y, z = Z, r;
    ASM3(0, "fma.rn.f64");
    ASM3(2, "fma.rm.f64");
    ASM3(4, "fma.rp.f64");
    ASM3(6, "fma.rz.f64");
    PUTD(8, fma(-x, y, -z));
}

KERNEL(dsetp)
{
    double x = X, y = Y, z = Z;
    PUT(0, (x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x > y) << 4 | (x >= y) << 5 | !(x < y) << 6
           | !(x >= y) << 7 | (isnan(x) || isnan(y)) << 8);
    PUT(1, (x < y && y < z) | (x < y || y < z) << 1 | ((x < y) != (y < z)) << 2);
    PUTD(2, isnan(x) || isnan(y) ? 0 : fmin(x, y));
    PUTD(4, isnan(x) || isnan(y) ? 0 : fmax(x, y));
}

// MUFU.RCP64H, MUFU.RSQ64H and what corrects them; a NaN counts as 1.
KERNEL(ddivide)
{
    double x = isnan(X) ? 1 : X, y = isnan(Y) ? 1 : Y, r;
    ASM2(0, "div.rn.f64");
    ASM2(2, "div.rm.f64");
    ASM2(4, "div.rp.f64");
    ASM2(6, "div.rz.f64");
    PUTD(8, sqrt(fabs(x)));
}
