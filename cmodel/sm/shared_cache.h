/* SPDX-License-Identifier: Apache-2.0 */
/* The two bank groups of shared memory as a direct-mapped cache (docs/ciao.md, 7.6; CIAO IV-B, Fig. 7). */
#ifndef SUBCORE_SHARED_CACHE_H
#define SUBCORE_SHARED_CACHE_H

#include "line_access.h"
#include "smmt.h"

struct shared_cache {
    /* Registers. */
    uint64_t clear, clear_row;
    struct smmt smmt;
    _Alignas(8) uint32_t rdata[SHARED_GROUPS][MAX_LINE_WORDS];
    /* No registers. */
    uint32_t *mem[SHARED_GROUPS];           /* the arrays: LWD words for each row */
    int32_t  written[SHARED_GROUPS];        /* row that the last edge wrote, or -1 */
};

struct shared_tag {
    bool     valid;
    uint64_t line;
    uint8_t  warp;
};

/* False when memory runs out. Without SHARED there are no arrays. */
bool shared_cache_open(struct shared_cache *s, const struct sm_shape *k);
void shared_cache_close(struct shared_cache *s);

void shared_cache_list(const struct shared_cache *s, const struct sm_shape *k, struct register_list *l);
void shared_cache_reset(struct shared_cache *s);

/* A row of a group. */
uint32_t *shared_row(const struct shared_cache *s, const struct sm_shape *k, unsigned group, unsigned row);

/* The tag of a place, as the arrays deliver it after a probe; and as it is in the memory. */
struct shared_tag shared_read_tag(const struct shared_cache *s, const struct sm_shape *k, struct shared_place p);
struct shared_tag shared_peek_tag(const struct shared_cache *s, const struct sm_shape *k, struct shared_place p);

/* What the arrays do at an edge. */
void shared_probe(struct shared_cache *s, const struct sm_shape *k, struct shared_place p);
void shared_store(struct shared_cache *s, const struct sm_shape *k, struct shared_place p, const struct line_bytes *b);
void shared_fill(struct shared_cache *s, const struct sm_shape *k, struct shared_place p, const uint32_t *words,
                 const struct shared_tag *t);
void shared_drop(struct shared_cache *s, const struct sm_shape *k, struct shared_place p);
/* A step of clearing tags, if they are being cleared. */
void shared_clear(struct shared_cache *s, const struct sm_shape *k);
/* A kernel starts. */
void shared_flush(struct shared_cache *s, const struct sm_shape *k, unsigned used);

#endif
