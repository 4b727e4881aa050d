/* SPDX-License-Identifier: Apache-2.0 */
#include "ecu.h"

#include "scoreboard.h"

static struct ecus *ecus(struct collectors *cs)
{
    return (struct ecus *)cs;
}

static void list(const struct collectors *cs, unsigned c, struct register_list *l)
{
    ocu_list(cs, c, "ecu", l);
    register_list_add(l, &((const struct ecus *)cs)->at[c].q.src_wait, cs->core->shape.slots, true,
                      "top.g_col[%u].u_ecu.src_wait_q", c);
    ocu_list_values(cs, c, "ecu", l);
}

static void reset(struct collectors *cs, unsigned c)
{
    collector_reset(singles(cs), c);
    ecus(cs)->at[c].q.src_wait = 0;
}

/* --- allocation (3.6) and results (3.16) -------------------------------------------------------------------------- */

/* The scoreboard is that of before the edge: a result that is accepted at it is still outstanding. */
static unsigned allocate(struct collectors *cs, unsigned c, unsigned warp, unsigned iid, const struct instruction *i,
                         uint64_t lfsr, const struct served *served)
{
    unsigned first = instruction_first(i), wait = scoreboard_outstanding(cs->scoreboard, warp, i);
    (void)lfsr, (void)served;
    collector_take(singles(cs), c, warp, iid, i);
    ecus(cs)->at[c].q.src_wait = wait;
    cs->core->stats.source_reads += count_bits(first);
    cs->core->stats.ecu_early += wait != 0;
    if (cs->core->packing)
        ocu_pack(cs, c);
    return first & ~wait;
}

/* The slot of collector c that the result on a port is for, or none. */
static uint64_t slot_for(const struct ecus *e, unsigned c, const struct result *r)
{
    const struct collector *col = &e->ocu.all.at[c];
    uint64_t wait = e->at[c].q.src_wait;
    return wait && col->q.warp == r->warp && col->reg.at[lowest(wait)] == r->reg ? wait : 0;
}

static void take_results(struct collectors *cs, const struct taken_results *r, uint64_t lfsr)
{
    struct ecus *e = ecus(cs);
    (void)lfsr;
    for (uint32_t banks = r->granted; banks; banks &= banks - 1) {
        const struct result *result = &r->wb[r->grant_port[lowest(banks)]];
        for (uint32_t set = cs->occupied; set; set &= set - 1) {
            unsigned c = lowest(set);
            uint64_t slot = slot_for(e, c, result);
            if (!slot)
                continue;
            e->at[c].q.src_wait = 0;
            e->ocu.all.at[c].q.src_ready |= slot;
            cs->core->stats.ccu_hits++;
            if (cs->core->values)
                vector_copy(cs->core, &e->ocu.at[c].q.data[lowest(slot)], &result->data);
        }
    }
}

static void end(struct collectors *cs, unsigned warp)
{
    (void)cs, (void)warp;
}

const struct collector_ops ecu_ops = {
    .name = "ecu", .open = ocu_open, .list = list, .reset = reset, .pack = ocu_pack, .unpack = ocu_unpack,
    .receives = ocu_receives, .dispatchable = collector_dispatchable, .number = collector_number,
    .dispatches = collector_dispatches, .drive = collector_drive, .operands = ocu_operands, .uppers = ocu_uppers,
    .ready = ocu_ready, .takers = ocu_takers, .register_of = collector_register_of, .warp_of = collector_warp_of,
    .place = collector_place, .store = ocu_store, .dispatched = collector_dispatched, .next = collector_next,
    .allocate = allocate, .take_results = take_results, .end = end, .collects = collector_collects,
    .busy = collector_busy,
};
