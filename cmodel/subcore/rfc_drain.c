/* SPDX-License-Identifier: Apache-2.0 */
/* Values of banks on their way into register caches, and dirty ones on their way to the banks (3.15: Fills, Drains). */
#include "rfc.h"

/* --- fills -------------------------------------------------------------------------------------------------------- */

/* The instruction that asked for the value writes the register as well. */
static bool writes_it(const struct ocus *ocus, unsigned c, unsigned reg)
{
    const struct collector *col = &ocus->all.at[c];
    return is_result(&ocus->all.base.core->shape, (unsigned)col->q.dst_base, (unsigned)col->q.dst_count, reg);
}

static void check_wish(struct rfcs *rs, const struct ocus *ocus, const struct scoreboard *s, unsigned c, unsigned w)
{
    unsigned reg = rs->fill_reg[w];
    if (!ocus->all.at[c].q.occupied)
        violate(&rs->core->watch, "R%u of warp %u is wanted in its register cache, and no instruction waits for it",
                reg, w);
    if (scoreboard_pending(s, w, reg) && !writes_it(ocus, c, reg))
        violate(&rs->core->watch, "R%u of warp %u is wanted in its register cache while it is pending", reg, w);
}

/* What port S number r brings. */
static void find_wishes_on(struct rfcs *rs, const struct ocus *ocus, const struct scoreboard *sb, unsigned r)
{
    const struct port_s *port = &ocus->all.base.s[r];
    for (uint32_t set = port->valid; set; set &= set - 1) {
        unsigned c = lowest(set), s = port->slot[c], w = (unsigned)ocus->all.at[c].q.warp;
        if (!ocu_fills(ocus, c, s) || (rs->wishes >> w & 1))
            continue;
        rs->wishes |= only(w);
        rs->fill_port[w] = (uint8_t)r;
        rs->fill_col[w] = (uint8_t)c;
        rs->fill_reg[w] = ocus->all.at[c].reg.at[s];
        rs->fill_entry[w] = (uint8_t)rfc_victim(rs, w, ocu_set(ocus, c, s));
        check_wish(rs, ocus, sb, c, w);
    }
}

/* The wishes, of each cache that on the first port S, and there of the lowest collector. */
static void find_wishes(struct rfcs *rs, const struct ocus *ocus, const struct scoreboard *sb)
{
    rs->wishes = 0;
    for (unsigned r = 0; rs->fill && r < rs->core->shape.reads; r++)
        find_wishes_on(rs, ocus, sb, r);
}

/* A result of the warp that contends, used or not, has the cache's write port, or goes for the same entry. */
static bool gives_way(const struct rfcs *rs, unsigned w, const struct result wb[RESULT_PORTS], uint32_t contending)
{
    for (uint32_t set = contending; set; set &= set - 1) {
        const struct rfc_result *r = &rs->result[lowest(set)];
        if (wb[lowest(set)].warp != w)
            continue;
        if (rs->write_ports == 1 || r->hit == (int8_t)rs->fill_entry[w]
            || (r->places && r->victim == rs->fill_entry[w]))
            return true;
    }
    return false;
}

static uint64_t possible_fills(const struct rfcs *rs, const struct result wb[RESULT_PORTS], uint32_t contending)
{
    uint64_t possible = 0;
    for (uint64_t set = rs->wishes & ~rs->flushing; set; set &= set - 1) {
        unsigned w = lowest(set);
        if (!rfc_copy(rs, w, rs->fill_reg[w]) && !gives_way(rs, w, wb, contending))
            possible |= set & -set;
    }
    return possible;
}

/* --- drains ------------------------------------------------------------------------------------------------------- */

static uint64_t asking(const struct rfcs *rs, const struct ibuffer *ib, unsigned w)
{
    uint64_t dirty = rfc_dirty(rs, w);
    if (rs->flushing >> w & 1)
        return dirty;
    return ibuffer_has_head(ib, w) && rs->look[w].lacks ? dirty & rs->look[w].hit : 0;
}

/* What each cache offers to a bank: bit per warp and bank. Returns the warps that offer the victim of their fill. */
static uint64_t find_offers(struct rfcs *rs, const struct ibuffer *ib, uint64_t possible, uint64_t offered[MAX_BANKS])
{
    uint64_t for_fills = 0;
    for (unsigned w = 0; w < rs->core->shape.warps; w++) {
        uint64_t entries = rfc_dirty(rs, w) ? asking(rs, ib, w) : 0;
        if (!entries && (possible >> w & 1)) {
            entries = rfc_dirty(rs, w) & only(rs->fill_entry[w]);
            for_fills |= entries ? only(w) : 0;
        }
        if (!entries)
            continue;
        rs->leaves[w] = (uint8_t)lowest(entries);
        offered[bank_of(&rs->core->shape, w, rfc_tag(rs, w, rs->leaves[w]))] |= only(w);
    }
    return for_fills;
}

void rfc_drain_eval(struct rfcs *rs, const struct ibuffer *ib, const struct ocus *ocus, const struct scoreboard *s,
                    const struct result wb[RESULT_PORTS], uint32_t contending, uint32_t granted)
{
    uint64_t offered[MAX_BANKS] = {0}, clean = 0;
    find_wishes(rs, ocus, s);
    uint64_t possible = possible_fills(rs, wb, contending);
    uint64_t for_fills = rs->back ? find_offers(rs, ib, possible, offered) : 0;
    uint64_t drained = drain_eval(&rs->drain, offered, granted);
    for (uint64_t set = possible; set; set &= set - 1)
        if (!(rfc_dirty(rs, lowest(set)) >> rs->fill_entry[lowest(set)] & 1))
            clean |= set & -set;
    rs->fills = possible & (clean | (for_fills & drained));
    for (uint64_t set = rs->core->values ? rs->fills : 0; set; set &= set - 1) {
        unsigned r = rs->fill_port[lowest(set)], c = rs->fill_col[lowest(set)];
        vector_copy(rs->core, &rs->fill_data[r][c], ocus->all.base.s[r].value[c]);
    }
}
