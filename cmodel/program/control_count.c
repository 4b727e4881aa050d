/* SPDX-License-Identifier: Apache-2.0 */
#include "control_rules.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/base/unit.h"

/*
 * An *item* is one thing that is under way: results of an instruction without a fixed time, or its reads of sources.
 * Item 2 v is about the results of the v-th such instruction, item 2 v + 1 about its sources.
 */

enum { REGISTERS = 256, WORD = 64 };

struct items {
    struct recorded_code *code;
    size_t    count, words;         /* items; words of a set of them */
    uint32_t *owner;                /* instruction of items 2 v and 2 v + 1 */
    uint32_t *number;               /* v of an instruction, or RECORDED_START */
    uint64_t *in;                   /* a set for each instruction: what may be under way before it */
    uint64_t *by_register;          /* a set for each register: items whose instruction writes, or reads, it */
    uint64_t *memory;               /* sources of memory instructions, which are read in order */
    uint64_t *wanted;               /* somebody waits for it */
    uint64_t *now, *after;          /* of one instruction: what it waits for; what is under way behind it */
    uint64_t *waiters;              /* of each item: a hash of those who wait for it */
    uint8_t  *counter;              /* of each item */
};

static bool has(const uint64_t *set, size_t item)
{
    return set[item / WORD] >> item % WORD & 1;
}

static void put(uint64_t *set, size_t item)
{
    set[item / WORD] |= UINT64_C(1) << item % WORD;
}

static uint64_t *set_of(const struct items *t, uint64_t *sets, size_t index)
{
    return sets + index * t->words;
}

/* --- items -------------------------------------------------------------------------------------------------------- */

static bool to_memory(const struct recorded_insn *n)
{
    return n->variable && !n->fixed && n->form_count == 1 && n->forms[0].unit == UNIT_LDST;
}

/* Sorts the items of an instruction under its registers. */
static void enter(struct items *t, const struct recorded_insn *n, size_t v)
{
    for (size_t f = 0; f < n->form_count; f++) {
        for (unsigned i = 0; i < n->forms[f].write_count; i++)
            put(set_of(t, t->by_register, n->forms[f].write[i].reg), 2 * v);
        for (unsigned i = 0; i < n->forms[f].read_count; i++)
            put(set_of(t, t->by_register, n->forms[f].read[i].reg), 2 * v + 1);
    }
    if (to_memory(n))
        put(t->memory, 2 * v + 1);
}

static bool open_items(struct items *t, struct recorded_code *code)
{
    size_t n = code->count + 1, v = 0;
    *t = (struct items){.code = code, .owner = malloc(n * sizeof *t->owner), .number = malloc(n * sizeof *t->number)};
    if (!t->owner || !t->number)
        return false;
    for (size_t i = 0; i < code->count; i++) {
        bool variable = code->insns[code->order[i]].variable;
        t->number[code->order[i]] = variable ? (uint32_t)v : RECORDED_START;
        if (variable)
            t->owner[v++] = code->order[i];
    }
    t->count = 2 * v;
    t->words = t->count / WORD + 1;
    t->in = calloc(n * t->words, sizeof *t->in);
    t->by_register = calloc(REGISTERS * t->words, sizeof *t->in);
    t->memory = calloc(t->words, sizeof *t->in);
    t->wanted = calloc(t->words, sizeof *t->in);
    t->now = calloc(t->words, sizeof *t->in);
    t->after = calloc(t->words, sizeof *t->in);
    t->waiters = calloc(t->count + 1, sizeof *t->waiters);
    t->counter = malloc(t->count + 1);
    if (!t->in || !t->by_register || !t->memory || !t->wanted || !t->now || !t->after || !t->waiters || !t->counter)
        return false;
    memset(t->counter, HINTS_NO_COUNTER, t->count + 1);
    for (size_t i = 0; i < v; i++)
        enter(t, &code->insns[t->owner[i]], i);
    return true;
}

static void close_items(struct items *t)
{
    void *const all[] = {t->owner, t->number, t->in, t->by_register, t->memory, t->wanted, t->now, t->after,
                         t->waiters, t->counter};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

/* --- what waits for what ------------------------------------------------------------------------------------------ */

static const uint64_t RESULTS = UINT64_C(0x5555555555555555);

/* Adds to `now` what of the kinds in `mask` is under way with a register; sources of memory instructions are none of it
 * for one of memory. */
static void meet(struct items *t, const uint64_t *in, uint8_t reg, uint64_t mask, bool memory)
{
    const uint64_t *of = set_of(t, t->by_register, reg);
    for (size_t w = 0; w < t->words; w++)
        t->now[w] |= in[w] & of[w] & mask & ~(memory ? t->memory[w] : 0);
}

/* What an instruction must wait for, in `now`, and what is under way behind it, in `after`. */
static void pass(struct items *t, uint32_t index)
{
    const struct recorded_insn *n = &t->code->insns[index];
    const uint64_t *in = set_of(t, t->in, index);
    memset(t->now, 0, t->words * sizeof *t->now);
    for (size_t f = 0; f < n->form_count; f++) {
        for (unsigned i = 0; i < n->forms[f].read_count; i++)
            meet(t, in, n->forms[f].read[i].reg, RESULTS, false);
        for (unsigned i = 0; i < n->forms[f].write_count; i++)
            meet(t, in, n->forms[f].write[i].reg, UINT64_MAX, to_memory(n));
    }
    for (size_t w = 0; w < t->words; w++) {
        uint64_t sources = (t->now[w] & RESULTS) << 1;  /* who has its results has read its sources */
        t->now[w] &= ~sources;
        t->after[w] = in[w] & ~t->now[w] & ~sources;
    }
    if (t->number[index] != RECORDED_START)
        for (unsigned i = 0; i < 2; i++)
            put(t->after, 2 * (size_t)t->number[index] + i);
}

/* Until nothing changes any more. */
static void spread(struct items *t)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < t->code->count; i++) {
            const struct recorded_insn *n = &t->code->insns[t->code->order[i]];
            pass(t, t->code->order[i]);
            for (size_t s = 0; s < n->next_count; s++) {
                uint64_t *in = set_of(t, t->in, n->next[s]);
                for (size_t w = 0; w < t->words; w++) {
                    changed |= (t->after[w] & ~in[w]) != 0;
                    in[w] |= t->after[w];
                }
            }
        }
    }
}

static void find_waiters(struct items *t)
{
    for (size_t i = 0; i < t->code->count; i++) {
        pass(t, (uint32_t)i);
        for (size_t w = 0; w < t->words; w++) {
            t->wanted[w] |= t->now[w];
            for (uint64_t set = t->now[w]; set; set &= set - 1)
                t->waiters[w * WORD + (size_t)__builtin_ctzll(set)] += (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
        }
    }
}

/* --- counters ----------------------------------------------------------------------------------------------------- */

/* Of each counter. */
struct company {
    size_t conflicts[HINTS_COUNTERS];   /* items that are under way together with an item, and have other waiters */
    bool   mates[HINTS_COUNTERS];       /* there is one with the same waiters, which lose nothing if it is shared */
};

static struct company find_company(struct items *t, size_t item)
{
    struct company c = {{0}, {false}};
    pass(t, t->owner[item / 2]);
    for (size_t other = 0; other < t->count; other++) {
        bool together = has(t->after, other) || has(set_of(t, t->in, t->owner[other / 2]), item);
        if (t->counter[other] >= HINTS_COUNTERS || !together)
            continue;
        bool mate = t->waiters[other] == t->waiters[item];
        c.mates[t->counter[other]] |= mate;
        c.conflicts[t->counter[other]] += !mate;
    }
    return c;
}

static bool is_better(const struct company *c, unsigned a, unsigned b)
{
    return c->conflicts[a] != c->conflicts[b] ? c->conflicts[a] < c->conflicts[b] : c->mates[a] && !c->mates[b];
}

/* The counter that makes fewest wait for more than they need; of several one that waiters wait for already; else by
 * turns. */
static void choose(struct items *t)
{
    unsigned last = HINTS_COUNTERS - 1;
    for (size_t item = 0; item < t->count; item++) {
        if (!has(t->wanted, item))
            continue;
        const struct company c = find_company(t, item);
        unsigned best = (last + 1) % HINTS_COUNTERS;
        for (unsigned i = 1; i < HINTS_COUNTERS; i++)
            best = is_better(&c, (last + 1 + i) % HINTS_COUNTERS, best) ? (last + 1 + i) % HINTS_COUNTERS : best;
        t->counter[item] = (uint8_t)best;
        last = c.mates[best] ? last : best;
    }
}

static void write_control(struct items *t)
{
    for (size_t v = 0; v < t->count / 2; v++) {
        struct hint_control *c = &t->code->insns[t->owner[v]].control;
        c->write_bar = t->counter[2 * v];
        c->read_bar = t->counter[2 * v + 1];
    }
    for (size_t i = 0; i < t->code->count; i++) {
        pass(t, (uint32_t)i);
        for (size_t item = 0; item < t->count; item++)
            if (has(t->now, item))
                t->code->insns[i].control.wait |= (uint8_t)(1u << t->counter[item]);
    }
}

bool control_count(struct recorded_code *code, const struct sentence *why)
{
    struct items t;
    bool fine = open_items(&t, code);
    if (fine) {
        spread(&t);
        find_waiters(&t);
        choose(&t);
        write_control(&t);
    } else {
        refuse(why, "no memory is left");
    }
    close_items(&t);
    return fine;
}
