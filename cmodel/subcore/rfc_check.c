/* SPDX-License-Identifier: Apache-2.0 */
/* What never happens to register caches (the list at the end of 3.15), as far as it shows at an edge. */
#include "rfc.h"

static void check_copies(struct rfcs *rs, unsigned w)
{
    for (uint64_t set = rs->at[w].q.valid; set; set &= set - 1)
        if (rfc_copy(rs, w, rfc_tag(rs, w, lowest(set))) != (set & -set))
            violate(&rs->core->watch, "the register cache of warp %u has two copies of R%u", w,
                    rfc_tag(rs, w, lowest(set)));
}

/* In a total order no two ways come before as many others. */
static void check_order(struct rfcs *rs, unsigned w)
{
    for (unsigned x = 0; x < rs->sets; x++) {
        uint32_t numbers = 0;
        for (unsigned i = 0; i < rs->ways; i++)
            numbers |= UINT32_C(1) << count_bits(rs->at[w].before[x * rs->ways + i]);
        if (numbers != low_bits(rs->ways))
            violate(&rs->core->watch, "the ways of set %u of the register cache of warp %u are in no order", x, w);
    }
}

static bool written(struct rfcs *rs, struct bank_arbiter *a, const struct rf_banks *rf, unsigned w, unsigned reg)
{
    unsigned bank = bank_of(&rs->core->shape, w, reg), row = bank_arbiter_row(a, w, reg);
    for (uint32_t i = 0; i < rf->write_count; i++)
        if (rf->writes[i].bank == bank && rf->writes[i].row == row)
            return true;
    return false;
}

/* A dirty entry stays as it is, but for its value, or its row is written. */
static void check_dirty(struct rfcs *rs, struct bank_arbiter *a, const struct rf_banks *rf, unsigned w,
                        const struct rfc_before *before)
{
    uint64_t dirty = rfc_dirty(rs, w);
    for (uint64_t set = before->dirty; set; set &= set - 1) {
        unsigned e = lowest(set), reg = before->tag[e / 8].at[e % 8];
        if ((!(dirty >> e & 1) || rfc_tag(rs, w, e) != reg) && !written(rs, a, rf, w, reg))
            violate(&rs->core->watch, "the value of R%u of warp %u leaves its register cache, and its bank does not "
                    "get it", reg, w);
    }
}

void rfc_check(struct rfcs *rs, struct bank_arbiter *a, const struct rf_banks *rf, unsigned w,
               const struct rfc_before *before, bool live)
{
    uint64_t valid = rs->at[w].q.valid;
    check_copies(rs, w);
    check_order(rs, w);
    check_dirty(rs, a, rf, w, before);
    if ((rs->flushing >> w & 1) && (valid & ~before->valid))
        violate(&rs->core->watch, "an entry of the register cache of warp %u is taken while it is flushing", w);
    if (valid && !live)
        violate(&rs->core->watch, "the register cache of warp slot %u is not empty, and no warp lives there", w);
}

void rfc_check_banks(struct rfcs *rs, const struct rf_banks *rf)
{
    uint32_t banks = 0;
    for (uint32_t i = 0; i < rf->write_count; i++) {
        if (banks >> rf->writes[i].bank & 1)
            violate(&rs->core->watch, "bank %u is written twice in one cycle", rf->writes[i].bank);
        banks |= UINT32_C(1) << rf->writes[i].bank;
    }
}

void rfc_check_empty(struct rfcs *rs, unsigned w, const char *what)
{
    if (rs->at[w].q.valid)
        violate(&rs->core->watch, "the register cache of warp %u is not empty when %s", w, what);
}
