/* SPDX-License-Identifier: Apache-2.0 */
/* boc with its values: boc.c, boc_lookup.c, boc_allocate.c, boc_results.c, boc_registers.c, crossbar.c of
 * cmodel/subcore (3.14; BOW IV-A, IV-B). Around it stands what a warp does: its instructions issue, get values,
 * dispatch, and give results. */
#include "tb/alone/collector.h"

enum { ALL_HIT, ALL_MISS, NO_ROOM, LACKS, WAR, FULL_WINDOW, REUSE, DRAIN, DRAIN_REFUSED, KEPT, NOT_KEPT, ENDS, DROPPED,
       HOMELESS, ARRIVES_AND_LEAVES, LEFT_BEFORE, RESULT_LEFT_BEFORE };

static const struct shape *shape(const struct unit *u) { return &u->m->core.shape; }
static struct bocs *bocs(const struct unit *u) { return &u->m->collectors.boc; }
static struct boc *boc_here(const struct unit *u) { return &bocs(u)->at[HERE]; }

static bool back(const struct unit *u) { return bocs(u)->back; }
static bool hinted(const struct unit *u) { return bocs(u)->hinted; }
/* With LATE the position was free when the instruction was chosen. */
static bool reuses(const struct unit *u) { return shape(u)->reuse_on_dispatch && !shape(u)->chosen_before; }
static bool forwards(const struct unit *u) { return shape(u)->forward; }
static bool late(const struct unit *u) { return shape(u)->chosen_before; }
static bool late_back(const struct unit *u) { return late(u) && back(u); }
static bool tight(const struct unit *u) { return back(u) && bocs(u)->entries <= 2 * shape(u)->slots; }

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
    struct collector_view view;
    struct instruction head;
    struct running running[MAX_INFLIGHT];
    uint64_t pending[MAX_REGISTERS / 64];
    uint8_t asked[MAX_WINDOW];              /* slots that wait for a bank, by position */
    struct result result;
    bool head_there, exiting;
    bool chosen;                            /* LATE: the head was chosen in the last cycle, and issues */
    unsigned hits;                          /* what it hit then */
    unsigned held;                          /* results whose register was in then */
};

static bool open(struct unit *u)
{
    u->m->core.shape.collectors = 1;
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
    boc_reset(&u->m->collectors.base, HERE);
}

static unsigned register_of(const struct unit *u, unsigned entry)
{
    return boc_tag(boc_here(u), entry);
}

/* A hint has let the value go, or does so in this cycle. */
static bool let_go(const struct unit *u, unsigned reg)
{
    const struct boc *boc = boc_here(u);
    bool gone = bit_get(boc->lost, reg);
    for (uint64_t set = boc->q.valid & boc->q.dirty & boc->q.transient & ~boc->alive; set; set &= set - 1)
        gone |= register_of(u, lowest(set)) == reg;
    return gone;
}

/* What a hint has let go is neither read nor written in part. */
static bool breaks_contract(const struct unit *u, const struct instruction *e)
{
    bool breaks = false;
    for (unsigned set = e->src_valid; set; set &= set - 1)
        breaks |= let_go(u, e->src_reg.at[lowest(set)]);
    for (unsigned d = 0; e->mask != shape(u)->lane_mask && d < e->dst_count; d++)
        breaks |= let_go(u, instruction_result(shape(u), e, d));
    return breaks;
}

/* Entries that can be replaced, for all that was known in the last cycle. */
static uint64_t yielding(const struct unit *u)
{
    const struct boc *boc = boc_here(u);
    return boc->in & boc->q.valid & ~(boc->locked | boc->q.wait | boc->q.dirty);
}

/* Any register; half of the time one of few, which sources, results and entries often have in common. */
static unsigned draw_any(struct unit *u)
{
    unsigned few = 3 * bocs(u)->entries, all = shape(u)->registers;
    return below(u, u->cycle / 1024 % 2 && few < all ? few : all);
}

/* A register that an entry has, most often one that can be replaced; or any. */
static unsigned draw_held(struct unit *u)
{
    uint64_t held = boc_here(u)->q.valid, yields = yielding(u);
    if (!held || one_in(u, 4))
        return draw_any(u);
    return register_of(u, one_of(u, yields && !one_in(u, 4) ? yields : held));
}

/* The register of an entry that can be replaced and is taken behind `before` others, free ones among them; or any. */
static unsigned in_order(struct unit *u, unsigned before)
{
    uint64_t yields = yielding(u);
    unsigned free = bocs(u)->entries - count_bits(boc_here(u)->in), entry = 0;
    if (before < free || before - free >= count_bits(yields))
        return draw_any(u);
    for (unsigned n = 0; n <= before - free; n++) {
        entry = first_cyclically(yields, (unsigned)boc_here(u)->q.fifo);
        yields &= ~(UINT64_C(1) << entry);
    }
    return register_of(u, entry);
}

/* A register that no entry has, if there is one among some. */
static unsigned draw_missing(struct unit *u)
{
    unsigned reg = 0;
    bool held = true;
    for (unsigned tries = 0; held && tries < 8; tries++) {
        reg = draw_any(u);
        held = false;
        for (uint64_t set = boc_here(u)->in; set; set &= set - 1)
            held |= register_of(u, lowest(set)) == reg;
    }
    return reg;
}

/* Most slots miss, there are as many results as there may be, and one of these has the register of an entry that a
 * source takes, often the last one, or of the one behind. Sources name other results, most often the first ones: these
 * need no entries, and those behind them take what the sources leave. */
static void aim_at_misses(struct unit *u, struct instruction *e)
{
    const struct shape *k = shape(u);
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
static void aim_at_hits(struct unit *u, struct instruction *e, bool many)
{
    const struct shape *k = shape(u);
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
static void aim(struct unit *u, struct instruction *e)
{
    const struct shape *k = shape(u);
    bool many = bocs(u)->entries - count_bits(boc_here(u)->in & ~yielding(u)) > k->slots;
    if (many && !one_in(u, 3))
        aim_at_misses(u, e);
    else
        aim_at_hits(u, e, many);
    if (many || one_in(u, 2))
        e->mask = k->lane_mask;
    if (hinted(u) && many && one_in(u, 2))
        e->hint |= 1;
    instruction_judge(k, e);
}

static bool blocked(const struct own *o, const struct shape *k)
{
    bool waits = false;
    for (unsigned set = o->head.src_valid; set; set &= set - 1)
        waits |= bit_get(o->pending, o->head.src_reg.at[lowest(set)]);
    for (unsigned d = 0; d < o->head.dst_count; d++)
        waits |= bit_get(o->pending, instruction_result(k, &o->head, d));
    return waits;
}

/* Three of four times 256 cycles an instruction comes when the others have dispatched, or as its warp's last one: many
 * entries can be replaced then, or all are free. */
static bool calm(const struct unit *u) { return u->cycle / 256 % 4 != 0; }
static bool brief(const struct unit *u) { return u->cycle / 256 % 4 == 1; }

/* LATE: half of the time what the window has passed mostly stays until a head is chosen, which may hit it. */
static bool slow(const struct unit *u) { return late_back(u) && u->cycle / 1024 % 2; }

static void aim_at_passed(struct unit *u, struct instruction *e)
{
    const struct boc *boc = boc_here(u);
    uint64_t passed = boc_owes(boc) & ~(boc->alive | boc->locked);
    unsigned entry = passed ? first_cyclically(passed, (unsigned)boc->q.fifo) : 0;
    unsigned s = below(u, shape(u)->slots), reg = register_of(u, entry);
    if (!passed || one_in(u, 3))
        return;
    if (one_in(u, 3)) {
        e->dst_count = (uint8_t)(1 + below(u, MAX_DSTS));
        e->dst_base = (uint8_t)((reg - below(u, e->dst_count)) & (shape(u)->registers - 1));
    } else {
        e->src_valid |= (uint8_t)(1u << s);
        e->src_reg.at[s] = (uint8_t)reg;
    }
    instruction_judge(shape(u), e);
}

/* The model sees it where its ibuffer would have it. */
static void place_head(struct unit *u)
{
    struct own *o = u->own;
    struct ibuffer *ib = &u->m->ibuffer;
    struct collectors *cs = &u->m->collectors.base;
    ib->rptr[HERE] = 0;
    ib->ring[HERE] = o->head;
    ib->heads = o->head_there;
    o->view = (struct collector_view){.ibuffer = ib, .exiting = o->exiting};
    cs->ops->new_head(cs, HERE);
}

static void draw_head(struct unit *u)
{
    struct own *o = u->own;
    if (o->head_there && !o->chosen && (breaks_contract(u, &o->head) || (calm(u) && blocked(o, shape(u)))))
        o->head_there = false;
    bool comes = !o->exiting && !(calm(u) && boc_here(u)->q.occupied);
    for (unsigned tries = 0; comes && !o->head_there && tries < 4 && !one_in(u, 6); tries++) {
        o->head = draw_instruction(u);
        if (calm(u) || one_in(u, 2))
            aim(u, &o->head);
        if (slow(u))
            aim_at_passed(u, &o->head);
        o->head.last = one_in(u, brief(u) ? 2 : 60);
        o->head_there = !breaks_contract(u, &o->head);
    }
    place_head(u);
    give_instruction(u, "head", &o->head);
    give(u, "head_first_i", 0, 1, o->head.first);
    give(u, "head_valid_i", 0, 1, o->head_there);
    if (has(u, "exiting_i"))
        give(u, "exiting_i", 0, 1, o->exiting);
}

/* On the second port S. */
static bool second_arrival(struct unit *u)
{
    struct own *o = u->own;
    const struct shape *k = shape(u);
    struct rf_bank *bank = &u->m->rf.read[1].at[0];
    unsigned waiting = 0;
    for (unsigned p = 0; p < bocs(u)->window; p++)
        waiting |= (unsigned)(o->asked[p] != 0) << p;
    unsigned p = waiting ? one_of(u, waiting) : 0, s = waiting ? one_of(u, o->asked[p]) : 0;
    bool comes = waiting && one_in(u, calm(u) ? 8 : 2);
    give(u, "s2_valid_i", 0, 1, comes);
    give(u, "s2_pos_i", 0, k->pos_w, p);
    give(u, "s2_slot_i", 0, k->slot_w, s);
    u->m->rf.read[1].reading = comes;
    bank->q.rd_col = HERE;
    bank->q.rd_pos = p;
    bank->q.rd_slot = s;
    given_vector(u, "s2_data_i", 0, &bank->q.rdata);
    if (comes)
        o->asked[p] &= (uint8_t)~(1u << s);
    return comes;
}

static bool arrival(struct unit *u)
{
    struct own *o = u->own;
    struct model *m = u->m;
    struct rf_bank *bank = &m->rf.read[0].at[0];
    const struct shape *k = shape(u);
    unsigned waiting = 0;
    for (unsigned p = 0; p < bocs(u)->window; p++)
        waiting |= (unsigned)(o->asked[p] != 0) << p;
    unsigned p = waiting ? one_of(u, waiting) : 0, s = waiting ? one_of(u, o->asked[p]) : 0;
    bool comes = waiting && !one_in(u, calm(u) ? 8 : 2 + (unsigned)(u->cycle / 128 % 2));
    give(u, "s_valid_i", 0, 1, comes);
    give(u, "s_pos_i", 0, k->pos_w, p);
    give(u, "s_slot_i", 0, k->slot_w, s);
    m->rf.read[0].reading = comes;
    bank->q.rd_col = HERE;
    bank->q.rd_pos = p;
    bank->q.rd_slot = s;
    given_vector(u, "s_data_i", 0, &bank->q.rdata);
    if (comes)
        o->asked[p] &= (uint8_t)~(1u << s);
    bool second = k->reads == 2 && second_arrival(u);
    crossbar_eval(&m->rf, &m->collectors.base);
    return comes || second;
}

/* What the module says of the position that can dispatch. */
static void says_chosen(struct unit *u, bool can, unsigned p)
{
    const struct collectors *cs = &u->m->collectors.base;
    const struct shape *k = shape(u);
    struct sc_out out;
    says(u, "dispatchable_o", 0, 1, can);
    if (!can) {
        any_bits(u, "iid_o", 0, k->iid_w);
        any_bits(u, "unit_o", 0, 3);
        any_bits(u, "mask_o", 0, k->lanes);
        any_bits(u, "dst_count_o", 0, 3);
        any_bits(u, "dst_base_o", 0, k->reg_w);
        any_bits(u, "payload_o", 0, k->payload_bits);
        return;
    }
    cs->ops->drive(cs, HERE, p, &out);
    says(u, "iid_o", 0, k->iid_w, out.disp_iid);
    says(u, "unit_o", 0, 3, out.disp_unit);
    says(u, "mask_o", 0, k->lanes, out.disp_mask);
    says(u, "dst_count_o", 0, 3, out.disp_dst_count);
    says(u, "dst_base_o", 0, k->reg_w, out.disp_dst_base);
    says_wide(u, "payload_o", 0, k->payload_bits, out.disp_payload);
}

static void says_operands(struct unit *u, bool leaves, unsigned p)
{
    const struct collectors *cs = &u->m->collectors.base;
    struct vreg operand[MAX_SLOTS] = {{{0}}};
    if (leaves)
        cs->ops->operands(cs, HERE, p, operand);
    for (unsigned s = 0; s < shape(u)->slots; s++)
        says_vector(u, "operand_o", s, &operand[s]);
}

/* What the operands of the one that can leave are chosen from. */
static void says_entries(struct unit *u, bool can, unsigned p)
{
    const struct boc *boc = boc_here(u);
    const struct position *at = &boc->at[p];
    const struct shape *k = shape(u);
    unsigned stored = 0;
    for (unsigned s = 0; s < k->slots; s++)
        stored |= (unsigned)(at->src_valid >> s & boc->q.full >> at->index.at[s] & 1) << s;
    says_muxes(u, bocs(u)->entries, boc->q.data, at->src_valid, stored, at->index);
    if (can)
        return;
    any_bits(u, "select_o", 0, k->slots * bocs(u)->entries);
    if (k->forward)
        any_bits(u, "forward_o", 0, k->slots);
    if (k->forward && k->reads == 2)
        any_bits(u, "forward2_o", 0, k->slots);
}

/* The position that dispatches, or -1. */
static int choose_dispatch(struct unit *u)
{
    struct collectors *cs = &u->m->collectors.base;
    uint8_t position[MAX_COLLECTORS] = {0};
    uint32_t units = (uint32_t)given(u, "unit_ready_i", 0, MAX_UNITS) | (one_in(u, 2) ? 0xff : 0);
    give(u, "unit_ready_i", 0, MAX_UNITS, units);
    bool can = cs->ops->dispatchable(cs, units, position) >> HERE & 1, does = can && !one_in(u, calm(u) ? 8 : 3);
    unsigned p = position[HERE];
    says_chosen(u, can, p);
    give(u, "dispatch_i", 0, 1, does);
    cs->ops->dispatches(cs, does ? HERE : -1, p);
    if (has(u, "entry_o"))
        says_entries(u, can, p);
    else
        says_operands(u, does, p);
    return does ? (int)p : -1;
}

/* An in-flight number that is free, or -1. */
static int free_number(const struct unit *u)
{
    const struct own *o = u->own;
    for (unsigned i = 0; i < shape(u)->inflight; i++)
        if (!o->running[i].there)
            return (int)i;
    return -1;
}

/* The head's results whose register an entry has that is in. */
static unsigned held_results(const struct unit *u)
{
    const struct instruction *e = &((const struct own *)u->own)->head;
    unsigned held = 0;
    for (unsigned d = 0; e->mask && d < e->dst_count; d++)
        for (uint64_t set = boc_here(u)->in; set; set &= set - 1)
            if (register_of(u, lowest(set)) == instruction_result(shape(u), e, d))
                held |= 1u << d;
    return held;
}

static void says_readiness(struct unit *u, bool war, bool room)
{
    const struct own *o = u->own;
    if (o->head_there) {
        says(u, "war_o", 0, 1, war);
        says(u, "room_o", 0, 1, room);
    } else {
        any_bits(u, "war_o", 0, 1);
        any_bits(u, "room_o", 0, 1);
    }
}

/* Whether the head issues, with this number. */
static bool choose_issue(struct unit *u, int iid)
{
    struct own *o = u->own;
    const struct boc_lookup *l = boc_look(bocs(u), &u->m->ibuffer, HERE);
    const struct boc *boc = boc_here(u);
    bool war = boc_overtakes(bocs(u), HERE, &o->head), position = boc_has_room(bocs(u), &o->view, HERE);
    bool room = position && !l->lacks;
    says_readiness(u, war, room);
    bool chooses = o->head_there && !o->chosen && !war && room && iid >= 0 && !blocked(o, shape(u)) &&
        !one_in(u, calm(u) ? 8 : 4);
    bool issues = late(u) ? o->chosen : chooses;
    hit_if(u, LEFT_BEFORE, o->chosen && (o->hits & ~l->hits));
    hit_if(u, RESULT_LEFT_BEFORE, o->chosen && (o->held & ~held_results(u)));
    o->chosen = late(u) && chooses;
    o->hits = l->hits;
    o->held = held_results(u);
    give(u, "alloc_i", 0, 1, issues);
    if (iid >= 0)
        give(u, "issue_iid_i", 0, shape(u)->iid_w, (unsigned)iid);
    hit_if(u, NO_ROOM, o->head_there && !issues && !position);
    hit_if(u, LACKS, o->head_there && !issues && position && l->lacks);
    hit_if(u, WAR, o->head_there && war);
    hit_if(u, REUSE, issues && (boc->q.occupied >> boc->q.next & 1));
    return issues;
}

/* A result of an instruction that has dispatched, in its lanes. Returns its number, or -1. */
static int choose_result(struct unit *u)
{
    struct own *o = u->own;
    const struct shape *k = shape(u);
    struct result *r = &o->result;
    uint64_t due = 0;
    for (unsigned i = 0; i < k->inflight; i++)
        due |= (uint64_t)(o->running[i].there && o->running[i].dispatched && o->running[i].left) << i;
    bool comes = due && !one_in(u, calm(u) ? 8 : 2 + (unsigned)(u->cycle / 256 % 3));
    unsigned i = due ? one_of(u, due) : 0;
    *r = (struct result){.valid = comes && o->running[i].mask, .mask = o->running[i].mask, .reg = o->running[i].reg};
    give(u, "result_valid_i", 0, 1, r->valid);
    if (r->valid) {
        give(u, "result_reg_i", 0, k->reg_w, r->reg);
        give(u, "result_mask_i", 0, k->lanes, r->mask);
    }
    given_vector(u, "result_data_i", 0, &r->data);
    boc_results(&u->m->collectors.base, r, r->valid);
    if (has(u, "keep_o") && r->valid)
        says(u, "keep_o", 0, 1, bocs(u)->kept & 1);
    else if (has(u, "keep_o"))
        any_bits(u, "keep_o", 0, 1);
    hit_if(u, KEPT, r->valid && bocs(u)->kept);
    hit_if(u, NOT_KEPT, r->valid && !bocs(u)->kept);
    return comes ? (int)i : -1;
}

/* Whether a value waits for a bank: entry `leaves`, for the bank of its register. */
static bool offers(struct unit *u)
{
    const struct own *o = u->own;
    uint64_t offered[MAX_BANKS] = {0}, found = 0;
    boc_offers(&u->m->collectors.base, &o->view, offered);
    for (unsigned b = 0; b < shape(u)->banks; b++) {
        found |= offered[b];
        if (offered[b] && b != bank_of(shape(u), HERE, register_of(u, boc_here(u)->leaves)))
            wrong(u, "the model offers a value to bank %u, which is not its own", b);
    }
    return found != 0;
}

/* A bank's port is taken by a result that it gets, else by the drain. */
static bool choose_drain(struct unit *u)
{
    const struct own *o = u->own;
    const struct shape *k = shape(u);
    if (!back(u))
        return false;
    bool there = offers(u);
    unsigned e = boc_here(u)->leaves, reg = register_of(u, e);
    bool taken = o->result.valid && !bocs(u)->kept && bank_of(k, HERE, o->result.reg) == bank_of(k, HERE, reg);
    bool drains = there && !taken && (slow(u) ? o->chosen || one_in(u, 8) : !one_in(u, calm(u) ? 8 : 3));
    says(u, "owes_o", 0, 1, boc_owes(boc_here(u)) != 0);
    says(u, "offer_valid_o", 0, 1, there);
    if (there) {
        says(u, "offer_reg_o", 0, k->reg_w, reg);
        says_vector(u, "offer_data_o", 0, &boc_here(u)->q.data[e]);
    } else {
        any_bits(u, "offer_reg_o", 0, k->reg_w);
        any_bits(u, "offer_data_o", 0, 32 * k->lanes);
    }
    give(u, "drain_i", 0, 1, drains);
    hit_if(u, DRAIN, drains);
    hit_if(u, DRAIN_REFUSED, there && !drains);
    return drains;
}

static void says_positions(struct unit *u)
{
    const struct shape *k = shape(u);
    const struct boc *boc = boc_here(u);
    says(u, "next_o", 0, k->pos_w, boc->q.next);
    says(u, "occupied_o", 0, 1, boc->q.occupied != 0);
    for (unsigned i = 0; i < bocs(u)->window * k->slots; i++) {
        const struct position *at = &boc->at[i / k->slots];
        unsigned s = i % k->slots;
        if ((boc->q.occupied >> i / k->slots & 1) && (at->src_valid >> s & 1))
            says(u, "src_row_o", i * k->row_w, k->row_w, (uint64_t)(at->reg.at[s] >> k->bank_shift));
        else
            any_bits(u, "src_row_o", i * k->row_w, k->row_w);
    }
    hit_if(u, FULL_WINDOW, boc->q.occupied == low_bits(bocs(u)->window));
}

static bool choose_end(struct unit *u)
{
    struct own *o = u->own;
    bool ends = o->exiting && !o->head_there && !u->m->collectors.base.ops->collects(&u->m->collectors.base, HERE);
    for (unsigned i = 0; i < shape(u)->inflight; i++)
        ends &= !o->running[i].there;
    give(u, "end_i", 0, 1, ends);
    hit_if(u, ENDS, ends);
    return ends;
}

static void issue(struct unit *u, unsigned iid)
{
    struct own *o = u->own;
    const struct shape *k = shape(u);
    const struct stats *stats = &u->m->core.stats;
    unsigned position = (unsigned)boc_here(u)->q.next, hits = boc_here(u)->look.hits;
    uint64_t homeless = stats->boc_homeless;
    o->running[iid] = (struct running){.there = true, .left = o->head.dst_count, .reg = o->head.dst_base,
                                       .mask = o->head.mask, .position = (uint8_t)position};
    for (unsigned d = 0; d < o->head.dst_count; d++)
        bit_set(o->pending, instruction_result(k, &o->head, d));
    unsigned need = boc_allocate(&u->m->collectors.base, HERE, HERE, iid, &o->head, 0, NULL);
    says(u, "need_o", 0, k->slots, need);
    o->asked[position] = (uint8_t)need;
    o->exiting |= o->head.last;
    o->head_there = false;
    hit_if(u, ALL_HIT, o->head.src_valid && !need);
    hit_if(u, ALL_MISS, need && !hits);
    hit_if(u, HOMELESS, stats->boc_homeless > homeless);
}

/* An instruction is over with its last result, or when it dispatches without one. */
static void dispatched(struct unit *u, unsigned p)
{
    struct own *o = u->own;
    struct running *r = &o->running[boc_here(u)->at[p].iid];
    r->dispatched = true;
    r->there = r->left > 0;
}

static void returned(struct unit *u, int number)
{
    struct own *o = u->own;
    struct running *r = &o->running[number];
    bit_clear(o->pending, r->reg);
    r->reg = (uint8_t)((r->reg + 1u) & (shape(u)->registers - 1));
    r->there = --r->left > 0;
}

static void take_results(struct unit *u)
{
    struct own *o = u->own;
    struct taken_results taken = {.wb = &o->result, .ports = o->result.valid};
    boc_take_results(&u->m->collectors.base, &taken, 0);
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    struct collectors *cs = &u->m->collectors.base;
    draw_head(u);
    bool arrives = arrival(u);
    boc_heads(cs, &o->view);
    int leaves = choose_dispatch(u), iid = free_number(u);
    bool issues = choose_issue(u, iid), exits = o->chosen && o->head.last;
    int result = choose_result(u);
    bool drains = choose_drain(u);
    says_positions(u);
    bool ends = choose_end(u);
    hit_if(u, ARRIVES_AND_LEAVES, arrives && leaves >= 0);
    uint64_t dropped = u->m->core.stats.boc_dropped;
    crossbar_edge(cs);
    if (drains)
        boc_leave(cs, HERE);
    boc_expire(cs);
    if (leaves >= 0)
        dispatched(u, (unsigned)leaves);
    cs->ops->dispatched(cs, leaves >= 0 ? HERE : -1, leaves >= 0 ? (unsigned)leaves : 0);
    if (issues)
        issue(u, (unsigned)iid);
    else
        says(u, "need_o", 0, shape(u)->slots, 0);
    take_results(u);
    cs->ops->settle(cs);
    o->exiting |= exits;
    if (result >= 0)
        returned(u, result);
    if (ends) {
        cs->ops->end(cs, HERE);
        start_warp(o);
    }
    hit_if(u, DROPPED, u->m->core.stats.boc_dropped > dropped);
}

const struct bench bench_boc = {
    .assumed = "what issues is the head, ready by registers, `war_o` and `room_o`; each slot gets its value once; "
               "results follow their dispatch, one a cycle; a bank takes a result, else a drain; hints keep their "
               "contract (3.14)",
    .scope = "top.g_col[0].u_boc.", .points = points, .own = sizeof(struct own), .open = open, .reset = reset,
    .cycle = cycle
};
