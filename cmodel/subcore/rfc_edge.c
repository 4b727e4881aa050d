/* SPDX-License-Identifier: Apache-2.0 */
/* What an edge does to register caches (3.15: Drains, Flush, What holds at an edge, Order). */
#include "bank_arbiter.h"
#include "rf_bank.h"
#include "rfc.h"

/* A cache in which something happens. */
struct change {
    unsigned w;
    struct rfc_before before;
    uint64_t touched;               /* entries that move behind all others */
};

static void set_tag(struct model *m, unsigned w, unsigned e, uint8_t reg)
{
    m->rfc[w].tag[e / 8].at[e % 8] = reg;
}

/* Returns the entry that its bank takes, as a set; it is no longer dirty. */
static uint64_t drain(struct model *m, unsigned w)
{
    unsigned e = m->step.drain_entry[w], reg = rfc_tag(m, w, e), b = bank_of(&m->shape, w, reg);
    rf_bank_write_row(m, b, bank_arbiter_row(m, w, reg), &m->q.rfc[w].data[e], m->shape.lane_mask);
    m->q.rfc[w].dirty &= ~only(e);
    put(m->q.turn, b * m->shape.warp_w, m->shape.warp_w, w + 1 == m->shape.warps ? 0 : w + 1);
    m->stats.rfc_drains++;
    m->stats.rfc_read_accesses += rfc_groups(&m->shape, m->shape.lane_mask);
    return only(e);
}

/* Clean entries go, and the one that has been drained. */
static void flush(struct model *m, const struct change *c, uint64_t drained)
{
    m->stats.rfc_flushed += count_bits(c->before.valid & ~c->before.dirty);
    m->q.rfc[c->w].valid &= c->before.dirty & ~drained;
}

static void fill(struct model *m, struct change *c)
{
    const struct step *st = &m->step;
    unsigned e = st->fill_entry[c->w];
    struct rfc_q *q = &m->q.rfc[c->w];
    m->stats.rfc_replaced += q->valid >> e & 1;
    q->valid |= only(e);
    q->dirty &= ~only(e);
    set_tag(m, c->w, e, st->fill_reg[c->w]);
    if (m->values)
        vector_copy(m, &q->data[e], &st->fill_data[st->fill_col[c->w]]);
    c->touched |= only(e);
    m->stats.rfc_fills++;
    m->stats.rfc_write_accesses += rfc_groups(&m->shape, m->shape.lane_mask);
}

static void write_entry(struct model *m, unsigned w, unsigned e, const struct result *r)
{
    struct rfc_q *q = &m->q.rfc[w];
    q->valid |= only(e);
    if (m->shape.rback)
        q->dirty |= only(e);
    if (m->values)
        lanes_copy(m, q->data[e].lane, r->data.lane, r->mask);
    m->stats.cache_writes++;
    m->stats.rfc_write_accesses += rfc_groups(&m->shape, r->mask);
}

static void take(struct model *m, struct change *c)
{
    unsigned u = m->step.taken_port[c->w];
    const struct result *r = &m->step.wb[u];
    const struct rfc_result *found = &m->step.rfc[u];
    if (found->hit >= 0) {
        write_entry(m, c->w, (unsigned)found->hit, r);
        c->touched |= m->shape.rfc_lru ? only((unsigned)found->hit) : 0;
        m->stats.rfc_merges++;
    } else if (found->places) {
        m->stats.rfc_replaced += m->q.rfc[c->w].valid >> found->victim & 1;
        set_tag(m, c->w, found->victim, r->reg);
        write_entry(m, c->w, found->victim, r);
        c->touched |= only(found->victim);
        m->stats.rfc_places++;
    } else {
        m->stats.rfc_passed++;
    }
}

/* What is touched comes behind everything else, and keeps its own order. */
static void move(struct model *m, const struct change *c)
{
    unsigned ways = m->shape.ways;
    uint16_t *before = m->rfc[c->w].before;
    for (unsigned x = 0; x < m->shape.sets; x++) {
        uint64_t touched = c->touched >> x * ways & low_bits(ways);
        for (unsigned i = 0; touched && i < ways; i++, before++)
            *before = (uint16_t)(touched >> i & 1 ? *before & touched : *before | touched);
        before += touched ? 0 : ways;
    }
}

/* The caches of which a bit may change. */
static uint64_t concerned(const struct model *m, uint64_t drained)
{
    const struct step *st = &m->step;
    uint64_t found = st->fills | st->taken | drained;
    for (uint64_t set = st->flushing; set; set &= set - 1)
        found |= m->q.rfc[lowest(set)].valid ? set & -set : 0;
    if (st->issue && m->shape.rfc_lru)
        found |= only(st->issue_warp);
    return found;
}

static void change(struct model *m, unsigned w, bool drains)
{
    const struct step *st = &m->step;
    struct change c = {.w = w, .before = {.valid = m->q.rfc[w].valid, .dirty = rfc_dirty(m, w)}};
    memcpy(c.before.tag, m->rfc[w].tag, sizeof c.before.tag);
    uint64_t drained = drains ? drain(m, w) : 0;
    if (st->flushing >> w & 1)
        flush(m, &c, drained);
    if (st->fills >> w & 1)
        fill(m, &c);
    if (st->taken >> w & 1)
        take(m, &c);
    /* What the head that issues has found is still that of this cycle. */
    if (st->issue && st->issue_warp == w && m->shape.rfc_lru)
        c.touched |= m->look[w].hit;
    if (c.touched)
        move(m, &c);
    rfc_check(m, w, &c.before);
    m->looked &= ~only(w);
    if (m->packing)
        rfc_pack(m, w);
}

void rfc_edge(struct model *m)
{
    const struct step *st = &m->step;
    uint64_t drained = 0;
    m->stats.rfc_drain_wait += st->drain_waits;
    m->stats.rfc_fills_lost += count_bits(st->wishes & ~st->fills);
    for (uint32_t set = st->drained; set; set &= set - 1)
        drained |= only(st->drain_col[lowest(set)]);
    uint64_t caches = concerned(m, drained);
    m->step.changed |= caches != 0;
    for (uint64_t set = caches; set; set &= set - 1)
        change(m, lowest(set), drained >> lowest(set) & 1);
    rfc_check_banks(m);
}
