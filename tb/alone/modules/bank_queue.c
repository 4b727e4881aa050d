/* SPDX-License-Identifier: Apache-2.0 */
/* bank_queue: cmodel/subcore/bank_queue.c (3.7, 3.10; Malekeh II). */
#include "cmodel/subcore/bank_queue.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"

enum { FULL, EMPTY, BOTH, LAST_SLOT, MANY, FOLLOWED, BEHIND };

static bool several_entries(const struct unit *u) { return u->m->shape.requests > 1; }

static const struct point points[] = {
    {"a request from every place is queued", NULL}, {"it is empty", NULL},
    {"a request comes as the last slot leaves", NULL}, {"the head has one slot left", NULL},
    {"the head has every slot to read", NULL}, {"others stay as the head leaves", several_entries},
    {"a request comes behind others as the head leaves", several_entries}, {NULL, NULL}
};

static bool queued(const struct unit *u, unsigned c, unsigned p)
{
    const struct bank_q *q = &u->m->q.bank[0];
    for (unsigned i = 0; i < q->count; i++) {
        unsigned at = (unsigned)(q->rptr + i) % u->m->shape.requests;
        if (u->m->queue[0].col[at] == c && u->m->queue[0].pos[at] == p)
            return true;
    }
    return false;
}

static void says_head(struct unit *u)
{
    const struct shape *k = &u->m->shape;
    const struct bank_q *q = &u->m->q.bank[0];
    unsigned i = (unsigned)q->rptr;
    says(u, "head_valid_o", 0, 1, q->count != 0);
    if (!q->count) {
        any_bits(u, "head_col_o", 0, k->col_w);
        any_bits(u, "head_slot_o", 0, k->slot_w);
        if (k->boc)
            any_bits(u, "head_pos_o", 0, k->window_w);
        return;
    }
    says(u, "head_col_o", 0, k->col_w, u->m->queue[0].col[i]);
    says(u, "head_slot_o", 0, k->slot_w, lowest(u->m->queue[0].mask[i]));
    if (k->boc)
        says(u, "head_pos_o", 0, k->window_w, u->m->queue[0].pos[i]);
    hit_if(u, LAST_SLOT, count_bits(u->m->queue[0].mask[i]) == 1);
    hit_if(u, MANY, u->m->queue[0].mask[i] == low_bits(k->slots));
}

/* From a collector, in a BOC a position of it, that has none in the queue. */
static void push(struct unit *u, bool leaves)
{
    const struct shape *k = &u->m->shape;
    unsigned c = below(u, k->collectors), p = k->boc ? below(u, k->window) : 0;
    for (unsigned i = 0; i < k->collectors && queued(u, c, p) && one_in(u, 2); i++)
        c = (c + 1) % k->collectors;
    unsigned mask = one_in(u, 3) ? (unsigned)low_bits(k->slots) : 1 + below(u, (unsigned)low_bits(k->slots));
    bool valid = !queued(u, c, p) && !one_in(u, 4);
    struct entry e = {.unit = 0};
    give(u, "push_valid_i", 0, 1, valid);
    give(u, "push_col_i", 0, k->col_w, c);
    give(u, "push_mask_i", 0, k->slots, mask);
    if (k->boc)
        give(u, "push_pos_i", 0, k->window_w, p);
    if (!valid)
        return;
    hit_if(u, BOTH, leaves);
    hit_if(u, BEHIND, leaves && u->m->q.bank[0].count);
    bank_queue_request(u->m, c, p, 0, mask, &e);        /* all of register 0 of warp 0: of bank 0 */
}

static void cycle(struct unit *u)
{
    const struct bank_q *q = &u->m->q.bank[0];
    unsigned phase = (unsigned)(u->cycle / (64 + 8 * u->m->shape.requests) % 4);
    bool grants = q->count && !one_in(u, 2 + phase);
    bool leaves = grants && count_bits(u->m->queue[0].mask[q->rptr]) == 1;
    says_head(u);
    give(u, "grant_i", 0, 1, grants);
    hit_if(u, FULL, q->count == u->m->shape.requests);
    hit_if(u, EMPTY, !q->count);
    if (phase == 3)
        grants = false, leaves = false, give(u, "grant_i", 0, 1, 0);
    if (grants)
        bank_queue_grant(u->m, 0);
    hit_if(u, FOLLOWED, leaves && q->count);
    push(u, leaves);
}

const struct bench bench_bank_queue = {
    .assumed = "what is granted is there; a collector, in a BOC a position of it, has one request at most",
    .scope = "top.g_bank[0].u_queue.", .points = points, .cycle = cycle
};
