/* SPDX-License-Identifier: Apache-2.0 */
#include "place.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"

/* What a register holds within a strand: a value of the strand by number, or one of these. */
enum { OUTSIDE = UINT32_MAX, MIXED = UINT32_MAX - 1, LEVEL_SLOT_ANY = LEVEL_SLOTS };

struct use { uint32_t insn; uint8_t index; };

struct value {
    uint32_t same;              /* number of the value that it is part of; itself if of none */
    bool     bank;              /* it must be in the MRF */
    bool     fixed;             /* it stays in the MRF only */
    bool     copy;              /* a register from outside, which its first read copies */
    bool     shared;            /* a unit without a way to the LRF produces it */
    struct use *reads, *results;    /* by ascending instruction */
    size_t   read_count, read_room, result_count, result_room;
};

struct placing {
    const struct level_code *code;
    const uint32_t *head;
    const struct regset *live;
    const struct level_shape *shape;
    struct places *places;
    uint32_t (*holds)[REGSET_REGISTERS];        /* behind each instruction */
    struct value *values;                       /* of the strand */
    size_t   count, room;
    uint32_t *insns;                            /* of the strand, by ascending number */
    size_t   length;
    bool     *busy;             /* by entry of the ORF, then of the LRF; then by place in the strand */
    bool     *reached;          /* by instruction */
    bool     failed;            /* memory has run out */
};

int64_t place_gain(enum level level, unsigned entries, unsigned reads, unsigned results, bool transient)
{
    int64_t per_read = (int64_t)level_energy(LEVEL_MRF, 0, false) - level_energy(level, entries, false);
    int64_t written = level_energy(level, entries, true), saved = level_energy(LEVEL_MRF, 0, true);
    return reads * per_read - (results ? results : 1) * written + (transient ? results * saved : 0);
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static uint32_t value_of(const struct placing *p, uint32_t v)
{
    while (v < MIXED && p->values[v].same != v)
        v = p->values[v].same;
    return v;
}

static uint32_t new_value(struct placing *p)
{
    void *array = p->values;
    if (!array_grow(&array, sizeof *p->values, p->count, &p->room)) {
        p->failed = true;
        return MIXED;
    }
    p->values = array;
    p->values[p->count] = (struct value){.same = (uint32_t)p->count};
    return (uint32_t)p->count++;
}

static void unite(struct placing *p, uint32_t a, uint32_t b)
{
    a = value_of(p, a);
    b = value_of(p, b);
    if (a == b)
        return;
    p->values[b].same = a;
    p->values[a].bank |= p->values[b].bank;
    p->values[a].fixed |= p->values[b].fixed;
    p->values[a].shared |= p->values[b].shared;
}

static void keep_in_bank(struct placing *p, uint32_t v)
{
    v = value_of(p, v);
    if (v < MIXED)
        p->values[v].bank = true;
}

static void add_use(struct placing *p, struct use **list, size_t *count, size_t *room, struct use use)
{
    void *array = *list;
    if (!array_grow(&array, sizeof **list, *count, room)) {
        p->failed = true;
        return;
    }
    *list = array;
    (*list)[(*count)++] = use;
}

/* What a register holds where two paths of the strand meet, and nobody reads it unless it is live. */
static uint32_t meet(struct placing *p, uint32_t a, uint32_t b, bool live)
{
    a = value_of(p, a);
    b = value_of(p, b);
    if (a == b)
        return a;
    if (live && a < MIXED && b < MIXED) {
        unite(p, a, b);
        return value_of(p, a);
    }
    if (live) {
        keep_in_bank(p, a);
        keep_in_bank(p, b);
    }
    return MIXED;
}

/* What registers hold before an instruction. */
static void before(struct placing *p, uint32_t n, uint32_t held[REGSET_REGISTERS])
{
    const struct level_code *c = p->code;
    bool first = true;
    for (unsigned r = 0; r < REGSET_REGISTERS; r++)
        held[r] = OUTSIDE;
    for (uint32_t k = c->first[n]; k < c->first[n + 1] && p->head[n] != n; k++) {
        const uint32_t *from = p->holds[c->before[k]];
        for (unsigned r = 0; r < REGSET_REGISTERS; r++)
            held[r] = first ? value_of(p, from[r]) : meet(p, held[r], from[r], regset_has(&p->live[n], (uint8_t)r));
        first = false;
    }
}

static void produce(struct placing *p, uint32_t n, uint32_t held[REGSET_REGISTERS])
{
    const struct level_insn *i = &p->code->insns[n];
    for (unsigned w = 0; w < i->write_count; w++) {
        uint8_t reg = i->write[w];
        uint32_t old = value_of(p, held[reg]), v = new_value(p);
        if (v >= MIXED)
            return;
        p->values[v].fixed = i->slow || i->varied;
        p->values[v].shared = !level_unit_is_private(i->unit);
        add_use(p, &p->values[v].results, &p->values[v].result_count, &p->values[v].result_room,
                (struct use){n, (uint8_t)w});
        held[reg] = v;
        if (i->partial && old < MIXED) {
            unite(p, old, v);
            held[reg] = value_of(p, v);
        } else if (i->partial) {
            p->values[v].bank = true;
            held[reg] = MIXED;
        }
    }
}

/* What is live where the strand ends has to be in the MRF. */
static void leave(struct placing *p, uint32_t n)
{
    const struct level_insn *i = &p->code->insns[n];
    for (unsigned r = 0; r < REGSET_REGISTERS; r++) {
        bool needed = i->anywhere;
        for (size_t k = 0; k < i->next_count; k++) {
            uint32_t to = i->next[k];
            needed |= p->head[to] == to && regset_has(&p->live[to], (uint8_t)r);
        }
        if (needed)
            keep_in_bank(p, p->holds[n][r]);
    }
}

static void follow(struct placing *p, uint32_t n)
{
    const struct level_insn *i = &p->code->insns[n];
    uint32_t held[REGSET_REGISTERS];
    before(p, n, held);
    for (unsigned r = 0; r < i->read_count; r++) {
        uint32_t v = value_of(p, held[i->read[r]]);
        if (i->varied)
            keep_in_bank(p, v);
        else if (v < MIXED)
            add_use(p, &p->values[v].reads, &p->values[v].read_count, &p->values[v].read_room,
                    (struct use){n, (uint8_t)r});
    }
    produce(p, n, held);
    memcpy(p->holds[n], held, sizeof held);
    leave(p, n);
}

static int by_insn(const void *a, const void *b)
{
    const struct use *x = a, *y = b;
    return x->insn != y->insn ? (x->insn < y->insn ? -1 : 1) : x->index - y->index;
}

/* The parts of a value together. */
static void gather(struct placing *p)
{
    for (size_t v = 0; v < p->count; v++) {
        struct value *part = &p->values[v], *whole = &p->values[value_of(p, (uint32_t)v)];
        if (part == whole)
            continue;
        for (size_t i = 0; i < part->read_count; i++)
            add_use(p, &whole->reads, &whole->read_count, &whole->read_room, part->reads[i]);
        for (size_t i = 0; i < part->result_count; i++)
            add_use(p, &whole->results, &whole->result_count, &whole->result_room, part->results[i]);
        part->read_count = part->result_count = 0;
    }
    for (size_t v = 0; v < p->count; v++) {
        if (p->values[v].read_count)
            qsort(p->values[v].reads, p->values[v].read_count, sizeof(struct use), by_insn);
        if (p->values[v].result_count)
            qsort(p->values[v].results, p->values[v].result_count, sizeof(struct use), by_insn);
    }
}

/* --- copies of registers from outside ----------------------------------------------------------------------------- */

/* Which instructions of the strand a path reaches that does not come by `first`. */
static void reach_without(struct placing *p, uint32_t first)
{
    const struct level_code *c = p->code;
    for (size_t k = 0; k < p->length; k++) {
        uint32_t n = p->insns[k];
        bool reached = p->head[n] == n;
        for (uint32_t b = c->first[n]; b < c->first[n + 1] && p->head[n] != n; b++)
            reached |= p->reached[c->before[b]];
        p->reached[n] = reached && n != first;
    }
}

/* All reads of a register that find what it holds from outside; the first must come before all others. */
static void find_copy(struct placing *p, uint8_t reg)
{
    uint32_t held[REGSET_REGISTERS], v = MIXED, first = LEVEL_NONE;
    for (size_t k = 0; k < p->length; k++) {
        uint32_t n = p->insns[k];
        const struct level_insn *i = &p->code->insns[n];
        for (unsigned r = 0; r < i->read_count; r++) {
            if (i->read[r] != reg || i->varied)
                continue;
            before(p, n, held);
            if (held[reg] != OUTSIDE || (first == LEVEL_NONE && i->partial) || (n != first && first != LEVEL_NONE &&
                                                                              p->reached[n]))
                continue;
            if (first == LEVEL_NONE) {
                first = n;
                reach_without(p, n);
                v = new_value(p);
                if (v >= MIXED)
                    return;
                p->values[v].copy = p->values[v].bank = true;
            }
            if (n != first || p->values[v].read_count == 0)
                add_use(p, &p->values[v].reads, &p->values[v].read_count, &p->values[v].read_room,
                        (struct use){n, (uint8_t)r});
        }
    }
}

static void find_copies(struct placing *p)
{
    uint32_t reads[REGSET_REGISTERS] = {0};
    for (size_t k = 0; k < p->length; k++)
        for (unsigned r = 0; r < p->code->insns[p->insns[k]].read_count; r++)
            reads[p->code->insns[p->insns[k]].read[r]]++;
    for (unsigned reg = 0; reg < REGSET_REGISTERS; reg++)
        if (reads[reg] > 1)
            find_copy(p, (uint8_t)reg);
}

/* --- room --------------------------------------------------------------------------------------------------------- */

struct candidate {
    uint32_t value;
    int64_t gain;
    uint32_t lifetime;          /* instructions */
};

static size_t place_in_strand(const struct placing *p, uint32_t n)
{
    size_t low = 0, high = p->length;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p->insns[middle] < n)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint32_t begins_at(const struct value *v)
{
    return v->copy ? v->reads[0].insn : v->results[0].insn;
}

/* The part of the strand in which an entry is taken by the first `reads` reads: from behind the first result on; or
 * from it on if its instruction may write before it has read all, as that of a copy does. */
static void span(const struct placing *p, const struct value *v, size_t reads, size_t *from, size_t *to)
{
    uint32_t first = begins_at(v);
    *from = place_in_strand(p, first) + !(v->copy || p->code->insns[first].cracked);
    *to = place_in_strand(p, v->reads[reads - 1].insn);
}

static bool is_free(const struct placing *p, unsigned entry, size_t from, size_t to)
{
    for (size_t k = from; k <= to; k++)
        if (p->busy[entry * p->length + k])
            return false;
    return true;
}

static unsigned results_up_to(const struct value *v, uint32_t last)
{
    unsigned count = 0;
    for (size_t r = 0; r < v->result_count; r++)
        count += v->results[r].insn < last;
    return count;
}

static int64_t gain_of(const struct placing *p, const struct value *v, enum level level, size_t reads)
{
    bool all = reads == v->read_count;
    if (reads == 0 || (v->copy && reads < 2))
        return 0;
    unsigned written = v->copy ? 0 : results_up_to(v, v->reads[reads - 1].insn);
    return place_gain(level, (unsigned)p->shape->orf, (unsigned)(v->copy ? reads - 1 : reads), written,
                      !v->copy && !v->bank && all && written == v->result_count);
}

/* Whether the LRF can hold it for the first `reads` reads; *bank is the one. */
static bool suits_lrf(const struct placing *p, const struct value *v, size_t reads, unsigned *bank)
{
    unsigned slot = LEVEL_SLOT_ANY;
    if (v->copy || v->shared)
        return false;
    for (size_t r = 0; r < reads; r++) {
        const struct level_insn *i = &p->code->insns[v->reads[r].insn];
        unsigned s = i->slot[v->reads[r].index];
        if (!level_unit_is_private(i->unit) || (p->shape->lrf == LRF_SPLIT && slot != LEVEL_SLOT_ANY && slot != s))
            return false;
        slot = s;
    }
    *bank = p->shape->lrf == LRF_SPLIT ? slot : 0;
    return true;
}

/* The entry of a level with room, as an index of busy[]; or -1. */
static int room_for(const struct placing *p, const struct value *v, enum level level, size_t reads)
{
    size_t from, to;
    unsigned bank;
    span(p, v, reads, &from, &to);
    if (level == LEVEL_LRF)
        return suits_lrf(p, v, reads, &bank) && is_free(p, (unsigned)p->shape->orf + bank, from, to)
            ? p->shape->orf + (int)bank : -1;
    for (int e = 0; e < p->shape->orf; e++)
        if (is_free(p, (unsigned)e, from, to))
            return e;
    return -1;
}

static void take(struct placing *p, const struct value *v, enum level level, size_t reads, unsigned at)
{
    size_t from, to;
    uint32_t last = v->reads[reads - 1].insn;
    uint8_t entry = (uint8_t)(level == LEVEL_LRF ? at - (unsigned)p->shape->orf : at);
    bool bank = v->bank || reads < v->read_count;
    span(p, v, reads, &from, &to);
    for (size_t k = from; k <= to; k++)
        p->busy[at * p->length + k] = true;
    for (size_t r = 0; r < reads; r++)
        p->places->read[v->reads[r].insn][v->reads[r].index] =
            (struct level_place){v->copy && r == 0, (uint8_t)level, entry};
    for (size_t r = 0; r < v->result_count; r++)
        if (v->results[r].insn < last)
            p->places->write[v->results[r].insn][v->results[r].index] =
                (struct level_place){bank, (uint8_t)level, entry};
}

/* Whether the instruction leaves a copy of a source already: hardware makes one (3.19). */
static bool leaves_copy(const struct placing *p, uint32_t insn)
{
    for (unsigned r = 0; r < p->code->insns[insn].read_count; r++)
        if (p->places->read[insn][r].mrf && p->places->read[insn][r].level != LEVEL_MRF)
            return true;
    return false;
}

/* All reads or, with `partly`, as many of the first ones as there is room for, as long as something is gained. */
static bool try_level(struct placing *p, const struct value *v, enum level level, bool partly)
{
    size_t least = partly ? 1 : v->read_count;
    if (v->copy && leaves_copy(p, v->reads[0].insn))
        return false;
    for (size_t reads = v->read_count; reads >= least && gain_of(p, v, level, reads) > 0; reads--) {
        int at = room_for(p, v, level, reads);
        if (at < 0)
            continue;
        take(p, v, level, reads, (unsigned)at);
        return true;
    }
    return false;
}

/* --- order -------------------------------------------------------------------------------------------------------- */

static int by_priority(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    int64_t left = x->gain * y->lifetime, right = y->gain * x->lifetime;
    if (left != right)
        return left > right ? -1 : 1;
    return x->value < y->value ? -1 : 1;
}

static struct candidate candidate_of(const struct placing *p, uint32_t v, enum level level)
{
    const struct value *value = &p->values[v];
    uint32_t from = begins_at(value), to = value->reads[value->read_count - 1].insn;
    return (struct candidate){v, gain_of(p, value, level, value->read_count), to > from ? to - from : 1};
}

/* Places what has no place yet, in the order of priority. */
static void place_level(struct placing *p, enum level level, bool partly, bool *placed)
{
    struct candidate *list = malloc((p->count + 1) * sizeof *list);
    size_t count = 0;
    p->failed |= !list;
    for (uint32_t v = 0; list && v < p->count; v++)
        if (p->values[v].same == v && !placed[v] && !p->values[v].fixed && p->values[v].read_count > 0)
            list[count++] = candidate_of(p, v, level);
    if (count > 0)
        qsort(list, count, sizeof *list, by_priority);
    for (size_t k = 0; k < count; k++)
        placed[list[k].value] = try_level(p, &p->values[list[k].value], level, partly);
    free(list);
}

/* --- strands ------------------------------------------------------------------------------------------------------ */

static void clear(struct placing *p)
{
    for (size_t v = 0; v < p->count; v++) {
        free(p->values[v].reads);
        free(p->values[v].results);
    }
    p->count = 0;
}

static void place_strand(struct placing *p)
{
    unsigned entries = (unsigned)p->shape->orf + (p->shape->lrf == LRF_SPLIT ? LEVEL_SLOTS : 1);
    for (size_t k = 0; k < p->length && !p->failed; k++)
        follow(p, p->insns[k]);
    if (p->failed)
        return;
    gather(p);
    find_copies(p);
    bool *placed = calloc(p->count + 1, sizeof *placed);
    p->busy = calloc(entries * p->length + 1, sizeof *p->busy);
    p->failed |= !placed || !p->busy;
    if (!p->failed && p->shape->lrf != LRF_OFF)
        place_level(p, LEVEL_LRF, false, placed);
    if (!p->failed && p->shape->orf > 0)
        place_level(p, LEVEL_ORF, true, placed);
    if (!p->failed && p->shape->lrf != LRF_OFF)
        place_level(p, LEVEL_LRF, true, placed);
    free(placed);
    free(p->busy);
    p->busy = NULL;
}

static void default_places(struct placing *p)
{
    for (uint32_t n = 0; n < p->code->count; n++) {
        for (unsigned r = 0; r < LEVEL_READS; r++)
            p->places->read[n][r] = (struct level_place){.mrf = true};
        for (unsigned w = 0; w < LEVEL_WRITES; w++)
            p->places->write[n][w] = (struct level_place){.mrf = true};
    }
}

/* Strands one by one: their instructions are those with the same first one. */
static void place_all(struct placing *p)
{
    uint32_t *last = malloc(((size_t)p->code->count + 1) * sizeof *last);
    p->failed |= !last;
    for (uint32_t n = 0; !p->failed && n < p->code->count; n++)
        last[p->head[n]] = n;
    for (uint32_t h = 0; !p->failed && h < p->code->count; h++) {
        if (p->head[h] != h)
            continue;
        p->length = 0;
        for (uint32_t n = h; n <= last[h]; n++)
            if (p->head[n] == h)
                p->insns[p->length++] = n;
        place_strand(p);
        clear(p);
    }
    free(last);
}

bool places_find(struct places *places, const struct level_code *code, const uint32_t *head,
                 const struct regset *live, const struct level_shape *shape)
{
    size_t room = (size_t)code->count + 1;
    struct placing p = {.code = code, .head = head, .live = live, .shape = shape, .places = places,
                        .holds = malloc(room * sizeof *p.holds), .insns = malloc(room * sizeof *p.insns),
                        .reached = calloc(room, sizeof *p.reached)};
    *places = (struct places){malloc(room * sizeof *places->read), malloc(room * sizeof *places->write)};
    p.failed = !p.holds || !p.insns || !p.reached || !places->read || !places->write;
    if (!p.failed) {
        default_places(&p);
        place_all(&p);
    }
    clear(&p);
    free(p.values);
    free(p.holds);
    free(p.insns);
    free(p.reached);
    if (p.failed)
        places_free(places);
    return !p.failed;
}

void places_free(struct places *p)
{
    free(p->read);
    free(p->write);
    *p = (struct places){NULL, NULL};
}
