/* SPDX-License-Identifier: Apache-2.0 */
/* The module that adapts STHLD: its registers, cycle by cycle. It is u_sthld of a sub-core
 * (docs/microarchitecture-ccu.md, STHLD; Malekeh IV-B3), or of the SM (docs/sm.md, 5.6). */
#ifndef SUBCORE_STHLD_EDGE_H
#define SUBCORE_STHLD_EDGE_H

#include "cmodel/base/register_list.h"
#include "sthld.h"

struct sthld {
    struct config cfg;              /* of the transitions */
    unsigned start, interval;       /* sthld.value, sthld.interval */
    unsigned sthld_w, cycle_w, count_w;
    bool     late;                  /* the transition is in the cycle behind the interval (PIPE) */
    struct { uint64_t state, sthld, clamped, cycle, count, prev, judge, large; } q;
};

/* What happens in a cycle, before it changes which warps are live. */
struct sthld_inputs {
    bool     kernel, live;          /* a kernel starts; some warp is live */
    unsigned issued;                /* instructions */
};

/* `most`: instructions that can issue in an interval; `late`: as above. */
void sthld_open(struct sthld *s, const struct config *cfg, unsigned most, bool late);
void sthld_list(const struct sthld *s, struct register_list *l);
void sthld_reset(struct sthld *s);
void sthld_edge(struct sthld *s, const struct sthld_inputs *in);

/* Cycles that may pass at once while warps are live and nothing issues. */
uint64_t sthld_rest(const struct sthld *s);
void sthld_pass(struct sthld *s, uint64_t cycles);

#endif
