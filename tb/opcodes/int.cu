// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic: a kernel for each opcode, or few of them. tb/unit/test_opcodes.c says what row r of the output
// is.
typedef unsigned u32;
typedef unsigned long long u64;
typedef long long s64;
enum { N = 128 };

#define KERNEL(name) extern "C" __global__ void op_##name(u32 *o, const u32 *in)
#define X in[threadIdx.x]
#define Y in[N + threadIdx.x]
#define Z in[2 * N + threadIdx.x]
#define PUT(row, value) (o[(row) * N + threadIdx.x] = (u32)(value))
#define PUT64(row, value) (PUT(row, value), PUT((row) + 1, (u64)(value) >> 32))

KERNEL(iadd3)
{
    u32 x = X, y = Y, z = Z;
    u64 a = (u64)y << 32 | x, b = (u64)x << 32 | z, c = (u64)z << 32 | y;
    PUT(0, x + y + z);
    PUT(1, x - y - z);
    PUT64(2, a + b);
    PUT64(4, a - b);
    PUT64(6, a + b + c);
    PUT64(8, c - a + 5);
    u32 w0, w1, w2;                     // 96 bits, two carries in a row
    asm("add.cc.u32 %0, %3, %4; addc.cc.u32 %1, %4, %5; addc.u32 %2, %5, %3;"
        : "=&r"(w0), "=&r"(w1), "=r"(w2) : "r"(x), "r"(y), "r"(z));
    PUT(10, w0);
    PUT(11, w1);
    PUT(12, w2);
    asm("sub.cc.u32 %0, %3, %4; subc.cc.u32 %1, %4, %5; subc.u32 %2, %5, %3;"
        : "=&r"(w0), "=&r"(w1), "=r"(w2) : "r"(x), "r"(y), "r"(z));
    PUT(13, w0);
    PUT(14, w1);
    PUT(15, w2);
}

KERNEL(imad)
{
    u32 x = X, y = Y, z = Z;
    PUT(0, x * y + z);
    PUT(1, z - x * y);
    PUT(2, __umulhi(x, y) + z);
    PUT(3, __mulhi((int)x, (int)y) - (int)z);
    PUT64(4, (u64)x * y + ((u64)z << 32 | x));
    PUT64(6, (s64)(int)x * (int)y + (int)z);
    PUT64(8, ((u64)x << 32 | y) * ((u64)z << 32 | x) + z);
    u32 low, high;
    asm("mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, %4;" : "=&r"(low), "=r"(high) : "r"(x), "r"(y), "r"(z));
    PUT(10, low);
    PUT(11, high);
}

KERNEL(lea)
{
    u32 x = X, y = Y, z = Z;
    PUT(0, (x << 3) + y);
    PUT(1, y - (x << 5));
    PUT64(2, ((u64)x << 4) + ((u64)z << 32 | y));
    PUT64(4, ((s64)(int)x << 2) + ((u64)z << 32 | y));
    PUT64(6, (((u64)y << 32 | x) << 7) + ((u64)z << 32 | y));
}

KERNEL(imnmx)
{
    u32 x = X, y = Y;
    PUT(0, min((int)x, (int)y));
    PUT(1, max((int)x, (int)y));
    PUT(2, min(x, y));
    PUT(3, max(x, y));
    PUT(4, abs((int)x));
}

KERNEL(isetp)
{
    u32 x = X, y = Y, z = Z;
    int a = (int)x, b = (int)y;
    u64 u = (u64)x << 32 | z, v = (u64)y << 32 | x;
    PUT(0, (x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x > y) << 4 | (x >= y) << 5 | (a < b) << 6
           | (a <= b) << 7 | (a > b) << 8 | (a >= b) << 9);
    PUT(1, (u < v) | (u <= v) << 1 | (u == v) << 2 | (u != v) << 3 | ((s64)u > (s64)v) << 4 | ((s64)u >= (s64)v) << 5
           | ((s64)u < (s64)v) << 6 | ((s64)u <= (s64)v) << 7);
    PUT(2, (x < y && y < z) | (x < y || y < z) << 1 | ((x < y) != (y < z)) << 2 | (!(x < y) && z == 0) << 3);
}

KERNEL(idp)
{
    u32 x = X, y = Y, z = Z, r;
    PUT(0, __dp4a((int)x, (int)y, (int)z));
    PUT(1, __dp4a(x, y, z));
    asm("dp4a.s32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z));
    PUT(2, r);
    asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z));
    PUT(3, r);
    PUT(4, __dp2a_lo((int)x, (int)y, (int)z));
    PUT(5, __dp2a_hi((int)x, (int)y, (int)z));
    PUT(6, __dp2a_lo(x, y, z));
    PUT(7, __dp2a_hi(x, y, z));
}

KERNEL(vabsdiff)
{
    u32 x = X, y = Y, z = Z;
    PUT(0, __sad((int)x, (int)y, z));
    PUT(1, __usad(x, y, z));
    PUT(2, __sad((int)x, 9, 3));
    PUT(3, __vabsdiffu4(x, y));
    PUT(4, __vsadu4(x, y) + z);
    PUT(5, __vabsdiffs4(x, y));
}

KERNEL(saturate)
{
    u32 x = X, y = Y, z = Z, r;
    short half;
    asm("add.sat.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    PUT(0, r);
    asm("sub.sat.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    PUT(1, r);
    asm("add.sat.s32 %0, %1, 1000;" : "=r"(r) : "r"(x));
    PUT(2, r);
    asm("cvt.sat.s8.s32 %0, %1;" : "=r"(r) : "r"(x));
    PUT(3, r);
    asm("cvt.sat.u8.s32 %0, %1;" : "=r"(r) : "r"(x));
    PUT(4, r);
    asm("cvt.sat.s16.s32 %0, %1;" : "=h"(half) : "r"(x));
    PUT(5, half);
    asm("cvt.sat.u16.s32 %0, %1;" : "=h"(half) : "r"(x));
    PUT(6, (unsigned short)half);
    asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z));
    PUT(7, r);
    asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    PUT(8, r);
}
