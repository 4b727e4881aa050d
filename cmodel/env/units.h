/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The execution units as far as time goes: when each takes its next instruction, and in which order results come back.
 * An instruction is known by its in-flight number. The order at a port is (cycle of the first result, sequence).
 */
#ifndef SUBCORE_UNITS_H
#define SUBCORE_UNITS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/subcore/boundary.h"
#include "configs/config.h"
#include "memory.h"

struct units;

/* NULL when memory runs out. */
struct units *units_create(const struct config *cfg);
void units_destroy(struct units *u);

/* Latency and interval of a unit in cycles; the load/store unit's come from memory_access(). */
struct memory_time units_time(const struct units *u, uint32_t unit);

/* Bit per unit that can take an instruction in cycle `now`. */
uint32_t units_ready(const struct units *u, uint64_t now);

/* Unit `unit` takes an instruction in cycle `now`, and the next one `interval` cycles later at the soonest. */
void units_dispatch(struct units *u, uint32_t unit, uint32_t interval, uint64_t now);

/* The results of an instruction are offered at its unit's port from cycle `ready` on. `sequence` is larger for
 * instructions that were issued later. */
void units_complete(struct units *u, uint32_t unit, uint8_t iid, uint64_t ready, uint64_t sequence);

/* Bit per port that offers a result in cycle `now`, and the in-flight number whose result it is. */
uint32_t units_offers(const struct units *u, uint64_t now);
uint32_t units_head(const struct units *u, uint32_t port);

/* The first cycle from `now` on, or UINT64_MAX, in which a unit becomes ready or a port offers a result. */
uint64_t units_event(const struct units *u, uint64_t now);

/* The last result of that instruction has been accepted. */
void units_pop(struct units *u, uint32_t port);

#endif
