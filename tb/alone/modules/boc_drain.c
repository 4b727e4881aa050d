/* SPDX-License-Identifier: Apache-2.0 */
/* boc_drain: boc_drain_eval() and boc_drain_edge() of cmodel/subcore/boc_drain.c (3.14; BOW IV-B). */
#include "cmodel/subcore/boc.h"

#include "tb/alone/drain.h"
#include "tb/alone/instruction.h"

static bool several(const struct unit *u) { return u->m->shape.collectors > 1; }

static const struct point points[] = {
    {"nothing is offered", NULL}, {"a value waits for a result of its bank", NULL},
    {"two values for one bank", several}, {"every bank is written", NULL},
    {"the BOC whose turn it is offers nothing, another one does", several}, {NULL, NULL}
};

/* A BOC with one value that the bank has to get, which its window has left. */
static void draw_offer(struct unit *u, unsigned c)
{
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    struct boc_q *q = &m->q.boc[c];
    unsigned reg = draw_register(u);
    bool offers = given(u, "offer_valid_i", c, 1);
    give(u, "offer_reg_i", c * k->reg_w, k->reg_w, reg);
    q->valid = q->dirty = q->full = offers;
    q->wait = q->transient = q->fifo = 0;
    m->boc[c].in = offers;
    m->boc[c].locked = m->boc[c].alive = m->boc[c].free = 0;
    m->boc[c].tag[0].at[0] = (uint8_t)reg;
    given_vector(u, "offer_data_i", c, &q->data[0]);
}

static void draw_result(struct unit *u, unsigned b)
{
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    if (!one_in(u, 3)) {
        give_no_result(u, b);
        return;
    }
    give(u, "granted_valid_i", b, 1, 1);
    give_below(u, "granted_warp_i", b * k->warp_w, k->warp_w, k->warps);
    m->step.granted |= UINT32_C(1) << b;
}

static void says_bank(struct unit *u, unsigned b)
{
    const struct model *m = u->m;
    const struct shape *k = &m->shape;
    bool drains = m->step.drained >> b & 1;
    unsigned c = m->step.drain_col[b], warp = (unsigned)given(u, "granted_warp_i", b * k->warp_w, k->warp_w);
    uint64_t row = given(u, "granted_row_i", b * k->row_w, k->row_w);
    struct vreg data;
    given_vector(u, drains ? "offer_data_i" : "granted_data_i", drains ? c : b, &data);
    says_write(u, b, drains ? c : warp, drains ? (uint64_t)m->boc[c].tag[0].at[0] >> k->bank_shift : row, &data);
}

static void count_points(struct unit *u)
{
    const struct model *m = u->m;
    const struct shape *k = &m->shape;
    unsigned offers[MAX_BANKS] = {0};
    for (unsigned c = 0; c < k->collectors; c++)
        if (m->q.boc[c].dirty)
            offers[bank_of(k, c, m->boc[c].tag[0].at[0])]++;
    count_drains(u, offers, k->collectors, k->col_w);
}

static void cycle(struct unit *u)
{
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    uint64_t drained = 0;
    m->step.granted = 0;
    m->write_count = 0;
    m->ibuffer.heads = m->q.issue.exiting = 0;
    for (unsigned c = 0; c < k->collectors; c++)
        draw_offer(u, c);
    for (unsigned b = 0; b < k->banks; b++)
        draw_result(u, b);
    boc_drain_eval(m);
    for (unsigned b = 0; b < k->banks; b++) {
        says_bank(u, b);
        drained |= m->step.drained >> b & 1 ? only(m->step.drain_col[b]) : 0;
    }
    says(u, "drain_o", 0, k->collectors, drained);
    count_points(u);
    boc_drain_edge(m);
}

const struct bench bench_boc_drain = {
    .assumed = "warps exist; what is not granted is zero", .scope = "top.u_drain.", .points = points, .cycle = cycle
};
