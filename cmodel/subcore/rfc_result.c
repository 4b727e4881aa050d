/* SPDX-License-Identifier: Apache-2.0 */
/* Results on their way into register caches (3.15, Results). */
#include "rfc.h"

#include "cmodel/base/unit.h"

/* Whether a result takes an entry when it misses (RFC-sim IV-B, VII); `port` is that of its unit. */
static bool allocates(const struct rfcs *rs, const struct result *r, unsigned port)
{
    const struct shape *k = &rs->core->shape;
    return rs->place && r->mask == k->lane_mask && (!has_field(k, FIELD_DST_LOOK) || r->look)
        && !(rs->bypass && port == UNIT_TENSOR);
}

/* RFC-sim IV-C2. */
static unsigned set_of(const struct rfcs *rs, unsigned reg)
{
    return rs->linear ? reg * rs->sets / rs->core->shape.registers : reg % rs->sets;
}

static struct rfc_result find(const struct rfcs *rs, const struct result *r, unsigned port)
{
    const struct shape *k = &rs->core->shape;
    struct rfc_result found = {.hit = -1, .bank = (int8_t)bank_of(k, r->warp, r->reg)};
    if (r->warp >= k->warps || r->reg >= k->registers)
        return found;
    uint64_t copy = rfc_copy(rs, r->warp, r->reg);
    if (copy)
        found.hit = (int8_t)lowest(copy);
    else
        found.places = !(rs->flushing >> r->warp & 1) && allocates(rs, r, port);
    if (found.places) {
        found.victim = (uint8_t)rfc_victim(rs, r->warp, set_of(rs, r->reg));
        found.evicts = rfc_dirty(rs, r->warp) >> found.victim & 1;
    }
    if (found.evicts)
        found.bank = (int8_t)bank_of(k, r->warp, rfc_tag(rs, r->warp, found.victim));
    else if (rs->back && (copy || found.places))
        found.bank = -1;
    return found;
}

void rfc_results(struct rfcs *rs, const struct result wb[RESULT_PORTS], uint32_t ports)
{
    for (; ports; ports &= ports - 1) {
        unsigned u = lowest(ports);
        struct result r = {.warp = wb[u].warp, .reg = wb[u].reg, .look = wb[u].look,
                           .mask = wb[u].mask & rs->core->shape.lane_mask};
        rs->result[u] = find(rs, &r, u);
    }
}

void rfc_take(struct rfcs *rs, const struct result wb[RESULT_PORTS], uint32_t ports)
{
    rs->taken = 0;
    for (; ports; ports &= ports - 1) {
        unsigned u = lowest(ports), w = wb[u].warp;
        if (w >= rs->core->shape.warps)
            continue;
        if (rs->taken >> w & 1)
            violate(&rs->core->watch, "two results of warp %u are taken in one cycle", w);
        rs->taken |= only(w);
        rs->taken_port[w] = (uint8_t)u;
    }
}

void rfc_write_row(struct rfcs *rs, struct bank_arbiter *a, struct rf_banks *rf, const struct result *r, unsigned u)
{
    const struct rfc_result *found = &rs->result[u];
    if (!found->evicts) {
        rf_bank_write_row(rf, (unsigned)found->bank, bank_arbiter_row(a, r->warp, r->reg), &r->data, r->mask);
        return;
    }
    rf_bank_write_row(rf, (unsigned)found->bank, bank_arbiter_row(a, r->warp, rfc_tag(rs, r->warp, found->victim)),
                      &rs->at[r->warp].q.data[found->victim], rs->core->shape.lane_mask);
    rs->core->stats.rfc_evictions++;
    rs->core->stats.rfc_read_accesses += rfc_groups(rs, rs->core->shape.lane_mask);
}
