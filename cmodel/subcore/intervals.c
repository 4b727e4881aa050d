/* SPDX-License-Identifier: Apache-2.0 */
#include "intervals.h"

void intervals_open(struct intervals *iv, struct core *core, const struct config *cfg)
{
    iv->core = core;
    levels_open(&iv->frames, core, cfg);
    interval_table_open(&iv->table, core, cfg);
    interval_move_open(&iv->move, core);
    interval_ring_open(&iv->ring, core, cfg);
    iv->move.table = &iv->table;
    iv->move.frames = &iv->frames;
}

void intervals_list(const struct intervals *iv, struct register_list *l)
{
    interval_ring_list(&iv->ring, l);
    levels_list(&iv->frames, l);
    interval_table_list(&iv->table, l);
    interval_move_list(&iv->move, l);
}

void intervals_reset(struct intervals *iv)
{
    levels_reset(&iv->frames);
    interval_table_reset(&iv->table);
    interval_move_reset(&iv->move);
}

/* --- evaluation --------------------------------------------------------------------------------------------------- */

void intervals_eval(struct intervals *iv, const struct ibuffer *ib, uint64_t active)
{
    const struct interval_table *t = &iv->table;
    uint64_t moved = interval_move_warp(&iv->move);
    iv->begins = 0;
    for (uint64_t set = ib->heads & ~t->q.begun; set; set &= set - 1)
        iv->begins |= ibuffer_head(ib, lowest(set))->interval ? set & -set : 0;
    iv->takes = iv->begins & ~moved;
    iv->waits = active & (moved | iv->begins | t->q.leaving | t->unlike);
    interval_move_eval(&iv->move);
}

void intervals_place(struct intervals *iv, unsigned w, const struct instruction *head)
{
    iv->head = *head;
    for (unsigned s = 0; s < iv->core->shape.slots; s++)
        iv->head.src_level.at[s] = head->src_valid >> s & 1
            ? (uint8_t)interval_table_place(&iv->table, w, head->src_reg.at[s]) : 0;
}

void intervals_choose(struct intervals *iv, const struct age *age, uint64_t active, uint64_t goes)
{
    struct interval_move *m = &iv->move;
    goes |= iv->table.q.leaving;
    uint64_t asks = m->q.busy ? 0 : active & ~iv->begins & (goes | iv->table.unlike);
    m->starts.valid = asks != 0;
    if (asks) {
        m->starts.warp = age_oldest(age, asks);
        m->starts.empty = goes >> m->starts.warp & 1;
    }
    iv->changes = iv->takes || m->q.busy || asks;
}

/* --- the edge ----------------------------------------------------------------------------------------------------- */

void intervals_edge(struct intervals *iv, struct bank_arbiter *a, struct rf_banks *rf)
{
    struct interval_move *m = &iv->move;
    unsigned w = (unsigned)m->q.warp;
    bool checks = m->q.busy && (m->out >= 0 || m->in >= 0 || m->arrived);
    interval_move_edge(m, a, rf);
    if (checks)
        intervals_check_frame(iv, w);
}

void intervals_results(struct intervals *iv, const struct result wb[RESULT_PORTS], uint32_t ports, uint64_t active)
{
    for (; ports; ports &= ports - 1) {
        const struct result *r = &wb[lowest(ports)];
        intervals_check_result(iv, r, active);
        if (!r->level)
            continue;
        struct vreg *entry = levels_entry(&iv->frames, levels_frame(&iv->frames, r->warp), r->level - 1u);
        if (iv->core->values)
            lanes_copy(iv->core, entry->lane, r->data.lane, r->mask);
        iv->core->stats.interval_writes++;
    }
}

void intervals_issue(struct intervals *iv, int issues, unsigned c)
{
    if (issues < 0) {
        levels_no_issue(&iv->frames);
        return;
    }
    intervals_check_issue(iv, (unsigned)issues);
    levels_read_sources(&iv->frames, (unsigned)issues, c, &iv->head);
    iv->core->stats.interval_reads += count_bits(iv->frames.q.read_slot);
    interval_table_issue(&iv->table, (unsigned)issues, &iv->head);
}

void intervals_take(struct intervals *iv, const struct ibuffer *ib)
{
    for (uint64_t set = iv->takes; set; set &= set - 1) {
        interval_table_take(&iv->table, lowest(set), &iv->ring, ibuffer_head_entry(ib, lowest(set)));
        iv->core->stats.interval_taken++;
    }
}

void intervals_activate(struct intervals *iv, uint64_t enters, uint64_t leaves, uint64_t active)
{
    if (enters)
        levels_enter(&iv->frames, lowest(enters), active);
    if (!leaves)
        return;
    interval_table_leave(&iv->table, lowest(leaves));
    intervals_check_frame(iv, lowest(leaves));
    intervals_check_inactive(iv, lowest(leaves), "it leaves the active set");
}
