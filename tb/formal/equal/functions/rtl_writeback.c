/* SPDX-License-Identifier: Apache-2.0 */
/* writeback, beside OCUs or CCUs: which results are taken, and what each bank writes; cmodel/subcore/writeback.c
 * (3.9; Malekeh II). */
/* model: writeback.c collector.c ocu.c ccu.c shape.c instruction.c */
/* not beside: boc rfc */
#include "model_part.h"

/* The result of port v comes before that of u: it is older, or its unit has the higher number (writeback.order). */
static bool comes_first(unsigned v, unsigned u)
{
    return m.core.shape.by_unit ? v > u : rtl("older_i", u * RESULT_PORTS + v, 1);
}

/* Ports with a result that are older than port u, which has one. */
static uint64_t older_of(unsigned u)
{
    uint64_t valid = rtl("wb_valid_i", 0, RESULT_PORTS);
    return valid >> u & 1 ? valid & rtl("older_i", u * RESULT_PORTS, RESULT_PORTS) : 0;
}

/* Results have different in-flight numbers, so that one of two is older; their warps exist. A port without one has
 * warp 0 and no lanes. */
void environment(void)
{
    open_model();
    open_collectors();
    writeback_open(&m.writeback, &m.core, &m.rf);
    uint64_t valid = rtl("wb_valid_i", 0, RESULT_PORTS);
    for (unsigned u = 0; u < RESULT_PORTS; u++) {
        uint64_t warp = rtl("wb_warp_i", u * m.core.shape.warp_w, m.core.shape.warp_w);
        assume(warp < m.core.shape.warps);
        assume((valid >> u & 1) || (warp == 0 && rtl("wb_mask_i", u * m.core.shape.lanes, m.core.shape.lanes) == 0));
        if (m.core.shape.by_unit)
            continue;
        uint64_t older = older_of(u);
        assume(!(older >> u & 1));
        for (unsigned v = 0; v < RESULT_PORTS; v++) {
            uint64_t others = older_of(v);
            assume(u == v || !(valid >> u & valid >> v & 1) || (older >> v & 1) != (others >> u & 1));
            assume(!(older >> v & 1) || !(others & ~older));
        }
    }
}

bool invariant(void)
{
    return true;
}

static void fill(struct sc_in *in)
{
    const struct shape *k = &m.core.shape;
    for (unsigned u = 0; u < RESULT_PORTS; u++) {
        in->wb[u] = (struct result){
            .valid = rtl("wb_valid_i", u, 1), .warp = (uint8_t)rtl("wb_warp_i", u * k->warp_w, k->warp_w),
            .reg = (uint8_t)rtl("wb_reg_i", u * k->reg_w, k->reg_w),
            .near = has_field(k, FIELD_DST_NEAR) && rtl("wb_near_i", u, 1),
            .mask = (uint32_t)rtl("wb_mask_i", u * k->lanes, k->lanes), .iid = (uint8_t)u};
        if (!k->by_unit)
            m.inflight.age.stamp[u] = count_bits(older_of(u));
    }
    m.inflight.age.valid[0] = low_bits(RESULT_PORTS);
}

static unsigned bank_of_result(const struct result *r)
{
    return bank_of(&m.core.shape, r->warp, r->reg);
}

/* A bank takes one result at most, and the first of all in the order is taken: one waits for those before it, no
 * longer. */
static void check_order(const struct sc_in *in)
{
    uint32_t contending = 0;
    for (unsigned u = 0; u < RESULT_PORTS; u++)
        contending |= (uint32_t)(in->wb[u].valid && in->wb[u].mask) << u;
    for (unsigned u = 0; u < RESULT_PORTS; u++) {
        bool first = true;
        for (unsigned v = 0; v < RESULT_PORTS; v++) {
            if (v == u || !(contending >> u & contending >> v & 1))
                continue;
            first = first && !comes_first(v, u);
            if (bank_of_result(&in->wb[u]) == bank_of_result(&in->wb[v]) &&
                (m.writeback.accepted >> u & m.writeback.accepted >> v & 1))
                violated("a bank takes two results");
        }
        if ((contending >> u & 1) && first && !(m.writeback.accepted >> u & 1))
            violated("the first result in the order is not taken");
    }
}

void step(void)
{
    static struct sc_in in;
    static struct sc_out out;
    const struct shape *k = &m.core.shape;
    fill(&in);
    writeback_eval(&m.writeback, &in, &m.inflight, &m.collectors.base, &m.rfcs, &out);
    check_order(&in);
    same_output("wb_ready_o", 0, RESULT_PORTS, out.wb_ready);
    same_output("accept_o", 0, RESULT_PORTS, m.writeback.accepted);
    same_output("wr_valid_o", 0, k->banks, m.writeback.granted);
    for (unsigned b = 0; b < k->banks; b++) {
        struct result none = {.valid = false};
        const struct result *r = m.writeback.granted >> b & 1 ? &m.writeback.wb[m.writeback.grant_port[b]] : &none;
        same_output("wr_warp_o", b * k->warp_w, k->warp_w, r->warp);
        same_output("wr_row_o", b * k->row_w, k->row_w, (uint64_t)(r->reg >> k->bank_shift));
        same_output("wr_mask_o", b * k->lanes, k->lanes, r->mask);
        if (has_field(k, FIELD_DST_NEAR)) {
            same_output("wr_reg_o", b * k->reg_w, k->reg_w, r->reg);
            same_output("wr_near_o", b, 1, r->near);
        }
    }
    not_compared("wr_data_o", "a value");
}
