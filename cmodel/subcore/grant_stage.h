/* SPDX-License-Identifier: Apache-2.0 */
/* With BOCs, the register stage between the choice of a warp and its issue (LATE; 3.5, 3.14). */
#ifndef SUBCORE_GRANT_STAGE_H
#define SUBCORE_GRANT_STAGE_H

#include "core.h"

struct grant_stage {
    struct core *core;
    struct { uint64_t grant, warp, iid; } q;    /* grant: the warp, one-hot, or none */
};

void grant_stage_open(struct grant_stage *g, struct core *core);
void grant_stage_list(const struct grant_stage *g, struct register_list *l);
void grant_stage_reset(struct grant_stage *g);

static inline bool grant_stage_valid(const struct grant_stage *g)
{
    return g->q.grant != 0;
}

/* What is chosen in this cycle, if anything, issues in the next one. */
void grant_stage_take(struct grant_stage *g, bool chosen, unsigned warp, unsigned iid);

#endif
