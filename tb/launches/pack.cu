// SPDX-License-Identifier: Apache-2.0
// Instructions that narrow integers, with operands of every kind: registers, immediates, constants, uniform registers.

#define PACK(name, type, a, b, c)                                                                                     \
    extern "C" __global__ void name(int *o, int n) {                                                                  \
        int d, x = (int)(threadIdx.x * 17) - 300;                                                                     \
        asm volatile("cvt.pack.sat." type ".s32.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), b, "r"(c), "r"(x));          \
        o[threadIdx.x] = d;                                                                                           \
    }
#define PAIR(name, type, b)                                                                                           \
    extern "C" __global__ void name(int *o, int n) {                                                                  \
        int d, x = (int)threadIdx.x * 9001 - 140000;                                                                  \
        asm volatile("cvt.pack.sat." type ".s32 %0, %1, %2;" : "=r"(d) : "r"(x), b);                                  \
        o[threadIdx.x] = d;                                                                                           \
    }
#define NARROW(name, type, a)                                                                                         \
    extern "C" __global__ void name(int *o, int n) {                                                                  \
        int d, x = (int)threadIdx.x * 4003 - 64000;                                                                   \
        asm volatile("cvt.sat." type ".s32 %0, %1;" : "=r"(d) : "r"(a), "r"(x));                                      \
        o[threadIdx.x] = d;                                                                                           \
    }
#define BITS(name, op, b)                                                                                             \
    extern "C" __global__ void name(int *o, int n) {                                                                  \
        int d, x = (int)threadIdx.x * 0x1234567;                                                                      \
        asm volatile(op " %0, %1, %2;" : "=r"(d) : "r"(x), b);                                                        \
        o[threadIdx.x] = d;                                                                                           \
    }

PACK(pack_u8, "u8", x, "r"(-x), x * 3)
PACK(pack_s8, "s8", x, "r"(-x), x * 3)
PACK(pack_u8_constant, "u8", x, "r"(n), x * 3)
PACK(pack_s8_immediate, "s8", x, "n"(-1000), x * 3)
PACK(pack_u8_uniform, "u8", x, "r"(n + (int)blockIdx.x), x * 3)
PACK(pack_u8_upper, "u8", x, "r"(x), 200)
PACK(pack_u4, "u4", x >> 4, "r"(-x >> 4), x * 3)
PACK(pack_s4, "s4", x >> 4, "r"(-x >> 4), x * 3)
PACK(pack_u2, "u2", x >> 6, "r"(n), x * 3)
PACK(pack_s2, "s2", x >> 6, "r"(-x >> 6), x * 3)
PAIR(pair_u16, "u16", "r"(-x))
PAIR(pair_s16, "s16", "r"(-x))
PAIR(pair_s16_constant, "s16", "r"(n))
PAIR(pair_s16_immediate, "s16", "n"(-100))
PAIR(pair_s16_uniform, "s16", "r"(n + (int)blockIdx.x))
NARROW(narrow_s8, "s8", x)
NARROW(narrow_u8_constant, "u8", n)
NARROW(narrow_s16_uniform, "s16", n + (int)blockIdx.x)
BITS(extend_by_minus_7, "szext.clamp.s32", "n"(-7))
BITS(mask_of_minus_7, "bmsk.clamp.b32", "n"(-7))

// ptxas (CUDA 13.0) encodes bank and offset of these constants wrongly.
BITS(extend_by_parameter, "szext.clamp.s32", "r"(n))
