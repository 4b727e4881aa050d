/* SPDX-License-Identifier: Apache-2.0 */
#include "image.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *grown(void *old, size_t size)
{
    void *p = realloc(old, size);
    if (!p) {
        fputs("out of memory\n", stderr);
        abort();
    }
    return p;
}

void image_group(struct image *im)
{
    im->group_begin = grown(im->group_begin, (im->groups + 2) * sizeof *im->group_begin);
    im->group_begin[im->groups++] = im->count;
    im->group_begin[im->groups] = im->count;
}

void image_add(struct image *im, bool reset, struct place place, const char *name, ...)
{
    char text[REGISTER_NAME];
    va_list args;
    va_start(args, name);
    vsnprintf(text, sizeof text, name, args);
    va_end(args);
    if (im->count == im->capacity) {
        im->capacity = im->capacity ? 2 * im->capacity : 128;
        im->list = grown(im->list, im->capacity * sizeof *im->list);
        im->places = grown(im->places, im->capacity * sizeof *im->places);
    }
    uint32_t width = place.width;
    for (int d = 0; d < DIMENSIONS; d++) {
        if (place.dim[d].count == 0)
            place.dim[d].count = 1;
        width *= place.dim[d].count;
    }
    char *copy = grown(NULL, strlen(text) + 1);
    strcpy(copy, text);
    im->places[im->count] = place;
    im->list[im->count++] = (struct model_register){copy, width, reset, im->size};
    im->size += (width + 63) / 64 * 8;
    im->group_begin[im->groups] = im->count;
}

void image_finish(struct image *im)
{
    im->bytes = grown(NULL, im->size + 8);
    memset(im->bytes, 0, im->size + 8);
    im->dirty = grown(NULL, im->groups);
    memset(im->dirty, 1, im->groups);
}

void image_free(struct image *im)
{
    for (uint32_t i = 0; i < im->count; i++)
        free((char *)im->list[i].name);
    free(im->list);
    free(im->places);
    free(im->group_begin);
    free(im->dirty);
    free(im->bytes);
}

static uint64_t load(const uint8_t *at, uint32_t bytes)
{
    uint64_t v = 0;
    memcpy(&v, at, bytes);
    return v;
}

/* Puts the low `width` bits of v, at most 32, at bit `pos`; the target bits are zero. */
static inline void put(uint8_t *bits, uint32_t pos, uint32_t width, uint64_t v)
{
    uint64_t word;
    v &= ((uint64_t)1 << width) - 1;
    memcpy(&word, bits + pos / 32 * 4, sizeof word);
    word |= v << pos % 32;
    memcpy(bits + pos / 32 * 4, &word, sizeof word);
}

static inline uint32_t get(const uint8_t *bits, uint32_t size, uint32_t pos, uint32_t width)
{
    uint64_t word = 0;
    uint32_t byte = pos / 32 * 4;
    memcpy(&word, bits + byte, size - byte < sizeof word ? size - byte : sizeof word);
    return (uint32_t)(word >> pos % 32 & (((uint64_t)1 << width) - 1));
}

/* Bytes that a natural element of this width has, at least. */
static uint32_t storage(uint32_t width)
{
    return (width + 7) / 8;
}

static void pack(struct image *im, uint32_t index)
{
    const struct place *p = &im->places[index];
    uint8_t *bits = im->bytes + im->list[index].offset;
    uint32_t pos = 0;
    if (!p->at)
        return;
    memset(bits, 0, (im->list[index].width + 63) / 64 * 8);
    for (uint32_t i = 0; i < p->dim[0].count; i++)
        for (uint32_t j = 0; j < p->dim[1].count; j++)
            for (uint32_t k = 0; k < p->dim[2].count; k++) {
                const uint8_t *at = p->at + i * p->dim[0].stride + j * p->dim[1].stride + k * p->dim[2].stride;
                for (uint32_t left = p->width; left > 0;) {
                    uint32_t part = left < 32 ? left : 32;
                    put(bits, pos, part, load(at, storage(part)));
                    pos += part;
                    left -= part;
                    at += 4;
                }
            }
}

void image_update(struct image *im)
{
    for (uint32_t g = 0; g < im->groups; g++) {
        if (!im->dirty[g])
            continue;
        im->dirty[g] = 0;
        for (uint32_t i = im->group_begin[g]; i < im->group_begin[g + 1]; i++)
            pack(im, i);
    }
}

void image_load(struct image *im, uint32_t index, const uint8_t *bits)
{
    const struct place *p = &im->places[index];
    uint32_t size = (im->list[index].width + 31) / 32 * 4, pos = 0;
    memcpy(im->bytes + im->list[index].offset, bits, storage(im->list[index].width));
    if (!p->at)
        return;
    for (uint32_t i = 0; i < p->dim[0].count; i++)
        for (uint32_t j = 0; j < p->dim[1].count; j++)
            for (uint32_t k = 0; k < p->dim[2].count; k++) {
                uint8_t *at = p->at + i * p->dim[0].stride + j * p->dim[1].stride + k * p->dim[2].stride;
                for (uint32_t left = p->width; left > 0;) {
                    uint32_t part = left < 32 ? left : 32;
                    uint32_t v = get(im->bytes + im->list[index].offset, size, pos, part);
                    memcpy(at, &v, storage(part));
                    pos += part;
                    left -= part;
                    at += 4;
                }
            }
    memset(im->dirty, 1, im->groups);
}
