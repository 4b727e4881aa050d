/* SPDX-License-Identifier: Apache-2.0 */
/* The module that adapts STHLD: its registers, cycle by cycle. It is u_sthld of a sub-core (docs/microarchitecture.md,
 * 3.5; Malekeh IV-B3), or of the SM (docs/sm.md, 5.6). */
#ifndef SUBCORE_STHLD_EDGE_H
#define SUBCORE_STHLD_EDGE_H

#include "model_internal.h"
#include "cmodel/base/register_list.h"
#include "sthld.h"

/* What happens in a cycle, before it changes which warps are live. */
struct sthld_inputs {
    bool     kernel, live;          /* a kernel starts; some warp is live */
    bool     late;                  /* PIPE, the sub-core's own: the transition is in the cycle behind the interval */
    unsigned issued;                /* instructions */
};

/* count_w: bits of the numbers of instructions; late: as above. */
void sthld_list(const struct sthld_q *q, const struct shape *k, unsigned count_w, bool late, struct register_list *l);
void sthld_clear(struct sthld_q *q, const struct shape *k);
void sthld_edge(struct sthld_q *q, const struct shape *k, const struct config *cfg, const struct sthld_inputs *in);

#endif
