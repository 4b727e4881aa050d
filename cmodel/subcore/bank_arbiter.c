/* SPDX-License-Identifier: Apache-2.0 */
#include "bank_arbiter.h"

#include "bank_queue.h"
#include "rf_bank.h"

unsigned bank_arbiter_row(struct model *m, unsigned warp, unsigned reg)
{
    unsigned row = m->row_base[warp] + (reg >> m->shape.bank_shift);
    if (row < m->shape.rows)
        return row;
    model_violate(m, "register %u of warp %u lies in row %u, behind the last one", reg, warp, row);
    return m->shape.rows - 1;
}

/* The place of a head among those of its collector: its slot, in a BOC behind the age of its position. */
static unsigned place(const struct model *m, unsigned b)
{
    unsigned i = (unsigned)m->q.bank[b].rptr, slot = lowest(m->queue[b].mask[i]);
    if (!m->shape.boc)
        return slot;
    unsigned next = (unsigned)m->q.boc[m->queue[b].col[i]].next, p = m->queue[b].pos[i];
    return (p + (p < next ? m->shape.window : 0) - next) * MAX_SLOTS + slot;
}

/* One bank per collector: the one whose head comes first. */
static uint32_t port_s_winners(const struct model *m, uint32_t asking)
{
    uint32_t winners = 0, seen = 0;
    uint8_t best[MAX_COLLECTORS], slot[MAX_COLLECTORS];
    for (; asking; asking &= asking - 1) {
        unsigned b = lowest(asking);
        unsigned c = m->queue[b].col[m->q.bank[b].rptr], s = place(m, b);
        if (seen >> c & 1) {
            if (slot[c] < s)
                continue;
            winners &= ~(UINT32_C(1) << best[c]);
        }
        seen |= UINT32_C(1) << c;
        winners |= UINT32_C(1) << b;
        best[c] = (uint8_t)b;
        slot[c] = (uint8_t)s;
    }
    return winners;
}

static void read_head(struct model *m, unsigned b)
{
    unsigned i = (unsigned)m->q.bank[b].rptr;
    unsigned c = m->queue[b].col[i], p = m->queue[b].pos[i], s = lowest(m->queue[b].mask[i]);
    unsigned row = m->shape.boc ? bank_arbiter_row(m, c, m->boc[c].at[p].reg.at[s])
                                : bank_arbiter_row(m, (unsigned)m->q.col[c].warp, m->col[c].reg.at[s]);
    rf_bank_read(m, b, row, c, p, s);
    bank_queue_grant(m, b);
}

static void count(struct model *m, uint32_t asking, uint32_t winners)
{
    if (m->shape.bank_ports == 1)
        m->stats.bank_write_conflicts += count_bits(m->queued & (m->step.granted | m->step.drained));
    m->stats.port_s_conflicts += count_bits(asking & ~winners);
    m->stats.bank_reads += count_bits(winners);
    for (uint32_t set = m->queued; set; set &= set - 1)
        m->stats.queue_wait += m->q.bank[lowest(set)].count - 1;
}

void bank_arbiter_edge(struct model *m)
{
    uint32_t written = m->step.granted | m->step.drained;
    uint32_t asking = m->shape.bank_ports == 1 ? m->queued & ~written : m->queued;
    uint32_t winners = asking & (asking - 1) ? port_s_winners(m, asking) : asking;
    count(m, asking, winners);
    rf_bank_idle(m, winners);
    for (uint32_t set = winners; set; set &= set - 1)
        read_head(m, lowest(set));
}
