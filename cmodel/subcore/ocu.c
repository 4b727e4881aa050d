/* SPDX-License-Identifier: Apache-2.0 */
#include "ocu.h"

#include "rfc.h"

void collector_take(struct model *m, unsigned c, unsigned warp, unsigned iid, const struct entry *e)
{
    struct collector_q *q = &m->q.col[c];
    q->occupied = 1;
    q->warp = warp;
    q->iid = iid;
    q->unit = e->unit;
    q->mask = e->mask;
    q->dst_count = e->dst_count;
    q->dst_base = e->dst_base;
    q->dst_near = m->shape.dnear ? e->dst_near : 0;
    q->dst_dist = m->shape.ddist ? squeeze(e->dst_dist, m->shape.dist_w) : 0;
    memcpy(q->payload, e->payload, sizeof q->payload);
    q->src_valid = e->src_valid;
    q->src_ready = 0;
    m->col[c].reg = e->src_reg;
    m->occupied |= UINT32_C(1) << c;
    age_alloc(&m->collectors, c, m->packing);
}

unsigned collector_first(const struct entry *e)
{
    unsigned first = 0;
    for (unsigned left = e->src_valid; left;) {
        unsigned s = lowest(left);
        first |= 1u << s;
        left &= ~bytes_equal(e->src_reg, e->src_reg.at[s]);
    }
    return first;
}

unsigned ocu_allocate(struct model *m, unsigned c, unsigned warp, unsigned iid, const struct entry *e)
{
    unsigned first = collector_first(e);
    collector_take(m, c, warp, iid, e);
    m->stats.source_reads += count_bits(first);
    unsigned need = m->shape.rfc ? rfc_allocate(m, c, warp, e) : first;
    if (m->packing)
        ocu_pack(m, c);
    return need;
}

void ocu_pack(struct model *m, unsigned c)
{
    m->q.col[c].src_field = squeeze(m->col[c].reg, m->shape.reg_w);
}

void ocu_unpack(struct model *m, unsigned c)
{
    m->col[c].reg.word = 0;
    for (unsigned s = 0; s < m->shape.slots; s++)
        m->col[c].reg.at[s] = (uint8_t)get(&m->q.col[c].src_field, s * m->shape.reg_w, m->shape.reg_w);
}
