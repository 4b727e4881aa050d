/* SPDX-License-Identifier: Apache-2.0 */
/* boc_drain: cmodel/subcore/drain.c in front of BOCs (3.14; BOW IV-B). */
#include "tb/alone/drain.h"
#include "tb/alone/instruction.h"

static bool several(const struct unit *u) { return u->m->core.shape.collectors > 1; }

static const struct point points[] = {
    {"nothing is offered", NULL}, {"a value waits for a result of its bank", NULL},
    {"two values for one bank", several}, {"every bank is written", NULL},
    {"the BOC whose turn it is offers nothing, another one does", several}, {NULL, NULL}
};

struct own { unsigned reg[MAX_COLLECTORS]; };       /* whose values the BOCs offer */

/* A value of BOC c for the bank of its register, or none. */
static void draw_offer(struct unit *u, unsigned c, uint64_t offered[MAX_BANKS])
{
    struct own *o = u->own;
    const struct shape *k = &u->m->core.shape;
    o->reg[c] = draw_register(u);
    give(u, "offer_reg_i", c * k->reg_w, k->reg_w, o->reg[c]);
    if (given(u, "offer_valid_i", c, 1))
        offered[bank_of(k, c, o->reg[c])] |= only(c);
}

/* Whether bank b is written for a result. */
static bool draw_result(struct unit *u, unsigned b)
{
    const struct shape *k = &u->m->core.shape;
    if (!one_in(u, 3)) {
        give_no_result(u, b);
        return false;
    }
    give(u, "granted_valid_i", b, 1, 1);
    give_below(u, "granted_warp_i", b * k->warp_w, k->warp_w, k->warps);
    return true;
}

static void says_bank(struct unit *u, unsigned b, uint32_t granted)
{
    const struct own *o = u->own;
    const struct drain *d = &u->m->drain;
    const struct shape *k = &u->m->core.shape;
    bool drains = d->drained >> b & 1;
    unsigned c = d->from[b], warp = (unsigned)given(u, "granted_warp_i", b * k->warp_w, k->warp_w);
    uint64_t row = given(u, "granted_row_i", b * k->row_w, k->row_w);
    struct vreg data;
    given_vector(u, drains ? "offer_data_i" : "granted_data_i", drains ? c : b, &data);
    says_write(u, d, granted, b, drains ? c : warp, drains ? o->reg[c] >> k->bank_shift : row, &data);
}

static void cycle(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    struct drain *d = &u->m->drain;
    uint64_t offered[MAX_BANKS] = {0};
    uint32_t granted = 0;
    for (unsigned c = 0; c < k->collectors; c++)
        draw_offer(u, c, offered);
    for (unsigned b = 0; b < k->banks; b++)
        granted |= (uint32_t)draw_result(u, b) << b;
    says(u, "drain_o", 0, k->collectors, drain_eval(d, offered, granted));
    for (unsigned b = 0; b < k->banks; b++)
        says_bank(u, b, granted);
    count_drains(u, d, granted, offered);
    for (uint32_t set = d->drained; set; set &= set - 1)
        drain_edge(d, lowest(set));
}

const struct bench bench_boc_drain = {
    .assumed = "warps exist; what is not granted is zero", .scope = "top.u_drain.", .points = points,
    .own = sizeof(struct own), .cycle = cycle
};
