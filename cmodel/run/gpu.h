/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The slices of a GPU that have something in common, in lock-step: all run an interval, then follows what comes of it
 * for all. One STHLD (sthld.mode: gpu) follows from what they have issued. One L2 (memory.l2: shared) answers what they
 * have sent. Where kernels end for the whole GPU (machine.kernels: gpu), a slice stands still at the end of a kernel,
 * and the next one begins when all do. A slice that has ended issues nothing more.
 */
#ifndef SUBCORE_GPU_H
#define SUBCORE_GPU_H

#include "slices.h"

/* Called by slices_run(). Threads share nothing but `all`, and meet at the end of each interval, so that the results do
 * not depend on their number. When a slice fails, all others complete the interval. */
void gpu_run(struct slices *all, uint32_t threads);

#endif
