/* SPDX-License-Identifier: Apache-2.0 */
/* modern_control: cmodel/subcore/modern_control.c (3.18, Control, Allocate, window, dispatch). */
#include "cmodel/subcore/modern_control.h"

#include <stdio.h>

#include "cmodel/base/unit.h"
#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"

enum {
    LACKS, QUEUE_FULL, PUSHES, LATER, SAME, HITS, HITS_AND_KEEPS, KEEPS, OVERRULED, DROPS, WRITES, WRITES_LATE,
    WRITES_ITS_OWN, FAR_STAYS, ENDS, FROM_QUEUE, NOTHING
};
enum { INT, FULL_READS = 3 };

static bool cache(const struct unit *u) { return u->cfg->modern_cache; }

static bool near(const struct unit *u) { return config_keeps_near(u->cfg); }

/* A register of two warps lies in one bank. */
static bool other_warps(const struct unit *u) { return u->cfg->modern_cache && u->cfg->warps > u->cfg->banks; }

static const struct point points[] = {
    {"an instruction finds too few cycles of the window", NULL}, {"the unit queue is full", NULL},
    {"an instruction goes to the unit queue", NULL}, {"a register is read in the last cycle of the window", NULL},
    {"two slots share a read", NULL}, {"a register is in the cache", cache},
    {"it is, and stays", cache}, {"a value is kept", cache},
    {"a higher slot decides about an entry", cache}, {"a read drops an entry", cache},
    {"a register that is written is dropped", near}, {"likewise, by an instruction of the unit queue", near},
    {"an instruction writes a near source of its own", near}, {"a far source leaves an entry alone", near},
    {"a warp ends that has entries, while Allocate takes one of them", other_warps},
    {"an instruction of the unit queue dispatches", NULL}, {"nothing dispatches", NULL}, {NULL, NULL}
};

/* Warps of the instructions that issue are few for a while. */
struct own { unsigned warp; };

static struct modern_control *here(const struct unit *u)
{
    return &u->m->modern.control;
}

/* Registers without a reset move in it, too, with inputs of 0. */
static void reset(struct unit *u)
{
    struct modern_banks *banks = &u->m->modern.banks;
    modern_banks_begin(banks);
    for (unsigned b = 0; b < u->m->core.shape.banks; b++)
        for (unsigned j = 0; j < banks->ports; j++)
            banks->at[b].read[j][1].valid = banks->at[b].read[j][2].valid = false;
    u->m->modern.queue.q.count = 0;
    modern_control_eval(here(u), banks, &u->m->modern.queue);
    modern_control_edge(here(u), NULL, -1);
    modern_control_reset(here(u));
    modern_control_pack(here(u));
}

/* An instruction of a fixed latency reads three registers of a bank at most, on each port of it. */
static bool can_be_read(const struct unit *u, const struct carried *c)
{
    const struct shape *k = &u->m->core.shape;
    unsigned reads[MAX_BANKS] = {0}, left = c->i.src_valid;
    if (!unit_is_fixed(c->i.unit))
        return true;
    while (left) {
        unsigned reg = c->i.src_reg.at[lowest(left)];
        left &= ~bytes_equal(c->i.src_reg, (uint8_t)reg);
        if (++reads[bank_of(k, c->warp, reg)] > FULL_READS * here(u)->ports)
            return false;
    }
    return true;
}

/* Operands A to C of few registers for half of the time, so that warps meet in entries of the cache. */
static void draw_operands(struct unit *u, struct carried *c)
{
    const struct shape *k = &u->m->core.shape;
    bool few = one_in(u, 2);
    for (unsigned s = 0; s < k->slots; s++) {
        if (few && (c->i.src_valid >> s & 1))
            c->i.src_reg.at[s] = (uint8_t)below(u, 3);
        if (cache(u))
            c->i.src_pos.at[s] = (uint8_t)(one_in(u, 6) ? below(u, 8) : below(u, OPERANDS));
    }
    if (near(u) && few && c->i.dst_count)
        c->i.dst_base = (uint8_t)below(u, 3);
}

static struct carried draw_carried(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    struct own *o = u->own;
    struct carried c;
    o->warp = one_in(u, 3) ? below(u, k->warps) : o->warp;
    do {
        c = (struct carried){(uint8_t)o->warp, (uint8_t)below(u, k->inflight), draw_instruction(u)};
        if (one_in(u, 2))
            c.i.unit = INT;
        draw_operands(u, &c);
    } while (!can_be_read(u, &c));
    return c;
}

static void give_carried(struct unit *u, const char *prefix, const struct carried *c)
{
    const struct shape *k = &u->m->core.shape;
    char port[64];
    give_instruction(u, prefix, &c->i);
    snprintf(port, sizeof port, "%s_warp_i", prefix);
    give(u, port, 0, k->warp_w, c->warp);
    snprintf(port, sizeof port, "%s_iid_i", prefix);
    give(u, port, 0, k->iid_w, c->iid);
}

static void says_carried(struct unit *u, const char *prefix, const struct carried *c)
{
    const struct shape *k = &u->m->core.shape;
    char port[64];
    says_instruction(u, prefix, &c->i);
    snprintf(port, sizeof port, "%s_warp_o", prefix);
    says(u, port, 0, k->warp_w, c->warp);
    snprintf(port, sizeof port, "%s_iid_o", prefix);
    says(u, port, 0, k->iid_w, c->iid);
}

/* A read port of a bank: which places are taken, and what was read. */
static void draw_port(struct unit *u, unsigned b, unsigned j)
{
    const struct modern_banks *banks = &u->m->modern.banks;
    struct modern_bank *bank = &u->m->modern.banks.at[b];
    for (unsigned i = 0; i + 1 < WINDOW; i++) {
        bank->read[j][i + 1].valid = !one_in(u, 3);
        give(u, "taken_i", (b * (WINDOW - 1) + i) * banks->ports + j, 1, bank->read[j][i + 1].valid);
    }
    for (unsigned i = 0; i < WINDOW; i++) {
        struct vreg value = {{0}};
        given_vector(u, "value_i", (b * banks->ports + j) * WINDOW + i, &value);
        vector_copy(&u->m->core,
                    i == 0 ? bank->q.rdata[j].lane : &bank->q.value_data[i - 1][j * u->m->core.shape.lanes], &value);
    }
}

/* Banks as the module sees them: reads of the window, the values, and what is kept. Nothing replaces lanes. */
static void draw_banks(struct unit *u)
{
    struct modern_banks *banks = &u->m->modern.banks;
    modern_banks_begin(banks);
    for (unsigned b = 0; b < u->m->core.shape.banks; b++) {
        struct modern_bank *bank = &banks->at[b];
        bank->q.written_valid = bank->q.result_count = 0;
        for (unsigned j = 0; j < banks->ports; j++)
            draw_port(u, b, j);
        for (unsigned p = 0; cache(u) && p < OPERANDS; p++)
            given_vector(u, "reuse_i", b * OPERANDS + p, &bank->q.reuse_data[p]);
    }
}

/* Whether what enters the window takes an entry of a warp that ends. */
static bool takes_entry_of(const struct modern_control *c, unsigned entries, int ends)
{
    for (unsigned e = 0; e < entries; e++)
        if (c->reuse[e].valid && c->reuse[e].warp == ends && c->now.reuse[e].valid && c->now.reuse[e].warp != ends)
            return true;
    return false;
}

static int draw_end(struct unit *u)
{
    const struct modern_control *c = here(u);
    unsigned entries = OPERANDS * u->m->core.shape.banks;
    if (!has(u, "end_valid_i"))
        return -1;
    bool valid = one_in(u, 8);
    unsigned w = give_below(u, "end_warp_i", 0, u->m->core.shape.warp_w, u->m->core.shape.warps);
    give(u, "end_valid_i", 0, 1, valid);
    hit_if(u, ENDS, valid && takes_entry_of(c, entries, (int)w));
    return valid ? (int)w : -1;
}

static bool writes(const struct unit *u, const struct carried *a, unsigned reg)
{
    return is_result(&u->m->core.shape, a->i.dst_base, a->i.dst_count, reg);
}

/* NEAR: entries of the instruction that leaves Allocate, and near sources that it writes. */
static void count_near(struct unit *u)
{
    const struct modern_control *c = here(u);
    const struct carried *a = &c->allocate.at[0];
    for (unsigned e = 0; e < OPERANDS * u->m->core.shape.banks; e++) {
        const struct reuse_tag *t = &c->reuse[e];
        bool lost = t->valid && t->warp == a->warp && writes(u, a, t->reg) && !c->now.reuse[e].valid;
        hit_if(u, WRITES, lost && !c->now.to_queue);
        hit_if(u, WRITES_LATE, lost && c->now.to_queue);
    }
    for (unsigned set = c->now.to_queue ? 0 : a->i.src_valid & a->i.src_reuse; set; set &= set - 1) {
        unsigned s = lowest(set);
        hit_if(u, WRITES_ITS_OWN, a->i.src_pos.at[s] < OPERANDS && writes(u, a, a->i.src_reg.at[s]));
    }
}

/* Sources of the instruction that enters the window. */
static void count_sources(struct unit *u)
{
    const struct modern_control *c = here(u);
    const struct carried *a = &c->allocate.at[0];
    const struct window_slots *found = &c->now.slots;
    unsigned entries[MAX_SLOTS], n = 0;
    for (unsigned set = a->i.src_valid; set; set &= set - 1) {
        unsigned s = lowest(set), p = a->i.src_pos.at[s], e = OPERANDS * found->bank[s] + p;
        bool hit = found->hit >> s & 1, keep = found->keep >> s & 1;
        unsigned same = a->i.src_valid & ~found->hit & bytes_equal(a->i.src_reg, a->i.src_reg.at[s]);
        hit_if(u, LATER, !hit && found->time[s] == WINDOW - 1);
        hit_if(u, SAME, !hit && (same & (same - 1)));
        if (!cache(u) || p >= OPERANDS)
            continue;
        hit_if(u, HITS, hit);
        hit_if(u, HITS_AND_KEEPS, hit && keep);
        hit_if(u, KEEPS, keep);
        hit_if(u, DROPS, c->reuse[e].valid && !c->now.reuse[e].valid);
        hit_if(u, FAR_STAYS, near(u) && !hit && !(a->i.src_reuse >> s & 1) && c->reuse[e].valid
               && c->now.reuse[e].valid && c->reuse[e].warp == c->now.reuse[e].warp
               && c->reuse[e].reg == c->now.reuse[e].reg);
        for (unsigned i = 0; i < n; i++)
            hit_if(u, OVERRULED, entries[i] == e);
        entries[n++] = e;
    }
}

/* Stages up to Allocate, and what that reserves. */
static void says_allocate(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    const struct modern_control *c = here(u);
    const struct carried *a = &c->allocate.at[0];
    bool enters = c->now.goes && !c->now.to_queue;
    says(u, "hold_o", 0, 1, c->now.hold);
    if (has(u, "enter_o"))
        says(u, "enter_o", 0, 1, enters);
    if (has(u, "control_valid_o")) {
        says(u, "control_valid_o", 0, 1, c->q.control_valid);
        says(u, "control_warp_o", 0, k->warp_w, c->control.at[0].warp);
        says(u, "control_iid_o", 0, k->iid_w, c->control.at[0].iid);
    }
    for (unsigned w = 0; w < k->warps; w++)
        says(u, "row_base_o", w * k->row_w, k->row_w, c->row_base[w]);
    says(u, "push_o", 0, 1, c->now.goes && c->now.to_queue);
    says_carried(u, "push", a);
    says(u, "reserve_warp_o", 0, k->warp_w, a->warp);
    for (unsigned at = 0; at < k->banks * c->ports * WINDOW; at++) {
        const struct bank_read *r = &c->now.reserve[at / WINDOW / c->ports][at / WINDOW % c->ports][at % WINDOW];
        bool reserved = enters && r->valid;
        says(u, "reserve_o", at, 1, reserved);
        any_bits(u, "reserve_reg_o", at * k->reg_w, k->reg_w);
        any_bits(u, "reserve_row_o", at * k->row_w, k->row_w);
        if (!reserved)
            continue;
        says(u, "reserve_reg_o", at * k->reg_w, k->reg_w, r->reg);
        says(u, "reserve_row_o", at * k->row_w, k->row_w, r->row);
    }
    hit_if(u, LACKS, c->now.hold && !c->now.to_queue);
    hit_if(u, QUEUE_FULL, c->now.hold && c->now.to_queue);
    hit_if(u, PUSHES, c->now.goes && c->now.to_queue);
    if (enters)
        count_sources(u);
    if (c->now.goes && near(u))
        count_near(u);
}

/* Of each bank and operand, the slot whose value is kept, unless it comes from there. */
static void says_kept(struct unit *u, bool window)
{
    const struct shape *k = &u->m->core.shape;
    const struct modern_control *c = here(u);
    const struct window_slots *slots = &c->slots[DISPATCH_STAGE];
    for (unsigned e = 0; e < OPERANDS * k->banks; e++) {
        says(u, "keep_o", e, 1, 0);
        any_bits(u, "keep_time_o", e * 2, 2);
        if (c->ports > 1)
            any_bits(u, "keep_port_o", e * c->port_w, c->port_w);
    }
    for (unsigned set = window ? slots->keep & ~slots->hit : 0; set; set &= set - 1) {
        unsigned s = lowest(set), p = c->stage.at[DISPATCH_STAGE].i.src_pos.at[s];
        unsigned e = OPERANDS * slots->bank[s] + p;
        if (s >= k->slots || p >= OPERANDS)
            continue;
        says(u, "keep_o", e, 1, 1);
        says(u, "keep_time_o", e * 2, 2, slots->time[s]);
        if (c->ports > 1)
            says(u, "keep_port_o", e * c->port_w, c->port_w, slots->port[s]);
    }
}

/* What leaves the window, or else the unit queue. */
static void dispatch(struct unit *u)
{
    static const struct carried nothing;
    const struct shape *k = &u->m->core.shape;
    const struct carried *window = modern_control_dispatches(here(u));
    struct vreg operand[MAX_SLOTS] = {{{0}}}, offered[MAX_SLOTS] = {{{0}}};
    bool queue = !window && one_in(u, 2);
    struct carried q = queue ? draw_carried(u) : nothing;
    for (unsigned s = 0; s < k->slots; s++) {
        if (queue && (q.i.src_valid >> s & 1))
            given_vector(u, "queue_operand_i", s, &offered[s]);
        give_vector(u, "queue_operand_i", s, &offered[s]);
    }
    give(u, "queue_valid_i", 0, 1, queue);
    give_carried(u, "queue", &q);
    if (window)
        modern_control_operands(here(u), &u->m->modern.banks, operand);
    for (unsigned s = 0; s < k->slots; s++)
        says_vector(u, "disp_operand_o", s, window ? &operand[s] : &offered[s]);
    says(u, "window_o", 0, 1, window != NULL);
    says(u, "disp_valid_o", 0, 1, window || queue);
    says_carried(u, "disp", window ? window : &q);
    if (cache(u))
        says_kept(u, window != NULL);
    hit_if(u, FROM_QUEUE, queue);
    hit_if(u, NOTHING, !window && !queue);
}

static void cycle(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    struct modern_control *c = here(u);
    struct unit_queue *queue = &u->m->modern.queue;
    bool full = one_in(u, 3), launches = one_in(u, 8);
    draw_banks(u);
    give(u, "queue_full_i", 0, 1, full);
    queue->q.count = full ? queue->depth : 0;
    modern_control_eval(c, &u->m->modern.banks, queue);
    says_allocate(u);
    dispatch(u);
    struct carried issued = draw_carried(u);
    bool issues = !c->now.hold && !one_in(u, 4);
    give(u, "issue_valid_i", 0, 1, issues);
    give_carried(u, "issue", &issued);
    unsigned warp = give_below(u, "launch_warp_i", 0, k->warp_w, k->warps);
    give(u, "launch_valid_i", 0, 1, launches);
    modern_control_edge(c, issues ? &issued : NULL, draw_end(u));
    if (launches)
        modern_control_launch(c, warp, (unsigned)given(u, "launch_row_i", 0, k->row_w));
    modern_control_pack(c);
}

const struct bench bench_modern_control = {
    .assumed = "nothing issues with `hold_o`; an instruction of a fixed latency reads three registers of a bank at "
               "most, on each port; the unit queue offers nothing, all zero, while something leaves the window",
    .scope = "top.u_control.", .points = points, .own = sizeof(struct own), .reset = reset, .cycle = cycle
};
