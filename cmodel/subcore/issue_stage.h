/* SPDX-License-Identifier: Apache-2.0 */
/* The register stage between issue and allocation (PIPE; 3.5, 3.6). */
#ifndef SUBCORE_ISSUE_STAGE_H
#define SUBCORE_ISSUE_STAGE_H

#include "model_internal.h"

/* The stage takes the instruction that issues, on its way from warp w to collector c. */
void issue_stage_take(struct model *m, unsigned c, unsigned w, unsigned iid, const struct entry *e);

/* LATE: what is chosen in this cycle, if anything, issues in the next one. */
void issue_stage_choose(struct model *m);

/* The natural form of the registers, from the packed one. */
void issue_stage_unpack(struct model *m);

#endif
