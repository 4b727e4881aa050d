/* SPDX-License-Identifier: Apache-2.0 */
/* pair_list: cmodel/sm/pair_list.c (docs/ciao.md, 7.5; CIAO IV-A, Fig. 6). */
#include "cmodel/sm/pair_list.h"

#include "tb/alone/sm_part.h"

enum { ISOLATES, STALLS, TRIGGER_ENDS, AWAITED, LAUNCH, WAKES, RETURNS, FLUSH, WAKES_AS_TRIGGER_ENDS,
       RETURNS_AS_TRIGGER_ENDS };

static bool shares(const struct unit *u) { return has(u, "isolate_i"); }
static bool stalls(const struct unit *u) { return has(u, "stall_i"); }

static const struct point points[] = {
    {"a warp is isolated", shares}, {"a warp is stalled", stalls},
    {"the trigger of a stalled or isolated warp ends", NULL},
    {"others wait for a stalled warp at a barrier", stalls},
    {"a warp starts in the slot of an isolated or stalled one", NULL},
    {"a warp is reactivated", stalls}, {"a warp is sent back", shares}, {"a kernel starts", NULL},
    {"a warp is reactivated as its trigger ends", stalls}, {"a warp is sent back as its trigger ends", shares},
    {NULL, NULL}
};

struct own { struct sm_shape k; struct pair_list p; };

static bool open(struct unit *u)
{
    struct own *o = u->own;
    o->k = sm_make_shape(u->cfg);
    pair_list_reset(&o->p, &o->k);
    return true;
}

static void list(struct unit *u, struct register_list *l)
{
    struct own *o = u->own;
    pair_list_list(&o->p, &o->k, l);
}

static void reset(struct unit *u)
{
    struct own *o = u->own;
    pair_list_reset(&o->p, &o->k);
}

static void unpack(struct unit *u)
{
    struct own *o = u->own;
    pair_list_unpack(&o->p, &o->k);
}

/* One decision in a cycle (7.5): a warp is isolated or stalled, because of another one, or let go. */
static struct pair_decision draw_decision(struct unit *u, unsigned asked)
{
    const struct own *o = u->own;
    unsigned warp = below(u, o->k.sm_warps), what = below(u, 8);
    struct pair_decision d = {.isolated = -1, .stalled = -1, .reactivated = -1, .sent_back = -1};
    d.trigger = (warp + 1 + below(u, o->k.sm_warps - 1)) % o->k.sm_warps;
    if (what == 0 && shares(u) && !bit_get(o->p.isolated, warp))
        d.isolated = (int)warp;
    else if (what == 1 && stalls(u) && !bit_get(o->p.stalled, warp))
        d.stalled = (int)warp;
    else if (what == 2 && stalls(u) && bit_get(o->p.stalled, asked))
        d.reactivated = (int)asked;
    else if (what == 3 && shares(u) && bit_get(o->p.isolated, asked))
        d.sent_back = (int)asked;
    give(u, "warp_i", 0, o->k.number_w, warp);
    give(u, "trigger_i", 0, o->k.number_w, d.trigger);
    if (shares(u)) {
        give(u, "isolate_i", 0, 1, d.isolated >= 0);
        give(u, "return_i", 0, 1, d.sent_back >= 0);
    }
    if (stalls(u)) {
        give(u, "stall_i", 0, 1, d.stalled >= 0);
        give(u, "wake_i", 0, 1, d.reactivated >= 0);
    }
    hit_if(u, ISOLATES, d.isolated >= 0);
    hit_if(u, STALLS, d.stalled >= 0);
    hit_if(u, WAKES, d.reactivated >= 0);
    hit_if(u, RETURNS, d.sent_back >= 0);
    return d;
}

static void says_lists(struct unit *u, unsigned asked)
{
    const struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    unsigned place = give_below(u, "place_i", 0, k->number_w, k->sm_warps);
    says(u, "recent_o", 0, k->number_w, o->p.recent[place]);
    if (shares(u)) {
        says(u, "first_o", 0, k->number_w, o->p.first[asked]);
        says_wide(u, "isolated_o", 0, k->sm_warps, o->p.isolated);
    }
    if (stalls(u)) {
        says(u, "second_o", 0, k->number_w, o->p.second[asked]);
        says_wide(u, "stalled_o", 0, k->sm_warps, o->p.stalled);
    }
}

/* Any warp, or one of those that can be let go. */
static unsigned draw_asked(struct unit *u)
{
    const struct own *o = u->own;
    unsigned warp = below(u, o->k.sm_warps);
    if (one_in(u, 3))
        warp = draw_warp_of(u, &o->k, one_in(u, 2) && any_warp(o->p.stalled) ? o->p.stalled : o->p.isolated);
    give(u, "asked_i", 0, o->k.number_w, warp);
    return warp;
}

static unsigned trigger_of(const struct own *o, unsigned warp)
{
    return bit_get(o->p.stalled, warp) ? o->p.second[warp] : o->p.first[warp];
}

static void count_warp(struct unit *u, unsigned i, const struct warp_events *w)
{
    const struct pair_list *p = &((const struct own *)u->own)->p;
    bool stalled = bit_get(p->stalled, i), isolated = bit_get(p->isolated, i);
    hit_if(u, TRIGGER_ENDS, (stalled && bit_get(w->ended, p->second[i])) ||
                            (isolated && bit_get(w->ended, p->first[i])));
    hit_if(u, AWAITED, stalled && bit_get(w->awaited, i));
    hit_if(u, LAUNCH, (stalled || isolated) && bit_get(w->launched, i));
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    struct warp_events w = {.live = true};
    bool flush = one_in(u, 200);
    unsigned asked = draw_asked(u);
    if (one_in(u, 16))
        bit_set(w.launched, below(u, k->sm_warps));
    if (one_in(u, 16))
        bit_set(w.ended, one_in(u, 2) ? below(u, k->sm_warps) : trigger_of(o, asked));
    if (one_in(u, 8) && has(u, "awaited_i"))
        bit_set(w.awaited, below(u, k->sm_warps));
    give(u, "flush_i", 0, 1, flush);
    give_change(u, k, &w);
    give_wide(u, "end_i", 0, k->sm_warps, w.ended);
    if (has(u, "awaited_i"))
        give_wide(u, "awaited_i", 0, k->sm_warps, w.awaited);
    says_lists(u, asked);
    struct pair_decision d = draw_decision(u, asked);
    for (unsigned i = 0; i < k->sm_warps; i++)
        count_warp(u, i, &w);
    hit_if(u, WAKES_AS_TRIGGER_ENDS, d.reactivated >= 0 && bit_get(w.ended, o->p.second[asked]));
    hit_if(u, RETURNS_AS_TRIGGER_ENDS, d.sent_back >= 0 && bit_get(w.ended, o->p.first[asked]));
    hit_if(u, FLUSH, flush);
    if (flush)
        pair_list_flush(&o->p);
    else
        pair_list_edge(&o->p, k, &w, &d);
}

const struct bench bench_pair_list = {
    .assumed = "one decision in a cycle, which changes something; a trigger is another warp",
    .scope = "top.u_ciao.u_pair_list.", .list = list, .points = points, .own = sizeof(struct own),
    .open = open, .reset = reset, .unpack = unpack, .cycle = cycle
};
