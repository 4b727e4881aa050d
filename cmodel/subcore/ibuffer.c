/* SPDX-License-Identifier: Apache-2.0 */
#include "ibuffer.h"

static void pack_entry(struct model *m, unsigned i)
{
    const struct shape *k = &m->shape;
    const struct entry *e = &m->ibuffer.ring[i];
    struct ibuffer_q *q = &m->q.ibuffer;
    put(q->unit, i * 3, 3, e->unit);
    put(q->src_valid, i * k->slots, k->slots, e->src_valid);
    put(q->src_reg, i * k->slots * k->reg_w, k->slots * k->reg_w, squeeze(e->src_reg, k->reg_w));
    put(q->dst_count, i * 3, 3, e->dst_count);
    put(q->dst_base, i * k->reg_w, k->reg_w, e->dst_base);
    put(q->last, i, 1, e->last);
    if (k->pipe)
        put(q->same, i * k->slots * k->slots, k->slots * k->slots, e->same);
    if (k->war_bit)
        put(q->war, i, 1, e->war);
    put(q->mask, i * k->lanes, k->lanes, e->mask);
    put_wide(q->payload, i * k->payload, k->payload, e->payload);
    if (k->tags) {
        put(q->tag_src, i * k->tags, k->tags, e->tag_src);
        put(q->tag_dst, i * k->tags, k->tags, e->tag_dst);
    }
    if (k->near)
        put(q->src_near, i * k->slots, k->slots, e->src_near);
    if (k->dist)
        put(q->src_dist, i * k->slots * k->dist_w, k->slots * k->dist_w, squeeze(e->src_dist, k->dist_w));
    if (k->dnear)
        put(q->dst_near, i * MAX_DSTS, MAX_DSTS, e->dst_near);
    if (k->ddist)
        put(q->dst_dist, i * MAX_DSTS * k->dist_w, MAX_DSTS * k->dist_w, squeeze(e->dst_dist, k->dist_w));
    if (k->boc)
        put(q->first, i, 1, e->first);
    if (k->hinted)
        put(q->hint, i * 2, 2, e->hint);
    if (k->two) {
        put(q->far_memory, i, 1, e->far_memory);
        put(q->leave, i, 1, e->leave);
    }
    if (k->pos)
        put(q->src_pos, i * k->slots * 3, k->slots * 3, squeeze(e->src_pos, 3));
    if (k->flag)
        put(q->src_reuse, i * k->slots, k->slots, e->src_reuse);
    if (k->look)
        put(q->dst_look, i * MAX_DSTS, MAX_DSTS, e->dst_look);
}

/* Numbers below NB are near. */
static uint8_t near_of(const struct shape *k, bytes8 dist, unsigned count)
{
    unsigned near = 0;
    for (unsigned i = 0; i < count; i++)
        near |= (unsigned)(dist.at[i] < k->near_below) << i;
    return (uint8_t)near;
}

uint64_t ibuffer_equal_slots(const struct shape *k, unsigned src_valid, const uint8_t *src_reg)
{
    uint64_t same = 0;
    for (unsigned s = 0; s < k->slots; s++)
        for (unsigned f = 0; f <= s; f++)
            if ((src_valid >> s & src_valid >> f & 1) && ((src_reg[s] ^ src_reg[f]) & (k->registers - 1)) == 0)
                same |= UINT64_C(1) << (s * k->slots + f);
    return same;
}

void ibuffer_judge(const struct shape *k, struct entry *e)
{
    if (k->dist)
        e->src_near = near_of(k, e->src_dist, k->slots);
    if (k->ddist)
        e->dst_near = near_of(k, e->dst_dist, MAX_DSTS);
}

static void unpack_entry(struct model *m, unsigned i)
{
    const struct shape *k = &m->shape;
    struct entry *e = &m->ibuffer.ring[i];
    const struct ibuffer_q *q = &m->q.ibuffer;
    memset(e, 0, sizeof *e);
    e->unit = (uint8_t)get(q->unit, i * 3, 3);
    e->src_valid = (uint8_t)get(q->src_valid, i * k->slots, k->slots);
    for (unsigned s = 0; s < k->slots; s++)
        e->src_reg.at[s] = (uint8_t)get(q->src_reg, (i * k->slots + s) * k->reg_w, k->reg_w);
    if (k->near)
        e->src_near = (uint8_t)get(q->src_near, i * k->slots, k->slots);
    for (unsigned s = 0; k->dist && s < k->slots; s++)
        e->src_dist.at[s] = (uint8_t)get(q->src_dist, (i * k->slots + s) * k->dist_w, k->dist_w);
    e->dst_count = (uint8_t)get(q->dst_count, i * 3, 3);
    e->dst_base = (uint8_t)get(q->dst_base, i * k->reg_w, k->reg_w);
    if (k->dnear)
        e->dst_near = (uint8_t)get(q->dst_near, i * MAX_DSTS, MAX_DSTS);
    for (unsigned d = 0; k->ddist && d < MAX_DSTS; d++)
        e->dst_dist.at[d] = (uint8_t)get(q->dst_dist, (i * MAX_DSTS + d) * k->dist_w, k->dist_w);
    ibuffer_judge(k, e);
    e->first = k->boc && get(q->first, i, 1);
    e->hint = k->hinted ? (uint8_t)get(q->hint, i * 2, 2) : 0;
    e->far_memory = k->two && get(q->far_memory, i, 1);
    e->leave = k->two && get(q->leave, i, 1);
    for (unsigned s = 0; k->pos && s < k->slots; s++)
        e->src_pos.at[s] = (uint8_t)get(q->src_pos, (i * k->slots + s) * 3, 3);
    e->src_reuse = k->flag ? (uint8_t)get(q->src_reuse, i * k->slots, k->slots) : 0;
    e->dst_look = k->look ? (uint8_t)get(q->dst_look, i * MAX_DSTS, MAX_DSTS) : 0;
    if (k->tags) {
        e->tag_src = get(q->tag_src, i * k->tags, k->tags);
        e->tag_dst = get(q->tag_dst, i * k->tags, k->tags);
    }
    e->last = get(q->last, i, 1);
    e->same = k->pipe ? get(q->same, i * k->slots * k->slots, k->slots * k->slots) : 0;
    e->war = k->war_bit && get(q->war, i, 1);
    e->mask = (uint32_t)get(q->mask, i * k->lanes, k->lanes);
    get_wide(q->payload, i * k->payload, k->payload, e->payload);
}

static void pack_pointers(struct model *m, unsigned w)
{
    const struct shape *k = &m->shape;
    put(m->q.ibuffer.count, w * k->count_w, k->count_w, m->ibuffer.count[w]);
    put(m->q.ibuffer.rptr, w * k->depth_w, k->depth_w, m->ibuffer.rptr[w]);
}

/* What a register cache needs. */
static void take_for_cache(const struct shape *k, struct entry *e, const struct decoded *d)
{
    e->src_pos.word = 0;
    for (unsigned s = 0; k->pos && s < k->slots; s++)
        e->src_pos.at[s] = d->src_pos[s] & 7;
    e->src_reuse = k->flag ? d->src_reuse & (uint8_t)low_bits(k->slots) : 0;
    e->dst_look = k->look ? d->dst_look & (uint8_t)low_bits(MAX_DSTS) : 0;
}

/* What the ports carry; an entry is no wider. */
static void take(const struct shape *k, struct entry *e, const struct decoded *d)
{
    memcpy(&e->src_reg, d->src_reg, sizeof e->src_reg);
    e->src_reg.word &= k->register_masks;
    e->unit = d->unit & (MAX_UNITS - 1);
    e->src_valid = d->src_valid & (uint8_t)low_bits(k->slots);
    e->src_near = k->near ? d->src_near & (uint8_t)low_bits(k->slots) : 0;
    e->dst_count = d->dst_count & 7;
    e->dst_base = d->dst_base & (uint8_t)(k->registers - 1);
    e->dst_near = k->dnear ? d->dst_near & (uint8_t)low_bits(MAX_DSTS) : 0;
    e->src_dist.word = e->dst_dist.word = 0;
    for (unsigned s = 0; k->dist && s < k->slots; s++)
        e->src_dist.at[s] = d->src_dist[s] & (uint8_t)low_bits(k->dist_w);
    for (unsigned i = 0; k->ddist && i < MAX_DSTS; i++)
        e->dst_dist.at[i] = d->dst_dist[i] & (uint8_t)low_bits(k->dist_w);
    ibuffer_judge(k, e);
    e->first = k->boc && d->first;
    e->hint = k->hinted ? d->hint & 3 : 0;
    e->far_memory = k->two && d->far_memory;
    e->leave = k->two && d->leave;
    if (k->rfc)
        take_for_cache(k, e, d);
    e->tag_src = d->tag_src & k->tag_mask;
    e->tag_dst = d->tag_dst & k->tag_mask;
    e->last = d->last;
    e->mask = d->mask & k->lane_mask;
    memcpy(e->payload, d->payload, sizeof e->payload);
    for (unsigned i = 0; i < PAYLOAD_QWORDS; i++)
        e->payload[i] &= k->payload_mask[i];
}

/* The instructions behind the head move up; where there is none, an entry keeps what it has. */
static void move_up(struct model *m, unsigned warp)
{
    for (unsigned i = warp * m->shape.depth, left = m->ibuffer.count[warp]; left > 1; i++, left--) {
        m->ibuffer.ring[i] = m->ibuffer.ring[i + 1];
        if (m->packing)
            pack_entry(m, i);
    }
}

void ibuffer_pop(struct model *m, unsigned warp)
{
    struct ibuffer *ib = &m->ibuffer;
    if (m->shape.shift)
        move_up(m, warp);
    else
        ib->rptr[warp] = ib->rptr[warp] + 1u == m->shape.depth ? 0 : ib->rptr[warp] + 1u;
    if (--ib->count[warp] == 0)
        ib->heads &= ~(UINT64_C(1) << warp);
    m->issue.known &= ~(UINT64_C(1) << warp);
    m->looked &= ~(UINT64_C(1) << warp);
    if (m->packing)
        pack_pointers(m, warp);
}

/* Section 3.13: what the front end guarantees. */
static bool check(struct model *m, unsigned warp, const struct decoded *d, bool issued)
{
    const struct shape *k = &m->shape;
    if (warp >= k->warps || !age_valid(&m->issue.age, warp))
        model_violate(m, "an instruction was decoded for warp slot %u, which is not live", warp);
    else if ((unsigned)m->ibuffer.count[warp] + issued >= k->depth)
        model_violate(m, "an instruction was decoded into the full ring of warp %u", warp);
    else if (m->ibuffer.closed >> warp & 1)
        model_violate(m, "an instruction was decoded behind the last one of warp %u", warp);
    else if (d->dst_count > MAX_DSTS)
        model_violate(m, "an instruction of warp %u was decoded with %u results", warp, d->dst_count);
    return warp < k->warps && m->ibuffer.count[warp] < k->depth;
}

/* The warp's last instruction, also when it has been popped. */
static const struct entry *newest(const struct model *m, unsigned warp)
{
    unsigned depth = m->shape.depth, count = m->ibuffer.count[warp];
    unsigned at = m->shape.shift ? (count ? count - 1 : 0) : (m->ibuffer.rptr[warp] + count + depth - 1) % depth;
    return &m->ibuffer.ring[warp * depth + at];
}

/* Entry (rptr_q + count_q) mod D; an issue in the same cycle moves both without changing the sum. */
void ibuffer_push(struct model *m, unsigned warp, const struct decoded *d, bool issued)
{
    struct ibuffer *ib = &m->ibuffer;
    if (!check(m, warp, d, issued))
        return;
    unsigned at = ib->rptr[warp] + ib->count[warp];
    unsigned i = warp * m->shape.depth + (at >= m->shape.depth ? at - m->shape.depth : at);
    struct entry before = *newest(m, warp);
    take(&m->shape, &ib->ring[i], d);
    ib->ring[i].same = m->shape.pipe ? ibuffer_equal_slots(&m->shape, d->src_valid, d->src_reg) : 0;
    ib->ring[i].war = m->shape.war_bit && (ib->count[warp] || issued) &&
        ibuffer_overwrites(&m->shape, &ib->ring[i], before.src_valid, before.src_reg);
    if (ib->count[warp]++ == 0) {
        ib->heads |= UINT64_C(1) << warp;
        m->issue.known &= ~(UINT64_C(1) << warp);
        m->looked &= ~(UINT64_C(1) << warp);
    }
    if (d->last)
        ib->closed |= UINT64_C(1) << warp;
    if (m->packing) {
        pack_entry(m, i);
        pack_pointers(m, warp);
    }
}

void ibuffer_clear(struct model *m)
{
    memset(m->ibuffer.count, 0, sizeof m->ibuffer.count);
    memset(m->ibuffer.rptr, 0, sizeof m->ibuffer.rptr);
    memset(m->q.ibuffer.count, 0, sizeof m->q.ibuffer.count);
    memset(m->q.ibuffer.rptr, 0, sizeof m->q.ibuffer.rptr);
    m->ibuffer.heads = m->ibuffer.closed = 0;
}

void ibuffer_pack(struct model *m)
{
    for (unsigned w = 0; w < m->shape.warps; w++)
        pack_pointers(m, w);
    for (unsigned i = 0; i < m->shape.warps * m->shape.depth; i++)
        pack_entry(m, i);
}

void ibuffer_unpack(struct model *m)
{
    const struct shape *k = &m->shape;
    m->ibuffer.heads = 0;
    for (unsigned w = 0; w < k->warps; w++) {
        m->ibuffer.count[w] = (uint8_t)get(m->q.ibuffer.count, w * k->count_w, k->count_w);
        m->ibuffer.rptr[w] = k->shift ? 0 : (uint8_t)get(m->q.ibuffer.rptr, w * k->depth_w, k->depth_w);
        m->ibuffer.heads |= (uint64_t)(m->ibuffer.count[w] > 0) << w;
    }
    for (unsigned i = 0; i < k->warps * k->depth; i++)
        unpack_entry(m, i);
}
