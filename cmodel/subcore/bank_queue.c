/* SPDX-License-Identifier: Apache-2.0 */
#include "bank_queue.h"

#include <assert.h>

void bank_queues_open(struct bank_queues *qs, struct core *core, const struct config *cfg)
{
    qs->core = core;
    qs->requests = core->shape.collectors * (core->shape.positions ? (unsigned)cfg->window : 1);
    qs->request_w = bits_for(qs->requests);
    qs->queue_w = bits_for(qs->requests + 1);
    qs->shift = cfg->queue_shift;
}

void bank_queue_list(const struct bank_queues *qs, unsigned b, struct register_list *l)
{
    const struct shape *k = &qs->core->shape;
    const struct bank_queue *queue = &qs->at[b];
    register_list_add(l, &queue->q.count, qs->queue_w, true, "top.g_bank[%u].u_queue.count_q", b);
    if (!qs->shift)
        register_list_add(l, &queue->q.rptr, qs->request_w, true, "top.g_bank[%u].u_queue.rptr_q", b);
    register_list_add(l, queue->q.col, qs->requests * k->col_w, false, "top.g_bank[%u].u_queue.col_q", b);
    if (k->positions)
        register_list_add(l, queue->q.pos, qs->requests * k->pos_w, false, "top.g_bank[%u].u_queue.pos_q", b);
    register_list_add(l, queue->q.mask, qs->requests * k->slots, false, "top.g_bank[%u].u_queue.mask_q", b);
}

void bank_queues_reset(struct bank_queues *qs)
{
    for (unsigned b = 0; b < qs->core->shape.banks; b++)
        qs->at[b].q.count = qs->at[b].q.rptr = 0;
    qs->queued = 0;
}

static void pack_request(struct bank_queues *qs, unsigned b, unsigned i)
{
    const struct shape *k = &qs->core->shape;
    struct bank_queue *queue = &qs->at[b];
    put(queue->q.col, i * k->col_w, k->col_w, queue->col[i]);
    put(queue->q.mask, i * k->slots, k->slots, queue->mask[i]);
    if (k->positions)
        put(queue->q.pos, i * k->pos_w, k->pos_w, queue->pos[i]);
}

void bank_queue_pack(struct bank_queues *qs, unsigned b)
{
    for (unsigned i = 0; i < qs->requests; i++)
        pack_request(qs, b, i);
}

void bank_queue_unpack(struct bank_queues *qs, unsigned b)
{
    assert(b < MAX_BANKS);
    const struct shape *k = &qs->core->shape;
    struct bank_queue *queue = &qs->at[b];
    if (qs->shift)
        queue->q.rptr = 0;
    for (unsigned i = 0; i < qs->requests; i++) {
        queue->col[i] = (uint8_t)get(queue->q.col, i * k->col_w, k->col_w);
        queue->mask[i] = (uint8_t)get(queue->q.mask, i * k->slots, k->slots);
        queue->pos[i] = k->positions ? (uint8_t)get(queue->q.pos, i * k->pos_w, k->pos_w) : 0;
    }
    qs->queued = (qs->queued & ~(UINT32_C(1) << b)) | (uint32_t)(queue->q.count > 0) << b;
}

/* Entry (rptr_q + count_q) mod M; a grant in the same cycle moves both without changing the sum. With QSHIFT rptr_q is
 * 0: behind what a grant has moved up. */
static void push(struct bank_queues *qs, unsigned b, unsigned c, unsigned p, uint8_t mask)
{
    struct bank_queue *queue = &qs->at[b];
    if (queue->q.count == qs->requests) {
        violate(&qs->core->watch, "the queue of bank %u overflows with a request of collector %u", b, c);
        return;
    }
    unsigned i = (unsigned)(queue->q.rptr + queue->q.count);
    if (i >= qs->requests)
        i -= qs->requests;
    queue->col[i] = (uint8_t)c;
    queue->pos[i] = (uint8_t)p;
    queue->mask[i] = mask;
    queue->q.count++;
    qs->queued |= UINT32_C(1) << b;
    if (qs->core->packing)
        pack_request(qs, b, i);
}

void bank_queue_request(struct bank_queues *qs, unsigned c, unsigned p, unsigned warp, unsigned need,
                        const struct instruction *i)
{
    uint8_t mask[MAX_BANKS];
    uint32_t banks = 0;
    for (; need; need &= need - 1) {
        unsigned b = bank_of(&qs->core->shape, warp, i->src_reg.at[lowest(need)]);
        uint8_t bit = (uint8_t)(need & -need);
        mask[b] = banks >> b & 1 ? mask[b] | bit : bit;
        banks |= UINT32_C(1) << b;
    }
    for (; banks; banks &= banks - 1)
        push(qs, lowest(banks), c, p, mask[lowest(banks)]);
}

/* With QSHIFT the requests behind the head move up; where there is none, an entry keeps what it has. */
static void move_up(struct bank_queues *qs, unsigned b)
{
    struct bank_queue *queue = &qs->at[b];
    for (unsigned i = 0, left = (unsigned)queue->q.count; left > 1; i++, left--) {
        queue->col[i] = queue->col[i + 1];
        queue->pos[i] = queue->pos[i + 1];
        queue->mask[i] = queue->mask[i + 1];
        if (qs->core->packing)
            pack_request(qs, b, i);
    }
}

void bank_queue_grant(struct bank_queues *qs, unsigned b)
{
    struct bank_queue *queue = &qs->at[b];
    unsigned i = (unsigned)queue->q.rptr;
    queue->mask[i] &= (uint8_t)(queue->mask[i] - 1);
    if (qs->core->packing)
        pack_request(qs, b, i);
    if (queue->mask[i])
        return;
    if (qs->shift)
        move_up(qs, b);
    else
        queue->q.rptr = i + 1 == qs->requests ? 0 : i + 1;
    if (--queue->q.count == 0)
        qs->queued &= ~(UINT32_C(1) << b);
}
