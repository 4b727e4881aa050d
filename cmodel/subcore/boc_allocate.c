/* SPDX-License-Identifier: Apache-2.0 */
/* The instruction that issues takes a position and entries of its BOC (3.6, 3.14: Allocation; BOW IV-A, IV-B). */
#include "boc.h"

/* It, on its way into BOC c. */
struct placing {
    struct bocs *bs;
    struct boc *boc;
    unsigned c;
    struct boc_lookup look;
    const struct instruction *i;
    uint64_t taken;                     /* by sources */
    uint64_t homes;                     /* found or taken */
    unsigned last;                      /* entry that was taken last */
    uint64_t passed;                    /* entries that are not taken, for they are hit or homes */
    unsigned tried;                     /* LATE: candidates that were taken or passed over */
};

static struct core *core_of(const struct placing *p)
{
    return p->bs->base.core;
}

static bool next_of_all(struct placing *p, unsigned *entry)
{
    uint64_t *set = p->look.free ? &p->look.free : &p->look.evictable;
    if (!*set)
        return false;
    *entry = first_cyclically(*set, (unsigned)p->boc->q.fifo);
    *set &= ~only(*entry);
    return true;
}

/* LATE: as they were when the instruction was chosen. Hits and homes of results, which are in, are passed over. */
static bool next_candidate(struct placing *p, unsigned *entry)
{
    const struct boc_candidates *before = &p->boc->before;
    while (p->tried < before->count) {
        *entry = before->entry[p->tried++];
        if (!(p->passed >> *entry & 1))
            return true;
    }
    return false;
}

/* The next entry that can be taken, or none. */
static bool take(struct placing *p, uint8_t reg, unsigned *entry)
{
    struct boc *boc = p->boc;
    if (core_of(p)->shape.chosen_before ? !next_candidate(p, entry) : !next_of_all(p, entry))
        return false;
    core_of(p)->stats.ccu_evictions += boc->in >> *entry & 1;
    p->last = *entry;
    boc->taken |= only(*entry);
    boc->tag[*entry / 8].at[*entry % 8] = reg;
    boc->q.valid |= only(*entry);
    boc->q.full &= ~only(*entry);
    boc->q.wait &= ~only(*entry);
    boc->q.dirty &= ~only(*entry);
    boc->q.transient &= ~only(*entry);
    return true;
}

static void refer(struct position *at, const struct boc_lookup *l, unsigned s, unsigned entry)
{
    at->uses |= only(entry);
    for (unsigned set = l->group[s]; set; set &= set - 1)
        at->index.at[lowest(set)] = (uint8_t)entry;
}

/* Step 1. */
static void place_sources(struct placing *p, struct position *at)
{
    if (count_bits(p->look.hit) != count_bits(p->look.first & p->look.hits))
        violate(&core_of(p)->watch, "a source of an instruction is in two entries of BOC %u", p->c);
    for (unsigned set = p->look.first; set; set &= set - 1) {
        unsigned s = lowest(set), entry = p->look.entry[s];
        if (!(p->look.hits >> s & 1)) {
            if (!take(p, p->i->src_reg.at[s], &entry)) {
                violate(&core_of(p)->watch, "BOC %u has no entry left for slot %u of an instruction", p->c, s);
                return;
            }
            p->taken |= only(entry);
        }
        refer(at, &p->look, s, entry);
    }
}

/* Step 2 for a result that has found its home. */
static void come_home(struct placing *p, unsigned entry, bool full)
{
    struct boc *boc = p->boc;
    bool bank_only = p->bs->hinted && full && p->i->hint == 2;
    if (full) {
        core_of(p)->stats.boc_consolidated += (boc->q.dirty & ~boc->q.transient) >> entry & 1;
        boc_set(&boc->q.dirty, entry, false);
    }
    if (bank_only)
        return;
    p->homes |= only(entry);
    boc_set(&boc->q.wait, entry, true);
    boc_set(&boc->q.transient, entry, p->bs->hinted && full && p->i->hint == 1);
}

/* Step 2: entries with the registers of the results. */
static void place_results(struct placing *p)
{
    const struct instruction *i = p->i;
    struct core *core = core_of(p);
    bool full = i->mask == core->shape.lane_mask, bank_only = p->bs->hinted && full && i->hint == 2;
    unsigned homeless = 0;
    uint64_t found[MAX_DSTS];
    for (unsigned d = 0; i->mask && d < i->dst_count; d++) {
        uint8_t reg = instruction_result(&core->shape, i, d);
        found[d] = boc_find(p->bs, p->c, reg, (p->boc->in & p->boc->q.valid & ~p->taken) | p->taken);
        if (found[d] & (found[d] - 1))
            violate(&core->watch, "R%u is in two entries of BOC %u", reg, p->c);
        homeless |= (unsigned)!found[d] << d;
        p->look.evictable &= ~found[d];
        p->passed |= found[d];
    }
    for (unsigned d = 0; i->mask && d < i->dst_count; d++) {
        unsigned entry = found[d] ? lowest(found[d]) : 0;
        if (!(homeless >> d & 1))
            come_home(p, entry, full);
        else if (full && !bank_only && take(p, instruction_result(&core->shape, i, d), &entry))
            come_home(p, entry, full);
        else
            core->stats.boc_homeless++;
    }
}

/* Step 4. */
static void move_window(struct placing *p, uint64_t used)
{
    struct boc *boc = p->boc;
    uint64_t others = p->i->first ? boc->q.valid & ~used & boc->alive : 0;
    for (; others; others &= others - 1) {
        unsigned e = lowest(others);
        if (--boc->life[e] == 0)
            boc->alive &= ~only(e);
    }
    for (; used; used &= used - 1) {
        boc->life[lowest(used)] = (uint8_t)(p->bs->window - 1);
        boc_set(&boc->alive, lowest(used), p->bs->window > 1);
    }
}

static void check_kept(struct placing *p, unsigned reg, const char *what)
{
    if (bit_get(p->boc->lost, reg))
        violate(&core_of(p)->watch, "an instruction of warp %u %s R%u, which a hint has kept out of the bank, after "
                "its value has left the window; accepted: the hints that cmodel annotate writes", p->c, what, reg);
}

/* The contract of hints: what was dropped is neither read nor written in part. A check, no register. */
static void check_contract(struct placing *p)
{
    const struct shape *k = &core_of(p)->shape;
    const struct instruction *i = p->i;
    for (unsigned set = i->src_valid; set; set &= set - 1)
        check_kept(p, i->src_reg.at[lowest(set)], "reads");
    for (unsigned d = 0; i->mask && i->mask != k->lane_mask && d < i->dst_count; d++)
        check_kept(p, instruction_result(k, i, d), "writes a part of");
}

static void take_metadata(struct position *at, const struct instruction *i, unsigned iid)
{
    at->iid = (uint8_t)iid;
    at->unit = i->unit;
    at->mask = i->mask;
    at->dst_count = i->dst_count;
    at->dst_base = i->dst_base;
    memcpy(at->payload, i->payload, sizeof at->payload);
    at->src_valid = i->src_valid;
    at->reg = i->src_reg;
    at->index.word = at->uses = 0;
}

unsigned boc_allocate(struct collectors *cs, unsigned c, unsigned warp, unsigned iid, const struct instruction *i,
                      uint64_t lfsr, const struct served *served)
{
    struct bocs *bs = bocs_in(cs);
    struct boc *boc = &bs->at[c];
    struct position *at = &boc->at[boc->q.next];
    struct placing p = {.bs = bs, .boc = boc, .c = c, .look = boc->look, .i = i, .passed = boc->look.hit};
    (void)warp, (void)lfsr, (void)served;
    bs->changed |= only(c);
    check_contract(&p);
    take_metadata(at, i, iid);
    place_sources(&p, at);
    place_results(&p);
    move_window(&p, at->uses | p.homes);
    if (boc->taken)
        boc->q.fifo = p.last + 1 == bs->entries ? 0 : p.last + 1;
    boc->q.occupied |= only((unsigned)boc->q.next);
    boc->q.next = boc->q.next + 1 == bs->window ? 0 : boc->q.next + 1;
    cs->occupied |= UINT32_C(1) << c;
    cs->core->stats.source_reads += count_bits(p.look.first);
    cs->core->stats.ccu_hits += count_bits(p.look.first & p.look.hits);
    if (cs->core->packing)
        boc_pack(cs, c);
    return p.look.first & ~p.look.hits;
}
