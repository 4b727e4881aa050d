/* SPDX-License-Identifier: Apache-2.0 */
#include "rfc_published.h"

#include <stdlib.h>
#include <string.h>

#include "rfc_alike.h"
#include "rfc_ways.h"
#include "rfc_window.h"

enum { REGISTERS = WAYS_TAGS, TAGS = 256, POSITIONS = ISA_MAX_LISTED, PARTS = 2, NOW_MAX = WAYS_NEVER - 1 };

struct slot {
    struct rfc_ways *sets;      /* in parts: one of each set, or two of the only one */
    struct rfc_alike alike;     /* lanes that are not in them */
    uint8_t now;                /* number of the last instruction, as far as times are told apart */
    struct rfc_window window;
};

/* What an operand does, lanes as masks. */
struct access {
    struct rfc_ways *set;
    uint32_t tag;               /* register / rfc.regs_per_entry */
    uint32_t hits, cache_write, bank_write;
    rfc_bytes hit[PARTS];       /* the ways of the hits */
    uint32_t first, way;        /* of lanes that are alike: the set's first way, and that of the hit, as a bit */
};

struct rfc_published {
    struct rfc_counts counts;
    uint32_t entries, ways, sets, regs, lanes_per_access, look_ahead;
    uint32_t parts;             /* of a set */
    int      allocate;
    bool     lru, through, interleaved;
    uint16_t tag[REGISTERS];                /* of a register */
    uint8_t  source_set[POSITIONS], result_set[REGISTERS];  /* by position and register */
    bool     ended;             /* the rest of the file is not looked at */
    struct slot slot[RFC_PUBLISHED_SLOTS];
    struct access access[RFC_OPERANDS];     /* of the present instruction */
    struct rfc_ways ways_of[];  /* of all slots */
};

/* Sets of sources and results (IV-C). A register beyond R255 (a matrix near it) would be in no set of a linear mapping,
 * where the program stops: it is in the last one here. */
static void map(struct rfc_published *p)
{
    for (uint32_t i = 0; i < POSITIONS; i++)
        p->source_set[i] = (uint8_t)(i % p->sets);
    for (uint32_t r = 0; r < REGISTERS; r++) {
        uint32_t tag = r / p->regs, set = p->interleaved ? tag % p->sets : tag * p->entries / (TAGS * p->ways);
        p->tag[r] = (uint16_t)tag;
        p->result_set[r] = (uint8_t)(set < p->sets ? set : p->sets - 1);
    }
}

/* Everything empty. */
static void reset(struct rfc_published *p)
{
    for (uint32_t i = 0; i < RFC_PUBLISHED_SLOTS; i++) {
        struct slot *s = &p->slot[i];
        s->sets = p->ways_of + i * p->sets * p->parts;
        rfc_alike_reset(&s->alike);
        for (uint32_t k = 0; k < p->sets * p->parts; k++)
            rfc_ways_reset(&s->sets[k], p->ways - k % p->parts * WAYS_MAX);
    }
}

struct rfc_published *rfc_published_create(const struct config *cfg)
{
    uint32_t sets = (uint32_t)(cfg->rfc_entries / cfg->rfc_ways), parts = cfg->rfc_ways > WAYS_MAX ? PARTS : 1;
    size_t size = sizeof(struct rfc_published) + RFC_PUBLISHED_SLOTS * sets * parts * sizeof(struct rfc_ways);
    struct rfc_published *p = aligned_alloc(_Alignof(struct rfc_published), size);  /* for its vectors */
    if (!p)
        return NULL;
    memset(p, 0, sizeof *p);
    p->entries = (uint32_t)cfg->rfc_entries;
    p->ways = (uint32_t)cfg->rfc_ways;
    p->sets = sets;
    p->parts = parts;
    p->regs = (uint32_t)cfg->rfc_regs;
    p->lanes_per_access = (uint32_t)cfg->rfc_bank_bits / 32;
    p->allocate = cfg->rfc_allocate;
    p->look_ahead = p->allocate == RFC_ALLOCATE_LOOK_AHEAD ? (uint32_t)cfg->rfc_look_ahead : 0;
    p->lru = cfg->rfc_replacement == RFC_REPLACEMENT_LRU;
    p->through = cfg->rfc_write == RFC_WRITE_THROUGH;
    p->interleaved = cfg->rfc_dest_map == RFC_DEST_INTERLEAVED;
    map(p);
    reset(p);
    return p;
}

void rfc_published_destroy(struct rfc_published *p)
{
    free(p);
}

const struct rfc_counts *rfc_published_counts(const struct rfc_published *p)
{
    return &p->counts;
}

/* ---- one operand ------------------------------------------------------------------------------------------------- */

/* Takes entries for the lanes that miss: the first empty way, else the oldest, which is written to its bank if it is
 * dirty. */
WAYS_INLINE void take(const struct slot *s, uint32_t parts, uint32_t width, struct access *a, uint32_t lanes,
                      bool result)
{
    rfc_bytes left, victim, written = {0}, time = (rfc_bytes){0} + WAYS_NEVER;
    rfc_bytes_spread(lanes, &left);
    for (uint32_t k = 0; k < parts; k++)
        rfc_ways_oldest(&a->set[k], width, &time);
    for (uint32_t k = 0; k < parts; k++) {
        rfc_ways_of_time(&a->set[k], width, &time, &victim);
        victim &= left;
        rfc_bytes_clear(&left, &victim);
        written |= victim & a->set[k].dirty;
        rfc_ways_put(&a->set[k], width, &victim, a->tag, s->now);
        rfc_ways_set_dirty(&a->set[k], &victim, result);
    }
    a->cache_write |= lanes;
    a->bank_write |= rfc_bytes_lanes(&written) & rfc_bytes_lanes(&time);    /* what is empty is not written */
}

/* Lanes that hit. If the instruction has refilled their entry, its new occupant is changed. */
WAYS_INLINE void hit(struct rfc_published *p, const struct slot *s, uint32_t parts, uint32_t width, struct access *a,
                     bool result)
{
    for (uint32_t k = 0; k < parts; k++) {
        rfc_bytes lost = a->set[k].dirty & a->hit[k];
        if (result || p->lru)
            rfc_ways_touch(&a->set[k], width, &a->hit[k], s->now);
        if (!result)
            p->counts.lost += (unsigned)__builtin_popcount(rfc_bytes_lanes(&lost));
        rfc_ways_set_dirty(&a->set[k], &a->hit[k], result && !p->through);
    }
}

static bool takes_source(const struct rfc_published *p, const struct rfc_operand *o)
{
    return p->allocate == RFC_ALLOCATE_READ || p->allocate == RFC_ALLOCATE_READ_WRITE
        || (p->allocate != RFC_ALLOCATE_WRITE && o->reuse);
}

static bool takes_result(const struct rfc_published *p, const struct rfc_window *window, uint16_t reg)
{
    if (p->allocate == RFC_ALLOCATE_LOOK_AHEAD)
        return rfc_window_has(window, reg, rfc_step_lists);
    return p->allocate != RFC_ALLOCATE_READ;
}

/* ---- one instruction --------------------------------------------------------------------------------------------- */

static void account(struct rfc_published *p, const struct rfc_operand *o, unsigned lanes, const struct access *a)
{
    struct rfc_counts *n = &p->counts;
    unsigned hits = (unsigned)__builtin_popcount(a->hits);
    if (o->result) {
        n->baseline_writes += lanes;
        n->write_hits += hits;
        n->write_misses += lanes - hits;
    } else {
        n->baseline_reads += lanes;
        n->read_hits += hits;
        n->read_misses += lanes - hits;
        n->bank_reads += lanes - hits;
        if (hits)
            n->cache_reads += rfc_groups(a->hits, p->lanes_per_access);
    }
    if (a->cache_write)
        n->cache_writes += rfc_groups(a->cache_write, p->lanes_per_access);
    n->bank_writes += (unsigned)__builtin_popcount(a->bank_write);
}

WAYS_INLINE void look_up(const struct rfc_published *p, const struct slot *s, uint32_t parts, uint32_t width,
                         const struct rfc_operand *o, const rfc_bytes *mask, struct access *a)
{
    rfc_bytes left = *mask;
    a->tag = p->tag[o->reg];
    a->set = s->sets + parts * (o->result ? p->result_set[o->reg] : p->source_set[o->position]);
    a->cache_write = a->bank_write = 0;
    for (uint32_t k = 0; k < parts; k++) {
        rfc_ways_find(&a->set[k], width, a->tag, &a->hit[k]);
        a->hit[k] &= left;
        rfc_bytes_clear(&left, &a->hit[k]);
    }
    left ^= *mask;
    a->hits = rfc_bytes_lanes(&left);
}

WAYS_INLINE void update(struct rfc_published *p, struct slot *s, uint32_t parts, uint32_t width,
                        const struct rfc_operand *o, uint32_t mask, struct access *a)
{
    uint32_t missed = mask & ~a->hits;
    if (a->hits)
        hit(p, s, parts, width, a, o->result);
    if (o->result)
        a->cache_write = a->hits;
    if (o->result && p->through)
        a->bank_write = a->hits;
    if (missed && (o->result ? takes_result(p, &s->window, o->reg) : takes_source(p, o)))
        take(s, parts, width, a, missed, o->result);
    else if (o->result)
        a->bank_write |= missed;
}

/* Lookups see the state of before the instruction, all else what the operands before have made of it. */
WAYS_INLINE void execute_in(struct rfc_published *p, struct slot *s, uint32_t parts, uint32_t width,
                            const struct rfc_step *step)
{
    const struct rfc_operands *list = &step->shape->published;
    unsigned lanes = (unsigned)__builtin_popcount(step->mask);
    rfc_bytes mask;
    rfc_bytes_spread(step->mask, &mask);
    for (uint32_t i = 0; i < list->count; i++)
        look_up(p, s, parts, width, &list->at[i], &mask, &p->access[i]);
    for (uint32_t i = 0; i < list->count; i++) {
        update(p, s, parts, width, &list->at[i], step->mask, &p->access[i]);
        account(p, &list->at[i], lanes, &p->access[i]);
    }
}

/* ---- one instruction of lanes that are alike --------------------------------------------------------------------- */

static inline void look_up_alike(const struct rfc_published *p, const struct rfc_alike *l, const struct rfc_operand *o,
                                 uint32_t mask, struct access *a)
{
    a->tag = p->tag[o->reg];
    a->first = p->ways * (o->result ? p->result_set[o->reg] : p->source_set[o->position]);
    a->cache_write = a->bank_write = 0;
    a->way = rfc_alike_find(l, ((UINT32_C(1) << p->ways) - 1) << a->first, a->tag);
    a->hits = a->way ? mask : 0;
}

static inline void hit_alike(struct rfc_published *p, struct rfc_alike *l, uint8_t now, bool result, uint32_t mask,
                             const struct access *a)
{
    uint32_t way = (uint32_t)__builtin_ctz(a->way);
    if ((result || p->lru) && l->time[way] != 0)
        l->time[way] = now;
    if (!result && l->dirty & a->way)
        p->counts.lost += (unsigned)__builtin_popcount(mask);
    l->dirty = result && !p->through ? l->dirty | a->way : l->dirty & ~a->way;
}

/* As update() does it, for all lanes at once. */
static inline void update_alike(struct rfc_published *p, struct slot *s, const struct rfc_operand *o, uint32_t mask,
                                struct access *a)
{
    struct rfc_alike *l = &s->alike;
    if (a->way) {
        hit_alike(p, l, s->now, o->result, mask, a);
        a->cache_write = o->result ? mask : 0;
        a->bank_write = o->result && p->through ? mask : 0;
    } else if (o->result ? takes_result(p, &s->window, o->reg) : takes_source(p, o)) {
        uint32_t victim = rfc_alike_oldest(l, a->first, p->ways);
        a->cache_write = mask;
        a->bank_write = l->dirty >> victim & 1 && l->time[victim] != 0 ? mask : 0;
        rfc_alike_put(l, victim, a->tag, o->result, s->now);
    } else if (o->result) {
        a->bank_write = mask;
    }
}

static void execute_alike(struct rfc_published *p, struct slot *s, const struct rfc_step *step)
{
    const struct rfc_operands *list = &step->shape->published;
    unsigned lanes = (unsigned)__builtin_popcount(step->mask);
    for (uint32_t i = 0; i < list->count; i++)
        look_up_alike(p, &s->alike, &list->at[i], step->mask, &p->access[i]);
    for (uint32_t i = 0; i < list->count; i++) {
        update_alike(p, s, &list->at[i], step->mask, &p->access[i]);
        account(p, &list->at[i], lanes, &p->access[i]);
    }
}

/* Whether the lanes of an instruction are alike, and are those that are known to be. If some of them are, but not these
 * alone, all are in the vectors afterwards. */
static inline bool alike(const struct rfc_published *p, struct slot *s, uint32_t mask)
{
    struct rfc_alike *l = &s->alike;
    if (l->lanes == mask) {
        l->used++;
        return true;
    }
    bool worth = rfc_alike_worth(l, mask);
    if (l->lanes && (worth || l->lanes & mask))
        rfc_alike_spread(l, s->sets, p->sets, p->ways, p->parts);
    return worth && rfc_alike_take(l, mask, s->sets, p->sets, p->ways, p->parts);
}

/* ---- any instruction --------------------------------------------------------------------------------------------- */

/* Another instruction has the next number. When there are none left, those of entries are lowered. */
static void advance(struct rfc_published *p, struct slot *s)
{
    if (s->now == NOW_MAX) {
        for (uint32_t i = 0; i < p->sets; i++) {
            rfc_ways_renumber(s->sets + i * p->parts, p->ways);
            rfc_alike_renumber(&s->alike, i * p->ways, p->ways);
        }
        s->now = WAYS_MAX * PARTS;
    }
    s->now++;
}

static void execute(struct rfc_published *p, struct slot *s, const struct rfc_step *step)
{
    p->counts.instructions++;
    if (step->mask == 0)
        return;
    advance(p, s);
    if (alike(p, s, step->mask))
        execute_alike(p, s, step);
    else if (p->ways <= 2)
        execute_in(p, s, 1, 2, step);
    else if (p->ways <= 4)
        execute_in(p, s, 1, 4, step);
    else if (p->parts == 1)
        execute_in(p, s, 1, WAYS_MAX, step);
    else
        execute_in(p, s, PARTS, WAYS_MAX, step);
}

void rfc_published_step(struct rfc_published *p, uint32_t warp, const struct rfc_step *step)
{
    struct slot *s = &p->slot[warp % RFC_PUBLISHED_SLOTS];
    if (p->ended || step->shape->skipped)
        return;
    if (step->shape->ends) {            /* as at the end of the file, but that one instruction is drained */
        struct rfc_window *w = &p->slot[0].window;
        p->ended = w->count == 0;
        if (w->count > 0) {
            struct rfc_step front = rfc_window_pop(w);
            execute(p, &p->slot[0], &front);
        }
        return;
    }
    if (p->look_ahead == 0) {
        execute(p, s, step);
        return;
    }
    rfc_window_push(&s->window, step);
    if (s->window.count > p->look_ahead) {
        struct rfc_step front = rfc_window_pop(&s->window);
        execute(p, s, &front);
    }
}

void rfc_published_end(struct rfc_published *p)
{
    struct slot *s = &p->slot[0];
    while (!p->ended && s->window.count > 0) {
        struct rfc_step front = rfc_window_pop(&s->window);
        execute(p, s, &front);
    }
    p->ended = false;
}
