/* SPDX-License-Identifier: Apache-2.0 */
#include "interval_move.h"

void interval_move_open(struct interval_move *m, struct core *core)
{
    m->core = core;
}

void interval_move_list(const struct interval_move *m, struct register_list *l)
{
    const struct shape *k = &m->core->shape;
    register_list_add(l, &m->q.busy, 1, true, "top.u_move.busy_q");
    register_list_add(l, &m->q.warp, k->warp_w, false, "top.u_move.warp_q");
    register_list_add(l, &m->q.empty, 1, false, "top.u_move.empty_q");
    register_list_add(l, &m->q.fetch, k->banks, true, "top.u_move.fetch_q");
    register_list_add(l, m->q.fetch_reg, k->banks * k->reg_w, false, "top.u_move.fetch_reg_q");
    register_list_add(l, m->q.fetch_entry, k->banks * m->table->entry_w, false, "top.u_move.fetch_entry_q");
}

void interval_move_reset(struct interval_move *m)
{
    m->q.busy = m->q.fetch = 0;
}

/* --- evaluation --------------------------------------------------------------------------------------------------- */

static unsigned frame_of(const struct interval_move *m)
{
    return levels_frame(m->frames, (unsigned)m->q.warp);
}

/* What is on its way from a bank, and the entry for it. */
static unsigned fetched_register(const struct interval_move *m, unsigned b)
{
    return (unsigned)get(m->q.fetch_reg, b * m->core->shape.reg_w, m->core->shape.reg_w);
}

static unsigned fetched_entry(const struct interval_move *m, unsigned b)
{
    return (unsigned)get(m->q.fetch_entry, b * m->table->entry_w, m->table->entry_w);
}

uint32_t interval_move_reserved(const struct interval_move *m)
{
    uint32_t entries = 0;
    for (uint32_t set = (uint32_t)m->q.fetch; set; set &= set - 1)
        entries |= UINT32_C(1) << fetched_entry(m, lowest(set));
    return entries;
}

void interval_move_eval(struct interval_move *m)
{
    unsigned w = (unsigned)m->q.warp;
    m->done = m->q.busy
        && (m->q.empty ? interval_table_leaver(m->table, w, true, 0) < 0 : !(m->table->unlike >> w & 1));
}

/* The bank that a register is written to or read from, as a set; empty if it is moved without its value. */
static uint32_t bank_for(const struct interval_move *m, unsigned reg)
{
    unsigned w = (unsigned)m->q.warp;
    return interval_table_dead(m->table, w, reg) ? 0 : UINT32_C(1) << bank_of(&m->core->shape, w, reg);
}

static bool on_its_way(const struct interval_move *m, unsigned reg)
{
    unsigned b = bank_of(&m->core->shape, (unsigned)m->q.warp, reg);
    return (m->q.fetch >> b & 1) && fetched_register(m, b) == reg;
}

/* Item 1. */
static void find_out(struct interval_move *m, uint32_t taken)
{
    unsigned w = (unsigned)m->q.warp;
    int reg = interval_table_leaver(m->table, w, m->q.empty, 0);
    while (reg >= 0 && (bank_for(m, (unsigned)reg) & taken))
        reg = interval_table_leaver(m->table, w, m->q.empty, (unsigned)reg + 1);
    m->out = reg;
    m->written = reg >= 0 ? bank_for(m, (unsigned)reg) : 0;
}

/* Item 2. */
static void find_in(struct interval_move *m, uint32_t taken)
{
    unsigned w = (unsigned)m->q.warp;
    uint64_t free = ~(uint64_t)interval_table_used(m->table, frame_of(m));
    m->entry = lowest(free);
    if (m->q.empty || m->entry >= m->table->entries)
        return;
    int reg = interval_table_comer(m->table, w, 0);
    while (reg >= 0 && (on_its_way(m, (unsigned)reg) || (bank_for(m, (unsigned)reg) & taken)))
        reg = interval_table_comer(m->table, w, (unsigned)reg + 1);
    m->in = reg;
    m->fetched = reg >= 0 ? bank_for(m, (unsigned)reg) : 0;
}

void interval_move_grant(struct interval_move *m, uint32_t taken)
{
    m->out = m->in = -1;
    m->written = m->fetched = 0;
    if (!m->q.busy)
        return;
    find_out(m, taken);
    find_in(m, taken | m->written);
}

/* --- the edge ----------------------------------------------------------------------------------------------------- */

static void fill(struct interval_move *m, const struct rf_banks *rf, unsigned b)
{
    unsigned e = fetched_entry(m, b);
    if (m->core->values)
        vector_copy(m->core, levels_entry(m->frames, frame_of(m), e), &rf->read[0].at[b].q.rdata);
    interval_table_hold(m->table, (unsigned)m->q.warp, fetched_register(m, b), e);
}

void interval_move_fill(struct interval_move *m, const struct rf_banks *rf)
{
    uint32_t arrives = (uint32_t)m->q.fetch & ~rf->busy;
    for (uint32_t set = arrives; set; set &= set - 1)
        fill(m, rf, lowest(set));
    m->q.fetch &= ~(uint64_t)arrives;
    m->arrived = arrives != 0;
}

static void go(struct interval_move *m, struct bank_arbiter *a, struct rf_banks *rf)
{
    unsigned w = (unsigned)m->q.warp, reg = (unsigned)m->out;
    const struct vreg *value = levels_entry(m->frames, frame_of(m), interval_table_entry(m->table, w, reg));
    if (m->written)
        rf_bank_write_row(rf, lowest(m->written), bank_arbiter_row(a, w, reg), value, m->core->shape.lane_mask);
    interval_table_drop(m->table, w, frame_of(m), reg);
    m->core->stats.interval_written += m->written != 0;
    m->core->stats.interval_dropped += !m->written;
}

static void fetch(struct interval_move *m, struct bank_arbiter *a, struct rf_banks *rf)
{
    unsigned w = (unsigned)m->q.warp, reg = (unsigned)m->in, b = lowest(m->fetched);
    rf_bank_fetch(rf, b, bank_arbiter_row(a, w, reg));
    m->q.fetch |= m->fetched;
    put(m->q.fetch_reg, b * m->core->shape.reg_w, m->core->shape.reg_w, reg);
    put(m->q.fetch_entry, b * m->table->entry_w, m->table->entry_w, m->entry);
    m->core->stats.interval_fetched++;
}

static void come(struct interval_move *m, struct bank_arbiter *a, struct rf_banks *rf)
{
    interval_table_reserve(m->table, frame_of(m), m->entry);
    if (m->fetched) {
        fetch(m, a, rf);
        return;
    }
    interval_table_hold(m->table, (unsigned)m->q.warp, (unsigned)m->in, m->entry);
    m->core->stats.interval_placed++;
}

static void start(struct interval_move *m)
{
    m->q.busy = 1;
    m->q.warp = m->starts.warp;
    m->q.empty = m->starts.empty;
    m->core->stats.interval_moves++;
}

void interval_move_edge(struct interval_move *m, struct bank_arbiter *a, struct rf_banks *rf)
{
    m->core->stats.interval_cycles += m->q.busy;
    if (m->out >= 0)
        go(m, a, rf);
    if (m->in >= 0)
        come(m, a, rf);
    if (m->done)
        m->q.busy = 0;
    if (m->starts.valid)
        start(m);
}
