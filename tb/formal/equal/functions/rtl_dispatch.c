/* SPDX-License-Identifier: Apache-2.0 */
/* dispatch with age_matrix, beside OCUs or CCUs: the choice of the collector, and its instruction;
 * cmodel/subcore/dispatch.c and cmodel/subcore/age_matrix.c (3.4; Malekeh II). */
/* model: age_matrix.c */
/* not beside: boc rfc */
#include "model_part.h"

#include "ages.h"
#include "cmodel/subcore/dispatch.c"

/* An instruction that can dispatch is there; one is allocated at most. */
void environment(void)
{
    open_model();
    uint64_t alloc = rtl("alloc_i", 0, m.shape.collectors);
    assume(!(alloc & (alloc - 1)));
    assume(!(rtl("dispatchable_i", 0, m.shape.collectors) & ~ages_valid("u_age.row_q", m.shape.collectors)));
}

bool invariant(void)
{
    open_model();
    return ages_ordered("u_age.row_q", m.shape.collectors) &
           (!m.shape.round_robin || rtl("rr_q", 0, m.shape.col_w) < m.shape.collectors);
}

/* No in-flight number is kept here. */
void inflight_dispatch(struct model *of, unsigned iid, unsigned dst_count)
{
    (void)of; (void)iid; (void)dst_count;
}

static void fill_collector(unsigned c)
{
    const struct shape *k = &m.shape;
    struct collector_q *q = &m.q.col[c];
    q->warp = rtl("col_warp_i", c * k->warp_w, k->warp_w);
    q->iid = rtl("col_iid_i", c * k->iid_w, k->iid_w);
    q->unit = rtl("col_unit_i", c * 3, 3);
    q->mask = rtl("col_mask_i", c * k->lanes, k->lanes);
    q->dst_count = rtl("col_dst_count_i", c * 3, 3);
    q->dst_base = rtl("col_dst_base_i", c * k->reg_w, k->reg_w);
    q->dst_near = k->dnear ? rtl("col_dst_near_i", c * MAX_DSTS, MAX_DSTS) : 0;
    q->payload[0] = rtl("col_payload_i", c * k->payload, k->payload);
}

static void compare_outputs(const struct sc_out *out)
{
    const struct shape *k = &m.shape;
    same_output("dispatch_o", 0, k->collectors, m.step.dispatch ? UINT64_C(1) << m.step.disp_col : 0);
    same_output("disp_valid_o", 0, 1, out->disp_valid);
    same_output("disp_warp_o", 0, k->warp_w, out->disp_warp);
    same_output("disp_iid_o", 0, k->iid_w, out->disp_iid);
    same_output("disp_unit_o", 0, 3, out->disp_unit);
    same_output("disp_mask_o", 0, k->lanes, out->disp_mask);
    same_output("disp_dst_count_o", 0, 3, out->disp_dst_count);
    same_output("disp_dst_base_o", 0, k->reg_w, out->disp_dst_base);
    if (k->dnear)
        same_output("disp_dst_near_o", 0, MAX_DSTS, out->disp_dst_near);
    same_output("disp_payload_o", 0, k->payload, out->disp_payload[0]);
    not_compared("disp_operand_o", "a value");
}

/* Places from the one behind the last turn. */
static unsigned turns_to(unsigned c, unsigned last)
{
    return (c + 2 * m.shape.collectors - last - 1) % m.shape.collectors;
}

/* Who is passed over comes nearer, so that one waits for the others once. */
static void check_turns(unsigned before, uint64_t candidates)
{
    for (unsigned c = 0; c < m.shape.collectors; c++)
        if ((candidates >> c & 1) && c != m.step.disp_col &&
            turns_to(c, (unsigned)m.q.dispatch.rr) >= turns_to(c, before))
            violated("a collector that is passed over comes no nearer");
}

void step(void)
{
    static struct sc_out out;
    const unsigned collectors = m.shape.collectors;
    uint64_t alloc = rtl("alloc_i", 0, collectors);
    if (m.shape.round_robin)
        m.q.dispatch.rr = rtl("rr_q", 0, m.shape.col_w);
    ages_fill(&m.collectors, "u_age.row_q");
    for (unsigned c = 0; c < collectors; c++)
        fill_collector(c);
    m.occupied = (uint32_t)rtl("dispatchable_i", 0, collectors);
    dispatch_eval(&m, (uint32_t)rtl("unit_ready_i", 0, 8), &out);
    compare_outputs(&out);
    dispatch_edge(&m);
    if (m.shape.round_robin) {
        if (m.step.dispatch)
            check_turns((unsigned)rtl("rr_q", 0, m.shape.col_w), candidates(&m, (uint32_t)rtl("unit_ready_i", 0, 8)));
        same_next("rr_q", 0, m.shape.col_w, m.q.dispatch.rr);
    }
    /* A collector is free when it takes an instruction, or it dispatches one. */
    assume(!(alloc & m.collectors.valid[0]));
    if (alloc)
        age_alloc(&m.collectors, lowest(alloc), true);
    ages_compare(&m.collectors, "u_age.row_q");
}
