// SPDX-License-Identifier: Apache-2.0
// Logic, shifts, bit fields, predicates. tb/unit/test_opcodes.c says what row r of the output is.
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
#define ASM3(row, text) asm(text " %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z)); PUT(row, r)
#define LOP3(row, lut) asm("lop3.b32 %0, %1, %2, %3, " #lut ";" : "=r"(r) : "r"(x), "r"(y), "r"(z)); PUT(row, r)

KERNEL(lop3)
{
    u32 x = X, y = Y, z = Z, r;
    LOP3(0, 0x80);
    LOP3(1, 0x96);
    LOP3(2, 0xca);
    LOP3(3, 0x6d);
    LOP3(4, 0x01);
    PUT(5, (x & y) != 0 ? z : 7);       // the predicate of LOP3
    PUT(6, (x & ~y & z) == 0 && y != 3);
}

KERNEL(shf)
{
    u32 x = X, y = Y, z = Z, r;
    u64 a = (u64)y << 32 | x;
    ASM3(0, "shf.l.wrap.b32");
    ASM3(1, "shf.l.clamp.b32");
    ASM3(2, "shf.r.wrap.b32");
    ASM3(3, "shf.r.clamp.b32");
    asm("shl.b32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));          // 32 and more give 0
    PUT(4, r);
    asm("shr.u32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    PUT(5, r);
    asm("shr.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    PUT(6, r);
    asm("shl.b64 %0, %1, %2;" : "=l"(a) : "l"(a), "r"(z));
    PUT64(7, a);
    a = (u64)y << 32 | x;
    asm("shr.u64 %0, %1, %2;" : "=l"(a) : "l"(a), "r"(z));
    PUT64(9, a);
    a = (u64)y << 32 | x;
    asm("shr.s64 %0, %1, %2;" : "=l"(a) : "l"(a), "r"(z));
    PUT64(11, a);
    PUT(13, x << (y & 31));
}

KERNEL(fields)
{
    u32 x = X, y = Y, r;
    asm("szext.clamp.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    PUT(0, r);
    asm("szext.wrap.u32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    PUT(1, r);
    asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    PUT(2, r);
    asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    PUT(3, r);
    PUT(4, __brev(x));
    PUT(5, __popc(x));
    PUT(6, __clz(x));
    asm("bfind.s32 %0, %1;" : "=r"(r) : "r"(x));
    PUT(7, r);
    asm("bfind.shiftamt.u32 %0, %1;" : "=r"(r) : "r"(x));
    PUT(8, r);
    PUT(9, __ffs(x));
}

KERNEL(prmt)
{
    u32 x = X, y = Y, z = Z, r;
    ASM3(0, "prmt.b32");
    ASM3(1, "prmt.b32.f4e");
    ASM3(2, "prmt.b32.b4e");
    ASM3(3, "prmt.b32.rc8");
    ASM3(4, "prmt.b32.ecl");
    ASM3(5, "prmt.b32.ecr");
    ASM3(6, "prmt.b32.rc16");
}

// More conditions at a time than there are predicates.
KERNEL(predicates)
{
    u32 x = X, y = Y, z = Z, r = 0;
    bool a = x < y, b = y < z, c = x & 1, d = y & 2, e = z & 4, f = x == z;
    bool g = (int)x < 0, h = (int)y < 0, k = (int)z < 0;
    bool l = x > 31, m = y > 31, n = z > 31;
    for (u32 i = 0; i < (x & 3) + 1; i++) {
        r += (a & b) | (c ^ d) << 1 | (e | f) << 2 | (g & !h) << 3 | (k ^ l) << 4 | (m | !n) << 5;
        bool keep = a;
        a = b; b = c; c = d; d = e; e = f; f = g; g = h; h = k; k = l; l = m; m = n; n = keep;
        r *= 3;
    }
    PUT(0, r + a + 2 * b + 4 * c + 8 * d + 16 * e + 32 * f + 64 * g + 128 * h);
    PUT(1, ((a && b) || (c && !d)) != (e || (f && g)) ? x : y);
    PUT(2, (x > y) ^ (y > z) ^ (z > x) ? 3 : 5);
}
