/* SPDX-License-Identifier: Apache-2.0 */
/* rfc: cmodel/subcore/rfc.c, rfc_result.c, rfc_drain.c, rfc_edge.c (3.15; RFC-sim IV, V). The module is the cache of
 * warp HERE; around it stand results on ports, one wish of a collector, and a bank that takes what is offered or does
 * not. */
#include "tb/alone/alone.h"
#include "tb/alone/caches.h"
#include "tb/alone/collector.h"
#include "cmodel/subcore/subcore.h"

enum { NONE = -1 };
enum { ALL_HIT, ALL_MISS, LACKS, PORTLESS, SAME, FULL, MERGE, PLACE, REPLACE, EVICT, NOT_TAKEN, FILL, FILL_COPY,
       FILL_LOST, FILL_DRAINS, FILL_ASKED, FILL_CONTENDED, BOTH, DRAIN, REFUSED, DIRTY_AGAIN, DROPPED, KEPT, TOUCHED };

static bool lacking(const struct unit *u)
{
    const struct shape *k = &u->m->shape;
    return k->rback && k->read_ports < k->slots && k->read_ports < k->rfc_entries;
}

static bool few_ports(const struct unit *u)
{
    const struct shape *k = &u->m->shape;
    return k->read_ports < k->slots && k->read_ports < k->rfc_entries;
}

static bool back(const struct unit *u) { return u->m->shape.rback; }
static bool fills(const struct unit *u) { return u->m->shape.fill; }
static bool places(const struct unit *u) { return u->m->shape.place; }
static bool evicts(const struct unit *u) { return u->m->shape.place && u->m->shape.rback; }
static bool fills_back(const struct unit *u) { return u->m->shape.fill && u->m->shape.rback; }
static bool fills_lacking(const struct unit *u) { return fills(u) && lacking(u); }
static bool two_writes(const struct unit *u) { return u->m->shape.fill && u->m->shape.write_ports == 2; }
static bool touches(const struct unit *u) { return u->m->shape.order && u->m->shape.rfc_lru; }

static const struct point points[] = {
    {"all sources hit", NULL}, {"all sources miss", NULL}, {"the head lacks ports", lacking},
    {"a hit gets no port", few_ports}, {"two slots hit one entry", NULL}, {"every entry is in use", NULL},
    {"a result meets its copy", NULL}, {"a result takes an entry that is not in use", places},
    {"a result replaces another register", places}, {"a dirty value leaves for a result", evicts},
    {"a result contends and is not taken", NULL}, {"a value from a bank takes an entry", fills},
    {"a value from a bank finds a copy", fills}, {"a value from a bank would replace what its bank does not take",
    fills_back}, {"a value from a bank replaces what drains in the cycle", fills_back},
    {"a value from a bank wants what drains for the head", fills_lacking},
    {"a value from a bank gives way to a result for its entry", two_writes},
    {"a result and a value from a bank take entries at once", two_writes}, {"a value drains", back},
    {"a value is offered and waits", back}, {"a result makes dirty again what drains", back},
    {"a flush drops what its bank has", NULL}, {"a result keeps an entry that is flushed", NULL},
    {"the head issues and what it hits moves behind", touches}, {NULL, NULL}
};

struct own {
    struct entry head;
    bool head_there, flushing;
    int taken, other;                       /* ports with a result that is put on result_*_i; that contends, too */
    bool wish;
    uint8_t offer;                          /* register that is offered */
    bool offers;
};

static void reset(struct unit *u)
{
    struct own *o = u->own;
    subcore_reset(u->m);
    o->flushing = false;
}

/* --- the head ----------------------------------------------------------------------------------------------------- */

/* A part of the run in which the cache fills up: flushes are rare, and registers are of all sets. */
static bool calm(const struct unit *u) { return u->cycle / 256 % 4 == 3; }

/* A flush lasts as long as it has to empty the cache, or less where the warp becomes active again. */
static void draw_flush(struct unit *u)
{
    struct own *o = u->own;
    struct model *m = u->m;
    bool done = !m->q.rfc[HERE].valid || m->shape.two;
    o->flushing = o->flushing ? !done || !one_in(u, 3) : one_in(u, calm(u) ? 4000 : u->cycle / 256 % 2 ? 200 : 24);
    bool exits = o->flushing && (!m->shape.two || one_in(u, 2));
    m->q.issue.exiting = exits;
    m->q.active = !o->flushing || (exits && one_in(u, 2));
    give(u, "exiting_i", 0, 1, exits);
    if (m->shape.two)
        give(u, "active_i", 0, 1, m->q.active);
}

/* Victims that are dirty and below as many dirty entries as a head needs to lack ports: what such a head waits for
 * is what a value of the set would replace. */
static uint64_t wanted_victims(const struct model *m)
{
    uint64_t dirty = rfc_dirty(m, HERE), wanted = 0;
    for (unsigned x = 0; x < m->shape.sets; x++) {
        unsigned e = rfc_victim(m, HERE, x);
        if ((dirty >> e & 1) && count_bits(dirty & ~low_bits(e)) > m->shape.read_ports)
            wanted |= only(e);
    }
    return wanted;
}

/* All sources hit dirty entries, different ones while there are some; the lowest is a victim. */
static void draw_lacking(struct unit *u, struct entry *e, uint64_t wanted)
{
    const struct model *m = u->m;
    unsigned victim = one_of(u, wanted);
    uint64_t left = rfc_dirty(m, HERE) & ~low_bits(victim + 1);
    e->src_valid = (uint8_t)low_bits(m->shape.slots);
    e->src_reg.at[0] = rfc_tag(m, HERE, victim);
    for (unsigned s = 1; s < m->shape.slots; s++) {
        unsigned entry = left ? one_of(u, left) : victim;
        e->src_reg.at[s] = rfc_tag(m, HERE, entry);
        left &= ~only(entry);
    }
}

/* Sources that the cache has. */
static void draw_hits(struct unit *u, struct entry *e)
{
    for (unsigned set = u->m->q.rfc[HERE].valid ? e->src_valid : 0; set; set &= set - 1)
        if (!one_in(u, 4))
            e->src_reg.at[lowest(set)] = rfc_tag(u->m, HERE, one_of(u, u->m->q.rfc[HERE].valid));
}

static void draw_head(struct unit *u)
{
    struct own *o = u->own;
    struct model *m = u->m;
    uint64_t wanted = fills_lacking(u) ? wanted_victims(m) : 0;
    o->head = draw_instruction(u);
    if (wanted && one_in(u, 2))
        draw_lacking(u, &o->head, wanted);
    else if (one_in(u, 4))
        draw_hits(u, &o->head);
    o->head_there = !m->q.issue.exiting && !one_in(u, 4);
    give_instruction(u, "head", &o->head);
    give_same(u, NULL, "head_same_i", 0, &o->head);
    if (has(u, "head_valid_i"))
        give(u, "head_valid_i", 0, 1, o->head_there);
    m->ibuffer.rptr[HERE] = 0;
    m->ibuffer.ring[HERE] = o->head;
    m->ibuffer.heads = o->head_there;
    m->looked = 0;
    rfc_eval(m);
}

/* Ports go to first slots in the order of the specification: dirty copies, then clean ones. */
static void says_ports(struct unit *u)
{
    const struct model *m = u->m;
    const struct shape *k = &m->shape;
    const struct rfc_lookup *l = &m->look[HERE];
    const struct vreg nothing = {{0}};
    uint64_t port_of[MAX_SLOTS] = {0}, dirty = rfc_dirty(m, HERE);
    unsigned given = 0;
    for (int clean = 0; clean < 2; clean++)
        for (unsigned s = 0; s < k->slots && given < k->read_ports; s++) {
            if (!(l->first & l->hits & 1u << s) || (dirty >> l->entry[s] & 1) == (uint64_t)clean)
                continue;
            says_vector(u, "read_data_o", given, &m->q.rfc[HERE].data[l->entry[s]]);
            for (unsigned f = 0; f < k->slots; f++)
                port_of[f] |= l->group[s] >> f & 1 ? only(given) : 0;
            given++;
        }
    for (; given < k->read_ports; given++)
        says_vector(u, "read_data_o", given, &nothing);
    for (unsigned s = 0; s < k->slots; s++) {
        says(u, "slot_port_o", s * k->read_ports, k->read_ports, port_of[s]);
        if ((port_of[s] != 0) != (l->served >> s & 1))
            wrong(u, "slot %u has a port and is not served, or the other way round", s);
    }
}

static void says_head(struct unit *u)
{
    struct own *o = u->own;
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    const struct rfc_lookup *l = &m->look[HERE];
    bool lacks = o->head_there && l->lacks;
    if (has(u, "lacks_o"))
        says(u, "lacks_o", 0, 1, lacks);
    if (o->head_there) {
        says_ports(u);
    } else {
        any_bits(u, "read_data_o", 0, k->read_ports * 32 * k->lanes);
        any_bits(u, "slot_port_o", 0, k->slots * k->read_ports);
    }
    if (k->fill && o->head_there && !lacks) {
        m->values = false;                          /* clean copies are compared with rows elsewhere */
        rfc_allocate(m, ELSEWHERE, HERE, &o->head);
        m->values = true;
        says(u, "head_fill_o", 0, k->slots, m->q.col[ELSEWHERE].src_fill);
    } else if (k->fill) {
        any_bits(u, "head_fill_o", 0, k->slots);
    }
    if (!o->head_there)
        return;
    hit_if(u, ALL_HIT, o->head.src_valid && l->hits == o->head.src_valid);
    hit_if(u, ALL_MISS, o->head.src_valid && !l->hits);
    hit_if(u, LACKS, lacks);
    hit_if(u, PORTLESS, !lacks && (l->hits & ~l->served));
    hit_if(u, SAME, (l->hits & ~l->first) != 0);
}

/* A warp issues that is active and does not lack ports. */
static void draw_issue(struct unit *u)
{
    struct own *o = u->own;
    struct step *st = &u->m->step;
    st->issue = o->head_there && !u->m->look[HERE].lacks && !o->flushing && !one_in(u, 3);
    st->issue_warp = HERE;
    if (has(u, "grant_i"))
        give(u, "grant_i", 0, 1, st->issue);
    hit_if(u, TOUCHED, st->issue && u->m->look[HERE].hit);
}

/* --- results ------------------------------------------------------------------------------------------------------ */

static unsigned draw_any(struct unit *u)
{
    const struct shape *k = &u->m->shape;
    unsigned exist = k->rows << k->bank_shift;
    return calm(u) ? below(u, exist < k->registers ? exist : k->registers) : draw_existing(u);
}

/* Often a register that the cache has, and drains next. */
static unsigned draw_known(struct unit *u)
{
    uint64_t valid = u->m->q.rfc[HERE].valid, dirty = rfc_dirty(u->m, HERE);
    if (dirty && one_in(u, 4))
        return rfc_tag(u->m, HERE, lowest(dirty));
    return valid && one_in(u, 3) ? rfc_tag(u->m, HERE, one_of(u, valid)) : draw_any(u);
}

/* Often one that it has not. */
static unsigned draw_unknown(struct unit *u)
{
    unsigned reg = draw_any(u);
    for (unsigned tries = below(u, 4); tries > 0 && rfc_copy(u->m, HERE, (uint8_t)reg); tries--)
        reg = draw_any(u);
    return reg;
}

/* A result on a port, of a register that no other port has. Returns the port. */
static int draw_result(struct unit *u, int besides)
{
    struct step *st = &u->m->step;
    unsigned p = below(u, RESULT_PORTS);
    struct result *r = &st->wb[p];
    if ((int)p == besides)
        return NONE;
    *r = (struct result){.valid = true, .warp = HERE, .reg = (uint8_t)draw_known(u), .mask = draw_lanes(u),
                         .look = u->m->shape.look && one_in(u, 2)};
    if (!r->mask || (besides >= 0 && r->reg == st->wb[besides].reg))
        return NONE;
    rfc_results(u->m, st->wb, 1u << p);
    return (int)p;
}

static void give_result(struct unit *u, struct result *r, const struct rfc_result *found, bool taken)
{
    const struct shape *k = &u->m->shape;
    give(u, "result_valid_i", 0, 1, taken);
    give(u, "result_hit_i", 0, k->rfc_entries, hit_of(found));
    if (k->place) {
        give(u, "result_place_i", 0, k->rfc_entries, place_of(found));
        give(u, "result_reg_i", 0, k->reg_w, r->reg);
    }
    give(u, "result_mask_i", 0, k->lanes, r->mask);
    given_vector(u, "result_data_i", 0, &r->data);
}

static void give_no_result(struct unit *u)
{
    const struct rfc_result none = {.hit = NONE};
    const struct vreg nothing = {{0}};
    struct result r = {.mask = 0};
    give_vector(u, "result_data_i", 0, &nothing);
    give_result(u, &r, &none, false);
}

/* Of the results that contend one is put on result_*_i, and is taken if its bank has time. */
static uint32_t draw_results(struct unit *u)
{
    struct own *o = u->own;
    struct step *st = &u->m->step;
    int port = one_in(u, 2) ? draw_result(u, NONE) : NONE;
    o->other = port >= 0 && one_in(u, 3) ? draw_result(u, port) : NONE;
    o->taken = NONE;
    st->granted = 0;
    give_no_result(u);
    if (port >= 0) {
        bool taken = !one_in(u, 4);
        for (unsigned l = 0; l < u->m->shape.lanes; l++)
            give(u, "result_data_i", 32 * l, 32, draw_next(&u->draw) >> 32);
        give_result(u, &st->wb[port], &st->rfc[port], taken);
        o->taken = taken ? port : NONE;
        hit_if(u, NOT_TAKEN, !taken);
    }
    rfc_take(u->m, o->taken >= 0 ? 1u << o->taken : 0);
    if (o->taken >= 0 && st->rfc[o->taken].bank >= 0)
        st->granted = 1u << st->rfc[o->taken].bank;
    return (port >= 0 ? 1u << port : 0) | (o->other >= 0 ? 1u << o->other : 0);
}

static void says_victims(struct unit *u)
{
    const struct own *o = u->own;
    const struct model *m = u->m;
    const struct shape *k = &m->shape;
    uint64_t victims = 0;
    for (unsigned x = 0; x < k->sets; x++)
        victims |= only(rfc_victim(m, HERE, x));
    says(u, "flushing_o", 0, 1, m->step.flushing & 1);
    says(u, "victim_o", 0, k->rfc_entries, victims);
    for (unsigned x = 0; k->rback && x < k->sets; x++) {
        unsigned e = rfc_victim(m, HERE, x);
        bool dirty = rfc_dirty(m, HERE) >> e & 1;
        says(u, "victim_dirty_o", x, 1, dirty);
        if (dirty)
            says(u, "victim_reg_o", x * k->reg_w, k->reg_w, rfc_tag(m, HERE, e));
        else
            any_bits(u, "victim_reg_o", x * k->reg_w, k->reg_w);
    }
    if (k->rback && o->taken >= 0 && m->step.rfc[o->taken].evicts)
        says_vector(u, "evict_data_o", 0, &m->q.rfc[HERE].data[m->step.rfc[o->taken].victim]);
    else if (k->rback)
        any_bits(u, "evict_data_o", 0, 32 * k->lanes);
}

static void says_entries(struct unit *u)
{
    const struct model *m = u->m;
    const struct shape *k = &m->shape;
    says(u, "valid_o", 0, k->rfc_entries, m->q.rfc[HERE].valid);
    for (unsigned e = 0; e < k->rfc_entries; e++)
        says(u, "tag_o", e * k->reg_w, k->reg_w, rfc_tag(m, HERE, e));
    if (k->place)
        says_victims(u);
    hit_if(u, FULL, m->q.rfc[HERE].valid == low_bits(k->rfc_entries));
}

/* --- fills and drains --------------------------------------------------------------------------------------------- */

/* The set that a value is for; where the head waits for a dirty entry to drain, mostly that of this one. */
static unsigned draw_set(struct unit *u)
{
    const struct own *o = u->own;
    const struct model *m = u->m;
    const struct shape *k = &m->shape;
    uint64_t asks = o->head_there && m->look[HERE].lacks ? rfc_dirty(m, HERE) & m->look[HERE].hit : 0;
    return asks && !one_in(u, 4) ? lowest(asks) / k->ways : below(u, k->sets);
}

/* A value comes for slot 0 of collector HERE. With one write port rfc_fill holds it back while results contend. */
static void draw_wish(struct unit *u, uint32_t contending)
{
    struct own *o = u->own;
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    const struct vreg nothing = {{0}};
    unsigned reg = draw_unknown(u), set = draw_set(u);
    bool clash = false;
    for (uint32_t ports = contending; ports; ports &= ports - 1)
        clash |= m->step.wb[lowest(ports)].reg == reg;
    o->wish = k->fill && !clash && (k->write_ports == 2 || !contending) && !one_in(u, 3);
    m->step.s_valid = o->wish;
    if (!k->fill)
        return;
    m->step.s_bank[HERE] = 0;
    m->q.bank[0].rd_slot = 0;
    m->q.col[HERE] = (struct collector_q){.occupied = 1, .warp = HERE, .src_valid = 1, .src_fill = 1, .src_set = set};
    m->col[HERE].reg.at[0] = (uint8_t)reg;
    give(u, "fill_valid_i", 0, 1, o->wish);
    give(u, "fill_reg_i", 0, k->reg_w, o->wish ? reg : 0);
    if (has(u, "fill_set_i"))
        give(u, "fill_set_i", 0, k->set_w, o->wish ? set : 0);
    if (!o->wish)
        give_vector(u, "fill_data_i", 0, &nothing);
    given_vector(u, "fill_data_i", 0, &m->q.bank[0].rdata);
}

/* The bank of what is offered takes it unless a result is written there, or it is another cache's turn. */
static void draw_drain(struct unit *u, uint32_t contending)
{
    struct own *o = u->own;
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    struct step *st = &m->step;
    uint32_t results = st->granted;
    uint64_t contended = 0;
    for (uint32_t ports = contending; ports; ports &= ports - 1)
        contended |= hit_of(&st->rfc[lowest(ports)]) | place_of(&st->rfc[lowest(ports)]);
    if (has(u, "contended_i"))
        give(u, "contended_i", 0, k->rfc_entries, contended);
    if (one_in(u, 3))
        st->granted = (uint32_t)low_bits(k->banks);
    rfc_drain_eval(m, contending);
    st->granted = results;
    o->offers = k->rback && (st->drain_waits || st->drained);
    if (!k->rback)
        return;
    const struct vreg nothing = {{0}};
    o->offer = o->offers ? rfc_tag(m, HERE, st->drain_entry[HERE]) : 0;
    says(u, "offer_valid_o", 0, 1, o->offers);
    says(u, "offer_reg_o", 0, k->reg_w, o->offer);
    says_vector(u, "offer_data_o", 0, o->offers ? &m->q.rfc[HERE].data[st->drain_entry[HERE]] : &nothing);
    says(u, "owes_o", 0, 1, rfc_owes(m, HERE));
    give(u, "drain_i", 0, 1, st->drained != 0);
    hit_if(u, DRAIN, st->drained != 0);
    hit_if(u, REFUSED, o->offers && !st->drained);
}

/* --- the cycle ---------------------------------------------------------------------------------------------------- */

static void count_fill(struct unit *u)
{
    const struct own *o = u->own;
    const struct model *m = u->m;
    const struct step *st = &m->step;
    unsigned f = st->fill_entry[HERE];
    bool dirty = rfc_dirty(m, HERE) >> f & 1, copy = rfc_copy(m, HERE, st->fill_reg[HERE]);
    if (!o->wish)
        return;
    hit_if(u, FILL, st->fills != 0);
    hit_if(u, FILL_COPY, copy);
    hit_if(u, FILL_LOST, dirty && !copy && !(st->flushing & 1) && !st->taken && !st->fills);
    hit_if(u, FILL_DRAINS, dirty && st->fills);
    hit_if(u, FILL_ASKED, dirty && !copy && !(st->flushing & 1) && !st->taken && !st->fills && st->drained &&
           st->drain_entry[HERE] == f);
    hit_if(u, FILL_CONTENDED, o->taken >= 0 && !copy && !(st->flushing & 1) && place_of(&st->rfc[o->taken]) == only(f));
    hit_if(u, BOTH, st->fills && o->taken >= 0 && st->rfc[o->taken].places);
}

static void count_points(struct unit *u)
{
    const struct own *o = u->own;
    const struct step *st = &u->m->step;
    const struct rfc_q *q = &u->m->q.rfc[HERE];
    if (u->m->shape.fill)
        count_fill(u);
    hit_if(u, DROPPED, (st->flushing & 1) && (q->valid & ~rfc_dirty(u->m, HERE)));
    if (o->taken < 0)
        return;
    const struct rfc_result *r = &st->rfc[o->taken];
    hit_if(u, MERGE, r->hit >= 0);
    hit_if(u, PLACE, r->places && !(q->valid >> r->victim & 1));
    hit_if(u, REPLACE, r->places && (q->valid >> r->victim & 1));
    hit_if(u, EVICT, r->evicts);
    hit_if(u, KEPT, (st->flushing & 1) && r->hit >= 0);
    hit_if(u, DIRTY_AGAIN, st->drained && hit_of(r) == only(st->drain_entry[HERE]));
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    struct model *m = u->m;
    m->write_count = 0;
    if (!age_valid(&m->issue.age, HERE))
        age_alloc(&m->issue.age, HERE, m->packing);
    draw_flush(u);
    draw_head(u);
    says_head(u);
    draw_issue(u);
    uint32_t contending = draw_results(u);
    says_entries(u);
    draw_wish(u, contending);
    draw_drain(u, contending);
    count_points(u);
    if (o->taken >= 0 && m->step.rfc[o->taken].bank >= 0)
        rfc_write_row(m, (unsigned)o->taken);
    rfc_edge(m);
}

const struct bench bench_rfc = {
    .assumed = "`head_same_i` says which slots name one register; a head issues that does not lack ports; results are "
               "looked up, one is taken; they and a value from a bank are of different registers",
    .scope = "top.g_rfc[0].u_rfc.", .points = points, .own = sizeof(struct own), .reset = reset, .cycle = cycle
};
