/* SPDX-License-Identifier: Apache-2.0 */
/* Read requests that wait for a bank, first in first out (3.7, 3.10; Malekeh II). */
#ifndef SUBCORE_BANK_QUEUE_H
#define SUBCORE_BANK_QUEUE_H

#include "core.h"
#include "instruction.h"

enum { MAX_REQUESTS = MAX_COLLECTORS * MAX_WINDOW };

struct bank_queue {
    uint8_t col[MAX_REQUESTS], pos[MAX_REQUESTS], mask[MAX_REQUESTS];
    struct {
        uint64_t count, rptr;
        uint64_t col[QWORDS(MAX_REQUESTS * 5)], pos[QWORDS(MAX_REQUESTS * 3)], mask[QWORDS(MAX_REQUESTS * MAX_SLOTS)];
    } q;
};

struct bank_queues {
    struct core *core;
    unsigned requests, request_w, queue_w;  /* M, lg(M), lg(M+1) */
    bool     shift;                 /* requests behind the head move up (QSHIFT); rptr_q is 0 */
    uint32_t queued;                /* banks with a queue that is not empty */
    struct bank_queue at[MAX_BANKS];
};

/* What is at the head: for a slot of a position of a collector. */
struct read_request { unsigned col, pos, slot; };

void bank_queues_open(struct bank_queues *qs, struct core *core, const struct config *cfg);
void bank_queue_list(const struct bank_queues *qs, unsigned b, struct register_list *l);
void bank_queues_reset(struct bank_queues *qs);
void bank_queue_pack(struct bank_queues *qs, unsigned b);
void bank_queue_unpack(struct bank_queues *qs, unsigned b);

static inline struct read_request bank_queue_head(const struct bank_queues *qs, unsigned b)
{
    const struct bank_queue *queue = &qs->at[b];
    unsigned i = (unsigned)queue->q.rptr;
    return (struct read_request){queue->col[i], queue->pos[i], lowest(queue->mask[i])};
}

/* Pushes the slots `need` of an instruction that position p of collector c takes into their banks' queues. */
void bank_queue_request(struct bank_queues *qs, unsigned c, unsigned p, unsigned warp, unsigned need,
                        const struct instruction *i);

/* The head of a bank's queue has its lowest slot granted. */
void bank_queue_grant(struct bank_queues *qs, unsigned b);

#endif
