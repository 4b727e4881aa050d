/* SPDX-License-Identifier: Apache-2.0 */
/* What shared memory as a cache adds to the L1 data cache (docs/ciao.md, 7.6; CIAO IV-B). */
#ifndef SUBCORE_L1D_SHARED_H
#define SUBCORE_L1D_SHARED_H

#include "l1d.h"

void l1d_shared_list(const struct l1d *l, const struct sm_shape *k, struct register_list *list);
void l1d_shared_reset(struct l1d *l);

/* Whether nothing is looked up because of it; whether something is under way in it. */
bool l1d_shared_busy(const struct l1d *l);

/* What happens to a line access whose line is not under way; L1D_COMMON: what happens to any other. isolated: its warp
 * is; room: in the write queue. */
enum l1d_act l1d_shared_decide(const struct l1d *l, const struct sm_shape *k, const struct line_access *a,
                               bool isolated, bool room, struct l1d_step *st);

/* The edge: what l1d_shared_decide() has said, and what it may have said of a store or an atomic. */
void l1d_shared_carry_out(struct l1d *l, const struct sm_shape *k);
/* The line in the head of the response queue goes to the place of its MSHR. */
void l1d_shared_fill(struct l1d *l, const struct sm_shape *k, unsigned mshr, const uint32_t *words);
/* A line that leaves the cache for shared memory, in the cycle after it was read. */
void l1d_shared_migrate(struct l1d *l, const struct sm_shape *k);
/* What comes last. */
void l1d_shared_edge(struct l1d *l, const struct sm_shape *k);

#endif
