/* SPDX-License-Identifier: Apache-2.0 */
/* Results on their way into register caches (3.15, Results). */
#include "bank_arbiter.h"
#include "rf_bank.h"
#include "rfc.h"
#include "cmodel/base/unit.h"

/* Whether a result takes an entry when it misses (RFC-sim IV-B, VII); `port` is that of its unit. */
static bool allocates(const struct shape *k, const struct result *r, unsigned port)
{
    return k->place && r->mask == k->lane_mask && (!k->look || r->look) && !(k->rfc_bypass && port == UNIT_TENSOR);
}

/* RFC-sim IV-C2. */
static unsigned set_of(const struct shape *k, unsigned reg)
{
    return k->rfc_linear ? reg * k->sets / k->registers : reg % k->sets;
}

static struct rfc_result find(const struct model *m, const struct result *r, unsigned port)
{
    const struct shape *k = &m->shape;
    struct rfc_result found = {.hit = -1, .bank = (int8_t)bank_of(k, r->warp, r->reg)};
    if (r->warp >= k->warps || r->reg >= k->registers)
        return found;
    uint64_t copy = rfc_copy(m, r->warp, r->reg);
    if (copy)
        found.hit = (int8_t)lowest(copy);
    else
        found.places = !(m->step.flushing >> r->warp & 1) && allocates(k, r, port);
    if (found.places) {
        found.victim = (uint8_t)rfc_victim(m, r->warp, set_of(k, r->reg));
        found.evicts = rfc_dirty(m, r->warp) >> found.victim & 1;
    }
    if (found.evicts)
        found.bank = (int8_t)bank_of(k, r->warp, rfc_tag(m, r->warp, found.victim));
    else if (k->rback && (copy || found.places))
        found.bank = -1;
    return found;
}

void rfc_results(struct model *m, const struct result wb[RESULT_PORTS], uint32_t ports)
{
    for (; ports; ports &= ports - 1) {
        unsigned u = lowest(ports);
        struct result r = {.warp = wb[u].warp, .reg = wb[u].reg, .look = wb[u].look,
                           .mask = wb[u].mask & m->shape.lane_mask};
        m->step.rfc[u] = find(m, &r, u);
    }
}

void rfc_take(struct model *m, uint32_t ports)
{
    struct step *st = &m->step;
    st->taken = 0;
    for (; ports; ports &= ports - 1) {
        unsigned u = lowest(ports), w = st->wb[u].warp;
        if (w >= m->shape.warps)
            continue;
        if (st->taken >> w & 1)
            model_violate(m, "two results of warp %u are taken in one cycle", w);
        st->taken |= only(w);
        st->taken_port[w] = (uint8_t)u;
    }
}

void rfc_write_row(struct model *m, unsigned u)
{
    const struct result *r = &m->step.wb[u];
    const struct rfc_result *found = &m->step.rfc[u];
    if (!found->evicts) {
        rf_bank_write_row(m, (unsigned)found->bank, bank_arbiter_row(m, r->warp, r->reg), &r->data, r->mask);
        return;
    }
    rf_bank_write_row(m, (unsigned)found->bank, bank_arbiter_row(m, r->warp, rfc_tag(m, r->warp, found->victim)),
                      &m->q.rfc[r->warp].data[found->victim], m->shape.lane_mask);
    m->stats.rfc_evictions++;
    m->stats.rfc_read_accesses += rfc_groups(&m->shape, m->shape.lane_mask);
}
