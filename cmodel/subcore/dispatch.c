/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch.h"

#include "boc.h"
#include "inflight.h"

/* Slots that are ready now (3.3). */
static uint64_t ready_now(const struct model *m, unsigned c)
{
    uint64_t ready = m->q.col[c].src_ready;
    if (m->shape.forward && (m->step.s_valid >> c & 1))
        ready |= m->step.s_slots[c];
    return ready;
}

static uint32_t candidates(const struct model *m, uint32_t unit_ready)
{
    uint32_t found = 0;
    for (uint32_t set = m->occupied & ~m->upper; set; set &= set - 1) {
        unsigned c = lowest(set);
        const struct collector_q *q = &m->q.col[c];
        if ((unit_ready >> q->unit & 1) && !(q->src_valid & ~ready_now(m, c)))
            found |= UINT32_C(1) << c;
    }
    return found;
}

static unsigned next_in_turn(const struct model *m, uint32_t set)
{
    unsigned from = (unsigned)m->q.dispatch.rr + 1;
    return first_cyclically(set, from == m->shape.collectors ? 0 : from);
}

static unsigned choose(const struct model *m, uint32_t set)
{
    return m->shape.round_robin ? next_in_turn(m, set) : age_oldest(&m->collectors, set);
}

/* BOCs with a position that can dispatch; the oldest such position of each (3.14). */
static uint32_t boc_candidates(const struct model *m, uint32_t unit_ready, uint8_t position[MAX_COLLECTORS])
{
    uint32_t found = 0;
    for (uint32_t set = m->occupied; set; set &= set - 1) {
        unsigned c = lowest(set), positions = boc_dispatchable(m, c, unit_ready);
        if (!positions)
            continue;
        position[c] = (uint8_t)boc_oldest(m, c, positions);
        found |= UINT32_C(1) << c;
    }
    return found;
}

static unsigned choose_boc(const struct model *m, uint32_t set, const uint8_t position[MAX_COLLECTORS])
{
    unsigned best = lowest(set);
    if (m->shape.round_robin)
        return next_in_turn(m, set);
    for (set &= set - 1; set; set &= set - 1) {
        unsigned c = lowest(set);
        if (age_older(&m->inflight, m->boc[best].at[position[best]].iid, m->boc[c].at[position[c]].iid))
            best = c;
    }
    return best;
}

static uint32_t drive_boc_operands(const struct model *m, struct sc_out *out)
{
    const struct step *st = &m->step;
    unsigned c = st->disp_col;
    const struct position *at = &m->boc[c].at[st->disp_pos];
    for (unsigned set = at->src_valid; set; set &= set - 1) {
        unsigned k = lowest(set), e = at->index.at[k];
        bool full = m->q.boc[c].full >> e & 1;
        vector_copy(m, &out->disp_operand[k], full ? &m->q.boc[c].data[e] : &m->q.bank[st->s_bank[c]].rdata);
    }
    return at->src_valid;
}

/* The value of slot k of an OCU or a CCU, as far as it is stored. */
static const struct vreg *stored(const struct model *m, unsigned c, unsigned k)
{
    return &m->q.col[c].data[m->shape.ccu ? m->col[c].index.at[k] : k];
}

/* The lanes that leave at once, from lane `from` on. */
static void copy_beat(const struct model *m, struct vreg *to, const struct vreg *value, unsigned from)
{
    if (m->shape.halves)
        memcpy(to->lane, value->lane + from, m->shape.vector_bytes / 2);
    else
        vector_copy(m, to, value);
}

static void clear_operands(const struct model *m, struct vreg *operand, uint32_t slots)
{
    for (; slots; slots &= slots - 1)
        memset(&operand[lowest(slots)], 0, m->shape.vector_bytes);
}

/* Writes what differs from zero, and zero over what the cycle before has written. */
static void drive_operands(struct model *m, struct sc_out *out)
{
    const struct step *st = &m->step;
    uint32_t slots = 0;
    if (st->dispatch && m->shape.boc) {
        slots = drive_boc_operands(m, out);
    } else if (st->dispatch) {
        unsigned c = st->disp_col;
        const struct collector_q *q = &m->q.col[c];
        slots = (uint32_t)q->src_valid;
        for (uint32_t set = slots; set; set &= set - 1) {
            unsigned k = lowest(set);
            const struct vreg *value = q->src_ready >> k & 1 ? stored(m, c, k) : &m->q.bank[st->s_bank[c]].rdata;
            copy_beat(m, &out->disp_operand[k], value, 0);
        }
    }
    clear_operands(m, out->disp_operand, m->out_operands & ~slots);
    m->out_operands = slots;
}

/* The second beat: the upper half of the lanes of what dispatched in the cycle before (3.4, Beats). */
static void drive_uppers(struct model *m, struct sc_out *out)
{
    uint32_t slots = 0;
    if (m->upper) {
        unsigned c = lowest(m->upper);
        slots = (uint32_t)m->q.col[c].src_valid;
        for (uint32_t set = slots; set; set &= set - 1)
            copy_beat(m, &out->disp_upper_operand[lowest(set)], stored(m, c, lowest(set)), m->shape.lanes / 2);
    }
    clear_operands(m, out->disp_upper_operand, m->out_uppers & ~slots);
    m->out_uppers = slots;
}

static void drive_nothing(struct sc_out *out)
{
    out->disp_unit = out->disp_warp = out->disp_iid = 0;
    out->disp_dst_count = out->disp_dst_base = out->disp_dst_near = out->disp_dst_look = 0;
    memset(out->disp_dst_dist, 0, sizeof out->disp_dst_dist);
    out->disp_mask = 0;
    memset(out->disp_payload, 0, sizeof out->disp_payload);
}

static void drive_metadata(const struct shape *k, const struct collector_q *q, struct sc_out *out)
{
    out->disp_unit = (uint8_t)q->unit;
    out->disp_warp = (uint8_t)q->warp;
    out->disp_iid = (uint8_t)q->iid;
    out->disp_dst_count = (uint8_t)q->dst_count;
    out->disp_dst_base = (uint8_t)q->dst_base;
    out->disp_dst_near = (uint8_t)q->dst_near;
    for (unsigned d = 0; d < MAX_DSTS && k->ddist; d++)
        out->disp_dst_dist[d] = (uint8_t)get(&q->dst_dist, d * k->dist_w, k->dist_w);
    out->disp_dst_look = k->look ? (uint8_t)q->dst_look : 0;
    out->disp_mask = (uint32_t)q->mask;
    memcpy(out->disp_payload, q->payload, sizeof out->disp_payload);
}

static void drive_boc_metadata(const struct position *at, unsigned warp, struct sc_out *out)
{
    drive_nothing(out);
    out->disp_unit = at->unit;
    out->disp_warp = (uint8_t)warp;
    out->disp_iid = at->iid;
    out->disp_dst_count = at->dst_count;
    out->disp_dst_base = at->dst_base;
    out->disp_mask = at->mask;
    memcpy(out->disp_payload, at->payload, sizeof out->disp_payload);
}

static void boc_dispatch_eval(struct model *m, uint32_t unit_ready, struct sc_out *out)
{
    struct step *st = &m->step;
    uint8_t position[MAX_COLLECTORS];
    uint32_t set = boc_candidates(m, unit_ready, position);
    st->dispatch = out->disp_valid = set != 0;
    if (set) {
        st->disp_col = (uint8_t)choose_boc(m, set, position);
        st->disp_pos = position[st->disp_col];
        drive_boc_metadata(&m->boc[st->disp_col].at[st->disp_pos], st->disp_col, out);
    } else {
        drive_nothing(out);
    }
    if (m->values)
        drive_operands(m, out);
}

void dispatch_eval(struct model *m, uint32_t unit_ready, struct sc_out *out)
{
    struct step *st = &m->step;
    if (m->shape.boc) {
        boc_dispatch_eval(m, unit_ready, out);
        return;
    }
    uint32_t set = candidates(m, unit_ready);
    st->dispatch = out->disp_valid = set != 0;
    out->disp_upper_valid = m->upper != 0;
    st->finish = m->upper;
    if (set) {
        st->disp_col = (uint8_t)choose(m, set);
        if (!m->shape.halves)
            st->finish = UINT32_C(1) << st->disp_col;
        drive_metadata(&m->shape, &m->q.col[st->disp_col], out);
    } else {
        drive_nothing(out);
    }
    st->held = m->occupied & ~(m->shape.reuse ? st->finish : 0);
    st->busy = st->held | (m->q.stage.valid ? UINT32_C(1) << m->q.stage.col : 0);
    if (m->values)
        drive_operands(m, out);
    if (m->values && m->shape.halves)
        drive_uppers(m, out);
}

/* Collectors whose last lanes have left are free, and so are the entries that they have locked. */
static void finish(struct model *m)
{
    for (uint32_t set = m->step.finish; set; set &= set - 1) {
        struct collector_q *q = &m->q.col[lowest(set)];
        q->occupied = q->upper = q->ct_lock = 0;
    }
    m->occupied &= ~m->step.finish;
    m->upper = 0;
}

void dispatch_edge(struct model *m)
{
    if (!m->shape.boc)
        finish(m);
    if (!m->step.dispatch)
        return;
    unsigned c = m->step.disp_col;
    m->stats.dispatches++;
    if (m->shape.round_robin)
        m->q.dispatch.rr = c;
    if (m->shape.boc) {
        const struct position *at = &m->boc[c].at[m->step.disp_pos];
        boc_dispatched(m, c, m->step.disp_pos);
        inflight_dispatch(m, at->iid, at->dst_count);
        return;
    }
    struct collector_q *q = &m->q.col[c];
    if (m->shape.halves) {
        q->upper = 1;
        m->upper = UINT32_C(1) << c;
    }
    age_free(&m->collectors, c, m->packing);
    inflight_dispatch(m, (unsigned)q->iid, (unsigned)q->dst_count);
}
