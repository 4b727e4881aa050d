/* SPDX-License-Identifier: Apache-2.0 */
/* rfc_drain: rfc_drain_eval(), rfc_edge() of cmodel/subcore/rfc_drain.c and rfc_edge.c; a cache that offers a value is
 * one that flushes and has one dirty entry (3.15, Drains, Results; RFC-sim IV-E). */
#include "tb/alone/caches.h"
#include "tb/alone/drain.h"

enum { NONE = -1 };                         /* nothing issues */
enum { EVICTS = DRAIN_POINTS };

static bool several(const struct unit *u) { return u->m->core.shape.warps > 1; }
static bool evicts(const struct unit *u) { return u->m->rfcs.place; }

static const struct point points[] = {
    {"nothing is offered", NULL}, {"a value waits for a result of its bank", NULL},
    {"two values for one bank", several}, {"every bank is written", NULL},
    {"the cache whose turn it is offers nothing, another one does", several},
    {"a bank gets the value of an entry that a result takes", evicts}, {NULL, NULL}
};

/* The register caches are what the cycle makes them; what is dirty is offered, since they flush. */
static void draw_offer(struct unit *u, unsigned w)
{
    const struct shape *k = &u->m->core.shape;
    struct rfc *rfc = &u->m->rfcs.at[w];
    unsigned reg = draw_existing(u);
    rfc->q.valid = rfc->q.dirty = given(u, "offer_valid_i", w, 1);
    rfc->tag[0].at[0] = (uint8_t)reg;
    give(u, "offer_reg_i", w * k->reg_w, k->reg_w, reg);
    given_vector(u, "offer_data_i", w, &rfc->q.data[0]);
}

/* What is written for results. A value that leaves an entry is that of the result's warp, in all lanes. What is not
 * written is zero. Returns the warps with such a value. */
static uint64_t draw_result(struct unit *u, unsigned b, uint64_t evicting)
{
    const struct shape *k = &u->m->core.shape;
    const struct vreg none = {{0}};
    bool granted = one_in(u, 3);
    unsigned w = granted ? below(u, k->warps) : 0;
    bool leaves = granted && evicts(u) && !(evicting >> w & 1) && one_in(u, 2);
    if (evicts(u))
        give(u, "evict_i", b * k->warps, k->warps, leaves ? only(w) : 0);
    if (!granted) {
        give_no_result(u, b);
        return 0;
    }
    give(u, "granted_valid_i", b, 1, 1);
    give(u, "granted_warp_i", b * k->warp_w, k->warp_w, w);
    if (leaves) {
        give_vector(u, "granted_data_i", b, &none);
        give(u, "granted_mask_i", b * k->lanes, k->lanes, k->lane_mask);
    }
    hit_if(u, EVICTS, leaves);
    return leaves ? only(w) : 0;
}

static void says_bank(struct unit *u, unsigned b, uint32_t granted, uint64_t evicting)
{
    const struct rfcs *rs = &u->m->rfcs;
    const struct shape *k = &u->m->core.shape;
    bool drains = rs->drain.drained >> b & 1;
    unsigned w = drains ? rs->drain.from[b] : (unsigned)given(u, "granted_warp_i", b * k->warp_w, k->warp_w);
    uint64_t row = drains ? (uint64_t)rfc_tag(rs, w, 0) >> k->bank_shift
                          : given(u, "granted_row_i", b * k->row_w, k->row_w);
    struct vreg data;
    given_vector(u, drains ? "offer_data_i" : evicting ? "evict_data_i" : "granted_data_i",
                 drains || evicting ? w : b, &data);
    says_write(u, &rs->drain, granted, b, w, row, &data);
}

static void count_points(struct unit *u, uint32_t granted)
{
    const struct rfcs *rs = &u->m->rfcs;
    const struct shape *k = &u->m->core.shape;
    uint64_t offered[MAX_BANKS] = {0};
    for (unsigned w = 0; w < k->warps; w++)
        if (rs->at[w].q.valid)
            offered[bank_of(k, w, rfc_tag(rs, w, 0))] |= only(w);
    count_drains(u, &rs->drain, granted, offered);
}

static void cycle(struct unit *u)
{
    struct model *m = u->m;
    struct rfcs *rs = &m->rfcs;
    const struct shape *k = &m->core.shape;
    uint64_t drained = 0, evicting = 0, leaves[MAX_BANKS];
    uint32_t granted = 0;
    rf_banks_begin(&m->rf);
    rs->flushing = low_bits(k->warps);
    for (unsigned w = 0; w < k->warps; w++)
        draw_offer(u, w);
    for (unsigned b = 0; b < k->banks; b++) {
        evicting |= leaves[b] = draw_result(u, b, evicting);
        granted |= (uint32_t)given(u, "granted_valid_i", b, 1) << b;
    }
    rfc_drain_eval(rs, &m->ibuffer, &m->collectors.ocu, &m->scoreboard, m->writeback.wb, 0, granted);
    for (unsigned b = 0; b < k->banks; b++) {
        says_bank(u, b, granted, leaves[b]);
        drained |= rs->drain.drained >> b & 1 ? only(rs->drain.from[b]) : 0;
    }
    says(u, "drain_o", 0, k->warps, drained);
    count_points(u, granted);
    rfc_edge(rs, &m->arbiter, &m->rf, m->writeback.wb, NONE, low_bits(k->warps));
}

const struct bench bench_rfc_drain = {
    .assumed = "warps and rows exist; what is not granted is zero; a cache has one value at most that a result sends "
               "away, for the bank of that result", .scope = "top.u_drain.", .points = points, .cycle = cycle
};
