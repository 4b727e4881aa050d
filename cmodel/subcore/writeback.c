/* SPDX-License-Identifier: Apache-2.0 */
#include "writeback.h"

#include <stddef.h>

#include "bank_arbiter.h"
#include "boc.h"
#include "inflight.h"
#include "rf_bank.h"
#include "rfc.h"
#include "scoreboard.h"

/* Copies what is offered, data apart; returns the ports whose mask is not 0. */
static uint32_t offers(struct model *m, const struct sc_in *in)
{
    struct step *st = &m->step;
    uint32_t masked = 0;
    st->offered = 0;
    for (unsigned u = 0; u < RESULT_PORTS; u++) {
        masked |= (uint32_t)((in->wb[u].mask & m->shape.lane_mask) != 0) << u;
        st->offered |= (uint32_t)in->wb[u].valid << u;
    }
    for (uint32_t set = st->offered; set; set &= set - 1) {
        struct result *r = &st->wb[lowest(set)];
        memcpy(r, &in->wb[lowest(set)], offsetof(struct result, data));
        r->mask &= m->shape.lane_mask;
        r->dist &= (uint8_t)low_bits(m->shape.dist_w);
        r->near = m->shape.ddist ? r->dist < m->shape.near_below : m->shape.dnear && r->near;
    }
    return masked;
}

/* Whether the result of v comes before that of u: by their instructions' ages, or by their units. */
static bool comes_before(const struct model *m, const struct result wb[RESULT_PORTS], unsigned v, unsigned u)
{
    return m->shape.by_unit ? v > u : age_older(&m->inflight, wb[u].iid, wb[v].iid);
}

/* Another port contends for the bank of u, or for its BOC, and comes before it. */
static bool loses(const struct model *m, const struct result wb[RESULT_PORTS], unsigned u, uint32_t contending)
{
    unsigned bank = bank_of(&m->shape, wb[u].warp, wb[u].reg);
    for (uint32_t set = contending & ~(1u << u); set; set &= set - 1) {
        unsigned v = lowest(set);
        bool same = bank_of(&m->shape, wb[v].warp, wb[v].reg) == bank || (m->shape.boc && wb[v].warp == wb[u].warp);
        if (same && comes_before(m, wb, v, u))
            return true;
    }
    return false;
}

/* The same with register caches: an older result of the warp, or one that needs the same bank (3.15). */
static bool loses_cache(const struct model *m, const struct result wb[RESULT_PORTS], unsigned u, uint32_t contending)
{
    const struct rfc_result *found = m->step.rfc;
    for (uint32_t set = contending & ~(1u << u); set; set &= set - 1) {
        unsigned v = lowest(set);
        bool same = wb[v].warp == wb[u].warp || (found[u].bank >= 0 && found[v].bank == found[u].bank);
        if (same && age_older(&m->inflight, wb[u].iid, wb[v].iid))
            return true;
    }
    return false;
}

/* What nothing is older than is ready. */
static void check_oldest(struct model *m, const struct result wb[RESULT_PORTS], uint32_t contending, uint32_t ready)
{
    unsigned oldest = lowest(contending);
    for (uint32_t set = contending & (contending - 1); set; set &= set - 1)
        if (age_older(&m->inflight, wb[oldest].iid, wb[lowest(set)].iid))
            oldest = lowest(set);
    if (!(ready >> oldest & 1))
        model_violate(m, "the oldest result, R%u of warp %u, is not accepted", wb[oldest].reg, wb[oldest].warp);
}

/* The ports, of those with a mask, whose result has to wait. */
static uint32_t waiting(struct model *m, const struct result wb[RESULT_PORTS], uint32_t masked, uint32_t contending)
{
    uint32_t found = 0;
    if (!contending || !(masked & (masked - 1)))
        return 0;
    for (uint32_t set = masked; set; set &= set - 1)
        if (m->shape.rfc ? loses_cache(m, wb, lowest(set), contending) : loses(m, wb, lowest(set), contending))
            found |= set & -set;
    if (m->shape.rfc)
        check_oldest(m, wb, contending, ~found);
    return found;
}

/* The bank that an accepted result writes, or -1. */
static int bank_written(const struct model *m, unsigned u)
{
    const struct step *st = &m->step;
    if (m->shape.rfc)
        return st->rfc[u].bank;
    return st->written >> u & 1 ? (int)bank_of(&m->shape, st->wb[u].warp, st->wb[u].reg) : -1;
}

static void grant(struct model *m, const struct sc_in *in, uint32_t ports)
{
    struct step *st = &m->step;
    uint32_t kept = m->shape.boc && ports ? boc_results(m, ports) : 0;
    st->masked = ports;
    st->written = m->shape.back ? ports & ~kept : ports;
    st->granted = 0;
    for (uint32_t set = ports; set; set &= set - 1) {
        unsigned u = lowest(set);
        int b = bank_written(m, u);
        if (m->values)
            vector_copy(m, &st->wb[u].data, &in->wb[u].data);
        if (b < 0)
            continue;
        st->granted |= UINT32_C(1) << b;
        st->grant_port[b] = (uint8_t)u;
    }
}

/* wb_ready_o says of every port, valid or not, what would be. */
void writeback_eval(struct model *m, const struct sc_in *in, struct sc_out *out)
{
    uint32_t masked = offers(m, in), contending = masked & m->step.offered;
    if (m->shape.rfc)
        rfc_results(m, in->wb, masked);
    uint32_t ready = ((1u << RESULT_PORTS) - 1) & ~waiting(m, in->wb, masked, contending);
    m->step.accepted = m->step.offered & ready;
    grant(m, in, contending & ready);
    if (m->shape.rfc)
        rfc_take(m, contending & ready);
    if (m->shape.rfc)
        rfc_drain_eval(m, contending);
    out->wb_ready = ready;
}

static void write_row(struct model *m, unsigned u)
{
    const struct result *r = &m->step.wb[u];
    if (m->shape.rfc)
        rfc_write_row(m, u);
    else
        rf_bank_write_row(m, bank_of(&m->shape, r->warp, r->reg), bank_arbiter_row(m, r->warp, r->reg), &r->data,
                          r->mask);
}

/* The row is written, the register is no longer pending, with the last the in-flight number is free. */
void writeback_edge(struct model *m)
{
    const struct step *st = &m->step;
    m->stats.result_wait += count_bits(st->offered & ~st->accepted);
    for (uint32_t set = st->accepted; set; set &= set - 1) {
        const struct result *r = &st->wb[lowest(set)];
        if (!inflight_check(m, r))
            continue;
        if ((st->written >> lowest(set) & 1) && bank_written(m, lowest(set)) >= 0)
            write_row(m, lowest(set));
        scoreboard_accept(m, r->warp, r->reg);
        inflight_accept(m, r);
    }
}
