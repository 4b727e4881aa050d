/* SPDX-License-Identifier: Apache-2.0 */
#include "interval.h"

#include <stdlib.h>
#include <string.h>

#include "strand.h"

struct forming {
    const struct level_code *code;
    unsigned limit;
    bool     *leads;            /* by instruction: a block begins */
    uint32_t *of;               /* by instruction: head of its interval, or LEVEL_NONE */
    struct regset *work;        /* by head */
    uint32_t *queue, queued, taken;
};

static bool fits(const struct forming *f, const struct regset *a, const struct regset *b)
{
    struct regset both = *a;
    regset_add_all(&both, b);
    return regset_count(&both) <= f->limit;
}

/* --- blocks ------------------------------------------------------------------------------------------------------- */

/* Whether the next instruction follows this one and no other, and nothing else follows it. */
static bool goes_on(const struct level_code *c, uint32_t n)
{
    return c->insns[n].next_count == 1 && c->insns[n].next[0] == n + 1 && !c->insns[n].anywhere
        && c->first[n + 2] - c->first[n + 1] == 1;
}

static void find_blocks(struct forming *f)
{
    for (uint32_t n = 0; n < f->code->count; n++)
        f->leads[n] = n == 0 || strand_is_forced(f->code, n) || !goes_on(f->code, n - 1);
}

static uint32_t block_end(const struct forming *f, uint32_t n)
{
    while (++n < f->code->count && !f->leads[n]) { }
    return n;
}

static struct regset block_names(const struct forming *f, uint32_t n)
{
    struct regset s = {{0}};
    for (uint32_t end = block_end(f, n); n < end; n++) {
        struct regset named = level_insn_names(&f->code->insns[n]);
        regset_add_all(&s, &named);
    }
    return s;
}

/* --- the first pass ----------------------------------------------------------------------------------------------- */

/* The block becomes the first one of an interval of its own, which waits. */
static void begin(struct forming *f, uint32_t n)
{
    if (f->of[n] != LEVEL_NONE)
        return;
    f->of[n] = n;
    f->queue[f->queued++] = n;
}

/* Takes a block into an interval; what does not fit is cut off and begins another one. */
static void traverse(struct forming *f, uint32_t head, uint32_t n)
{
    for (uint32_t at = n, end = block_end(f, n); at < end; at++) {
        struct regset named = level_insn_names(&f->code->insns[at]);
        if (at > head && !fits(f, &f->work[head], &named)) {
            f->leads[at] = true;
            begin(f, at);
            return;
        }
        regset_add_all(&f->work[head], &named);
        f->of[at] = head;
    }
}

/* Whether every path to the block comes from the interval. */
static bool only_from(const struct forming *f, uint32_t head, uint32_t n)
{
    const struct level_code *c = f->code;
    for (uint32_t k = c->first[n]; k < c->first[n + 1]; k++)
        if (f->of[c->before[k]] != head)
            return false;
    return c->first[n] < c->first[n + 1];
}

/* One sweep over what has no interval yet. Returns whether a block was taken in. */
static bool take_in(struct forming *f, uint32_t head)
{
    bool taken = false;
    for (uint32_t n = 0; n < f->code->count; n++) {
        if (!f->leads[n] || f->of[n] != LEVEL_NONE || strand_is_forced(f->code, n) || !only_from(f, head, n))
            continue;
        struct regset named = block_names(f, n);
        if (!fits(f, &f->work[head], &named))
            continue;
        traverse(f, head, n);
        taken = true;
    }
    return taken;
}

static void begin_behind(struct forming *f, uint32_t head)
{
    for (uint32_t n = 0; n < f->code->count; n++)
        for (size_t k = 0; f->of[n] == head && k < f->code->insns[n].next_count; k++)
            begin(f, f->code->insns[n].next[k]);
}

static void first_pass(struct forming *f)
{
    for (uint32_t n = 0; n < f->code->count; n++)
        if (f->code->insns[n].entry || f->code->first[n] == f->code->first[n + 1])
            begin(f, n);
    for (uint32_t rest = 0; rest <= f->code->count; rest++) {
        while (f->taken < f->queued) {
            uint32_t head = f->queue[f->taken++];
            traverse(f, head, head);
            while (take_in(f, head)) { }
            begin_behind(f, head);
        }
        if (rest < f->code->count && f->of[rest] == LEVEL_NONE && f->leads[rest])
            begin(f, rest);     /* a loop that nothing known leads to */
    }
}

/* --- the second pass ---------------------------------------------------------------------------------------------- */

/* The one interval that leads to `head`, but for itself; or LEVEL_NONE. */
static uint32_t only_before(const struct forming *f, uint32_t head)
{
    const struct level_code *c = f->code;
    uint32_t found = LEVEL_NONE;
    for (uint32_t k = c->first[head]; k < c->first[head + 1]; k++) {
        uint32_t of = f->of[c->before[k]];
        if (of == head)
            continue;
        if (found != LEVEL_NONE && found != of)
            return LEVEL_NONE;
        found = of;
    }
    return found;
}

static bool join(struct forming *f, uint32_t head)
{
    uint32_t before = f->of[head] == head && !strand_is_forced(f->code, head) ? only_before(f, head) : LEVEL_NONE;
    if (before == LEVEL_NONE || !fits(f, &f->work[before], &f->work[head]))
        return false;
    regset_add_all(&f->work[before], &f->work[head]);
    for (uint32_t n = 0; n < f->code->count; n++)
        f->of[n] = f->of[n] == head ? before : f->of[n];
    return true;
}

static void second_pass(struct forming *f)
{
    for (bool joined = true; joined;) {
        joined = false;
        for (uint32_t n = 0; n < f->code->count; n++)
            joined |= join(f, n);
    }
}

/* --- both --------------------------------------------------------------------------------------------------------- */

/* What other paths of a warp may read that wait where control may change. */
static struct regset waiting(const struct level_code *c, const struct regset *live)
{
    struct regset s = {{0}};
    for (uint32_t n = 0; n < c->count; n++)
        if (c->insns[n].diverged && strand_is_forced(c, n))
            regset_add_all(&s, &live[n]);
    return s;
}

static bool list_all(struct intervals *i, const struct forming *f, const struct regset *live)
{
    const struct regset others = waiting(f->code, live);
    uint32_t *number = malloc(((size_t)f->code->count + 1) * sizeof *number);
    i->list = calloc((size_t)f->code->count + 1, sizeof *i->list);
    if (!number || !i->list) {
        free(number);
        return false;
    }
    for (uint32_t n = 0; n < f->code->count; n++) {
        if (f->of[n] != n)
            continue;
        struct interval *new = &i->list[i->count];
        *new = (struct interval){.head = n, .work = f->work[n], .live = live[n]};
        if (f->code->insns[n].diverged)
            regset_add_all(&new->live, &others);
        number[n] = i->count++;
    }
    for (uint32_t n = 0; n < f->code->count; n++)
        i->of[n] = number[f->of[n]];
    free(number);
    return true;
}

uint32_t intervals_find(struct intervals *i, const struct level_code *c, const struct regset *live, unsigned limit)
{
    size_t room = (size_t)c->count + 1;
    struct forming f = {.code = c, .limit = limit, .leads = calloc(room, sizeof *f.leads),
                        .of = malloc(room * sizeof *f.of), .work = calloc(room, sizeof *f.work),
                        .queue = malloc(room * sizeof *f.queue)};
    bool fine = f.leads && f.of && f.work && f.queue;
    uint32_t wrong = LEVEL_NONE;
    *i = (struct intervals){.of = malloc(room * sizeof *i->of)};
    for (uint32_t n = 0; n < c->count && wrong == LEVEL_NONE; n++) {
        struct regset named = level_insn_names(&c->insns[n]);
        wrong = regset_count(&named) > limit ? n : LEVEL_NONE;
    }
    if (fine && i->of && wrong == LEVEL_NONE) {
        memset(f.of, 0xff, room * sizeof *f.of);
        find_blocks(&f);
        first_pass(&f);
        second_pass(&f);
        fine = list_all(i, &f, live);
    }
    free(f.leads);
    free(f.of);
    free(f.work);
    free(f.queue);
    return wrong != LEVEL_NONE ? wrong : fine && i->of ? LEVEL_NONE : c->count;
}

void intervals_free(struct intervals *i)
{
    free(i->of);
    free(i->list);
    *i = (struct intervals){.count = 0};
}
