/* SPDX-License-Identifier: Apache-2.0 */
/* One bit per warp and register: a result is outstanding (3.5, 3.9). */
#ifndef SUBCORE_SCOREBOARD_H
#define SUBCORE_SCOREBOARD_H

#include "model_internal.h"

static inline bool scoreboard_pending(const struct model *m, unsigned warp, unsigned reg)
{
    return bit_get(m->q.pending, warp * m->shape.registers + reg);
}

/* RAW or WAW: the instruction has to wait for a result. */
bool scoreboard_waits(const struct model *m, unsigned warp, const struct entry *e);

/* The results of an issued instruction become pending. */
void scoreboard_issue(struct model *m, unsigned warp, const struct entry *e);

/* A result has been accepted. */
void scoreboard_accept(struct model *m, unsigned warp, unsigned reg);

/* Some register of the warp is pending. */
bool scoreboard_any(const struct model *m, unsigned warp);

#endif
