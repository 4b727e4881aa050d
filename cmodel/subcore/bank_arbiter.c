/* SPDX-License-Identifier: Apache-2.0 */
#include "bank_arbiter.h"

void bank_arbiter_open(struct bank_arbiter *a, struct core *core, const struct config *cfg)
{
    a->core = core;
    a->two_ports = cfg->ports != 1;
}

void bank_arbiter_list(const struct bank_arbiter *a, struct register_list *l)
{
    const struct shape *k = &a->core->shape;
    register_list_add(l, a->q.row_base, k->warps * k->row_w, false, "top.u_arbiter.row_base_q");
}

static void pack_base(struct bank_arbiter *a, unsigned warp)
{
    put(a->q.row_base, warp * a->core->shape.row_w, a->core->shape.row_w, a->row_base[warp]);
}

void bank_arbiter_pack(struct bank_arbiter *a)
{
    for (unsigned w = 0; w < a->core->shape.warps; w++)
        pack_base(a, w);
}

void bank_arbiter_unpack(struct bank_arbiter *a)
{
    const struct shape *k = &a->core->shape;
    for (unsigned w = 0; w < k->warps; w++)
        a->row_base[w] = (uint16_t)get(a->q.row_base, w * k->row_w, k->row_w);
}

void bank_arbiter_launch(struct bank_arbiter *a, unsigned warp, unsigned row)
{
    a->row_base[warp] = (uint16_t)row;
    if (a->core->packing)
        pack_base(a, warp);
}

unsigned bank_arbiter_row(struct bank_arbiter *a, unsigned warp, unsigned reg)
{
    const struct shape *k = &a->core->shape;
    unsigned row = a->row_base[warp] + (reg >> k->bank_shift);
    if (row < k->rows)
        return row;
    violate(&a->core->watch, "register %u of warp %u lies in row %u, behind the last one", reg, warp, row);
    return k->rows - 1;
}

/* One bank per collector: the one whose head comes first. */
static uint32_t port_s_winners(const struct bank_queues *qs, const struct collectors *cs, uint32_t asking)
{
    uint32_t winners = 0, seen = 0;
    uint8_t best[MAX_COLLECTORS], first[MAX_COLLECTORS];
    for (; asking; asking &= asking - 1) {
        unsigned b = lowest(asking);
        struct read_request r = bank_queue_head(qs, b);
        unsigned place = cs->ops->place(cs, r.col, r.pos, r.slot);
        if (seen >> r.col & 1) {
            if (first[r.col] < place)
                continue;
            winners &= ~(UINT32_C(1) << best[r.col]);
        }
        seen |= UINT32_C(1) << r.col;
        winners |= UINT32_C(1) << b;
        best[r.col] = (uint8_t)b;
        first[r.col] = (uint8_t)place;
    }
    return winners;
}

static void read_head(struct bank_arbiter *a, struct bank_queues *qs, struct rf_banks *rf, const struct collectors *cs,
                      unsigned port, unsigned b)
{
    struct read_request r = bank_queue_head(qs, b);
    unsigned reg = cs->ops->register_of(cs, r.col, r.pos, r.slot);
    rf_bank_read(rf, port, b, bank_arbiter_row(a, cs->ops->warp_of(cs, r.col), reg), r.col, r.pos, r.slot);
    bank_queue_grant(qs, b);
}

static void count_waiting(struct bank_arbiter *a, const struct bank_queues *qs)
{
    for (uint32_t set = qs->queued; set; set &= set - 1)
        a->core->stats.queue_wait += qs->at[lowest(set)].q.count - 1;
}

/* The reads of all banks on one port. On the last one a bank that is written reads only if it has a port for that. A
 * request that is left then has lost against the write, or against another bank, or its bank is busy. */
static void read_port(struct bank_arbiter *a, struct bank_queues *qs, struct rf_banks *rf, const struct collectors *cs,
                      unsigned port, uint32_t written)
{
    struct stats *stats = &a->core->stats;
    bool last = port + 1 == a->core->shape.reads;
    uint32_t barred = last && !a->two_ports ? written : 0, asking = qs->queued & ~(barred | rf->busy);
    uint32_t winners = asking & (asking - 1) ? port_s_winners(qs, cs, asking) : asking;
    stats->bank_busy_reads += count_bits(qs->queued & rf->busy);
    stats->bank_write_conflicts += count_bits(qs->queued & barred);
    stats->port_s_conflicts += last ? count_bits(asking & ~winners) : 0;
    stats->bank_reads += count_bits(winners);
    rf_banks_idle(rf, port, winners);
    for (uint32_t set = winners; set; set &= set - 1)
        read_head(a, qs, rf, cs, port, lowest(set));
}

void bank_arbiter_edge(struct bank_arbiter *a, struct bank_queues *qs, struct rf_banks *rf, const struct collectors *cs,
                       uint32_t written)
{
    count_waiting(a, qs);
    for (unsigned port = 0; port < a->core->shape.reads; port++)
        read_port(a, qs, rf, cs, port, written);
    if (rf->cycles > 1)
        rf_banks_wait(rf, written | rf_banks_returning(rf, 0));
}
