/* SPDX-License-Identifier: Apache-2.0 */
#include "rfc_untimed.h"

#include <stdlib.h>
#include <string.h>

#include "rfc_lanes.h"
#include "cmodel/stream/rfc_window.h"

enum { REGISTERS = 256, REGISTERS_PER_ENTRY = 16, NOWHERE = -1 };

struct slot {
    struct rfc_lanes lanes;
    struct rfc_window window;
};

/* Lanes for which an operand did something. */
struct events {
    uint32_t hit, cache_read, cache_write, bank_read, bank_write;
    uint32_t evicted[REGISTERS_PER_ENTRY];  /* that a dirty victim's n-th register was written to its bank for */
};

struct rfc_untimed {
    struct rfc_counts counts;
    uint32_t mask;              /* lanes that exist */
    uint32_t entries, ways, sets, regs, lanes_per_access, look_ahead;
    int      allocate;
    bool     lru, through, interleaved, bypass_tensor;
    struct slot slot[RFC_WARPS];
    struct events events[RFC_OPERANDS];     /* of the present instruction */
};

static void reset(struct slot *s)
{
    static const struct rfc_entry empty = {0};
    rfc_lanes_reset(&s->lanes, &empty);
    s->window.first = s->window.count = 0;
}

struct rfc_untimed *rfc_untimed_create(const struct config *cfg)
{
    struct rfc_untimed *u = calloc(1, sizeof *u);
    if (!u)
        return NULL;
    u->mask = UINT32_MAX >> (RFC_LANES - cfg->lanes);
    u->entries = (uint32_t)cfg->rfc_entries;
    u->ways = (uint32_t)cfg->rfc_ways;
    u->sets = u->entries / u->ways;
    u->regs = (uint32_t)cfg->rfc_regs;
    u->lanes_per_access = (uint32_t)cfg->rfc_bank_bits / 32;
    u->allocate = cfg->rfc_allocate;
    u->look_ahead = u->allocate == RFC_ALLOCATE_LOOK_AHEAD ? (uint32_t)cfg->rfc_look_ahead : 0;
    u->lru = cfg->rfc_replacement == RFC_REPLACEMENT_LRU;
    u->through = cfg->rfc_write == RFC_WRITE_THROUGH;
    u->interleaved = cfg->rfc_dest_map == RFC_DEST_INTERLEAVED;
    u->bypass_tensor = cfg->rfc_bypass_tensor;
    for (unsigned i = 0; i < RFC_WARPS; i++)
        reset(&u->slot[i]);
    return u;
}

void rfc_untimed_destroy(struct rfc_untimed *u)
{
    free(u);
}

const struct rfc_counts *rfc_untimed_counts(const struct rfc_untimed *u)
{
    return &u->counts;
}

/* --- entries of the threads of a class ---------------------------------------------------------------------------- */

/* The entry that holds a tag, in whichever set, or NOWHERE. */
static int find(const struct rfc_untimed *u, const struct rfc_class *c, uint32_t tag)
{
    for (uint32_t e = 0; e < u->entries; e++)
        if (c->entry[e].tag == tag && c->entry[e].valid)
            return (int)e;
    return NOWHERE;
}

/* The first empty way of the set that the operand is mapped to, else the oldest (IV-C, IV-E). */
static struct rfc_entry *victim(const struct rfc_untimed *u, struct rfc_class *c, const struct rfc_operand *o)
{
    uint32_t set = !o->result ? o->position % u->sets
                 : u->interleaved ? o->reg / u->regs % u->sets : o->reg * u->sets / REGISTERS;
    struct rfc_entry *way = c->entry + set * u->ways, *oldest = way;
    for (uint32_t w = 0; w < u->ways; w++) {
        if (!way[w].valid)
            return &way[w];
        if (way[w].stamp < oldest->stamp)
            oldest = &way[w];
    }
    return oldest;
}

/* A place for the operand's register: in the entry that holds its neighbours, or in a victim's, which is emptied. A
 * dirty register is read from the cache on its way to the bank. */
static struct rfc_entry *place(const struct rfc_untimed *u, struct rfc_class *c, const struct rfc_operand *o,
                               uint64_t now, struct events *ev)
{
    uint32_t tag = o->reg / u->regs;
    int at = find(u, c, tag);
    if (at != NOWHERE)
        return &c->entry[at];
    struct rfc_entry *e = victim(u, c, o);
    for (uint32_t dirty = e->valid ? e->dirty : 0; dirty; dirty &= dirty - 1)
        ev->evicted[__builtin_ctz(dirty)] |= c->lanes;
    *e = (struct rfc_entry){.tag = (uint16_t)tag, .stamp = now};
    return e;
}

/* --- one instruction ---------------------------------------------------------------------------------------------- */

static bool takes_source(const struct rfc_untimed *u, const struct rfc_shape *s, const struct rfc_operand *o)
{
    if (u->bypass_tensor && s->tensor)
        return false;
    return u->allocate == RFC_ALLOCATE_READ || u->allocate == RFC_ALLOCATE_READ_WRITE
        || (u->allocate != RFC_ALLOCATE_WRITE && o->reuse);
}

static bool takes_result(const struct rfc_untimed *u, const struct slot *s, const struct rfc_shape *shape, uint16_t reg)
{
    if (u->bypass_tensor && shape->tensor)
        return false;
    if (u->allocate == RFC_ALLOCATE_LOOK_AHEAD)
        return rfc_window_has(&s->window, reg, rfc_step_names);
    return u->allocate != RFC_ALLOCATE_READ;
}

/* All sources are looked up before any of them takes an entry. */
static void sources(struct rfc_untimed *u, struct rfc_class *c, const struct rfc_shape *s, uint32_t count, uint64_t now)
{
    uint64_t missed = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct rfc_operand *o = &s->exact.at[i];
        int at = find(u, c, o->reg / u->regs);
        if (at == NOWHERE || !(c->entry[at].valid >> o->reg % u->regs & 1)) {
            missed |= UINT64_C(1) << i;
            continue;
        }
        u->events[i].hit |= c->lanes;
        u->events[i].cache_read |= c->lanes;
        if (u->lru)
            c->entry[at].stamp = now;
    }
    for (; missed; missed &= missed - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(missed);
        const struct rfc_operand *o = &s->exact.at[i];
        u->events[i].bank_read |= c->lanes;
        if (!takes_source(u, s, o))
            continue;
        struct rfc_entry *e = place(u, c, o, now, &u->events[i]);
        e->valid |= (uint16_t)(1u << o->reg % u->regs);
        u->events[i].cache_write |= c->lanes;
        if (u->lru)
            e->stamp = now;
    }
}

static void keep(struct rfc_untimed *u, struct rfc_class *c, struct rfc_entry *e, const struct rfc_operand *o,
                 uint64_t now, struct events *ev)
{
    uint16_t bit = (uint16_t)(1u << o->reg % u->regs);
    ev->cache_write |= c->lanes;
    e->valid |= bit;
    if (u->lru)
        e->stamp = now;
    if (u->through)
        ev->bank_write |= c->lanes;
    else
        e->dirty |= bit;
}

/* A result that goes to its bank alone leaves no copy behind. */
static void drop(struct rfc_entry *e, const struct rfc_untimed *u, uint16_t reg)
{
    uint16_t bit = (uint16_t)(1u << reg % u->regs);
    e->valid &= (uint16_t)~bit;
    e->dirty &= (uint16_t)~bit;
}

/* Results come one after another, into what the sources have left. */
static void result(struct rfc_untimed *u, struct rfc_class *c, const struct rfc_operand *o, bool takes, bool bypass,
                   uint64_t now, struct events *ev)
{
    int at = find(u, c, o->reg / u->regs);
    bool hit = at != NOWHERE && c->entry[at].valid >> o->reg % u->regs & 1;
    if (hit && !bypass) {
        ev->hit |= c->lanes;
        keep(u, c, &c->entry[at], o, now, ev);
        return;
    }
    if (hit)
        drop(&c->entry[at], u, o->reg);
    if (takes)
        keep(u, c, place(u, c, o, now, ev), o, now, ev);
    else
        ev->bank_write |= c->lanes;
}

static void account(struct rfc_untimed *u, const struct rfc_operand *o, uint32_t mask, const struct events *ev)
{
    struct rfc_counts *n = &u->counts;
    unsigned lanes = (unsigned)__builtin_popcount(mask), hits = (unsigned)__builtin_popcount(ev->hit);
    *(o->result ? &n->baseline_writes : &n->baseline_reads) += lanes;
    *(o->result ? &n->write_hits : &n->read_hits) += hits;
    *(o->result ? &n->write_misses : &n->read_misses) += lanes - hits;
    n->cache_reads += rfc_groups(ev->cache_read, u->lanes_per_access);
    n->cache_writes += rfc_groups(ev->cache_write, u->lanes_per_access);
    n->bank_reads += (unsigned)__builtin_popcount(ev->bank_read);
    n->bank_writes += (unsigned)__builtin_popcount(ev->bank_write);
    for (uint32_t r = 0; r < u->regs; r++) {
        n->victim_reads += rfc_groups(ev->evicted[r], u->lanes_per_access);
        n->cache_reads += rfc_groups(ev->evicted[r], u->lanes_per_access);
        n->bank_writes += (unsigned)__builtin_popcount(ev->evicted[r]);
    }
}

static void clear_events(struct rfc_untimed *u, uint32_t count)
{
    size_t bytes = offsetof(struct events, evicted) + u->regs * sizeof u->events[0].evicted[0];
    for (uint32_t i = 0; i < count; i++)
        memset(&u->events[i], 0, bytes);
}

static void execute(struct rfc_untimed *u, struct slot *s, const struct rfc_step *step)
{
    const struct rfc_shape *shape = step->shape;
    const struct rfc_operands *list = &shape->exact;
    uint32_t mask = step->mask & u->mask;
    uint64_t now = ++s->lanes.now;
    u->counts.instructions++;
    if (mask == 0 || list->count == 0)
        return;
    uint32_t classes = rfc_lanes_split(&s->lanes, mask);
    bool bypass = u->bypass_tensor && shape->tensor;
    clear_events(u, list->count);
    for (uint32_t c = 0; c < classes; c++)
        sources(u, &s->lanes.class[c], shape, list->sources, now);
    for (uint32_t i = list->sources; i < list->count; i++) {
        bool takes = takes_result(u, s, shape, list->at[i].reg);
        for (uint32_t c = 0; c < classes; c++)
            result(u, &s->lanes.class[c], &list->at[i], takes, bypass, now, &u->events[i]);
    }
    for (uint32_t i = 0; i < list->count; i++)
        account(u, &list->at[i], mask, &u->events[i]);
    rfc_lanes_merge(&s->lanes, u->sets, u->ways);
}

/* --- warps -------------------------------------------------------------------------------------------------------- */

static void execute_first(struct rfc_untimed *u, struct slot *s)
{
    struct rfc_step front = rfc_window_pop(&s->window);
    execute(u, s, &front);
}

void rfc_untimed_step(struct rfc_untimed *u, uint32_t warp, const struct rfc_step *step)
{
    struct slot *s = &u->slot[warp % RFC_WARPS];
    if (step->again)
        return;
    if (u->look_ahead == 0) {
        execute(u, s, step);
        return;
    }
    rfc_window_push(&s->window, step);
    if (s->window.count > u->look_ahead)
        execute_first(u, s);
}

/* Lanes that hold the n-th register of an entry dirty. */
static uint32_t dirty_lanes(const struct rfc_lanes *l, uint32_t entry, uint32_t n)
{
    uint32_t lanes = 0;
    for (uint32_t c = 0; c < l->count; c++)
        if (l->class[c].entry[entry].dirty >> n & 1)
            lanes |= l->class[c].lanes;
    return lanes;
}

void rfc_untimed_end(struct rfc_untimed *u, uint32_t warp)
{
    struct slot *s = &u->slot[warp % RFC_WARPS];
    while (s->window.count > 0)
        execute_first(u, s);
    for (uint32_t e = 0; e < u->entries; e++)
        for (uint32_t n = 0; n < u->regs; n++) {
            uint32_t lanes = dirty_lanes(&s->lanes, e, n);
            u->counts.drained += (unsigned)__builtin_popcount(lanes);
            u->counts.bank_writes += (unsigned)__builtin_popcount(lanes);
            u->counts.victim_reads += rfc_groups(lanes, u->lanes_per_access);
            u->counts.cache_reads += rfc_groups(lanes, u->lanes_per_access);
        }
    reset(s);
}
