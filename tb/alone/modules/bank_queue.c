/* SPDX-License-Identifier: Apache-2.0 */
/* bank_queue: cmodel/subcore/bank_queue.c (3.7, 3.10; Malekeh II). */
#include "cmodel/subcore/bank_queue.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"

enum { FULL, EMPTY, BOTH, LAST_SLOT, MANY, FOLLOWED, BEHIND };

static bool several_entries(const struct unit *u) { return u->m->queues.requests > 1; }

static const struct point points[] = {
    {"a request from every place is queued", NULL}, {"it is empty", NULL},
    {"a request comes as the last slot leaves", NULL}, {"the head has one slot left", NULL},
    {"the head has every slot to read", NULL}, {"others stay as the head leaves", several_entries},
    {"a request comes behind others as the head leaves", several_entries}, {NULL, NULL}
};

static bool queued(const struct unit *u, unsigned c, unsigned p)
{
    const struct bank_queue *queue = &u->m->queues.at[0];
    for (unsigned i = 0; i < queue->q.count; i++) {
        unsigned at = (unsigned)(queue->q.rptr + i) % u->m->queues.requests;
        if (queue->col[at] == c && queue->pos[at] == p)
            return true;
    }
    return false;
}

static void says_head(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    const struct bank_queue *queue = &u->m->queues.at[0];
    says(u, "head_valid_o", 0, 1, queue->q.count != 0);
    if (!queue->q.count) {
        any_bits(u, "head_col_o", 0, k->col_w);
        any_bits(u, "head_slot_o", 0, k->slot_w);
        if (k->positions)
            any_bits(u, "head_pos_o", 0, k->pos_w);
        return;
    }
    const struct read_request head = bank_queue_head(&u->m->queues, 0);
    unsigned mask = queue->mask[queue->q.rptr];
    says(u, "head_col_o", 0, k->col_w, head.col);
    says(u, "head_slot_o", 0, k->slot_w, head.slot);
    if (k->positions)
        says(u, "head_pos_o", 0, k->pos_w, head.pos);
    hit_if(u, LAST_SLOT, count_bits(mask) == 1);
    hit_if(u, MANY, mask == low_bits(k->slots));
}

/* The request behind the first one: of the head, or of the entry behind it; false: there is none. */
static bool next_request(const struct unit *u, struct read_request *next)
{
    const struct bank_queues *qs = &u->m->queues;
    const struct bank_queue *queue = &qs->at[0];
    unsigned i = (unsigned)queue->q.rptr, rest = queue->mask[i] & (unsigned)(queue->mask[i] - 1);
    if (!queue->q.count || (!rest && queue->q.count == 1))
        return false;
    i = rest ? i : (i + 1) % qs->requests;
    *next = (struct read_request){queue->col[i], queue->pos[i], lowest(rest ? rest : queue->mask[i])};
    return true;
}

static void says_next(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    struct read_request next;
    bool there = next_request(u, &next);
    says(u, "next_valid_o", 0, 1, there);
    if (!there) {
        any_bits(u, "next_col_o", 0, k->col_w);
        any_bits(u, "next_slot_o", 0, k->slot_w);
        if (k->positions)
            any_bits(u, "next_pos_o", 0, k->pos_w);
        return;
    }
    says(u, "next_col_o", 0, k->col_w, next.col);
    says(u, "next_slot_o", 0, k->slot_w, next.slot);
    if (k->positions)
        says(u, "next_pos_o", 0, k->pos_w, next.pos);
}

/* A second grant, of a request that is left. */
static bool draw_second(struct unit *u, bool grants, bool may)
{
    struct read_request next;
    bool there = grants ? next_request(u, &next) : u->m->queues.at[0].q.count != 0;
    bool again = may && there && one_in(u, 2);
    give(u, "grant2_i", 0, 1, again);
    return again;
}

/* From a collector, in a BOC a position of it, that has none in the queue. */
static void push(struct unit *u, bool leaves)
{
    const struct shape *k = &u->m->core.shape;
    unsigned c = below(u, k->collectors), p = k->positions ? below(u, (unsigned)u->cfg->window) : 0;
    for (unsigned i = 0; i < k->collectors && queued(u, c, p) && one_in(u, 2); i++)
        c = (c + 1) % k->collectors;
    unsigned mask = one_in(u, 3) ? (unsigned)low_bits(k->slots) : 1 + below(u, (unsigned)low_bits(k->slots));
    bool valid = !queued(u, c, p) && !one_in(u, 4);
    struct instruction e = {.unit = 0};
    give(u, "push_valid_i", 0, 1, valid);
    give(u, "push_col_i", 0, k->col_w, c);
    give(u, "push_mask_i", 0, k->slots, mask);
    if (k->positions)
        give(u, "push_pos_i", 0, k->pos_w, p);
    if (!valid)
        return;
    hit_if(u, BOTH, leaves);
    hit_if(u, BEHIND, leaves && u->m->queues.at[0].q.count);
    bank_queue_request(&u->m->queues, c, p, 0, mask, &e);     /* all of register 0 of warp 0: of bank 0 */
}

static void cycle(struct unit *u)
{
    struct bank_queues *qs = &u->m->queues;
    const struct bank_queue *queue = &qs->at[0];
    unsigned phase = (unsigned)(u->cycle / (64 + 8 * qs->requests) % 4);
    bool grants = queue->q.count && !one_in(u, 2 + phase);
    bool leaves = grants && count_bits(queue->mask[queue->q.rptr]) == 1;
    bool two = u->m->core.shape.reads == 2;
    says_head(u);
    give(u, "grant_i", 0, 1, grants);
    if (two)
        says_next(u);
    bool again = two && draw_second(u, grants, phase != 3);
    hit_if(u, FULL, queue->q.count == qs->requests);
    hit_if(u, EMPTY, !queue->q.count);
    if (phase == 3)
        grants = false, leaves = false, give(u, "grant_i", 0, 1, 0);
    if (grants)
        bank_queue_grant(qs, 0);
    leaves |= again && queue->q.count && count_bits(queue->mask[queue->q.rptr]) == 1;
    if (again)
        bank_queue_grant(qs, 0);
    hit_if(u, FOLLOWED, leaves && queue->q.count);
    push(u, leaves);
}

const struct bench bench_bank_queue = {
    .assumed = "what is granted is there; a collector, in a BOC a position of it, has one request at most",
    .scope = "top.g_bank[0].u_queue.", .points = points, .cycle = cycle
};
