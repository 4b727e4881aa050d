/* SPDX-License-Identifier: Apache-2.0 */
/* rfc_fill: of rfc_drain_eval() of cmodel/subcore/rfc_drain.c which wish is considered, and what gives way to results
 * (3.15, Fills). The caches are empty, and so nothing else stands against a fill. */
#include "tb/alone/caches.h"

enum { NOTHING, TWO_WISHES, ALL_WARPS, GIVES_WAY };

static bool several(const struct unit *u) { return u->m->shape.collectors > 1 && u->m->shape.banks > 1; }
static bool enough(const struct unit *u)
{
    const struct shape *k = &u->m->shape;
    return k->collectors >= k->warps && k->banks >= k->warps;
}
static bool one_write(const struct unit *u) { return u->m->shape.write_ports == 1; }

static const struct point points[] = {
    {"nobody wishes", NULL}, {"two wishes of one warp", several}, {"every cache gets a value", enough},
    {"a value gives way to a result of its warp", one_write}, {NULL, NULL}
};

/* Values come from banks, one each. Whether a collector's value is wanted, and where it goes. */
static unsigned draw_wishes(struct unit *u)
{
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    unsigned banks = 0, of_warp[MAX_WARPS] = {0}, most = 0;
    m->step.s_valid = 0;
    for (unsigned c = 0; c < k->collectors; c++) {
        struct collector_q *q = &m->q.col[c];
        bool wishes = banks < k->banks && given(u, "wish_i", c, 1);
        *q = (struct collector_q){.occupied = 1, .src_valid = 1, .src_fill = 1,
                                  .warp = give_below(u, "col_warp_i", c * k->warp_w, k->warp_w, k->warps)};
        give(u, "wish_i", c, 1, wishes);
        if (k->pos)
            q->src_set = give_below(u, "wish_set_i", c * k->set_w, k->set_w, k->sets);
        m->col[c].reg.at[0] = (uint8_t)given(u, "wish_reg_i", c * k->reg_w, k->reg_w);
        if (!wishes)
            continue;
        given_vector(u, "s_data_i", c, &m->q.bank[banks].rdata);
        m->q.bank[banks].rd_slot = 0;
        m->step.s_bank[c] = (uint8_t)banks++;
        m->step.s_valid |= 1u << c;
        most = ++of_warp[q->warp] > most ? of_warp[q->warp] : most;
    }
    hit_if(u, NOTHING, !m->step.s_valid);
    return most;
}

/* With two write ports the caches look at results themselves. */
static uint32_t draw_contending(struct unit *u)
{
    struct model *m = u->m;
    uint32_t ports = 0;
    uint64_t warps = 0;
    for (unsigned p = 0; p < RESULT_PORTS && m->shape.write_ports == 1; p++) {
        if (!one_in(u, 6))
            continue;
        m->step.wb[p].warp = (uint8_t)below(u, m->shape.warps);
        m->step.rfc[p] = (struct rfc_result){.hit = -1, .bank = -1};
        warps |= only(m->step.wb[p].warp);
        ports |= 1u << p;
    }
    if (has(u, "contends_i"))
        give(u, "contends_i", 0, m->shape.warps, warps);
    return ports;
}

static void says_cache(struct unit *u, unsigned w)
{
    const struct model *m = u->m;
    const struct shape *k = &m->shape;
    const struct step *st = &m->step;
    const struct vreg nothing = {{0}};
    bool fills = st->fills >> w & 1;
    says(u, "fill_valid_o", w, 1, fills);
    says(u, "fill_reg_o", w * k->reg_w, k->reg_w, fills ? st->fill_reg[w] : 0);
    if (k->pos)
        says(u, "fill_set_o", w * k->set_w, k->set_w, fills ? st->fill_entry[w] / k->ways : 0);
    says_vector(u, "fill_data_o", w, fills ? &st->fill_data[st->fill_col[w]] : &nothing);
    hit_if(u, GIVES_WAY, (st->wishes >> w & 1) && !fills);
}

static void cycle(struct unit *u)
{
    struct model *m = u->m;
    unsigned most = draw_wishes(u);
    m->step.flushing = m->step.granted = 0;
    rfc_drain_eval(m, draw_contending(u));
    for (unsigned w = 0; w < m->shape.warps; w++)
        says_cache(u, w);
    hit_if(u, TWO_WISHES, most > 1);
    hit_if(u, ALL_WARPS, m->step.fills == low_bits(m->shape.warps));
}

const struct bench bench_rfc_fill = {
    .assumed = "warps and sets exist; as many values as banks come at most", .points = points, .cycle = cycle
};
