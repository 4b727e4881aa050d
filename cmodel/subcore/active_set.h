/* SPDX-License-Identifier: Apache-2.0 */
/* The active set of a two-level scheduler (u_active of 3.5; Malekeh VI-A1). */
#ifndef SUBCORE_ACTIVE_SET_H
#define SUBCORE_ACTIVE_SET_H

#include "issue.h"
#include "intervals.h"

struct active_set {
    struct core *core;
    const struct levels *levels;    /* NULL: there are none; */
    const struct intervals *intervals;      /* the same */
    unsigned most;                  /* warps that it holds (issue.active) */
    uint64_t leave, enter;          /* of the cycle, but for a warp that ends */
    struct { uint64_t active; } q;
};

void active_set_open(struct active_set *a, struct core *core, const struct config *cfg);
void active_set_list(const struct active_set *a, struct register_list *l);
void active_set_reset(struct active_set *a);

/* Warps that may issue: all without a two-level scheduler. */
static inline uint64_t active_set_warps(const struct active_set *a)
{
    return a->core->shape.two_level ? a->q.active : UINT64_MAX;
}

/* Which warps leave and enter, once it is known what issues: this warp, or none, with -1. With intervals a warp leaves
 * when its frame is empty. */
void active_set_eval(struct active_set *a, const struct issue *is, const struct limit *limit, const struct ibuffer *ib,
                     int issues);
void active_set_edge(struct active_set *a, const struct issue *is);

#endif
