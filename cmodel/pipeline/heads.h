/* SPDX-License-Identifier: Apache-2.0 */
/* Why the heads of the warps do not issue (3.5), and why a sub-core issues nothing. */
#ifndef SUBCORE_PIPELINE_HEADS_H
#define SUBCORE_PIPELINE_HEADS_H

#include "cmodel/subcore/stats.h"
#include "room.h"

struct heads {
    struct row *head[MAX_WARPS];        /* or NULL */
    struct step step[MAX_WARPS];        /* of each */
    int chosen;                         /* warp that nothing but its collector holds back, or -1 */
};

/* All heads in this cycle. */
void heads_look(struct heads *h, const struct scene *sc);

/* The cause of an idle cycle, or its issue, is counted as the golden model counts it: stall_* and issue_cycles. */
void heads_count(const struct heads *h, const struct scene *sc, struct stats *counts);

#endif
