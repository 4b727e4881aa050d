/* SPDX-License-Identifier: Apache-2.0 */
#include "memory_image.h"

#include <stdlib.h>
#include <string.h>

void memory_image_free(struct memory_image *image)
{
    for (size_t i = 0; i < image->count; i++)
        free((uint8_t *)(uintptr_t)image->pieces[i].data);
    free(image->pieces);
    *image = (struct memory_image){.hashed = false};
}

bool memory_image_take(struct memory_image *image, const struct stream *stream)
{
    struct stream_memory piece;
    size_t count = 0;
    memory_image_free(image);
    image->hashed = stream->memory == NULL;
    if (image->hashed)
        return true;
    while (stream->memory(stream, count, &piece))
        count++;
    image->pieces = calloc(count + 1, sizeof *image->pieces);
    if (!image->pieces)
        return false;
    while (image->count < count && stream->memory(stream, image->count, &piece)) {
        uint8_t *copy = malloc(piece.bytes);
        if (!copy)
            return false;
        memcpy(copy, piece.data, piece.bytes);
        piece.data = copy;
        image->pieces[image->count++] = piece;
    }
    return true;
}

static uint32_t hash_word(uint64_t word)
{
    uint64_t x = (word + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return (uint32_t)(x >> 32);
}

void memory_image_page(const struct memory_image *image, uint64_t page, uint32_t words[PAGE_WORDS])
{
    uint64_t begin = page << PAGE_BITS, end = begin + 4 * PAGE_WORDS;
    if (!image->hashed)
        memset(words, 0, 4 * PAGE_WORDS);
    for (uint32_t i = 0; i < PAGE_WORDS && image->hashed; i++)
        words[i] = hash_word(page * PAGE_WORDS + i);
    for (size_t i = 0; i < image->count; i++) {
        const struct stream_memory *p = &image->pieces[i];
        uint64_t from = p->address > begin ? p->address : begin, last = p->address + p->bytes;
        uint64_t to = last < end ? last : end;
        if (from < to)
            memcpy((uint8_t *)words + (from - begin), p->data + (from - p->address), to - from);
    }
}
