/* SPDX-License-Identifier: Apache-2.0 */
/* dispatch with age_matrix, beside OCUs or CCUs: the choice of the collector, and its instruction;
 * cmodel/subcore/dispatch.c and cmodel/subcore/age_matrix.c (3.4; Malekeh II). */
/* model: dispatch.c collector.c ocu.c ccu.c age_matrix.c shape.c instruction.c */
/* not beside: boc rfc */
#include "model_part.h"

#include "ages.h"

static void open_dispatch(void)
{
    open_model();
    open_collectors();
    dispatch_open(&m.dispatch, &m.core, &equal_config);
}

/* An instruction that can dispatch is there; one is allocated at most. */
void environment(void)
{
    open_dispatch();
    uint64_t alloc = rtl("alloc_i", 0, m.core.shape.collectors);
    assume(!(alloc & (alloc - 1)));
    assume(!(rtl("dispatchable_i", 0, m.core.shape.collectors) & ~ages_valid("u_age.row_q", m.core.shape.collectors)));
}

bool invariant(void)
{
    open_dispatch();
    return ages_ordered("u_age.row_q", m.core.shape.collectors) &
           (!m.dispatch.round_robin || rtl("rr_q", 0, m.core.shape.col_w) < m.core.shape.collectors);
}

/* No in-flight number is kept here. */
void inflight_dispatch(struct inflight *of, unsigned iid, unsigned dst_count)
{
    (void)of; (void)iid; (void)dst_count;
}

static void fill_collector(unsigned c)
{
    const struct shape *k = &m.core.shape;
    struct collector *col = &singles(&m.collectors.base)->at[c];
    col->q.warp = rtl("col_warp_i", c * k->warp_w, k->warp_w);
    col->q.iid = rtl("col_iid_i", c * k->iid_w, k->iid_w);
    col->q.unit = rtl("col_unit_i", c * 3, 3);
    col->q.mask = rtl("col_mask_i", c * k->lanes, k->lanes);
    col->q.dst_count = rtl("col_dst_count_i", c * 3, 3);
    col->q.dst_base = rtl("col_dst_base_i", c * k->reg_w, k->reg_w);
    col->q.dst_near = has_field(k, FIELD_DST_NEAR) ? rtl("col_dst_near_i", c * MAX_DSTS, MAX_DSTS) : 0;
    col->q.payload[0] = rtl("col_payload_i", c * k->payload_bits, k->payload_bits);
}

static void compare_outputs(const struct sc_out *out)
{
    const struct shape *k = &m.core.shape;
    same_output("dispatch_o", 0, k->collectors, m.dispatch.leaves.valid ? only(m.dispatch.leaves.col) : 0);
    same_output("disp_valid_o", 0, 1, out->disp_valid);
    same_output("disp_warp_o", 0, k->warp_w, out->disp_warp);
    same_output("disp_iid_o", 0, k->iid_w, out->disp_iid);
    same_output("disp_unit_o", 0, 3, out->disp_unit);
    same_output("disp_mask_o", 0, k->lanes, out->disp_mask);
    same_output("disp_dst_count_o", 0, 3, out->disp_dst_count);
    same_output("disp_dst_base_o", 0, k->reg_w, out->disp_dst_base);
    if (has_field(k, FIELD_DST_NEAR))
        same_output("disp_dst_near_o", 0, MAX_DSTS, out->disp_dst_near);
    same_output("disp_payload_o", 0, k->payload_bits, out->disp_payload[0]);
    not_compared("disp_operand_o", "a value");
}

/* Places from the one behind the last turn. */
static unsigned turns_to(unsigned c, unsigned last)
{
    return (c + 2 * m.core.shape.collectors - last - 1) % m.core.shape.collectors;
}

/* Who is passed over comes nearer, so that one waits for the others once. */
static void check_turns(unsigned before, uint64_t candidates)
{
    for (unsigned c = 0; c < m.core.shape.collectors; c++)
        if ((candidates >> c & 1) && c != m.dispatch.leaves.col &&
            turns_to(c, (unsigned)m.dispatch.q.rr) >= turns_to(c, before))
            violated("a collector that is passed over comes no nearer");
}

void step(void)
{
    static struct sc_out out;
    struct collectors *cs = &m.collectors.base;
    const unsigned collectors = m.core.shape.collectors;
    uint64_t alloc = rtl("alloc_i", 0, collectors);
    uint32_t unit_ready = (uint32_t)rtl("unit_ready_i", 0, 8);
    uint8_t position[MAX_COLLECTORS];
    if (m.dispatch.round_robin)
        m.dispatch.q.rr = rtl("rr_q", 0, m.core.shape.col_w);
    ages_fill(&m.dispatch.age, "u_age.row_q");
    for (unsigned c = 0; c < collectors; c++)
        fill_collector(c);
    m.collectors.base.occupied = (uint32_t)rtl("dispatchable_i", 0, collectors);
    uint32_t candidates = cs->ops->dispatchable(cs, unit_ready, position);
    dispatch_eval(&m.dispatch, cs, &m.inflight, unit_ready, &out);
    compare_outputs(&out);
    dispatch_edge(&m.dispatch, cs, &m.inflight);
    if (m.dispatch.round_robin) {
        if (m.dispatch.leaves.valid)
            check_turns((unsigned)rtl("rr_q", 0, m.core.shape.col_w), candidates);
        same_next("rr_q", 0, m.core.shape.col_w, m.dispatch.q.rr);
    }
    /* A collector is free when it takes an instruction, or it dispatches one. */
    assume(!(alloc & m.dispatch.age.valid[0]));
    if (alloc)
        dispatch_allocate(&m.dispatch, lowest(alloc));
    ages_compare(&m.dispatch.age, "u_age.row_q");
}
