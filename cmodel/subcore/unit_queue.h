/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions without a fixed latency, which wait for operands and their unit one after the other (3.18). */
#ifndef SUBCORE_UNIT_QUEUE_H
#define SUBCORE_UNIT_QUEUE_H

#include "carried.h"
#include "modern_bank.h"

struct unit_queue {
    struct core *core;
    unsigned depth;
    struct carried_set entries;
    bool dispatches;                /* of the cycle: the head does */
    uint32_t asks;                  /* and slots of the head that are asked for */
    struct {
        uint64_t count, asked, got;
        struct vreg data[MAX_SLOTS];
    } q;
};

void unit_queue_open(struct unit_queue *u, struct core *core, const struct config *cfg);
void unit_queue_list(const struct unit_queue *u, struct register_list *l);
void unit_queue_reset(struct unit_queue *u);

static inline bool unit_queue_full(const struct unit_queue *u)
{
    return u->q.count == u->depth;
}

/* Whether the head has its operands and its unit takes it. */
bool unit_queue_ready(const struct unit_queue *u, uint32_t unit_ready);

/* What the head asks the banks for. */
void unit_queue_ask(struct unit_queue *u, struct modern_banks *banks, const uint16_t row_base[MAX_WARPS]);

/* Before the banks' edge: values that have come, the head leaves, `in` (or NULL) comes. */
void unit_queue_edge(struct unit_queue *u, const struct modern_banks *banks, const struct carried *in);

#endif
