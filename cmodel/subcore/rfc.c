/* SPDX-License-Identifier: Apache-2.0 */
/* Words, lookup and allocation of register caches (3.15). */
#include "rfc.h"

#include "cmodel/base/unit.h"

void rfcs_open(struct rfcs *rs, struct core *core, const struct config *cfg)
{
    rs->core = core;
    rs->present = cfg->rfc_enable;
    rs->back = config_rfc_back(cfg);
    rs->fill = config_rfc_fills(cfg);
    rs->place = config_rfc_places(cfg);
    rs->pos = config_rfc_positions(cfg);
    rs->flag = config_rfc_flags(cfg);
    rs->order = cfg->rfc_enable && cfg->rfc_ways > 1;
    rs->lru = cfg->rfc_replacement == RFC_REPLACEMENT_LRU;
    rs->linear = cfg->rfc_dest_map == RFC_DEST_LINEAR;
    rs->bypass = cfg->rfc_bypass_tensor;
    rs->entries = (unsigned)cfg->rfc_entries;
    rs->ways = (unsigned)cfg->rfc_ways;
    rs->sets = rs->entries / rs->ways;
    rs->set_w = bits_for(rs->sets);
    rs->pairs = rs->ways * (rs->ways - 1) / 2;
    rs->read_ports = (unsigned)cfg->rfc_read_ports;
    rs->write_ports = (unsigned)cfg->rfc_write_ports;
    rs->group_lanes = (unsigned)cfg->rfc_bank_bits / 32;
    drain_open(&rs->drain, core, core->shape.warps);
}

/* --- words -------------------------------------------------------------------------------------------------------- */

unsigned rfc_victim(const struct rfcs *rs, unsigned w, unsigned set)
{
    unsigned from = set * rs->ways, e = from;
    uint64_t all = low_bits(rs->ways), empty = ~(rs->at[w].q.valid >> from) & all;
    if (empty)
        return from + lowest(empty);
    while (e + 1 < from + rs->ways && (rs->at[w].before[e] | only(e - from)) != all)
        e++;
    return e;
}

unsigned rfc_groups(const struct rfcs *rs, uint32_t mask)
{
    uint32_t firsts = 0;
    for (unsigned lane = 0; lane < rs->core->shape.lanes; lane += rs->group_lanes)
        firsts |= UINT32_C(1) << lane;
    for (unsigned n = 1; n < rs->group_lanes; n *= 2)
        mask |= mask >> n;
    return count_bits(mask & firsts);
}

uint64_t rfc_owing(const struct rfcs *rs)
{
    uint64_t found = 0;
    for (unsigned w = 0; rs->back && w < rs->core->shape.warps; w++)
        found |= rfc_dirty(rs, w) ? only(w) : 0;
    return found;
}

/* --- lookup ------------------------------------------------------------------------------------------------------- */

/* The lowest n members of a set of slots. */
static unsigned lowest_of(unsigned set, unsigned n)
{
    unsigned found = 0;
    for (; set && n > 0; set &= set - 1, n--)
        found |= set & -set;
    return found;
}

/* Gives the read ports to first slots: dirty copies, then clean ones. */
static void give_ports(const struct rfcs *rs, struct rfc_lookup *l, unsigned dirty, unsigned clean)
{
    unsigned ports = rs->read_ports, n = count_bits(dirty);
    unsigned given = lowest_of(dirty, ports) | (n < ports ? lowest_of(clean, ports - n) : 0);
    l->lacks = n > ports;
    l->served = 0;
    for (; given; given &= given - 1)
        l->served |= l->group[lowest(given)];
}

static void look_up(const struct rfcs *rs, unsigned w, const struct instruction *i, struct rfc_lookup *l)
{
    unsigned dirty = 0, clean = 0;
    l->first = l->hits = 0;
    l->hit = 0;
    for (unsigned left = i->src_valid; left;) {
        unsigned s = lowest(left);
        uint64_t copy = rfc_copy(rs, w, i->src_reg.at[s]);
        l->first |= (uint8_t)(1u << s);
        l->group[s] = (uint8_t)(bytes_equal(i->src_reg, i->src_reg.at[s]) & i->src_valid);
        left &= ~(unsigned)l->group[s];
        if (!copy)
            continue;
        l->hits |= l->group[s];
        for (unsigned set = l->group[s]; set; set &= set - 1)
            l->entry[lowest(set)] = (uint8_t)lowest(copy);
        l->hit |= (uint16_t)copy;
        *(rfc_dirty(rs, w) & copy ? &dirty : &clean) |= 1u << s;
    }
    give_ports(rs, l, dirty, clean);
}

void rfc_eval(struct rfcs *rs, const struct ibuffer *ib, uint64_t flushing)
{
    rs->flushing = flushing & low_bits(rs->core->shape.warps);
    for (uint64_t set = ib->heads & ~rs->looked; set; set &= set - 1) {
        unsigned w = lowest(set);
        look_up(rs, w, ibuffer_head(ib, w), &rs->look[w]);
    }
    rs->looked |= ib->heads;
}

uint64_t rfc_lacking(const struct rfcs *rs, uint64_t warps)
{
    uint64_t found = 0;
    for (uint64_t set = warps; set; set &= set - 1)
        found |= rs->look[lowest(set)].lacks ? set & -set : 0;
    return found;
}

/* --- allocation --------------------------------------------------------------------------------------------------- */

/* Slots whose source takes an entry when it misses (RFC-sim IV-B; VII for tensor instructions). */
static unsigned allocating(const struct rfcs *rs, const struct instruction *i)
{
    if (!rs->fill || (rs->bypass && i->unit == UNIT_TENSOR))
        return 0;
    return rs->flag ? i->src_reuse & i->src_valid : i->src_valid;
}

static unsigned wished(const struct rfcs *rs, const struct instruction *i, const struct rfc_lookup *l)
{
    unsigned found = 0, slots = allocating(rs, i);
    for (unsigned set = slots ? l->first & ~(unsigned)l->hits : 0; set; set &= set - 1)
        found |= l->group[lowest(set)] & slots ? set & -set : 0;
    return found;
}

/* A clean copy is what the row of its register holds. */
static void check_clean(struct rfcs *rs, const struct bank_arbiter *a, const struct rf_banks *rf, unsigned w,
                        unsigned e)
{
    const struct shape *k = &rs->core->shape;
    unsigned reg = rfc_tag(rs, w, e), b = bank_of(k, w, reg);
    unsigned row = (a->row_base[w] + (reg >> k->bank_shift)) % k->rows;
    if (memcmp(rs->at[w].q.data[e].lane, rf_bank_row(rf, b, row), k->vector_bytes) != 0)
        violate(&rs->core->watch, "the clean copy of R%u of warp %u differs from its row", reg, w);
}

static void check_requests(struct rfcs *rs, unsigned w, const struct instruction *i, unsigned need)
{
    for (; need; need &= need - 1)
        if (rfc_copy(rs, w, i->src_reg.at[lowest(need)]) & rfc_dirty(rs, w))
            violate(&rs->core->watch, "R%u of warp %u is to be read from its bank, and only a dirty copy has its value",
                    i->src_reg.at[lowest(need)], w);
}

struct served rfc_serve(struct rfcs *rs, const struct bank_arbiter *a, const struct rf_banks *rf, unsigned w,
                        const struct instruction *i)
{
    const struct rfc_lookup *l = &rs->look[w];
    struct stats *stats = &rs->core->stats;
    struct served s = {.slots = l->served, .need = l->first & ~(unsigned)l->served, .fill = wished(rs, i, l)};
    unsigned ports = count_bits(l->first & l->served);
    for (unsigned n = 0; rs->pos && n < rs->core->shape.slots; n++)
        s.sets |= (uint64_t)(i->src_pos.at[n] % rs->sets) << n * rs->set_w;
    for (unsigned set = rs->core->values ? l->served : 0; set; set &= set - 1) {
        unsigned slot = lowest(set), e = l->entry[slot];
        s.value[slot] = &rs->at[w].q.data[e];
        if (!(rfc_dirty(rs, w) >> e & 1))
            check_clean(rs, a, rf, w, e);
    }
    check_requests(rs, w, i, s.need);
    stats->rfc_lookups++;
    stats->ccu_hits += ports;
    stats->rfc_portless += count_bits(l->first & l->hits & s.need);
    stats->rfc_read_accesses += ports * rfc_groups(rs, i->mask);
    return s;
}

/* --- registers ---------------------------------------------------------------------------------------------------- */

void rfc_list(const struct rfcs *rs, unsigned w, struct register_list *l)
{
    const struct rfc *rfc = &rs->at[w];
    register_list_add(l, &rfc->q.valid, rs->entries, true, "top.g_rfc[%u].u_rfc.valid_q", w);
    if (rs->back)
        register_list_add(l, &rfc->q.dirty, rs->entries, false, "top.g_rfc[%u].u_rfc.dirty_q", w);
    register_list_add(l, rfc->q.tag, rs->entries * rs->core->shape.reg_w, false, "top.g_rfc[%u].u_rfc.tag_q", w);
    if (rs->order)
        register_list_add(l, rfc->q.older, rs->sets * rs->pairs, true, "top.g_rfc[%u].u_rfc.older_q", w);
    for (unsigned e = 0; e < rs->entries; e++)
        register_list_add(l, &rfc->q.data[e], 32 * rs->core->shape.lanes, false,
                          "top.g_rfc[%u].u_rfc.g_entry[%u].data_q", w, e);
}

static void reset(struct rfcs *rs, unsigned w)
{
    rs->at[w].q.valid = 0;
    for (unsigned e = 0; e < rs->entries; e++)
        rs->at[w].before[e] = (uint16_t)(low_bits(rs->ways) & ~low_bits(e % rs->ways + 1));
    if (rs->core->packing)
        rfc_pack(rs, w);
}

void rfcs_reset(struct rfcs *rs)
{
    for (unsigned w = 0; w < rs->core->shape.warps; w++)
        reset(rs, w);
    rs->looked = 0;
    drain_reset(&rs->drain);
}

/* The bit of ways i and j of set x, i < j, in older_q. */
static unsigned pair(const struct rfcs *rs, unsigned x, unsigned i, unsigned j)
{
    return x * rs->pairs + i * (2 * rs->ways - i - 1) / 2 + (j - i - 1);
}

void rfc_pack(struct rfcs *rs, unsigned w)
{
    struct rfc *rfc = &rs->at[w];
    pack_bytes(rfc->q.tag, rfc->tag, (rs->entries + 7) / 8, rs->core->shape.reg_w);
    for (unsigned e = 0; e < rs->entries; e++)
        for (unsigned i = e % rs->ways, j = i + 1; j < rs->ways; j++)
            put(rfc->q.older, pair(rs, e / rs->ways, i, j), 1, rfc->before[e] >> j & 1);
}

void rfc_unpack(struct rfcs *rs, unsigned w)
{
    unsigned reg_w = rs->core->shape.reg_w;
    struct rfc *rfc = &rs->at[w];
    memset(rfc->before, 0, sizeof rfc->before);
    for (unsigned e = 0; e < rs->entries; e++) {
        rfc->tag[e / 8].at[e % 8] = (uint8_t)get(rfc->q.tag, e * reg_w, reg_w);
        for (unsigned i = e % rs->ways, j = i + 1; j < rs->ways; j++) {
            bool first = get(rfc->q.older, pair(rs, e / rs->ways, i, j), 1);
            rfc->before[first ? e : e + j - i] |= (uint16_t)(1u << (first ? j : i));
        }
    }
    rs->looked &= ~only(w);
}
