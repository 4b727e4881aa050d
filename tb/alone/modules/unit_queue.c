/* SPDX-License-Identifier: Apache-2.0 */
/* unit_queue: cmodel/subcore/unit_queue.c (3.18, unit queue and dispatch). */
#include "cmodel/subcore/unit_queue.h"

#include <stdio.h>

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"

enum { FULL, EMPTY, BOTH, NO_SOURCES, SAME, SEVERAL_BANKS, BUSY, UNIT_BUSY, WINDOW_FIRST };

static bool several(const struct unit *u) { return u->m->modern.queue.depth > 1; }

static const struct point points[] = {
    {"it is full", NULL}, {"it is empty", NULL}, {"an instruction comes while another one leaves", several},
    {"an instruction without sources dispatches", NULL}, {"one value is for two slots", NULL},
    {"several banks are asked", NULL}, {"a bank is not asked for the window reads it", NULL},
    {"the first one waits for its unit", NULL}, {"it waits for what leaves the window", NULL}, {NULL, NULL}
};

/* What each bank was asked for in the cycle before. */
struct own { uint32_t asked; uint8_t reg[MAX_BANKS]; };

static struct unit_queue *here(const struct unit *u)
{
    return &u->m->modern.queue;
}

static void reset(struct unit *u)
{
    unit_queue_reset(here(u));
    carried_pack(&here(u)->entries);
    ((struct own *)u->own)->asked = 0;
}

/* A bank that was asked returns its register and a value. */
static void draw_banks(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    const struct own *o = u->own;
    struct modern_banks *banks = &u->m->modern.banks;
    unsigned port = modern_banks_queue_port(banks);
    modern_banks_begin(banks);
    for (unsigned b = 0; b < k->banks; b++) {
        struct modern_bank *bank = &banks->at[b];
        bool came = o->asked >> b & 1, busy = one_in(u, 3);
        give(u, "came_i", b, 1, came);
        if (came)
            give(u, "came_reg_i", b * k->reg_w, k->reg_w, o->reg[b]);
        give(u, "busy_i", b, 1, busy);
        bank->read[port][0].valid = busy;
        bank->q.value_queue = came;
        bank->value[port][0].reg = o->reg[b];
        bank->q.written_valid = bank->q.result_count = 0;
        given_vector(u, "value_i", (b * banks->ports + port) * WINDOW, &bank->q.rdata[port]);
    }
}

/* With scoreboards, the sources of the first one, whether it dispatches or not. */
static void says_sources(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    const struct carried *head = &here(u)->entries.at[0];
    if (!has(u, "disp_src_reg_o"))
        return;
    says(u, "disp_src_valid_o", 0, k->slots, head->i.src_valid);
    for (unsigned s = 0; s < k->slots; s++)
        says(u, "disp_src_reg_o", s * k->reg_w, k->reg_w, head->i.src_reg.at[s]);
}

static void says_dispatch(struct unit *u)
{
    static const struct carried nothing;
    const struct shape *k = &u->m->core.shape;
    struct unit_queue *q = here(u);
    unsigned ready = (unsigned)given(u, "unit_ready_i", 0, MAX_UNITS);
    bool window = one_in(u, 4), can = unit_queue_ready(q, ready);
    give(u, "window_i", 0, 1, window);
    q->dispatches = !window && can;
    const struct carried *c = q->dispatches ? &q->entries.at[0] : &nothing;
    says(u, "disp_valid_o", 0, 1, q->dispatches);
    says(u, "disp_warp_o", 0, k->warp_w, c->warp);
    says(u, "disp_iid_o", 0, k->iid_w, c->iid);
    says_instruction(u, "disp", &c->i);
    says_sources(u);
    for (unsigned s = 0; s < k->slots; s++) {
        static const struct vreg zero;
        says_vector(u, "disp_operand_o", s, c->i.src_valid >> s & 1 ? &q->q.data[s] : &zero);
    }
    hit_if(u, NO_SOURCES, q->dispatches && !c->i.src_valid);
    hit_if(u, WINDOW_FIRST, window && can);
    hit_if(u, UNIT_BUSY, !can && unit_queue_ready(q, (1u << MAX_UNITS) - 1));
}

/* What the banks are asked for. */
static void says_questions(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    struct own *o = u->own;
    struct unit_queue *q = here(u);
    const struct carried *head = &q->entries.at[0];
    uint16_t row_base[MAX_WARPS];
    for (unsigned w = 0; w < k->warps; w++)
        row_base[w] = (uint16_t)given(u, "row_base_i", w * k->row_w, k->row_w);
    unit_queue_ask(q, &u->m->modern.banks, row_base);
    o->asked = 0;
    for (unsigned b = 0; b < k->banks; b++) {
        const struct bank_read *r = &u->m->modern.banks.at[b].now.asks;
        says(u, "ask_o", b, 1, r->valid);
        any_bits(u, "ask_reg_o", b * k->reg_w, k->reg_w);
        any_bits(u, "ask_row_o", b * k->row_w, k->row_w);
        if (!r->valid)
            continue;
        says(u, "ask_reg_o", b * k->reg_w, k->reg_w, r->reg);
        says(u, "ask_row_o", b * k->row_w, k->row_w, r->row & low_bits(k->row_w));
        o->asked |= 1u << b;
        o->reg[b] = r->reg;
    }
    any_bits(u, "ask_warp_o", 0, k->warp_w);
    if (o->asked)
        says(u, "ask_warp_o", 0, k->warp_w, head->warp);
    hit_if(u, SEVERAL_BANKS, (o->asked & (o->asked - 1)) != 0);
    hit_if(u, SAME, count_bits(q->asks) > count_bits(o->asked));
    hit_if(u, BUSY, q->q.count && (head->i.src_valid & ~(q->q.asked | q->asks)));
}

/* A new instruction, if there is room. */
static bool draw_push(struct unit *u, struct carried *c)
{
    const struct shape *k = &u->m->core.shape;
    bool comes = !unit_queue_full(here(u)) && (u->cycle / 64 % 2 || one_in(u, 4));
    *c = (struct carried){(uint8_t)below(u, k->warps), (uint8_t)below(u, k->inflight), draw_instruction(u)};
    give(u, "push_i", 0, 1, comes);
    give(u, "push_warp_i", 0, k->warp_w, c->warp);
    give(u, "push_iid_i", 0, k->iid_w, c->iid);
    give_instruction(u, "push", &c->i);
    return comes;
}

static void cycle(struct unit *u)
{
    struct unit_queue *q = here(u);
    struct carried c;
    says(u, "full_o", 0, 1, unit_queue_full(q));
    hit_if(u, FULL, unit_queue_full(q));
    hit_if(u, EMPTY, q->q.count == 0);
    draw_banks(u);
    says_dispatch(u);
    says_questions(u);
    bool comes = draw_push(u, &c);
    hit_if(u, BOTH, comes && q->dispatches);
    unit_queue_edge(q, &u->m->modern.banks, comes ? &c : NULL);
    carried_pack(&q->entries);
}

const struct bench bench_unit_queue = {
    .assumed = "an instruction comes if there is room; a bank that is asked returns the register in the next cycle",
    .scope = "top.u_queue.", .points = points, .own = sizeof(struct own), .reset = reset, .cycle = cycle
};
