/* SPDX-License-Identifier: Apache-2.0 */
/* writeback beside OCUs or CCUs: which results are taken, and what each bank writes; cmodel/writeback.c (3.9;
 * Malekeh II). */
#include "writeback.h"

#include "../alone.h"
#include "../instruction.h"

enum { CONFLICT, ALL_BANKS, NO_LANES, NOTHING, ALL_PORTS };

static const struct point points[] = {
    {"two results for one bank", NULL}, {"every bank is written", NULL}, {"a result without lanes", NULL},
    {"no result", NULL}, {"all ports have a result", NULL}, {NULL, NULL}
};

/* In-flight numbers are those of ports; their order is any. */
static void draw_ages(struct unit *u)
{
    struct age *a = &u->m->inflight;
    unsigned order[RESULT_PORTS];
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        unsigned at = below(u, p + 1);
        order[p] = order[at];
        order[at] = p;
    }
    memset(a->valid, 0, sizeof a->valid);
    a->valid[0] = low_bits(RESULT_PORTS);
    for (unsigned i = 0; i < RESULT_PORTS; i++)
        a->stamp[order[i]] = i;
    for (unsigned i = 0; i < RESULT_PORTS; i++)
        for (unsigned j = 0; j < RESULT_PORTS; j++)
            give(u, "older_i", i * RESULT_PORTS + j, 1, i != j && age_older(a, i, j));
}

static void draw_results(struct unit *u, struct sc_in *in)
{
    const struct shape *k = &u->m->shape;
    unsigned full = one_in(u, 4), empty = one_in(u, 8);
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        struct result *r = &in->wb[p];
        *r = (struct result){.valid = !empty && (full || one_in(u, 2)), .iid = (uint8_t)p, .mask = draw_lanes(u),
                             .reg = (uint8_t)draw_register(u)};
        r->warp = (uint8_t)give_below(u, "wb_warp_i", p * k->warp_w, k->warp_w, k->warps);
        r->near = k->dnear && given(u, "wb_near_i", p, 1);
        r->dist = k->ddist ? (uint8_t)given(u, "wb_dist_i", p * k->dist_w, k->dist_w) : 0;
        given_vector(u, "wb_data_i", p, &r->data);
        give(u, "wb_valid_i", p, 1, r->valid);
        give(u, "wb_reg_i", p * k->reg_w, k->reg_w, r->reg);
        give(u, "wb_mask_i", p * k->lanes, k->lanes, r->mask);
        hit_if(u, NO_LANES, r->valid && !r->mask);
    }
    hit_if(u, ALL_PORTS, full && !empty);
}

static void any_bank(struct unit *u, unsigned b)
{
    const struct shape *k = &u->m->shape;
    any_bits(u, "wr_warp_o", b * k->warp_w, k->warp_w);
    any_bits(u, "wr_row_o", b * k->row_w, k->row_w);
    any_bits(u, "wr_mask_o", b * k->lanes, k->lanes);
    any_bits(u, "wr_data_o", b * 32 * k->lanes, 32 * k->lanes);
    if (has(u, "wr_reg_o"))
        any_bits(u, "wr_reg_o", b * k->reg_w, k->reg_w);
    if (has(u, "wr_near_o"))
        any_bits(u, "wr_near_o", b, 1);
    if (has(u, "wr_dist_o"))
        any_bits(u, "wr_dist_o", b * k->dist_w, k->dist_w);
}

static void says_bank(struct unit *u, unsigned b)
{
    const struct shape *k = &u->m->shape;
    const struct step *st = &u->m->step;
    const struct result *r = &st->wb[st->grant_port[b]];
    bool written = st->granted >> b & 1;
    says(u, "wr_valid_o", b, 1, written);
    if (!written) {
        any_bank(u, b);
        return;
    }
    says(u, "wr_warp_o", b * k->warp_w, k->warp_w, r->warp);
    says(u, "wr_row_o", b * k->row_w, k->row_w, (uint64_t)(r->reg >> k->bank_shift));
    says(u, "wr_mask_o", b * k->lanes, k->lanes, r->mask);
    says_vector(u, "wr_data_o", b, &r->data);
    if (has(u, "wr_reg_o"))
        says(u, "wr_reg_o", b * k->reg_w, k->reg_w, r->reg);
    if (has(u, "wr_near_o"))
        says(u, "wr_near_o", b, 1, r->near);
    if (has(u, "wr_dist_o"))
        says(u, "wr_dist_o", b * k->dist_w, k->dist_w, r->dist);
}

static void cycle(struct unit *u)
{
    struct model *m = u->m;
    struct sc_in in = {.rst = false};
    struct sc_out out;
    draw_ages(u);
    draw_results(u, &in);
    writeback_eval(m, &in, &out);
    says(u, "wb_ready_o", 0, RESULT_PORTS, out.wb_ready);
    says(u, "accept_o", 0, RESULT_PORTS, m->step.accepted);
    for (unsigned b = 0; b < m->shape.banks; b++)
        says_bank(u, b);
    hit_if(u, CONFLICT, m->step.offered & ~out.wb_ready);
    hit_if(u, ALL_BANKS, m->step.granted == low_bits(m->shape.banks));
    hit_if(u, NOTHING, !m->step.offered);
}

static bool applies(const struct config *cfg)
{
    return cfg->kind != KIND_BOC && !cfg->rfc_enable;
}

const struct bench bench_writeback = {
    .assumed = "ports have different in-flight numbers; warps and registers exist",
    .applies = applies, .otherwise = "beside BOCs and register caches the model looks into those itself",
    .points = points, .cycle = cycle
};
