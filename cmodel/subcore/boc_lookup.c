/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a BOC, and what the head of its warp finds in it (3.14: Words, Lookup). */
#include "boc.h"

#include "ibuffer.h"

/* --- words (3.14) ------------------------------------------------------------------------------------------------- */

uint64_t boc_find(const struct bocs *bs, unsigned c, uint8_t reg, uint64_t set)
{
    uint64_t found = 0;
    for (unsigned g = 0; 8 * g < bs->entries; g++)
        found |= (uint64_t)bytes_equal(bs->at[c].tag[g], reg) << 8 * g;
    return found & set;
}

/* Entries that can be taken although they are in, whatever the head hits. */
static uint64_t replaceable(const struct boc *boc)
{
    return boc->in & ~boc->locked & ~boc->q.dirty & ~boc->q.wait;
}

/* LATE: the entries that an instruction takes which is chosen now. */
static void find_candidates(const struct bocs *bs, struct boc *boc)
{
    struct boc_candidates *now = &boc->now;
    uint64_t free = boc->free, others = replaceable(boc);
    unsigned most = bs->base.core->shape.slots + MAX_DSTS;
    for (now->count = 0; now->count < most && (free | others); now->count++) {
        uint64_t *set = free ? &free : &others;
        unsigned entry = first_cyclically(*set, (unsigned)boc->q.fifo);
        now->entry[now->count] = (uint8_t)entry;
        *set &= ~only(entry);
    }
}

/* Entries and slots with the registers of the head's results. */
static void find_results(const struct bocs *bs, unsigned c, const struct instruction *i, struct boc_found *f)
{
    const struct shape *k = &bs->base.core->shape;
    for (unsigned d = 0; i->mask && d < i->dst_count; d++) {
        uint8_t reg = instruction_result(k, i, d);
        put(f->result_hit, d * bs->entries, bs->entries, boc_find(bs, c, reg, bs->at[c].in));
        f->named |= (uint64_t)(bytes_equal(i->src_reg, reg) & i->src_valid) << d * k->slots;
    }
}

/* LATE: what the head finds, as registers keep it. */
static void find_head(struct bocs *bs, const struct ibuffer *ib, unsigned c)
{
    struct boc_found *f = &bs->at[c].found;
    memset(f, 0, sizeof *f);
    if (!ibuffer_has_head(ib, c))
        return;
    const struct instruction *i = ibuffer_head(ib, c);
    const struct boc_lookup *l = boc_look(bs, ib, c);
    f->first = l->first;
    f->same = instruction_equal_slots(&bs->base.core->shape, i->src_valid, i->src_reg.at);
    for (unsigned set = l->first & l->hits; set; set &= set - 1)
        for (unsigned same = l->group[lowest(set)]; same; same &= same - 1)
            bit_set(f->hit, lowest(same) * bs->entries + l->entry[lowest(set)]);
    find_results(bs, c, i, f);
}

static void find_words(struct bocs *bs, struct boc *boc)
{
    uint64_t owes = boc_owes(boc);
    boc->locked = boc->taken = 0;
    for (uint64_t set = boc->q.occupied; set; set &= set - 1)
        boc->locked |= boc->at[lowest(set)].uses;
    boc->in = boc->q.valid & (boc->alive | owes);
    boc->free = low_bits(bs->entries) & ~(boc->q.valid & (boc->alive | boc->locked | owes));
    if (bs->base.core->shape.chosen_before)
        find_candidates(bs, boc);
}

/* Which entries are locked, in, and free in every BOC. Of one that is as it was in the cycle before they are known, and
 * what its head finds, too. */
void boc_heads(struct collectors *cs, const struct collector_view *v)
{
    struct bocs *bs = bocs_in(cs);
    for (uint64_t changed = bs->changed; changed; changed &= changed - 1)
        find_words(bs, &bs->at[lowest(changed)]);
    bs->looked &= ~bs->changed;
    bs->changed = 0;
    for (unsigned c = 0; cs->core->shape.chosen_before && c < cs->core->shape.collectors; c++)
        if (!(bs->looked >> c & 1))
            find_head(bs, v->ibuffer, c);
}

/* --- lookup ------------------------------------------------------------------------------------------------------- */

static void look_up(const struct bocs *bs, unsigned c, const struct instruction *i, struct boc_lookup *l)
{
    const struct boc *boc = &bs->at[c];
    l->first = l->hits = 0;
    l->hit = 0;
    for (unsigned left = i->src_valid; left;) {
        unsigned s = lowest(left);
        uint64_t found = boc_find(bs, c, i->src_reg.at[s], boc->in);
        l->first |= 1u << s;
        l->group[s] = (uint8_t)(bytes_equal(i->src_reg, i->src_reg.at[s]) & i->src_valid);
        left &= ~(unsigned)l->group[s];
        if (!found)
            continue;
        l->hits |= l->group[s];
        l->entry[s] = (uint8_t)lowest(found);
        l->hit |= found;
    }
    l->free = boc->free;
    l->evictable = replaceable(boc) & ~l->hit;
    unsigned claims = l->first & ~l->hits;
    for (unsigned set = bs->base.core->shape.chosen_before ? l->first & l->hits : 0; set; set &= set - 1)
        claims |= boc->alive >> l->entry[lowest(set)] & 1 ? 0 : set & -set;
    l->lacks = count_bits(claims) > count_bits(l->free) + count_bits(l->evictable);
}

const struct boc_lookup *boc_look(struct bocs *bs, const struct ibuffer *ib, unsigned c)
{
    if (!(bs->looked >> c & 1))
        look_up(bs, c, ibuffer_head(ib, c), &bs->at[c].look);
    bs->looked |= only(c);
    return &bs->at[c].look;
}
