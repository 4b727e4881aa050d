/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions reach their units: what the device delivers is checked, results are computed from it. */
#ifndef SUBCORE_ENV_DISPATCH_H
#define SUBCORE_ENV_DISPATCH_H

#include <stdint.h>

#include "env_common.h"
#include "env_ends.h"
#include "env_flights.h"
#include "env_late.h"

/* Zero at the beginning, but for what it is given, and `half`, which is NOTHING. */
struct env_dispatch {
    struct env_common *env;
    struct env_flights *flights;
    struct env_ends *ends;
    uint64_t instructions, threads;     /* whose last micro-operation has been dispatched, and their active lanes */
    struct env_collection collection;
    struct env_late late;
    struct late_access *begun;  /* whose access the record that was dispatched last has brought the last source of */
    int      half;              /* in-flight number of which the upper lanes come in this cycle, or NOTHING, */
    struct vreg lower[MAX_SLOTS];   /* and what came of its operands in the one before */
};

/* The device has dispatched an instruction; `unit_ready` is what was driven. */
void env_dispatch_step(struct env_dispatch *, const struct sc_out *, uint32_t unit_ready);

/* The second beat of the instruction that was dispatched in the cycle before. */
void env_dispatch_upper(struct env_dispatch *, const struct sc_out *);

#endif
