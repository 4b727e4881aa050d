/* SPDX-License-Identifier: Apache-2.0 */
/* modern_results: results of cmodel/subcore/modern.c (3.18, results). */
#include "cmodel/subcore/modern.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"

enum { INT, FP32, FP64 };
enum { BOTH_HERE, FP32_FIRST, BEHIND_FIXED, BEHIND_OLDER, BEHIND_WAITING, NO_LANES, OTHER_UNIT, SEVERAL_BANKS };

static const struct point points[] = {
    {"INT and FP32 have results for one bank", NULL}, {"that of FP32 is older", NULL},
    {"a result of another unit waits for one of them", NULL}, {"it waits for an older one of its kind", NULL},
    {"it waits for those that wait in the bank", NULL}, {"a result without lanes is taken", NULL},
    {"a result of another unit is written", NULL}, {"several banks take a result", NULL}, {NULL, NULL}
};

struct own { struct sc_in in; struct sc_out out; };

/* Results on the ports; the order of their numbers. */
static void draw_results(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    struct sc_in *in = &((struct own *)u->own)->in;
    uint64_t left = low_bits(k->inflight);
    inflight_reset(&u->m->inflight);
    for (unsigned n = 0; n < k->inflight; n++) {
        unsigned iid = one_of(u, left);
        left &= ~(UINT64_C(1) << iid);
        age_alloc(&u->m->inflight.age, iid, false);
    }
    left = low_bits(k->inflight);
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        struct result *r = &in->wb[p];
        *r = (struct result){.valid = left && !one_in(u, 3), .warp = (uint8_t)below(u, k->warps),
                             .reg = (uint8_t)draw_register(u), .iid = (uint8_t)below(u, k->inflight),
                             .mask = draw_lanes(u)};
        if (r->valid) {
            r->iid = (uint8_t)one_of(u, left);
            left &= ~(UINT64_C(1) << r->iid);
        }
        give(u, "wb_valid_i", p, 1, r->valid);
        give(u, "wb_warp_i", p * k->warp_w, k->warp_w, r->warp);
        give(u, "wb_reg_i", p * k->reg_w, k->reg_w, r->reg);
        give(u, "wb_mask_i", p * k->lanes, k->lanes, r->mask);
        given_vector(u, "wb_data_i", p, &r->data);
    }
    for (unsigned p = 0; p < RESULT_PORTS; p++)
        for (unsigned v = 0; v < RESULT_PORTS; v++)
            give(u, "older_i", p * RESULT_PORTS + v, 1,
                 p != v && inflight_older(&u->m->inflight, in->wb[p].iid, in->wb[v].iid));
}

/* One of the two results that bank b takes, or NULL. */
static void says_result(struct unit *u, unsigned b, const char *const ports[5], const struct bank_result *r)
{
    const struct shape *k = &u->m->core.shape;
    says(u, ports[0], b, 1, r != NULL);
    if (!r) {
        any_bits(u, ports[1], b * k->warp_w, k->warp_w);
        any_bits(u, ports[2], b * k->reg_w, k->reg_w);
        any_bits(u, ports[3], b * k->lanes, k->lanes);
        any_bits(u, ports[4], b * 32 * k->lanes, 32 * k->lanes);
        return;
    }
    says(u, ports[1], b * k->warp_w, k->warp_w, r->warp);
    says(u, ports[2], b * k->reg_w, k->reg_w, r->reg);
    says(u, ports[3], b * k->lanes, k->lanes, r->mask);
    says_vector(u, ports[4], b, &r->data);
}

static void says_bank(struct unit *u, unsigned b)
{
    static const char *const first[] = {"first_valid_o", "first_warp_o", "first_reg_o", "first_mask_o", "first_data_o"};
    static const char *const second[] = {
        "second_valid_o", "second_warp_o", "second_reg_o", "second_mask_o", "second_data_o"
    };
    const struct modern_bank *bank = &u->m->modern.banks.at[b];
    const struct bank_result *comes[2] = {NULL, NULL};
    unsigned n = 0;
    if (bank->now.writes && !bank->now.pops)
        comes[n++] = &bank->now.write;
    for (unsigned i = 0; i < bank->now.pushes; i++)
        comes[n++] = &bank->now.push[i];
    says_result(u, b, first, comes[0]);
    says_result(u, b, second, comes[1]);
}

static bool goes_to(const struct unit *u, unsigned p, unsigned b)
{
    const struct shape *k = &u->m->core.shape;
    const struct result *r = &((const struct own *)u->own)->in.wb[p];
    return r->valid && r->mask && bank_of(k, r->warp, r->reg) == b;
}

static void count(struct unit *u)
{
    const struct modern *m = &u->m->modern;
    const struct own *o = u->own;
    unsigned banks = 0;
    for (unsigned b = 0; b < u->m->core.shape.banks; b++) {
        bool fp32 = goes_to(u, FP32, b), integer = goes_to(u, INT, b), waits = m->banks.at[b].q.result_count;
        banks += m->banks.at[b].now.writes && !m->banks.at[b].now.pops;
        hit_if(u, BOTH_HERE, integer && fp32);
        hit_if(u, FP32_FIRST, integer && fp32 &&
               inflight_older(&u->m->inflight, o->in.wb[INT].iid, o->in.wb[FP32].iid));
        for (unsigned p = FP64; p < RESULT_PORTS; p++) {
            bool taken = m->now.accepted >> p & 1;
            hit_if(u, BEHIND_FIXED, goes_to(u, p, b) && !taken && !waits && (integer || fp32));
            hit_if(u, BEHIND_OLDER, goes_to(u, p, b) && !taken && !waits && !integer && !fp32);
            hit_if(u, BEHIND_WAITING, goes_to(u, p, b) && !taken && waits);
            hit_if(u, OTHER_UNIT, goes_to(u, p, b) && taken);
        }
    }
    for (unsigned p = 0; p < RESULT_PORTS; p++)
        hit_if(u, NO_LANES, (m->now.accepted >> p & 1) && !o->in.wb[p].mask);
    hit_if(u, SEVERAL_BANKS, banks > 1);
}

/* The model of a sub-core in which nothing else goes on takes them. */
static void cycle(struct unit *u)
{
    struct own *o = u->own;
    struct modern *m = &u->m->modern;
    draw_results(u);
    for (unsigned b = 0; b < u->m->core.shape.banks; b++) {
        m->banks.at[b].q.result_count = one_in(u, 3);
        give(u, "waits_i", b, 1, m->banks.at[b].q.result_count);
    }
    modern_eval(m, &o->in, &o->out);
    says(u, "wb_ready_o", 0, RESULT_PORTS, o->out.wb_ready);
    says(u, "accept_o", 0, RESULT_PORTS, m->now.accepted);
    for (unsigned b = 0; b < u->m->core.shape.banks; b++)
        says_bank(u, b);
    count(u);
}

const struct bench bench_modern_results = {
    .assumed = "ports have different in-flight numbers; `older_i` is an order of them; warps and registers exist",
    .points = points, .own = sizeof(struct own), .cycle = cycle
};
