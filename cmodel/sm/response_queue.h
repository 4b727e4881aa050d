/* SPDX-License-Identifier: Apache-2.0 */
/* Lines, and old values of atomics, that have come from the memory below, first in first out (docs/sm.md, 5.4). */
#ifndef SUBCORE_RESPONSE_QUEUE_H
#define SUBCORE_RESPONSE_QUEUE_H

#include "cmodel/base/register_list.h"
#include "sm_shape.h"

struct response_queue {
    /* Registers. */
    uint64_t count, rptr;
    uint64_t mshr_q[QWORDS(MAX_RESPONSE_QUEUE * 6)];
    _Alignas(8) uint32_t data[MAX_RESPONSE_QUEUE * MAX_LINE_WORDS];     /* entry i from i LWD on */
};

void response_queue_list(const struct response_queue *r, const struct sm_shape *k, struct register_list *l);
void response_queue_reset(struct response_queue *r);

void response_queue_push(struct response_queue *r, const struct sm_shape *k, unsigned mshr, const uint32_t *data);
void response_queue_pop(struct response_queue *r, const struct sm_shape *k);

/* The head: its MSHR and its line. */
unsigned response_queue_mshr(const struct response_queue *r, const struct sm_shape *k);
const uint32_t *response_queue_line(const struct response_queue *r, const struct sm_shape *k);

#endif
