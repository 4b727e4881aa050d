/* SPDX-License-Identifier: Apache-2.0 */
/* The register stage between issue and allocation (PIPE; 3.5, 3.6). */
#ifndef SUBCORE_ISSUE_STAGE_H
#define SUBCORE_ISSUE_STAGE_H

#include "core.h"
#include "instruction.h"

struct issue_stage {
    struct core *core;
    bool     tables;                /* collectors have cache tables, and one of their warp may be among them */
    struct instruction instruction;
    struct {
        uint64_t valid, col, warp, iid, unit, mask, dst_count, dst_base, dst_near, dst_dist, payload[PAYLOAD_QWORDS];
        uint64_t src_valid, src_reg, src_near, src_dist;
        uint64_t first, same, serves;   /* slots first with their registers; pairs of slots; CCUs of its warp */
    } q;
};

void issue_stage_open(struct issue_stage *st, struct core *core, const struct config *cfg);
void issue_stage_list(const struct issue_stage *st, struct register_list *l);
void issue_stage_reset(struct issue_stage *st);
void issue_stage_unpack(struct issue_stage *st);

/* The stage takes the instruction that issues, on its way from warp w to collector c. `own`: collectors with tables
 * that have the warp's values, or had them last. One that takes an instruction in this cycle has done so. */
void issue_stage_take(struct issue_stage *st, unsigned c, unsigned w, unsigned iid, const struct instruction *i,
                      uint64_t own);

/* What is in it is allocated in this cycle. */
static inline void issue_stage_leave(struct issue_stage *st)
{
    st->q.valid = 0;
}

#endif
