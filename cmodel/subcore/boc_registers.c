/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of a BOC: their list, reset, packed form (3.14). */
#include "boc.h"

/* What a BOC keeps of the cycle in which the head is chosen. */
static void list_stage(const struct bocs *bs, unsigned c, struct register_list *l)
{
    const struct boc *boc = &bs->at[c];
    unsigned slots = bs->base.core->shape.slots, n = bs->entries;
    register_list_add(l, boc->q.lock, bs->window * n, true, "top.g_col[%u].u_boc.lock_q", c);
    register_list_add(l, boc->q.candidate, (slots + MAX_DSTS) * n, true, "top.g_col[%u].u_boc.candidate_q", c);
    register_list_add(l, boc->q.found.hit, slots * n, true, "top.g_col[%u].u_boc.hit_q", c);
    register_list_add(l, &boc->q.found.first, slots, true, "top.g_col[%u].u_boc.first_q", c);
    register_list_add(l, &boc->q.found.same, slots * slots, true, "top.g_col[%u].u_boc.same_q", c);
    register_list_add(l, boc->q.found.result_hit, MAX_DSTS * n, true, "top.g_col[%u].u_boc.result_hit_q", c);
    register_list_add(l, &boc->q.found.named, MAX_DSTS * slots, true, "top.g_col[%u].u_boc.named_q", c);
}

static void list_positions(const struct bocs *bs, unsigned c, struct register_list *l)
{
    const struct shape *k = &bs->base.core->shape;
    const struct boc *boc = &bs->at[c];
    unsigned n = bs->window;
    register_list_add(l, &boc->q.next, k->pos_w, true, "top.g_col[%u].u_boc.next_q", c);
    register_list_add(l, &boc->q.occupied, n, true, "top.g_col[%u].u_boc.occupied_q", c);
    register_list_add(l, boc->q.iid, n * k->iid_w, false, "top.g_col[%u].u_boc.iid_q", c);
    register_list_add(l, boc->q.unit, n * 3, false, "top.g_col[%u].u_boc.unit_q", c);
    register_list_add(l, boc->q.mask, n * k->lanes, false, "top.g_col[%u].u_boc.mask_q", c);
    register_list_add(l, boc->q.dst_count, n * 3, false, "top.g_col[%u].u_boc.dst_count_q", c);
    register_list_add(l, boc->q.dst_base, n * k->reg_w, false, "top.g_col[%u].u_boc.dst_base_q", c);
    register_list_add(l, boc->q.payload, n * k->payload_bits, false, "top.g_col[%u].u_boc.payload_q", c);
    register_list_add(l, boc->q.src_valid, n * k->slots, true, "top.g_col[%u].u_boc.src_valid_q", c);
    register_list_add(l, boc->q.src_index, n * k->slots * bs->entry_w, false, "top.g_col[%u].u_boc.src_index_q", c);
}

void boc_list(const struct collectors *cs, unsigned c, struct register_list *l)
{
    const struct bocs *bs = bocs_of(cs);
    const struct shape *k = &cs->core->shape;
    const struct boc *boc = &bs->at[c];
    unsigned n = bs->entries;
    list_positions(bs, c, l);
    register_list_add(l, &boc->q.valid, n, true, "top.g_col[%u].u_boc.valid_q", c);
    register_list_add(l, &boc->q.full, n, false, "top.g_col[%u].u_boc.full_q", c);
    register_list_add(l, &boc->q.wait, n, false, "top.g_col[%u].u_boc.wait_q", c);
    if (bs->back)
        register_list_add(l, &boc->q.dirty, n, false, "top.g_col[%u].u_boc.dirty_q", c);
    if (bs->hinted)
        register_list_add(l, &boc->q.transient, n, false, "top.g_col[%u].u_boc.transient_q", c);
    register_list_add(l, boc->q.life, n * k->pos_w, false, "top.g_col[%u].u_boc.life_q", c);
    register_list_add(l, boc->q.tag, n * k->reg_w, false, "top.g_col[%u].u_boc.tag_q", c);
    register_list_add(l, &boc->q.fifo, bs->entry_w, true, "top.g_col[%u].u_boc.fifo_q", c);
    if (k->chosen_before)
        list_stage(bs, c, l);
    for (unsigned e = 0; e < n; e++)
        register_list_add(l, &boc->q.data[e], 32 * k->lanes, false, "top.g_col[%u].u_boc.g_entry[%u].data_q", c, e);
}

void boc_reset(struct collectors *cs, unsigned c)
{
    struct bocs *bs = bocs_in(cs);
    struct boc *boc = &bs->at[c];
    bs->changed |= only(c);
    cs->occupied &= ~(UINT32_C(1) << c);
    boc->q.next = boc->q.occupied = boc->q.valid = boc->q.fifo = 0;
    memset(boc->q.src_valid, 0, sizeof boc->q.src_valid);
    for (unsigned p = 0; p < bs->window; p++)
        boc->at[p].src_valid = boc->at[p].uses = 0;
    memset(boc->q.candidate, 0, sizeof boc->q.candidate);
    memset(boc->q.lock, 0, sizeof boc->q.lock);
    memset(&boc->q.found, 0, sizeof boc->q.found);
    boc->before.count = 0;
    memset(boc->lost, 0, sizeof boc->lost);
}

/* --- the packed form ---------------------------------------------------------------------------------------------- */

static void pack_position(struct bocs *bs, unsigned c, unsigned p)
{
    const struct shape *k = &bs->base.core->shape;
    struct boc *boc = &bs->at[c];
    const struct position *at = &boc->at[p];
    put(boc->q.iid, p * k->iid_w, k->iid_w, at->iid);
    put(boc->q.unit, p * 3, 3, at->unit);
    put(boc->q.mask, p * k->lanes, k->lanes, at->mask);
    put(boc->q.dst_count, p * 3, 3, at->dst_count);
    put(boc->q.dst_base, p * k->reg_w, k->reg_w, at->dst_base);
    put_wide(boc->q.payload, p * k->payload_bits, k->payload_bits, at->payload);
    put(boc->q.src_valid, p * k->slots, k->slots, at->src_valid);
    put(boc->q.src_index, p * k->slots * bs->entry_w, k->slots * bs->entry_w, squeeze(at->index, bs->entry_w));
    if (k->chosen_before)
        put(boc->q.lock, p * bs->entries, bs->entries, at->uses);
}

void boc_pack_candidates(struct bocs *bs, unsigned c)
{
    struct boc *boc = &bs->at[c];
    memset(boc->q.candidate, 0, sizeof boc->q.candidate);
    for (unsigned i = 0; i < boc->before.count; i++)
        bit_set(boc->q.candidate, i * bs->entries + boc->before.entry[i]);
}

void boc_pack(struct collectors *cs, unsigned c)
{
    struct bocs *bs = bocs_in(cs);
    const struct shape *k = &cs->core->shape;
    struct boc *boc = &bs->at[c];
    for (unsigned p = 0; p < bs->window; p++)
        pack_position(bs, c, p);
    pack_bytes(boc->q.tag, boc->tag, (bs->entries + 7) / 8, k->reg_w);
    for (unsigned e = 0; e < bs->entries; e++)
        put(boc->q.life, e * k->pos_w, k->pos_w, boc->life[e]);
    if (k->chosen_before)
        boc_pack_candidates(bs, c);
}

static void unpack_position(struct bocs *bs, unsigned c, unsigned p)
{
    const struct shape *k = &bs->base.core->shape;
    struct boc *boc = &bs->at[c];
    struct position *at = &boc->at[p];
    at->iid = (uint8_t)get(boc->q.iid, p * k->iid_w, k->iid_w);
    at->unit = (uint8_t)get(boc->q.unit, p * 3, 3);
    at->mask = (uint32_t)get(boc->q.mask, p * k->lanes, k->lanes);
    at->dst_count = (uint8_t)get(boc->q.dst_count, p * 3, 3);
    at->dst_base = (uint8_t)get(boc->q.dst_base, p * k->reg_w, k->reg_w);
    get_wide(boc->q.payload, p * k->payload_bits, k->payload_bits, at->payload);
    at->src_valid = (uint8_t)get(boc->q.src_valid, p * k->slots, k->slots);
    at->index.word = at->reg.word = at->uses = 0;
    for (unsigned s = 0; s < k->slots; s++) {
        unsigned e = (unsigned)get(boc->q.src_index, (p * k->slots + s) * bs->entry_w, bs->entry_w);
        at->index.at[s] = (uint8_t)e;
        if (!(at->src_valid >> s & 1) || e >= bs->entries)
            continue;
        at->uses |= only(e);
        at->reg.at[s] = boc_tag(boc, e);
    }
}

static void unpack_candidates(struct bocs *bs, unsigned c)
{
    struct boc_candidates *before = &bs->at[c].before;
    unsigned n = bs->entries;
    before->count = 0;
    for (unsigned i = 0; i < bs->base.core->shape.slots + MAX_DSTS; i++) {
        uint64_t set = get(bs->at[c].q.candidate, i * n, n);
        if (set)
            before->entry[before->count++] = (uint8_t)lowest(set);
    }
}

void boc_unpack(struct collectors *cs, unsigned c)
{
    struct bocs *bs = bocs_in(cs);
    const struct shape *k = &cs->core->shape;
    struct boc *boc = &bs->at[c];
    bs->changed |= only(c);
    boc->alive = 0;
    for (unsigned e = 0; e < bs->entries; e++) {
        boc->tag[e / 8].at[e % 8] = (uint8_t)get(boc->q.tag, e * k->reg_w, k->reg_w);
        boc->life[e] = (uint8_t)get(boc->q.life, e * k->pos_w, k->pos_w);
        boc_set(&boc->alive, e, boc->life[e] > 0);
    }
    for (unsigned p = 0; p < bs->window; p++)
        unpack_position(bs, c, p);
    if (k->chosen_before)
        unpack_candidates(bs, c);
    cs->occupied = (cs->occupied & ~(UINT32_C(1) << c)) | (uint32_t)(boc->q.occupied != 0) << c;
}
