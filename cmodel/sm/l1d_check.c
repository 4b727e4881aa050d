/* SPDX-License-Identifier: Apache-2.0 */
#include "l1d_check.h"

#include <inttypes.h>

/* A line is in the cache, or in shared memory, or on its way to one of them; a local one is not in shared memory. */
static void check_copies(const struct l1d *l, const struct sm_shape *k, const struct line_access *a,
                         const struct cache_lookup *found, struct watch *w)
{
    struct shared_tag tag = {.valid = false};
    bool awaited = mshr_of_shared(&l->mshr, a->line) >= 0;
    if (l->shared.smmt.on)
        tag = shared_peek_tag(&l->shared, k, smmt_place(&l->shared.smmt, k, a->line));
    bool there = tag.valid && tag.line == a->line;
    if ((found->hit >= 0 || found->waiting >= 0) && (there || awaited))
        violate(w, "line 0x%" PRIx64 " is both in the cache and in shared memory, or on its way", a->line);
    if (there && awaited)
        violate(w, "line 0x%" PRIx64 " is in shared memory and on its way there", a->line);
    if (a->local && (there || awaited))
        violate(w, "the local line 0x%" PRIx64 " is in shared memory, or on its way", a->line);
}

void l1d_check_access(const struct l1d *l, const struct sm_shape *k, const struct line_access *a,
                      const struct cache_lookup *found, struct watch *w)
{
    bool atomic = a->op >= MEM_ATOMIC;
    if (!a->mask)
        violate(w, "access %u of sub-core %u has no elements", a->id, a->sub);
    if (found->hit >= 0 && found->waiting >= 0)
        violate(w, "line 0x%" PRIx64 " is both there and on its way", a->line);
    if (found->waiting >= 0 && mshr_of_line(&l->mshr, a->line) < 0)
        violate(w, "line 0x%" PRIx64 " is on its way and no MSHR waits for it", a->line);
    if (k->shares)
        check_copies(l, k, a, found, w);
    if (atomic && a->local)
        violate(w, "an atomic of sub-core %u goes to local memory", a->sub);
    if (found->hit < 0 || !bit_get(l->sets.dirty, found->set * k->ways + (unsigned)found->hit))
        return;
    if (atomic)
        violate(w, "an atomic hits the dirty line 0x%" PRIx64, a->line);
    if (k->evict && a->op == MEM_STORE && !a->local)
        violate(w, "a global store hits the dirty line 0x%" PRIx64, a->line);
}

void l1d_check_inputs(const struct l1d *l, const struct sm_shape *k, const struct sm_in *in, bool idle,
                      struct watch *w)
{
    unsigned m = in->fill_mshr & (unsigned)low_bits(k->mshr_w);
    if (in->fill_valid && !(l->mshr.busy >> m & 1))
        violate(w, "a line comes for MSHR %u, which does not wait", m);
    if (l->response_queue.count && !l->hit && !l->step.serve)
        violate(w, "a line has come for MSHR %u, which nothing waits for",
                   response_queue_mshr(&l->response_queue, k));
    if (in->flush && !idle)
        violate(w, "a flush while the cache is not idle");
}

/* Busy MSHRs that a line on its way in this row belongs to. */
static unsigned mshrs_of_row(const struct l1d *l, unsigned row)
{
    unsigned n = 0;
    for (uint64_t set = l->mshr.busy & ~l->mshr.atomic & ~l->mshr.shared; set; set &= set - 1)
        n += l->mshr.index[lowest(set)] == row && l->mshr.line[lowest(set)] == l->sets.tag[row];
    return n;
}

static void check_order(const struct l1d *l, const struct sm_shape *k, unsigned set, struct watch *w)
{
    unsigned ranks = 0;
    for (unsigned i = 0; i < k->ways; i++) {
        unsigned rank = 0;
        for (unsigned j = 0; j < k->ways; j++)
            rank += j != i && cache_older(&l->sets, k, set, i, j);
        ranks |= 1u << rank;
    }
    if (ranks != low_bits(k->ways))
        violate(w, "the order of use of set %u is no total order", set);
}

static void check_set(const struct l1d *l, const struct sm_shape *k, unsigned set, struct watch *w)
{
    unsigned first = set * k->ways;
    uint64_t valid = get(l->sets.valid, first, k->ways), wait = get(l->sets.wait, first, k->ways);
    if (valid & wait)
        violate(w, "a line of set %u is both there and on its way", set);
    if (get(l->sets.dirty, first, k->ways) & ~valid)
        violate(w, "a line of set %u is dirty and not there", set);
    for (uint64_t a = valid | wait; a; a &= a - 1)
        for (uint64_t b = a & (a - 1); b; b &= b - 1)
            if (l->sets.tag[first + lowest(a)] == l->sets.tag[first + lowest(b)])
                violate(w, "ways %u and %u of set %u have the same line", lowest(a), lowest(b), set);
    for (; wait; wait &= wait - 1)
        if (mshrs_of_row(l, first + lowest(wait)) != 1)
            violate(w, "way %u of set %u waits for %u MSHRs", lowest(wait), set,
                       mshrs_of_row(l, first + lowest(wait)));
    check_order(l, k, set, w);
}

/* No other busy MSHR has the same place of shared memory. */
static void check_place(const struct l1d *l, unsigned m, struct watch *w)
{
    const struct mshr *q = &l->mshr;
    for (uint64_t set = q->busy & q->shared & ~only(m); set; set &= set - 1) {
        unsigned i = lowest(set);
        if (q->row[i] == q->row[m] && (q->group >> i & 1) == (q->group >> m & 1))
            violate(w, "MSHRs %u and %u have one place of shared memory", m, i);
    }
}

static void check_mshr(const struct l1d *l, const struct sm_shape *k, unsigned m, struct watch *w)
{
    bool busy = l->mshr.busy >> m & 1;
    if (busy != (mshr_waiting(&l->mshr, k, m) != 0))
        violate(w, "MSHR %u is %s", m, busy ? "busy, and nothing waits for it" : "not busy, and is waited for");
    if (!busy || (l->mshr.atomic >> m & 1))
        return;
    if (l->mshr.shared >> m & 1) {
        check_place(l, m, w);
        return;
    }
    unsigned row = l->mshr.index[m];
    if (row >= k->rows || !bit_get(l->sets.wait, row) || l->sets.tag[row] != l->mshr.line[m])
        violate(w, "MSHR %u waits for a line that no entry is reserved for", m);
}

void l1d_check_edge(const struct l1d *l, const struct sm_shape *k, struct watch *w)
{
    const struct l1d_step *st = &l->step;
    bool fetches = st->act == L1D_LOAD_MISS || st->act == L1D_LOAD_WAIT;
    bool shares = st->act == L1D_MIGRATE || st->act == L1D_SHARED_MISS || st->act == L1D_SHARED_WAIT;
    if (l->write_queue.count > k->write_queue)
        violate(w, "the write queue overflows");
    if (fetches || shares || st->act == L1D_LOAD_BYPASS || st->act == L1D_ATOMIC)
        check_mshr(l, k, st->mshr, w);
    if (st->hit || fetches || st->act == L1D_CLEAN)
        check_set(l, k, st->row / k->ways, w);
    if (!st->serve)
        return;
    check_mshr(l, k, st->serve_mshr, w);
    if (st->last && !((l->mshr.atomic | l->mshr.shared) >> st->serve_mshr & 1))
        check_set(l, k, l->mshr.index[st->serve_mshr] / k->ways, w);
}
