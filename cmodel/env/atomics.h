/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Atomics between the SM taking them and the memory behind carrying them out. They arrive there in the order in which
 * they were taken, an access in as many requests as it touches lines.
 */
#ifndef SUBCORE_ATOMICS_H
#define SUBCORE_ATOMICS_H

#include "access.h"

struct atomic {
    struct access_plan plan;
    struct mem_access access;
    uint32_t number, left;          /* piece of the plan; elements that have not been carried out */
    uint32_t sub;
};

struct atomics {
    struct atomic **ring;
    uint32_t head, count, room;
    bool     failed;                /* memory has run out */
};

void atomics_push(struct atomics *q, const struct access_plan *plan, uint32_t number, const struct mem_access *a,
                  uint32_t sub);
/* The oldest one, or NULL. */
struct atomic *atomics_head(const struct atomics *q);
/* It has been carried out. */
void atomics_pop(struct atomics *q);
void atomics_free(struct atomics *q);

#endif
