/* SPDX-License-Identifier: Apache-2.0 */
/* What never happens in the cache (docs/sm.md, end of section 5.4; docs/ciao.md, end of 7.6). */
#ifndef SUBCORE_L1D_CHECK_H
#define SUBCORE_L1D_CHECK_H

#include "l1d.h"

/* A line access that is looked up, and what it finds. */
void l1d_check_access(const struct l1d *l, const struct sm_shape *k, const struct line_access *a,
                      const struct cache_lookup *found, struct watch *w);

/* `idle`: nothing is under way in the cache. */
void l1d_check_inputs(const struct l1d *l, const struct sm_shape *k, const struct sm_in *in, bool idle,
                      struct watch *w);

/* The set and the MSHR that the edge has touched. */
void l1d_check_edge(const struct l1d *l, const struct sm_shape *k, struct watch *w);

#endif
