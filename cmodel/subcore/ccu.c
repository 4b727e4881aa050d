/* SPDX-License-Identifier: Apache-2.0 */
#include "ccu.h"

typedef uint8_t ranks __attribute__((vector_size(MAX_ENTRIES), may_alias));

static struct ccus *ccus(struct collectors *cs)
{
    return (struct ccus *)cs;
}

static const struct ccus *ccus_of(const struct collectors *cs)
{
    return (const struct ccus *)cs;
}

static struct core *core_of(const struct ccus *cs)
{
    return cs->all.base.core;
}

static void open(struct collectors *base, const struct config *cfg)
{
    struct ccus *cs = ccus(base);
    collector_open(&cs->all, cfg);
    cs->entries = (unsigned)cfg->entries;
    cs->entry_w = bits_for(cs->entries);
    cs->ports_d = (unsigned)(cfg->ports_d < cfg->banks ? cfg->ports_d : cfg->banks);
    cs->allocation = (unsigned)cfg->allocation;
    cs->replacement = (unsigned)cfg->replacement;
    cs->write = (unsigned)cfg->write;
    cs->ranked = cfg->replacement != REPLACEMENT_RANDOM && cfg->replacement != REPLACEMENT_REUSE_RANDOM;
    cs->near = config_source_reuse(cfg);
    cs->decremented = cs->near && cfg->distance == DISTANCE_DECREMENTED;
    cs->waits = config_waits(cfg);
    cs->shared_write = cfg->shared_write;
    cs->stall = cfg->blocked == BLOCKED_STALL;
}

static void list(const struct collectors *base, unsigned c, struct register_list *l)
{
    const struct ccus *cs = ccus_of(base);
    const struct shape *k = &base->core->shape;
    const struct collector *col = &cs->all.at[c];
    const struct ccu *ccu = &cs->at[c];
    unsigned n = cs->entries;
    collector_list(&cs->all, c, "ccu", true, l);
    register_list_add(l, &ccu->q.own, 1, true, "top.g_col[%u].u_ccu.own_q", c);
    if (has_field(k, FIELD_DST_NEAR))
        register_list_add(l, &col->q.dst_near, MAX_DSTS, false, "top.g_col[%u].u_ccu.dst_near_q", c);
    if (has_field(k, FIELD_DST_DIST))
        register_list_add(l, &col->q.dst_dist, MAX_DSTS * k->distance_w, false, "top.g_col[%u].u_ccu.dst_dist_q", c);
    register_list_add(l, &col->q.src_valid, k->slots, true, "top.g_col[%u].u_ccu.oct_valid_q", c);
    register_list_add(l, &col->q.src_ready, k->slots, true, "top.g_col[%u].u_ccu.oct_ready_q", c);
    register_list_add(l, &ccu->q.oct_index, k->slots * cs->entry_w, false, "top.g_col[%u].u_ccu.oct_index_q", c);
    register_list_add(l, &ccu->q.ct_valid, n, true, "top.g_col[%u].u_ccu.ct_valid_q", c);
    register_list_add(l, &ccu->q.ct_lock, n, true, "top.g_col[%u].u_ccu.ct_lock_q", c);
    if (has_field(k, FIELD_SRC_NEAR))
        register_list_add(l, &ccu->q.ct_near, n, false, "top.g_col[%u].u_ccu.ct_near_q", c);
    if (has_field(k, FIELD_SRC_DIST))
        register_list_add(l, ccu->q.ct_dist, n * k->distance_w, false, "top.g_col[%u].u_ccu.ct_dist_q", c);
    register_list_add(l, ccu->q.ct_tag, n * k->reg_w, false, "top.g_col[%u].u_ccu.ct_tag_q", c);
    if (cs->ranked)
        register_list_add(l, ccu->q.ct_lru, n * cs->entry_w, true, "top.g_col[%u].u_ccu.ct_lru_q", c);
    for (unsigned e = 0; e < n; e++)
        register_list_add(l, &ccu->q.data[e], 32 * k->lanes, false, "top.g_col[%u].u_ccu.g_entry[%u].data_q", c, e);
}

/* --- the packed form ---------------------------------------------------------------------------------------------- */

static void pack_ranks(struct ccus *cs, unsigned c)
{
    bytes8 lru[MAX_ENTRIES / 8];
    memcpy(lru, cs->at[c].lru, sizeof lru);
    pack_bytes(cs->at[c].q.ct_lru, lru, (cs->entries + 7) / 8, cs->entry_w);
}

static void pack_distances(struct ccus *cs, unsigned c)
{
    bytes8 dist[MAX_ENTRIES / 8];
    memcpy(dist, cs->at[c].dist, sizeof dist);
    pack_bytes(cs->at[c].q.ct_dist, dist, (cs->entries + 7) / 8, core_of(cs)->shape.distance_w);
}

static void pack(struct collectors *base, unsigned c)
{
    struct ccus *cs = ccus(base);
    struct ccu *ccu = &cs->at[c];
    ccu->q.oct_index = squeeze(ccu->index, cs->entry_w);
    pack_bytes(ccu->q.ct_tag, ccu->tag, (cs->entries + 7) / 8, base->core->shape.reg_w);
    if (cs->ranked)
        pack_ranks(cs, c);
    if (has_field(&base->core->shape, FIELD_SRC_DIST))
        pack_distances(cs, c);
}

static void set_tag(struct ccu *ccu, unsigned e, uint8_t reg)
{
    ccu->tag[e / 8].at[e % 8] = reg;
}

/* An entry's near bit or distance becomes that of an operand. */
static void set_reuse(struct ccus *cs, unsigned c, unsigned e, bool near, uint8_t dist)
{
    struct ccu *ccu = &cs->at[c];
    if (!cs->near)
        return;
    ccu->q.ct_near = near ? ccu->q.ct_near | only(e) : ccu->q.ct_near & ~only(e);
    ccu->dist[e] = dist;
    if (c == cs->allocated)
        cs->count_down &= ~(uint32_t)only(e);
}

static void unpack(struct collectors *base, unsigned c)
{
    struct ccus *cs = ccus(base);
    const struct shape *k = &base->core->shape;
    struct ccu *ccu = &cs->at[c];
    bytes8 reg = {.word = 0};
    for (unsigned e = 0; e < cs->entries; e++) {
        set_tag(ccu, e, (uint8_t)get(ccu->q.ct_tag, e * k->reg_w, k->reg_w));
        if (cs->ranked)
            ccu->lru[e] = (uint8_t)get(ccu->q.ct_lru, e * cs->entry_w, cs->entry_w);
        if (has_field(k, FIELD_SRC_DIST)) {
            uint8_t dist = (uint8_t)get(ccu->q.ct_dist, e * k->distance_w, k->distance_w);
            set_reuse(cs, c, e, dist < k->near_below, dist);
        }
    }
    ccu->index.word = 0;
    for (unsigned s = 0; s < k->slots; s++) {
        unsigned entry = (unsigned)get(&ccu->q.oct_index, s * cs->entry_w, cs->entry_w);
        ccu->index.at[s] = (uint8_t)entry;
        reg.at[s] = entry < cs->entries ? ccu->tag[entry / 8].at[entry % 8] : 0;
    }
    cs->all.at[c].reg = reg;
    collector_unpack(&cs->all, c);
}

static void reset(struct collectors *base, unsigned c)
{
    struct ccus *cs = ccus(base);
    struct ccu *ccu = &cs->at[c];
    collector_reset(&cs->all, c);
    cs->all.at[c].q.warp = ccu->q.own = ccu->q.ct_valid = ccu->q.ct_lock = 0;
    for (unsigned e = 0; e < cs->entries && cs->ranked; e++)
        ccu->lru[e] = (uint8_t)e;
    pack_ranks(cs, c);
    cs->count_down = 0;
}

/* --- the cache table ---------------------------------------------------------------------------------------------- */

/* The entries among `valid` with a tag: at most one. */
static uint32_t find_tag(const struct ccus *cs, unsigned c, uint8_t reg, uint32_t valid)
{
    uint32_t found = 0;
    for (unsigned g = 0; 8 * g < cs->entries; g++)
        found |= bytes_equal(cs->at[c].tag[g], reg) << 8 * g;
    found &= valid;
    if (found & (found - 1))
        violate(&core_of(cs)->watch, "CCU %u has register %u of warp %u in more than one entry", c, reg,
                (unsigned)cs->all.at[c].q.warp);
    return found;
}

static unsigned least_recent(const struct ccu *ccu, uint32_t set)
{
    unsigned best = lowest(set);
    for (set &= set - 1; set; set &= set - 1)
        if (ccu->lru[lowest(set)] < ccu->lru[best])
            best = lowest(set);
    return best;
}

/* The entries of a set with the greatest distance. */
static uint32_t farthest(const struct ccu *ccu, uint32_t set)
{
    uint32_t best = 0;
    unsigned most = 0;
    for (; set; set &= set - 1) {
        unsigned dist = ccu->dist[lowest(set)];
        if (best == 0 || dist > most)
            best = 0;
        if (best == 0 || dist == most)
            best |= set & -set;
        most = dist > most ? dist : most;
    }
    return best;
}

/* The order of replacement (3.6; IV-A1): an invalid entry, then what the policy says. */
static unsigned victim(const struct ccus *cs, unsigned c, uint32_t set, uint32_t valid, uint64_t lfsr)
{
    unsigned from = random_start(lfsr, cs->entries);
    uint32_t far = set & ~(uint32_t)cs->at[c].q.ct_near;
    if (set & ~valid)
        return lowest(set & ~valid);
    if (cs->replacement == REPLACEMENT_RANDOM)
        return first_cyclically(set, from);
    if (cs->replacement == REPLACEMENT_REUSE && has_field(&core_of(cs)->shape, FIELD_SRC_DIST))
        return least_recent(&cs->at[c], farthest(&cs->at[c], set));
    if (cs->replacement == REPLACEMENT_REUSE_RANDOM)
        return first_cyclically(far ? far : set, from);
    if (cs->replacement == REPLACEMENT_REUSE && far)
        return first_cyclically(far, from);
    return least_recent(&cs->at[c], set);
}

/* 3.6 step 5, decremented. It comes last: victims are chosen by the distances before it. */
static void count_down(struct ccus *cs)
{
    unsigned c = cs->allocated;
    const struct shape *k = &core_of(cs)->shape;
    const uint8_t never = (uint8_t)low_bits(k->distance_w);
    for (uint32_t set = cs->count_down; set; set &= set - 1) {
        unsigned e = lowest(set), dist = cs->at[c].dist[e];
        if (dist != 0 && dist != never)
            set_reuse(cs, c, e, dist - 1 < k->near_below, (uint8_t)(dist - 1));
    }
    cs->count_down = 0;
    if (core_of(cs)->packing)
        pack_distances(cs, c);
}

/* Moves `count` different entries to the most recent ranks, touched[0] to the highest; the others keep their order. */
static void touch(struct ccus *cs, unsigned c, const uint8_t *touched, unsigned count)
{
    struct ccu *ccu = &cs->at[c];
    if (!cs->ranked)
        return;
    ranks before = *(const ranks *)ccu->lru, after = before;
    for (unsigned i = 0; i < count; i++)
        after += (ranks)(before > ccu->lru[touched[i]]);
    *(ranks *)ccu->lru = after;
    for (unsigned i = 0; i < count; i++)
        ccu->lru[touched[i]] = (uint8_t)(cs->entries - 1 - i);
}

static void check_ranks(struct ccus *cs, unsigned c)
{
    uint64_t seen = 0;
    if (!cs->ranked)
        return;
    for (unsigned e = 0; e < cs->entries; e++)
        seen |= only(cs->at[c].lru[e] % 64);
    if (seen != low_bits(cs->entries))
        violate(&core_of(cs)->watch, "the LRU ranks of CCU %u are no permutation", c);
}

/* --- port S and dispatch (3.3, 3.4, 3.8) -------------------------------------------------------------------------- */

static void receives(const struct collectors *base, struct port_s *port, unsigned c, unsigned p, unsigned s)
{
    const struct ccu *ccu = &ccus_of(base)->at[c];
    (void)p;
    port->entry[c] = ccu->index.at[s];
    port->slots[c] = (uint8_t)(bytes_equal(ccu->index, ccu->index.at[s]) & singles_of(base)->at[c].q.src_valid);
}

static void store(struct collectors *base, const struct port_s *port, unsigned c)
{
    singles(base)->at[c].q.src_ready |= port->slots[c];
    if (base->core->values)
        vector_copy(base->core, &ccus(base)->at[c].q.data[port->entry[c]], port->value[c]);
}

static const struct vreg *stored(const struct collectors *base, unsigned c, unsigned k)
{
    const struct ccu *ccu = &ccus_of(base)->at[c];
    return &ccu->q.data[ccu->index.at[k]];
}

static uint32_t operands(const struct collectors *base, unsigned c, unsigned p, struct vreg operand[MAX_SLOTS])
{
    (void)p;
    return collector_operands(singles_of(base), c, stored, operand);
}

static bool uppers(const struct collectors *base, struct vreg operand[MAX_SLOTS], uint32_t *slots)
{
    return collector_uppers(singles_of(base), stored, operand, slots);
}

/* The entries of a collector whose last lanes have left are no longer locked. */
static void dispatched(struct collectors *base, int c, unsigned p)
{
    for (uint32_t set = singles(base)->finish; set; set &= set - 1)
        ccus(base)->at[lowest(set)].q.ct_lock = 0;
    collector_dispatched(base, c, p);
}

/* --- issue (3.5) -------------------------------------------------------------------------------------------------- */

/* A CCU that is about to be allocated holds its new warp already, and no other one does. Near is what has near values,
 * whatever it holds. */
static void find_holders(struct ccus *cs, const struct collector_view *v)
{
    for (unsigned c = 0; c < core_of(cs)->shape.collectors; c++) {
        const struct ccu *ccu = &cs->at[c];
        bool staged = v->staged && v->staged_col == c;
        unsigned w = staged ? v->staged_warp : (unsigned)cs->all.at[c].q.warp;
        cs->access.near |= (uint32_t)((ccu->q.ct_valid & ccu->q.ct_near) != 0) << c;
        if (!staged && (!ccu->q.ct_valid || (v->staged && v->staged_warp == w)))
            continue;
        if (cs->access.held & only(w))
            violate(&core_of(cs)->watch, "warp %u has valid data in CCU %u and CCU %u", w, cs->access.holder[w], c);
        cs->access.held |= only(w);
        cs->access.holder[w] = (uint8_t)c;
        if (!(cs->access.open >> c & 1))
            cs->access.held_busy |= only(w);
    }
}

/* Warps for which a collector is not busy (item 4). */
static uint64_t with_collector(const struct ccus *cs)
{
    if (cs->stall)
        return UINT64_MAX;
    if (cs->allocation == ALLOCATION_PRIVATE)
        return cs->access.open;
    if (cs->allocation == ALLOCATION_ANY)
        return cs->access.open ? UINT64_MAX : 0;
    return (cs->access.open ? ~cs->access.held : 0) | (cs->access.held & ~cs->access.held_busy);
}

static struct readiness ready(struct collectors *base, const struct collector_view *v, uint64_t warps)
{
    struct ccus *cs = ccus(base);
    cs->access.open = collector_open_ones(&cs->all, v);
    cs->access.near = 0;
    cs->access.held = cs->access.held_busy = 0;
    find_holders(cs, v);
    uint64_t past_war = warps & ~collector_overtaking(&cs->all, v, warps);
    return (struct readiness){past_war & with_collector(cs), past_war != 0, cs->access.held};
}

static struct takers takers(const struct collectors *base, unsigned warp)
{
    const struct ccus *cs = ccus_of(base);
    bool held = cs->access.held >> warp & 1;
    if (cs->allocation == ALLOCATION_PRIVATE)
        return (struct takers){cs->access.open & (uint32_t)only(warp), true, 0};
    if (held && cs->allocation != ALLOCATION_ANY)
        return (struct takers){cs->access.open & (uint32_t)only(cs->access.holder[warp]), true, 0};
    return (struct takers){cs->access.open, false, cs->access.near};
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
static uint32_t flush(struct ccus *cs, unsigned c, unsigned warp)
{
    const struct ccu *ccu = &cs->at[c];
    if (cs->all.at[c].q.warp == warp)
        return (uint32_t)ccu->q.ct_valid;
    core_of(cs)->stats.ccu_flushes += ccu->q.ct_valid != 0;
    check_ranks(cs, c);
    return 0;
}

static void refer(struct ccu *ccu, struct lookup *l, unsigned s, unsigned entry)
{
    l->referenced |= UINT32_C(1) << entry;
    for (unsigned set = l->group[s]; set; set &= set - 1)
        ccu->index.at[lowest(set)] = (uint8_t)entry;
}

/* 3.6 step 2. */
static void find_hits(struct ccus *cs, unsigned c, const struct instruction *i, struct lookup *l)
{
    cs->at[c].index.word = 0;
    for (unsigned left = i->src_valid; left;) {
        unsigned s = lowest(left);
        l->first |= 1u << s;
        l->group[s] = (uint8_t)(bytes_equal(i->src_reg, i->src_reg.at[s]) & i->src_valid);
        left &= ~(unsigned)l->group[s];
        uint32_t found = find_tag(cs, c, i->src_reg.at[s], l->v0);
        if (found) {
            refer(&cs->at[c], l, s, lowest(found));
            l->hits |= l->group[s];
        }
    }
}

/* 3.6 steps 3 and 4; the victims take their tags (step 5). */
static void place_misses(struct ccus *cs, unsigned c, const struct instruction *i, struct lookup *l, uint64_t lfsr)
{
    const uint32_t all = (uint32_t)low_bits(cs->entries);
    for (unsigned set = l->first & ~l->hits; set; set &= set - 1) {
        unsigned s = lowest(set);
        uint32_t possible = all & ~l->referenced;
        if (!possible) {
            violate(&core_of(cs)->watch, "CCU %u has no entry left for slot %u of an instruction of warp %u", c, s,
                    (unsigned)cs->all.at[c].q.warp);
            return;
        }
        unsigned entry = victim(cs, c, possible, l->v0, lfsr);
        core_of(cs)->stats.ccu_evictions += l->v0 >> entry & 1;
        l->victim[l->victims++] = (uint8_t)entry;
        set_tag(&cs->at[c], entry, i->src_reg.at[s]);
        refer(&cs->at[c], l, s, entry);
    }
}

/* 3.6 step 5. */
static void update_table(struct ccus *cs, unsigned c, const struct instruction *i, const struct lookup *l)
{
    struct ccu *ccu = &cs->at[c];
    ccu->q.ct_valid = l->v0 | l->referenced;
    ccu->q.ct_lock = l->referenced;
    cs->count_down = cs->decremented ? l->v0 & ~l->referenced : 0;
    for (unsigned set = l->first; set; set &= set - 1) {
        unsigned group = l->group[lowest(set)], near = group & i->src_near, dist = UINT8_MAX;
        for (unsigned all = group; all; all &= all - 1)
            dist = i->src_dist.at[lowest(all)] < dist ? i->src_dist.at[lowest(all)] : dist;
        set_reuse(cs, c, ccu->index.at[lowest(set)], near != 0, (uint8_t)dist);
    }
}

/* 3.6 step 6. */
void ccu_take_ownership(struct ccus *cs, unsigned c, unsigned warp)
{
    const struct shape *k = &core_of(cs)->shape;
    for (unsigned i = 0; i < k->collectors; i++) {
        if (cs->all.at[i].q.warp != warp)
            continue;
        cs->at[i].q.own = 0;
        if ((cs->allocation == ALLOCATION_ANY || k->stage) && i != c)
            cs->at[i].q.ct_valid = 0;
    }
    cs->at[c].q.own = 1;
}

/* 3.11: the slots of the instruction one after the other; what counts is the last touch of each entry. */
static void touch_sources(struct ccus *cs, unsigned c, unsigned slots, const struct lookup *l)
{
    uint8_t touched[MAX_SLOTS];
    uint32_t seen = 0;
    unsigned count = 0;
    if (cs->replacement == REPLACEMENT_FIFO) {
        for (count = 0; count < l->victims; count++)
            touched[count] = l->victim[l->victims - 1 - count];
        slots = 0;
    }
    while (slots) {
        unsigned s = 31 - (unsigned)__builtin_clz(slots);
        unsigned entry = cs->at[c].index.at[s];
        slots &= ~(1u << s);
        touched[count] = (uint8_t)entry;
        count += !(seen >> entry & 1);
        seen |= UINT32_C(1) << entry;
    }
    touch(cs, c, touched, count);
}

static unsigned allocate(struct collectors *base, unsigned c, unsigned warp, unsigned iid, const struct instruction *i,
                         uint64_t lfsr, const struct served *served)
{
    struct ccus *cs = ccus(base);
    struct lookup l = {.v0 = flush(cs, c, warp)};
    (void)served;
    cs->allocated = c;
    find_hits(cs, c, i, &l);
    place_misses(cs, c, i, &l, lfsr);
    ccu_take_ownership(cs, c, warp);
    collector_take(&cs->all, c, warp, iid, i);
    cs->all.at[c].q.src_ready = l.hits;
    update_table(cs, c, i, &l);
    touch_sources(cs, c, i->src_valid, &l);
    base->core->stats.source_reads += count_bits(l.first);
    base->core->stats.ccu_hits += count_bits(l.first & l.hits);
    if (base->core->packing)
        pack(base, c);
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
static void merge(struct ccus *cs, unsigned c, unsigned entry, const struct result *r)
{
    struct ccu *ccu = &cs->at[c];
    if (ccu->q.ct_lock >> entry & 1)
        violate(&core_of(cs)->watch, "port D of CCU %u writes entry %u, which is locked", c, entry);
    if (core_of(cs)->values)
        lanes_copy(core_of(cs), ccu->q.data[entry].lane, r->data.lane, r->mask);
    core_of(cs)->stats.port_d_merges++;
    core_of(cs)->stats.cache_writes++;
}

/* 3.11 step 4; false if there is no victim. */
static bool fill(struct ccus *cs, unsigned c, const struct result *r, struct writes *w, uint64_t lfsr, uint8_t *entry)
{
    struct ccu *ccu = &cs->at[c];
    struct core *core = core_of(cs);
    uint32_t possible = (uint32_t)(low_bits(cs->entries) & ~ccu->q.ct_lock) & ~w->taken;
    for (unsigned i = 0; i < core->shape.reads; i++)
        if (cs->all.base.s[i].valid >> c & 1)
            possible &= ~(UINT32_C(1) << cs->all.base.s[i].entry[c]);
    if (!possible)
        return false;
    *entry = (uint8_t)victim(cs, c, possible, w->valid, lfsr);
    w->taken |= UINT32_C(1) << *entry;
    core->stats.ccu_evictions += w->valid >> *entry & 1;
    core->stats.port_d_fills++;
    core->stats.cache_writes++;
    ccu->q.ct_valid |= only(*entry);
    set_tag(ccu, *entry, r->reg);
    if (core->values)
        vector_copy(core, ccu->q.data[*entry].lane, r->data.lane);
    return true;
}

/* 3.11 steps 3 to 5, and the rank. */
static void port_d(struct ccus *cs, unsigned c, struct writes *w, unsigned port, uint64_t lfsr)
{
    const struct result *r = w->result[port];
    uint32_t hit = w->hit[port];
    uint8_t entry = hit ? (uint8_t)lowest(hit) : 0;
    if (hit) {
        merge(cs, c, entry, r);
    } else if (r->mask != core_of(cs)->shape.lane_mask || !fill(cs, c, r, w, lfsr, &entry)) {
        core_of(cs)->stats.port_d_dropped++;
        return;
    }
    set_reuse(cs, c, entry, r->near, r->dist);
    if (!hit || cs->replacement != REPLACEMENT_FIFO)
        touch(cs, c, &entry, 1);
}

/* A result that concerns the CCU and is not cached. */
static void invalidate(struct ccus *cs, unsigned c, const struct result *r, uint32_t hit)
{
    if (!hit)
        return;
    core_of(cs)->stats.stale_invalidations++;
    if (cs->at[c].q.ct_lock & hit)
        violate(&core_of(cs)->watch, "a result for register %u of warp %u invalidates a locked entry of CCU %u", r->reg,
                r->warp, c);
    cs->at[c].q.ct_valid &= ~(uint64_t)hit;
}

/* 3.11 steps 1 and 2 for one CCU, results in the order of their banks; then the others. */
static void take_written(struct ccus *cs, unsigned c, const struct taken_results *results, uint64_t lfsr)
{
    struct writes w;        /* its arrays have w.count members */
    w.count = 0;
    w.taken = 0;
    w.valid = (uint32_t)cs->at[c].q.ct_valid;
    unsigned ports = cs->shared_write && (port_s_valid(&cs->all.base) >> c & 1) ? 0 : cs->ports_d;
    for (uint32_t set = results->granted; set; set &= set - 1) {
        const struct result *r = &results->wb[results->grant_port[lowest(set)]];
        if (r->warp != cs->all.at[c].q.warp)
            continue;
        uint32_t hit = find_tag(cs, c, r->reg, w.valid);
        bool wanted = cs->write == WRITE_ALL || (cs->write == WRITE_NEAR && r->near);
        core_of(cs)->stats.port_d_lost += wanted && w.count == ports;
        if (wanted && w.count < ports) {
            w.hit[w.count] = hit;
            w.taken |= hit;
            w.result[w.count++] = r;
        } else {
            invalidate(cs, c, r, hit);
        }
    }
    for (unsigned port = 0; port < w.count; port++)
        port_d(cs, c, &w, port, lfsr);
    if (w.count && core_of(cs)->packing)
        pack(&cs->all.base, c);
}

static void take_results(struct collectors *base, const struct taken_results *r, uint64_t lfsr)
{
    struct ccus *cs = ccus(base);
    for (unsigned c = 0; r->granted && c < base->core->shape.collectors; c++)
        if (cs->at[c].q.own)
            take_written(cs, c, r, lfsr);
    if (cs->count_down)
        count_down(cs);
}

/* --- other -------------------------------------------------------------------------------------------------------- */

static void end(struct collectors *base, unsigned warp)
{
    struct ccus *cs = ccus(base);
    for (unsigned c = 0; c < base->core->shape.collectors; c++)
        if (cs->all.at[c].q.warp == warp)
            cs->at[c].q.ct_valid = cs->at[c].q.own = 0;
}

const struct collector_ops ccu_ops = {
    .name = "ccu", .open = open, .list = list, .reset = reset, .pack = pack, .unpack = unpack, .receives = receives,
    .dispatchable = collector_dispatchable, .number = collector_number, .dispatches = collector_dispatches,
    .drive = collector_drive, .operands = operands, .uppers = uppers, .ready = ready, .takers = takers,
    .register_of = collector_register_of, .warp_of = collector_warp_of, .place = collector_place, .store = store,
    .dispatched = dispatched, .next = collector_next, .allocate = allocate, .take_results = take_results, .end = end,
    .collects = collector_collects, .busy = collector_busy,
};
