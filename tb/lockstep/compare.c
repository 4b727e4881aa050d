/* SPDX-License-Identifier: Apache-2.0 */
#include "compare.h"

#include <stdlib.h>
#include <string.h>

#include "ports.h"

static int size_class(uint32_t bytes)
{
    return bytes == 1 ? SIZE_1 : bytes == 2 ? SIZE_2 : bytes == 4 ? SIZE_4 : bytes == 8 ? SIZE_8 : SIZE_WIDE;
}

static bool adjacent(const struct pair *a, const struct pair *b)
{
    return a->rtl + a->bytes == b->rtl && a->offset + a->bytes == b->offset;
}

bool compare_make(struct compare *c, const struct top *model, uint8_t *const *rtl)
{
    const struct model_register *r = top_registers(model);
    uint32_t n = 0, count = top_register_count(model);
    c->pairs = calloc(count, sizeof *c->pairs);
    if (!c->pairs)
        return false;
    for (int size = 0; size < SIZES; size++) {
        c->begin[size] = n;
        for (uint32_t i = 0; i < count; i++) {
            struct pair next = {rtl[i], r[i].offset, ports_storage(r[i].width)};
            if (size_class(next.bytes) != size)
                continue;
            if (size == SIZE_WIDE && n > c->begin[size] && adjacent(&c->pairs[n - 1], &next))
                c->pairs[n - 1].bytes += next.bytes;
            else
                c->pairs[n++] = next;
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

/* No early way out: the regions are nearly always equal. */
static uint64_t differ(const uint8_t *a, const uint8_t *b, uint32_t bytes)
{
    uint64_t d = 0;
    uint32_t i = 0;
    for (; i + 8 <= bytes; i += 8)
        d |= load64(a + i) ^ load64(b + i);
    return i < bytes ? d | (load32(a + i) ^ load32(b + i)) : d;
}

bool compare_bytes(const uint8_t *a, const uint8_t *b, uint32_t bytes)
{
    return differ(a, b, bytes) == 0;
}

bool compare_equal(const struct compare *c, const uint8_t *image)
{
    const struct pair *q = c->pairs;
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
    for (; i < c->begin[SIZES]; i++)
        d |= differ(q[i].rtl, image + q[i].offset, q[i].bytes);
    return d == 0;
}
