/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The packed form of all registers. A register is described once: its name, and where its elements lie in the natural
 * state (up to three nested dimensions). Listing, packing and unpacking all come from that description.
 */
#ifndef SUBCORE_IMAGE_H
#define SUBCORE_IMAGE_H

#include "model.h"

enum { DIMENSIONS = 3, REGISTER_NAME = 96 };

/* `count` elements, `stride` bytes apart. */
struct dimension { uint32_t count; size_t stride; };

/* Where the bits of a register come from: elements of `width` bits, little endian at `at`, dimension 0 outermost. */
struct place {
    uint8_t *at;
    uint32_t width;
    struct dimension dim[DIMENSIONS];
};

struct image {
    struct model_register *list;
    struct place *places;       /* at is NULL for vectors: they live in the image */
    uint32_t count, capacity;
    uint32_t *group_begin;      /* registers of group g: group_begin[g] to group_begin[g + 1] - 1 */
    uint8_t  *dirty;            /* per group */
    uint32_t groups;
    uint8_t *bytes;
    size_t   size;
};

/* Registers are added group by group; a group is packed again when one of its registers may have changed. */
void image_group(struct image *im);
void image_add(struct image *im, bool reset, struct place place, const char *name, ...)
    __attribute__((format(printf, 4, 5)));
void image_finish(struct image *im);
void image_free(struct image *im);

static inline void image_touch(struct image *im, uint32_t group) { im->dirty[group] = 1; }

/* Packs what has changed. */
void image_update(struct image *im);
void image_load(struct image *im, uint32_t index, const uint8_t *bits);

#endif
