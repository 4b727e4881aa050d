/* SPDX-License-Identifier: Apache-2.0 */
/* operand_mux: the operands of dispatch_eval() of cmodel/subcore/dispatch.c (3.3, 3.4, 3.14). In a collector each slot
 * in use has an entry; one entry lacks its value, which may arrive. */
#include "cmodel/subcore/boc.h"
#include "cmodel/subcore/dispatch.h"

#include "tb/alone/instruction.h"

enum { NOBODY, ALL_SLOTS, ARRIVES, SHARED, ALL_ENTRIES };

static bool forwards(const struct unit *u) { return u->m->shape.forward; }

static const struct point points[] = {
    {"nothing dispatches", NULL}, {"every slot is in use", NULL}, {"an operand is what arrives", forwards},
    {"two slots have one entry", NULL}, {"an entry behind the last slot's number", NULL}, {NULL, NULL}
};

struct own { struct sc_out out; };

/* What the collector holds, in the model and on the ports; its value arrives from the bank of its number. */
static void draw_collector(struct unit *u, unsigned c)
{
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    unsigned all = (unsigned)low_bits(k->slots), valid = one_in(u, 4) ? all : below(u, all + 1), ready = 0;
    unsigned lacks = k->forward && one_in(u, 2) ? below(u, k->entries) : k->entries;
    struct position *at = &m->boc[c].at[0];
    at->uses = 0;
    m->step.s_slots[c] = 0;
    for (unsigned s = 0; s < k->slots; s++) {
        unsigned e = lacks < k->entries && one_in(u, 3) ? lacks : below(u, k->entries);
        bool there = valid >> s & 1, stored = there && e != lacks;
        m->col[c].index.at[s] = at->index.at[s] = (uint8_t)e;
        at->uses |= there ? only(e) : 0;
        ready |= (unsigned)stored << s;
        m->step.s_slots[c] |= (uint8_t)((there && !stored) << s);
        for (unsigned i = 0; i < k->entries; i++)
            give(u, "col_select_i", (c * k->slots + s) * k->entries + i, 1, stored && i == e);
        if (k->forward)
            give(u, "col_forward_i", c * k->slots + s, 1, there && !stored);
    }
    for (unsigned e = 0; e < k->entries; e++)
        given_vector(u, "col_entry_i", c * k->entries + e, k->boc ? &m->q.boc[c].data[e] : &m->q.col[c].data[e]);
    m->q.col[c].src_valid = at->src_valid = (uint8_t)valid;
    m->q.col[c].src_ready = ready;
    m->q.col[c].unit = at->unit = 0;
    m->q.boc[c].full = low_bits(k->entries) & ~(lacks < k->entries ? only(lacks) : 0);
    m->q.boc[c].occupied = 1;
    m->step.s_entry[c] = (uint8_t)lacks;
    m->step.s_bank[c] = (uint8_t)c;
    m->step.s_valid |= (uint32_t)(lacks < k->entries) << c;
    if (k->forward)
        given_vector(u, "s_data_i", c, &m->q.bank[c].rdata);
}

static void count_points(struct unit *u, unsigned c, unsigned valid)
{
    const struct shape *k = &u->m->shape;
    uint64_t seen = 0;
    for (; valid; valid &= valid - 1) {
        unsigned e = u->m->col[c].index.at[lowest(valid)];
        hit_if(u, SHARED, seen >> e & 1);
        hit_if(u, ALL_ENTRIES, e >= k->slots || e == k->entries - 1);
        seen |= only(e);
    }
}

/* Values of collectors that do not dispatch are there, and reach nothing. */
static void cycle(struct unit *u)
{
    struct own *o = u->own;
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    unsigned dispatches = one_in(u, 4) ? k->collectors : below(u, k->collectors);
    m->step.s_valid = 0;
    m->upper = 0;
    for (unsigned c = 0; c < k->collectors; c++) {
        draw_collector(u, c);
        give(u, "dispatch_i", c, 1, c == dispatches);
    }
    m->occupied = dispatches < k->collectors ? 1u << dispatches : 0;
    m->out = &o->out;
    dispatch_eval(m, UINT32_MAX, &o->out);
    if (m->step.dispatch != (dispatches < k->collectors))
        wrong(u, "the model dispatches %s", m->step.dispatch ? "what is not there" : "nothing");
    for (unsigned s = 0; s < k->slots; s++)
        says_vector(u, "operand_o", s, &o->out.disp_operand[s]);
    hit_if(u, NOBODY, !m->step.dispatch);
    if (!m->step.dispatch)
        return;
    unsigned valid = (unsigned)m->q.col[dispatches].src_valid;
    hit_if(u, ALL_SLOTS, valid == low_bits(k->slots));
    hit_if(u, ARRIVES, m->step.s_slots[dispatches] != 0);
    count_points(u, dispatches, valid);
}

const struct bench bench_operand_mux = {
    .assumed = "one collector dispatches at most; a slot in use has one entry, stored or arriving", .points = points,
    .own = sizeof(struct own), .cycle = cycle
};
