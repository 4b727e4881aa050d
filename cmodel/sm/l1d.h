/* SPDX-License-Identifier: Apache-2.0 */
/* The L1 data cache (docs/sm.md, section 5.4): what happens to a line access, responses, and the array. */
#ifndef SUBCORE_L1D_H
#define SUBCORE_L1D_H

#include "cache_events.h"
#include "cache_sets.h"
#include "line_access.h"
#include "mshr.h"
#include "response_queue.h"
#include "shared_cache.h"
#include "sm.h"
#include "cmodel/base/watch.h"
#include "write_queue.h"

/* What happens to the line access of the cycle; the rows of the pages' tables. */
enum l1d_act {
    L1D_NOTHING, L1D_LOAD_HIT, L1D_LOAD_WAIT, L1D_CLEAN, L1D_LOAD_MISS, L1D_LOAD_BYPASS, L1D_STORE_HIT_LOCAL,
    L1D_STORE_HIT, L1D_STORE_MISS, L1D_ATOMIC, L1D_REDUCE,
    /* SHARED only (docs/ciao.md, 7.6). L1D_COMMON never is what happens in the end. */
    L1D_PROBE, L1D_SHARED_WAIT, L1D_SHARED_HIT, L1D_MIGRATE, L1D_SHARED_MISS, L1D_SHARED_STORE, L1D_COMMON
};

/* One cycle between l1d_eval() and l1d_edge(). */
struct l1d_step {
    enum l1d_act act;
    bool     hit, blocked;          /* it hits; it is there and not taken */
    unsigned row;                   /* that is hit, or the place */
    unsigned mshr, target;
    struct line_access access;
    struct cache_events events;
    bool     serve, last;           /* the head of the response queue; with its last target */
    unsigned serve_mshr, serve_target;
    bool     req_leaves, fill, flush;
    uint8_t  fill_mshr;
    struct mem_line fill_data;
    /* SHARED only. */
    bool     hit_shared;            /* it hits in shared memory; */
    struct shared_place place;      /* where it would be there, */
    struct shared_tag tag;          /* and what a probe has read there; not valid without one */
    unsigned shared_used;
};

struct l1d {
    /* Registers. */
    uint64_t hit, hit_sub, hit_id, hit_mask, hit_off_q[QWORDS(MAX_LANES * 5)];
    uint64_t victim, victim_line;
    _Alignas(8) uint32_t rdata[MAX_LINE_WORDS];
    struct cache_sets sets;
    struct mshr mshr;
    struct write_queue write_queue;
    struct response_queue response_queue;
    uint64_t probed, used, hit_shared, hit_group, migrate, migrate_mshr;    /* SHARED only */
    struct shared_cache shared;     /* likewise */
    /* No registers. */
    uint8_t  hit_off[MAX_LANES];
    uint32_t *mem;                  /* the array: LWD words for each row */
    struct l1d_step step;
    int32_t  written;               /* row of the array that the last edge wrote, or -1 */
    struct l1d_counts counts;
};

/* False when memory runs out. */
bool l1d_open(struct l1d *l, const struct sm_shape *k);
void l1d_close(struct l1d *l);

void l1d_list(const struct l1d *l, const struct sm_shape *k, struct register_list *list);
void l1d_reset(struct l1d *l, const struct sm_shape *k);
void l1d_unpack(struct l1d *l, const struct sm_shape *k);

/* Whether the line access (NULL: there is none) is taken; and the outputs but for mem_ready. isolated: its warp is. */
bool l1d_eval(struct l1d *l, const struct sm_shape *k, const struct line_access *a, bool isolated,
              const struct sm_in *in, struct sm_out *out, struct watch *w);
void l1d_edge(struct l1d *l, const struct sm_shape *k, struct watch *w);

/* Nothing is under way in the cache. */
bool l1d_idle(const struct l1d *l);

#endif
