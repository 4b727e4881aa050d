/* SPDX-License-Identifier: Apache-2.0 */
/* Words, lookup and allocation of register caches (3.15). */
#include "rfc.h"

#include "ibuffer.h"
#include "ocu.h"
#include "rf_bank.h"
#include "cmodel/base/unit.h"

/* --- words -------------------------------------------------------------------------------------------------------- */

unsigned rfc_victim(const struct model *m, unsigned w, unsigned set)
{
    unsigned from = set * m->shape.ways, e = from;
    uint64_t all = low_bits(m->shape.ways), empty = ~(m->q.rfc[w].valid >> from) & all;
    if (empty)
        return from + lowest(empty);
    while (e + 1 < from + m->shape.ways && (m->rfc[w].before[e] | only(e - from)) != all)
        e++;
    return e;
}

unsigned rfc_groups(const struct shape *k, uint32_t mask)
{
    uint32_t firsts = 0;
    for (unsigned lane = 0; lane < k->lanes; lane += k->rfc_lanes)
        firsts |= UINT32_C(1) << lane;
    for (unsigned n = 1; n < k->rfc_lanes; n *= 2)
        mask |= mask >> n;
    return count_bits(mask & firsts);
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
static void serve(const struct model *m, struct rfc_lookup *l, unsigned dirty, unsigned clean)
{
    unsigned ports = m->shape.read_ports, n = count_bits(dirty);
    unsigned given = lowest_of(dirty, ports) | (n < ports ? lowest_of(clean, ports - n) : 0);
    l->lacks = n > ports;
    l->served = 0;
    for (; given; given &= given - 1)
        l->served |= l->group[lowest(given)];
}

static void look_up(const struct model *m, unsigned w, const struct entry *e, struct rfc_lookup *l)
{
    unsigned dirty = 0, clean = 0;
    l->first = l->hits = 0;
    l->hit = 0;
    for (unsigned left = e->src_valid; left;) {
        unsigned s = lowest(left);
        uint64_t copy = rfc_copy(m, w, e->src_reg.at[s]);
        l->first |= (uint8_t)(1u << s);
        l->group[s] = (uint8_t)(bytes_equal(e->src_reg, e->src_reg.at[s]) & e->src_valid);
        left &= ~(unsigned)l->group[s];
        if (!copy)
            continue;
        l->hits |= l->group[s];
        for (unsigned set = l->group[s]; set; set &= set - 1)
            l->entry[lowest(set)] = (uint8_t)lowest(copy);
        l->hit |= (uint16_t)copy;
        *(rfc_dirty(m, w) & copy ? &dirty : &clean) |= 1u << s;
    }
    serve(m, l, dirty, clean);
}

void rfc_eval(struct model *m)
{
    struct step *st = &m->step;
    st->flushing = (m->q.issue.exiting | (m->shape.two ? ~m->q.active : 0)) & low_bits(m->shape.warps);
    for (uint64_t set = m->ibuffer.heads & ~m->looked; set; set &= set - 1) {
        unsigned w = lowest(set);
        look_up(m, w, ibuffer_head(m, w), &m->look[w]);
    }
    m->looked |= m->ibuffer.heads;
}

uint64_t rfc_lacking(const struct model *m, uint64_t warps)
{
    uint64_t found = 0;
    for (uint64_t set = warps & m->ibuffer.heads; set; set &= set - 1)
        found |= m->look[lowest(set)].lacks ? set & -set : 0;
    return found;
}

/* --- allocation --------------------------------------------------------------------------------------------------- */

/* Slots whose source takes an entry when it misses (RFC-sim IV-B; VII for tensor instructions). */
static unsigned allocating(const struct shape *k, const struct entry *e)
{
    if (!k->fill || (k->rfc_bypass && e->unit == UNIT_TENSOR))
        return 0;
    return k->flag ? e->src_reuse & e->src_valid : e->src_valid;
}

static unsigned wished(const struct shape *k, const struct entry *e, const struct rfc_lookup *l)
{
    unsigned found = 0, slots = allocating(k, e);
    for (unsigned set = slots ? l->first & ~(unsigned)l->hits : 0; set; set &= set - 1)
        found |= l->group[lowest(set)] & slots ? set & -set : 0;
    return found;
}

/* A clean copy is what the row of its register holds. */
static void check_clean(struct model *m, unsigned w, unsigned e)
{
    unsigned reg = rfc_tag(m, w, e), b = bank_of(&m->shape, w, reg);
    unsigned row = (m->row_base[w] + (reg >> m->shape.bank_shift)) % m->shape.rows;
    if (memcmp(m->q.rfc[w].data[e].lane, rf_bank_row(m, b, row), m->shape.vector_bytes) != 0)
        model_violate(m, "the clean copy of R%u of warp %u differs from its row", reg, w);
}

static void copy_served(struct model *m, unsigned c, unsigned w, const struct rfc_lookup *l)
{
    for (unsigned set = m->values ? l->served : 0; set; set &= set - 1) {
        unsigned s = lowest(set), e = l->entry[s];
        vector_copy(m, &m->q.col[c].data[s], &m->q.rfc[w].data[e]);
        if (!(rfc_dirty(m, w) >> e & 1))
            check_clean(m, w, e);
    }
}

static void check_requests(struct model *m, unsigned w, const struct entry *e, unsigned need)
{
    for (; need; need &= need - 1)
        if (rfc_copy(m, w, e->src_reg.at[lowest(need)]) & rfc_dirty(m, w))
            model_violate(m, "R%u of warp %u is to be read from its bank, and only a dirty copy has its value",
                          e->src_reg.at[lowest(need)], w);
}

unsigned rfc_allocate(struct model *m, unsigned c, unsigned w, const struct entry *e)
{
    const struct shape *k = &m->shape;
    const struct rfc_lookup *l = &m->look[w];
    struct collector_q *q = &m->q.col[c];
    unsigned need = l->first & ~(unsigned)l->served, ports = count_bits(l->first & l->served);
    q->src_ready = l->served;
    q->src_fill = wished(k, e, l);
    q->src_set = 0;
    for (unsigned s = 0; k->pos && s < k->slots; s++)
        q->src_set |= (uint64_t)(e->src_pos.at[s] % k->sets) << s * k->set_w;
    q->dst_look = e->dst_look;
    copy_served(m, c, w, l);
    check_requests(m, w, e, need);
    m->stats.rfc_lookups++;
    m->stats.ccu_hits += ports;
    m->stats.rfc_portless += count_bits(l->first & l->hits & need);
    m->stats.rfc_read_accesses += ports * rfc_groups(k, e->mask);
    return need;
}

/* --- other -------------------------------------------------------------------------------------------------------- */

void rfc_clear(struct model *m, unsigned w)
{
    const struct shape *k = &m->shape;
    m->q.rfc[w].valid = 0;
    for (unsigned e = 0; e < k->rfc_entries; e++)
        m->rfc[w].before[e] = (uint16_t)(low_bits(k->ways) & ~low_bits(e % k->ways + 1));
    if (m->packing)
        rfc_pack(m, w);
    m->looked &= ~only(w);
}

/* The bit of ways i and j of set x, i < j, in older_q. */
static unsigned pair(const struct shape *k, unsigned x, unsigned i, unsigned j)
{
    return x * k->pairs + i * (2 * k->ways - i - 1) / 2 + (j - i - 1);
}

void rfc_pack(struct model *m, unsigned w)
{
    const struct shape *k = &m->shape;
    pack_bytes(m->q.rfc[w].tag, m->rfc[w].tag, (k->rfc_entries + 7) / 8, k->reg_w);
    for (unsigned e = 0; e < k->rfc_entries; e++)
        for (unsigned i = e % k->ways, j = i + 1; j < k->ways; j++)
            put(m->q.rfc[w].older, pair(k, e / k->ways, i, j), 1, m->rfc[w].before[e] >> j & 1);
}

void rfc_unpack(struct model *m, unsigned w)
{
    const struct shape *k = &m->shape;
    const struct rfc_q *q = &m->q.rfc[w];
    struct rfc *rfc = &m->rfc[w];
    memset(rfc->before, 0, sizeof rfc->before);
    for (unsigned e = 0; e < k->rfc_entries; e++) {
        rfc->tag[e / 8].at[e % 8] = (uint8_t)get(q->tag, e * k->reg_w, k->reg_w);
        for (unsigned i = e % k->ways, j = i + 1; j < k->ways; j++) {
            bool first = get(q->older, pair(k, e / k->ways, i, j), 1);
            rfc->before[first ? e : e + j - i] |= (uint16_t)(1u << (first ? j : i));
        }
    }
    m->looked &= ~only(w);
}
