/* SPDX-License-Identifier: Apache-2.0 */
/* Requests on their way to the memory below, first in first out (docs/sm.md, section 5.4). */
#ifndef SUBCORE_WRITE_QUEUE_H
#define SUBCORE_WRITE_QUEUE_H

#include "line_access.h"
#include "cmodel/base/register_list.h"
#include "sm_shape.h"

struct write_queue {
    /* Registers. */
    uint64_t count, rptr;
    uint64_t op_q[QWORDS(MAX_WRITE_QUEUE * 2)], line_q[QWORDS(MAX_WRITE_QUEUE * MAX_LINE_NUMBER_BITS)];
    uint64_t mshr_q[QWORDS(MAX_WRITE_QUEUE * 6)], sub_q[QWORDS(MAX_WRITE_QUEUE * 2)];
    _Alignas(8) uint8_t id[MAX_WRITE_QUEUE];
    uint64_t be_q[QWORDS(MAX_WRITE_QUEUE * MAX_LINE_BYTES)];
    _Alignas(8) uint32_t data[MAX_WRITE_QUEUE * MAX_LINE_WORDS];    /* entry i from i LWD on */
    /* The same in a natural form. */
    struct {
        uint8_t  op, mshr, sub, be[MAX_LINE_WORDS];
        uint64_t line;
    } at[MAX_WRITE_QUEUE];
};

/* Fields that an operation does not have are zero. */
struct request {
    uint8_t  op, mshr, sub, id;
    uint64_t line;
    const uint8_t  *be;             /* by word; NULL: zero */
    const uint32_t *data;
};

void write_queue_list(const struct write_queue *w, const struct sm_shape *k, struct register_list *l);
void write_queue_reset(struct write_queue *w);
void write_queue_unpack(struct write_queue *w, const struct sm_shape *k);

void write_queue_show(const struct write_queue *w, const struct sm_shape *k, struct sm_out *out);
void write_queue_push(struct write_queue *w, const struct sm_shape *k, const struct request *r);
void write_queue_pop(struct write_queue *w, const struct sm_shape *k);

#endif
