/* SPDX-License-Identifier: Apache-2.0 */
/* What an edge does to register caches (3.15: Drains, Flush, What holds at an edge, Order). */
#include "rfc.h"

/* A cache in which something happens. */
struct change {
    struct rfcs *rs;
    struct rfc *rfc;
    unsigned w;
    struct rfc_before before;
    uint64_t touched;               /* entries that move behind all others */
};

static void set_tag(struct change *c, unsigned e, uint8_t reg)
{
    c->rfc->tag[e / 8].at[e % 8] = reg;
}

/* Returns the entry that its bank takes, as a set; it is no longer dirty. */
static uint64_t leave(struct change *c, struct bank_arbiter *a, struct rf_banks *rf)
{
    struct rfcs *rs = c->rs;
    struct core *core = rs->core;
    unsigned e = rs->leaves[c->w], reg = rfc_tag(rs, c->w, e), b = bank_of(&core->shape, c->w, reg);
    rf_bank_write_row(rf, b, bank_arbiter_row(a, c->w, reg), &c->rfc->q.data[e], core->shape.lane_mask);
    c->rfc->q.dirty &= ~only(e);
    drain_edge(&rs->drain, b);
    core->stats.rfc_drains++;
    core->stats.rfc_read_accesses += rfc_groups(rs, core->shape.lane_mask);
    return only(e);
}

/* Clean entries go, and the one that has been drained. */
static void flush(struct change *c, uint64_t drained)
{
    c->rs->core->stats.rfc_flushed += count_bits(c->before.valid & ~c->before.dirty);
    c->rfc->q.valid &= c->before.dirty & ~drained;
}

static void fill(struct change *c)
{
    struct core *core = c->rs->core;
    unsigned e = c->rs->fill_entry[c->w];
    core->stats.rfc_replaced += c->rfc->q.valid >> e & 1;
    c->rfc->q.valid |= only(e);
    c->rfc->q.dirty &= ~only(e);
    set_tag(c, e, c->rs->fill_reg[c->w]);
    if (core->values)
        vector_copy(core, &c->rfc->q.data[e], &c->rs->fill_data[c->rs->fill_port[c->w]][c->rs->fill_col[c->w]]);
    c->touched |= only(e);
    core->stats.rfc_fills++;
    core->stats.rfc_write_accesses += rfc_groups(c->rs, core->shape.lane_mask);
}

static void write_entry(struct change *c, unsigned e, const struct result *r)
{
    struct core *core = c->rs->core;
    c->rfc->q.valid |= only(e);
    if (c->rs->back)
        c->rfc->q.dirty |= only(e);
    if (core->values)
        lanes_copy(core, c->rfc->q.data[e].lane, r->data.lane, r->mask);
    core->stats.cache_writes++;
    core->stats.rfc_write_accesses += rfc_groups(c->rs, r->mask);
}

static void take(struct change *c, const struct result *r, const struct rfc_result *found)
{
    struct stats *stats = &c->rs->core->stats;
    if (found->hit >= 0) {
        write_entry(c, (unsigned)found->hit, r);
        c->touched |= c->rs->lru ? only((unsigned)found->hit) : 0;
        stats->rfc_merges++;
    } else if (found->places) {
        stats->rfc_replaced += c->rfc->q.valid >> found->victim & 1;
        set_tag(c, found->victim, r->reg);
        write_entry(c, found->victim, r);
        c->touched |= only(found->victim);
        stats->rfc_places++;
    } else {
        stats->rfc_passed++;
    }
}

/* What is touched comes behind everything else, and keeps its own order. */
static void move(struct change *c)
{
    unsigned ways = c->rs->ways;
    uint16_t *before = c->rfc->before;
    for (unsigned x = 0; x < c->rs->sets; x++) {
        uint64_t touched = c->touched >> x * ways & low_bits(ways);
        for (unsigned i = 0; touched && i < ways; i++, before++)
            *before = (uint16_t)(touched >> i & 1 ? *before & touched : *before | touched);
        before += touched ? 0 : ways;
    }
}

/* The caches of which a bit may change. */
static uint64_t concerned(const struct rfcs *rs, uint64_t drained, int issues)
{
    uint64_t found = rs->fills | rs->taken | drained;
    for (uint64_t set = rs->flushing; set; set &= set - 1)
        found |= rs->at[lowest(set)].q.valid ? set & -set : 0;
    if (issues >= 0 && rs->lru)
        found |= only((unsigned)issues);
    return found;
}

void rfc_edge(struct rfcs *rs, struct bank_arbiter *a, struct rf_banks *rf, const struct result wb[RESULT_PORTS],
              int issues, uint64_t live)
{
    uint64_t drained = 0;
    rs->core->stats.rfc_drain_wait += rs->drain.waits;
    rs->core->stats.rfc_fills_lost += count_bits(rs->wishes & ~rs->fills);
    for (uint32_t set = rs->drain.drained; set; set &= set - 1)
        drained |= only(rs->drain.from[lowest(set)]);
    uint64_t caches = concerned(rs, drained, issues);
    rs->changed = caches != 0;
    for (uint64_t set = caches; set; set &= set - 1) {
        unsigned w = lowest(set);
        struct change c = {.rs = rs, .rfc = &rs->at[w], .w = w,
                           .before = {.valid = rs->at[w].q.valid, .dirty = rfc_dirty(rs, w)}};
        memcpy(c.before.tag, c.rfc->tag, sizeof c.before.tag);
        uint64_t gone = drained >> w & 1 ? leave(&c, a, rf) : 0;
        if (rs->flushing >> w & 1)
            flush(&c, gone);
        if (rs->fills >> w & 1)
            fill(&c);
        if (rs->taken >> w & 1)
            take(&c, &wb[rs->taken_port[w]], &rs->result[rs->taken_port[w]]);
        /* What the head that issues has found is still that of this cycle. */
        if (issues == (int)w && rs->lru)
            c.touched |= rs->look[w].hit;
        if (c.touched)
            move(&c);
        rfc_check(rs, a, rf, w, &c.before, live >> w & 1);
        rs->looked &= ~only(w);
        if (rs->core->packing)
            rfc_pack(rs, w);
    }
    rfc_check_banks(rs, rf);
}
