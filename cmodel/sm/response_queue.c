/* SPDX-License-Identifier: Apache-2.0 */
#include "response_queue.h"

void response_queue_list(const struct response_queue *r, const struct sm_shape *k, struct register_list *l)
{
    unsigned n = k->response_queue;
    register_list_add(l, &r->count, sm_lg(n + 1), true, "top.u_l1d.u_response_queue.count_q");
    register_list_add(l, &r->rptr, sm_lg(n), true, "top.u_l1d.u_response_queue.rptr_q");
    register_list_add(l, r->mshr_q, n * k->mshr_w, false, "top.u_l1d.u_response_queue.mshr_q");
    register_list_add(l, r->data, n * 32 * k->line_words, false, "top.u_l1d.u_response_queue.data_q");
}

void response_queue_reset(struct response_queue *r)
{
    r->count = r->rptr = 0;
}

/* As in the write queue, a line that leaves in the same cycle does not move the end. */
void response_queue_push(struct response_queue *r, const struct sm_shape *k, unsigned mshr, const uint32_t *data)
{
    unsigned i = (unsigned)(r->rptr + r->count) % k->response_queue;
    r->count++;
    put(r->mshr_q, i * k->mshr_w, k->mshr_w, mshr);
    memcpy(r->data + i * k->line_words, data, k->line_bytes);
}

void response_queue_pop(struct response_queue *r, const struct sm_shape *k)
{
    r->count--;
    r->rptr = r->rptr + 1 == k->response_queue ? 0 : r->rptr + 1;
}

unsigned response_queue_mshr(const struct response_queue *r, const struct sm_shape *k)
{
    return (unsigned)get(r->mshr_q, (unsigned)r->rptr * k->mshr_w, k->mshr_w);
}

const uint32_t *response_queue_line(const struct response_queue *r, const struct sm_shape *k)
{
    return r->data + (unsigned)r->rptr * k->line_words;
}
