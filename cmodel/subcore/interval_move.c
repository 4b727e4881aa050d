/* SPDX-License-Identifier: Apache-2.0 */
#include "interval_move.h"

void interval_move_open(struct interval_move *m, struct core *core, const struct config *cfg)
{
    m->core = core;
    m->bank_w = bits_for((unsigned)cfg->banks);
}

void interval_move_list(const struct interval_move *m, struct register_list *l)
{
    const struct shape *k = &m->core->shape;
    register_list_add(l, &m->q.busy, 1, true, "top.u_move.busy_q");
    register_list_add(l, &m->q.warp, k->warp_w, false, "top.u_move.warp_q");
    register_list_add(l, &m->q.empty, 1, false, "top.u_move.empty_q");
    register_list_add(l, &m->q.fetch, 1, true, "top.u_move.fetch_q");
    register_list_add(l, &m->q.fetch_reg, k->reg_w, false, "top.u_move.fetch_reg_q");
    register_list_add(l, &m->q.fetch_bank, m->bank_w, false, "top.u_move.fetch_bank_q");
    register_list_add(l, &m->q.fetch_entry, m->table->entry_w, false, "top.u_move.fetch_entry_q");
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

void interval_move_eval(struct interval_move *m)
{
    m->out = m->in = -1;
    m->done = false;
    if (!m->q.busy)
        return;
    unsigned w = (unsigned)m->q.warp;
    uint64_t free = ~(uint64_t)interval_table_used(m->table, frame_of(m));
    m->out = interval_table_leaver(m->table, w, m->q.empty);
    m->in = m->q.empty ? -1 : interval_table_comer(m->table, w, m->q.fetch ? (int)m->q.fetch_reg : -1);
    m->entry = lowest(free) < m->table->entries ? lowest(free) : m->table->entries;
    m->done = m->out < 0 && m->in < 0 && !m->q.fetch;
}

/* The bank that a register is written to or read from, as a set; empty if it is moved without its value. */
static uint32_t bank_for(const struct interval_move *m, unsigned reg)
{
    unsigned w = (unsigned)m->q.warp;
    return interval_table_dead(m->table, w, reg) ? 0 : UINT32_C(1) << bank_of(&m->core->shape, w, reg);
}

void interval_move_grant(struct interval_move *m, uint32_t granted)
{
    m->written = m->out >= 0 ? bank_for(m, (unsigned)m->out) : 0;
    m->goes = m->out >= 0 && !(m->written & granted);
    m->written = m->goes ? m->written : 0;
    m->fetched = m->in >= 0 ? bank_for(m, (unsigned)m->in) : 0;
    m->comes = m->in >= 0 && m->entry < m->table->entries && !(m->fetched & (granted | m->written));
    m->fetched = m->comes ? m->fetched : 0;
}

/* --- the edge ----------------------------------------------------------------------------------------------------- */

void interval_move_fill(struct interval_move *m, const struct rf_banks *rf)
{
    if (!m->q.fetch)
        return;
    unsigned e = (unsigned)m->q.fetch_entry;
    if (m->core->values)
        vector_copy(m->core, levels_entry(m->frames, frame_of(m), e), &rf->read[0].at[m->q.fetch_bank].q.rdata);
    interval_table_hold(m->table, (unsigned)m->q.warp, (unsigned)m->q.fetch_reg, e);
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

static void come(struct interval_move *m, struct bank_arbiter *a, struct rf_banks *rf)
{
    unsigned w = (unsigned)m->q.warp, reg = (unsigned)m->in;
    interval_table_reserve(m->table, frame_of(m), m->entry);
    if (!m->fetched) {
        interval_table_hold(m->table, w, reg, m->entry);
        m->core->stats.interval_placed++;
        return;
    }
    rf_bank_fetch(rf, lowest(m->fetched), bank_arbiter_row(a, w, reg));
    m->q.fetch_reg = reg;
    m->q.fetch_bank = lowest(m->fetched);
    m->q.fetch_entry = m->entry;
    m->core->stats.interval_fetched++;
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
    if (m->goes)
        go(m, a, rf);
    if (m->comes)
        come(m, a, rf);
    m->q.fetch = m->fetched != 0;
    if (m->done)
        m->q.busy = 0;
    if (m->starts.valid)
        start(m);
}
