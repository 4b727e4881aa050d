/* SPDX-License-Identifier: Apache-2.0 */
/* The active set of a two-level scheduler (u_active of 3.5; Malekeh VI-A1). */
#ifndef SUBCORE_ACTIVE_SET_H
#define SUBCORE_ACTIVE_SET_H

#include "model_internal.h"

/* Which warps leave and enter, once it is known what issues. */
void active_set_eval(struct model *m);
void active_set_edge(struct model *m);

#endif
