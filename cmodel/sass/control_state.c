/* SPDX-License-Identifier: Apache-2.0 */
#include "control_state.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/base/control.h"
#include "configs/program.h"

enum { MOST_YOUNGER = 63 };

/* --- the list ----------------------------------------------------------------------------------------------------- */

static int64_t order(const struct control_entry *a, const struct control_entry *b)
{
    if (a->file != b->file)
        return a->file - b->file;
    if (a->reg != b->reg)
        return a->reg - b->reg;
    if (a->kind != b->kind)
        return a->kind - b->kind;
    if (a->slot != b->slot)
        return a->slot - b->slot;
    return (int64_t)a->insn - (int64_t)b->insn;
}

static void reserve(struct control_state *s, uint32_t count)
{
    if (count <= s->room)
        return;
    s->room = count + count / 2 + 16;
    s->list = realloc(s->list, s->room * sizeof *s->list);
    if (!s->list)
        give_up("no memory is left");
}

void control_state_copy(struct control_state *to, const struct control_state *from)
{
    reserve(to, from->count);
    if (from->count > 0)
        memcpy(to->list, from->list, from->count * sizeof *from->list);
    to->count = from->count;
}

void control_state_free(struct control_state *s)
{
    free(s->list);
    *s = (struct control_state){0};
}

/* Where the entry is, or would be. */
static uint32_t place(const struct control_state *s, const struct control_entry *e)
{
    uint32_t low = 0, high = s->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (order(&s->list[middle], e) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct control_entry *control_state_find(const struct control_state *s, unsigned file, unsigned reg,
                                               uint32_t *count)
{
    struct control_entry key = {.file = (uint8_t)file, .reg = (uint8_t)reg};
    uint32_t first = place(s, &key), end = first;
    while (end < s->count && s->list[end].file == file && s->list[end].reg == reg)
        end++;
    *count = end - first;
    return &s->list[first];
}

/* --- where paths meet --------------------------------------------------------------------------------------------- */

static uint8_t least(uint8_t a, uint8_t b)
{
    return a < b ? a : b;
}

/* The worse of both; whether that is not what `a` was. */
static bool worsen(struct control_entry *a, const struct control_entry *b)
{
    struct control_entry was = *a;
    uint8_t slow = (uint8_t)((a->clears | a->aged | a->fresh) & (b->clears | b->aged | b->fresh));
    uint8_t aged = (uint8_t)((a->clears | a->aged) & (b->clears | b->aged));
    a->clears &= b->clears;
    a->aged = (uint8_t)(aged & ~a->clears);
    a->fresh = (uint8_t)(slow & ~aged);
    a->distance = least(a->distance, b->distance);
    a->younger = least(a->younger, b->younger);
    if (b->stale && !a->stale)
        a->writer = b->writer;
    a->stale = a->stale || b->stale;
    return a->distance != was.distance || a->clears != was.clears || a->aged != was.aged || a->fresh != was.fresh ||
           a->younger != was.younger || a->stale != was.stale;
}

static void insert(struct control_state *s, uint32_t at, const struct control_entry *e)
{
    reserve(s, s->count + 1);
    memmove(&s->list[at + 1], &s->list[at], (s->count - at) * sizeof *e);
    s->list[at] = *e;
    s->count++;
}

/* Adds an entry, or joins it to the one of the same access. */
static bool put(struct control_state *s, const struct control_entry *e)
{
    uint32_t at = place(s, e);
    if (at < s->count && order(&s->list[at], e) == 0)
        return worsen(&s->list[at], e);
    insert(s, at, e);
    return true;
}

bool control_state_join(struct control_state *into, const struct control_state *from)
{
    bool changed = false;
    for (uint32_t i = 0; i < from->count; i++)
        changed = put(into, &from->list[i]) || changed;
    return changed;
}

/* --- time --------------------------------------------------------------------------------------------------------- */

unsigned control_step(const struct sass_insn *i)
{
    return control_distance(i->stall, i->yield);
}

static void pass(struct control_entry *e, unsigned cycles)
{
    unsigned distance = e->distance + cycles;
    e->distance = (uint8_t)(distance > LATENCY_MOST ? LATENCY_MOST + 1 : distance);
    e->clears |= cycles > 1 ? e->aged | e->fresh : e->aged;
    e->aged = cycles > 1 ? 0 : e->fresh;
    e->fresh = 0;
    e->aged &= (uint8_t)~e->clears;
}

static bool over(const struct control_entry *e)
{
    return e->kind <= CONTROL_FIXED_READ && e->distance > LATENCY_MOST;
}

static void advance(struct control_state *s, unsigned cycles)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        pass(&s->list[i], cycles);
        if (!over(&s->list[i]))
            s->list[kept++] = s->list[i];
    }
    s->count = kept;
}

/* --- counters ----------------------------------------------------------------------------------------------------- */

void control_state_wait(struct control_state *s, const struct sass_insn *i)
{
    uint8_t counter, allowed;
    uint8_t mask = control_waits(i, &counter, &allowed);
    uint32_t kept = 0;
    for (uint32_t n = 0; n < s->count; n++) {
        const struct control_entry *e = &s->list[n];
        bool open = e->kind == CONTROL_OPEN_WRITE || e->kind == CONTROL_OPEN_READ;
        bool few = counter != CONTROL_NONE && e->counter == counter && e->clears >> counter & 1
            && e->younger >= allowed;
        bool zero = counter != CONTROL_NONE && allowed == 0 && e->clears >> counter & 1;
        if (!open || !((e->clears & mask) || few || zero))
            s->list[kept++] = *e;
    }
    s->count = kept;
}

static uint8_t bit_of(unsigned counter)
{
    return counter < CONTROL_COUNTERS ? (uint8_t)(1u << counter) : 0;
}

/* Whether an access that has no barrier of its own is over when the later ones of its queue are. */
static bool in_queue(const struct control_entry *e, enum control_kind kind, enum control_queue queue)
{
    return e->kind == kind && !e->exact && e->queue != CONTROL_ALONE && e->queue == queue;
}

/* Counters whose 0 says that older accesses of the same queue are over, too. */
static void count_for_older(struct control_state *s, const struct sass_insn *i)
{
    uint8_t results = bit_of(i->write_barrier), reads = bit_of(i->read_barrier) | results;
    for (uint32_t n = 0; n < s->count; n++) {
        struct control_entry *e = &s->list[n];
        if (in_queue(e, CONTROL_OPEN_READ, control_read_queue(i)))
            e->fresh |= reads;
        if (in_queue(e, CONTROL_OPEN_WRITE, control_result_queue(i)))
            e->fresh |= results;
        if (e->counter < CONTROL_COUNTERS && e->younger < MOST_YOUNGER)
            e->younger = (uint8_t)(e->younger + (e->counter == i->read_barrier) + (e->counter == i->write_barrier));
    }
}

/* --- issue -------------------------------------------------------------------------------------------------------- */

/* An instruction without a guard puts an end to everything earlier about the registers that it writes. */
static void forget(struct control_state *s, const struct control_access *w)
{
    uint32_t kept = 0;
    for (uint32_t n = 0; n < s->count; n++) {
        const struct control_entry *e = &s->list[n];
        if (e->file != w->file || e->reg != w->reg || e->kind == CONTROL_KEPT)
            s->list[kept++] = *e;
    }
    s->count = kept;
}

/* --- reuse flags -------------------------------------------------------------------------------------------------- */

/* A read of a slot drops what it has kept of the register's bank, hit or not. */
static void drop_kept(struct control_state *s, unsigned reg, unsigned slot)
{
    uint32_t kept = 0;
    for (uint32_t n = 0; n < s->count; n++) {
        const struct control_entry *e = &s->list[n];
        if (e->kind != CONTROL_KEPT || e->slot != slot || (e->reg ^ reg) & 1)
            s->list[kept++] = *e;
    }
    s->count = kept;
}

static void keep(struct control_state *s, uint32_t n, const struct control_access *a)
{
    put(s, &(struct control_entry){.insn = n, .file = LATENCY_REGISTER, .reg = a->reg, .kind = CONTROL_KEPT,
                                   .counter = CONTROL_NONE, .slot = a->slot});
}

static void spoil(struct control_state *s, uint32_t n, const struct control_access *w)
{
    for (uint32_t k = 0; k < s->count; k++) {
        struct control_entry *e = &s->list[k];
        if (e->kind == CONTROL_KEPT && e->file == w->file && e->reg == w->reg && !e->stale) {
            e->stale = true;
            e->writer = n;
        }
    }
}

/* All slots of the instruction are read before one keeps its value, and results come last. */
static void reuse(struct control_state *s, uint32_t n, const struct control_access *reads, unsigned read_count,
                  const struct control_access *writes, unsigned write_count)
{
    for (unsigned r = 0; r < read_count; r++)
        if (reads[r].slot != CONTROL_NO_SLOT)
            drop_kept(s, reads[r].reg, reads[r].slot);
    for (unsigned r = 0; r < read_count; r++)
        if (reads[r].slot != CONTROL_NO_SLOT && reads[r].reuse)
            keep(s, n, &reads[r]);
    for (unsigned w = 0; w < write_count; w++)
        spoil(s, n, &writes[w]);
}

static void add_access(struct control_state *s, const struct sass_insn *i, uint32_t n, const struct control_access *a,
                       unsigned kind)
{
    struct control_entry e = {.insn = n, .file = a->file, .reg = a->reg, .kind = (uint8_t)kind, .class = a->class,
                              .guarded = i->guard < SASS_PT, .counter = CONTROL_NONE};
    if (kind == CONTROL_OPEN_WRITE) {
        e.queue = (uint8_t)control_result_queue(i);
        e.counter = i->write_barrier;
        e.fresh = bit_of(i->write_barrier);
        e.exact = i->write_barrier < CONTROL_COUNTERS;
    } else if (kind == CONTROL_OPEN_READ) {
        e.queue = (uint8_t)control_read_queue(i);
        e.counter = i->read_barrier < CONTROL_COUNTERS ? i->read_barrier : i->write_barrier;
        e.fresh = bit_of(i->read_barrier) | bit_of(i->write_barrier);
        e.exact = i->read_barrier < CONTROL_COUNTERS;
    }
    put(s, &e);
}

/* A warp that has been let through a barrier has read the sources of everything before it that goes to memory. */
static void close_reads(struct control_state *s)
{
    uint32_t kept = 0;
    for (uint32_t n = 0; n < s->count; n++)
        if (s->list[n].kind != CONTROL_OPEN_READ || s->list[n].queue != CONTROL_MEMORY)
            s->list[kept++] = s->list[n];
    s->count = kept;
}

static bool is_predicate(const struct control_access *a)
{
    return a->file == LATENCY_PREDICATE || a->file == LATENCY_UNIFORM_PREDICATE;
}

void control_state_issue(struct control_state *s, const struct sass_insn *i, uint32_t n)
{
    struct control_access reads[CONTROL_ACCESSES], writes[CONTROL_ACCESSES];
    unsigned read_count = control_reads(i, reads), write_count = control_writes(i, writes);
    count_for_older(s, i);
    bool always = i->guard == SASS_PT && !i->guard_not;
    if (i->op == SASS_BAR && i->mode != SASS_BAR_ARV && always)
        close_reads(s);
    for (unsigned w = 0; always && w < write_count; w++)
        forget(s, &writes[w]);
    reuse(s, n, reads, read_count, writes, write_count);
    for (unsigned r = 0; r < read_count; r++) {
        add_access(s, i, n, &reads[r], CONTROL_FIXED_READ);
        if (control_variable_read(i) && !is_predicate(&reads[r]) && reads[r].file != LATENCY_UNIFORM)
            add_access(s, i, n, &reads[r], CONTROL_OPEN_READ);
    }
    for (unsigned w = 0; w < write_count; w++) {
        add_access(s, i, n, &writes[w], CONTROL_FIXED_WRITE);
        if (control_variable_result(i))
            add_access(s, i, n, &writes[w], CONTROL_OPEN_WRITE);
    }
    advance(s, control_step(i));
}
