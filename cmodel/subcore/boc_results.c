/* SPDX-License-Identifier: Apache-2.0 */
/* What goes into a BOC from the execution units and out of it to the banks (3.14: Writeback, Drains; BOW IV-B). */
#include "boc.h"

#include "ibuffer.h"

/* --- results (3.9) ------------------------------------------------------------------------------------------------ */

/* The entry that is in and has the register, or -1. */
static int find(const struct boc *boc, uint8_t reg)
{
    for (uint64_t set = boc->in; set; set &= set - 1)
        if (boc_tag(boc, lowest(set)) == reg)
            return (int)lowest(set);
    return -1;
}

uint32_t boc_results(struct collectors *cs, const struct result *wb, uint32_t ports)
{
    struct bocs *bs = bocs_in(cs);
    bs->kept = 0;
    for (uint32_t set = ports; set; set &= set - 1) {
        unsigned u = lowest(set), w = wb[u].warp % cs->core->shape.warps;
        int entry = find(&bs->at[w], wb[u].reg);
        bs->home[u] = (int8_t)entry;
        if (entry >= 0 && (bs->at[w].q.wait >> entry & 1))
            bs->kept |= set & -set;
    }
    return bs->back ? bs->kept : 0;
}

static void take_result(struct bocs *bs, const struct result *r, int entry, bool kept)
{
    struct core *core = bs->base.core;
    struct boc *boc = &bs->at[r->warp];
    bs->changed |= only(r->warp);
    if (entry < 0) {
        core->stats.boc_late++;
        return;
    }
    if (!kept) {
        core->stats.stale_invalidations++;
        boc->q.valid &= ~only((unsigned)entry) | boc->taken;
        return;
    }
    boc->q.full |= only((unsigned)entry);
    boc->q.wait &= ~only((unsigned)entry);
    if (bs->back)
        boc->q.dirty |= only((unsigned)entry);
    if (core->values)
        lanes_copy(core, boc->q.data[entry].lane, r->data.lane, r->mask);
    core->stats.cache_writes++;
}

void boc_take_results(struct collectors *cs, const struct taken_results *results, uint64_t lfsr)
{
    struct bocs *bs = bocs_in(cs);
    (void)lfsr;
    for (uint32_t set = results->ports; set; set &= set - 1) {
        unsigned u = lowest(set);
        const struct result *r = &results->wb[u];
        if (r->warp >= cs->core->shape.warps)
            continue;
        if (r->mask == cs->core->shape.lane_mask)
            bit_clear(bs->at[r->warp].lost, r->reg);
        take_result(bs, r, bs->home[u], bs->kept >> u & 1);
    }
}

/* --- drains ------------------------------------------------------------------------------------------------------- */

/* Entries of BOC c that ask for the bank. */
static uint64_t asking(struct bocs *bs, const struct collector_view *v, unsigned c)
{
    const struct boc *boc = &bs->at[c];
    uint64_t able = boc->in & boc->q.dirty & ~boc->q.wait & ~boc->locked;
    if (!able)
        return 0;
    uint64_t over = v->exiting >> c & 1 ? able : able & ~boc->alive;
    uint64_t found = over & ~boc->q.transient;
    if (ibuffer_has_head(v->ibuffer, c)) {
        const struct boc_lookup *l = boc_look(bs, v->ibuffer, c);
        found |= l->lacks ? able & ~l->hit : 0;
    }
    return found;
}

void boc_offers(struct collectors *cs, const struct collector_view *v, uint64_t offered[MAX_BANKS])
{
    struct bocs *bs = bocs_in(cs);
    for (unsigned c = 0; bs->back && c < cs->core->shape.collectors; c++) {
        struct boc *boc = &bs->at[c];
        uint64_t set = boc->q.valid & boc->q.dirty ? asking(bs, v, c) : 0;
        if (!set)
            continue;
        boc->leaves = (uint8_t)first_cyclically(set, (unsigned)boc->q.fifo);
        offered[bank_of(&cs->core->shape, c, boc_tag(boc, boc->leaves))] |= only(c);
    }
}

struct leaving boc_leave(struct collectors *cs, unsigned c)
{
    struct boc *boc = &bocs_in(cs)->at[c];
    unsigned entry = boc->leaves;
    if (!(boc->q.full >> entry & 1))
        violate(&cs->core->watch, "entry %u of BOC %u is drained and holds no value", entry, c);
    cs->core->stats.boc_drains++;
    cs->core->stats.boc_rescued += boc->q.transient >> entry & 1;
    bocs_in(cs)->changed |= only(c);
    boc->q.dirty &= ~only(entry);
    return (struct leaving){c, boc_tag(boc, entry), &boc->q.data[entry]};
}

/* Free entries are no longer valid; a value that only the BOC had is gone. */
static void expire(struct bocs *bs, unsigned c)
{
    struct boc *boc = &bs->at[c];
    uint64_t gone = boc->q.valid & boc->free;
    for (uint64_t set = gone & boc->q.dirty & boc->q.transient; set; set &= set - 1) {
        bit_set(boc->lost, boc_tag(boc, lowest(set)));
        bs->base.core->stats.boc_dropped++;
    }
    bs->changed |= only(c);
    boc->q.valid &= ~gone;
    bs->base.changed = true;
}

void boc_expire(struct collectors *cs)
{
    struct bocs *bs = bocs_in(cs);
    for (unsigned c = 0; c < cs->core->shape.collectors; c++)
        if (bs->at[c].q.valid & bs->at[c].free)
            expire(bs, c);
}
