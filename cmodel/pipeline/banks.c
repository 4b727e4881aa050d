/* SPDX-License-Identifier: Apache-2.0 */
#include "banks.h"

#include <string.h>

#include "entries.h"

unsigned bank_slot(const struct bank_now *b)
{
    return b->request[0].slots ? lowest(b->request[0].slots) : 0;
}

static void read_queue(struct bank_now *b, const struct scene *sc, unsigned bank)
{
    const struct signals *s = sc->s;
    const struct bank_signals *q = &s->bank[bank];
    unsigned rptr = (unsigned)was(&q->rptr, 0, bits_for(s->requests));
    b->count = (unsigned)was(&q->count, 0, bits_for(s->requests + 1));
    b->count = b->count < s->requests ? b->count : s->requests;
    for (unsigned i = 0; i < b->count; i++) {
        unsigned at = (rptr + i) % s->requests;
        b->request[i] = (struct bank_request){
            .col = (uint8_t)(was(&q->col, at * s->shape.col_w, s->shape.col_w) % MAX_COLLECTORS),
            .pos = s->window > 1 ? (uint8_t)was(&q->pos, at * s->pos_w, s->pos_w) : 0,
            .slots = (uint32_t)was(&q->mask, at * s->shape.slots, s->shape.slots),
        };
    }
}

/* What pass 1 has granted is left out, if another request is behind it: of the head, or an entry (3.17). */
static void leave_first_out(struct bank_now *b)
{
    struct bank_request *head = &b->request[0];
    uint32_t rest = head->slots & (head->slots - 1);
    if (!rest && b->count == 1)
        return;
    b->passed = true;
    b->before = *head;
    b->before.slots = head->slots & ~rest;
    head->slots = rest;
    if (rest)
        return;
    b->count--;
    memmove(b->request, b->request + 1, b->count * sizeof *b->request);
}

/* The reads that the edge has issued. */
static void find_reads(struct bank_now *b, const struct scene *sc, unsigned bank)
{
    bool first = is_now(&sc->s->bank[bank].rd_valid, 0, 1) && !bank_busy(sc, bank);
    bool second = sc->s->shape.reads == 2 && is_now(&sc->s->bank[bank].rd2_valid, 0, 1);
    b->busy = bank_busy(sc, bank);
    b->passed = false;
    b->waits = b->count ? b->count - 1 : 0;
    b->reads = b->count ? (unsigned)first + second : 0;
    if (b->count && first && sc->s->shape.reads == 2)
        leave_first_out(b);
    b->granted = b->count && (b->passed ? second : first || second);
}

/* --- who writes a bank -------------------------------------------------------------------------------------------- */

/* A BOC keeps the result for an entry that waits for it, and its bank gets nothing (BACK). */
static bool kept_by_boc(const struct scene *sc, const struct moment_result *r)
{
    const struct collector_signals *col = &sc->s->col[r->warp];
    if (sc->cfg->kind != KIND_BOC || sc->cfg->boc_write == BOC_THROUGH)
        return false;
    for (uint64_t in = boc_in(sc, r->warp); in; in &= in - 1)
        if (boc_tag_of(sc, r->warp, lowest(in)) == r->reg)
            return was(&col->wait, lowest(in), 1);
    return false;
}

static int copy_in_cache(const struct scene *sc, unsigned w, unsigned reg)
{
    const struct cache_signals *cache = &sc->s->cache[w];
    unsigned width = sc->s->shape.reg_w;
    for (uint64_t set = was(&cache->valid, 0, (unsigned)sc->cfg->rfc_entries); set; set &= set - 1)
        if (was(&cache->tag, lowest(set) * width, width) == reg)
            return (int)lowest(set);
    return -1;
}

/* A register cache that is written back keeps a result that it has an entry for, or behind this cycle has one for. */
static bool kept_by_cache(const struct scene *sc, const struct moment_result *r)
{
    const struct cache_signals *cache = &sc->s->cache[r->warp];
    unsigned width = sc->s->shape.reg_w;
    if (!config_rfc_back(sc->cfg))
        return false;
    if (copy_in_cache(sc, r->warp, r->reg) >= 0)
        return true;
    for (unsigned e = 0; e < (unsigned)sc->cfg->rfc_entries; e++)
        if (is_now(&cache->valid, e, 1) && is_now(&cache->dirty, e, 1)
            && is_now(&cache->tag, e * width, width) == r->reg)
            return true;
    return false;
}

static void results_write(struct banks *b, const struct scene *sc)
{
    for (unsigned u = 0; u < RESULT_PORTS; u++) {
        const struct moment_result *r = &sc->m->wb[u];
        if (!r->ready || !r->masked || r->warp >= sc->s->shape.warps || kept_by_boc(sc, r) || kept_by_cache(sc, r)
            || !entries_leave_to_bank(sc, r))
            continue;
        struct bank_now *bank = &b->at[scene_bank(sc, r->warp, r->reg)];
        bank->written = true;
        bank->writer = tracker_flight(sc->t, r->iid);
    }
}

/* A dirty value leaves its register cache only with a write of its bank. */
static void caches_write(struct banks *b, const struct scene *sc)
{
    unsigned n = (unsigned)sc->cfg->rfc_entries, width = sc->s->shape.reg_w;
    for (unsigned w = 0; config_rfc_back(sc->cfg) && w < sc->s->shape.warps; w++) {
        const struct cache_signals *cache = &sc->s->cache[w];
        for (uint64_t set = was(&cache->valid, 0, n) & was(&cache->dirty, 0, n); set; set &= set - 1) {
            unsigned e = lowest(set), tag = (unsigned)was(&cache->tag, e * width, width);
            bool stays = is_now(&cache->valid, e, 1) && is_now(&cache->dirty, e, 1)
                && is_now(&cache->tag, e * width, width) == tag;
            if (!stays)
                b->at[scene_bank(sc, w, tag)].written = true;
        }
    }
}

/* The entry that a BOC offers to its bank, or -1 (3.14, Drains). */
static int boc_offer(const struct scene *sc, const struct heads *heads, unsigned c)
{
    const struct collector_signals *col = &sc->s->col[c];
    unsigned n = sc->s->entries;
    uint64_t alive = 0, hit = 0;
    uint64_t able = boc_in(sc, c) & was(&col->dirty, 0, n) & ~was(&col->wait, 0, n);
    if (!able)
        return -1;
    able &= ~boc_locked(sc, c);
    for (unsigned e = 0; e < n; e++)
        alive |= (uint64_t)(was(&col->life, e * sc->s->pos_w, sc->s->pos_w) != 0) << e;
    uint64_t found = (was(&sc->s->exiting, c, 1) ? able : able & ~alive) & ~was(&col->transient, 0, n);
    if (heads->head[c] && boc_lacks(sc, c, heads->head[c], &hit))
        found |= able & ~hit;
    return found ? (int)first_cyclically(found, (unsigned)was(&col->fifo, 0, sc->s->entry_w)) : -1;
}

/* A bank takes such a value when no result writes it. */
static void bocs_write(struct banks *b, const struct scene *sc, const struct heads *heads)
{
    if (sc->cfg->kind != KIND_BOC || sc->cfg->boc_write == BOC_THROUGH)
        return;
    for (unsigned c = 0; c < sc->s->shape.collectors; c++) {
        int e = boc_offer(sc, heads, c);
        if (e >= 0)
            b->at[scene_bank(sc, c, boc_tag_of(sc, c, (unsigned)e))].written = true;
    }
}

/* Values on their way between entries of intervals and banks. */
static void moves_take(struct banks *b, const struct scene *sc)
{
    int out = entries_out(sc);
    if (out >= 0)
        b->at[scene_bank(sc, entries_warp(sc), (unsigned)out)].written = true;
    for (unsigned i = 0; i < sc->s->shape.banks; i++) {
        b->at[i].fetches = entries_in(sc, i) >= 0;
        b->at[i].written |= b->at[i].fetches;
    }
}

/* --- port S ------------------------------------------------------------------------------------------------------- */

/* The bank that has been granted a request of the same collector, or none. */
static bool port_taken(const struct banks *b, const struct scene *sc, unsigned bank, unsigned *taker)
{
    for (unsigned o = 0; o < sc->s->shape.banks; o++)
        if (o != bank && b->at[o].granted && b->at[o].request[0].col == b->at[bank].request[0].col) {
            *taker = o;
            return true;
        }
    return false;
}

/* What is not granted and not known to wait for a write waits for port S; where nobody has that, for a write. */
static void find_losers(struct banks *b, const struct scene *sc)
{
    bool one_port = sc->cfg->ports == 1;
    for (unsigned i = 0; i < sc->s->shape.banks; i++) {
        struct bank_now *bank = &b->at[i];
        bank->written &= one_port && !bank->granted;
        if (!bank->count || bank->granted || bank->written || bank->busy)
            continue;
        bank->port_s = port_taken(b, sc, i, &bank->taker);
        bank->written = !bank->port_s;
    }
}

void banks_look(struct banks *b, const struct scene *sc, const struct heads *heads)
{
    for (unsigned i = 0; i < sc->s->shape.banks; i++) {
        struct bank_now *bank = &b->at[i];
        bank->written = bank->port_s = false;
        bank->writer = NULL;
        read_queue(bank, sc, i);
        find_reads(bank, sc, i);
    }
    results_write(b, sc);
    caches_write(b, sc);
    bocs_write(b, sc, heads);
    moves_take(b, sc);
    find_losers(b, sc);
}

void banks_count(const struct banks *b, const struct scene *sc, struct stats *counts)
{
    for (unsigned i = 0; i < sc->s->shape.banks; i++) {
        const struct bank_now *bank = &b->at[i];
        counts->bank_reads += bank->reads + bank->fetches;
        counts->interval_fetched += bank->fetches;
        if (!bank->count)
            continue;
        counts->bank_write_conflicts += bank->written;
        counts->bank_busy_reads += bank->busy;
        counts->port_s_conflicts += bank->port_s;
        counts->queue_wait += bank->waits;
    }
}
