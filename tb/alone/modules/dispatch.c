/* SPDX-License-Identifier: Apache-2.0 */
/* dispatch: cmodel/subcore/dispatch.c, age_matrix.c, and what collectors drive; of a BOC the instruction in position 0
 * (3.4, 3.14, 3.19; Malekeh II). */
#include "tb/alone/instruction.h"

enum { NOBODY, ALL, UNIT_BUSY, AGAIN, UPPER, NOT_FIRST, PLACES };

static bool plain(const struct unit *u) { return !u->m->core.shape.positions; }
static bool several(const struct unit *u) { return u->m->core.shape.collectors > 1; }
static bool halves(const struct unit *u) { return plain(u) && singles_of(&u->m->collectors.base)->halves; }

static bool levels(const struct unit *u) { return u->m->levels != NULL; }

static const struct point points[] = {
    {"nothing can dispatch", NULL}, {"every collector could", NULL}, {"a unit is not ready for what could", plain},
    {"a collector dispatches and takes an instruction", plain}, {"upper lanes leave", halves},
    {"a collector dispatches though a lower one could", several},
    {"what dispatches has a place for a result", levels}, {NULL, NULL}
};

/* All in-flight numbers are in use, in any order; each BOC offers another one. Returns that of the first. */
static unsigned draw_ages(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    struct inflight *f = &u->m->inflight;
    for (unsigned i = 0; i < k->inflight; i++) {
        unsigned j = below(u, i + 1);
        bit_set(f->age.valid, i);
        f->age.stamp[i] = f->age.stamp[j];
        f->age.stamp[j] = i;
    }
    for (unsigned i = 0; has(u, "age_i") && i < k->inflight; i++)
        for (unsigned j = 0; j < k->inflight; j++)
            give(u, "age_i", i * k->inflight + j, 1, inflight_older(f, i, j));
    return below(u, k->inflight);
}

/* The instruction of a BOC that can dispatch, of which only that is known. */
static void draw_position(struct unit *u, unsigned c, unsigned iid)
{
    const struct shape *k = &u->m->core.shape;
    struct boc *boc = &u->m->collectors.boc.at[c];
    give(u, "col_iid_i", c * k->iid_w, k->iid_w, iid);
    boc->at[0] = (struct position){
        .iid = (uint8_t)iid, .unit = (uint8_t)given(u, "col_unit_i", c * 3, 3),
        .mask = (uint32_t)given(u, "col_mask_i", c * k->lanes, k->lanes),
        .dst_count = (uint8_t)given(u, "col_dst_count_i", c * 3, 3),
        .dst_base = (uint8_t)given(u, "col_dst_base_i", c * k->reg_w, k->reg_w),
    };
    given_wide(u, "col_payload_i", c * k->payload_bits, k->payload_bits, boc->at[0].payload);
    boc->q.occupied = 1;
}

/* What ORF and LRF get of it: any. */
static void draw_levels(struct unit *u, unsigned c)
{
    const struct shape *k = &u->m->core.shape;
    struct ocu *ocu = &u->m->collectors.ocu.at[c];
    unsigned places = MAX_DSTS * k->place_w;
    ocu->q.dst_level = given(u, "col_dst_level_i", c * places, places);
    ocu->q.dst_bank = given(u, "col_dst_bank_i", c * MAX_DSTS, MAX_DSTS);
    if (!has_field(k, FIELD_COPY))
        return;
    ocu->q.copy = given(u, "col_copy_i", c * k->place_w, k->place_w);
    ocu->q.copy_slot = given(u, "col_copy_slot_i", c * k->slot_w, k->slot_w);
}

static void says_levels(struct unit *u, const struct sc_out *out)
{
    const struct shape *k = &u->m->core.shape;
    const struct dispatch *d = &u->m->dispatch;
    const struct ocu none = {.q = {.copy = 0}}, *at = u->m->collectors.ocu.at;
    const struct ocu *ocu = d->leaves.valid ? &at[d->leaves.col] : &none;
    bool placed = false;
    for (unsigned n = 0; n < MAX_DSTS; n++) {
        says(u, "disp_dst_level_o", n * k->place_w, k->place_w, out->disp_dst_level[n]);
        placed |= out->disp_dst_level[n] != 0;
    }
    says(u, "disp_dst_bank_o", 0, MAX_DSTS, out->disp_dst_bank);
    hit_if(u, PLACES, placed);
    if (!has_field(k, FIELD_COPY))
        return;
    says(u, "disp_copy_o", 0, k->place_w, ocu->q.copy);
    says(u, "disp_copy_slot_o", 0, k->slot_w, ocu->q.copy_slot);
}

static void draw_single(struct unit *u, unsigned c)
{
    const struct shape *k = &u->m->core.shape;
    struct collector *col = &singles(&u->m->collectors.base)->at[c];
    *col = (struct collector){.q = {
        .warp = given(u, "col_warp_i", c * k->warp_w, k->warp_w), .iid = given(u, "col_iid_i", c * k->iid_w, k->iid_w),
        .unit = given(u, "col_unit_i", c * 3, 3), .mask = given(u, "col_mask_i", c * k->lanes, k->lanes),
        .dst_count = given(u, "col_dst_count_i", c * 3, 3),
        .dst_base = given(u, "col_dst_base_i", c * k->reg_w, k->reg_w),
    }};
    if (has_field(k, FIELD_DST_NEAR))
        col->q.dst_near = given(u, "col_dst_near_i", c * MAX_DSTS, MAX_DSTS);
    if (has_field(k, FIELD_DST_DIST))
        col->q.dst_dist = given(u, "col_dst_dist_i", c * MAX_DSTS * k->distance_w, MAX_DSTS * k->distance_w);
    if (has_field(k, FIELD_DST_LOOK))
        u->m->collectors.ocu.at[c].q.dst_look = given(u, "col_dst_look_i", c * MAX_DSTS, MAX_DSTS);
    if (levels(u))
        draw_levels(u, c);
    given_wide(u, "col_payload_i", c * k->payload_bits, k->payload_bits, col->q.payload);
}

/* Operands of one collector, all others are zero. */
static void draw_operands(struct unit *u, const char *in, const char *out, uint64_t from)
{
    const struct shape *k = &u->m->core.shape;
    unsigned width = k->slots * 32 * k->lanes / (halves(u) ? 2 : 1);
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
    const struct shape *k = &u->m->core.shape;
    says(u, "disp_valid_o", 0, 1, out->disp_valid);
    says(u, "disp_warp_o", 0, k->warp_w, out->disp_warp);
    says(u, "disp_iid_o", 0, k->iid_w, out->disp_iid);
    says(u, "disp_unit_o", 0, 3, out->disp_unit);
    says(u, "disp_mask_o", 0, k->lanes, out->disp_mask);
    says(u, "disp_dst_count_o", 0, 3, out->disp_dst_count);
    says(u, "disp_dst_base_o", 0, k->reg_w, out->disp_dst_base);
    if (has_field(k, FIELD_DST_NEAR))
        says(u, "disp_dst_near_o", 0, MAX_DSTS, out->disp_dst_near);
    for (unsigned d = 0; has_field(k, FIELD_DST_DIST) && d < MAX_DSTS; d++)
        says(u, "disp_dst_dist_o", d * k->distance_w, k->distance_w, out->disp_dst_dist[d]);
    if (has_field(k, FIELD_DST_LOOK))
        says(u, "disp_dst_look_o", 0, MAX_DSTS, out->disp_dst_look);
    if (levels(u))
        says_levels(u, out);
    says_wide(u, "disp_payload_o", 0, k->payload_bits, out->disp_payload);
}

/* A free collector takes an instruction; it is free when nothing is there, or it dispatches. */
static void draw_allocation(struct unit *u, uint64_t dispatches)
{
    struct dispatch *d = &u->m->dispatch;
    unsigned collectors = u->m->core.shape.collectors;
    uint64_t open = low_bits(collectors) & ~d->age.valid[0], alloc = 0;
    if (open && !one_in(u, 3))
        alloc = UINT64_C(1) << one_of(u, open);
    give(u, "alloc_i", 0, collectors, alloc);
    hit_if(u, AGAIN, (alloc & dispatches) != 0);
    if (alloc)
        dispatch_allocate(d, lowest(alloc));
}

/* Collectors that can dispatch. */
static uint64_t draw_ready(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    uint64_t there = k->positions ? low_bits(k->collectors) : u->m->dispatch.age.valid[0];
    uint64_t ready = there & given(u, "dispatchable_i", 0, k->collectors);
    if (one_in(u, 3))
        ready = one_in(u, 4) ? 0 : there;
    if (!k->positions && u->cycle / (4 * k->collectors) % 4 == 3)
        ready = 0;                      /* collectors fill up */
    give(u, "dispatchable_i", 0, k->collectors, ready);
    return ready;
}

/* Upper lanes leave of any collector, or of none. */
static void draw_uppers(struct unit *u)
{
    unsigned collectors = u->m->core.shape.collectors;
    uint64_t upper = one_in(u, 2) ? UINT64_C(1) << below(u, collectors) : 0;
    give(u, "col_upper_i", 0, collectors, upper);
    says(u, "disp_upper_valid_o", 0, 1, upper != 0);
    draw_operands(u, "col_upper_operand_i", "disp_upper_operand_o", upper);
    hit_if(u, UPPER, upper != 0);
}

static void cycle(struct unit *u)
{
    struct model *m = u->m;
    struct dispatch *d = &m->dispatch;
    struct collectors *cs = &m->collectors.base;
    const struct shape *k = &m->core.shape;
    struct sc_out out = {.disp_valid = false};
    unsigned iid = k->positions ? draw_ages(u) : 0;
    uint32_t units = one_in(u, 2) || k->positions ? 0xff : (uint32_t)given(u, "unit_ready_i", 0, MAX_UNITS);
    uint64_t ready = draw_ready(u);
    if (!k->positions)
        give(u, "unit_ready_i", 0, MAX_UNITS, units);
    for (unsigned c = 0; c < k->collectors; c++)
        if (k->positions)
            draw_position(u, c, (iid + c) % k->inflight);
        else
            draw_single(u, c);
    m->core.values = false;
    cs->occupied = (uint32_t)ready;
    dispatch_eval(d, cs, &m->inflight, units, &out);
    uint64_t dispatches = d->leaves.valid ? UINT64_C(1) << d->leaves.col : 0;
    says(u, "dispatch_o", 0, k->collectors, dispatches);
    says_chosen(u, &out);
    if (has(u, "col_operand_i"))
        draw_operands(u, "col_operand_i", "disp_operand_o", dispatches);
    if (halves(u))
        draw_uppers(u);
    hit_if(u, NOBODY, !dispatches);
    hit_if(u, ALL, ready == low_bits(k->collectors));
    hit_if(u, UNIT_BUSY, ready && !dispatches);
    hit_if(u, NOT_FIRST, (ready & (dispatches - 1)) && dispatches);
    dispatch_edge(d, cs, &m->inflight);
    if (halves(u))
        singles(cs)->upper = 0;         /* this module does not know of the lanes that are left */
    if (!k->positions)
        draw_allocation(u, dispatches);
}

const struct bench bench_dispatch = {
    .assumed = "what can dispatch is there; a collector takes an instruction when it is free or dispatches; operands "
               "are those of what dispatches, else zero; BOCs have different in-flight numbers",
    .scope = "top.u_dispatch.", .points = points, .cycle = cycle
};
