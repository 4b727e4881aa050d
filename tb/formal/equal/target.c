/* SPDX-License-Identifier: Apache-2.0 */
/* What a program for equal.c needs beside the model: the calls of rtl.h, and the functions that gcc calls itself. */
#include <stddef.h>

#include "configs/config.h"
#include "rtl.h"

struct config equal_config = {.name = "?"};

static uint64_t call(uint64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    register uint64_t a0 __asm__("a0") = a;
    register uint64_t a1 __asm__("a1") = b;
    register uint64_t a2 __asm__("a2") = c;
    register uint64_t a3 __asm__("a3") = d;
    register uint64_t a7 __asm__("a7") = number;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a3), "r"(a7) : "memory");
    return a0;
}

uint64_t rtl(const char *name, unsigned at, unsigned width) { return call(1, (uint64_t)name, at, width, 0); }
void assume(bool fact) { call(2, fact, 0, 0, 0); }
void same_output(const char *name, unsigned at, unsigned width, uint64_t v) { call(3, (uint64_t)name, at, width, v); }
void same_next(const char *name, unsigned at, unsigned width, uint64_t v) { call(4, (uint64_t)name, at, width, v); }
void any_output(const char *name, unsigned at, unsigned width) { call(7, (uint64_t)name, at, width, 0); }
void not_compared(const char *name, const char *why) { call(5, (uint64_t)name, (uint64_t)why, 0, 0); }
void violated(const char *why) { call(6, (uint64_t)why, 0, 0, 0); }

/* Number of the lowest bit, without branches. */
int __ctzdi2(uint64_t x)
{
    unsigned n = 0;
    for (unsigned half = 32; half; half /= 2) {
        unsigned skip = (unsigned)((x & ((UINT64_C(1) << half) - 1)) == 0) * half;
        x >>= skip;
        n += skip;
    }
    return (int)n;
}

int __clzdi2(uint64_t x)
{
    unsigned n = 0;
    for (unsigned half = 32; half; half /= 2) {
        unsigned skip = (unsigned)(x >> (64 - half) == 0) * half;
        x <<= skip;
        n += skip;
    }
    return (int)n;
}

int __popcountdi2(uint64_t x)
{
    unsigned n = 0;
    for (unsigned i = 0; i < 64; i++)
        n += x >> i & 1;
    return (int)n;
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    if (((uintptr_t)to | (uintptr_t)from | n) % 8 == 0)
        for (size_t i = 0; i < n / 8; i++)
            ((uint64_t *)to)[i] = ((const uint64_t *)from)[i];
    else
        for (size_t i = 0; i < n; i++)
            ((uint8_t *)to)[i] = ((const uint8_t *)from)[i];
    return to;
}

void *memset(void *to, int value, size_t n)
{
    if (((uintptr_t)to | n) % 8 == 0)
        for (size_t i = 0; i < n / 8; i++)
            ((uint64_t *)to)[i] = (uint8_t)value * UINT64_C(0x0101010101010101);
    else
        for (size_t i = 0; i < n; i++)
            ((uint8_t *)to)[i] = (uint8_t)value;
    return to;
}
