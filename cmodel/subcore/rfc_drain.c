/* SPDX-License-Identifier: Apache-2.0 */
/* Values of banks on their way into register caches, and dirty ones on their way to the banks (3.15: Fills, Drains). */
#include "ibuffer.h"
#include "rfc.h"
#include "scoreboard.h"

/* --- fills -------------------------------------------------------------------------------------------------------- */

/* The instruction that asked for the value writes the register as well. */
static bool writes_it(const struct model *m, unsigned c, unsigned reg)
{
    const struct collector_q *q = &m->q.col[c];
    return ((reg - (unsigned)q->dst_base) & (m->shape.registers - 1)) < q->dst_count;
}

static void check_wish(struct model *m, unsigned c, unsigned w, unsigned reg)
{
    if (!m->q.col[c].occupied)
        model_violate(m, "R%u of warp %u is wanted in its register cache, and no instruction waits for it", reg, w);
    if (scoreboard_pending(m, w, reg) && !writes_it(m, c, reg))
        model_violate(m, "R%u of warp %u is wanted in its register cache while it is pending", reg, w);
}

/* The wishes, of each cache that of the lowest collector. */
static void find_wishes(struct model *m)
{
    struct step *st = &m->step;
    const struct shape *k = &m->shape;
    st->wishes = 0;
    for (uint32_t set = k->fill ? st->s_valid : 0; set; set &= set - 1) {
        unsigned c = lowest(set), s = (unsigned)m->q.bank[st->s_bank[c]].rd_slot, w = (unsigned)m->q.col[c].warp;
        if (!(m->q.col[c].src_fill >> s & 1) || (st->wishes >> w & 1))
            continue;
        unsigned x = k->pos ? (unsigned)(m->q.col[c].src_set >> s * k->set_w & low_bits(k->set_w)) : 0;
        st->wishes |= only(w);
        st->fill_col[w] = (uint8_t)c;
        st->fill_reg[w] = m->col[c].reg.at[s];
        st->fill_entry[w] = (uint8_t)rfc_victim(m, w, x);
        check_wish(m, c, w, st->fill_reg[w]);
    }
}

/* A result of the warp that contends, used or not, has the cache's write port, or goes for the same entry. */
static bool gives_way(const struct model *m, unsigned w, uint32_t contending)
{
    const struct step *st = &m->step;
    for (uint32_t set = contending; set; set &= set - 1) {
        const struct rfc_result *r = &st->rfc[lowest(set)];
        if (st->wb[lowest(set)].warp != w)
            continue;
        if (m->shape.write_ports == 1 || r->hit == (int8_t)st->fill_entry[w]
            || (r->places && r->victim == st->fill_entry[w]))
            return true;
    }
    return false;
}

static uint64_t possible_fills(const struct model *m, uint32_t contending)
{
    const struct step *st = &m->step;
    uint64_t possible = 0;
    for (uint64_t set = st->wishes & ~st->flushing; set; set &= set - 1) {
        unsigned w = lowest(set);
        if (!rfc_copy(m, w, st->fill_reg[w]) && !gives_way(m, w, contending))
            possible |= set & -set;
    }
    return possible;
}

/* --- drains ------------------------------------------------------------------------------------------------------- */

static uint64_t asking(const struct model *m, unsigned w)
{
    uint64_t dirty = rfc_dirty(m, w);
    if (m->step.flushing >> w & 1)
        return dirty;
    return (m->ibuffer.heads >> w & 1) && m->look[w].lacks ? dirty & m->look[w].hit : 0;
}

/* What each cache offers to a bank: bit per warp and bank. Returns the warps that offer the victim of their fill. */
static uint64_t find_offers(struct model *m, uint64_t possible, uint64_t offered[MAX_BANKS])
{
    struct step *st = &m->step;
    uint64_t for_fills = 0;
    for (unsigned w = 0; w < m->shape.warps; w++) {
        uint64_t entries = rfc_dirty(m, w) ? asking(m, w) : 0;
        if (!entries && (possible >> w & 1)) {
            entries = rfc_dirty(m, w) & only(st->fill_entry[w]);
            for_fills |= entries ? only(w) : 0;
        }
        if (!entries)
            continue;
        st->drain_entry[w] = (uint8_t)lowest(entries);
        st->drain_waits++;
        offered[bank_of(&m->shape, w, rfc_tag(m, w, st->drain_entry[w]))] |= only(w);
    }
    return for_fills;
}

/* Banks without a result take one each, in turn. Returns the warps whose offer is taken. */
static uint64_t take_offers(struct model *m, const uint64_t offered[MAX_BANKS])
{
    struct step *st = &m->step;
    uint64_t drained = 0;
    for (unsigned b = 0; b < m->shape.banks; b++) {
        if (!offered[b] || (st->granted >> b & 1))
            continue;
        unsigned turn = (unsigned)get(m->q.turn, b * m->shape.warp_w, m->shape.warp_w);
        st->drain_col[b] = (uint8_t)first_cyclically(offered[b], turn);
        st->drained |= UINT32_C(1) << b;
        st->drain_waits--;
        drained |= only(st->drain_col[b]);
    }
    return drained;
}

void rfc_drain_eval(struct model *m, uint32_t contending)
{
    struct step *st = &m->step;
    uint64_t offered[MAX_BANKS] = {0}, clean = 0;
    st->drained = 0;
    st->drain_waits = 0;
    find_wishes(m);
    uint64_t possible = possible_fills(m, contending);
    uint64_t for_fills = m->shape.rback ? find_offers(m, possible, offered) : 0;
    uint64_t drained = m->shape.rback ? take_offers(m, offered) : 0;
    for (uint64_t set = possible; set; set &= set - 1)
        if (!(rfc_dirty(m, lowest(set)) >> st->fill_entry[lowest(set)] & 1))
            clean |= set & -set;
    st->fills = possible & (clean | (for_fills & drained));
    for (uint64_t set = m->values ? st->fills : 0; set; set &= set - 1) {
        unsigned c = st->fill_col[lowest(set)];
        vector_copy(m, &st->fill_data[c], &m->q.bank[st->s_bank[c]].rdata);
    }
}
