/* SPDX-License-Identifier: Apache-2.0 */
/* What never happens to register caches (the list at the end of 3.15), as far as it shows at an edge. */
#include "bank_arbiter.h"
#include "rfc.h"

static void check_copies(struct model *m, unsigned w)
{
    for (uint64_t set = m->q.rfc[w].valid; set; set &= set - 1)
        if (rfc_copy(m, w, rfc_tag(m, w, lowest(set))) != (set & -set))
            model_violate(m, "the register cache of warp %u has two copies of R%u", w, rfc_tag(m, w, lowest(set)));
}

/* In a total order no two ways come before as many others. */
static void check_order(struct model *m, unsigned w)
{
    const struct shape *k = &m->shape;
    for (unsigned x = 0; x < k->sets; x++) {
        uint32_t numbers = 0;
        for (unsigned i = 0; i < k->ways; i++)
            numbers |= UINT32_C(1) << count_bits(m->rfc[w].before[x * k->ways + i]);
        if (numbers != low_bits(k->ways))
            model_violate(m, "the ways of set %u of the register cache of warp %u are in no order", x, w);
    }
}

static bool written(struct model *m, unsigned w, unsigned reg)
{
    unsigned bank = bank_of(&m->shape, w, reg), row = bank_arbiter_row(m, w, reg);
    for (uint32_t i = 0; i < m->write_count; i++)
        if (m->writes[i].bank == bank && m->writes[i].row == row)
            return true;
    return false;
}

/* A dirty entry stays as it is, but for its value, or its row is written. */
static void check_dirty(struct model *m, unsigned w, const struct rfc_before *before)
{
    uint64_t dirty = rfc_dirty(m, w);
    for (uint64_t set = before->dirty; set; set &= set - 1) {
        unsigned e = lowest(set), reg = before->tag[e / 8].at[e % 8];
        if ((!(dirty >> e & 1) || rfc_tag(m, w, e) != reg) && !written(m, w, reg))
            model_violate(m, "the value of R%u of warp %u leaves its register cache, and its bank does not get it", reg,
                          w);
    }
}

void rfc_check(struct model *m, unsigned w, const struct rfc_before *before)
{
    uint64_t valid = m->q.rfc[w].valid;
    check_copies(m, w);
    check_order(m, w);
    check_dirty(m, w, before);
    if ((m->step.flushing >> w & 1) && (valid & ~before->valid))
        model_violate(m, "an entry of the register cache of warp %u is taken while it is flushing", w);
    if (valid && !age_valid(&m->issue.age, w))
        model_violate(m, "the register cache of warp slot %u is not empty, and no warp lives there", w);
}

void rfc_check_banks(struct model *m)
{
    uint32_t banks = 0;
    for (uint32_t i = 0; i < m->write_count; i++) {
        if (banks >> m->writes[i].bank & 1)
            model_violate(m, "bank %u is written twice in one cycle", m->writes[i].bank);
        banks |= UINT32_C(1) << m->writes[i].bank;
    }
}

void rfc_check_empty(struct model *m, unsigned w, const char *what)
{
    if (m->q.rfc[w].valid)
        model_violate(m, "the register cache of warp %u is not empty when %s", w, what);
}
