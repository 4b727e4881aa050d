/* SPDX-License-Identifier: Apache-2.0 */
/* dispatch: cmodel/subcore/dispatch.c, cmodel/subcore/age_matrix.c; of a BOC the instruction in position 0 (3.4, 3.14;
 * Malekeh II). */
#include "cmodel/subcore/dispatch.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"

enum { NOBODY, ALL, UNIT_BUSY, AGAIN, UPPER, NOT_FIRST };

static bool plain(const struct unit *u) { return !u->m->shape.boc; }
static bool several(const struct unit *u) { return u->m->shape.collectors > 1; }
static bool halves(const struct unit *u) { return u->m->shape.halves; }

static const struct point points[] = {
    {"nothing can dispatch", NULL}, {"every collector could", NULL}, {"a unit is not ready for what could", plain},
    {"a collector dispatches and takes an instruction", plain}, {"upper lanes leave", halves},
    {"a collector dispatches though a lower one could", several}, {NULL, NULL}
};

/* All in-flight numbers are in use, in any order; each BOC offers another one. Returns that of the first. */
static unsigned draw_ages(struct unit *u)
{
    const struct shape *k = &u->m->shape;
    struct age *a = &u->m->inflight;
    for (unsigned i = 0; i < k->inflight; i++) {
        unsigned j = below(u, i + 1);
        bit_set(a->valid, i);
        a->stamp[i] = a->stamp[j];
        a->stamp[j] = i;
    }
    for (unsigned i = 0; has(u, "age_i") && i < k->inflight; i++)
        for (unsigned j = 0; j < k->inflight; j++)
            give(u, "age_i", i * k->inflight + j, 1, age_older(a, i, j));
    return below(u, k->inflight);
}

/* The instruction of a BOC that can dispatch, of which only that is known. */
static void draw_position(struct unit *u, unsigned c, unsigned iid)
{
    struct model *m = u->m;
    struct collector_q *q = &m->q.col[c];
    struct position *at = &m->boc[c].at[0];
    give(u, "col_iid_i", c * m->shape.iid_w, m->shape.iid_w, iid);
    *at = (struct position){.iid = (uint8_t)iid, .unit = (uint8_t)q->unit, .dst_count = (uint8_t)q->dst_count,
                            .dst_base = (uint8_t)q->dst_base, .mask = (uint32_t)q->mask};
    memcpy(at->payload, q->payload, sizeof at->payload);
    m->q.boc[c].occupied = 1;
}

static void draw_collector(struct unit *u, unsigned c)
{
    const struct shape *k = &u->m->shape;
    struct collector_q *q = &u->m->q.col[c];
    *q = (struct collector_q){
        .warp = k->boc ? c : given(u, "col_warp_i", c * k->warp_w, k->warp_w),
        .iid = given(u, "col_iid_i", c * k->iid_w, k->iid_w),
        .unit = given(u, "col_unit_i", c * 3, 3), .mask = given(u, "col_mask_i", c * k->lanes, k->lanes),
        .dst_count = given(u, "col_dst_count_i", c * 3, 3),
        .dst_base = given(u, "col_dst_base_i", c * k->reg_w, k->reg_w),
        .dst_near = k->dnear ? given(u, "col_dst_near_i", c * MAX_DSTS, MAX_DSTS) : 0,
        .dst_dist = k->ddist ? given(u, "col_dst_dist_i", c * MAX_DSTS * k->dist_w, MAX_DSTS * k->dist_w) : 0,
        .dst_look = k->look ? given(u, "col_dst_look_i", c * MAX_DSTS, MAX_DSTS) : 0,
    };
    given_wide(u, "col_payload_i", c * k->payload, k->payload, q->payload);
}

/* Operands of one collector, all others are zero. */
static void draw_operands(struct unit *u, const char *in, const char *out, uint64_t from)
{
    const struct shape *k = &u->m->shape;
    unsigned width = k->slots * 32 * k->lanes / (k->halves ? 2 : 1);
    uint32_t value[MAX_SLOTS * MAX_LANES] = {0}, zero[MAX_SLOTS * MAX_LANES] = {0};
    for (unsigned c = 0; c < k->collectors; c++)
        if (!(from >> c & 1))
            give_wide(u, in, c * width, width, zero);
        else
            given_wide(u, in, c * width, width, value);
    says_wide(u, out, 0, width, value);
}

static void says_chosen(struct unit *u, const struct sc_out *out)
{
    const struct shape *k = &u->m->shape;
    says(u, "disp_valid_o", 0, 1, out->disp_valid);
    says(u, "disp_warp_o", 0, k->warp_w, out->disp_warp);
    says(u, "disp_iid_o", 0, k->iid_w, out->disp_iid);
    says(u, "disp_unit_o", 0, 3, out->disp_unit);
    says(u, "disp_mask_o", 0, k->lanes, out->disp_mask);
    says(u, "disp_dst_count_o", 0, 3, out->disp_dst_count);
    says(u, "disp_dst_base_o", 0, k->reg_w, out->disp_dst_base);
    if (k->dnear)
        says(u, "disp_dst_near_o", 0, MAX_DSTS, out->disp_dst_near);
    for (unsigned d = 0; k->ddist && d < MAX_DSTS; d++)
        says(u, "disp_dst_dist_o", d * k->dist_w, k->dist_w, out->disp_dst_dist[d]);
    if (k->look)
        says(u, "disp_dst_look_o", 0, MAX_DSTS, out->disp_dst_look);
    says_wide(u, "disp_payload_o", 0, k->payload, out->disp_payload);
}

/* A free collector takes an instruction; it is free when nothing is there, or it dispatches. */
static void draw_allocation(struct unit *u, uint64_t dispatches)
{
    struct model *m = u->m;
    uint64_t open = low_bits(m->shape.collectors) & ~m->collectors.valid[0], alloc = 0;
    if (open && !one_in(u, 3))
        alloc = UINT64_C(1) << one_of(u, open);
    give(u, "alloc_i", 0, m->shape.collectors, alloc);
    hit_if(u, AGAIN, (alloc & dispatches) != 0);
    if (alloc)
        age_alloc(&m->collectors, lowest(alloc), true);
}

static void cycle(struct unit *u)
{
    struct model *m = u->m;
    struct sc_out out = {.disp_valid = false};
    const unsigned collectors = m->shape.collectors;
    uint64_t there = m->shape.boc ? low_bits(collectors) : m->collectors.valid[0];
    uint64_t ready = there & given(u, "dispatchable_i", 0, collectors);
    unsigned iid = m->shape.boc ? draw_ages(u) : 0;
    uint32_t units = one_in(u, 2) || m->shape.boc ? 0xff : (uint32_t)given(u, "unit_ready_i", 0, MAX_UNITS);
    if (one_in(u, 3))
        ready = one_in(u, 4) ? 0 : there;
    if (!m->shape.boc && u->cycle / (4 * collectors) % 4 == 3)
        ready = 0;                      /* collectors fill up */
    give(u, "dispatchable_i", 0, collectors, ready);
    if (!m->shape.boc)
        give(u, "unit_ready_i", 0, MAX_UNITS, units);
    for (unsigned c = 0; c < collectors; c++) {
        draw_collector(u, c);
        if (m->shape.boc)
            draw_position(u, c, (iid + c) % m->shape.inflight);
    }
    m->values = false;
    m->upper = 0;
    m->occupied = (uint32_t)ready;
    dispatch_eval(m, units, &out);
    uint64_t dispatches = m->step.dispatch ? UINT64_C(1) << m->step.disp_col : 0;
    says(u, "dispatch_o", 0, collectors, dispatches);
    says_chosen(u, &out);
    if (has(u, "col_operand_i"))
        draw_operands(u, "col_operand_i", "disp_operand_o", dispatches);
    if (m->shape.halves) {
        uint64_t upper = one_in(u, 2) ? UINT64_C(1) << below(u, collectors) : 0;
        give(u, "col_upper_i", 0, collectors, upper);
        says(u, "disp_upper_valid_o", 0, 1, upper != 0);
        draw_operands(u, "col_upper_operand_i", "disp_upper_operand_o", upper);
        hit_if(u, UPPER, upper != 0);
    }
    hit_if(u, NOBODY, !dispatches);
    hit_if(u, ALL, ready == low_bits(collectors));
    hit_if(u, UNIT_BUSY, ready && !dispatches);
    hit_if(u, NOT_FIRST, (ready & (dispatches - 1)) && dispatches);
    dispatch_edge(m);
    if (!m->shape.boc)
        draw_allocation(u, dispatches);
}

const struct bench bench_dispatch = {
    .assumed = "what can dispatch is there; a collector takes an instruction when it is free or dispatches; operands "
               "are those of what dispatches, else zero; BOCs have different in-flight numbers",
    .scope = "top.u_dispatch.", .points = points, .cycle = cycle
};
