/* SPDX-License-Identifier: Apache-2.0 */
#include "lsu.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* AHEAD: cycles from a dispatch to the answer of a hit. */
enum { NUMBERS = 256, NOTHING = -1, ERROR_SIZE = 320, AHEAD = 4 };

/* An instruction from its issue to its last answer. */
struct entry {
    struct entry *next;             /* in the order of issue; of completion once it is done */
    struct lsu_tag tag;
    bool     dispatched, taken;     /* all of its accesses have been taken */
    uint64_t turn;                  /* of its dispatch */
    uint64_t from;                  /* first cycle in which an access is offered, or when done, in which that shows */
    uint32_t piece;                 /* the next one */
    uint32_t left;                  /* words that have not come yet */
    struct access_plan plan;
};

/* An access that has a number. */
struct number {
    struct entry *entry;            /* waits for words */
    bool     carried;               /* an atomic without answers is to be carried out; else, without entry, free */
    uint32_t left;                  /* elements that are to come */
    uint32_t expected[MAX_LANES];
};

struct lsu {
    const struct config *cfg;
    uint32_t subcore;
    struct flat_memory *flat;
    struct atomics *atomics;
    struct entry *first, *last;     /* not done */
    struct entry *done, *done_last, *spare;
    uint64_t turns, now;
    uint64_t behind;                /* cycles of the L1's latency that pass behind it */
    struct number numbers[NUMBERS];
    struct entry *current;          /* whose accesses are offered, and have been begun with */
    int      offered;               /* number, or NOTHING */
    struct mem_access access;       /* what is offered */
    bool     failed;
    char     error[ERROR_SIZE];
};

struct lsu *lsu_create(const struct config *cfg, uint32_t subcore, struct flat_memory *flat, struct atomics *atomics)
{
    struct lsu *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->cfg = cfg;
    l->subcore = subcore;
    l->flat = flat;
    l->atomics = atomics;
    l->offered = NOTHING;
    l->behind = cfg->l1_latency > AHEAD ? (uint64_t)cfg->l1_latency - AHEAD : 0;
    return l;
}

static void free_list(struct entry *e)
{
    while (e) {
        struct entry *next = e->next;
        free(e);
        e = next;
    }
}

void lsu_destroy(struct lsu *l)
{
    if (!l)
        return;
    free_list(l->first);
    free_list(l->done);
    free_list(l->spare);
    free(l);
}

const char *lsu_error(const struct lsu *l)
{
    return l->error;
}

bool lsu_failed(const struct lsu *l)
{
    return l->failed || (l->flat && flat_memory_failed(l->flat)) || l->atomics->failed;
}

/* --- instructions ------------------------------------------------------------------------------------------------- */

static void append(struct entry **first, struct entry **last, struct entry *e)
{
    e->next = NULL;
    *(*first ? &(*last)->next : first) = e;
    *last = e;
}

bool lsu_issue(struct lsu *l, uint32_t slot, uint64_t order)
{
    struct entry *e = l->spare;
    if (e)
        l->spare = e->next;
    else if (!(e = malloc(sizeof *e)))
        return l->failed = true, false;
    e->tag = (struct lsu_tag){.order = order, .slot = (uint8_t)slot};
    e->dispatched = e->taken = false;
    append(&l->first, &l->last, e);
    return true;
}

/* Whether an instruction of the same warp that was issued before has accesses that have not been taken. */
static bool has_predecessor(const struct lsu *l, const struct entry *e, bool undispatched_only)
{
    for (const struct entry *i = l->first; i != e; i = i->next)
        if (i->tag.slot == e->tag.slot && (undispatched_only ? !i->dispatched : !i->taken))
            return true;
    return false;
}

bool lsu_ready(const struct lsu *l)
{
    int held = 0;
    for (const struct entry *e = l->first; e; e = e->next)
        held += e->dispatched && !e->taken && !has_predecessor(l, e, true);
    return held < l->cfg->lsu_queue;
}

bool lsu_pending(const struct lsu *l, uint32_t slot, uint64_t order)
{
    for (const struct entry *e = l->first; e && e->tag.order < order; e = e->next)
        if (e->tag.slot == slot && !e->taken)
            return true;
    return false;
}

static void complete(struct lsu *l, struct entry *e)
{
    struct entry **at = &l->first, *before = NULL;
    for (; *at != e; at = &before->next)
        before = *at;
    *at = e->next;
    if (l->last == e)
        l->last = before;
    e->from = l->now + l->behind;
    append(&l->done, &l->done_last, e);
}

/* Goes on to the next piece that has elements; at the end all have been taken. */
static void advance(struct lsu *l, struct entry *e)
{
    struct mem_access a;
    while (e->piece < e->plan.pieces && !access_piece(&e->plan, e->piece, l->cfg, &a))
        e->piece++;
    if (e->piece < e->plan.pieces)
        return;
    e->taken = true;
    l->current = l->current == e ? NULL : l->current;
    if (e->left == 0)
        complete(l, e);
}

void lsu_dispatch(struct lsu *l, const struct lsu_tag *tag, const struct access_plan *plan, uint64_t now)
{
    struct entry *e = l->first;
    while (e->tag.order != tag->order)
        e = e->next;
    e->tag = *tag;
    e->plan = *plan;
    e->dispatched = true;
    e->turn = l->turns++;
    e->from = now + 1;
    e->piece = e->left = 0;
    advance(l, e);
}

bool lsu_done(struct lsu *l, struct lsu_tag *tag)
{
    struct entry *e = l->done;
    if (!e || e->from > l->now)
        return false;
    *tag = e->tag;
    l->done = e->next;
    e->next = l->spare;
    l->spare = e;
    return true;
}

bool lsu_idle(const struct lsu *l)
{
    return !l->first && !l->done;
}

/* --- accesses ----------------------------------------------------------------------------------------------------- */

/* The instruction whose accesses are offered next: the first one dispatched that follows none of its warp. */
static struct entry *choose(const struct lsu *l, uint64_t now)
{
    struct entry *best = NULL;
    for (struct entry *e = l->first; e; e = e->next)
        if (e->dispatched && !e->taken && e->from <= now && (!best || e->turn < best->turn)
            && !has_predecessor(l, e, false))
            best = e;
    return best;
}

static int free_number(const struct lsu *l)
{
    for (int i = 0; i < NUMBERS; i++)
        if (!l->numbers[i].entry && !l->numbers[i].carried)
            return i;
    return NOTHING;
}

void lsu_drive(struct lsu *l, uint64_t now, struct mem_access *a)
{
    l->now = now;
    if (l->offered != NOTHING)
        return;
    struct entry *e = l->current ? l->current : choose(l, now);
    int number = e ? free_number(l) : NOTHING;
    if (number == NOTHING) {
        if (a->valid)
            memset(a, 0, sizeof *a);
        return;
    }
    access_piece(&e->plan, e->piece, l->cfg, &l->access);
    l->access.valid = true;
    l->access.warp = e->tag.slot;
    l->access.id = (uint8_t)number;
    l->current = e;
    l->offered = number;
    *a = l->access;
}

void lsu_taken(struct lsu *l)
{
    struct entry *e = l->current;
    struct number *n = &l->numbers[l->offered];
    bool answered = e->plan.op == MEM_LOAD || e->plan.op == MEM_ATOMIC;
    if (l->flat)
        flat_memory_take(l->flat, &e->plan, e->piece, &l->access, e->tag.pc, n->expected);
    if (e->plan.op >= MEM_ATOMIC)
        atomics_push(l->atomics, &e->plan, e->piece, &l->access, l->subcore);
    n->carried = e->plan.op == MEM_REDUCE;
    if (answered) {
        n->entry = e;
        n->left = l->access.mask;
        e->left += (uint32_t)__builtin_popcount(l->access.mask);
    }
    l->offered = NOTHING;
    e->piece++;
    advance(l, e);
}

void lsu_carried_out(struct lsu *l, uint8_t id)
{
    l->numbers[id].carried = false;
}

static bool refuse_response(struct lsu *l, const struct sm_out *out, const struct number *n)
{
    uint32_t e = 0;
    if (!n->entry || out->resp_mask == 0 || out->resp_mask & ~n->left)
        return refuse(SENTENCE(l->error), "elements 0x%" PRIx32 " came for access %u of sub-core %" PRIu32
                      ", which waits for 0x%" PRIx32, out->resp_mask, out->resp_id, l->subcore,
                      n->entry ? n->left : 0);
    while (!(out->resp_mask >> e & 1) || out->resp_data[e] == n->expected[e])
        e++;
    return refuse(SENTENCE(l->error), "element %" PRIu32 " of access %u of sub-core %" PRIu32 " (pc 0x%04" PRIx64
                  ", warp slot %u) came as 0x%08" PRIx32 ", and memory had 0x%08" PRIx32 " when the access was taken",
                  e, out->resp_id, l->subcore, n->entry->tag.pc, n->entry->tag.slot, out->resp_data[e],
                  n->expected[e]);
}

bool lsu_response(struct lsu *l, const struct sm_out *out)
{
    struct number *n = &l->numbers[out->resp_id];
    struct entry *e = n->entry;
    if (!e || out->resp_mask == 0 || out->resp_mask & ~n->left)
        return refuse_response(l, out, n);
    for (uint32_t set = l->flat ? out->resp_mask : 0; set; set &= set - 1)
        if (out->resp_data[__builtin_ctz(set)] != n->expected[__builtin_ctz(set)])
            return refuse_response(l, out, n);
    n->left &= ~out->resp_mask;
    e->left -= (uint32_t)__builtin_popcount(out->resp_mask);
    if (n->left == 0)
        n->entry = NULL;
    if (e->left == 0 && e->taken)
        complete(l, e);
    return true;
}

int lsu_describe(const struct lsu *l, char *text, size_t size)
{
    uint32_t held = 0, waiting = 0;
    for (const struct entry *e = l->first; e; e = e->next) {
        held += e->dispatched && !e->taken;
        waiting += e->dispatched && e->taken;
    }
    return snprintf(text, size, "the load/store unit of sub-core %" PRIu32 " holds %" PRIu32 " instructions whose "
                    "accesses are not taken%s, and %" PRIu32 " wait for answers", l->subcore, held,
                    l->offered == NOTHING ? "" : " (one is offered)", waiting);
}
