/* SPDX-License-Identifier: Apache-2.0 */
/* What a slice has counted: its model, and the environment around it. */
#ifndef SUBCORE_SLICE_COUNTS_H
#define SUBCORE_SLICE_COUNTS_H

#include "cmodel/env/sm_env.h"
#include "cmodel/subcore/stats.h"
#include "cmodel/sm/top.h"

/* `s` is all zeros before. */
void slice_counts(struct stats *s, const struct sm_env *env, const struct top *top);

#endif
