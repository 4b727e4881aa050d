/* SPDX-License-Identifier: Apache-2.0 */
#include "limit.h"

#include "ibuffer.h"
#include "cmodel/base/unit.h"

uint64_t limit_within(const struct model *m)
{
    uint64_t rest = m->issue.age.valid[0] & ~m->step.barrier, within = 0;
    if (count_bits(rest) <= m->shape.limit)
        return rest;
    for (unsigned n = 0; n < m->shape.limit; n++) {
        uint64_t oldest = only(age_oldest(&m->issue.age, rest));
        within |= oldest;
        rest &= ~oldest;
    }
    return within;
}

uint64_t limit_keeps(const struct model *m)
{
    bool limited = m->shape.limit && !(m->shape.spare && m->step.spare);
    return (limited ? limit_within(m) : UINT64_MAX) & ~m->step.stalled;
}

uint64_t limit_held(const struct model *m)
{
    uint64_t live = m->issue.age.valid[0] & ~m->step.barrier;
    return live & (~limit_keeps(m) | (m->shape.ccws ? m->step.stop : 0));
}

uint64_t limit_admits(const struct model *m, uint64_t set)
{
    set &= limit_keeps(m);
    for (uint64_t held = m->shape.ccws ? set & m->step.stop : 0; held; held &= held - 1)
        if (ibuffer_head(m, lowest(held))->unit == UNIT_LDST)
            set &= ~only(lowest(held));
    return set;
}
