/* SPDX-License-Identifier: Apache-2.0 */
/* issue with age_matrix and rotating_choice: choice of the warp and of its collector, the end of warps;
 * cmodel/subcore/issue.c, cmodel/subcore/limit.c, cmodel/subcore/age_matrix.c, with BOCs and register caches boc.c and
 * rfc.c (3.5, 3.12, 3.14, 3.15, docs/schedulers.md 6.1, docs/ciao.md 7.1; Malekeh IV-B). */
#include "cmodel/subcore/issue.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"
#include "cmodel/subcore/bank_queue.h"
#include "cmodel/subcore/boc.h"
#include "cmodel/subcore/limit.h"
#include "cmodel/subcore/rfc.h"
#include "cmodel/subcore/scoreboard.h"

enum { ISSUES, GREEDY, NOBODY, NO_NUMBER, NO_COLLECTOR, WAR, ENDS, ALL_LIVE, HELD_BUSY, WAITS, WAIT_OVER, WAITS_LONG,
       LIMITED, LACKS, OWES, ISSUING };

static bool caching(const struct unit *u) { return has(u, "col_holds_i"); }
static bool waits(const struct unit *u) { return u->m->shape.wait; }
static bool lacking(const struct unit *u) { return has(u, "cache_lacks_i"); }
static bool owing(const struct unit *u) { return has(u, "col_owes_i") || has(u, "cache_owes_i"); }
static bool late(const struct unit *u) { return u->m->shape.late; }
static bool limited(const struct unit *u)
{
    return u->m->shape.limit || u->m->shape.ccws || u->m->shape.stalls;
}

static const struct point points[] = {
    {"an instruction issues", NULL}, {"the warp that issued last issues again", NULL}, {"no warp is ready", NULL},
    {"no in-flight number is free", NULL}, {"no collector is free", NULL},
    {"a collector reads a result of its warp's next instruction", NULL}, {"a warp ends", NULL},
    {"all slots are live", NULL}, {"the CCU that holds a warp is busy", caching},
    {"it waits for a far CCU", waits}, {"it has waited long enough", waits},
    {"it has waited for half of the longest STHLD", waits},
    {"a warp is held back by the limit, CCWS or CIAO", limited}, {"a warp's cache lacks read ports", lacking},
    {"a warp does not end before its values are in the banks", owing},
    {"a warp that issues is not chosen again, and does not end", late}, {NULL, NULL}
};

struct own {
    struct sc_out out;
    unsigned sthld;             /* STHLD, and for how many cycles it stays */
    unsigned stays;
};

static uint64_t optional(const struct unit *u, const char *port, unsigned width)
{
    return has(u, port) ? given(u, port, 0, width) : 0;
}

/* Heads belong to live warps that have not issued their last one. Each has one result, register 0, and waits as
 * blocked_i says. */
static void draw_warps(struct unit *u)
{
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    uint64_t able = m->issue.age.valid[0] & ~m->q.issue.exiting;
    m->ibuffer.heads = able & (given(u, "head_valid_i", 0, k->warps) | draw_next(&u->draw));
    give(u, "head_valid_i", 0, k->warps, m->ibuffer.heads);
    m->issue.waiting = given(u, "blocked_i", 0, k->warps) & draw_next(&u->draw);
    give(u, "blocked_i", 0, k->warps, m->issue.waiting);
    m->issue.known = ~UINT64_C(0);
    memset(m->q.pending, 0, sizeof m->q.pending);
    for (unsigned w = 0; w < k->warps; w++) {
        struct entry *head = &m->ibuffer.ring[w * k->depth];
        bool last = one_in(u, 6);
        *head = (struct entry){.dst_count = 1, .last = last, .mask = 1,
                               .unit = has(u, "head_unit_i") ? (uint8_t)given(u, "head_unit_i", 3 * w, 3) : 0};
        m->ibuffer.rptr[w] = 0;
        m->ibuffer.count[w] = m->ibuffer.heads >> w & 1;
        give(u, "head_last_i", w, 1, last);
        put(m->q.pending, w * k->registers, 1, given(u, "pending_i", w, 1));
    }
}

/* BOC c has an instruction in position 0 that reads register 0 or another one; the next one finds that
 * position or a free one, and entries or none. */
static void draw_bocs(struct unit *u)
{
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    bool crowded = one_in(u, 8);
    m->occupied = 0;
    m->step.busy = 0;
    m->looked = low_bits(k->warps);
    for (unsigned c = 0; c < k->collectors; c++) {
        bool occupied = crowded || one_in(u, 2), reads = one_in(u, 2), owes = one_in(u, 2);
        struct boc_q *q = &m->q.boc[c];
        q->occupied = occupied;
        q->next = !crowded && k->window > 1 ? below(u, 2) : 0;
        m->boc[c].at[0] = (struct position){.src_valid = 1, .reg = {.at = {reads ? 0 : 1}}};
        q->valid = owes;
        q->dirty = k->back ? owes : 0;
        q->transient = 0;
        m->boc[c].look = (struct boc_lookup){.lacks = one_in(u, 4)};
        bool room = boc_has_room(m, c) && !m->boc[c].look.lacks;
        m->occupied |= (uint32_t)occupied << c;
        m->step.busy |= (uint32_t)!room << c;
        give(u, "col_war_i", c, 1, occupied && reads);
        give(u, "col_room_i", c, 1, room);
        if (has(u, "col_owes_i"))
            give(u, "col_owes_i", c, 1, boc_owes(m, c) != 0);
    }
    give(u, "occupied_i", 0, k->collectors, m->occupied);
    m->step.held = m->occupied;
}

/* Caches of live warps. */
static void draw_caches(struct unit *u)
{
    struct model *m = u->m;
    bool all_lack = has(u, "cache_lacks_i") && one_in(u, 8);
    if (all_lack)
        give(u, "cache_lacks_i", 0, m->shape.warps, low_bits(m->shape.warps));
    for (unsigned w = 0; w < m->shape.warps; w++) {
        bool owes = has(u, "cache_owes_i") && (m->issue.age.valid[0] >> w & 1) && given(u, "cache_owes_i", w, 1);
        m->look[w] = (struct rfc_lookup){.lacks = has(u, "cache_lacks_i") && given(u, "cache_lacks_i", w, 1)};
        m->q.rfc[w].valid = m->q.rfc[w].dirty = owes;
        if (has(u, "cache_owes_i"))
            give(u, "cache_owes_i", w, 1, owes);
    }
}

/* A collector holds an instruction that reads register 0 if col_war_i says so; the values of a warp are in one CCU.
 * Without that port it may or may not read it, but only if it holds values of its warp, or is that warp's own. */
static void draw_collectors(struct unit *u)
{
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    uint64_t held = 0, occupied = 0;
    bool crowded = one_in(u, 8);
    bool private = k->allocation == ALLOCATION_PRIVATE;
    for (unsigned c = 0; c < k->collectors; c++) {
        struct collector_q *q = &m->q.col[c];
        unsigned warp = give_below(u, "col_warp_i", c * k->warp_w, k->warp_w, k->warps);
        if (private && one_in(u, 2))
            give(u, "col_warp_i", c * k->warp_w, k->warp_w, warp = c);
        bool may_hold = private ? warp == c : !(held >> warp & 1), holds = caching(u) && may_hold && !one_in(u, 3);
        q->warp = warp;
        q->src_valid = has(u, "col_war_i") || (private ? warp == c : holds);
        q->ct_valid = holds;
        q->ct_near = waits(u) && holds && !one_in(u, 3);
        m->col[c].reg.at[0] = (has(u, "col_war_i") ? given(u, "col_war_i", c, 1) : one_in(u, 2)) ? 0 : 1;
        held |= (uint64_t)holds << warp;
        occupied |= (uint64_t)(crowded || !one_in(u, 3)) << c;
        if (caching(u))
            give(u, "col_holds_i", c, 1, holds);
        if (waits(u))
            give(u, "col_near_i", c, 1, q->ct_near);
    }
    m->occupied = (uint32_t)occupied;
    give(u, "occupied_i", 0, k->collectors, occupied);
    const char *leaves = has(u, "upper_i") ? "upper_i" : has(u, "dispatch_i") ? "dispatch_i" : NULL;
    uint64_t gone = leaves && occupied && !crowded && one_in(u, 2) ? only(one_of(u, occupied)) : 0;
    if (leaves)
        give(u, leaves, 0, k->collectors, gone);
    m->step.held = m->step.busy = m->occupied & ~(uint32_t)gone;
}

/* The instruction between issue and its collector, which is free. */
static void draw_stage(struct unit *u)
{
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    uint32_t open = (uint32_t)low_bits(k->collectors) & ~m->occupied;
    bool valid = k->pipe && open && m->issue.age.valid[0] && one_in(u, 2);
    m->q.stage.valid = valid;
    if (!k->pipe)
        return;
    unsigned c = valid ? one_of(u, open) : 0, w = valid ? one_of(u, m->issue.age.valid[0]) : 0;
    if (valid && k->allocation == ALLOCATION_PRIVATE && k->ccu)
        m->q.stage.valid = valid = open >> (c = w) & 1;
    m->q.stage.col = c;
    m->q.stage.warp = w;
    bool reads = has(u, "head_war_i") ? given(u, "head_war_i", w, 1) : one_in(u, 2);
    m->stage = (struct entry){.src_valid = 1, .src_reg = {.at = {reads ? 0 : 1}}};
    m->step.busy |= valid ? 1u << c : 0;
    give(u, "stage_valid_i", 0, 1, valid);
    give(u, "stage_alloc_i", 0, k->collectors, valid ? only(c) : 0);
    give(u, "stage_warp_i", 0, k->warp_w, w);
}

/* The warp that was chosen in the last cycle, of which the instruction issues. */
static void draw_issuing(struct unit *u)
{
    struct model *m = u->m;
    uint64_t live = m->issue.age.valid[0];
    m->q.stage.valid = live && one_in(u, 2);
    m->q.stage.warp = m->q.stage.valid ? one_of(u, live) : 0;
    give(u, "issuing_i", 0, m->shape.warps, m->q.stage.valid ? only((unsigned)m->q.stage.warp) : 0);
}

/* STHLD stays long enough to be waited for, and is small for half of the time. */
static void draw_sthld(struct unit *u)
{
    struct own *o = u->own;
    const struct shape *k = &u->m->shape;
    if (o->stays-- == 0) {
        unsigned all = 1u << k->sthld_w;
        o->sthld = below(u, all > 4 && one_in(u, 2) ? 4 : all);
        o->stays = 16 * (o->sthld + 1);
    }
    give(u, "sthld_i", 0, k->sthld_w, o->sthld);
    u->m->step.sthld = (uint8_t)o->sthld;
}

static void draw_limits(struct unit *u)
{
    struct step *st = &u->m->step;
    const struct shape *k = &u->m->shape;
    if (has(u, "barrier_i"))
        give(u, "barrier_i", 0, k->warps, given(u, "barrier_i", 0, k->warps) & draw_next(&u->draw));
    st->barrier = optional(u, "barrier_i", k->warps);
    if (one_in(u, 8))
        for (unsigned i = 0; i < 2; i++)
            if (has(u, i ? "stop_i" : "stall_i"))
                give(u, i ? "stop_i" : "stall_i", 0, k->warps, low_bits(k->warps));
    st->spare = optional(u, "spare_i", 1);
    st->stop = optional(u, "stop_i", k->warps);
    st->stalled = optional(u, "stall_i", k->warps);
    if (k->two)
        u->m->q.active = given(u, "active_i", 0, k->warps);
    if (waits(u))
        draw_sthld(u);
}

static void draw_launch(struct unit *u)
{
    struct step *st = &u->m->step;
    const struct shape *k = &u->m->shape;
    uint64_t open = low_bits(k->warps) & ~u->m->issue.age.valid[0];
    st->launch_valid = open && one_in(u, 3);
    st->launch_warp = open ? (uint8_t)one_of(u, open) : 0;
    st->launch_row = 0;
    give(u, "launch_valid_i", 0, 1, st->launch_valid);
    give(u, "launch_warp_i", 0, k->warp_w, st->launch_warp);
}

static void says_choice(struct unit *u, const struct sc_out *out)
{
    const struct model *m = u->m;
    const struct shape *k = &m->shape;
    const struct step *st = &m->step;
    says(u, "issue_valid_o", 0, 1, st->chosen);
    says(u, "issue_warp_o", 0, k->warp_w, st->chosen ? st->chosen_warp : 0);
    says(u, "grant_o", 0, k->warps, st->chosen ? only(st->chosen_warp) : 0);
    if (has(u, "alloc_o"))
        says(u, "alloc_o", 0, k->collectors, st->chosen ? only(st->issue_col) : 0);
    says(u, "end_valid_o", 0, 1, out->end_valid);
    says(u, "end_warp_o", 0, k->warp_w, out->end_warp);
    if (has(u, "ending_o"))
        says(u, "ending_o", 0, k->warps, st->end ? only(st->end_warp) : 0);
    if (has(u, "live_o"))
        says(u, "live_o", 0, 1, m->issue.age.valid[0] != 0);
    if (has(u, "token_o"))
        says(u, "token_o", 0, k->warps, limit_within(m));
    if (has(u, "may_o"))
        says(u, "may_o", 0, k->warps, limit_keeps(m) & low_bits(k->warps));
    if (has(u, "age_o"))
        for (unsigned w = 0; w < k->warps; w++)
            says(u, "age_o", w * k->warps, k->warps, get(m->q.issue.row, w * k->warps, k->warps));
    if (has(u, "exiting_o"))
        says(u, "exiting_o", 0, k->warps, m->q.issue.exiting);
}

/* A warp that has issued its last instruction, and has nothing to wait for but what it owes to banks. */
static bool ends_later(const struct unit *u)
{
    const struct model *m = u->m;
    bool found = false;
    for (uint64_t set = m->q.issue.exiting; set; set &= set - 1) {
        unsigned w = lowest(set);
        bool collects = m->shape.boc && m->q.boc[w].occupied;
        for (uint32_t c = m->shape.boc ? 0 : m->occupied; c; c &= c - 1)
            collects |= m->q.col[lowest(c)].warp == w;
        found |= !collects && !scoreboard_any(m, w) && (m->shape.boc ? boc_owes(m, w) != 0 : rfc_owes(m, w));
    }
    return found;
}

static void count_points(struct unit *u, uint64_t last, bool last_valid)
{
    const struct model *m = u->m;
    const struct step *st = &m->step;
    hit_if(u, ISSUES, st->chosen);
    hit_if(u, GREEDY, st->chosen && last_valid && st->chosen_warp == last);
    hit_if(u, NOBODY, !st->chosen && m->ibuffer.heads);
    hit_if(u, NO_NUMBER, !st->chosen && m->ibuffer.heads && given(u, "full_i", 0, 1));
    hit_if(u, NO_COLLECTOR, m->ibuffer.heads && st->busy == low_bits(m->shape.collectors));
    hit_if(u, ENDS, st->end);
    hit_if(u, ALL_LIVE, m->issue.age.valid[0] == low_bits(m->shape.warps));
    hit_if(u, WAITS, !st->chosen && st->stall == STALL_WAIT);
    hit_if(u, WAIT_OVER, st->chosen && waits(u) && m->q.issue.wait && !st->wait);
    hit_if(u, WAITS_LONG, waits(u) && m->q.issue.wait >> (m->shape.sthld_w - 1));
    hit_if(u, LIMITED, !st->chosen && st->stall == STALL_LIMIT);
    hit_if(u, LACKS, !st->chosen && st->stall == STALL_READ_PORTS);
    hit_if(u, OWES, owing(u) && ends_later(u));
    hit_if(u, ISSUING, m->shape.late && m->q.stage.valid && (m->ibuffer.heads >> m->q.stage.warp & 1));
    for (uint64_t set = m->shape.boc ? m->ibuffer.heads : 0; set; set &= set - 1)
        hit_if(u, WAR, given(u, "col_war_i", lowest(set), 1));
    for (uint32_t set = m->shape.boc ? 0 : st->held; set; set &= set - 1) {
        const struct collector_q *q = &m->q.col[lowest(set)];
        hit_if(u, WAR, q->src_valid && m->col[lowest(set)].reg.at[0] == 0 && (m->ibuffer.heads >> q->warp & 1));
        hit_if(u, HELD_BUSY, q->ct_valid && (m->ibuffer.heads >> q->warp & 1));
    }
}

static void cycle(struct unit *u)
{
    struct model *m = u->m;
    struct own *o = u->own;
    uint64_t last = m->q.issue.last_warp;
    bool last_valid = m->q.issue.last_valid, full = one_in(u, 6);
    draw_warps(u);
    if (m->shape.boc)
        draw_bocs(u);
    else
        draw_collectors(u);
    if (m->shape.rfc)
        draw_caches(u);
    draw_stage(u);
    if (late(u))
        draw_issuing(u);
    draw_limits(u);
    draw_launch(u);
    give(u, "full_i", 0, 1, full);
    memset(m->inflight.valid, 0, sizeof m->inflight.valid);
    for (unsigned i = 0; i < m->shape.inflight - !full; i++)
        bit_set(m->inflight.valid, i);
    m->q.stage.iid = 0;                 /* one that is taken: full_i is not of this module */
    m->q.lfsr = optional(u, "random_i", 8);
    issue_eval(m, &o->out);
    end_eval(m, &o->out);
    says_choice(u, &o->out);
    count_points(u, last, last_valid);
    m->q.stage.valid = 0;               /* what it does to other modules is not looked at */
    m->step.issue = !m->shape.late && m->step.issue;
    issue_edge(m);
    m->q.stage.valid = 0;
    launch_edge(m);
    end_edge(m);
    for (unsigned b = 0; b < m->shape.banks; b++)
        bank_queue_clear(m, b);
}

const struct bench bench_issue = {
    .assumed = "a slot is launched when it is free; a warp with an instruction is live and has not issued its last "
               "one; what leaves is there; a warp's values are in one CCU, "
               "with CCUs of warps in that of its own",
    .scope = "top.u_issue.", .points = points, .own = sizeof(struct own), .cycle = cycle
};
