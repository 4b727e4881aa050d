/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one L2 and DRAM of all SMs (memory.l2: shared; docs/environment.md, section 4.17), behind an interconnect with a
 * port for each SM and each slice of the L2. It has times, no contents.
 *
 * The slices of the machine run an interval of at most gpu_memory_latency() cycles. Then gpu_memory_run() takes what
 * they have sent. No answer comes in less than that many cycles, so each is known before the interval in which it
 * comes. Answers depend neither on how long intervals are, nor on the order in which slices have run.
 */
#ifndef SUBCORE_GPU_MEMORY_H
#define SUBCORE_GPU_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "configs/config.h"
#include "memory_port.h"

struct gpu_memory;

/* From a request to the answer of an idle GPU whose L2 has the sector: there and back through the interconnect. */
uint64_t gpu_memory_latency(const struct config *cfg);

/* `ports` are those of all slices, in the order of SM and sub-core, and outlive it. NULL when memory runs out. */
struct gpu_memory *gpu_memory_create(const struct config *cfg, struct memory_port *ports, uint32_t count);
void gpu_memory_destroy(struct gpu_memory *m);

/* All slices have run to the end of cycle `until` - 1. Answers that come before cycle `until` + that latency are now
 * at the ports. False when memory runs out. */
bool gpu_memory_run(struct gpu_memory *m, uint64_t until);

/* No slice sends anything until all has been answered: the answers are now at the ports. `last` is the cycle of the
 * last answer so far, 0 without any. False when memory runs out. */
bool gpu_memory_drain(struct gpu_memory *m, uint64_t *last);

#endif
