/* SPDX-License-Identifier: Apache-2.0 */
#include "writeback.h"

#include <stddef.h>

void writeback_open(struct writeback *wb, struct core *core, const struct rf_banks *rf)
{
    wb->core = core;
    wb->rf = rf;
}

/* Copies what is offered, data apart; returns the ports whose mask is not 0. */
static uint32_t offers(struct writeback *wb, const struct sc_in *in)
{
    const struct shape *k = &wb->core->shape;
    uint32_t masked = 0;
    wb->offered = 0;
    for (unsigned u = 0; u < RESULT_PORTS; u++) {
        masked |= (uint32_t)((in->wb[u].mask & k->lane_mask) != 0) << u;
        wb->offered |= (uint32_t)in->wb[u].valid << u;
    }
    for (uint32_t set = wb->offered; set; set &= set - 1) {
        struct result *r = &wb->wb[lowest(set)];
        memcpy(r, &in->wb[lowest(set)], offsetof(struct result, data));
        r->mask &= k->lane_mask;
        r->dist &= (uint8_t)low_bits(k->distance_w);
        r->near = has_field(k, FIELD_DST_DIST) ? r->dist < k->near_below : has_field(k, FIELD_DST_NEAR) && r->near;
    }
    return masked;
}

/* Another port contends for what the result of port u needs, and comes before it: by the ages of their instructions, or
 * by their units. */
static bool loses(const struct writeback *wb, const struct result at[RESULT_PORTS], const struct inflight *f,
                  bool one_result, unsigned u)
{
    const struct shape *k = &wb->core->shape;
    unsigned bank = bank_of(k, at[u].warp, at[u].reg);
    for (uint32_t set = wb->contending & ~(1u << u); set; set &= set - 1) {
        unsigned v = lowest(set);
        bool same = bank_of(k, at[v].warp, at[v].reg) == bank || (one_result && at[v].warp == at[u].warp);
        if (same && (k->by_unit ? v > u : inflight_older(f, at[u].iid, at[v].iid)))
            return true;
    }
    return false;
}

/* The same with register caches: an older result of the warp, or one that needs the same bank (3.15). */
static bool loses_cache(const struct writeback *wb, const struct result at[RESULT_PORTS], const struct inflight *f,
                        const struct rfcs *rfcs, unsigned u)
{
    for (uint32_t set = wb->contending & ~(1u << u); set; set &= set - 1) {
        unsigned v = lowest(set);
        int bank = rfc_bank(rfcs, u);
        bool same = at[v].warp == at[u].warp || (bank >= 0 && rfc_bank(rfcs, v) == bank);
        if (same && inflight_older(f, at[u].iid, at[v].iid))
            return true;
    }
    return false;
}

/* The same with ORFs: an older result needs the same bank, or the ORF of the same warp (3.19). */
static bool loses_level(struct writeback *wb, const struct result at[RESULT_PORTS], const struct inflight *f,
                        unsigned u)
{
    bool bank = false, orf = false;
    for (uint32_t set = wb->contending & ~(1u << u); set; set &= set - 1) {
        unsigned v = lowest(set);
        if (!inflight_older(f, at[u].iid, at[v].iid))
            continue;
        bank |= levels_share_bank(wb->levels, &at[u], &at[v]);
        orf |= levels_share_orf(wb->levels, &at[u], &at[v]);
    }
    wb->crowded |= (uint32_t)(orf && !bank) << u;
    return bank || orf;
}

static uint32_t waiting_levels(struct writeback *wb, const struct result at[RESULT_PORTS], const struct inflight *f,
                               uint32_t masked)
{
    uint32_t found = 0;
    wb->crowded = 0;
    for (uint32_t set = wb->contending ? masked : 0; set; set &= set - 1)
        if (loses_level(wb, at, f, lowest(set)))
            found |= set & -set;
    return found;
}

/* The ports, of those with a mask, whose result needs a bank that is busy (3.21). */
static uint32_t waiting_bank(const struct writeback *wb, const struct result at[RESULT_PORTS], uint32_t masked)
{
    uint32_t found = 0;
    for (uint32_t set = wb->rf->busy ? masked : 0; set; set &= set - 1) {
        const struct result *r = &at[lowest(set)];
        bool busy = wb->rf->busy >> bank_of(&wb->core->shape, r->warp, r->reg) & 1;
        found |= busy && (!wb->levels || r->bank) ? set & -set : 0;
    }
    return found;
}

/* With intervals the table says where results go. Those of a warp that is moved contend for nothing. */
static void find_places(struct writeback *wb, const struct sc_in *in, uint32_t masked)
{
    wb->blocked = 0;
    for (uint32_t set = masked; set; set &= set - 1) {
        struct result *r = &wb->wb[lowest(set)];
        memcpy(r, &in->wb[lowest(set)], offsetof(struct result, data));
        r->mask &= wb->core->shape.lane_mask;
        r->level = (uint8_t)intervals_place_of(wb->intervals, r);
        r->bank = !r->level;
        wb->blocked |= intervals_blocks(wb->intervals, r) ? set & -set : 0;
    }
    wb->contending &= ~wb->blocked;
}

/* What nothing is older than is ready. */
static void check_oldest(const struct writeback *wb, const struct result at[RESULT_PORTS], const struct inflight *f,
                         uint32_t ready)
{
    unsigned oldest = lowest(wb->contending);
    for (uint32_t set = wb->contending & (wb->contending - 1); set; set &= set - 1)
        if (inflight_older(f, at[oldest].iid, at[lowest(set)].iid))
            oldest = lowest(set);
    if (!(ready >> oldest & 1))
        violate(&wb->core->watch, "the oldest result, R%u of warp %u, is not accepted", at[oldest].reg,
                at[oldest].warp);
}

/* The ports, of those with a mask, whose result has to wait. */
static uint32_t waiting(const struct writeback *wb, const struct result at[RESULT_PORTS], const struct inflight *f,
                        const struct collectors *cs, const struct rfcs *rfcs, uint32_t masked)
{
    uint32_t found = 0;
    if (!wb->contending || !(masked & (masked - 1)))
        return 0;
    for (uint32_t set = masked; set; set &= set - 1)
        if (rfcs->present ? loses_cache(wb, at, f, rfcs, lowest(set))
                          : loses(wb, at, f, cs->ops->one_result, lowest(set)))
            found |= set & -set;
    if (rfcs->present)
        check_oldest(wb, at, f, ~found);
    return found;
}

/* The bank that an accepted result writes, or -1. */
static int bank_written(const struct writeback *wb, const struct rfcs *rfcs, unsigned u)
{
    if (rfcs->present)
        return rfc_bank(rfcs, u);
    return wb->written >> u & 1 ? (int)bank_of(&wb->core->shape, wb->wb[u].warp, wb->wb[u].reg) : -1;
}

static void grant(struct writeback *wb, const struct sc_in *in, struct collectors *cs, const struct rfcs *rfcs,
                  uint32_t ports)
{
    wb->masked = ports;
    wb->written = cs->ops->results && ports ? ports & ~cs->ops->results(cs, wb->wb, ports) : ports;
    wb->granted = 0;
    for (uint32_t set = ports; set; set &= set - 1) {
        unsigned u = lowest(set);
        int b = bank_written(wb, rfcs, u);
        if (wb->core->values)
            vector_copy(wb->core, &wb->wb[u].data, &in->wb[u].data);
        if (b < 0)
            continue;
        wb->granted |= UINT32_C(1) << b;
        wb->grant_port[b] = (uint8_t)u;
    }
}

void writeback_eval(struct writeback *wb, const struct sc_in *in, const struct inflight *f, struct collectors *cs,
                    struct rfcs *rfcs, struct sc_out *out)
{
    uint32_t masked = offers(wb, in);
    wb->contending = masked & wb->offered;
    if (rfcs->present)
        rfc_results(rfcs, in->wb, masked);
    if (wb->intervals)
        find_places(wb, in, masked);
    const struct result *at = wb->intervals ? wb->wb : in->wb;
    uint32_t waits = wb->levels ? waiting_levels(wb, at, f, masked) | wb->blocked
                                : waiting(wb, at, f, cs, rfcs, masked);
    wb->delayed = waiting_bank(wb, at, masked);
    uint32_t ready = ((1u << RESULT_PORTS) - 1) & ~(waits | wb->delayed);
    wb->accepted = wb->offered & ready;
    grant(wb, in, cs, rfcs, wb->contending & ready);
    if (rfcs->present)
        rfc_take(rfcs, wb->wb, wb->contending & ready);
    out->wb_ready = ready;
}

static void write_row(struct writeback *wb, struct bank_arbiter *a, struct rf_banks *rf, struct rfcs *rfcs, unsigned u)
{
    const struct result *r = &wb->wb[u];
    if (rfcs->present)
        rfc_write_row(rfcs, a, rf, r, u);
    else
        rf_bank_write_row(rf, bank_of(&wb->core->shape, r->warp, r->reg), bank_arbiter_row(a, r->warp, r->reg),
                          &r->data, r->mask);
}

/* Results that wait for the frame of their warp, and not for a bank. */
static void count_waiting(struct writeback *wb)
{
    struct stats *stats = &wb->core->stats;
    uint64_t crowded = count_bits(wb->offered & wb->crowded & ~(wb->blocked | wb->delayed));
    *(wb->intervals ? &stats->interval_conflicts : &stats->level_conflicts) += crowded;
    stats->interval_blocked += count_bits(wb->offered & wb->blocked);
}

uint64_t writeback_edge(struct writeback *wb, struct bank_arbiter *a, struct rf_banks *rf, struct rfcs *rfcs,
                        struct scoreboard *s, struct inflight *f)
{
    uint64_t warps = 0;
    wb->core->stats.result_wait += count_bits(wb->offered & ~wb->accepted);
    wb->core->stats.bank_busy_results += count_bits(wb->offered & wb->delayed);
    if (wb->levels)
        count_waiting(wb);
    for (uint32_t set = wb->accepted; set; set &= set - 1) {
        const struct result *r = &wb->wb[lowest(set)];
        if (!inflight_exists(f, r))
            continue;
        inflight_check(f, r, scoreboard_pending(s, r->warp, r->reg));
        if ((wb->written >> lowest(set) & 1) && bank_written(wb, rfcs, lowest(set)) >= 0)
            write_row(wb, a, rf, rfcs, lowest(set));
        scoreboard_accept(s, r->warp, r->reg);
        inflight_accept(f, r);
        warps |= only(r->warp);
    }
    return warps;
}
