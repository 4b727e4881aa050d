/* SPDX-License-Identifier: Apache-2.0 */
#include "write_queue.h"

void write_queue_list(const struct write_queue *w, const struct sm_shape *k, struct register_list *l)
{
    unsigned n = k->write_queue;
    register_list_add(l, &w->count, sm_lg(n + 1), true, "top.u_l1d.u_write_queue.count_q");
    register_list_add(l, &w->rptr, sm_lg(n), true, "top.u_l1d.u_write_queue.rptr_q");
    register_list_add(l, w->op_q, n * 2, false, "top.u_l1d.u_write_queue.op_q");
    register_list_add(l, w->line_q, n * k->line_w, false, "top.u_l1d.u_write_queue.line_q");
    register_list_add(l, w->mshr_q, n * k->mshr_w, false, "top.u_l1d.u_write_queue.mshr_q");
    register_list_add(l, w->sub_q, n * k->sub_w, false, "top.u_l1d.u_write_queue.sub_q");
    register_list_add(l, w->id, n * ACCESS_ID_BITS, false, "top.u_l1d.u_write_queue.id_q");
    register_list_add(l, w->be_q, n * 4 * k->line_words, false, "top.u_l1d.u_write_queue.be_q");
    register_list_add(l, w->data, n * 32 * k->line_words, false, "top.u_l1d.u_write_queue.data_q");
}

void write_queue_reset(struct write_queue *w)
{
    w->count = w->rptr = 0;
}

void write_queue_unpack(struct write_queue *w, const struct sm_shape *k)
{
    for (unsigned i = 0; i < k->write_queue; i++) {
        w->at[i].op = (uint8_t)get(w->op_q, i * 2, 2);
        w->at[i].line = get(w->line_q, i * k->line_w, k->line_w);
        w->at[i].mshr = (uint8_t)get(w->mshr_q, i * k->mshr_w, k->mshr_w);
        w->at[i].sub = (uint8_t)get(w->sub_q, i * k->sub_w, k->sub_w);
        get_bytes(w->be_q, i * 4 * k->line_words, 4, w->at[i].be, k->line_words);
    }
}

void write_queue_show(const struct write_queue *w, const struct sm_shape *k, struct sm_out *out)
{
    unsigned i = (unsigned)w->rptr;
    out->req_valid = w->count != 0;
    memset(out->req_be, 0, sizeof out->req_be);
    memset(&out->req_data, 0, sizeof out->req_data);
    out->req_op = out->req_mshr = out->req_sub = out->req_id = 0;
    out->req_line = 0;
    if (!out->req_valid)
        return;
    out->req_op = w->at[i].op;
    out->req_line = w->at[i].line;
    out->req_mshr = w->at[i].mshr;
    out->req_sub = w->at[i].sub;
    out->req_id = w->id[i];
    memcpy(out->req_be, w->at[i].be, sizeof out->req_be);
    memcpy(out->req_data.word, w->data + i * k->line_words, k->line_bytes);
}

/* A request that leaves in the same cycle moves the head and the count, and not their sum. */
void write_queue_push(struct write_queue *w, const struct sm_shape *k, const struct request *r)
{
    unsigned i = (unsigned)(w->rptr + w->count) % k->write_queue;
    uint32_t *data = w->data + i * k->line_words;
    w->count++;
    w->at[i].op = r->op;
    w->at[i].line = r->line;
    w->at[i].mshr = r->mshr;
    w->at[i].sub = r->sub;
    w->id[i] = r->id;
    memset(w->at[i].be, 0, sizeof w->at[i].be);
    memset(data, 0, k->line_bytes);
    if (r->be) {
        memcpy(w->at[i].be, r->be, k->line_words);
        memcpy(data, r->data, k->line_bytes);
    }
    put(w->op_q, i * 2, 2, r->op);
    put(w->line_q, i * k->line_w, k->line_w, r->line);
    put(w->mshr_q, i * k->mshr_w, k->mshr_w, r->mshr);
    put(w->sub_q, i * k->sub_w, k->sub_w, r->sub);
    put_bytes(w->be_q, i * 4 * k->line_words, 4, w->at[i].be, k->line_words);
}

void write_queue_pop(struct write_queue *w, const struct sm_shape *k)
{
    w->count--;
    w->rptr = w->rptr + 1 == k->write_queue ? 0 : w->rptr + 1;
}
