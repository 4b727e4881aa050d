/* SPDX-License-Identifier: Apache-2.0 */
/* Which warp issues, and into which collector (3.5; greedy-then-oldest, Malekeh IV-B); the ends of warps (3.12). */
#ifndef SUBCORE_ISSUE_H
#define SUBCORE_ISSUE_H

#include "model_internal.h"

void issue_eval(struct model *m, struct sc_out *out);

/* The head leaves its ring for the chosen collector. */
void issue_edge(struct model *m);

/* In n cycles nothing has issued, for the reason that issue_eval() has found. */
void issue_count_stall(struct model *m, uint64_t n);

/* The lowest warp that can end. */
void end_eval(struct model *m, struct sc_out *out);
void end_edge(struct model *m);

void launch_edge(struct model *m);

#endif
