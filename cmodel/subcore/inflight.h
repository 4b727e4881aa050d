/* SPDX-License-Identifier: Apache-2.0 */
/* In-flight numbers: given at issue, freed with the last result or, without results, at dispatch (3.4, 3.5, 3.9). */
#ifndef SUBCORE_INFLIGHT_H
#define SUBCORE_INFLIGHT_H

#include "model_internal.h"

void inflight_take(struct model *m, unsigned iid, unsigned warp, const struct entry *e);
void inflight_dispatch(struct model *m, unsigned iid, unsigned dst_count);

/* Section 3.13: a result is for a pending register and a valid number, `last` is on the last. False: it can not be
 * handled at all. */
bool inflight_check(struct model *m, const struct result *r);

void inflight_accept(struct model *m, const struct result *r);

#endif
