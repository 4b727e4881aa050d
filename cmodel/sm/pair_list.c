/* SPDX-License-Identifier: Apache-2.0 */
#include "pair_list.h"

void pair_list_list(const struct pair_list *p, const struct sm_shape *k, struct register_list *l)
{
    unsigned numbers = k->sm_warps * k->number_w;
    if (k->shares) {
        register_list_add(l, p->isolated, k->sm_warps, true, "top.u_ciao.u_pair_list.isolated_q");
        register_list_add(l, p->first_q, numbers, false, "top.u_ciao.u_pair_list.first_q");
    }
    if (k->stalls) {
        register_list_add(l, p->stalled, k->sm_warps, true, "top.u_ciao.u_pair_list.stalled_q");
        register_list_add(l, p->second_q, numbers, false, "top.u_ciao.u_pair_list.second_q");
    }
    register_list_add(l, p->recent_q, numbers, true, "top.u_ciao.u_pair_list.recent_q");
}

void pair_list_flush(struct pair_list *p)
{
    memset(p->isolated, 0, sizeof p->isolated);
    memset(p->stalled, 0, sizeof p->stalled);
}

static void set_recent(struct pair_list *p, const struct sm_shape *k, unsigned at, unsigned warp)
{
    p->recent[at] = (uint8_t)warp;
    put(p->recent_q, at * k->number_w, k->number_w, warp);
}

void pair_list_reset(struct pair_list *p, const struct sm_shape *k)
{
    pair_list_flush(p);
    for (unsigned at = 0; at < k->sm_warps; at++)
        set_recent(p, k, at, at);
}

void pair_list_unpack(struct pair_list *p, const struct sm_shape *k)
{
    get_bytes(p->first_q, 0, k->number_w, p->first, k->sm_warps);
    get_bytes(p->second_q, 0, k->number_w, p->second, k->sm_warps);
    get_bytes(p->recent_q, 0, k->number_w, p->recent, k->sm_warps);
}

bool pair_list_any_stalled(const struct pair_list *p, const struct sm_shape *k, const uint64_t *live)
{
    uint64_t any = 0;
    for (unsigned at = 0; at < k->sm_warps; at += 64)
        any |= p->stalled[at / 64] & live[at / 64];
    return any != 0;
}

/* The warp goes to the front. */
static void touch(struct pair_list *p, const struct sm_shape *k, unsigned warp)
{
    unsigned at = 0;
    while (at + 1 < k->sm_warps && p->recent[at] != warp)
        at++;
    for (; at > 0; at--)
        set_recent(p, k, at, p->recent[at - 1]);
    set_recent(p, k, 0, warp);
}

static void carry_out(struct pair_list *p, const struct sm_shape *k, const struct pair_decision *d)
{
    if (d->reactivated >= 0)
        bit_clear(p->stalled, (unsigned)d->reactivated);
    if (d->sent_back >= 0)
        bit_clear(p->isolated, (unsigned)d->sent_back);
    if (d->isolated >= 0) {
        unsigned j = (unsigned)d->isolated;
        bit_set(p->isolated, j);
        p->first[j] = (uint8_t)d->trigger;
        put(p->first_q, j * k->number_w, k->number_w, d->trigger);
        touch(p, k, j);
    }
    if (d->stalled >= 0) {
        unsigned j = (unsigned)d->stalled;
        bit_set(p->stalled, j);
        p->second[j] = (uint8_t)d->trigger;
        put(p->second_q, j * k->number_w, k->number_w, d->trigger);
        touch(p, k, j);
    }
}

/* Sets of warps that are isolated, or stalled, and whose triggers end. */
struct ends { uint64_t first[QWORDS(MAX_SM_WARPS)], second[QWORDS(MAX_SM_WARPS)]; };

static void find_ends(const struct pair_list *p, const struct sm_shape *k, const struct warp_events *w, struct ends *e)
{
    for (unsigned i = 0; i < k->sm_warps; i++) {
        if (bit_get(p->isolated, i) && bit_get(w->ended, p->first[i]))
            bit_set(e->first, i);
        if (bit_get(p->stalled, i) && bit_get(w->ended, p->second[i]))
            bit_set(e->second, i);
    }
}

struct pair_releases pair_list_edge(struct pair_list *p, const struct sm_shape *k, const struct warp_events *w,
                                    const struct pair_decision *d)
{
    struct pair_releases released = {0, 0};
    struct ends ends = {.first = {0}};
    if (warp_events_any(w, k))
        find_ends(p, k, w, &ends);
    if (d->reactivated >= 0)
        bit_clear(p->stalled, (unsigned)d->reactivated);
    for (unsigned q = 0; q < QWORDS(k->sm_warps); q++) {
        uint64_t gone = w->launched[q] | w->ended[q], stalled = p->stalled[q] & ~gone;
        released.by_trigger += count_bits(stalled & ends.second[q]);
        released.by_barrier += count_bits(stalled & ~ends.second[q] & w->awaited[q]);
    }
    carry_out(p, k, d);
    for (unsigned q = 0; q < QWORDS(k->sm_warps); q++) {
        uint64_t gone = w->launched[q] | w->ended[q];
        p->isolated[q] &= ~(gone | ends.first[q]);
        p->stalled[q] &= ~(gone | ends.second[q] | w->awaited[q]);
    }
    return released;
}
