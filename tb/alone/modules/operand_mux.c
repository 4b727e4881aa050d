/* SPDX-License-Identifier: Apache-2.0 */
/* operand_mux: the operands of dispatch_eval() of cmodel/subcore/dispatch.c, of ccu.c and boc.c (3.3, 3.4, 3.14). In a
 * collector each slot in use has an entry; one entry lacks its value, which may arrive. */
#include "tb/alone/instruction.h"

enum { NOBODY, ALL_SLOTS, ARRIVES, SHARED, ALL_ENTRIES };

static bool forwards(const struct unit *u) { return u->m->core.shape.forward; }

static const struct point points[] = {
    {"nothing dispatches", NULL}, {"every slot is in use", NULL}, {"an operand is what arrives", forwards},
    {"two slots have one entry", NULL}, {"an entry behind the last slot's number", NULL}, {NULL, NULL}
};

/* What a collector holds: slots in use, those whose value is stored, and the entries of all. */
struct held { unsigned valid, stored; bytes8 index; };

struct own {
    struct sc_out out;
    struct held held[MAX_COLLECTORS];
    struct vreg arrives[MAX_COLLECTORS];
};

static unsigned entries_of(const struct unit *u)
{
    return u->m->core.shape.positions ? u->m->collectors.boc.entries : u->m->collectors.ccu.entries;
}

static struct vreg *entry_of(const struct unit *u, unsigned c, unsigned e)
{
    return u->m->core.shape.positions ? &u->m->collectors.boc.at[c].q.data[e] : &u->m->collectors.ccu.at[c].q.data[e];
}

static void put_into_ccu(struct ccus *ccus, unsigned port, unsigned c, const struct held *h)
{
    struct collector *col = &ccus->all.at[c];
    col->q.src_valid = h->valid;
    col->q.src_ready = h->stored;
    col->q.unit = 0;
    ccus->at[c].index = h->index;
    ccus->all.base.s[port].slots[c] = (uint8_t)(h->valid & ~h->stored);
}

/* In position 0. Entry `lacks` has no value, if it exists. */
static void put_into_boc(struct bocs *bs, unsigned port, unsigned c, const struct held *h, unsigned lacks)
{
    struct boc *boc = &bs->at[c];
    boc->at[0] = (struct position){.src_valid = (uint8_t)h->valid, .index = h->index};
    for (unsigned set = h->valid; set; set &= set - 1)
        boc->at[0].uses |= only(h->index.at[lowest(set)]);
    boc->q.full = low_bits(bs->entries) & ~(lacks < bs->entries ? only(lacks) : 0);
    boc->q.occupied = 1;
    bs->base.s[port].entry[c] = (uint8_t)lacks;
}

static void give_slot(struct unit *u, unsigned port, unsigned c, unsigned s, const struct held *h)
{
    const struct shape *k = &u->m->core.shape;
    unsigned entries = entries_of(u);
    bool stored = h->stored >> s & 1;
    for (unsigned e = 0; e < entries; e++)
        give(u, "col_select_i", (c * k->slots + s) * entries + e, 1, stored && e == h->index.at[s]);
    if (k->forward)
        give(u, "col_forward_i", c * k->slots + s, 1, port == 0 && (h->valid >> s & 1) && !stored);
    if (k->forward && k->reads == 2)
        give(u, "col_forward2_i", c * k->slots + s, 1, port == 1 && (h->valid >> s & 1) && !stored);
}

/* What the collector holds, in the model and on the ports; the value of an entry may arrive. */
static void draw_collector(struct unit *u, unsigned c)
{
    struct own *o = u->own;
    const struct shape *k = &u->m->core.shape;
    unsigned port = k->reads == 2 && one_in(u, 2);      /* the port S on which it arrives */
    struct port_s *s = &u->m->collectors.base.s[port];
    struct held *h = &o->held[c];
    unsigned all = (unsigned)low_bits(k->slots), entries = entries_of(u);
    *h = (struct held){.valid = one_in(u, 4) ? all : below(u, all + 1)};
    unsigned lacks = k->forward && one_in(u, 2) ? below(u, entries) : entries;
    for (unsigned i = 0; i < k->slots; i++) {
        unsigned e = lacks < entries && one_in(u, 3) ? lacks : below(u, entries);
        h->index.at[i] = (uint8_t)e;
        h->stored |= (unsigned)((h->valid >> i & 1) && e != lacks) << i;
        give_slot(u, port, c, i, h);
    }
    for (unsigned e = 0; e < entries; e++)
        given_vector(u, "col_entry_i", c * entries + e, entry_of(u, c, e));
    if (k->positions)
        put_into_boc(&u->m->collectors.boc, port, c, h, lacks);
    else
        put_into_ccu(&u->m->collectors.ccu, port, c, h);
    s->valid |= (uint32_t)(lacks < entries) << c;
    s->value[c] = &o->arrives[c];
    if (k->forward)
        given_vector(u, port ? "s2_data_i" : "s_data_i", c, &o->arrives[c]);
}

static void count_points(struct unit *u, const struct held *h)
{
    const struct shape *k = &u->m->core.shape;
    uint64_t seen = 0;
    hit_if(u, ALL_SLOTS, h->valid == low_bits(k->slots));
    hit_if(u, ARRIVES, (h->valid & ~h->stored) != 0);
    for (unsigned valid = h->valid; valid; valid &= valid - 1) {
        unsigned e = h->index.at[lowest(valid)];
        hit_if(u, SHARED, seen >> e & 1);
        hit_if(u, ALL_ENTRIES, e >= k->slots || e == entries_of(u) - 1);
        seen |= only(e);
    }
}

/* Values of collectors that do not dispatch are there, and reach nothing. */
static void cycle(struct unit *u)
{
    struct own *o = u->own;
    struct dispatch *d = &u->m->dispatch;
    struct collectors *cs = &u->m->collectors.base;
    const struct shape *k = &u->m->core.shape;
    unsigned dispatches = one_in(u, 4) ? k->collectors : below(u, k->collectors);
    cs->s[0].valid = cs->s[1].valid = 0;
    for (unsigned c = 0; c < k->collectors; c++) {
        draw_collector(u, c);
        give(u, "dispatch_i", c, 1, c == dispatches);
    }
    cs->occupied = dispatches < k->collectors ? UINT32_C(1) << dispatches : 0;
    dispatch_eval(d, cs, &u->m->inflight, UINT32_MAX, &o->out);
    if (d->leaves.valid != (dispatches < k->collectors))
        wrong(u, "the model dispatches %s", d->leaves.valid ? "what is not there" : "nothing");
    for (unsigned s = 0; s < k->slots; s++)
        says_vector(u, "operand_o", s, &o->out.disp_operand[s]);
    hit_if(u, NOBODY, !d->leaves.valid);
    if (d->leaves.valid)
        count_points(u, &o->held[dispatches]);
}

const struct bench bench_operand_mux = {
    .assumed = "one collector dispatches at most; a slot in use has one entry, stored or arriving", .points = points,
    .own = sizeof(struct own), .cycle = cycle
};
