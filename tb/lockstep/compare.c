/* SPDX-License-Identifier: Apache-2.0 */
#include "compare.h"

#include <stdlib.h>
#include <string.h>

static int size_class(uint32_t bytes)
{
    return bytes == 1 ? SIZE_1 : bytes == 2 ? SIZE_2 : bytes == 4 ? SIZE_4 : bytes == 8 ? SIZE_8 : SIZE_WIDE;
}

static bool adjacent(const struct pair *a, const struct pair *b)
{
    return a->rtl + a->bytes == b->rtl && a->offset + a->bytes == b->offset;
}

bool compare_make(struct compare *c, const struct pair *list, uint32_t count)
{
    uint32_t n = 0;
    c->pairs = calloc(count + 1, sizeof *c->pairs);
    if (!c->pairs)
        return false;
    for (int size = 0; size < SIZES; size++) {
        c->begin[size] = n;
        for (uint32_t i = 0; i < count; i++) {
            if (size_class(list[i].bytes) != size)
                continue;
            if (size == SIZE_WIDE && n > c->begin[size] && adjacent(&c->pairs[n - 1], &list[i]))
                c->pairs[n - 1].bytes += list[i].bytes;
            else
                c->pairs[n++] = list[i];
        }
    }
    c->begin[SIZES] = n;
    return true;
}

void compare_free(struct compare *c)
{
    free(c->pairs);
    c->pairs = NULL;
}

static uint64_t load64(const uint8_t *at)
{
    uint64_t v;
    memcpy(&v, at, sizeof v);
    return v;
}

static uint32_t load32(const uint8_t *at)
{
    uint32_t v;
    memcpy(&v, at, sizeof v);
    return v;
}

static uint16_t load16(const uint8_t *at)
{
    uint16_t v;
    memcpy(&v, at, sizeof v);
    return v;
}

bool compare_equal(const struct compare *c, const void *model)
{
    const struct pair *q = c->pairs;
    const uint8_t *image = model;
    uint64_t d = 0;
    uint32_t i = 0;
    for (; i < c->begin[SIZE_2]; i++)
        d |= *q[i].rtl ^ image[q[i].offset];
    for (; i < c->begin[SIZE_4]; i++)
        d |= load16(q[i].rtl) ^ load16(image + q[i].offset);
    for (; i < c->begin[SIZE_8]; i++)
        d |= load32(q[i].rtl) ^ load32(image + q[i].offset);
    for (; i < c->begin[SIZE_WIDE]; i++)
        d |= load64(q[i].rtl) ^ load64(image + q[i].offset);
    for (; i < c->begin[SIZES] && d == 0; i++)
        d = memcmp(q[i].rtl, image + q[i].offset, q[i].bytes) != 0;
    return d == 0;
}
