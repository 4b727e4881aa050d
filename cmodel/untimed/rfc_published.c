/* SPDX-License-Identifier: Apache-2.0 */
#include "rfc_published.h"

#include <stdlib.h>
#include <string.h>

#include "rfc_alike.h"
#include "rfc_ways.h"
#include "cmodel/stream/rfc_window.h"

enum { REGISTERS = WAYS_TAGS, TAGS = 256, POSITIONS = ISA_MAX_LISTED, PARTS = 2, NOW_MAX = WAYS_NEVER - 1 };

struct slot {
    struct rfc_ways *sets;      /* in parts: one of each set, or two of the only one */
    struct rfc_alike alike;     /* lanes that are not in them */
    uint8_t now;                /* number of the last instruction, as far as times are told apart */
    struct rfc_window window;
};

/* What an operand has found. */
struct access {
    struct rfc_ways *set;
    uint32_t tag;               /* register / rfc.regs_per_entry */
    uint32_t hits;              /* lanes */
    rfc_bytes hit[PARTS];       /* their ways */
    uint32_t first, way;        /* of lanes that are alike: the set's first way, and that of the hit, as a bit */
};

struct rfc_published {
    struct rfc_counts counts;
    uint32_t entries, ways, sets, regs, lanes_per_access, look_ahead;
    uint32_t parts;             /* of a set */
    bool     takes_source[2], takes_result; /* what misses takes an entry: sources without and with a flag, results */
    bool     lru, through, interleaved;
    uint16_t tag[REGISTERS];                /* of a register */
    uint8_t  source_set[POSITIONS], result_set[REGISTERS];  /* by position and register */
    bool     ended;             /* the rest of the file is not looked at */
    struct slot slot[RFC_PUBLISHED_SLOTS];
    struct access access[RFC_OPERANDS];     /* of the present instruction */
    uint32_t tags;                          /* bits that some of its tags have */
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
    p->look_ahead = cfg->rfc_allocate == RFC_ALLOCATE_LOOK_AHEAD ? (uint32_t)cfg->rfc_look_ahead : 0;
    p->takes_source[false] = cfg->rfc_allocate == RFC_ALLOCATE_READ || cfg->rfc_allocate == RFC_ALLOCATE_READ_WRITE;
    p->takes_source[true] = cfg->rfc_allocate != RFC_ALLOCATE_WRITE;
    p->takes_result = cfg->rfc_allocate != RFC_ALLOCATE_READ && cfg->rfc_allocate != RFC_ALLOCATE_LOOK_AHEAD;
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

/* What misses is what does not hit, and each source that misses is a read of the register file. */
const struct rfc_counts *rfc_published_counts(struct rfc_published *p)
{
    struct rfc_counts *n = &p->counts;
    n->read_misses = n->bank_reads = n->baseline_reads - n->read_hits;
    n->write_misses = n->baseline_writes - n->write_hits;
    return n;
}

/* --- what operands do --------------------------------------------------------------------------------------------- */

static inline bool takes_result(const struct rfc_published *p, const struct slot *s, const struct rfc_operand *o)
{
    return p->takes_result || (p->look_ahead > 0 && rfc_window_has(&s->window, o->reg, rfc_step_lists));
}

static inline unsigned count(uint32_t lanes)
{
    return (unsigned)__builtin_popcount(lanes);
}

/* A source of some lanes; of those that miss, `places` take an entry, and `written` write a victim to its bank. */
static inline void count_source(struct rfc_published *p, uint32_t hits, uint32_t places, uint32_t written)
{
    p->counts.read_hits += count(hits);
    p->counts.cache_reads += rfc_groups(hits, p->lanes_per_access);
    if (places) {
        p->counts.cache_writes += rfc_groups(places, p->lanes_per_access);
        p->counts.bank_writes += count(written);
    }
}

/* A result of some lanes: those that hit, those that are in the cache then, those that write to the bank. */
static inline void count_result(struct rfc_published *p, uint32_t hits, uint32_t places, uint32_t written)
{
    p->counts.write_hits += count(hits);
    p->counts.cache_writes += rfc_groups(places, p->lanes_per_access);
    p->counts.bank_writes += count(written);
}

/* --- one instruction ---------------------------------------------------------------------------------------------- */

WAYS_INLINE void look_up(const struct rfc_published *p, const struct slot *s, uint32_t parts, uint32_t width,
                         const struct rfc_operand *o, const rfc_bytes *mask, struct access *a)
{
    rfc_bytes left = *mask;
    a->tag = p->tag[o->reg];
    a->set = s->sets + parts * (o->result ? p->result_set[o->reg] : p->source_set[o->position]);
    for (uint32_t k = 0; k < parts; k++) {
        rfc_ways_find(&a->set[k], width, a->tag, &a->hit[k]);
        a->hit[k] &= left;
        rfc_bytes_clear(&left, &a->hit[k]);
    }
    left ^= *mask;
    a->hits = rfc_bytes_lanes(&left);
}

/* Takes entries for the lanes that miss: the first empty way, else the oldest, which is written to its bank if it is
 * dirty. Returns the lanes that write. */
WAYS_INLINE uint32_t take(const struct slot *s, uint32_t parts, uint32_t width, const struct access *a, uint32_t lanes,
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
    return rfc_bytes_lanes(&written) & rfc_bytes_lanes(&time);      /* what is empty is not written */
}

/* Lanes that hit mark their entry clean. If the instruction has refilled it, that is the new occupant. */
WAYS_INLINE void source(struct rfc_published *p, const struct slot *s, uint32_t parts, uint32_t width,
                        const struct rfc_operand *o, uint32_t mask, const struct access *a)
{
    uint32_t places = p->takes_source[o->reuse] ? mask & ~a->hits : 0;
    rfc_bytes lost = {0};
    for (uint32_t k = 0; k < parts; k++) {
        lost |= a->set[k].dirty & a->hit[k];
        if (p->lru && a->hits)
            rfc_ways_touch(&a->set[k], width, &a->hit[k], s->now, p->tags & WAYS_EMPTY);
        rfc_ways_set_dirty(&a->set[k], &a->hit[k], false);
    }
    p->counts.lost += count(rfc_bytes_lanes(&lost));
    count_source(p, a->hits, places, places ? take(s, parts, width, a, places, false) : 0);
}

WAYS_INLINE void result(struct rfc_published *p, const struct slot *s, uint32_t parts, uint32_t width,
                        const struct rfc_operand *o, uint32_t mask, const struct access *a)
{
    uint32_t missed = mask & ~a->hits, places = a->hits, written = p->through ? a->hits : 0;
    for (uint32_t k = 0; k < parts && a->hits; k++) {
        rfc_ways_touch(&a->set[k], width, &a->hit[k], s->now, p->tags & WAYS_EMPTY);
        rfc_ways_set_dirty(&a->set[k], &a->hit[k], !p->through);
    }
    if (missed && takes_result(p, s, o)) {
        places = mask;
        written |= take(s, parts, width, a, missed, true);
    } else {
        written |= missed;
    }
    count_result(p, a->hits, places, written);
}

/* Lookups see the state of before the instruction, all else what the operands before have made of it. */
WAYS_INLINE void execute_in(struct rfc_published *p, struct slot *s, uint32_t parts, uint32_t width,
                            const struct rfc_step *step)
{
    const struct rfc_operands *list = &step->shape->published;
    rfc_bytes mask;
    rfc_bytes_spread(step->mask, &mask);
    p->tags = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        look_up(p, s, parts, width, &list->at[i], &mask, &p->access[i]);
        p->tags |= p->access[i].tag;
    }
    for (uint32_t i = 0; i < list->sources; i++)
        source(p, s, parts, width, &list->at[i], step->mask, &p->access[i]);
    for (uint32_t i = list->sources; i < list->count; i++)
        result(p, s, parts, width, &list->at[i], step->mask, &p->access[i]);
}

/* --- one instruction of lanes that are alike: the same for all of them at once ------------------------------------ */

static inline void look_up_alike(const struct rfc_published *p, const struct rfc_alike *l, const struct rfc_operand *o,
                                 uint32_t mask, struct access *a)
{
    a->tag = p->tag[o->reg];
    a->first = p->ways * (o->result ? p->result_set[o->reg] : p->source_set[o->position]);
    a->way = rfc_alike_find(l, ((UINT32_C(1) << p->ways) - 1) << a->first, a->tag);
    a->hits = a->way ? mask : 0;
}

static inline void touch_alike(struct rfc_alike *l, uint8_t now, const struct access *a)
{
    uint32_t way = (uint32_t)__builtin_ctz(a->way);
    if (l->time[way] != 0)
        l->time[way] = now;
}

/* Returns whether a victim is written. */
static inline bool take_alike(const struct rfc_published *p, struct slot *s, const struct access *a, bool result)
{
    struct rfc_alike *l = &s->alike;
    uint32_t victim = rfc_alike_oldest(l, a->first, p->ways);
    bool written = l->dirty >> victim & 1 && l->time[victim] != 0;
    rfc_alike_put(l, victim, a->tag, result, s->now);
    return written;
}

static inline void source_alike(struct rfc_published *p, struct slot *s, const struct rfc_operand *o, uint32_t mask,
                                const struct access *a)
{
    struct rfc_alike *l = &s->alike;
    bool places = !a->way && p->takes_source[o->reuse];
    if (a->way && p->lru)
        touch_alike(l, s->now, a);
    p->counts.lost += l->dirty & a->way ? count(mask) : 0;
    l->dirty &= ~a->way;
    count_source(p, a->hits, places ? mask : 0, places && take_alike(p, s, a, false) ? mask : 0);
}

static inline void result_alike(struct rfc_published *p, struct slot *s, const struct rfc_operand *o, uint32_t mask,
                                const struct access *a)
{
    struct rfc_alike *l = &s->alike;
    if (a->way) {
        touch_alike(l, s->now, a);
        l->dirty = p->through ? l->dirty & ~a->way : l->dirty | a->way;
        count_result(p, mask, mask, p->through ? mask : 0);
    } else if (takes_result(p, s, o)) {
        count_result(p, 0, mask, take_alike(p, s, a, true) ? mask : 0);
    } else {
        count_result(p, 0, 0, mask);
    }
}

static void execute_alike(struct rfc_published *p, struct slot *s, const struct rfc_step *step)
{
    const struct rfc_operands *list = &step->shape->published;
    for (uint32_t i = 0; i < list->count; i++)
        look_up_alike(p, &s->alike, &list->at[i], step->mask, &p->access[i]);
    for (uint32_t i = 0; i < list->sources; i++)
        source_alike(p, s, &list->at[i], step->mask, &p->access[i]);
    for (uint32_t i = list->sources; i < list->count; i++)
        result_alike(p, s, &list->at[i], step->mask, &p->access[i]);
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

/* --- any instruction ---------------------------------------------------------------------------------------------- */

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
    p->counts.baseline_reads += (uint64_t)count(step->mask) * step->shape->published.sources;
    p->counts.baseline_writes += (uint64_t)count(step->mask)
                               * (step->shape->published.count - step->shape->published.sources);
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

/* A line that the program takes for the end of the file; but one instruction is drained. */
static void end_by_line(struct rfc_published *p)
{
    struct rfc_window *w = &p->slot[0].window;
    p->ended = w->count == 0;
    if (w->count > 0) {
        struct rfc_step front = rfc_window_pop(w);
        execute(p, &p->slot[0], &front);
    }
}

/* An instruction that waits until as many have come behind it as are looked at. */
static void look_ahead(struct rfc_published *p, struct slot *s, const struct rfc_step *step)
{
    rfc_window_push(&s->window, step);
    if (s->window.count > p->look_ahead) {
        struct rfc_step front = rfc_window_pop(&s->window);
        execute(p, s, &front);
    }
}

void rfc_published_steps(struct rfc_published *p, uint32_t warp, const struct rfc_step *steps, size_t count)
{
    struct slot *s = &p->slot[warp % RFC_PUBLISHED_SLOTS];
    for (size_t i = 0; i < count && !p->ended; i++) {
        const struct rfc_shape *shape = steps[i].shape;
        if (shape->skipped)
            continue;
        if (shape->ends)
            end_by_line(p);
        else if (p->look_ahead == 0)
            execute(p, s, &steps[i]);
        else
            look_ahead(p, s, &steps[i]);
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
