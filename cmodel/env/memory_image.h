/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What memory holds before anybody has written to it: with machine code what sequential execution had when the kernel
 * began, and zero elsewhere; with a trace a hash of the address.
 */
#ifndef SUBCORE_MEMORY_IMAGE_H
#define SUBCORE_MEMORY_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/stream/stream.h"

enum { PAGE_BITS = 12, PAGE_WORDS = (1 << PAGE_BITS) / 4 };

struct memory_image {
    bool   hashed;                  /* of a trace */
    size_t count;
    struct stream_memory *pieces;   /* copies, by address */
};

/* Takes a copy of the stream's memory as it is now, instead of what it held. False when memory runs out. */
bool memory_image_take(struct memory_image *image, const struct stream *stream);
void memory_image_free(struct memory_image *image);

/* The words of a page: addresses page << PAGE_BITS and so on. */
void memory_image_page(const struct memory_image *image, uint64_t page, uint32_t words[PAGE_WORDS]);

#endif
