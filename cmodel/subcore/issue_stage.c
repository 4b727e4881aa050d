/* SPDX-License-Identifier: Apache-2.0 */
#include "issue_stage.h"

#include "ibuffer.h"
#include "ocu.h"

/* The CCUs of warp w. One that takes an instruction in this cycle has done so. */
static uint64_t ccus_of(const struct model *m, unsigned w)
{
    uint64_t set = 0;
    for (unsigned c = 0; c < m->shape.collectors; c++)
        set |= (uint64_t)(m->q.col[c].warp == w) << c;
    return set;
}

void issue_stage_take(struct model *m, unsigned c, unsigned w, unsigned iid, const struct entry *e)
{
    const struct shape *k = &m->shape;
    struct stage_q *q = &m->q.stage;
    m->stage = *e;
    q->valid = 1;
    q->col = c;
    q->warp = w;
    q->iid = iid;
    q->unit = e->unit;
    q->mask = e->mask;
    q->dst_count = e->dst_count;
    q->dst_base = e->dst_base;
    q->dst_near = k->dnear ? e->dst_near : 0;
    q->dst_dist = k->ddist ? squeeze(e->dst_dist, k->dist_w) : 0;
    memcpy(q->payload, e->payload, sizeof q->payload);
    q->first = collector_first(e);
    q->same = k->ccu ? ibuffer_equal_slots(k, e->src_valid, e->src_reg.at) : 0;
    q->serves = k->ccu ? ccus_of(m, w) : 0;
    q->src_valid = e->src_valid;
    q->src_reg = squeeze(e->src_reg, k->reg_w);
    q->src_near = k->near ? e->src_near : 0;
    q->src_dist = k->dist ? squeeze(e->src_dist, k->dist_w) : 0;
}

void issue_stage_choose(struct model *m)
{
    const struct step *st = &m->step;
    struct stage_q *q = &m->q.stage;
    q->valid = st->chosen;
    q->warp = st->chosen ? st->chosen_warp : 0;
    q->grant = st->chosen ? UINT64_C(1) << st->chosen_warp : 0;
    q->iid = st->chosen ? st->chosen_iid : q->iid;
    q->col = q->warp;
}

static bytes8 spread(uint64_t packed, unsigned count, unsigned width)
{
    bytes8 bytes = {.word = 0};
    for (unsigned i = 0; i < count; i++)
        bytes.at[i] = (uint8_t)(packed >> i * width & low_bits(width));
    return bytes;
}

void issue_stage_unpack(struct model *m)
{
    const struct shape *k = &m->shape;
    const struct stage_q *q = &m->q.stage;
    struct entry *e = &m->stage;
    if (k->late) {
        m->q.stage.valid = q->grant != 0;
        m->q.stage.col = q->warp;
        return;
    }
    *e = (struct entry){.unit = (uint8_t)q->unit, .src_valid = (uint8_t)q->src_valid, .mask = (uint32_t)q->mask,
                        .dst_count = (uint8_t)q->dst_count, .dst_base = (uint8_t)q->dst_base,
                        .src_near = (uint8_t)q->src_near, .dst_near = (uint8_t)q->dst_near};
    memcpy(e->payload, q->payload, sizeof e->payload);
    e->src_reg = spread(q->src_reg, k->slots, k->reg_w);
    e->src_dist = spread(q->src_dist, k->slots, k->dist_w);
    e->dst_dist = spread(q->dst_dist, MAX_DSTS, k->dist_w);
    ibuffer_judge(k, e);
}
