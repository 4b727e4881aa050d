/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tags of a set-associative cache with lines of 128 bytes in four sectors of 32 bytes, and LRU. A line is there or
 * not, and of each of its sectors some bytes are: all of them when the sector was read, else those that were written.
 */
#ifndef SUBCORE_SECTOR_CACHE_H
#define SUBCORE_SECTOR_CACHE_H

#include <stdbool.h>
#include <stdint.h>

enum { SECTOR_BITS = 5, SECTORS = 4 };

/* Bit per byte of a sector. */
#define SECTOR_WHOLE UINT32_MAX

struct sector_line {
    uint64_t number;            /* of the line, or UINT64_MAX */
    uint64_t used;              /* larger for lines that were used later */
    uint64_t ready[SECTORS];    /* the owner's: cycle from which the sector's bytes are here */
    uint32_t bytes[SECTORS];    /* that are there */
    uint8_t  dirty;             /* bit per sector */
};

struct sector_cache {
    uint32_t ways;
    uint64_t sets, uses;
    struct sector_line *lines;  /* set by set */
};

/* A blank cache of `lines` lines, which `ways` divides; of fewer lines than ways every line is a way. False when memory
 * runs out. */
bool sector_cache_init(struct sector_cache *c, uint64_t lines, uint32_t ways);
void sector_cache_free(struct sector_cache *c);
void sector_cache_clear(struct sector_cache *c);

/* The line, which becomes the most recent one; NULL: it is not there. */
struct sector_line *sector_cache_find(struct sector_cache *c, uint64_t number);
/* Likewise; a line that is not there takes the place of the least recent one, which goes to `victim` if that is not
 * NULL, and has no bytes. */
struct sector_line *sector_cache_take(struct sector_cache *c, uint64_t number, struct sector_line *victim);
void sector_cache_drop(struct sector_cache *c, uint64_t number);

#endif
