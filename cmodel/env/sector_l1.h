/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The L1 of a sub-core alone in front of the one L2 of the GPU (memory.l2: shared; docs/environment.md, section 4.17):
 * tags of lines in four sectors, and the sectors that are on their way. It is blank at the start.
 */
#ifndef SUBCORE_SECTOR_L1_H
#define SUBCORE_SECTOR_L1_H

#include <stdbool.h>
#include <stdint.h>

#include "awaited.h"
#include "configs/config.h"
#include "memory.h"
#include "memory_port.h"
#include "cmodel/stream/stream.h"

struct sector_l1;

/* NULL when memory runs out. The port outlives it. */
struct sector_l1 *sector_l1_create(const struct config *cfg, struct memory_port *port);
void sector_l1_destroy(struct sector_l1 *l1);

/* Performs the accesses of a record to global or local memory in cycle `now`; `addresses` are those of its first
 * `count` active lanes. Returns true if it waits for sectors: sector_l1_done() then gives `load` back. A record without
 * results or tags has no `load`, and never waits. `time` says how long it takes otherwise, and the interval. */
bool sector_l1_access(struct sector_l1 *l1, const struct insn *insn, const uint64_t *addresses, uint32_t count,
                      uint64_t now, const struct waiting_load *load, struct memory_time *time);

/* Takes the answers at its port, before cycle `now`. A load whose last sector has a known cycle, or false. */
void sector_l1_answers(struct sector_l1 *l1, uint64_t now);
bool sector_l1_done(struct sector_l1 *l1, struct waiting_load *load);

/* Empties it, as the start of a kernel does. */
void sector_l1_flush(struct sector_l1 *l1);

const struct memory_counts *sector_l1_counts(const struct sector_l1 *l1);
bool sector_l1_failed(const struct sector_l1 *l1);

#endif
