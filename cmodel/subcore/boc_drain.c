/* SPDX-License-Identifier: Apache-2.0 */
/* What goes into a BOC from the execution units and out of it to the banks (3.14: Writeback, Drains; BOW IV-B). */
#include "bank_arbiter.h"
#include "boc.h"
#include "ibuffer.h"
#include "rf_bank.h"

static uint8_t tag_of(const struct boc *boc, unsigned entry)
{
    return boc->tag[entry / 8].at[entry % 8];
}

/* --- results (3.9) ------------------------------------------------------------------------------------------------ */

/* The entry that is in and has the register, or -1. */
static int find(const struct boc *boc, uint8_t reg)
{
    for (uint64_t set = boc->in; set; set &= set - 1)
        if (tag_of(boc, lowest(set)) == reg)
            return (int)lowest(set);
    return -1;
}

uint32_t boc_results(struct model *m, uint32_t ports)
{
    uint32_t kept = 0;
    for (uint32_t set = ports; set; set &= set - 1) {
        unsigned u = lowest(set), w = m->step.wb[u].warp % m->shape.warps;
        int entry = find(&m->boc[w], m->step.wb[u].reg);
        m->step.home[u] = (int8_t)entry;
        if (entry >= 0 && (m->q.boc[w].wait >> entry & 1))
            kept |= set & -set;
    }
    m->step.kept = kept;
    return kept;
}

static void take_result(struct model *m, const struct result *r, int entry, bool kept)
{
    struct boc_q *q = &m->q.boc[r->warp];
    m->boc_changed |= only(r->warp);
    if (entry < 0) {
        m->stats.boc_late++;
        return;
    }
    if (!kept) {
        m->stats.stale_invalidations++;
        q->valid &= ~only((unsigned)entry) | m->boc[r->warp].taken;
        return;
    }
    q->full |= only((unsigned)entry);
    q->wait &= ~only((unsigned)entry);
    if (m->shape.back)
        q->dirty |= only((unsigned)entry);
    if (m->values)
        lanes_copy(m, q->data[entry].lane, r->data.lane, r->mask);
    m->stats.cache_writes++;
}

void boc_take_results(struct model *m)
{
    const struct step *st = &m->step;
    for (uint32_t set = st->masked; set; set &= set - 1) {
        unsigned u = lowest(set);
        const struct result *r = &st->wb[u];
        if (r->warp >= m->shape.warps)
            continue;
        if (r->mask == m->shape.lane_mask)
            bit_clear(m->boc[r->warp].lost, r->reg);
        take_result(m, r, st->home[u], st->kept >> u & 1);
    }
}

/* --- drains ------------------------------------------------------------------------------------------------------- */

/* Entries of BOC c that ask for the bank. */
static uint64_t asking(struct model *m, unsigned c)
{
    const struct boc_q *q = &m->q.boc[c];
    const struct boc *boc = &m->boc[c];
    uint64_t able = boc->in & q->dirty & ~q->wait & ~boc->locked;
    if (!able)
        return 0;
    uint64_t over = m->q.issue.exiting >> c & 1 ? able : able & ~boc->alive;
    uint64_t found = over & ~q->transient;
    if (m->ibuffer.heads >> c & 1) {
        const struct boc_lookup *l = boc_look(m, c);
        found |= l->lacks ? able & ~l->hit : 0;
    }
    return found;
}

void boc_drain_eval(struct model *m)
{
    struct step *st = &m->step;
    uint32_t offered[MAX_BANKS] = {0};
    st->drained = 0;
    st->drain_waits = 0;
    for (unsigned c = 0; m->shape.back && c < m->shape.collectors; c++) {
        uint64_t set = m->q.boc[c].valid & m->q.boc[c].dirty ? asking(m, c) : 0;
        if (!set)
            continue;
        unsigned entry = first_cyclically(set, (unsigned)m->q.boc[c].fifo);
        unsigned b = bank_of(&m->shape, c, tag_of(&m->boc[c], entry));
        st->drain_entry[c] = (uint8_t)entry;
        st->drain_waits++;
        if (st->granted >> b & 1)
            continue;
        offered[b] |= UINT32_C(1) << c;
        st->drained |= UINT32_C(1) << b;
    }
    for (uint32_t set = st->drained; set; set &= set - 1) {
        unsigned b = lowest(set);
        st->drain_col[b] = (uint8_t)first_cyclically(offered[b], (unsigned)get(m->q.turn, b * m->shape.col_w,
                                                                               m->shape.col_w));
        st->drain_waits--;
    }
}

static void drain(struct model *m, unsigned b)
{
    unsigned c = m->step.drain_col[b], entry = m->step.drain_entry[c], reg = tag_of(&m->boc[c], entry);
    struct boc_q *q = &m->q.boc[c];
    if (!(q->full >> entry & 1))
        model_violate(m, "entry %u of BOC %u is drained and holds no value", entry, c);
    rf_bank_write_row(m, b, bank_arbiter_row(m, c, reg), &q->data[entry], m->shape.lane_mask);
    m->stats.boc_drains++;
    m->stats.boc_rescued += q->transient >> entry & 1;
    m->boc_changed |= only(c);
    q->dirty &= ~only(entry);
    put(m->q.turn, b * m->shape.col_w, m->shape.col_w, c + 1 == m->shape.collectors ? 0 : c + 1);
}

/* Free entries are no longer valid; a value that only the BOC had is gone. */
static void expire(struct model *m, unsigned c)
{
    struct boc_q *q = &m->q.boc[c];
    uint64_t gone = q->valid & m->boc[c].free;
    for (uint64_t set = gone & q->dirty & q->transient; set; set &= set - 1) {
        bit_set(m->boc[c].lost, tag_of(&m->boc[c], lowest(set)));
        m->stats.boc_dropped++;
    }
    m->boc_changed |= only(c);
    q->valid &= ~gone;
    m->step.changed = true;
}

void boc_drain_edge(struct model *m)
{
    m->stats.boc_drain_wait += m->shape.back ? m->step.drain_waits : 0;
    for (uint32_t set = m->step.drained; set; set &= set - 1)
        drain(m, lowest(set));
    for (unsigned c = 0; c < m->shape.collectors; c++)
        if (m->q.boc[c].valid & m->boc[c].free)
            expire(m, c);
}
