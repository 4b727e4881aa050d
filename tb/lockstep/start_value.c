/* SPDX-License-Identifier: Apache-2.0 */
#include "start_value.h"

#include <string.h>

#include "ports.h"

/* splitmix64 */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

void start_value(uint8_t *bits, uint32_t width, const char *name, uint32_t row, uint64_t seed)
{
    uint64_t state = 0xcbf29ce484222325u ^ seed;
    for (const char *c = name; *c; c++)
        state = (state ^ (uint8_t)*c) * 0x100000001b3u;
    state += (uint64_t)row << 32;
    uint32_t bytes = ports_storage(width);
    for (uint32_t i = 0; i < bytes; i += 8) {
        uint64_t v = next_random(&state);
        uint32_t left = width > 8 * i ? width - 8 * i : 0;
        if (left < 64)
            v &= ((uint64_t)1 << left) - 1;
        memcpy(bits + i, &v, bytes - i < 8 ? bytes - i : 8);
    }
}
