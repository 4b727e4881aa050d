/* SPDX-License-Identifier: Apache-2.0 */
/* The tags of a set-associative cache of 128-byte lines with LRU, and whether its lines are dirty. */
#ifndef SUBCORE_TAG_CACHE_H
#define SUBCORE_TAG_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TAG_LINE_BITS = 7 };

struct tag_line {
    uint64_t number;            /* byte address >> TAG_LINE_BITS, or UINT64_MAX */
    bool     dirty;
};

/* The lines of a set lie next to each other, the most recently used one first. */
struct tag_cache {
    uint32_t ways;
    uint64_t sets;
    struct tag_line *lines;
};

/* A blank cache of `kib` KiB with at most `ways` ways, which divide the number of its lines. False when memory runs
 * out. */
bool tag_cache_init(struct tag_cache *c, int kib, uint32_t ways);
void tag_cache_free(struct tag_cache *c);
void tag_cache_clear(struct tag_cache *c);

/* Looks a line up and makes it the most recent one; a miss replaces the least recent one, which goes to `victim` if
 * that is not NULL. Returns whether it hit. */
bool tag_cache_allocate(struct tag_cache *c, uint64_t number, struct tag_line *victim);
/* Makes a line the most recent one if it is there. */
void tag_cache_refresh(struct tag_cache *c, uint64_t number);
void tag_cache_invalidate(struct tag_cache *c, uint64_t number);
/* The line that was allocated or refreshed last in its set is dirty. */
void tag_cache_dirty(struct tag_cache *c, uint64_t number);

#endif
