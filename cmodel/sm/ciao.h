/* SPDX-License-Identifier: Apache-2.0 */
/* Which warps are isolated, stalled, reactivated and sent back (docs/ciao.md, 7.3 to 7.5; CIAO III, IV-A, IV-C). */
#ifndef SUBCORE_CIAO_H
#define SUBCORE_CIAO_H

#include "cutoff_test.h"
#include "interference_list.h"
#include "pair_list.h"
#include "sm.h"
#include "cmodel/base/watch.h"
#include "vta_counts.h"

/* Of `state` and of `kind`: what is under way, and for what. */
enum { STATE_IDLE, STATE_SEEK, STATE_TEST, STATE_JUDGE };
enum { KIND_LOW, KIND_HIGH, KIND_RESCUE };

struct ciao {
    /* Registers. */
    uint64_t live[QWORDS(MAX_SM_WARPS)];
    uint64_t low_count, high_count, low_due, high_due, quiet, rescue;
    uint64_t state, kind, turn, left, walked, pos, subject, tested;
    struct interference_list list;
    struct vta_counts vta;
    struct cutoff_test test;
    struct pair_list pairs;
    /* No registers. */
    struct ciao_counts counts;
};

/* What others tell of a cycle. */
struct ciao_inputs {
    int      hit;                   /* warp with a VTA hit, or -1, */
    unsigned by;                    /* and the interfering one */
    bool     shared_on, flush;
};

void ciao_list(const struct ciao *c, const struct sm_shape *k, struct register_list *l);
void ciao_reset(struct ciao *c, const struct sm_shape *k);
void ciao_unpack(struct ciao *c, const struct sm_shape *k);

bool ciao_isolated(const struct ciao *c, unsigned warp);
/* stall_i of a sub-core. */
uint64_t ciao_stall(const struct ciao *c, const struct sm_shape *k, unsigned sub);

void ciao_edge(struct ciao *c, const struct sm_shape *k, const struct warp_events *w, const struct ciao_inputs *in,
               struct watch *watch);

#endif
