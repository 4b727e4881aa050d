/* SPDX-License-Identifier: Apache-2.0 */
/* boc with its values: cmodel/subcore/boc.c, boc_drain.c, and of dispatch.c and crossbar.c what concerns a BOC (3.14;
 * BOW IV-A, IV-B). Around it stands what a warp does: its instructions issue, get values, dispatch, and give
 * results. */
#include "cmodel/subcore/boc.h"

#include "tb/alone/alone.h"
#include "tb/alone/collector.h"
#include "cmodel/subcore/crossbar.h"
#include "cmodel/subcore/dispatch.h"
#include "cmodel/subcore/ibuffer.h"

enum { ALL_HIT, ALL_MISS, NO_ROOM, LACKS, WAR, FULL_WINDOW, REUSE, DRAIN, DRAIN_REFUSED, KEPT, NOT_KEPT, ENDS, DROPPED,
       HOMELESS, ARRIVES_AND_LEAVES, LEFT_BEFORE, RESULT_LEFT_BEFORE };

static bool back(const struct unit *u) { return u->m->shape.back; }
static bool hinted(const struct unit *u) { return u->m->shape.hinted; }
/* With LATE the position was free when the instruction was chosen. */
static bool reuses(const struct unit *u) { return u->m->shape.reuse && !u->m->shape.late; }
static bool forwards(const struct unit *u) { return u->m->shape.forward; }
static bool late(const struct unit *u) { return u->m->shape.late; }
static bool late_back(const struct unit *u) { return late(u) && back(u); }
static bool tight(const struct unit *u) { return back(u) && u->m->shape.entries <= 2 * u->m->shape.slots; }

static const struct point points[] = {
    {"all sources hit", NULL}, {"all sources miss", NULL}, {"no position is free", NULL},
    {"the head lacks entries", tight}, {"a slot names a result of the head", NULL},
    {"all positions are occupied", NULL},
    {"an instruction comes into the position of one that leaves", reuses}, {"a value is drained", back},
    {"a value is offered and waits", back}, {"a result goes into an entry", NULL},
    {"a result finds no entry that waits for it", NULL}, {"the warp ends", NULL},
    {"a value goes that only the BOC had", hinted}, {"a result gets no entry", NULL},
    {"a value arrives as its instruction dispatches", forwards},
    {"a value that a source hits leaves before the instruction issues", late_back},
    {"a value that a result would overwrite leaves before the instruction issues", late_back}, {NULL, NULL}
};

/* An instruction between issue and its last result. */
struct running { bool there, dispatched; uint8_t left, reg, position; uint32_t mask; };

struct own {
    struct sc_out out;
    struct entry head;
    struct running running[MAX_INFLIGHT];
    uint64_t pending[MAX_REGISTERS / 64];
    uint8_t asked[MAX_WINDOW];              /* slots that wait for a bank, by position */
    bool head_there, exiting;
    bool chosen;                            /* LATE: the head was chosen in the last cycle, and issues */
    unsigned hits;                          /* what it hit then */
    unsigned held;                          /* results whose register was in then */
};

static bool open(struct unit *u)
{
    u->m->shape.collectors = 1;
    return true;
}

static void start_warp(struct own *o)
{
    memset(o->running, 0, sizeof o->running);
    memset(o->pending, 0, sizeof o->pending);
    memset(o->asked, 0, sizeof o->asked);
    o->head_there = o->exiting = o->chosen = false;
}

static void reset(struct unit *u)
{
    start_warp(u->own);
    boc_clear(u->m, 0);
    u->m->occupied = 0;
    u->m->q.issue.exiting = 0;
}

static unsigned register_of(const struct model *m, unsigned entry)
{
    return m->boc[0].tag[entry / 8].at[entry % 8];
}

/* A hint has let the value go, or does so in this cycle. */
static bool let_go(const struct model *m, unsigned reg)
{
    const struct boc_q *q = &m->q.boc[0];
    bool gone = bit_get(m->boc[0].lost, reg);
    for (uint64_t set = q->valid & q->dirty & q->transient & ~m->boc[0].alive; set; set &= set - 1)
        gone |= register_of(m, lowest(set)) == reg;
    return gone;
}

/* What a hint has let go is neither read nor written in part. */
static bool breaks_contract(const struct model *m, const struct entry *e)
{
    bool breaks = false;
    for (unsigned set = e->src_valid; set; set &= set - 1)
        breaks |= let_go(m, e->src_reg.at[lowest(set)]);
    for (unsigned d = 0; e->mask != m->shape.lane_mask && d < e->dst_count; d++)
        breaks |= let_go(m, (e->dst_base + d) & (m->shape.registers - 1));
    return breaks;
}

/* Entries that can be replaced, for all that was known in the last cycle. */
static uint64_t yielding(const struct unit *u)
{
    const struct boc_q *q = &u->m->q.boc[0];
    const struct boc *b = &u->m->boc[0];
    return b->in & q->valid & ~(b->locked | q->wait | q->dirty);
}

/* Any register; half of the time one of few, which sources, results and entries often have in common. */
static unsigned draw_any(struct unit *u)
{
    const struct shape *k = &u->m->shape;
    unsigned few = 3 * k->entries;
    return u->cycle / 1024 % 2 && few < k->registers ? below(u, few) : below(u, k->registers);
}

/* A register that an entry has, most often one that can be replaced; or any. */
static unsigned draw_held(struct unit *u)
{
    uint64_t held = u->m->q.boc[0].valid, yields = yielding(u);
    if (!held || one_in(u, 4))
        return draw_any(u);
    return register_of(u->m, one_of(u, yields && !one_in(u, 4) ? yields : held));
}

/* The register of an entry that can be replaced and is taken behind `before` others, free ones among them; or any. */
static unsigned in_order(struct unit *u, unsigned before)
{
    uint64_t yields = yielding(u);
    unsigned free = u->m->shape.entries - count_bits(u->m->boc[0].in), entry = 0;
    if (before < free || before - free >= count_bits(yields))
        return draw_any(u);
    for (unsigned n = 0; n <= before - free; n++) {
        entry = first_cyclically(yields, (unsigned)u->m->q.boc[0].fifo);
        yields &= ~(UINT64_C(1) << entry);
    }
    return register_of(u->m, entry);
}

/* A register that no entry has, if there is one among some. */
static unsigned draw_missing(struct unit *u)
{
    unsigned reg = 0;
    bool held = true;
    for (unsigned tries = 0; held && tries < 8; tries++) {
        reg = draw_any(u);
        held = false;
        for (uint64_t set = u->m->boc[0].in; set; set &= set - 1)
            held |= register_of(u->m, lowest(set)) == reg;
    }
    return reg;
}

/* Most slots miss, there are as many results as there may be, and one of these has the register of an entry that a
 * source takes, often the last one, or of the one behind. Sources name other results, most often the first ones: these
 * need no entries, and those behind them take what the sources leave. */
static void aim_at_misses(struct unit *u, struct entry *e)
{
    const struct shape *k = &u->m->shape;
    unsigned used = one_in(u, 3) ? k->slots : 1 + below(u, k->slots), held = below(u, MAX_DSTS);
    unsigned reg = in_order(u, one_in(u, 3) ? below(u, k->slots) : used - one_in(u, 2));
    e->src_valid = (uint8_t)low_bits(used);
    e->dst_count = MAX_DSTS;
    e->dst_base = (uint8_t)((reg - held) & (k->registers - 1));
    for (unsigned s = 0; s < used; s++) {
        unsigned result = below(u, 1 + below(u, MAX_DSTS));
        e->src_reg.at[s] = (uint8_t)(result == held || !one_in(u, 4) ? draw_missing(u)
                                     : (e->dst_base + result) & (k->registers - 1));
    }
}

/* Names what entries have and what they have not: all numbers of hits and misses, in any order of slots, often hits of
 * the entries that would be replaced first, and results that sources or entries have. */
static void aim_at_hits(struct unit *u, struct entry *e, bool many)
{
    const struct shape *k = &u->m->shape;
    bool again = one_in(u, 3), first = one_in(u, 3);
    unsigned hits = below(u, 4), taken = 0;
    if (!one_in(u, 4))
        e->src_valid = (uint8_t)low_bits(one_in(u, 2) ? 1 + below(u, k->slots) : k->slots);
    for (unsigned s = 0; s < k->slots; s++) {
        unsigned reg = below(u, 4) < hits ? draw_held(u) : draw_any(u);
        if (first && one_in(u, 2))
            reg = in_order(u, taken++);
        if (e->src_valid >> s & 1)
            e->src_reg.at[s] = s && again && one_in(u, 4) ? e->src_reg.at[s - 1] : (uint8_t)reg;
    }
    if (!one_in(u, 4))
        e->dst_count = many ? MAX_DSTS : 0;
    unsigned s = below(u, k->slots), back = one_in(u, 3) ? MAX_DSTS - 1 : below(u, MAX_DSTS);
    unsigned reg = one_in(u, 4) && (e->src_valid >> s & 1) ? e->src_reg.at[s] : draw_held(u);
    e->dst_base = e->dst_count ? (uint8_t)((reg - back) & (k->registers - 1)) : 0;
}

/* Where more entries can be taken than there are slots, most heads miss with most of their slots. */
static void aim(struct unit *u, struct entry *e)
{
    const struct shape *k = &u->m->shape;
    bool many = k->entries - count_bits(u->m->boc[0].in & ~yielding(u)) > k->slots;
    if (many && !one_in(u, 3))
        aim_at_misses(u, e);
    else
        aim_at_hits(u, e, many);
    if (many || one_in(u, 2))
        e->mask = k->lane_mask;
    if (k->hinted && many && one_in(u, 2))
        e->hint |= 1;
    ibuffer_judge(k, e);
}

static bool blocked(const struct own *o, const struct shape *k)
{
    bool waits = false;
    for (unsigned set = o->head.src_valid; set; set &= set - 1)
        waits |= bit_get(o->pending, o->head.src_reg.at[lowest(set)]);
    for (unsigned d = 0; d < o->head.dst_count; d++)
        waits |= bit_get(o->pending, (o->head.dst_base + d) & (k->registers - 1));
    return waits;
}

/* Three of four times 256 cycles an instruction comes when the others have dispatched, or as its warp's last one: many
 * entries can be replaced then, or all are free. */
static bool calm(const struct unit *u) { return u->cycle / 256 % 4 != 0; }
static bool brief(const struct unit *u) { return u->cycle / 256 % 4 == 1; }

/* LATE: half of the time what the window has passed mostly stays until a head is chosen, which may hit it. */
static bool slow(const struct unit *u) { return late_back(u) && u->cycle / 1024 % 2; }

static void aim_at_passed(struct unit *u, struct entry *e)
{
    const struct boc *b = &u->m->boc[0];
    uint64_t passed = boc_owes(u->m, 0) & ~(b->alive | b->locked);
    unsigned entry = passed ? first_cyclically(passed, (unsigned)u->m->q.boc[0].fifo) : 0;
    unsigned s = below(u, u->m->shape.slots), reg = register_of(u->m, entry);
    if (!passed || one_in(u, 3))
        return;
    if (one_in(u, 3)) {
        e->dst_count = (uint8_t)(1 + below(u, MAX_DSTS));
        e->dst_base = (uint8_t)((reg - below(u, e->dst_count)) & (u->m->shape.registers - 1));
    } else {
        e->src_valid |= (uint8_t)(1u << s);
        e->src_reg.at[s] = (uint8_t)reg;
    }
    ibuffer_judge(&u->m->shape, e);
}

static void draw_head(struct unit *u)
{
    struct own *o = u->own;
    struct model *m = u->m;
    if (o->head_there && !o->chosen && (breaks_contract(m, &o->head) || (calm(u) && blocked(o, &m->shape))))
        o->head_there = false;
    bool comes = !o->exiting && !(calm(u) && m->q.boc[0].occupied);
    for (unsigned tries = 0; comes && !o->head_there && tries < 4 && !one_in(u, 6); tries++) {
        o->head = draw_instruction(u);
        if (calm(u) || one_in(u, 2))
            aim(u, &o->head);
        if (slow(u))
            aim_at_passed(u, &o->head);
        o->head.last = one_in(u, brief(u) ? 2 : 60);
        o->head_there = !breaks_contract(m, &o->head);
    }
    m->ibuffer.rptr[0] = 0;
    m->ibuffer.ring[0] = o->head;
    m->ibuffer.heads = o->head_there;
    m->q.issue.exiting = o->exiting;
    give_instruction(u, "head", &o->head);
    give(u, "head_first_i", 0, 1, o->head.first);
    give(u, "head_valid_i", 0, 1, o->head_there);
    if (has(u, "exiting_i"))
        give(u, "exiting_i", 0, 1, o->exiting);
}

static bool arrival(struct unit *u)
{
    struct own *o = u->own;
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    unsigned waiting = 0;
    for (unsigned p = 0; p < k->window; p++)
        waiting |= (unsigned)(o->asked[p] != 0) << p;
    unsigned p = waiting ? one_of(u, waiting) : 0, s = waiting ? one_of(u, o->asked[p]) : 0;
    bool comes = waiting && !one_in(u, calm(u) ? 8 : 2 + (unsigned)(u->cycle / 128 % 2));
    give(u, "s_valid_i", 0, 1, comes);
    give(u, "s_pos_i", 0, k->window_w, p);
    give(u, "s_slot_i", 0, k->slot_w, s);
    m->reading = comes;
    m->read_row[0] = UINT16_MAX;
    m->q.bank[0].rd_col = 0;
    m->q.bank[0].rd_pos = p;
    m->q.bank[0].rd_slot = s;
    given_vector(u, "s_data_i", 0, &m->q.bank[0].rdata);
    if (comes)
        o->asked[p] &= (uint8_t)~(1u << s);
    crossbar_eval(m);
    return comes;
}

static void says_chosen(struct unit *u, bool can)
{
    const struct shape *k = &u->m->shape;
    const struct sc_out *out = &((struct own *)u->own)->out;
    says(u, "dispatchable_o", 0, 1, can);
    if (!can) {
        any_bits(u, "iid_o", 0, k->iid_w);
        any_bits(u, "unit_o", 0, 3);
        any_bits(u, "mask_o", 0, k->lanes);
        any_bits(u, "dst_count_o", 0, 3);
        any_bits(u, "dst_base_o", 0, k->reg_w);
        any_bits(u, "payload_o", 0, k->payload);
        return;
    }
    says(u, "iid_o", 0, k->iid_w, out->disp_iid);
    says(u, "unit_o", 0, 3, out->disp_unit);
    says(u, "mask_o", 0, k->lanes, out->disp_mask);
    says(u, "dst_count_o", 0, 3, out->disp_dst_count);
    says(u, "dst_base_o", 0, k->reg_w, out->disp_dst_base);
    says_wide(u, "payload_o", 0, k->payload, out->disp_payload);
}

/* Operands of the one that leaves; or, if it can, what they are chosen from. */
static void says_operands(struct unit *u, bool can)
{
    const struct model *m = u->m;
    const struct shape *k = &m->shape;
    const struct boc_q *q = &m->q.boc[0];
    const struct position *at = &m->boc[0].at[m->step.disp_pos];
    unsigned stored = 0;
    if (!has(u, "entry_o")) {
        for (unsigned s = 0; s < k->slots; s++)
            says_vector(u, "operand_o", s, &((struct own *)u->own)->out.disp_operand[s]);
        return;
    }
    for (unsigned s = 0; s < k->slots; s++)
        stored |= (unsigned)(at->src_valid >> s & q->full >> at->index.at[s] & 1) << s;
    says_muxes(u, q->data, at->src_valid, stored, at->index);
    if (can)
        return;
    any_bits(u, "select_o", 0, k->slots * k->entries);
    if (k->forward)
        any_bits(u, "forward_o", 0, k->slots);
}

static bool choose_dispatch(struct unit *u)
{
    struct own *o = u->own;
    struct model *m = u->m;
    uint32_t units = (uint32_t)given(u, "unit_ready_i", 0, MAX_UNITS) | (one_in(u, 2) ? 0xff : 0);
    give(u, "unit_ready_i", 0, MAX_UNITS, units);
    m->out = &o->out;
    dispatch_eval(m, units, &o->out);
    bool can = m->step.dispatch, does = can && !one_in(u, calm(u) ? 8 : 3);
    says_chosen(u, can);
    give(u, "dispatch_i", 0, 1, does);
    if (!does)
        dispatch_eval(m, 0, &o->out);
    says_operands(u, can);
    return does;
}

static int free_number(const struct unit *u)
{
    const struct own *o = u->own;
    for (unsigned i = 0; i < u->m->shape.inflight; i++)
        if (!o->running[i].there)
            return (int)i;
    return -1;
}

/* The head's results whose register an entry has that is in. */
static unsigned held_results(const struct unit *u)
{
    const struct entry *e = &((const struct own *)u->own)->head;
    const struct model *m = u->m;
    unsigned held = 0;
    for (unsigned d = 0; e->mask && d < e->dst_count; d++)
        for (uint64_t set = m->boc[0].in; set; set &= set - 1)
            if (register_of(m, lowest(set)) == ((e->dst_base + d) & (m->shape.registers - 1)))
                held |= 1u << d;
    return held;
}

/* Whether the head issues; the lookup is kept for its allocation. */
static bool choose_issue(struct unit *u)
{
    struct own *o = u->own;
    struct model *m = u->m;
    m->step.lookup = *boc_look(m, 0);
    bool war = boc_overtakes(m, 0, &o->head), position = boc_has_room(m, 0), room = position && !m->step.lookup.lacks;
    if (o->head_there) {
        says(u, "war_o", 0, 1, war);
        says(u, "room_o", 0, 1, room);
    } else {
        any_bits(u, "war_o", 0, 1);
        any_bits(u, "room_o", 0, 1);
    }
    int iid = free_number(u);
    bool chooses = o->head_there && !o->chosen && !war && room && iid >= 0 && !blocked(o, &m->shape) &&
        !one_in(u, calm(u) ? 8 : 4);
    bool issues = late(u) ? o->chosen : chooses;
    hit_if(u, LEFT_BEFORE, o->chosen && (o->hits & ~m->step.lookup.hits));
    hit_if(u, RESULT_LEFT_BEFORE, o->chosen && (o->held & ~held_results(u)));
    o->chosen = late(u) && chooses;
    o->hits = m->step.lookup.hits;
    o->held = held_results(u);
    give(u, "alloc_i", 0, 1, issues);
    if (iid >= 0)
        give(u, "issue_iid_i", 0, m->shape.iid_w, (unsigned)iid);
    m->step.issue_iid = (uint8_t)(iid < 0 ? 0 : iid);
    hit_if(u, NO_ROOM, o->head_there && !issues && !position);
    hit_if(u, LACKS, o->head_there && !issues && position && m->step.lookup.lacks);
    hit_if(u, WAR, o->head_there && war);
    hit_if(u, REUSE, issues && (m->q.boc[0].occupied >> m->q.boc[0].next & 1));
    return issues;
}

/* A result of an instruction that has dispatched, in its lanes. Returns its number, or -1. */
static int choose_result(struct unit *u)
{
    struct own *o = u->own;
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    uint64_t due = 0;
    for (unsigned i = 0; i < k->inflight; i++)
        due |= (uint64_t)(o->running[i].there && o->running[i].dispatched && o->running[i].left) << i;
    bool comes = due && !one_in(u, calm(u) ? 8 : 2 + (unsigned)(u->cycle / 256 % 3));
    unsigned i = due ? one_of(u, due) : 0;
    struct result *r = &m->step.wb[0];
    *r = (struct result){.valid = comes && o->running[i].mask, .mask = o->running[i].mask, .reg = o->running[i].reg};
    m->step.masked = r->valid;
    m->step.granted = m->step.kept = 0;
    m->step.grant_port[0] = 0;
    give(u, "result_valid_i", 0, 1, r->valid);
    if (r->valid) {
        give(u, "result_reg_i", 0, k->reg_w, r->reg);
        give(u, "result_mask_i", 0, k->lanes, r->mask);
    }
    given_vector(u, "result_data_i", 0, &r->data);
    if (r->valid)
        boc_results(m, 1);
    if (has(u, "keep_o") && r->valid)
        says(u, "keep_o", 0, 1, m->step.kept & 1);
    else if (has(u, "keep_o"))
        any_bits(u, "keep_o", 0, 1);
    hit_if(u, KEPT, r->valid && m->step.kept);
    hit_if(u, NOT_KEPT, r->valid && !m->step.kept);
    return comes ? (int)i : -1;
}

/* A bank's port is taken by a result that it gets, else by the drain. */
static void choose_drain(struct unit *u)
{
    const struct own *o = u->own;
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    if (!k->back)
        return;
    boc_drain_eval(m);
    bool offers = m->step.drained != 0;
    unsigned e = m->step.drain_entry[0], reg = offers ? register_of(m, e) : 0;
    bool taken = m->step.masked && !m->step.kept && bank_of(k, 0, m->step.wb[0].reg) == bank_of(k, 0, reg);
    bool drains = offers && !taken && (slow(u) ? o->chosen || one_in(u, 8) : !one_in(u, calm(u) ? 8 : 3));
    says(u, "owes_o", 0, 1, boc_owes(m, 0) != 0);
    says(u, "offer_valid_o", 0, 1, offers);
    if (offers) {
        says(u, "offer_reg_o", 0, k->reg_w, reg);
        says_vector(u, "offer_data_o", 0, &m->q.boc[0].data[e]);
    } else {
        any_bits(u, "offer_reg_o", 0, k->reg_w);
        any_bits(u, "offer_data_o", 0, 32 * k->lanes);
    }
    give(u, "drain_i", 0, 1, drains);
    m->step.drained = drains ? m->step.drained : 0;
    m->step.drain_col[bank_of(k, 0, reg)] = 0;
    hit_if(u, DRAIN, drains);
    hit_if(u, DRAIN_REFUSED, offers && !drains);
}

static void says_positions(struct unit *u)
{
    const struct model *m = u->m;
    const struct shape *k = &m->shape;
    const struct boc_q *q = &m->q.boc[0];
    says(u, "next_o", 0, k->window_w, q->next);
    says(u, "occupied_o", 0, 1, q->occupied != 0);
    for (unsigned i = 0; i < k->window * k->slots; i++) {
        const struct position *at = &m->boc[0].at[i / k->slots];
        unsigned s = i % k->slots;
        if ((q->occupied >> i / k->slots & 1) && (at->src_valid >> s & 1))
            says(u, "src_row_o", i * k->row_w, k->row_w, (uint64_t)(at->reg.at[s] >> k->bank_shift));
        else
            any_bits(u, "src_row_o", i * k->row_w, k->row_w);
    }
    hit_if(u, FULL_WINDOW, q->occupied == low_bits(k->window));
}

static bool choose_end(struct unit *u)
{
    struct own *o = u->own;
    bool ends = o->exiting && !o->head_there && !u->m->q.boc[0].occupied && !boc_owes(u->m, 0);
    for (unsigned i = 0; i < u->m->shape.inflight; i++)
        ends &= !o->running[i].there;
    give(u, "end_i", 0, 1, ends);
    hit_if(u, ENDS, ends);
    return ends;
}

static void issue(struct unit *u)
{
    struct own *o = u->own;
    struct model *m = u->m;
    struct running *r = &o->running[m->step.issue_iid];
    unsigned position = (unsigned)m->q.boc[0].next, hits = m->step.lookup.hits;
    uint64_t homeless = m->stats.boc_homeless;
    *r = (struct running){.there = true, .left = o->head.dst_count, .reg = o->head.dst_base, .mask = o->head.mask,
                          .position = (uint8_t)position};
    for (unsigned d = 0; d < o->head.dst_count; d++)
        bit_set(o->pending, (o->head.dst_base + d) & (m->shape.registers - 1));
    unsigned need = boc_allocate(m, 0, 0, &o->head);
    says(u, "need_o", 0, m->shape.slots, need);
    o->asked[position] = (uint8_t)need;
    o->exiting |= o->head.last;
    o->head_there = false;
    hit_if(u, ALL_HIT, o->head.src_valid && !need);
    hit_if(u, ALL_MISS, need && !hits);
    hit_if(u, HOMELESS, m->stats.boc_homeless > homeless);
}

/* An instruction is over with its last result, or when it dispatches without one. */
static void dispatched(struct unit *u)
{
    struct own *o = u->own;
    const struct model *m = u->m;
    struct running *r = &o->running[m->boc[0].at[m->step.disp_pos].iid];
    r->dispatched = true;
    r->there = r->left > 0;
}

static void returned(struct unit *u, int number)
{
    struct own *o = u->own;
    struct running *r = &o->running[number];
    bit_clear(o->pending, r->reg);
    r->reg = (uint8_t)((r->reg + 1u) & (u->m->shape.registers - 1));
    r->there = --r->left > 0;
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    struct model *m = u->m;
    m->write_count = 0;
    draw_head(u);
    bool arrives = arrival(u);
    m->boc_changed = 1;                 /* and its head */
    boc_eval(m);
    bool dispatches = choose_dispatch(u), issues = choose_issue(u), exits = o->chosen && o->head.last;
    int result = choose_result(u);
    choose_drain(u);
    says_positions(u);
    bool ends = choose_end(u);
    hit_if(u, ARRIVES_AND_LEAVES, arrives && dispatches);
    uint64_t dropped = m->stats.boc_dropped;
    crossbar_edge(m);
    boc_drain_edge(m);
    if (dispatches)
        dispatched(u);
    dispatch_edge(m);
    if (issues)
        issue(u);
    else
        says(u, "need_o", 0, m->shape.slots, 0);
    boc_take_results(m);
    if (m->shape.late)
        boc_keep_candidates(m);
    o->exiting |= exits;
    if (result >= 0)
        returned(u, result);
    if (ends) {
        boc_end(m, 0);
        start_warp(o);
    }
    hit_if(u, DROPPED, m->stats.boc_dropped > dropped);
    boc_pack(m, 0);
}

const struct bench bench_boc = {
    .assumed = "what issues is the head, ready by registers, `war_o` and `room_o`; each slot gets its value once; "
               "results follow their dispatch, one a cycle; a bank takes a result, else a drain; hints keep their "
               "contract (3.14)",
    .scope = "top.g_col[0].u_boc.", .points = points, .own = sizeof(struct own), .open = open, .reset = reset,
    .cycle = cycle
};
