/* SPDX-License-Identifier: Apache-2.0 */
#include "bank_queue.h"

#include <assert.h>

static void pack_entry(struct model *m, unsigned b, unsigned i)
{
    const struct shape *k = &m->shape;
    put(m->q.bank[b].col, i * k->col_w, k->col_w, m->queue[b].col[i]);
    put(m->q.bank[b].mask, i * k->slots, k->slots, m->queue[b].mask[i]);
    if (k->boc)
        put(m->q.bank[b].pos, i * k->window_w, k->window_w, m->queue[b].pos[i]);
}

/* Entry (rptr_q + count_q) mod M; a grant in the same cycle moves both without changing the sum. With QSHIFT rptr_q is
 * 0: behind what a grant has moved up. */
static void push(struct model *m, unsigned b, unsigned c, unsigned p, uint8_t mask)
{
    struct bank_q *q = &m->q.bank[b];
    if (q->count == m->shape.requests) {
        model_violate(m, "the queue of bank %u overflows with a request of collector %u", b, c);
        return;
    }
    unsigned i = (unsigned)(q->rptr + q->count);
    if (i >= m->shape.requests)
        i -= m->shape.requests;
    m->queue[b].col[i] = (uint8_t)c;
    m->queue[b].pos[i] = (uint8_t)p;
    m->queue[b].mask[i] = mask;
    q->count++;
    m->queued |= UINT32_C(1) << b;
    if (m->packing)
        pack_entry(m, b, i);
}

void bank_queue_request(struct model *m, unsigned c, unsigned p, unsigned warp, unsigned need, const struct entry *e)
{
    uint8_t mask[MAX_BANKS];
    uint32_t banks = 0;
    for (; need; need &= need - 1) {
        unsigned b = bank_of(&m->shape, warp, e->src_reg.at[lowest(need)]);
        uint8_t bit = (uint8_t)(need & -need);
        mask[b] = banks >> b & 1 ? mask[b] | bit : bit;
        banks |= UINT32_C(1) << b;
    }
    for (; banks; banks &= banks - 1)
        push(m, lowest(banks), c, p, mask[lowest(banks)]);
}

/* With QSHIFT the requests behind the head move up; where there is none, an entry keeps what it has. */
static void move_up(struct model *m, unsigned b)
{
    struct queue *queue = &m->queue[b];
    for (unsigned i = 0, left = (unsigned)m->q.bank[b].count; left > 1; i++, left--) {
        queue->col[i] = queue->col[i + 1];
        queue->pos[i] = queue->pos[i + 1];
        queue->mask[i] = queue->mask[i + 1];
        if (m->packing)
            pack_entry(m, b, i);
    }
}

void bank_queue_grant(struct model *m, unsigned b)
{
    struct bank_q *q = &m->q.bank[b];
    unsigned i = (unsigned)q->rptr;
    m->queue[b].mask[i] &= (uint8_t)(m->queue[b].mask[i] - 1);
    if (m->packing)
        pack_entry(m, b, i);
    if (m->queue[b].mask[i])
        return;
    if (m->shape.queue_shift)
        move_up(m, b);
    else
        q->rptr = i + 1 == m->shape.requests ? 0 : i + 1;
    if (--q->count == 0)
        m->queued &= ~(UINT32_C(1) << b);
}

void bank_queue_clear(struct model *m, unsigned b)
{
    m->q.bank[b].count = m->q.bank[b].rptr = 0;
    m->queued &= ~(UINT32_C(1) << b);
}

void bank_queue_pack(struct model *m, unsigned b)
{
    for (unsigned i = 0; i < m->shape.requests; i++)
        pack_entry(m, b, i);
}

void bank_queue_unpack(struct model *m, unsigned b)
{
    const struct shape *k = &m->shape;
    assert(b < MAX_BANKS);
    if (k->queue_shift)
        m->q.bank[b].rptr = 0;
    for (unsigned i = 0; i < k->requests; i++) {
        m->queue[b].col[i] = (uint8_t)get(m->q.bank[b].col, i * k->col_w, k->col_w);
        m->queue[b].mask[i] = (uint8_t)get(m->q.bank[b].mask, i * k->slots, k->slots);
        m->queue[b].pos[i] = k->boc ? (uint8_t)get(m->q.bank[b].pos, i * k->window_w, k->window_w) : 0;
    }
    m->queued = (m->queued & ~(UINT32_C(1) << b)) | (uint32_t)(m->q.bank[b].count > 0) << b;
}
