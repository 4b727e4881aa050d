/* SPDX-License-Identifier: Apache-2.0 */
/* interval_table: cmodel/subcore/interval_table.c (3.5, 3.9, 3.20). Registers of one warp at a time leave and come, in
 * any order. */
#include "tb/alone/frames.h"

enum { COMING = 4 };                        /* registers that are on their way from their banks, at most */
enum { TAKES, SEVERAL, OUTSIDE, MOVED, OUT_AND_IN, OUT_AND_FILL, FULL, LAST, LEAVES, LEAVING, ENTRY, BANK, RESULT,
       DEAD, DEAD_AND_FILL, LIVE };

static bool lives(const struct unit *u) { return u->m->intervals->table.lives; }
static bool several_warps(const struct unit *u) { return u->m->core.shape.warps > 1; }
static bool some_outside(const struct unit *u) { return u->m->core.shape.warps > u->m->intervals->table.frames; }

static const struct point points[] = {
    {"a warp takes an interval", NULL}, {"several warps do so in one cycle", several_warps},
    {"one does so that is not in the active set", some_outside},
    {"a warp that is moved waits to take an interval", NULL}, {"a register leaves, and an entry is taken", NULL},
    {"a register leaves, and a value comes from a bank", NULL}, {"all entries of a frame are taken", NULL},
    {"a register lies in the last entry of the last frame", NULL}, {"a warp leaves, and holds nothing", NULL},
    {"one that stays issues what makes it leave", NULL}, {"a source lies in an entry", NULL},
    {"a source lies in its bank", NULL}, {"a result is for an entry", NULL},
    {"a register that is not live comes", lives}, {"so does one beside a value from a bank", lives},
    {"a register is live since its warp has written it", lives}, {NULL, NULL}
};

struct own {
    uint64_t active;
    bool empties;                               /* the warp that is moved is to hold nothing */
    struct coming { bool valid; unsigned reg, entry; } coming[COMING];
};

/* What happens in a cycle; registers and entries are -1 if there are none. `fill`: of `coming`, the one that comes. */
struct turn { int issues, out, in, dead, entry, fill; struct instruction e; };

static struct interval_table *table_of(const struct unit *u) { return &u->m->intervals->table; }
static uint64_t moved(const struct unit *u) { return interval_move_warp(&u->m->intervals->move); }
static unsigned moved_warp(const struct unit *u) { return lowest(moved(u)); }
static unsigned moved_frame(const struct unit *u) { return levels_frame(&u->m->intervals->frames, moved_warp(u)); }

static bool wanted(const struct unit *u, unsigned r)
{
    const struct own *o = u->own;
    return !o->empties && bit_get(table_of(u)->q.work, moved_warp(u) * u->m->core.shape.registers + r);
}

static bool is_coming(const struct unit *u, unsigned r)
{
    const struct own *o = u->own;
    for (unsigned n = 0; n < COMING; n++)
        if (o->coming[n].valid && o->coming[n].reg == r)
            return true;
    return false;
}

/* A slot of `coming` that is in use, or that is not; COMING if there is none. */
static unsigned slot_of(const struct unit *u, bool valid)
{
    const struct own *o = u->own;
    unsigned n = 0;
    while (n < COMING && o->coming[n].valid != valid)
        n++;
    return n;
}

static void reset(struct unit *u)
{
    struct own *o = u->own;
    interval_table_reset(table_of(u));
    u->m->intervals->move.q.busy = 0;
    u->m->ibuffer.heads = 0;
    *o = (struct own){.active = 0};
}

/* --- next instructions -------------------------------------------------------------------------------------------- */

static bool all_come(const struct unit *u) { return u->cycle % 16 == 0; }

/* A warp's next instruction stays until it issues. One that begins no interval names no registers of one. */
static void draw_head(struct unit *u, unsigned w)
{
    struct ibuffer *ib = &u->m->ibuffer;
    struct interval_ring *r = &u->m->intervals->ring;
    unsigned i = ibuffer_head_entry(ib, w), registers = u->m->core.shape.registers;
    uint64_t work[QWORDS(MAX_REGISTERS)] = {0}, live[QWORDS(MAX_REGISTERS)] = {0};
    struct instruction *head = &ib->ring[i];
    ib->heads |= only(w);
    head->interval = all_come(u) || one_in(u, 3);
    if (head->interval)
        draw_interval(u, work, live);
    put_wide(r->q.work, i * registers, registers, work);
    put_wide(r->q.live, i * registers, registers, live);
}

static void give_set(struct unit *u, const char *port, unsigned w, const uint64_t *sets)
{
    unsigned registers = u->m->core.shape.registers;
    uint64_t set[QWORDS(MAX_REGISTERS)];
    get_wide(sets, ibuffer_head_entry(&u->m->ibuffer, w) * registers, registers, set);
    give_wide(u, port, w * registers, registers, set);
}

/* Whether a warp without an instruction gets one: soon or late by turns, late outside the active set, and sometimes all
 * at once. */
static bool comes(struct unit *u, unsigned w)
{
    const struct own *o = u->own;
    return all_come(u) || one_in(u, o->active >> w & 1 ? 1 + (unsigned)(u->cycle / 256 % 4) * 4 : 48);
}

static void draw_heads(struct unit *u)
{
    struct ibuffer *ib = &u->m->ibuffer;
    const struct interval_ring *r = &u->m->intervals->ring;
    for (unsigned w = 0; w < u->m->core.shape.warps; w++) {
        if (!(ib->heads >> w & 1) && comes(u, w))
            draw_head(u, w);
        bool valid = ib->heads >> w & 1;
        give(u, "head_valid_i", w, 1, valid);
        if (!valid)
            continue;
        give(u, "head_interval_i", w, 1, ibuffer_head(ib, w)->interval);
        give_set(u, "head_work_i", w, r->q.work);
        if (lives(u))
            give_set(u, "head_live_i", w, r->q.live);
    }
}

/* --- moves -------------------------------------------------------------------------------------------------------- */

/* One that is held and not wanted, or one that is wanted and neither held nor on its way; -1 if there is none. */
static int draw_register_of(struct unit *u, bool held)
{
    const struct shape *k = &u->m->core.shape;
    unsigned from = below(u, k->registers);
    for (unsigned n = 0; n < k->registers; n++) {
        unsigned r = (from + n) % k->registers;
        if (interval_table_holds(table_of(u), moved_warp(u), r) != held || wanted(u, r) == held)
            continue;
        if (held || !is_coming(u, r))
            return (int)r;
    }
    return -1;
}

/* An entry is taken for a register, whose value comes later, or that needs none. */
static void draw_in(struct unit *u, struct turn *t)
{
    struct own *o = u->own;
    const struct interval_table *table = table_of(u);
    uint64_t open = low_bits(table->entries) & ~(uint64_t)interval_table_used(table, moved_frame(u));
    int r = open && !one_in(u, 3) ? draw_register_of(u, false) : -1;
    if (r < 0)
        return;
    bool dead = interval_table_dead(table, moved_warp(u), (unsigned)r) && !one_in(u, 3);
    if (!dead && slot_of(u, false) == COMING)
        return;
    t->in = r;
    t->entry = (int)one_of(u, open);
    t->dead = dead ? r : -1;
    if (!dead)
        o->coming[slot_of(u, false)] = (struct coming){true, (unsigned)r, (unsigned)t->entry};
}

/* Before that, for a value that comes was not asked for in this cycle. */
static void draw_fill(struct unit *u, struct turn *t)
{
    const struct own *o = u->own;
    unsigned n = slot_of(u, true);
    if (n == COMING || one_in(u, 4))
        return;
    t->fill = (int)n;
    give(u, "fill_reg_i", 0, u->m->core.shape.reg_w, o->coming[n].reg);
    give(u, "fill_entry_i", 0, table_of(u)->entry_w, o->coming[n].entry);
}

static void give_move(struct unit *u, const struct turn *t)
{
    const struct shape *k = &u->m->core.shape;
    give(u, "moved_i", 0, k->warps, moved(u));
    if (moved(u))
        give(u, "move_frame_i", 0, u->m->intervals->frames.frame_w, moved_frame(u));
    give(u, "out_valid_i", 0, 1, t->out >= 0);
    if (t->out >= 0)
        give(u, "out_reg_i", 0, k->reg_w, (unsigned)t->out);
    give(u, "in_valid_i", 0, 1, t->in >= 0);
    if (t->in >= 0)
        give(u, "in_entry_i", 0, table_of(u)->entry_w, (unsigned)t->entry);
    give(u, "fill_valid_i", 0, 1, t->fill >= 0);
    if (!lives(u))
        return;
    give(u, "in_dead_i", 0, 1, t->dead >= 0);
    if (t->in >= 0)
        give(u, "in_reg_i", 0, k->reg_w, (unsigned)t->in);
}

static void says_set(struct unit *u, const char *port, const uint64_t *sets)
{
    unsigned registers = u->m->core.shape.registers;
    uint64_t set[QWORDS(MAX_REGISTERS)] = {0};
    if (moved(u))
        get_wide(sets, moved_warp(u) * registers, registers, set);
    says_wide(u, port, 0, registers, set);
}

static void says_move(struct unit *u)
{
    const struct interval_table *t = table_of(u);
    unsigned reg_w = u->m->core.shape.reg_w;
    says_set(u, "move_held_o", t->q.held);
    says_set(u, "move_work_o", t->q.work);
    if (lives(u))
        says_set(u, "move_live_o", t->q.live);
    if (!moved(u)) {
        any_bits(u, "move_used_o", 0, t->entries);
        any_bits(u, "out_entry_o", 0, t->entry_w);
        return;
    }
    uint32_t used = interval_table_used(t, moved_frame(u));
    says(u, "move_used_o", 0, t->entries, used);
    says(u, "out_entry_o", 0, t->entry_w,
         interval_table_entry(t, moved_warp(u), (unsigned)given(u, "out_reg_i", 0, reg_w)));
    hit_if(u, FULL, used == low_bits(t->entries));
    hit_if(u, LAST, moved_frame(u) == t->frames - 1 && used >> (t->entries - 1));
}

static void draw_move(struct unit *u, struct turn *t)
{
    if (moved(u)) {
        t->out = !one_in(u, 3) ? draw_register_of(u, true) : -1;
        draw_fill(u, t);
        draw_in(u, t);
    }
    give_move(u, t);
    says_move(u);
    hit_if(u, OUT_AND_IN, t->out >= 0 && t->in >= 0);
    hit_if(u, OUT_AND_FILL, t->out >= 0 && t->fill >= 0);
    hit_if(u, DEAD, t->dead >= 0);
    hit_if(u, DEAD_AND_FILL, t->dead >= 0 && t->fill >= 0);
}

/* --- issue, and places -------------------------------------------------------------------------------------------- */

static void says_warps(struct unit *u)
{
    struct intervals *iv = u->m->intervals;
    const struct own *o = u->own;
    unsigned warps = u->m->core.shape.warps;
    intervals_eval(iv, &u->m->ibuffer, low_bits(warps));
    says(u, "begins_o", 0, warps, iv->begins);
    says(u, "differs_o", 0, warps, iv->table.unlike);
    says(u, "leaving_o", 0, warps, iv->table.q.leaving);
    says(u, "waits_o", 0, warps, iv->waits);
    hit_if(u, TAKES, iv->takes != 0);
    hit_if(u, SEVERAL, count_bits(iv->takes) > 1);
    hit_if(u, OUTSIDE, (iv->takes & ~o->active) != 0);
    hit_if(u, MOVED, (iv->begins & moved(u)) != 0);
}

static void says_place(struct unit *u, const char *port, unsigned i, unsigned place)
{
    unsigned place_w = u->m->core.shape.place_w;
    says(u, port, i * place_w, place_w, place);
}

/* A warp of the active set issues that does not wait. */
static void draw_issue(struct unit *u, struct turn *t)
{
    const struct own *o = u->own;
    const struct interval_table *table = table_of(u);
    const struct shape *k = &u->m->core.shape;
    uint64_t able = o->active & u->m->ibuffer.heads & ~u->m->intervals->waits;
    t->e = draw_instruction(u);
    give_instruction(u, "issue", &t->e);
    t->issues = able && !one_in(u, 4) ? (int)one_of(u, able) : -1;
    give(u, "grant_i", 0, k->warps, t->issues >= 0 ? only((unsigned)t->issues) : 0);
    if (t->issues < 0) {
        any_bits(u, "issue_src_level_o", 0, k->slots * k->place_w);
        return;
    }
    intervals_place(u->m->intervals, (unsigned)t->issues, &t->e);
    for (unsigned s = 0; s < k->slots; s++) {
        unsigned place = u->m->intervals->head.src_level.at[s];
        says_place(u, "issue_src_level_o", s, place);
        hit_if(u, ENTRY, place != 0);
        hit_if(u, BANK, (t->e.src_valid >> s & 1) && !place);
    }
    hit_if(u, LEAVING, t->e.leave);
    for (unsigned d = 0; d < t->e.dst_count; d++)
        hit_if(u, LIVE, interval_table_dead(table, (unsigned)t->issues, instruction_result(k, &t->e, d)));
}

/* Of any warp; often of a register that it holds. */
static void draw_results(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        const struct result r = {.warp = (uint8_t)give_below(u, "wb_warp_i", p * k->warp_w, k->warp_w, k->warps),
                                 .reg = (uint8_t)draw_register(u)};
        give(u, "wb_reg_i", p * k->reg_w, k->reg_w, r.reg);
        unsigned place = intervals_place_of(u->m->intervals, &r);
        says_place(u, "wb_level_o", p, place);
        hit_if(u, RESULT, place != 0);
    }
}

/* --- the edge ----------------------------------------------------------------------------------------------------- */

static void move(struct unit *u, const struct turn *t)
{
    struct own *o = u->own;
    struct interval_table *table = table_of(u);
    unsigned w = moved_warp(u), f = moved_frame(u);
    if (t->fill >= 0) {
        struct coming *c = &o->coming[t->fill];
        interval_table_hold(table, w, c->reg, c->entry);
        c->valid = false;
    }
    if (t->out >= 0)
        interval_table_drop(table, w, f, (unsigned)t->out);
    if (t->in >= 0)
        interval_table_reserve(table, f, (unsigned)t->entry);
    if (t->dead >= 0)
        interval_table_hold(table, w, (unsigned)t->dead, (unsigned)t->entry);
}

/* Whether the warp that is moved has what it wants: nothing is left to do, and nothing is done. */
static bool done(struct unit *u, const struct turn *t)
{
    return t->out < 0 && t->in < 0 && t->fill < 0 && slot_of(u, true) == COMING && draw_register_of(u, true) < 0 &&
           draw_register_of(u, false) < 0;
}

/* The next one is any that asks. */
static void start(struct unit *u)
{
    struct own *o = u->own;
    const struct intervals *iv = u->m->intervals;
    struct interval_move *m = &u->m->intervals->move;
    uint64_t goes = iv->table.q.leaving | (one_in(u, 16) ? draw_next(&u->draw) : 0);
    uint64_t asks = o->active & ~iv->begins & (goes | iv->table.unlike);
    if (!asks || one_in(u, 4))
        return;
    m->q.busy = 1;
    m->q.warp = one_of(u, asks);
    o->empties = goes >> m->q.warp & 1;
}

/* One enters if a frame is free. */
static void enter(struct unit *u)
{
    struct own *o = u->own;
    struct levels *ls = &u->m->intervals->frames;
    uint64_t others = low_bits(u->m->core.shape.warps) & ~o->active;
    if (!others || count_bits(o->active) >= ls->frames || one_in(u, 4))
        return;
    unsigned w = one_of(u, others);
    levels_enter(ls, w, o->active);
    o->active |= only(w);
}

static void launch(struct unit *u)
{
    const struct own *o = u->own;
    const struct shape *k = &u->m->core.shape;
    uint64_t open = low_bits(k->warps) & ~(o->active | u->m->ibuffer.heads);
    bool launches = open && one_in(u, 2);
    unsigned w = open ? one_of(u, open) : 0;
    give(u, "launch_valid_i", 0, 1, launches);
    if (open)
        give(u, "launch_warp_i", 0, k->warp_w, w);
    if (launches)
        interval_table_launch(table_of(u), w);
}

static void edge(struct unit *u, const struct turn *t, uint64_t left)
{
    struct own *o = u->own;
    struct intervals *iv = u->m->intervals;
    bool ends = moved(u) && (left || done(u, t)), free = !moved(u);
    launch(u);
    if (free)
        start(u);
    else
        move(u, t);
    if (t->issues >= 0) {
        interval_table_issue(&iv->table, (unsigned)t->issues, &iv->head);
        u->m->ibuffer.heads &= ~only((unsigned)t->issues);
    }
    intervals_take(iv, &u->m->ibuffer);
    enter(u);
    if (left)
        interval_table_leave(&iv->table, lowest(left));
    o->active &= ~left;
    iv->move.q.busy = ends ? 0 : iv->move.q.busy;
}

static void cycle(struct unit *u)
{
    const struct own *o = u->own;
    struct turn t = {.issues = -1, .out = -1, .in = -1, .dead = -1, .entry = -1, .fill = -1};
    draw_heads(u);
    says_warps(u);
    draw_move(u, &t);
    draw_issue(u, &t);
    draw_results(u);
    uint64_t left = moved(u) && o->empties && done(u, &t) ? moved(u) : 0;
    give(u, "left_i", 0, u->m->core.shape.warps, left);
    hit_if(u, LEAVES, left != 0);
    edge(u, &t, left);
}

const struct bench bench_interval_table = {
    .assumed = "active warps issue that do not wait; registers of one warp are moved, and come into free entries; "
               "a warp leaves that holds nothing, and is launched without an instruction",
    .scope = "top.u_table.", .points = points, .own = sizeof(struct own), .reset = reset, .cycle = cycle
};
