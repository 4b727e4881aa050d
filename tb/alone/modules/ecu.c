/* SPDX-License-Identifier: Apache-2.0 */
/* ecu with its values: cmodel/subcore/ecu.c, ocu.c, collector.c, crossbar.c (3.3, 3.6, 3.8, 3.16; Malekeh II;
 * Triple-A). */
#include "tb/alone/collector.h"

enum { WAITS, NO_WAIT, AT_ONCE, LATER, STRANGE, ARRIVES_TOO, BACK_TO_BACK, WAITS_ALONE };


static const struct point points[] = {
    {"an instruction enters with a source outstanding", NULL}, {"one enters without", NULL},
    {"its result comes in the same cycle", NULL}, {"its result comes later", NULL},
    {"a result comes that it does not wait for", NULL}, {"a value comes on port S beside the result", NULL},
    {"one instruction leaves and another one comes", reuses_collector}, {"it has all but the result", NULL},
    {NULL, NULL}
};

/* The registers of the scoreboard that an instruction finds outstanding: one of its sources that no other slot names,
 * or none. Returns that slot. */
static unsigned draw_outstanding(struct unit *u, const struct instruction *e, unsigned warp)
{
    struct scoreboard *s = &u->m->scoreboard;
    const struct shape *k = &u->m->core.shape;
    uint64_t single = 0;
    for (unsigned set = e->src_valid; set; set &= set - 1)
        if ((bytes_equal(e->src_reg, e->src_reg.at[lowest(set)]) & e->src_valid) == 1u << lowest(set))
            single |= set & -set;
    memset(s->q.pending, 0, sizeof s->q.pending);
    if (!single || one_in(u, 3))
        return 0;
    unsigned slot = one_of(u, single);
    bit_set(s->q.pending, warp * k->registers + e->src_reg.at[slot]);
    return 1u << slot;
}

/* A result for each bank, or not; now and then for the register that is waited for. */
static struct taken_results draw_results(struct unit *u, struct result wb[MAX_BANKS], uint8_t port[MAX_BANKS],
                                         unsigned warp, unsigned reg, bool waited)
{
    const struct shape *k = &u->m->core.shape;
    struct taken_results r = {.wb = wb, .grant_port = port};
    unsigned bank = bank_of(k, warp, reg);
    for (unsigned b = 0; b < k->banks; b++) {
        bool mine = waited && b == bank && one_in(u, 4), comes = mine || one_in(u, 2);
        unsigned w = give_below(u, "wr_warp_i", b * k->warp_w, k->warp_w, k->warps);
        uint64_t n = given(u, "wr_reg_i", b * k->reg_w, k->reg_w);
        if (mine) {
            w = warp, n = reg;
            give(u, "wr_warp_i", b * k->warp_w, k->warp_w, w);
        } else {                        /* a register that lies in this bank */
            n = (n & ~(uint64_t)(k->banks - 1)) | ((b - (w & k->turn_mask)) & (k->banks - 1));
        }
        give(u, "wr_reg_i", b * k->reg_w, k->reg_w, n);
        give(u, "wr_valid_i", b, 1, comes);
        wb[b] = (struct result){.valid = comes, .warp = (uint8_t)w, .reg = (uint8_t)n, .mask = k->lane_mask};
        given_vector(u, "wr_data_i", b, &wb[b].data);
        port[b] = (uint8_t)b;
        r.granted |= (uint32_t)comes << b;
        hit_if(u, STRANGE, comes && waited && (w != warp || n != reg));
    }
    return r;
}

static unsigned allocate(struct unit *u, const struct instruction *e, unsigned warp, bool allocates)
{
    const struct shape *k = &u->m->core.shape;
    struct collectors *cs = &u->m->collectors.base;
    unsigned wait = draw_outstanding(u, e, warp), need = 0;
    give(u, "issue_wait_i", 0, k->slots, wait);
    if (allocates)
        need = cs->ops->allocate(cs, HERE, warp, (unsigned)given(u, "issue_iid_i", 0, k->iid_w), e, 0, NULL);
    says(u, "need_o", 0, k->slots, need);
    hit_if(u, WAITS, allocates && wait);
    hit_if(u, NO_WAIT, allocates && !wait);
    return wait;
}

/* The results of the cycle, behind the allocation. */
static void take_results(struct unit *u, bool allocates, bool arrives)
{
    struct collectors *cs = &u->m->collectors.base;
    const struct collector *col = collector_here(u);
    struct result wb[MAX_BANKS];
    uint8_t port[MAX_BANKS];
    uint64_t wait = u->m->collectors.ecu.at[HERE].q.src_wait;
    unsigned reg = wait ? col->reg.at[lowest(wait)] : 0;
    struct taken_results r = draw_results(u, wb, port, (unsigned)col->q.warp, reg, wait != 0);
    cs->ops->take_results(cs, &r, 0);
    bool taken = wait && !u->m->collectors.ecu.at[HERE].q.src_wait;
    hit_if(u, AT_ONCE, taken && allocates);
    hit_if(u, LATER, taken && !allocates);
    hit_if(u, ARRIVES_TOO, taken && arrives);
    hit_if(u, WAITS_ALONE, wait && !taken && !(col->q.src_valid & ~col->q.src_ready & ~wait));
}

static void cycle(struct unit *u)
{
    struct turn t = draw_turn(u, u->own);
    hit_if(u, BACK_TO_BACK, t.busy && t.allocates);
    arrive_and_dispatch(u, t.dispatches);
    allocate(u, &t.e, t.warp, t.allocates);
    take_results(u, t.allocates, t.arrives);
}

const struct bench bench_ecu = {
    .assumed = "an instruction comes when the collector is free; a value comes once for a slot that lacks it and waits "
               "for no result; a register has one result outstanding, and its bank gets it",
    .scope = "top.g_col[0].u_ecu.", .points = points, .own = sizeof(struct operands), .open = open_collector,
    .cycle = cycle
};
