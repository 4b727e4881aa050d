/* SPDX-License-Identifier: Apache-2.0 */
/* What the bench of l1d has beside shared memory as a cache (docs/ciao.md, 7.6): the model's shared_cache. */
#ifndef TB_ALONE_SHARED_PART_H
#define TB_ALONE_SHARED_PART_H

#include "alone.h"
#include "cmodel/sm/l1d.h"

enum { SHARED_RECENT = 4 };

/* Lines that have last been on their way to shared memory; the next one is written at `next`. */
struct shared_part {
    uint64_t recent[SHARED_RECENT];
    unsigned next;
};

/* One of these, or another line for its place. */
uint64_t draw_shared_line(struct unit *u, const struct sm_shape *k, const struct shared_part *s);

/* The line of the cycle's access is on its way there, or it is not. After l1d_eval(). */
void follow_shared(struct shared_part *s, const struct l1d *l);

/* Inputs of a cycle with this line access: whether its warp is isolated, which is returned, and what shared memory
 * says. Called before l1d_eval(). */
bool give_shared(struct unit *u, const struct sm_shape *k, const struct l1d *l, const struct line_access *a);

/* Rows that a kernel uses which starts. */
unsigned draw_used_rows(struct unit *u, const struct sm_shape *k);

/* Outputs to shared memory, after l1d_eval(). */
void says_shared(struct unit *u, const struct sm_shape *k, const struct l1d *l);

#endif
