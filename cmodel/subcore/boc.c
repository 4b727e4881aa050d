/* SPDX-License-Identifier: Apache-2.0 */
#include "boc.h"

#include "ibuffer.h"
#include "ocu.h"

/* The entries of a set with a tag. */
static uint64_t find_tag(const struct model *m, unsigned c, uint8_t reg, uint64_t set)
{
    uint64_t found = 0;
    for (unsigned g = 0; 8 * g < m->shape.entries; g++)
        found |= (uint64_t)bytes_equal(m->boc[c].tag[g], reg) << 8 * g;
    return found & set;
}

static uint8_t result_register(const struct model *m, const struct entry *e, unsigned d)
{
    return (uint8_t)((e->dst_base + d) & (m->shape.registers - 1));
}

/* --- words (3.14) ------------------------------------------------------------------------------------------------- */

uint64_t boc_owes(const struct model *m, unsigned c)
{
    const struct boc_q *q = &m->q.boc[c];
    return q->valid & q->dirty & ~q->transient;
}

/* Entries that can be taken although they are in, whatever the head hits. */
static uint64_t replaceable(const struct model *m, unsigned c)
{
    const struct boc_q *q = &m->q.boc[c];
    return m->boc[c].in & ~m->boc[c].locked & ~q->dirty & ~q->wait;
}

/* LATE: the entries that an instruction takes which is chosen now. */
static void find_candidates(struct model *m, unsigned c)
{
    struct boc_candidates *now = &m->boc[c].now;
    uint64_t free = m->boc[c].free, others = replaceable(m, c);
    unsigned most = m->shape.slots + MAX_DSTS;
    for (now->count = 0; now->count < most && (free | others); now->count++) {
        uint64_t *set = free ? &free : &others;
        unsigned entry = first_cyclically(*set, (unsigned)m->q.boc[c].fifo);
        now->entry[now->count] = (uint8_t)entry;
        *set &= ~only(entry);
    }
}

/* Entries and slots with the registers of the head's results. */
static void find_results(const struct model *m, unsigned c, const struct entry *e, struct boc_found *f)
{
    const struct shape *k = &m->shape;
    for (unsigned d = 0; e->mask && d < e->dst_count; d++) {
        uint8_t reg = result_register(m, e, d);
        put(f->result_hit, d * k->entries, k->entries, find_tag(m, c, reg, m->boc[c].in));
        f->named |= (uint64_t)(bytes_equal(e->src_reg, reg) & e->src_valid) << d * k->slots;
    }
}

/* LATE: what the head finds, as registers keep it. */
static void find_head(struct model *m, unsigned c)
{
    const struct shape *k = &m->shape;
    struct boc_found *f = &m->boc[c].found;
    memset(f, 0, sizeof *f);
    if (!(m->ibuffer.heads >> c & 1))
        return;
    const struct entry *e = ibuffer_head(m, c);
    const struct boc_lookup *l = boc_look(m, c);
    f->first = l->first;
    f->same = ibuffer_equal_slots(k, e->src_valid, e->src_reg.at);
    for (unsigned set = l->first & l->hits; set; set &= set - 1)
        for (unsigned same = l->group[lowest(set)]; same; same &= same - 1)
            bit_set(f->hit, lowest(same) * k->entries + l->entry[lowest(set)]);
    find_results(m, c, e, f);
}

/* Of a BOC that is as it was in the cycle before they are known, and what its head finds, too. */
void boc_eval(struct model *m)
{
    const uint64_t all = low_bits(m->shape.entries);
    for (uint64_t changed = m->boc_changed; changed; changed &= changed - 1) {
        unsigned c = lowest(changed);
        const struct boc_q *q = &m->q.boc[c];
        struct boc *boc = &m->boc[c];
        uint64_t owes = boc_owes(m, c);
        boc->locked = boc->taken = 0;
        for (uint64_t set = q->occupied; set; set &= set - 1)
            boc->locked |= boc->at[lowest(set)].uses;
        boc->in = q->valid & (boc->alive | owes);
        boc->free = all & ~(q->valid & (boc->alive | boc->locked | owes));
        if (m->shape.late)
            find_candidates(m, c);
    }
    m->looked &= ~m->boc_changed;
    m->boc_changed = 0;
    for (unsigned c = 0; m->shape.late && c < m->shape.collectors; c++)
        if (!(m->looked >> c & 1))
            find_head(m, c);
}

/* --- lookup and readiness (3.5) ----------------------------------------------------------------------------------- */

static void look_up(const struct model *m, unsigned c, const struct entry *e, struct boc_lookup *l)
{
    const struct boc *boc = &m->boc[c];
    l->first = l->hits = 0;
    l->hit = 0;
    for (unsigned left = e->src_valid; left;) {
        unsigned s = lowest(left);
        uint64_t found = find_tag(m, c, e->src_reg.at[s], boc->in);
        l->first |= 1u << s;
        l->group[s] = (uint8_t)(bytes_equal(e->src_reg, e->src_reg.at[s]) & e->src_valid);
        left &= ~(unsigned)l->group[s];
        if (!found)
            continue;
        l->hits |= l->group[s];
        l->entry[s] = (uint8_t)lowest(found);
        l->hit |= found;
    }
    l->free = boc->free;
    l->evictable = replaceable(m, c) & ~l->hit;
    unsigned claims = l->first & ~l->hits;
    for (unsigned set = m->shape.late ? l->first & l->hits : 0; set; set &= set - 1)
        claims |= boc->alive >> l->entry[lowest(set)] & 1 ? 0 : set & -set;
    l->lacks = count_bits(claims) > count_bits(l->free) + count_bits(l->evictable);
}

const struct boc_lookup *boc_look(struct model *m, unsigned c)
{
    if (!(m->looked >> c & 1))
        look_up(m, c, ibuffer_head(m, c), &m->boc[c].look);
    m->looked |= only(c);
    return &m->boc[c].look;
}

/* Positions whose instruction has not gone. */
static uint64_t busy(const struct model *m, unsigned c)
{
    uint64_t positions = m->q.boc[c].occupied;
    if (m->shape.reuse && m->step.dispatch && m->step.disp_col == c)
        positions &= ~only(m->step.disp_pos);
    return positions;
}

bool boc_has_room(const struct model *m, unsigned c)
{
    return !(busy(m, c) >> m->q.boc[c].next & 1);
}

bool boc_overtakes(const struct model *m, unsigned c, const struct entry *e)
{
    for (uint64_t set = e->dst_count ? busy(m, c) : 0; set; set &= set - 1) {
        const struct position *at = &m->boc[c].at[lowest(set)];
        if (ibuffer_overwrites(&m->shape, e, at->src_valid, at->reg))
            return true;
    }
    return false;
}

/* --- allocation (3.6) --------------------------------------------------------------------------------------------- */

/* The instruction that issues, on its way into the BOC. */
struct placing {
    struct boc_lookup look;
    const struct entry *e;
    uint64_t taken;                     /* by sources */
    uint64_t homes;                     /* found or taken */
    unsigned last;                      /* entry that was taken last */
    uint64_t passed;                    /* entries that are not taken, for they are hit or homes */
    unsigned tried;                     /* LATE: candidates that were taken or passed over */
};

static void set_bit(uint64_t *word, unsigned n, bool value)
{
    *word = value ? *word | only(n) : *word & ~only(n);
}

static bool next_of_all(const struct boc_q *q, struct placing *p, unsigned *entry)
{
    uint64_t *set = p->look.free ? &p->look.free : &p->look.evictable;
    if (!*set)
        return false;
    *entry = first_cyclically(*set, (unsigned)q->fifo);
    *set &= ~only(*entry);
    return true;
}

/* LATE: as they were when the instruction was chosen. Hits and homes of results, which are in, are passed over. */
static bool next_candidate(const struct model *m, unsigned c, struct placing *p, unsigned *entry)
{
    const struct boc_candidates *before = &m->boc[c].before;
    while (p->tried < before->count) {
        *entry = before->entry[p->tried++];
        if (!(p->passed >> *entry & 1))
            return true;
    }
    return false;
}

/* The next entry that can be taken, or none. */
static bool take(struct model *m, unsigned c, struct placing *p, uint8_t reg, unsigned *entry)
{
    struct boc_q *q = &m->q.boc[c];
    if (m->shape.late ? !next_candidate(m, c, p, entry) : !next_of_all(q, p, entry))
        return false;
    m->stats.ccu_evictions += m->boc[c].in >> *entry & 1;
    p->last = *entry;
    m->boc[c].taken |= only(*entry);
    m->boc[c].tag[*entry / 8].at[*entry % 8] = reg;
    q->valid |= only(*entry);
    q->full &= ~only(*entry);
    q->wait &= ~only(*entry);
    q->dirty &= ~only(*entry);
    q->transient &= ~only(*entry);
    return true;
}

static void refer(struct position *at, const struct boc_lookup *l, unsigned s, unsigned entry)
{
    at->uses |= only(entry);
    for (unsigned set = l->group[s]; set; set &= set - 1)
        at->index.at[lowest(set)] = (uint8_t)entry;
}

/* Step 1. */
static void place_sources(struct model *m, unsigned c, struct placing *p, struct position *at)
{
    if (count_bits(p->look.hit) != count_bits(p->look.first & p->look.hits))
        model_violate(m, "a source of an instruction is in two entries of BOC %u", c);
    for (unsigned set = p->look.first; set; set &= set - 1) {
        unsigned s = lowest(set), entry = p->look.entry[s];
        if (!(p->look.hits >> s & 1)) {
            if (!take(m, c, p, p->e->src_reg.at[s], &entry)) {
                model_violate(m, "BOC %u has no entry left for slot %u of an instruction", c, s);
                return;
            }
            p->taken |= only(entry);
        }
        refer(at, &p->look, s, entry);
    }
}

/* Step 2 for a result that has found its home. */
static void come_home(struct model *m, unsigned c, struct placing *p, unsigned entry, bool full)
{
    struct boc_q *q = &m->q.boc[c];
    bool bank_only = m->shape.hinted && full && p->e->hint == 2;
    if (full) {
        m->stats.boc_consolidated += (q->dirty & ~q->transient) >> entry & 1;
        set_bit(&q->dirty, entry, false);
    }
    if (bank_only)
        return;
    p->homes |= only(entry);
    set_bit(&q->wait, entry, true);
    set_bit(&q->transient, entry, m->shape.hinted && full && p->e->hint == 1);
}

/* Step 2: entries with the registers of the results. */
static void place_results(struct model *m, unsigned c, struct placing *p)
{
    const struct entry *e = p->e;
    bool full = e->mask == m->shape.lane_mask, bank_only = m->shape.hinted && full && e->hint == 2;
    unsigned homeless = 0;
    uint64_t found[MAX_DSTS];
    for (unsigned d = 0; e->mask && d < e->dst_count; d++) {
        uint8_t reg = result_register(m, e, d);
        found[d] = find_tag(m, c, reg, (m->boc[c].in & m->q.boc[c].valid & ~p->taken) | p->taken);
        if (found[d] & (found[d] - 1))
            model_violate(m, "R%u is in two entries of BOC %u", reg, c);
        homeless |= (unsigned)!found[d] << d;
        p->look.evictable &= ~found[d];
        p->passed |= found[d];
    }
    for (unsigned d = 0; e->mask && d < e->dst_count; d++) {
        unsigned entry = found[d] ? lowest(found[d]) : 0;
        uint8_t reg = result_register(m, e, d);
        if (!(homeless >> d & 1))
            come_home(m, c, p, entry, full);
        else if (full && !bank_only && take(m, c, p, reg, &entry))
            come_home(m, c, p, entry, full);
        else
            m->stats.boc_homeless++;
    }
}

/* Step 4. */
static void move_window(struct model *m, unsigned c, bool first, uint64_t used)
{
    struct boc *boc = &m->boc[c];
    uint64_t others = first ? m->q.boc[c].valid & ~used & boc->alive : 0;
    for (; others; others &= others - 1) {
        unsigned e = lowest(others);
        if (--boc->life[e] == 0)
            boc->alive &= ~only(e);
    }
    for (; used; used &= used - 1) {
        boc->life[lowest(used)] = (uint8_t)(m->shape.window - 1);
        set_bit(&boc->alive, lowest(used), m->shape.window > 1);
    }
}

static void check_kept(struct model *m, unsigned warp, unsigned reg, const char *what)
{
    if (bit_get(m->boc[warp].lost, reg))
        model_violate(m, "an instruction of warp %u %s R%u, which a hint has kept out of the bank, after its value has "
                      "left the window; accepted: the hints that cmodel annotate writes", warp, what, reg);
}

/* The contract of hints: what was dropped is neither read nor written in part. A check, no register. */
static void check_contract(struct model *m, unsigned warp, const struct entry *e)
{
    for (unsigned set = e->src_valid; set; set &= set - 1)
        check_kept(m, warp, e->src_reg.at[lowest(set)], "reads");
    for (unsigned d = 0; e->mask && e->mask != m->shape.lane_mask && d < e->dst_count; d++)
        check_kept(m, warp, result_register(m, e, d), "writes a part of");
}

static void take_metadata(struct model *m, struct position *at, const struct entry *e)
{
    at->iid = m->step.issue_iid;
    at->unit = e->unit;
    at->mask = e->mask;
    at->dst_count = e->dst_count;
    at->dst_base = e->dst_base;
    memcpy(at->payload, e->payload, sizeof at->payload);
    at->src_valid = e->src_valid;
    at->reg = e->src_reg;
    at->index.word = at->uses = 0;
}

unsigned boc_allocate(struct model *m, unsigned c, unsigned warp, const struct entry *e)
{
    struct boc_q *q = &m->q.boc[c];
    struct position *at = &m->boc[c].at[q->next];
    struct placing p = {.look = m->step.lookup, .e = e, .passed = m->step.lookup.hit};
    m->boc_changed |= only(c);
    check_contract(m, warp, e);
    take_metadata(m, at, e);
    place_sources(m, c, &p, at);
    place_results(m, c, &p);
    move_window(m, c, e->first, at->uses | p.homes);
    if (m->boc[c].taken)
        q->fifo = p.last + 1 == m->shape.entries ? 0 : p.last + 1;
    q->occupied |= only((unsigned)q->next);
    q->next = q->next + 1 == m->shape.window ? 0 : q->next + 1;
    m->occupied |= UINT32_C(1) << c;
    m->stats.source_reads += count_bits(p.look.first);
    m->stats.ccu_hits += count_bits(p.look.first & p.look.hits);
    if (m->packing)
        boc_pack(m, c);
    return p.look.first & ~p.look.hits;
}

/* --- port S and dispatch (3.3, 3.4) ------------------------------------------------------------------------------- */

void boc_receive(struct model *m, unsigned c, unsigned entry, const struct vreg *value)
{
    m->q.boc[c].full |= only(entry);
    if (m->values)
        vector_copy(m, &m->q.boc[c].data[entry], value);
}

unsigned boc_dispatchable(const struct model *m, unsigned c, uint32_t unit_ready)
{
    uint64_t full = m->q.boc[c].full;
    unsigned found = 0;
    if (m->shape.forward && (m->step.s_valid >> c & 1))
        full |= only(m->step.s_entry[c]);
    for (uint64_t set = m->q.boc[c].occupied; set; set &= set - 1) {
        const struct position *at = &m->boc[c].at[lowest(set)];
        if ((unit_ready >> at->unit & 1) && !(at->uses & ~full))
            found |= 1u << lowest(set);
    }
    return found;
}

unsigned boc_oldest(const struct model *m, unsigned c, unsigned positions)
{
    return first_cyclically(positions, (unsigned)m->q.boc[c].next);
}

void boc_dispatched(struct model *m, unsigned c, unsigned position)
{
    m->q.boc[c].occupied &= ~only(position);
    m->boc_changed |= only(c);
    if (!m->q.boc[c].occupied)
        m->occupied &= ~(UINT32_C(1) << c);
}

/* --- other -------------------------------------------------------------------------------------------------------- */

void boc_end(struct model *m, unsigned warp)
{
    struct boc_q *q = &m->q.boc[warp];
    m->stats.boc_dropped += count_bits(q->valid & q->dirty & q->transient);
    m->boc_changed |= only(warp);
    q->valid = 0;
    memset(m->boc[warp].lost, 0, sizeof m->boc[warp].lost);
}

void boc_clear(struct model *m, unsigned c)
{
    struct boc_q *q = &m->q.boc[c];
    m->boc_changed |= only(c);
    q->next = q->occupied = q->valid = q->fifo = 0;
    memset(q->src_valid, 0, sizeof q->src_valid);
    for (unsigned p = 0; p < m->shape.window; p++)
        m->boc[c].at[p].src_valid = m->boc[c].at[p].uses = 0;
    memset(q->candidate, 0, sizeof q->candidate);
    memset(q->lock, 0, sizeof q->lock);
    memset(&q->found, 0, sizeof q->found);
    m->boc[c].before.count = 0;
    memset(m->boc[c].lost, 0, sizeof m->boc[c].lost);
}

static void pack_position(struct model *m, unsigned c, unsigned p)
{
    const struct shape *k = &m->shape;
    const struct position *at = &m->boc[c].at[p];
    struct boc_q *q = &m->q.boc[c];
    put(q->iid, p * k->iid_w, k->iid_w, at->iid);
    put(q->unit, p * 3, 3, at->unit);
    put(q->mask, p * k->lanes, k->lanes, at->mask);
    put(q->dst_count, p * 3, 3, at->dst_count);
    put(q->dst_base, p * k->reg_w, k->reg_w, at->dst_base);
    put_wide(q->payload, p * k->payload, k->payload, at->payload);
    put(q->src_valid, p * k->slots, k->slots, at->src_valid);
    put(q->src_index, p * k->slots * k->entry_w, k->slots * k->entry_w, squeeze(at->index, k->entry_w));
    if (k->late)
        put(q->lock, p * k->entries, k->entries, at->uses);
}

static void pack_candidates(struct model *m, unsigned c)
{
    uint64_t *q = m->q.boc[c].candidate;
    memset(q, 0, sizeof m->q.boc[c].candidate);
    for (unsigned i = 0; i < m->boc[c].before.count; i++)
        bit_set(q, i * m->shape.entries + m->boc[c].before.entry[i]);
}

void boc_keep_candidates(struct model *m)
{
    for (unsigned c = 0; c < m->shape.collectors; c++) {
        m->boc[c].before = m->boc[c].now;
        m->q.boc[c].found = m->boc[c].found;
        if (m->packing)
            pack_candidates(m, c);
    }
}

void boc_pack(struct model *m, unsigned c)
{
    const struct shape *k = &m->shape;
    struct boc_q *q = &m->q.boc[c];
    for (unsigned p = 0; p < k->window; p++)
        pack_position(m, c, p);
    pack_bytes(q->tag, m->boc[c].tag, (k->entries + 7) / 8, k->reg_w);
    for (unsigned e = 0; e < k->entries; e++)
        put(q->life, e * k->window_w, k->window_w, m->boc[c].life[e]);
    if (k->late)
        pack_candidates(m, c);
}

static void unpack_position(struct model *m, unsigned c, unsigned p)
{
    const struct shape *k = &m->shape;
    const struct boc_q *q = &m->q.boc[c];
    struct position *at = &m->boc[c].at[p];
    at->iid = (uint8_t)get(q->iid, p * k->iid_w, k->iid_w);
    at->unit = (uint8_t)get(q->unit, p * 3, 3);
    at->mask = (uint32_t)get(q->mask, p * k->lanes, k->lanes);
    at->dst_count = (uint8_t)get(q->dst_count, p * 3, 3);
    at->dst_base = (uint8_t)get(q->dst_base, p * k->reg_w, k->reg_w);
    get_wide(q->payload, p * k->payload, k->payload, at->payload);
    at->src_valid = (uint8_t)get(q->src_valid, p * k->slots, k->slots);
    at->index.word = at->reg.word = at->uses = 0;
    for (unsigned s = 0; s < k->slots; s++) {
        unsigned e = (unsigned)get(q->src_index, (p * k->slots + s) * k->entry_w, k->entry_w);
        at->index.at[s] = (uint8_t)e;
        if (!(at->src_valid >> s & 1) || e >= k->entries)
            continue;
        at->uses |= only(e);
        at->reg.at[s] = m->boc[c].tag[e / 8].at[e % 8];
    }
}

static void unpack_candidates(struct model *m, unsigned c)
{
    struct boc_candidates *before = &m->boc[c].before;
    unsigned n = m->shape.entries;
    before->count = 0;
    for (unsigned i = 0; i < m->shape.slots + MAX_DSTS; i++) {
        uint64_t set = get(m->q.boc[c].candidate, i * n, n);
        if (set)
            before->entry[before->count++] = (uint8_t)lowest(set);
    }
}

void boc_unpack(struct model *m, unsigned c)
{
    const struct shape *k = &m->shape;
    const struct boc_q *q = &m->q.boc[c];
    m->boc_changed |= only(c);
    m->boc[c].alive = 0;
    for (unsigned e = 0; e < k->entries; e++) {
        m->boc[c].tag[e / 8].at[e % 8] = (uint8_t)get(q->tag, e * k->reg_w, k->reg_w);
        m->boc[c].life[e] = (uint8_t)get(q->life, e * k->window_w, k->window_w);
        set_bit(&m->boc[c].alive, e, m->boc[c].life[e] > 0);
    }
    for (unsigned p = 0; p < k->window; p++)
        unpack_position(m, c, p);
    if (k->late)
        unpack_candidates(m, c);
}
