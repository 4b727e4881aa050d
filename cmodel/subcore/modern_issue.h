/* SPDX-License-Identifier: Apache-2.0 */
/* Which warp issues without collectors: greedy, then youngest (3.18; Modern GPU Cores 5.1); the ends of warps. */
#ifndef SUBCORE_MODERN_ISSUE_H
#define SUBCORE_MODERN_ISSUE_H

#include "age_matrix.h"
#include "dependence.h"
#include "ibuffer.h"
#include "issue.h"
#include "readers.h"
#include "scoreboard.h"

/* What heads wait for: control bits, or if `dependence` is NULL both scoreboards. */
struct issue_waits {
    const struct dependence *dependence;
    const struct scoreboard *scoreboard;
    const struct readers *readers;
};

struct modern_issue {
    struct core *core;
    bool     youngest;              /* else the oldest */
    unsigned int_interval, fp32_interval, running_w;
    struct age age;                 /* launch order; valid: live warps */
    uint8_t  running[MAX_WARPS];    /* instructions that have issued and not completed */
    struct {                        /* of the cycle: */
        bool     valid;             /* a warp is chosen: */
        unsigned warp;
        enum stall stall;           /* if none is, why */
    } choice;
    struct { bool valid; unsigned warp; } ends;     /* of the cycle: a warp that ends */
    struct {
        uint64_t last_valid, last_warp, exiting, int_wait, fp32_wait, row[MAX_WARPS * QWORDS(MAX_WARPS)];
        uint64_t running[QWORDS(MAX_WARPS * 7) + 1];
    } q;
};

void modern_issue_open(struct modern_issue *is, struct core *core, const struct config *cfg);
void modern_issue_list(const struct modern_issue *is, struct register_list *l);
void modern_issue_reset(struct modern_issue *is);
void modern_issue_pack(struct modern_issue *is);
void modern_issue_unpack(struct modern_issue *is);

/* `full`: no in-flight number is free; `hold`: nothing moves behind issue, since read ports are taken; `queue`: or
 * since the unit queue is full. */
void modern_issue_eval(struct modern_issue *is, const struct ibuffer *ib, const struct issue_waits *waits, bool full,
                       bool hold, bool queue);

/* The lowest warp that can end; `owing`: warps with results that wait for their banks, or with tags. */
void modern_issue_end_eval(struct modern_issue *is, uint64_t owing);

/* A cycle without hold: the units' counts go down. Before modern_issue_edge(). */
void modern_issue_count_down(struct modern_issue *is);

/* What was chosen is the last one; its head, i, may be the last of its warp. NULL: nothing issues. */
void modern_issue_edge(struct modern_issue *is, const struct instruction *i);
void modern_issue_complete(struct modern_issue *is, unsigned warp);
void modern_issue_end_edge(struct modern_issue *is);
void modern_issue_launch(struct modern_issue *is, unsigned warp);
void modern_issue_count_stall(struct modern_issue *is);

#endif
