/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory accesses whose record is dispatched while another one that brings sources of the same instruction is not
 * (docs/environment.md, 4.7). They are made when the last source has come.
 */
#ifndef SUBCORE_ENV_LATE_H
#define SUBCORE_ENV_LATE_H

#include <stdbool.h>

#include "env_flights.h"

/* One of them. Without results its number in flight is free already, so that it is a copy. */
struct late_access {
    bool     used, begun;
    struct flight *flight;
    struct flight copy;
    struct vreg operand[MAX_SLOTS];
};

/* Zero at the beginning. Each that has not begun lacks a record in flight; one more may wait
 * for upper lanes. */
struct env_late {
    struct late_access of[MAX_INFLIGHT + 1];
};

/* Keeps the access of a record for later. */
void env_late_keep(struct env_late *, struct flight *);

/* That of the instruction of `f` if it has not begun, or NULL. */
struct late_access *env_late_find(struct env_late *, const struct flight *f);

#endif
