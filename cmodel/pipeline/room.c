/* SPDX-License-Identifier: Apache-2.0 */
#include "room.h"

/* --- CCUs --------------------------------------------------------------------------------------------------------- */

static unsigned warp_of(const struct scene *sc, unsigned c)
{
    return (unsigned)was(&sc->s->col[c].warp, 0, sc->s->shape.warp_w);
}

static bool has_values(const struct scene *sc, unsigned c)
{
    return was(&sc->s->col[c].valid, 0, sc->s->entries) != 0;
}

void room_set(struct room *room, const struct scene *sc)
{
    *room = (struct room){.held = 0};
    for (unsigned c = 0; sc->cfg->kind == KIND_CCU && c < sc->s->shape.collectors; c++) {
        bool staged = sc->staged && sc->staged_col == c;
        unsigned w = staged ? sc->staged_warp : warp_of(sc, c);
        if (w >= MAX_WARPS || (!staged && (!has_values(sc, c) || (sc->staged && sc->staged_warp == w))))
            continue;
        room->held |= only(w);
        room->holder[w] = (uint8_t)c;
    }
}

static bool ccu_room(const struct room *room, const struct scene *sc, unsigned w)
{
    if (sc->cfg->allocation == ALLOCATION_PRIVATE)
        return sc->open >> w & 1;
    if (sc->cfg->allocation != ALLOCATION_ANY && (room->held >> w & 1))
        return sc->open >> room->holder[w] & 1;
    return sc->open != 0;
}

static uint32_t near_ones(const struct scene *sc)
{
    uint32_t near = 0;
    for (unsigned c = 0; c < sc->s->shape.collectors; c++)
        near |= (uint32_t)((was(&sc->s->col[c].valid, 0, sc->s->entries)
                            & was(&sc->s->col[c].near, 0, sc->s->entries)) != 0) << c;
    return near;
}

bool room_takes(const struct room *room, const struct scene *sc, unsigned w, enum pipe_cause *cause)
{
    *cause = CAUSE_COLLECTOR;
    if (sc->cfg->kind == KIND_BOC || sc->cfg->kind == KIND_NONE)
        return true;
    if (sc->cfg->kind != KIND_CCU)
        return sc->open != 0;
    if (!ccu_room(room, sc, w))
        return false;
    bool own = sc->cfg->allocation == ALLOCATION_PRIVATE || (room->held >> w & 1);
    *cause = CAUSE_STHLD;
    return !config_waits(sc->cfg) || own || (sc->open & ~near_ones(sc));
}

/* --- BOCs --------------------------------------------------------------------------------------------------------- */

static uint64_t boc_alive(const struct scene *sc, unsigned c)
{
    uint64_t alive = 0;
    for (unsigned e = 0; e < sc->s->entries; e++)
        alive |= (uint64_t)(was(&sc->s->col[c].life, e * sc->s->pos_w, sc->s->pos_w) != 0) << e;
    return alive;
}

static uint64_t boc_owes(const struct scene *sc, unsigned c)
{
    const struct collector_signals *col = &sc->s->col[c];
    unsigned n = sc->s->entries;
    return was(&col->valid, 0, n) & was(&col->dirty, 0, n) & ~was(&col->transient, 0, n);
}

uint64_t boc_in(const struct scene *sc, unsigned c)
{
    return was(&sc->s->col[c].valid, 0, sc->s->entries) & (boc_alive(sc, c) | boc_owes(sc, c));
}

uint64_t boc_locked(const struct scene *sc, unsigned c)
{
    const struct signals *s = sc->s;
    unsigned slots = s->shape.slots;
    uint64_t locked = 0;
    for (uint64_t set = sc->occupied[c]; set; set &= set - 1) {
        unsigned first = lowest(set) * slots;
        for (uint64_t v = was(&s->col[c].src_valid, first, slots); v; v &= v - 1)
            locked |= only((unsigned)was(&s->col[c].index, (first + lowest(v)) * s->entry_w, s->entry_w) & 63);
    }
    return locked;
}

unsigned boc_tag_of(const struct scene *sc, unsigned c, unsigned entry)
{
    return (unsigned)was(&sc->s->col[c].tag, entry * sc->s->shape.reg_w, sc->s->shape.reg_w);
}

static int boc_find(const struct scene *sc, unsigned c, uint64_t in, unsigned reg)
{
    for (; in; in &= in - 1)
        if (boc_tag_of(sc, c, lowest(in)) == reg)
            return (int)lowest(in);
    return -1;
}

/* Slot s is the lowest valid one with its register. */
static bool is_first(const struct row *r, unsigned s)
{
    for (unsigned i = 0; i < s; i++)
        if ((r->src_valid >> i & 1) && r->src[i] == r->src[s])
            return false;
    return true;
}

bool boc_lacks(const struct scene *sc, unsigned c, const struct row *head, uint64_t *hit)
{
    const struct collector_signals *col = &sc->s->col[c];
    unsigned n = sc->s->entries, claims = 0;
    uint64_t valid = was(&col->valid, 0, n), in = boc_in(sc, c), locked = boc_locked(sc, c), alive = boc_alive(sc, c);
    uint64_t free = low_bits(n) & ~(valid & (alive | locked | boc_owes(sc, c)));
    *hit = 0;
    for (unsigned set = head->src_valid; set; set &= set - 1) {
        int e = boc_find(sc, c, in, head->src[lowest(set)]);
        *hit |= e < 0 ? 0 : only((unsigned)e);
        if (is_first(head, lowest(set)))
            claims += e < 0 || (sc->s->shape.chosen_before && !(alive >> e & 1));
    }
    uint64_t evictable = in & ~locked & ~was(&col->dirty, 0, n) & ~was(&col->wait, 0, n) & ~*hit;
    return claims > count_bits(free) + count_bits(evictable);
}

static bool boc_room(const struct scene *sc, unsigned w, const struct row *head)
{
    uint64_t hit;
    unsigned next = (unsigned)was(&sc->s->col[w].next, 0, sc->s->pos_w);
    return !(sc->held[w] >> next & 1) && !(sc->staged && sc->staged_warp == w) && !boc_lacks(sc, w, head, &hit);
}

/* --- all kinds ---------------------------------------------------------------------------------------------------- */

bool room_for(const struct room *room, const struct scene *sc, unsigned w, const struct row *head)
{
    if (sc->cfg->kind == KIND_BOC)
        return boc_room(sc, w, head);
    if (sc->cfg->blocked == BLOCKED_STALL)
        return true;
    return sc->cfg->kind == KIND_CCU ? ccu_room(room, sc, w) : sc->open != 0;
}

/* Whether the cache of warp w has a dirty copy of a register. */
static bool dirty_copy(const struct scene *sc, unsigned w, unsigned reg)
{
    const struct cache_signals *cache = &sc->s->cache[w];
    unsigned n = (unsigned)sc->cfg->rfc_entries, width = sc->s->shape.reg_w;
    for (uint64_t set = was(&cache->valid, 0, n) & was(&cache->dirty, 0, n); set; set &= set - 1)
        if (was(&cache->tag, lowest(set) * width, width) == reg)
            return true;
    return false;
}

bool room_lacks_ports(const struct scene *sc, unsigned w, const struct row *head)
{
    int dirty = 0;
    if (!config_rfc_back(sc->cfg))
        return false;
    for (unsigned set = head->src_valid; set; set &= set - 1)
        dirty += is_first(head, lowest(set)) && dirty_copy(sc, w, head->src[lowest(set)]);
    return dirty > sc->cfg->rfc_read_ports;
}
