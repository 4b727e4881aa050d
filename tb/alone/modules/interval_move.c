/* SPDX-License-Identifier: Apache-2.0 */
/* interval_move: cmodel/subcore/interval_move.c beside the table of cmodel/subcore/interval_table.c, and
 * intervals_choose() of intervals.c (3.9, 3.20). */
#include "tb/alone/frames.h"

enum { SEVERAL, NOT_LOWEST, EMPTIES, LEAVES, OUT_AND_IN, OUT_WAITS, OUT_PASSES, IN_WAITS, IN_PASSES,
       SAME_BANK, FILL_AND_OUT, NO_ENTRY, LAST,
       DROPPED, DEAD, DEAD_AND_FILL };

static bool lives(const struct unit *u) { return u->m->intervals->table.lives; }
static bool several_banks(const struct unit *u) { return u->m->core.shape.banks > 1; }
static bool several_active(const struct unit *u) { return several_frames(u) && u->m->core.shape.warps > 1; }

static const struct point points[] = {
    {"several warps ask", several_active}, {"the oldest one has not the lowest slot", several_active},
    {"a warp is moved to be emptied", NULL}, {"a warp leaves the active set", NULL},
    {"a register goes and another one comes", NULL}, {"one waits to go, for its bank is written", NULL},
    {"another one goes in its place", several_banks},
    {"one waits to come, for its bank is written", NULL}, {"another one comes in its place", several_banks},
    {"one waits to come, for another one goes to its bank", NULL},
    {"a value comes while another register goes", NULL}, {"no entry is free for a register", NULL},
    {"a value comes to the last entry of the last frame", NULL}, {"a register is dropped", lives},
    {"one comes without a value", lives}, {"so does one beside a value of a bank", lives}, {NULL, NULL}
};

struct own { uint64_t active; };

static struct interval_move *move_of(const struct unit *u) { return &u->m->intervals->move; }
static unsigned moved_frame(const struct unit *u) { return levels_frame(&u->m->intervals->frames,
                                                                        (unsigned)move_of(u)->q.warp); }

/* Banks whose values come. */
static uint32_t arriving(const struct unit *u) { return (uint32_t)move_of(u)->q.fetch & ~u->m->rf.busy; }

static void reset(struct unit *u)
{
    struct own *o = u->own;
    interval_move_reset(move_of(u));
    interval_table_reset(&u->m->intervals->table);
    o->active = 0;
}

/* --- warps -------------------------------------------------------------------------------------------------------- */

/* All slots are live; now and then a warp makes place for a younger one. Others of the active set take intervals. */
static void draw_warps(struct unit *u)
{
    struct issue *is = &u->m->issue;
    struct own *o = u->own;
    struct intervals *iv = u->m->intervals;
    const struct shape *k = &u->m->core.shape;
    unsigned w = below(u, k->warps), registers = k->registers;
    uint64_t work[QWORDS(MAX_REGISTERS)], live[QWORDS(MAX_REGISTERS)], open = low_bits(k->warps) & ~issue_live(is);
    if (open)
        age_alloc(&is->age, one_of(u, open), true);
    else if (!(o->active >> w & 1) && one_in(u, 4))
        age_free(&is->age, w, true);
    iv->table.q.leaving &= o->active;
    if (interval_move_warp(&iv->move) >> w & 1 || !one_in(u, 4))
        return;
    draw_interval(u, work, live);
    put_wide(iv->ring.q.work, ibuffer_head_entry(&u->m->ibuffer, w) * registers, registers, work);
    put_wide(iv->ring.q.live, ibuffer_head_entry(&u->m->ibuffer, w) * registers, registers, live);
    interval_table_take(&iv->table, w, &iv->ring, ibuffer_head_entry(&u->m->ibuffer, w));
    if ((o->active >> w & 1) && one_in(u, 4))
        iv->table.q.leaving |= only(w);
}

/* Sets of warps, of which those that go are rare. */
static void draw_sets(struct unit *u)
{
    const struct own *o = u->own;
    struct intervals *iv = u->m->intervals;
    const struct shape *k = &u->m->core.shape;
    uint64_t rare = one_in(u, 4) ? draw_next(&u->draw) : 0;
    uint64_t exiting = given(u, "exiting_i", 0, k->warps) & rare & draw_next(&u->draw);
    uint64_t waits = given(u, "long_i", 0, k->warps) & rare;
    iv->begins = given(u, "begins_i", 0, k->warps) & draw_next(&u->draw);
    give(u, "exiting_i", 0, k->warps, exiting);
    give(u, "long_i", 0, k->warps, waits);
    give(u, "begins_i", 0, k->warps, iv->begins);
    give(u, "active_i", 0, k->warps, o->active);
    give(u, "differs_i", 0, k->warps, iv->table.unlike);
    give(u, "leaving_i", 0, k->warps, iv->table.q.leaving);
    give_wide(u, "frame_i", 0, k->warps * iv->frames.frame_w, iv->frames.q.frame);
    for (unsigned w = 0; w < k->warps; w++)
        give(u, "age_i", w * k->warps, k->warps, get(u->m->issue.q.row, w * k->warps, k->warps));
    uint64_t goes = exiting | (waits & given(u, "head_valid_i", 0, k->warps));
    intervals_choose(iv, &u->m->issue.age, o->active, goes);
    uint64_t asks = o->active & ~iv->begins & (goes | iv->table.q.leaving | iv->table.unlike);
    hit_if(u, SEVERAL, iv->move.starts.valid && count_bits(asks) > 1);
    hit_if(u, NOT_LOWEST, iv->move.starts.valid && iv->move.starts.warp != lowest(asks));
    hit_if(u, EMPTIES, iv->move.starts.valid && iv->move.starts.empty);
}

/* --- the table, entries and banks --------------------------------------------------------------------------------- */

static void give_set(struct unit *u, const char *port, const uint64_t *sets)
{
    const struct interval_move *m = move_of(u);
    unsigned registers = u->m->core.shape.registers;
    uint64_t set[QWORDS(MAX_REGISTERS)] = {0};
    if (m->q.busy)
        get_wide(sets, (unsigned)m->q.warp * registers, registers, set);
    give_wide(u, port, 0, registers, set);
}

/* What interval_table says of the warp that is moved. */
static void give_table(struct unit *u)
{
    const struct interval_move *m = move_of(u);
    const struct interval_table *t = &u->m->intervals->table;
    give_set(u, "held_i", t->q.held);
    give_set(u, "work_i", t->q.work);
    if (lives(u))
        give_set(u, "live_i", t->q.live);
    if (!m->q.busy)
        return;
    give(u, "used_i", 0, t->entries, interval_table_used(t, moved_frame(u)));
    if (m->out >= 0)
        give(u, "out_entry_i", 0, t->entry_w, interval_table_entry(t, (unsigned)m->q.warp, (unsigned)m->out));
}

static void draw_values(struct unit *u)
{
    struct levels *ls = &u->m->intervals->frames;
    for (unsigned i = 0; i < ls->frames * ls->entries; i++)
        given_vector(u, "entry_data_i", i, &ls->q.data[i]);
    for (unsigned b = 0; b < u->m->core.shape.banks; b++)
        given_vector(u, "rdata_i", b, &u->m->rf.read[0].at[b].q.rdata);
}

/* Results for banks; of the others all is zero. Returns the banks. */
static uint32_t draw_granted(struct unit *u)
{
    static const struct vreg nothing;
    const struct shape *k = &u->m->core.shape;
    uint32_t granted = 0;
    bool none = one_in(u, 2);
    for (unsigned b = 0; b < k->banks; b++) {
        bool writes = !none && one_in(u, 2) && !(u->m->rf.busy >> b & 1);
        granted |= (uint32_t)writes << b;
        if (writes)
            continue;
        give(u, "granted_warp_i", b * k->warp_w, k->warp_w, 0);
        give(u, "granted_row_i", b * k->row_w, k->row_w, 0);
        give(u, "granted_mask_i", b * k->lanes, k->lanes, 0);
        give_vector(u, "granted_data_i", b, &nothing);
    }
    give(u, "granted_valid_i", 0, k->banks, granted);
    if (config_slow(u->cfg))
        give(u, "busy_i", 0, k->banks, u->m->rf.busy);
    return granted;
}

/* --- what the module says ----------------------------------------------------------------------------------------- */

static unsigned row_of(const struct unit *u, int reg)
{
    return (unsigned)reg >> u->m->core.shape.bank_shift;
}

/* Banks are written for results as those are, and for what goes. */
static void says_banks(struct unit *u, uint32_t granted)
{
    const struct shape *k = &u->m->core.shape;
    const struct interval_move *m = move_of(u);
    for (unsigned b = 0; b < k->banks; b++) {
        bool goes = m->written >> b & 1;
        struct vreg value;
        given_vector(u, "granted_data_i", b, &value);
        if (goes)
            value = *levels_entry(m->frames, moved_frame(u),
                                  interval_table_entry(m->table, (unsigned)m->q.warp, (unsigned)m->out));
        says(u, "wr_valid_o", b, 1, goes || (granted >> b & 1));
        says(u, "wr_warp_o", b * k->warp_w, k->warp_w,
             goes ? m->q.warp : given(u, "granted_warp_i", b * k->warp_w, k->warp_w));
        says(u, "wr_row_o", b * k->row_w, k->row_w,
             goes ? row_of(u, m->out) : given(u, "granted_row_i", b * k->row_w, k->row_w));
        says(u, "wr_mask_o", b * k->lanes, k->lanes,
             goes ? k->lane_mask : given(u, "granted_mask_i", b * k->lanes, k->lanes));
        says_vector(u, "wr_data_o", b, &value);
    }
}

static void says_out(struct unit *u)
{
    const struct interval_move *m = move_of(u);
    unsigned reg_w = u->m->core.shape.reg_w;
    says(u, "out_valid_o", 0, 1, m->out >= 0);
    if (m->out >= 0)
        says(u, "out_reg_o", 0, reg_w, (unsigned)m->out);
    else
        any_bits(u, "out_reg_o", 0, reg_w);
}

static void says_in(struct unit *u)
{
    const struct interval_move *m = move_of(u);
    const struct shape *k = &u->m->core.shape;
    bool comes = m->in >= 0;
    says(u, "in_valid_o", 0, 1, comes);
    if (lives(u))
        says(u, "in_dead_o", 0, 1, comes && !m->fetched);
    if (comes)
        says(u, "in_entry_o", 0, m->table->entry_w, m->entry);
    else
        any_bits(u, "in_entry_o", 0, m->table->entry_w);
    if (lives(u) && comes)
        says(u, "in_reg_o", 0, k->reg_w, (unsigned)m->in);
    else if (lives(u))
        any_bits(u, "in_reg_o", 0, k->reg_w);
    says(u, "fetch_o", 0, k->banks, m->fetched);
    if (m->fetched) {
        says(u, "fetch_warp_o", 0, k->warp_w, m->q.warp);
        says(u, "fetch_row_o", 0, k->row_w, row_of(u, m->in));
        return;
    }
    any_bits(u, "fetch_warp_o", 0, k->warp_w);
    any_bits(u, "fetch_row_o", 0, k->row_w);
}

/* What has been read comes to its entry. */
static void says_fill(struct unit *u)
{
    static const struct vreg nothing;
    const struct interval_move *m = move_of(u);
    const struct levels *ls = m->frames;
    uint32_t arrives = arriving(u);
    unsigned b = arrives ? lowest(arrives) : 0, reg_w = u->m->core.shape.reg_w;
    uint64_t entry = arrives ? get(m->q.fetch_entry, b * ls->entry_w, ls->entry_w) : 0;
    for (unsigned f = 0; f < ls->frames; f++)
        says(u, "fill_o", f * ls->entries, ls->entries, arrives && f == moved_frame(u) ? only((unsigned)entry) : 0);
    says(u, "fill_valid_o", 0, 1, arrives != 0);
    says_vector(u, "fill_data_o", 0, arrives ? &u->m->rf.read[0].at[b].q.rdata : &nothing);
    says(u, "fill_reg_o", 0, reg_w, arrives ? get(m->q.fetch_reg, b * reg_w, reg_w) : 0);
    says(u, "fill_entry_o", 0, ls->entry_w, entry);
    hit_if(u, LAST, arrives && moved_frame(u) == ls->frames - 1 && entry == ls->entries - 1);
}

static void says_warps(struct unit *u)
{
    const struct interval_move *m = move_of(u);
    const struct shape *k = &u->m->core.shape;
    says(u, "moved_o", 0, k->warps, interval_move_warp(m));
    says(u, "left_o", 0, k->warps, interval_move_leaves(m));
    if (m->q.busy)
        says(u, "frame_o", 0, m->frames->frame_w, moved_frame(u));
    else
        any_bits(u, "frame_o", 0, m->frames->frame_w);
    hit_if(u, LEAVES, interval_move_leaves(m) != 0);
}

/* The lowest register that is to come and is not on its way, or -1. */
static int lowest_comer(const struct unit *u)
{
    const struct interval_move *m = move_of(u);
    unsigned w = (unsigned)m->q.warp, reg_w = u->m->core.shape.reg_w;
    int reg = m->q.busy && !m->q.empty ? interval_table_comer(m->table, w, 0) : -1;
    while (reg >= 0) {
        unsigned b = bank_of(&u->m->core.shape, w, (unsigned)reg);
        if (!(m->q.fetch >> b & 1) || get(m->q.fetch_reg, b * reg_w, reg_w) != (unsigned)reg)
            break;
        reg = interval_table_comer(m->table, w, (unsigned)reg + 1);
    }
    return reg;
}

static void count_points(struct unit *u, uint32_t granted)
{
    const struct interval_move *m = move_of(u);
    bool goes = m->out >= 0, comes = m->in >= 0, room = m->q.busy && m->entry < m->table->entries;
    int leaver = m->q.busy ? interval_table_leaver(m->table, (unsigned)m->q.warp, m->q.empty, 0) : -1;
    int comer = lowest_comer(u);
    uint32_t bank = comer < 0 ? 0 : UINT32_C(1) << bank_of(&u->m->core.shape, (unsigned)m->q.warp, (unsigned)comer);
    hit_if(u, OUT_AND_IN, goes && comes);
    hit_if(u, OUT_WAITS, leaver >= 0 && m->out != leaver);
    hit_if(u, OUT_PASSES, goes && m->out != leaver);
    hit_if(u, IN_WAITS, room && comer >= 0 && m->in != comer && (bank & granted));
    hit_if(u, IN_PASSES, comes && m->in != comer);
    hit_if(u, SAME_BANK, room && comer >= 0 && m->in != comer && (bank & m->written));
    hit_if(u, FILL_AND_OUT, arriving(u) && goes);
    hit_if(u, NO_ENTRY, m->q.busy && comer >= 0 && !room);
    hit_if(u, DROPPED, goes && !m->written);
    hit_if(u, DEAD, comes && !m->fetched);
    hit_if(u, DEAD_AND_FILL, comes && !m->fetched && arriving(u));
}

/* --- the edge ----------------------------------------------------------------------------------------------------- */

static void edge(struct unit *u)
{
    struct own *o = u->own;
    struct intervals *iv = u->m->intervals;
    struct rf_banks *rf = &u->m->rf;
    uint64_t left = interval_move_leaves(&iv->move), others = issue_live(&u->m->issue) & ~o->active;
    rf_banks_idle(rf, 0, 0);
    rf_banks_begin(rf);
    interval_move_fill(&iv->move, rf);
    interval_move_edge(&iv->move, &u->m->arbiter, rf);
    rf_banks_wait(rf, config_slow(u->cfg) ? interval_move_banks(&iv->move) : 0);
    if (others && count_bits(o->active) < iv->frames.frames && one_in(u, 2)) {
        unsigned w = one_of(u, others);
        levels_enter(&iv->frames, w, o->active);
        o->active |= only(w);
    }
    o->active &= ~left;
}

static void cycle(struct unit *u)
{
    draw_warps(u);
    draw_sets(u);
    interval_move_eval(move_of(u));
    draw_values(u);
    uint32_t granted = draw_granted(u);
    interval_move_grant(move_of(u), granted | u->m->rf.busy);
    give_table(u);
    says_warps(u);
    says_out(u);
    says_in(u);
    says_fill(u);
    says_banks(u, granted);
    count_points(u, granted);
    edge(u);
}

const struct bench bench_interval_move = {
    .assumed = "active warps have different frames; the table is that of the registers that were moved; an interval is "
               "taken of a warp that is not moved; of a bank that no result is written to all is zero",
    .scope = "top.u_move.", .points = points, .own = sizeof(struct own), .reset = reset, .cycle = cycle
};
