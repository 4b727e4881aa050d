/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The slices of a GPU with one STHLD (sthld.mode: gpu), in lock-step: all run an interval, then what they have issued
 * together decides about STHLD in the next one. A slice that has ended issues nothing more.
 */
#ifndef SUBCORE_GPU_H
#define SUBCORE_GPU_H

#include "slices.h"

/* Called by slices_run(). Threads share nothing but `all`, and meet at the end of each interval, so that the results do
 * not depend on their number. When a slice fails, all others complete the interval. */
void gpu_run(struct slices *all, uint32_t threads);

#endif
