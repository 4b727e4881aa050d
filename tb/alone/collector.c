/* SPDX-License-Identifier: Apache-2.0 */
#include "collector.h"

#include "cmodel/subcore/crossbar.h"
#include "cmodel/subcore/dispatch.h"

bool draw_arrival(struct unit *u)
{
    struct model *m = u->m;
    const struct collector_q *q = &m->q.col[HERE];
    uint64_t lacks = q->occupied ? q->src_valid & ~q->src_ready : 0;
    bool comes = lacks && !one_in(u, 2 + (unsigned)(u->cycle / 128 % 3));
    m->reading = comes;
    give(u, "s_valid_i", 0, 1, comes);
    give(u, "s_slot_i", 0, m->shape.slot_w, lacks ? one_of(u, lacks) : 0);
    m->q.bank[0].rd_col = HERE;
    m->q.bank[0].rd_slot = given(u, "s_slot_i", 0, m->shape.slot_w);
    for (unsigned l = 0; m->shape.shared_write && !comes && l < m->shape.lanes; l++)
        give(u, "s_data_i", 32 * l, 32, 0);             /* the crossbar's, which the entries' write port takes as it is */
    given_vector(u, "s_data_i", 0, &m->q.bank[0].rdata);
    crossbar_eval(m);
    return comes;
}

bool draw_dispatch(struct unit *u, struct sc_out *out)
{
    struct model *m = u->m;
    m->out = out;
    m->occupied &= 1u << HERE;
    m->upper &= 1u << HERE;
    dispatch_eval(m, UINT32_MAX, out);
    bool can = m->step.dispatch, does = can && !one_in(u, 3);
    says(u, "dispatchable_o", 0, 1, can);
    give(u, "dispatch_i", 0, 1, does);
    dispatch_eval(m, does ? UINT32_MAX : 0, out);
    return does;
}

static void says_payload(struct unit *u, const struct collector_q *q)
{
    says_wide(u, "payload_o", 0, u->m->shape.payload, q->payload);
}

void says_muxes(struct unit *u, const struct vreg *data, unsigned valid, unsigned stored, bytes8 index)
{
    const struct shape *k = &u->m->shape;
    for (unsigned e = 0; e < k->entries; e++)
        says_vector(u, "entry_o", e, &data[e]);
    for (unsigned s = 0; s < k->slots; s++)
        says(u, "select_o", s * k->entries, k->entries, stored >> s & 1 ? only(index.at[s]) : 0);
    if (k->forward)
        says(u, "forward_o", 0, k->slots, valid & ~stored);
}

static void says_operands(struct unit *u, const struct sc_out *out)
{
    const struct shape *k = &u->m->shape;
    unsigned width = 32 * k->lanes / (k->halves ? 2 : 1);
    for (unsigned s = 0; s < k->slots; s++) {
        says_wide(u, "operand_o", s * width, width, &out->disp_operand[s]);
        if (k->halves)
            says_wide(u, "upper_operand_o", s * width, width, &out->disp_upper_operand[s]);
    }
    if (k->halves)
        says(u, "upper_o", 0, 1, u->m->q.col[HERE].upper);
}

void says_collector(struct unit *u, const struct sc_out *out)
{
    const struct shape *k = &u->m->shape;
    const struct collector_q *q = &u->m->q.col[HERE];
    says(u, "occupied_o", 0, 1, q->occupied);
    says(u, "warp_o", 0, k->warp_w, q->warp);
    says(u, "iid_o", 0, k->iid_w, q->iid);
    says(u, "unit_o", 0, 3, q->unit);
    says(u, "mask_o", 0, k->lanes, q->mask);
    says(u, "dst_count_o", 0, 3, q->dst_count);
    says(u, "dst_base_o", 0, k->reg_w, q->dst_base);
    if (k->dnear)
        says(u, "dst_near_o", 0, MAX_DSTS, q->dst_near);
    if (k->ddist)
        says(u, "dst_dist_o", 0, MAX_DSTS * k->dist_w, q->dst_dist);
    if (k->look)
        says(u, "dst_look_o", 0, MAX_DSTS, q->dst_look);
    says_payload(u, q);
    if (has(u, "entry_o"))
        says_muxes(u, q->data, (unsigned)q->src_valid, (unsigned)q->src_ready, u->m->col[HERE].index);
    else
        says_operands(u, out);
}

void give_head(struct unit *u, unsigned w, const struct entry *e)
{
    const struct shape *k = &u->m->shape;
    if (has(u, "head_dst_count_i")) {
        give(u, "head_dst_count_i", w * 3, 3, e->dst_count);
        give(u, "head_dst_base_i", w * k->reg_w, k->reg_w, e->dst_base);
    }
    if (!has(u, "head_src_valid_i"))
        return;
    give(u, "head_src_valid_i", w * k->slots, k->slots, e->src_valid);
    for (unsigned s = 0; s < k->slots; s++)
        give(u, "head_src_reg_i", (w * k->slots + s) * k->reg_w, k->reg_w, e->src_reg.at[s]);
    give_same(u, NULL, "head_same_i", w, e);
}

void draw_heads(struct unit *u, struct entry head[MAX_WARPS])
{
    for (unsigned w = 0; w < u->m->shape.warps; w++) {
        head[w] = draw_instruction(u);
        give_head(u, w, &head[w]);
    }
}

void says_war(struct unit *u, const struct entry head[MAX_WARPS], bytes8 reg)
{
    if (!has(u, "war_o"))
        return;
    const struct collector_q *q = &u->m->q.col[HERE];
    const struct entry *e = &head[q->warp < u->m->shape.warps ? q->warp : 0];
    bool exists = q->warp < u->m->shape.warps;
    says(u, "war_o", 0, 1, exists && reads_a_result(&u->m->shape, (unsigned)q->src_valid, reg, e->dst_count,
                                                    e->dst_base));
}
