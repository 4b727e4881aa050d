/* SPDX-License-Identifier: Apache-2.0 */
#include "ccu.h"

#include "ocu.h"

typedef uint8_t ranks __attribute__((vector_size(MAX_ENTRIES), may_alias));

static void pack_tags(struct model *m, unsigned c)
{
    pack_bytes(m->q.col[c].ct_tag, m->col[c].tag, (m->shape.entries + 7) / 8, m->shape.reg_w);
}

static void pack_ranks(struct model *m, unsigned c)
{
    bytes8 lru[MAX_ENTRIES / 8];
    memcpy(lru, m->col[c].lru, sizeof lru);
    pack_bytes(m->q.col[c].ct_lru, lru, (m->shape.entries + 7) / 8, m->shape.entry_w);
}

static void pack_distances(struct model *m, unsigned c)
{
    bytes8 dist[MAX_ENTRIES / 8];
    memcpy(dist, m->col[c].dist, sizeof dist);
    pack_bytes(m->q.col[c].ct_dist, dist, (m->shape.entries + 7) / 8, m->shape.dist_w);
}

static void pack_slots(struct model *m, unsigned c)
{
    m->q.col[c].src_field = squeeze(m->col[c].index, m->shape.entry_w);
}

/* --- the cache table ---------------------------------------------------------------------------------------------- */

/* The entries among `valid` with a tag: at most one. */
static uint32_t find_tag(struct model *m, unsigned c, uint8_t reg, uint32_t valid)
{
    uint32_t found = 0;
    for (unsigned g = 0; 8 * g < m->shape.entries; g++)
        found |= bytes_equal(m->col[c].tag[g], reg) << 8 * g;
    found &= valid;
    if (found & (found - 1))
        model_violate(m, "CCU %u has register %u of warp %u in more than one entry", c, reg,
                      (unsigned)m->q.col[c].warp);
    return found;
}

static void set_tag(struct collector *col, unsigned e, uint8_t reg)
{
    col->tag[e / 8].at[e % 8] = reg;
}

static unsigned least_recent(const struct collector *col, uint32_t set)
{
    unsigned best = lowest(set);
    for (set &= set - 1; set; set &= set - 1)
        if (col->lru[lowest(set)] < col->lru[best])
            best = lowest(set);
    return best;
}

/* The entries of a set with the greatest distance. */
static uint32_t farthest(const struct collector *col, uint32_t set)
{
    uint32_t best = 0;
    unsigned most = 0;
    for (; set; set &= set - 1) {
        unsigned dist = col->dist[lowest(set)];
        if (best == 0 || dist > most)
            best = 0;
        if (best == 0 || dist == most)
            best |= set & -set;
        most = dist > most ? dist : most;
    }
    return best;
}

/* The order of replacement (3.6; IV-A1): an invalid entry, then what the policy says. */
static unsigned victim(const struct model *m, unsigned c, uint32_t set, uint32_t valid)
{
    unsigned from = random_start(m, m->shape.entries);
    uint32_t far = set & ~(uint32_t)m->q.col[c].ct_near;
    if (set & ~valid)
        return lowest(set & ~valid);
    if (m->shape.replacement == REPLACEMENT_RANDOM)
        return first_cyclically(set, from);
    if (m->shape.replacement == REPLACEMENT_REUSE && m->shape.dist)
        return least_recent(&m->col[c], farthest(&m->col[c], set));
    if (m->shape.replacement == REPLACEMENT_REUSE_RANDOM)
        return first_cyclically(far ? far : set, from);
    if (m->shape.replacement == REPLACEMENT_REUSE && far)
        return first_cyclically(far, from);
    return least_recent(&m->col[c], set);
}

/* An entry's near bit or distance becomes that of an operand. */
static void set_reuse(struct model *m, unsigned c, unsigned e, bool near, uint8_t dist)
{
    struct collector_q *q = &m->q.col[c];
    if (!m->shape.near && !m->shape.dist)
        return;
    q->ct_near = near ? q->ct_near | UINT64_C(1) << e : q->ct_near & ~(UINT64_C(1) << e);
    m->col[c].dist[e] = dist;
    if (c == m->step.alloc_col)
        m->step.count_down &= ~(UINT32_C(1) << e);
}

/* 3.6 step 5, decremented. It comes last: victims are chosen by the distances before it. */
static void count_down(struct model *m)
{
    unsigned c = m->step.alloc_col;
    const uint8_t never = (uint8_t)low_bits(m->shape.dist_w);
    for (uint32_t set = m->step.count_down; set; set &= set - 1) {
        unsigned e = lowest(set), dist = m->col[c].dist[e];
        if (dist != 0 && dist != never)
            set_reuse(m, c, e, dist - 1 < m->shape.near_below, (uint8_t)(dist - 1));
    }
    m->step.count_down = 0;
    if (m->packing)
        pack_distances(m, c);
}

/* Moves `count` different entries to the most recent ranks, touched[0] to the highest; the others keep their order. */
static void touch(struct model *m, unsigned c, const uint8_t *touched, unsigned count)
{
    struct collector *col = &m->col[c];
    if (!m->shape.ranked)
        return;
    ranks before = *(const ranks *)col->lru, after = before;
    for (unsigned i = 0; i < count; i++)
        after += (ranks)(before > col->lru[touched[i]]);
    *(ranks *)col->lru = after;
    for (unsigned i = 0; i < count; i++)
        col->lru[touched[i]] = (uint8_t)(m->shape.entries - 1 - i);
}

static void check_ranks(struct model *m, unsigned c)
{
    uint64_t seen = 0;
    if (!m->shape.ranked)
        return;
    for (unsigned e = 0; e < m->shape.entries; e++)
        seen |= UINT64_C(1) << m->col[c].lru[e] % 64;
    if (seen != low_bits(m->shape.entries))
        model_violate(m, "the LRU ranks of CCU %u are no permutation", c);
}

/* --- allocation and tag check (3.6; III-C1) ----------------------------------------------------------------------- */

struct lookup {
    uint32_t v0;            /* valid entries after the flush */
    uint32_t referenced;    /* entries of this instruction */
    unsigned first, hits;   /* slots */
    uint8_t  victim[MAX_SLOTS], victims;    /* entries that are replaced, in the order of their slots */
    uint8_t  group[MAX_SLOTS];  /* all slots with the register of slot s, for s in first */
};

/* 3.6 step 1. */
static uint32_t flush(struct model *m, unsigned c, unsigned warp)
{
    const struct collector_q *q = &m->q.col[c];
    if (q->warp == warp)
        return (uint32_t)q->ct_valid;
    m->stats.ccu_flushes += q->ct_valid != 0;
    check_ranks(m, c);
    return 0;
}

static void refer(struct collector *col, struct lookup *l, unsigned s, unsigned entry)
{
    l->referenced |= UINT32_C(1) << entry;
    for (unsigned set = l->group[s]; set; set &= set - 1)
        col->index.at[lowest(set)] = (uint8_t)entry;
}

/* 3.6 step 2. */
static void find_hits(struct model *m, unsigned c, const struct entry *e, struct lookup *l)
{
    m->col[c].index.word = 0;
    for (unsigned left = e->src_valid; left;) {
        unsigned s = lowest(left);
        l->first |= 1u << s;
        l->group[s] = (uint8_t)(bytes_equal(e->src_reg, e->src_reg.at[s]) & e->src_valid);
        left &= ~(unsigned)l->group[s];
        uint32_t found = find_tag(m, c, e->src_reg.at[s], l->v0);
        if (found) {
            refer(&m->col[c], l, s, lowest(found));
            l->hits |= l->group[s];
        }
    }
}

/* 3.6 steps 3 and 4; the victims take their tags (step 5). */
static void place_misses(struct model *m, unsigned c, const struct entry *e, struct lookup *l)
{
    const uint32_t all = (uint32_t)low_bits(m->shape.entries);
    for (unsigned set = l->first & ~l->hits; set; set &= set - 1) {
        unsigned s = lowest(set);
        uint32_t possible = all & ~l->referenced;
        if (!possible) {
            model_violate(m, "CCU %u has no entry left for slot %u of an instruction of warp %u", c, s,
                          (unsigned)m->q.col[c].warp);
            return;
        }
        unsigned entry = victim(m, c, possible, l->v0);
        m->stats.ccu_evictions += l->v0 >> entry & 1;
        l->victim[l->victims++] = (uint8_t)entry;
        set_tag(&m->col[c], entry, e->src_reg.at[s]);
        refer(&m->col[c], l, s, entry);
    }
}

/* 3.6 step 5. */
static void update_table(struct model *m, unsigned c, const struct entry *e, const struct lookup *l)
{
    struct collector_q *q = &m->q.col[c];
    q->ct_valid = l->v0 | l->referenced;
    q->ct_lock = l->referenced;
    m->step.count_down = m->shape.decremented ? l->v0 & ~l->referenced : 0;
    for (unsigned set = l->first; set; set &= set - 1) {
        unsigned group = l->group[lowest(set)], near = group & e->src_near, dist = UINT8_MAX;
        for (unsigned all = group; all; all &= all - 1)
            dist = e->src_dist.at[lowest(all)] < dist ? e->src_dist.at[lowest(all)] : dist;
        set_reuse(m, c, m->col[c].index.at[lowest(set)], near != 0, (uint8_t)dist);
    }
}

/* 3.6 step 6. */
static void take_ownership(struct model *m, unsigned c, unsigned warp)
{
    for (unsigned i = 0; i < m->shape.collectors; i++) {
        if (m->q.col[i].warp != warp)
            continue;
        m->q.col[i].own = 0;
        if ((m->shape.allocation == ALLOCATION_ANY || m->shape.pipe) && i != c)
            m->q.col[i].ct_valid = 0;
    }
    m->q.col[c].own = 1;
}

/* 3.11: the slots of the instruction one after the other; what counts is the last touch of each entry. */
static void touch_sources(struct model *m, unsigned c, unsigned slots, const struct lookup *l)
{
    uint8_t touched[MAX_SLOTS];
    uint32_t seen = 0;
    unsigned count = 0;
    if (m->shape.replacement == REPLACEMENT_FIFO) {
        for (count = 0; count < l->victims; count++)
            touched[count] = l->victim[l->victims - 1 - count];
        slots = 0;
    }
    while (slots) {
        unsigned s = 31 - (unsigned)__builtin_clz(slots);
        unsigned entry = m->col[c].index.at[s];
        slots &= ~(1u << s);
        touched[count] = (uint8_t)entry;
        count += !(seen >> entry & 1);
        seen |= UINT32_C(1) << entry;
    }
    touch(m, c, touched, count);
}

unsigned ccu_allocate(struct model *m, unsigned c, unsigned warp, unsigned iid, const struct entry *e)
{
    struct collector_q *q = &m->q.col[c];
    struct lookup l = {.v0 = flush(m, c, warp)};
    find_hits(m, c, e, &l);
    place_misses(m, c, e, &l);
    take_ownership(m, c, warp);
    collector_take(m, c, warp, iid, e);
    q->src_ready = l.hits;
    update_table(m, c, e, &l);
    touch_sources(m, c, e->src_valid, &l);
    m->stats.source_reads += count_bits(l.first);
    m->stats.ccu_hits += count_bits(l.first & l.hits);
    if (m->packing)
        ccu_pack(m, c);
    return l.first & ~l.hits;
}

/* --- ports D (3.11; IV-A2) ---------------------------------------------------------------------------------------- */

/* The results that take the ports D of a CCU, in the order of the ports. */
struct writes {
    unsigned count;
    uint32_t valid;                         /* entries, before invalidations of this cycle */
    uint32_t taken;                         /* entries that a result hits or has replaced */
    const struct result *result[MAX_BANKS];
    uint32_t hit[MAX_BANKS];
};

/* Writes a result over the copy of its register. */
static void merge(struct model *m, unsigned c, unsigned entry, const struct result *r)
{
    struct collector_q *q = &m->q.col[c];
    if (q->ct_lock >> entry & 1)
        model_violate(m, "port D of CCU %u writes entry %u, which is locked", c, entry);
    if (m->values)
        lanes_copy(m, q->data[entry].lane, r->data.lane, r->mask);
    m->stats.port_d_merges++;
    m->stats.cache_writes++;
}

/* 3.11 step 4; false if there is no victim. */
static bool fill(struct model *m, unsigned c, const struct result *r, struct writes *w, uint8_t *entry)
{
    struct collector_q *q = &m->q.col[c];
    uint32_t possible = (uint32_t)(low_bits(m->shape.entries) & ~q->ct_lock) & ~w->taken;
    if (m->step.s_valid >> c & 1)
        possible &= ~(UINT32_C(1) << m->step.s_entry[c]);
    if (!possible)
        return false;
    *entry = (uint8_t)victim(m, c, possible, w->valid);
    w->taken |= UINT32_C(1) << *entry;
    m->stats.ccu_evictions += w->valid >> *entry & 1;
    m->stats.port_d_fills++;
    m->stats.cache_writes++;
    q->ct_valid |= UINT64_C(1) << *entry;
    set_tag(&m->col[c], *entry, r->reg);
    if (m->values)
        vector_copy(m, q->data[*entry].lane, r->data.lane);
    return true;
}

/* 3.11 steps 3 to 5, and the rank. */
static void port_d(struct model *m, unsigned c, struct writes *w, unsigned port)
{
    const struct result *r = w->result[port];
    uint32_t hit = w->hit[port];
    uint8_t entry = hit ? (uint8_t)lowest(hit) : 0;
    if (hit) {
        merge(m, c, entry, r);
    } else if (r->mask != m->shape.lane_mask || !fill(m, c, r, w, &entry)) {
        m->stats.port_d_dropped++;
        return;
    }
    set_reuse(m, c, entry, r->near, r->dist);
    if (!hit || m->shape.replacement != REPLACEMENT_FIFO)
        touch(m, c, &entry, 1);
}

/* A result that concerns the CCU and is not cached. */
static void invalidate(struct model *m, unsigned c, const struct result *r, uint32_t hit)
{
    struct collector_q *q = &m->q.col[c];
    if (!hit)
        return;
    m->stats.stale_invalidations++;
    if (q->ct_lock & hit)
        model_violate(m, "a result for register %u of warp %u invalidates a locked entry of CCU %u", r->reg, r->warp,
                      c);
    q->ct_valid &= ~(uint64_t)hit;
}

/* 3.11 steps 1 and 2 for one CCU, results in the order of their banks; then the others. */
static void take_results(struct model *m, unsigned c)
{
    const struct step *st = &m->step;
    struct writes w;        /* its arrays have w.count members */
    w.count = 0;
    w.taken = 0;
    w.valid = (uint32_t)m->q.col[c].ct_valid;
    unsigned ports = m->shape.shared_write && (st->s_valid >> c & 1) ? 0 : m->shape.ports_d;
    for (uint32_t set = st->granted; set; set &= set - 1) {
        const struct result *r = &st->wb[st->grant_port[lowest(set)]];
        if (r->warp != m->q.col[c].warp)
            continue;
        uint32_t hit = find_tag(m, c, r->reg, w.valid);
        bool wanted = m->shape.write == WRITE_ALL || (m->shape.write == WRITE_NEAR && r->near);
        m->stats.port_d_lost += wanted && w.count == ports;
        if (wanted && w.count < ports) {
            w.hit[w.count] = hit;
            w.taken |= hit;
            w.result[w.count++] = r;
        } else {
            invalidate(m, c, r, hit);
        }
    }
    for (unsigned port = 0; port < w.count; port++)
        port_d(m, c, &w, port);
    if (w.count && m->packing)
        ccu_pack(m, c);
}

void ccu_ports_d(struct model *m)
{
    for (unsigned c = 0; m->step.granted && c < m->shape.collectors; c++)
        if (m->q.col[c].own)
            take_results(m, c);
    if (m->step.count_down)
        count_down(m);
}

/* --- other -------------------------------------------------------------------------------------------------------- */

void ccu_end(struct model *m, unsigned warp)
{
    for (unsigned c = 0; c < m->shape.collectors; c++)
        if (m->q.col[c].warp == warp)
            m->q.col[c].ct_valid = m->q.col[c].own = 0;
}

void ccu_clear(struct model *m, unsigned c)
{
    struct collector_q *q = &m->q.col[c];
    q->own = q->warp = q->ct_valid = q->ct_lock = 0;
    for (unsigned e = 0; e < m->shape.entries && m->shape.ranked; e++)
        m->col[c].lru[e] = (uint8_t)e;
    pack_ranks(m, c);
    m->step.count_down = 0;
}

void ccu_pack(struct model *m, unsigned c)
{
    pack_slots(m, c);
    pack_tags(m, c);
    if (m->shape.ranked)
        pack_ranks(m, c);
    if (m->shape.dist)
        pack_distances(m, c);
}

void ccu_unpack(struct model *m, unsigned c)
{
    const struct shape *k = &m->shape;
    const struct collector_q *q = &m->q.col[c];
    struct collector *col = &m->col[c];
    for (unsigned e = 0; e < k->entries; e++) {
        set_tag(col, e, (uint8_t)get(q->ct_tag, e * k->reg_w, k->reg_w));
        if (k->ranked)
            col->lru[e] = (uint8_t)get(q->ct_lru, e * k->entry_w, k->entry_w);
        if (k->dist) {
            uint8_t dist = (uint8_t)get(q->ct_dist, e * k->dist_w, k->dist_w);
            set_reuse(m, c, e, dist < k->near_below, dist);
        }
    }
    col->index.word = col->reg.word = 0;
    for (unsigned s = 0; s < k->slots; s++) {
        unsigned entry = (unsigned)get(&q->src_field, s * k->entry_w, k->entry_w);
        col->index.at[s] = (uint8_t)entry;
        col->reg.at[s] = entry < k->entries ? col->tag[entry / 8].at[entry % 8] : 0;
    }
}
