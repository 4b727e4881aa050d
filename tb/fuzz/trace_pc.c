/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_pc.h"

#include <string.h>

static uint8_t hits[TRACE_MAP], seen[TRACE_MAP];
static uintptr_t previous;
static uint32_t features, edges;
static struct trace_pair pairs[TRACE_PAIRS];
static uint32_t pair_count;

/* --- called by instrumented code ---------------------------------------------------------------------------------- */

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    /* Relative, so that it does not depend on where the program is loaded. */
    uintptr_t pc = (uintptr_t)__builtin_return_address(0) - (uintptr_t)&__sanitizer_cov_trace_pc;
    uintptr_t here = pc * UINT64_C(0x9e3779b97f4a7c15) >> 48;
    uint8_t *hit = &hits[(here ^ previous) & (TRACE_MAP - 1)];
    *hit += *hit < UINT8_MAX;
    previous = here >> 1;
}

static void compared(uint64_t a, uint64_t b, uint32_t bytes)
{
    if (a != b)
        pairs[pair_count++ & (TRACE_PAIRS - 1)] = (struct trace_pair){a, b, bytes};
}

#define COMPARE(name, type) \
    void __sanitizer_cov_trace_##name(type a, type b); \
    void __sanitizer_cov_trace_##name(type a, type b) { compared(a, b, sizeof(type)); }
COMPARE(cmp1, uint8_t)
COMPARE(cmp2, uint16_t)
COMPARE(cmp4, uint32_t)
COMPARE(cmp8, uint64_t)
COMPARE(const_cmp1, uint8_t)
COMPARE(const_cmp2, uint16_t)
COMPARE(const_cmp4, uint32_t)
COMPARE(const_cmp8, uint64_t)
#undef COMPARE

void __sanitizer_cov_trace_cmpf(float a, float b);
void __sanitizer_cov_trace_cmpf(float a, float b) { (void)a, (void)b; }
void __sanitizer_cov_trace_cmpd(double a, double b);
void __sanitizer_cov_trace_cmpd(double a, double b) { (void)a, (void)b; }

/* cases[0] numbers of cases[1] bits follow; one of them is remembered. */
void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases);
void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases)
{
    if (cases[0] > 0)
        compared(value, cases[2 + pair_count % cases[0]], (uint32_t)cases[1] / 8);
}

/* --- called by the driver ----------------------------------------------------------------------------------------- */

void trace_begin(void)
{
    memset(hits, 0, sizeof hits);
    previous = 0;
}

/* One bit for 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127 and more. */
static uint8_t bucket(uint8_t n)
{
    return n < 4 ? (uint8_t)(1 << n >> 1) : n < 8 ? 8 : n < 16 ? 16 : n < 32 ? 32 : n < 128 ? 64 : 128;
}

static bool is_zero(const uint8_t *eight)
{
    uint64_t word;
    memcpy(&word, eight, sizeof word);
    return word == 0;
}

uint32_t trace_new(void)
{
    uint32_t before = features;
    for (uint32_t i = 0; i < TRACE_MAP; i++) {
        while (i % 8 == 0 && i < TRACE_MAP - 8 && is_zero(&hits[i]))
            i += 8;
        uint8_t bit = hits[i] ? bucket(hits[i]) : 0;
        if (bit & ~seen[i]) {
            features++;
            edges += seen[i] == 0;
            seen[i] |= bit;
        }
    }
    return features - before;
}

uint32_t trace_edges(void) { return edges; }
uint32_t trace_features(void) { return features; }

struct trace_pair trace_compared(uint32_t choice)
{
    uint32_t room = pair_count < TRACE_PAIRS ? pair_count : TRACE_PAIRS;
    return room ? pairs[choice % room] : (struct trace_pair){0, 0, 0};
}
