/* SPDX-License-Identifier: Apache-2.0 */
#include "issue_stage.h"

void issue_stage_open(struct issue_stage *st, struct core *core, const struct config *cfg)
{
    st->core = core;
    st->tables = cfg->kind == KIND_CCU;
}

void issue_stage_list(const struct issue_stage *st, struct register_list *l)
{
    const struct shape *k = &st->core->shape;
    if (!k->stage)
        return;
    register_list_add(l, &st->q.valid, 1, true, "top.u_stage.valid_q");
    register_list_add(l, &st->q.col, k->col_w, false, "top.u_stage.col_q");
    register_list_add(l, &st->q.warp, k->warp_w, false, "top.u_stage.warp_q");
    register_list_add(l, &st->q.iid, k->iid_w, false, "top.u_stage.iid_q");
    register_list_add(l, &st->q.unit, 3, false, "top.u_stage.unit_q");
    register_list_add(l, &st->q.mask, k->lanes, false, "top.u_stage.mask_q");
    register_list_add(l, &st->q.dst_count, 3, false, "top.u_stage.dst_count_q");
    register_list_add(l, &st->q.dst_base, k->reg_w, false, "top.u_stage.dst_base_q");
    register_list_add(l, st->q.payload, k->payload_bits, false, "top.u_stage.payload_q");
    if (has_field(k, FIELD_DST_NEAR))
        register_list_add(l, &st->q.dst_near, MAX_DSTS, false, "top.u_stage.dst_near_q");
    if (has_field(k, FIELD_DST_DIST))
        register_list_add(l, &st->q.dst_dist, MAX_DSTS * k->distance_w, false, "top.u_stage.dst_dist_q");
    register_list_add(l, &st->q.first, k->slots, false, "top.u_stage.first_q");
    if (st->tables) {
        register_list_add(l, &st->q.same, k->slots * k->slots, false, "top.u_stage.same_q");
        register_list_add(l, &st->q.serves, k->collectors, false, "top.u_stage.serves_q");
    }
    register_list_add(l, &st->q.src_valid, k->slots, false, "top.u_stage.src_valid_q");
    register_list_add(l, &st->q.src_reg, k->slots * k->reg_w, false, "top.u_stage.src_reg_q");
    if (has_field(k, FIELD_SRC_NEAR))
        register_list_add(l, &st->q.src_near, k->slots, false, "top.u_stage.src_near_q");
    if (has_field(k, FIELD_SRC_DIST))
        register_list_add(l, &st->q.src_dist, k->slots * k->distance_w, false, "top.u_stage.src_dist_q");
}

void issue_stage_reset(struct issue_stage *st)
{
    st->q.valid = 0;
}

void issue_stage_take(struct issue_stage *st, unsigned c, unsigned w, unsigned iid, const struct instruction *i,
                      uint64_t own)
{
    const struct shape *k = &st->core->shape;
    st->instruction = *i;
    st->q.valid = 1;
    st->q.col = c;
    st->q.warp = w;
    st->q.iid = iid;
    st->q.unit = i->unit;
    st->q.mask = i->mask;
    st->q.dst_count = i->dst_count;
    st->q.dst_base = i->dst_base;
    st->q.dst_near = has_field(k, FIELD_DST_NEAR) ? i->dst_near : 0;
    st->q.dst_dist = has_field(k, FIELD_DST_DIST) ? squeeze(i->dst_dist, k->distance_w) : 0;
    memcpy(st->q.payload, i->payload, sizeof st->q.payload);
    st->q.first = instruction_first(i);
    st->q.same = st->tables ? instruction_equal_slots(k, i->src_valid, i->src_reg.at) : 0;
    st->q.serves = st->tables ? own : 0;
    st->q.src_valid = i->src_valid;
    st->q.src_reg = squeeze(i->src_reg, k->reg_w);
    st->q.src_near = has_field(k, FIELD_SRC_NEAR) ? i->src_near : 0;
    st->q.src_dist = has_field(k, FIELD_SRC_DIST) ? squeeze(i->src_dist, k->distance_w) : 0;
}

static bytes8 spread(uint64_t packed, unsigned count, unsigned width)
{
    bytes8 bytes = {.word = 0};
    for (unsigned i = 0; i < count; i++)
        bytes.at[i] = (uint8_t)(packed >> i * width & low_bits(width));
    return bytes;
}

void issue_stage_unpack(struct issue_stage *st)
{
    const struct shape *k = &st->core->shape;
    struct instruction *i = &st->instruction;
    *i = (struct instruction){
        .unit = (uint8_t)st->q.unit, .src_valid = (uint8_t)st->q.src_valid, .mask = (uint32_t)st->q.mask,
        .dst_count = (uint8_t)st->q.dst_count, .dst_base = (uint8_t)st->q.dst_base,
        .src_near = (uint8_t)st->q.src_near, .dst_near = (uint8_t)st->q.dst_near,
    };
    memcpy(i->payload, st->q.payload, sizeof i->payload);
    i->src_reg = spread(st->q.src_reg, k->slots, k->reg_w);
    i->src_dist = spread(st->q.src_dist, k->slots, k->distance_w);
    i->dst_dist = spread(st->q.dst_dist, MAX_DSTS, k->distance_w);
    instruction_judge(k, i);
}
