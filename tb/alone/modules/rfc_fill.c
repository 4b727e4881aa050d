/* SPDX-License-Identifier: Apache-2.0 */
/* rfc_fill: of rfc_drain_eval() of cmodel/subcore/rfc_drain.c which wish is considered, and what gives way to results
 * (3.15, Fills). The caches are empty, and so nothing else stands against a fill. */
#include "tb/alone/instruction.h"

enum { NOTHING, TWO_WISHES, ALL_WARPS, GIVES_WAY };

static bool several(const struct unit *u) { return u->m->core.shape.collectors > 1 && u->m->core.shape.banks > 1; }
static bool enough(const struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    return k->collectors >= k->warps && k->banks >= k->warps;
}
static bool one_write(const struct unit *u) { return u->m->rfcs.write_ports == 1; }

static const struct point points[] = {
    {"nobody wishes", NULL}, {"two wishes of one warp", several}, {"every cache gets a value", enough},
    {"a value gives way to a result of its warp", one_write}, {NULL, NULL}
};

struct own { struct vreg value[MAX_COLLECTORS]; struct result wb[RESULT_PORTS]; };

/* Collector c has an instruction that wants the value of slot 0. */
static void draw_collector(struct unit *u, unsigned c)
{
    struct ocus *ocus = &u->m->collectors.ocu;
    const struct rfcs *rs = &u->m->rfcs;
    const struct shape *k = &u->m->core.shape;
    ocus->all.at[c] = (struct collector){.q = {.occupied = 1, .src_valid = 1}};
    ocus->all.at[c].q.warp = give_below(u, "col_warp_i", c * k->warp_w, k->warp_w, k->warps);
    ocus->all.at[c].reg.at[0] = (uint8_t)given(u, "wish_reg_i", c * k->reg_w, k->reg_w);
    ocus->at[c].q.src_fill = 1;
    ocus->at[c].q.src_set = rs->pos ? give_below(u, "wish_set_i", c * rs->set_w, rs->set_w, rs->sets) : 0;
}

/* Values come from banks, one each. Whether a collector's value is wanted, and where it goes. Returns the most for one
 * warp. */
static unsigned draw_wishes(struct unit *u)
{
    struct own *o = u->own;
    const struct shape *k = &u->m->core.shape;
    struct port_s *port = &u->m->collectors.base.s[0];
    unsigned banks = 0, of_warp[MAX_WARPS] = {0}, most = 0;
    port->valid = 0;
    for (unsigned c = 0; c < k->collectors; c++) {
        bool wishes = banks < k->banks && given(u, "wish_i", c, 1);
        draw_collector(u, c);
        give(u, "wish_i", c, 1, wishes);
        if (!wishes)
            continue;
        unsigned warp = (unsigned)singles(&u->m->collectors.base)->at[c].q.warp;
        given_vector(u, "s_data_i", c, &o->value[c]);
        banks++;
        port->slot[c] = 0;
        port->value[c] = &o->value[c];
        port->valid |= UINT32_C(1) << c;
        most = ++of_warp[warp] > most ? of_warp[warp] : most;
    }
    hit_if(u, NOTHING, !port->valid);
    return most;
}

/* With two write ports the caches look at results themselves. */
static uint32_t draw_contending(struct unit *u)
{
    struct own *o = u->own;
    struct rfcs *rs = &u->m->rfcs;
    unsigned all = u->m->core.shape.warps;
    uint32_t ports = 0;
    uint64_t warps = 0;
    for (unsigned p = 0; p < RESULT_PORTS && one_write(u); p++) {
        if (!one_in(u, 6))
            continue;
        o->wb[p].warp = (uint8_t)below(u, all);
        rs->result[p] = (struct rfc_result){.hit = -1, .bank = -1};
        warps |= only(o->wb[p].warp);
        ports |= 1u << p;
    }
    if (has(u, "contends_i"))
        give(u, "contends_i", 0, all, warps);
    return ports;
}

static void says_cache(struct unit *u, unsigned w)
{
    const struct rfcs *rs = &u->m->rfcs;
    const struct shape *k = &u->m->core.shape;
    const struct vreg nothing = {{0}};
    bool fills = rs->fills >> w & 1;
    says(u, "fill_valid_o", w, 1, fills);
    says(u, "fill_reg_o", w * k->reg_w, k->reg_w, fills ? rs->fill_reg[w] : 0);
    if (rs->pos)
        says(u, "fill_set_o", w * rs->set_w, rs->set_w, fills ? rs->fill_entry[w] / rs->ways : 0);
    says_vector(u, "fill_data_o", w, fills ? &rs->fill_data[0][rs->fill_col[w]] : &nothing);
    hit_if(u, GIVES_WAY, (rs->wishes >> w & 1) && !fills);
}

static void cycle(struct unit *u)
{
    struct model *m = u->m;
    struct own *o = u->own;
    unsigned most = draw_wishes(u);
    uint32_t contending = draw_contending(u);
    m->rfcs.flushing = 0;
    rfc_drain_eval(&m->rfcs, &m->ibuffer, &m->collectors.ocu, &m->scoreboard, o->wb, contending, 0);
    for (unsigned w = 0; w < m->core.shape.warps; w++)
        says_cache(u, w);
    hit_if(u, TWO_WISHES, most > 1);
    hit_if(u, ALL_WARPS, m->rfcs.fills == low_bits(m->core.shape.warps));
}

const struct bench bench_rfc_fill = {
    .assumed = "warps and sets exist; as many values as banks come at most", .points = points,
    .own = sizeof(struct own), .cycle = cycle
};
