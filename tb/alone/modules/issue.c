/* SPDX-License-Identifier: Apache-2.0 */
/* issue with age_matrix and rotating_choice: choice of the warp and of its collector, the end of warps;
 * cmodel/subcore/issue.c, limit.c, age_matrix.c, and what the collectors say of their readiness (3.5, 3.12, 3.14, 3.15,
 * 3.19, 3.20, docs/schedulers.md 6.1, docs/ciao.md 7.1; Malekeh IV-B). */
#include "cmodel/subcore/issue.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"

enum { ISSUES, GREEDY, NOBODY, NO_NUMBER, NO_COLLECTOR, WAR, ENDS, ALL_LIVE, HELD_BUSY, WAITS, WAIT_OVER, WAITS_LONG,
       LIMITED, LACKS, OWES, ISSUING, ENTRY, STRAND, INTERVAL, STAYS };

static bool caching(const struct unit *u) { return has(u, "col_holds_i"); }
static bool waits(const struct unit *u) { return u->m->issue.waits; }
static bool lacking(const struct unit *u) { return has(u, "cache_lacks_i"); }
static bool owing(const struct unit *u) { return has(u, "col_owes_i") || has(u, "cache_owes_i"); }
static bool late(const struct unit *u) { return u->m->core.shape.chosen_before; }
static bool limited(const struct unit *u) { return limit_any(&u->m->limit); }
static bool boc(const struct unit *u) { return u->m->core.shape.positions; }
static bool levels(const struct unit *u) { return u->m->issue.levels; }
static bool intervals(const struct unit *u) { return u->m->issue.intervals; }
static bool tables(const struct unit *u) { return u->cfg->kind == KIND_CCU; }

static const struct point points[] = {
    {"an instruction issues", NULL}, {"the warp that issued last issues again", NULL}, {"no warp is ready", NULL},
    {"no in-flight number is free", NULL}, {"no collector is free", NULL},
    {"a collector reads a result of its warp's next instruction", NULL}, {"a warp ends", NULL},
    {"all slots are live", NULL}, {"the CCU that holds a warp is busy", caching},
    {"it waits for a far CCU", waits}, {"it has waited long enough", waits},
    {"it has waited for half of the longest STHLD", waits},
    {"a warp is held back by the limit, CCWS or CIAO", limited}, {"a warp's cache lacks read ports", lacking},
    {"a warp does not end before its values are in the banks", owing},
    {"a warp that issues is not chosen again, and does not end", late},
    {"nothing issues, for an entry is still to be written", levels}, {"nothing issues, for a strand begins", levels},
    {"nothing issues, for registers of an interval are moved", intervals},
    {"a warp does not end before it has left the active set", intervals},
    {NULL, NULL}
};

struct own {
    struct issue_inputs in;
    struct instruction staged;  /* between issue and its collector */
    uint32_t busy;              /* collectors */
    uint64_t owing;             /* warps with values that their banks lack */
    bool launches;
    unsigned launched;
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
    struct issue *is = &m->issue;
    struct ibuffer *ib = &m->ibuffer;
    const struct shape *k = &m->core.shape;
    uint64_t able = issue_live(is) & ~is->q.exiting;
    ib->heads = able & (given(u, "head_valid_i", 0, k->warps) | draw_next(&u->draw));
    give(u, "head_valid_i", 0, k->warps, ib->heads);
    is->waiting = given(u, "blocked_i", 0, k->warps) & draw_next(&u->draw);
    give(u, "blocked_i", 0, k->warps, is->waiting);
    is->known = ~UINT64_C(0);
    scoreboard_reset(&m->scoreboard);
    for (unsigned w = 0; w < k->warps; w++) {
        bool last = one_in(u, 6);
        ib->rptr[w] = 0;
        ib->count[w] = ib->heads >> w & 1;
        ib->ring[w * ib->depth] = (struct instruction){
            .dst_count = 1, .last = last, .mask = 1,
            .unit = has(u, "head_unit_i") ? (uint8_t)given(u, "head_unit_i", 3 * w, 3) : 0
        };
        give(u, "head_last_i", w, 1, last);
        put(m->scoreboard.q.pending, w * k->registers, 1, given(u, "pending_i", w, 1));
    }
}

/* BOC c has an instruction in position 0 that reads register 0 or another one; the next one finds that
 * position or a free one, and entries or none. */
static void draw_bocs(struct unit *u)
{
    struct own *o = u->own;
    struct bocs *bs = &u->m->collectors.boc;
    const struct shape *k = &u->m->core.shape;
    bool crowded = one_in(u, 8);
    bs->base.occupied = o->busy = 0;
    bs->looked = low_bits(k->warps);
    for (unsigned c = 0; c < k->collectors; c++) {
        struct boc *at = &bs->at[c];
        bool occupied = crowded || one_in(u, 2), reads = one_in(u, 2), owes = one_in(u, 2);
        at->q.occupied = occupied;
        at->q.next = !crowded && bs->window > 1 ? below(u, 2) : 0;
        at->at[0] = (struct position){.src_valid = 1, .reg = {.at = {reads ? 0 : 1}}};
        at->q.valid = owes;
        at->q.dirty = bs->back ? owes : 0;
        at->q.transient = 0;
        at->look = (struct boc_lookup){.lacks = one_in(u, 4)};
        bool room = !(at->q.occupied >> at->q.next & 1) && !at->look.lacks;
        bs->base.occupied |= (uint32_t)occupied << c;
        o->busy |= (uint32_t)!room << c;
        give(u, "col_war_i", c, 1, occupied && reads);
        give(u, "col_room_i", c, 1, room);
        if (has(u, "col_owes_i"))
            give(u, "col_owes_i", c, 1, boc_owes(at) != 0);
    }
    give(u, "occupied_i", 0, k->collectors, bs->base.occupied);
}

/* Caches of live warps. */
static void draw_caches(struct unit *u)
{
    struct own *o = u->own;
    unsigned warps = u->m->core.shape.warps;
    if (lacking(u) && one_in(u, 8))
        give(u, "cache_lacks_i", 0, warps, low_bits(warps));
    o->in.read_ports = lacking(u);
    o->in.lacking = optional(u, "cache_lacks_i", warps);
    o->owing = optional(u, "cache_owes_i", warps) & issue_live(&u->m->issue);
    if (has(u, "cache_owes_i"))
        give(u, "cache_owes_i", 0, warps, o->owing);
}

/* A collector holds an instruction that reads register 0 if col_war_i says so; the values of a warp are in one CCU.
 * Without that port it may or may not read it, but only if it holds values of its warp, or is that warp's own. */
static void draw_collectors(struct unit *u)
{
    struct own *o = u->own;
    struct single_collectors *all = singles(&u->m->collectors.base);
    const struct shape *k = &u->m->core.shape;
    uint64_t held = 0, occupied = 0;
    bool crowded = one_in(u, 8);
    bool private = u->cfg->allocation == ALLOCATION_PRIVATE;
    for (unsigned c = 0; c < k->collectors; c++) {
        unsigned warp = give_below(u, "col_warp_i", c * k->warp_w, k->warp_w, k->warps);
        if (private && one_in(u, 2))
            give(u, "col_warp_i", c * k->warp_w, k->warp_w, warp = c);
        bool may_hold = private ? warp == c : !(held >> warp & 1), holds = caching(u) && may_hold && !one_in(u, 3);
        bool near = waits(u) && holds && !one_in(u, 3);
        all->at[c].q.warp = warp;
        all->at[c].q.src_valid = has(u, "col_war_i") || (private ? warp == c : holds);
        all->at[c].reg.at[0] = (has(u, "col_war_i") ? given(u, "col_war_i", c, 1) : one_in(u, 2)) ? 0 : 1;
        held |= (uint64_t)holds << warp;
        occupied |= (uint64_t)(crowded || !one_in(u, 3)) << c;
        if (tables(u)) {
            u->m->collectors.ccu.at[c].q.ct_valid = holds;
            u->m->collectors.ccu.at[c].q.ct_near = near;
        }
        if (caching(u))
            give(u, "col_holds_i", c, 1, holds);
        if (waits(u))
            give(u, "col_near_i", c, 1, near);
    }
    all->base.occupied = (uint32_t)occupied;
    give(u, "occupied_i", 0, k->collectors, occupied);
    const char *leaves = has(u, "upper_i") ? "upper_i" : has(u, "dispatch_i") ? "dispatch_i" : NULL;
    uint64_t gone = leaves && occupied && !crowded && one_in(u, 2) ? only(one_of(u, occupied)) : 0;
    if (leaves)
        give(u, leaves, 0, k->collectors, gone);
    o->busy = all->held = (uint32_t)(occupied & ~gone);
}

/* The instruction between issue and its collector, which is free. */
static void draw_stage(struct unit *u)
{
    struct own *o = u->own;
    struct collector_view *v = &o->in.view;
    const struct shape *k = &u->m->core.shape;
    uint64_t live = issue_live(&u->m->issue);
    uint32_t open = (uint32_t)low_bits(k->collectors) & ~o->in.collectors->occupied;
    bool valid = open && live && one_in(u, 2);
    unsigned c = valid ? one_of(u, open) : 0, w = valid ? one_of(u, live) : 0;
    if (valid && tables(u) && u->cfg->allocation == ALLOCATION_PRIVATE)
        valid = open >> (c = w) & 1;
    bool reads = has(u, "head_war_i") ? given(u, "head_war_i", w, 1) : one_in(u, 2);
    o->staged = (struct instruction){.src_valid = 1, .src_reg = {.at = {reads ? 0 : 1}}};
    v->staged = valid;
    v->staged_col = c;
    v->staged_warp = w;
    v->staged_instruction = &o->staged;
    o->busy |= valid ? 1u << c : 0;
    give(u, "stage_valid_i", 0, 1, valid);
    give(u, "stage_alloc_i", 0, k->collectors, valid ? only(c) : 0);
    give(u, "stage_warp_i", 0, k->warp_w, w);
}

/* The warp that was chosen in the last cycle, of which the instruction issues. */
static void draw_issuing(struct unit *u)
{
    struct own *o = u->own;
    struct collector_view *v = &o->in.view;
    uint64_t live = issue_live(&u->m->issue);
    v->staged = live && one_in(u, 2);
    v->staged_warp = v->staged_col = v->staged ? one_of(u, live) : 0;
    give(u, "issuing_i", 0, u->m->core.shape.warps, v->staged ? only(v->staged_warp) : 0);
}

/* STHLD stays long enough to be waited for, and is small for half of the time. */
static void draw_sthld(struct unit *u)
{
    struct own *o = u->own;
    unsigned sthld_w = u->m->issue.sthld_w;
    if (o->stays-- == 0) {
        unsigned all = 1u << sthld_w;
        o->sthld = below(u, all > 4 && one_in(u, 2) ? 4 : all);
        o->stays = 16 * (o->sthld + 1);
    }
    give(u, "sthld_i", 0, sthld_w, o->sthld);
    o->in.sthld = o->sthld;
}

static void draw_limits(struct unit *u)
{
    struct own *o = u->own;
    struct limit *l = &u->m->limit;
    const struct shape *k = &u->m->core.shape;
    if (has(u, "barrier_i"))
        give(u, "barrier_i", 0, k->warps, given(u, "barrier_i", 0, k->warps) & draw_next(&u->draw));
    l->in.barrier = optional(u, "barrier_i", k->warps);
    if (one_in(u, 8))
        for (unsigned i = 0; i < 2; i++)
            if (has(u, i ? "stop_i" : "stall_i"))
                give(u, i ? "stop_i" : "stall_i", 0, k->warps, low_bits(k->warps));
    l->in.spare = optional(u, "spare_i", 1);
    l->in.stop = optional(u, "stop_i", k->warps);
    l->in.stalled = optional(u, "stall_i", k->warps);
    o->in.active = k->two_level ? given(u, "active_i", 0, k->warps) : UINT64_MAX;
    if (waits(u))
        draw_sthld(u);
}

/* Warps that wait for an entry, and those that wait to begin a strand; often all of them. */
static void draw_waits(struct unit *u)
{
    struct own *o = u->own;
    const struct shape *k = &u->m->core.shape;
    uint64_t waits = one_in(u, 8) ? low_bits(k->warps) : given(u, "entry_waits_i", 0, k->warps) & draw_next(&u->draw);
    o->in.unwritten = one_in(u, 4) ? waits : one_in(u, 3) ? 0 : waits & draw_next(&u->draw);
    u->m->issue.waiting_long = waits & (~o->in.unwritten | draw_next(&u->draw));
    give(u, "entry_waits_i", 0, k->warps, waits);
}

/* Warps that wait for registers of their intervals; often all of them. None ends in the active set. */
static void draw_moves(struct unit *u)
{
    struct own *o = u->own;
    const struct shape *k = &u->m->core.shape;
    if (one_in(u, 8))
        give(u, "entry_waits_i", 0, k->warps, low_bits(k->warps));
    o->in.unfetched = given(u, "entry_waits_i", 0, k->warps);
    o->owing = o->in.active;
}

static void draw_launch(struct unit *u)
{
    struct own *o = u->own;
    const struct shape *k = &u->m->core.shape;
    uint64_t open = low_bits(k->warps) & ~issue_live(&u->m->issue);
    o->launches = open && one_in(u, 3);
    o->launched = open ? one_of(u, open) : 0;
    give(u, "launch_valid_i", 0, 1, o->launches);
    give(u, "launch_warp_i", 0, k->warp_w, o->launched);
}

static void says_choice(struct unit *u)
{
    const struct issue *is = &u->m->issue;
    const struct limit *l = &u->m->limit;
    const struct shape *k = &u->m->core.shape;
    bool chosen = is->choice.valid, ends = is->ends.valid;
    says(u, "issue_valid_o", 0, 1, chosen);
    says(u, "issue_warp_o", 0, k->warp_w, chosen ? is->choice.warp : 0);
    says(u, "grant_o", 0, k->warps, chosen ? only(is->choice.warp) : 0);
    if (has(u, "alloc_o"))
        says(u, "alloc_o", 0, k->collectors, chosen ? only(is->choice.col) : 0);
    says(u, "end_valid_o", 0, 1, ends);
    says(u, "end_warp_o", 0, k->warp_w, ends ? is->ends.warp : 0);
    if (has(u, "ending_o"))
        says(u, "ending_o", 0, k->warps, ends ? only(is->ends.warp) : 0);
    if (has(u, "live_o"))
        says(u, "live_o", 0, 1, issue_live(is) != 0);
    if (has(u, "token_o"))
        says(u, "token_o", 0, k->warps, limit_within(l, &is->age));
    if (has(u, "may_o"))
        says(u, "may_o", 0, k->warps, limit_keeps(l, &is->age) & low_bits(k->warps));
    if (has(u, "age_o"))
        for (unsigned w = 0; w < k->warps; w++)
            says(u, "age_o", w * k->warps, k->warps, get(is->q.row, w * k->warps, k->warps));
    if (has(u, "exiting_o"))
        says(u, "exiting_o", 0, k->warps, is->q.exiting);
}

/* A collector has an instruction of the warp. */
static bool collects(const struct unit *u, unsigned w)
{
    const union any_collectors *cs = &u->m->collectors;
    return boc(u) ? cs->boc.at[w].q.occupied != 0 : cs->base.ops->collects(&cs->base, w);
}

/* A warp that has issued its last instruction, and has nothing to wait for but what it owes to banks. */
static bool ends_later(const struct unit *u)
{
    const struct own *o = u->own;
    const struct model *m = u->m;
    bool found = false;
    for (uint64_t set = m->issue.q.exiting; set; set &= set - 1) {
        unsigned w = lowest(set);
        bool owes = boc(u) ? boc_owes(&m->collectors.boc.at[w]) != 0 : o->owing >> w & 1;
        found |= !collects(u, w) && !scoreboard_any(&m->scoreboard, w) && owes;
    }
    return found;
}

/* What collectors that hold an instruction keep their warps from. */
static void count_held(struct unit *u)
{
    const struct single_collectors *all = singles_of(&u->m->collectors.base);
    for (uint32_t set = all->held; set; set &= set - 1) {
        const struct collector *col = &all->at[lowest(set)];
        bool head = ibuffer_has_head(&u->m->ibuffer, (unsigned)col->q.warp);
        hit_if(u, WAR, col->q.src_valid && col->reg.at[0] == 0 && head);
        hit_if(u, HELD_BUSY, tables(u) && u->m->collectors.ccu.at[lowest(set)].q.ct_valid && head);
    }
}

static void count_points(struct unit *u)
{
    const struct own *o = u->own;
    const struct model *m = u->m;
    const struct issue *is = &m->issue;
    const struct shape *k = &m->core.shape;
    uint64_t heads = m->ibuffer.heads;
    bool chosen = is->choice.valid;
    hit_if(u, ISSUES, chosen);
    hit_if(u, GREEDY, chosen && is->q.last_valid && is->choice.warp == is->q.last_warp);
    hit_if(u, NOBODY, !chosen && heads);
    hit_if(u, NO_NUMBER, !chosen && heads && given(u, "full_i", 0, 1));
    hit_if(u, NO_COLLECTOR, heads && o->busy == low_bits(k->collectors));
    hit_if(u, ENDS, is->ends.valid);
    hit_if(u, ALL_LIVE, issue_live(is) == low_bits(k->warps));
    hit_if(u, WAITS, !chosen && is->choice.stall == STALL_WAIT);
    hit_if(u, WAIT_OVER, chosen && waits(u) && is->q.wait && !is->choice.wait);
    hit_if(u, WAITS_LONG, waits(u) && is->q.wait >> (is->sthld_w - 1));
    hit_if(u, LIMITED, !chosen && is->choice.stall == STALL_LIMIT);
    hit_if(u, ENTRY, !chosen && is->choice.stall == STALL_LEVEL);
    hit_if(u, STRAND, !chosen && is->choice.stall == STALL_STRAND);
    hit_if(u, INTERVAL, !chosen && is->choice.stall == STALL_INTERVAL);
    hit_if(u, STAYS, intervals(u) && ends_later(u));
    hit_if(u, LACKS, !chosen && is->choice.stall == STALL_READ_PORTS);
    hit_if(u, OWES, owing(u) && ends_later(u));
    hit_if(u, ISSUING, late(u) && o->in.view.staged && (heads >> o->in.view.staged_warp & 1));
    for (uint64_t set = boc(u) ? heads : 0; set; set &= set - 1)
        hit_if(u, WAR, given(u, "col_war_i", lowest(set), 1));
    if (!boc(u))
        count_held(u);
}

static void draw(struct unit *u)
{
    struct own *o = u->own;
    struct model *m = u->m;
    bool full = one_in(u, 6);
    o->in = (struct issue_inputs){
        .collectors = &m->collectors.base, .scoreboard = &m->scoreboard, .limit = &m->limit,
        .iid = m->core.shape.inflight - !full,
        .view = {.ibuffer = &m->ibuffer, .lfsr = optional(u, "random_i", 8), .exiting = m->issue.q.exiting},
    };
    o->owing = 0;
    give(u, "full_i", 0, 1, full);
    draw_warps(u);
    if (boc(u))
        draw_bocs(u);
    else
        draw_collectors(u);
    if (m->rfcs.present)
        draw_caches(u);
    if (m->core.shape.stage)
        draw_stage(u);
    if (late(u))
        draw_issuing(u);
    draw_limits(u);
    if (levels(u))
        draw_waits(u);
    if (intervals(u))
        draw_moves(u);
    draw_launch(u);
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    struct issue *is = &u->m->issue;
    const struct collector_view *v = &o->in.view;
    draw(u);
    issue_eval(is, &o->in);
    issue_end_eval(is, &u->m->scoreboard, o->in.collectors, v->staged ? (int)v->staged_warp : -1, o->owing);
    says_choice(u);
    count_points(u);
    issue_edge(is, is->choice.valid ? ibuffer_head(&u->m->ibuffer, is->choice.warp) : NULL);
    if (o->launches)
        issue_launch(is, o->launched);
    issue_end_edge(is);
}

const struct bench bench_issue = {
    .assumed = "a slot is launched when it is free; a warp with an instruction is live and has not issued its last "
               "one; what leaves is there; a warp's values are in one CCU, "
               "with CCUs of warps in that of its own",
    .scope = "top.u_issue.", .points = points, .own = sizeof(struct own), .cycle = cycle
};
