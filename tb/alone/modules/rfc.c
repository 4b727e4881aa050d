/* SPDX-License-Identifier: Apache-2.0 */
/* rfc: cmodel/subcore/rfc.c, rfc_result.c, rfc_drain.c, rfc_edge.c (3.15; RFC-sim IV, V). The module is the cache of
 * warp HERE; around it stand results on ports, one wish of a collector, and a bank that takes what is offered or does
 * not. */
#include "tb/alone/alone.h"
#include "tb/alone/caches.h"

enum { HERE = 0, NONE = -1 };
enum { ALL_HIT, ALL_MISS, LACKS, PORTLESS, SAME, FULL, MERGE, PLACE, REPLACE, EVICT, NOT_TAKEN, FILL, FILL_COPY,
       FILL_LOST, FILL_DRAINS, FILL_ASKED, FILL_CONTENDED, BOTH, DRAIN, REFUSED, DIRTY_AGAIN, DROPPED, KEPT, TOUCHED };

static bool few_ports(const struct unit *u)
{
    const struct rfcs *rs = &u->m->rfcs;
    return rs->read_ports < u->m->core.shape.slots && rs->read_ports < rs->entries;
}

static bool lacking(const struct unit *u) { return u->m->rfcs.back && few_ports(u); }
static bool back(const struct unit *u) { return u->m->rfcs.back; }
static bool fills(const struct unit *u) { return u->m->rfcs.fill; }
static bool places(const struct unit *u) { return u->m->rfcs.place; }
static bool evicts(const struct unit *u) { return u->m->rfcs.place && u->m->rfcs.back; }
static bool fills_back(const struct unit *u) { return u->m->rfcs.fill && u->m->rfcs.back; }
static bool fills_lacking(const struct unit *u) { return fills(u) && lacking(u); }
static bool two_writes(const struct unit *u) { return u->m->rfcs.fill && u->m->rfcs.write_ports == 2; }
static bool touches(const struct unit *u) { return u->m->rfcs.order && u->m->rfcs.lru; }

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
    struct instruction head;
    bool head_there, issues, flushing, exits;
    struct result wb[RESULT_PORTS];
    int taken, other;                       /* ports with a result that is put on result_*_i; that contends, too */
    bool wish;
    struct vreg value;                      /* that is wished */
    uint8_t offer;                          /* register that is offered */
    bool offers;
};

static void reset(struct unit *u)
{
    struct own *o = u->own;
    rfcs_reset(&u->m->rfcs);
    o->flushing = false;
}

/* --- the head ----------------------------------------------------------------------------------------------------- */

/* A part of the run in which the cache fills up: flushes are rare, and registers are of all sets. */
static bool calm(const struct unit *u) { return u->cycle / 256 % 4 == 3; }

/* A flush lasts as long as it has to empty the cache, or less where the warp becomes active again. */
static void draw_flush(struct unit *u)
{
    struct own *o = u->own;
    const struct model *m = u->m;
    bool two = m->core.shape.two_level, done = !m->rfcs.at[HERE].q.valid || two;
    o->flushing = o->flushing ? !done || !one_in(u, 3) : one_in(u, calm(u) ? 4000 : u->cycle / 256 % 2 ? 200 : 24);
    o->exits = o->flushing && (!two || one_in(u, 2));
    give(u, "exiting_i", 0, 1, o->exits);
    if (two)
        give(u, "active_i", 0, 1, !o->flushing || (o->exits && one_in(u, 2)));
}

/* Victims that are dirty and below as many dirty entries as a head needs to lack ports: what such a head waits for
 * is what a value of the set would replace. */
static uint64_t wanted_victims(const struct rfcs *rs)
{
    uint64_t dirty = rfc_dirty(rs, HERE), wanted = 0;
    for (unsigned x = 0; x < rs->sets; x++) {
        unsigned e = rfc_victim(rs, HERE, x);
        if ((dirty >> e & 1) && count_bits(dirty & ~low_bits(e)) > rs->read_ports)
            wanted |= only(e);
    }
    return wanted;
}

/* All sources hit dirty entries, different ones while there are some; the lowest is a victim. */
static void draw_lacking(struct unit *u, struct instruction *e, uint64_t wanted)
{
    const struct rfcs *rs = &u->m->rfcs;
    unsigned victim = one_of(u, wanted), slots = u->m->core.shape.slots;
    uint64_t left = rfc_dirty(rs, HERE) & ~low_bits(victim + 1);
    e->src_valid = (uint8_t)low_bits(slots);
    e->src_reg.at[0] = rfc_tag(rs, HERE, victim);
    for (unsigned s = 1; s < slots; s++) {
        unsigned entry = left ? one_of(u, left) : victim;
        e->src_reg.at[s] = rfc_tag(rs, HERE, entry);
        left &= ~only(entry);
    }
}

/* Sources that the cache has. */
static void draw_hits(struct unit *u, struct instruction *e)
{
    const struct rfcs *rs = &u->m->rfcs;
    uint64_t valid = rs->at[HERE].q.valid;
    for (unsigned set = valid ? e->src_valid : 0; set; set &= set - 1)
        if (!one_in(u, 4))
            e->src_reg.at[lowest(set)] = rfc_tag(rs, HERE, one_of(u, valid));
}

static void draw_head(struct unit *u)
{
    struct own *o = u->own;
    struct model *m = u->m;
    uint64_t wanted = fills_lacking(u) ? wanted_victims(&m->rfcs) : 0;
    o->head = draw_instruction(u);
    if (wanted && one_in(u, 2))
        draw_lacking(u, &o->head, wanted);
    else if (one_in(u, 4))
        draw_hits(u, &o->head);
    o->head_there = !o->exits && !one_in(u, 4);
    give_instruction(u, "head", &o->head);
    give_same(u, NULL, "head_same_i", 0, &o->head);
    if (has(u, "head_valid_i"))
        give(u, "head_valid_i", 0, 1, o->head_there);
    m->ibuffer.rptr[HERE] = 0;
    m->ibuffer.ring[HERE] = o->head;
    m->ibuffer.heads = o->head_there;
    rfc_new_head(&m->rfcs, HERE);
    rfc_eval(&m->rfcs, &m->ibuffer, o->flushing ? only(HERE) : 0);
}

/* Ports go to first slots in the order of the specification: dirty copies, then clean ones. */
static void says_ports(struct unit *u)
{
    const struct rfcs *rs = &u->m->rfcs;
    const struct shape *k = &u->m->core.shape;
    const struct rfc_lookup *l = &rs->look[HERE];
    const struct vreg nothing = {{0}};
    uint64_t port_of[MAX_SLOTS] = {0}, dirty = rfc_dirty(rs, HERE);
    unsigned given = 0;
    for (int clean = 0; clean < 2; clean++)
        for (unsigned s = 0; s < k->slots && given < rs->read_ports; s++) {
            if (!(l->first & l->hits & 1u << s) || (dirty >> l->entry[s] & 1) == (uint64_t)clean)
                continue;
            says_vector(u, "read_data_o", given, &rs->at[HERE].q.data[l->entry[s]]);
            for (unsigned f = 0; f < k->slots; f++)
                port_of[f] |= l->group[s] >> f & 1 ? only(given) : 0;
            given++;
        }
    for (; given < rs->read_ports; given++)
        says_vector(u, "read_data_o", given, &nothing);
    for (unsigned s = 0; s < k->slots; s++) {
        says(u, "slot_port_o", s * rs->read_ports, rs->read_ports, port_of[s]);
        if ((port_of[s] != 0) != (l->served >> s & 1))
            wrong(u, "slot %u has a port and is not served, or the other way round", s);
    }
}

static void says_head(struct unit *u)
{
    struct own *o = u->own;
    struct model *m = u->m;
    struct rfcs *rs = &m->rfcs;
    const struct shape *k = &m->core.shape;
    const struct rfc_lookup *l = &rs->look[HERE];
    bool lacks = o->head_there && l->lacks;
    if (has(u, "lacks_o"))
        says(u, "lacks_o", 0, 1, lacks);
    if (o->head_there) {
        says_ports(u);
    } else {
        any_bits(u, "read_data_o", 0, rs->read_ports * 32 * k->lanes);
        any_bits(u, "slot_port_o", 0, k->slots * rs->read_ports);
    }
    if (rs->fill && o->head_there && !lacks) {
        m->core.values = false;                     /* clean copies are compared with rows elsewhere */
        says(u, "head_fill_o", 0, k->slots, rfc_serve(rs, &m->arbiter, &m->rf, HERE, &o->head).fill);
        m->core.values = true;
    } else if (rs->fill) {
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
    const struct rfc_lookup *l = &u->m->rfcs.look[HERE];
    o->issues = o->head_there && !l->lacks && !o->flushing && !one_in(u, 3);
    if (has(u, "grant_i"))
        give(u, "grant_i", 0, 1, o->issues);
    hit_if(u, TOUCHED, o->issues && l->hit);
}

/* --- results ------------------------------------------------------------------------------------------------------ */

static unsigned draw_any(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    unsigned exist = k->rows << k->bank_shift;
    return calm(u) ? below(u, exist < k->registers ? exist : k->registers) : draw_existing(u);
}

/* Often a register that the cache has, and drains next. */
static unsigned draw_known(struct unit *u)
{
    const struct rfcs *rs = &u->m->rfcs;
    uint64_t valid = rs->at[HERE].q.valid, dirty = rfc_dirty(rs, HERE);
    if (dirty && one_in(u, 4))
        return rfc_tag(rs, HERE, lowest(dirty));
    return valid && one_in(u, 3) ? rfc_tag(rs, HERE, one_of(u, valid)) : draw_any(u);
}

/* Often one that it has not. */
static unsigned draw_unknown(struct unit *u)
{
    unsigned reg = draw_any(u);
    for (unsigned tries = below(u, 4); tries > 0 && rfc_copy(&u->m->rfcs, HERE, (uint8_t)reg); tries--)
        reg = draw_any(u);
    return reg;
}

/* A result on a port, of a register that no other port has. Returns the port. */
static int draw_result(struct unit *u, int besides)
{
    struct own *o = u->own;
    unsigned p = below(u, RESULT_PORTS);
    struct result *r = &o->wb[p];
    if ((int)p == besides)
        return NONE;
    *r = (struct result){.valid = true, .warp = HERE, .reg = (uint8_t)draw_known(u), .mask = draw_lanes(u),
                         .look = has_field(&u->m->core.shape, FIELD_DST_LOOK) && one_in(u, 2)};
    if (!r->mask || (besides >= 0 && r->reg == o->wb[besides].reg))
        return NONE;
    rfc_results(&u->m->rfcs, o->wb, 1u << p);
    return (int)p;
}

static void give_result(struct unit *u, struct result *r, const struct rfc_result *found, bool taken)
{
    const struct rfcs *rs = &u->m->rfcs;
    const struct shape *k = &u->m->core.shape;
    give(u, "result_valid_i", 0, 1, taken);
    give(u, "result_hit_i", 0, rs->entries, hit_of(found));
    if (rs->place) {
        give(u, "result_place_i", 0, rs->entries, place_of(found));
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
    struct rfcs *rs = &u->m->rfcs;
    int port = one_in(u, 2) ? draw_result(u, NONE) : NONE;
    o->other = port >= 0 && one_in(u, 3) ? draw_result(u, port) : NONE;
    o->taken = NONE;
    give_no_result(u);
    if (port >= 0) {
        bool taken = !one_in(u, 4);
        for (unsigned l = 0; l < u->m->core.shape.lanes; l++)
            give(u, "result_data_i", 32 * l, 32, draw_next(&u->draw) >> 32);
        give_result(u, &o->wb[port], &rs->result[port], taken);
        o->taken = taken ? port : NONE;
        hit_if(u, NOT_TAKEN, !taken);
    }
    rfc_take(rs, o->wb, o->taken >= 0 ? 1u << o->taken : 0);
    return (port >= 0 ? 1u << port : 0) | (o->other >= 0 ? 1u << o->other : 0);
}

static void says_victims(struct unit *u)
{
    const struct own *o = u->own;
    const struct rfcs *rs = &u->m->rfcs;
    const struct shape *k = &u->m->core.shape;
    uint64_t victims = 0;
    for (unsigned x = 0; x < rs->sets; x++)
        victims |= only(rfc_victim(rs, HERE, x));
    says(u, "flushing_o", 0, 1, rs->flushing & 1);
    says(u, "victim_o", 0, rs->entries, victims);
    for (unsigned x = 0; rs->back && x < rs->sets; x++) {
        unsigned e = rfc_victim(rs, HERE, x);
        bool dirty = rfc_dirty(rs, HERE) >> e & 1;
        says(u, "victim_dirty_o", x, 1, dirty);
        if (dirty)
            says(u, "victim_reg_o", x * k->reg_w, k->reg_w, rfc_tag(rs, HERE, e));
        else
            any_bits(u, "victim_reg_o", x * k->reg_w, k->reg_w);
    }
    if (rs->back && o->taken >= 0 && rs->result[o->taken].evicts)
        says_vector(u, "evict_data_o", 0, &rs->at[HERE].q.data[rs->result[o->taken].victim]);
    else if (rs->back)
        any_bits(u, "evict_data_o", 0, 32 * k->lanes);
}

static void says_entries(struct unit *u)
{
    const struct rfcs *rs = &u->m->rfcs;
    unsigned reg_w = u->m->core.shape.reg_w;
    says(u, "valid_o", 0, rs->entries, rs->at[HERE].q.valid);
    for (unsigned e = 0; e < rs->entries; e++)
        says(u, "tag_o", e * reg_w, reg_w, rfc_tag(rs, HERE, e));
    if (rs->place)
        says_victims(u);
    hit_if(u, FULL, rs->at[HERE].q.valid == low_bits(rs->entries));
}

/* --- fills and drains --------------------------------------------------------------------------------------------- */

/* The set that a value is for; where the head waits for a dirty entry to drain, mostly that of this one. */
static unsigned draw_set(struct unit *u)
{
    const struct own *o = u->own;
    const struct rfcs *rs = &u->m->rfcs;
    uint64_t asks = o->head_there && rs->look[HERE].lacks ? rfc_dirty(rs, HERE) & rs->look[HERE].hit : 0;
    return asks && !one_in(u, 4) ? lowest(asks) / rs->ways : below(u, rs->sets);
}

/* A value comes for slot 0 of collector HERE. With one write port rfc_fill holds it back while results contend. */
static void draw_wish(struct unit *u, uint32_t contending)
{
    struct own *o = u->own;
    struct ocus *ocus = &u->m->collectors.ocu;
    struct port_s *port = &ocus->all.base.s[0];
    const struct rfcs *rs = &u->m->rfcs;
    const struct vreg nothing = {{0}};
    unsigned reg = draw_unknown(u), set = draw_set(u);
    bool clash = false;
    for (uint32_t ports = contending; ports; ports &= ports - 1)
        clash |= o->wb[lowest(ports)].reg == reg;
    o->wish = rs->fill && !clash && (rs->write_ports == 2 || !contending) && !one_in(u, 3);
    port->valid = o->wish ? 1u << HERE : 0;
    if (!rs->fill)
        return;
    port->slot[HERE] = 0;
    port->value[HERE] = &o->value;
    ocus->all.at[HERE] = (struct collector){.reg = {.at = {(uint8_t)reg}},
                                            .q = {.occupied = 1, .warp = HERE, .src_valid = 1}};
    ocus->at[HERE].q.src_fill = 1;
    ocus->at[HERE].q.src_set = set;
    give(u, "fill_valid_i", 0, 1, o->wish);
    give(u, "fill_reg_i", 0, u->m->core.shape.reg_w, o->wish ? reg : 0);
    if (has(u, "fill_set_i"))
        give(u, "fill_set_i", 0, rs->set_w, o->wish ? set : 0);
    if (!o->wish)
        give_vector(u, "fill_data_i", 0, &nothing);
    given_vector(u, "fill_data_i", 0, &o->value);
}

/* The bank of what is offered takes it unless a result is written there, or it is another cache's turn. */
static void draw_drain(struct unit *u, uint32_t contending)
{
    struct own *o = u->own;
    struct model *m = u->m;
    struct rfcs *rs = &m->rfcs;
    const struct vreg nothing = {{0}};
    uint32_t granted = o->taken >= 0 && rfc_bank(rs, (unsigned)o->taken) >= 0
                     ? 1u << rfc_bank(rs, (unsigned)o->taken) : 0;
    uint64_t contended = 0;
    for (uint32_t ports = contending; ports; ports &= ports - 1)
        contended |= hit_of(&rs->result[lowest(ports)]) | place_of(&rs->result[lowest(ports)]);
    if (has(u, "contended_i"))
        give(u, "contended_i", 0, rs->entries, contended);
    if (one_in(u, 3))
        granted = (uint32_t)low_bits(m->core.shape.banks);
    rfc_drain_eval(rs, &m->ibuffer, &m->collectors.ocu, &m->scoreboard, o->wb, contending, granted);
    o->offers = rs->back && (rs->drain.waits || rs->drain.drained);
    if (!rs->back)
        return;
    o->offer = o->offers ? rfc_tag(rs, HERE, rs->leaves[HERE]) : 0;
    says(u, "offer_valid_o", 0, 1, o->offers);
    says(u, "offer_reg_o", 0, m->core.shape.reg_w, o->offer);
    says_vector(u, "offer_data_o", 0, o->offers ? &rs->at[HERE].q.data[rs->leaves[HERE]] : &nothing);
    says(u, "owes_o", 0, 1, rfc_owing(rs) >> HERE & 1);
    give(u, "drain_i", 0, 1, rs->drain.drained != 0);
    hit_if(u, DRAIN, rs->drain.drained != 0);
    hit_if(u, REFUSED, o->offers && !rs->drain.drained);
}

/* --- the cycle ---------------------------------------------------------------------------------------------------- */

static void count_fill(struct unit *u)
{
    const struct own *o = u->own;
    const struct rfcs *rs = &u->m->rfcs;
    unsigned f = rs->fill_entry[HERE];
    bool dirty = rfc_dirty(rs, HERE) >> f & 1, copy = rfc_copy(rs, HERE, rs->fill_reg[HERE]);
    bool flushing = rs->flushing & 1;
    if (!o->wish)
        return;
    hit_if(u, FILL, rs->fills != 0);
    hit_if(u, FILL_COPY, copy);
    hit_if(u, FILL_LOST, dirty && !copy && !flushing && !rs->taken && !rs->fills);
    hit_if(u, FILL_DRAINS, dirty && rs->fills);
    hit_if(u, FILL_ASKED, dirty && !copy && !flushing && !rs->taken && !rs->fills && rs->drain.drained &&
           rs->leaves[HERE] == f);
    hit_if(u, FILL_CONTENDED, o->taken >= 0 && !copy && !flushing && place_of(&rs->result[o->taken]) == only(f));
    hit_if(u, BOTH, rs->fills && o->taken >= 0 && rs->result[o->taken].places);
}

static void count_points(struct unit *u)
{
    const struct own *o = u->own;
    const struct rfcs *rs = &u->m->rfcs;
    uint64_t valid = rs->at[HERE].q.valid;
    if (rs->fill)
        count_fill(u);
    hit_if(u, DROPPED, (rs->flushing & 1) && (valid & ~rfc_dirty(rs, HERE)));
    if (o->taken < 0)
        return;
    const struct rfc_result *r = &rs->result[o->taken];
    hit_if(u, MERGE, r->hit >= 0);
    hit_if(u, PLACE, r->places && !(valid >> r->victim & 1));
    hit_if(u, REPLACE, r->places && (valid >> r->victim & 1));
    hit_if(u, EVICT, r->evicts);
    hit_if(u, KEPT, (rs->flushing & 1) && r->hit >= 0);
    hit_if(u, DIRTY_AGAIN, rs->drain.drained && hit_of(r) == only(rs->leaves[HERE]));
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    struct model *m = u->m;
    rf_banks_begin(&m->rf);
    draw_flush(u);
    draw_head(u);
    says_head(u);
    draw_issue(u);
    uint32_t contending = draw_results(u);
    says_entries(u);
    draw_wish(u, contending);
    draw_drain(u, contending);
    count_points(u);
    if (o->taken >= 0 && rfc_bank(&m->rfcs, (unsigned)o->taken) >= 0)
        rfc_write_row(&m->rfcs, &m->arbiter, &m->rf, &o->wb[o->taken], (unsigned)o->taken);
    rfc_edge(&m->rfcs, &m->arbiter, &m->rf, o->wb, o->issues ? HERE : NONE, only(HERE));
}

const struct bench bench_rfc = {
    .assumed = "`head_same_i` says which slots name one register; a head issues that does not lack ports; results are "
               "looked up, one is taken; they and a value from a bank are of different registers",
    .scope = "top.g_rfc[0].u_rfc.", .points = points, .own = sizeof(struct own), .reset = reset, .cycle = cycle
};
