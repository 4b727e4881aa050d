/* SPDX-License-Identifier: Apache-2.0 */
/* Warps arrive at barriers and end; on an SM when their accesses to memory have been taken. */
#ifndef SUBCORE_ENV_ENDS_H
#define SUBCORE_ENV_ENDS_H

#include <stdbool.h>
#include <stdint.h>

#include "env_common.h"
#include "env_flights.h"

/* Zero at the beginning, but for what it is given. */
struct env_ends {
    struct env_common *env;
    const struct env_flights *flights;
    uint64_t ended;             /* bit per slot whose warp has ended, and waits for its accesses to be taken */
    uint64_t arrived;           /* likewise, at a barrier */
    uint64_t barrier_order[MAX_WARPS], barrier_done[MAX_WARPS];     /* of these */
    bool     freed;             /* a place in the front end, in this cycle */
};

/* A warp has dispatched its barrier, which is executed in cycle `done`. */
void env_ends_arrive(struct env_ends *, uint32_t slot, uint64_t order, uint64_t done);

/* The device has ended the warp of a slot. */
void env_ends_warp(struct env_ends *, uint32_t slot);

/* Warps whose accesses have been taken since then arrive at their barriers, or leave. */
void env_ends_waiting(struct env_ends *);

#endif
