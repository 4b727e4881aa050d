/* SPDX-License-Identifier: Apache-2.0 */
#include "limit.h"

#include "cmodel/base/unit.h"

void limit_open(struct limit *m, const struct config *cfg)
{
    m->most = (unsigned)cfg->limit;
    m->spared = cfg->throttle == THROTTLE_STATPCAL;
    m->stops = cfg->throttle == THROTTLE_CCWS;
    m->stalls = config_stalls(cfg);
}

uint64_t limit_within(const struct limit *m, const struct age *launched)
{
    uint64_t rest = launched->valid[0] & ~m->in.barrier, within = 0;
    if (count_bits(rest) <= m->most)
        return rest;
    for (unsigned n = 0; n < m->most; n++) {
        uint64_t oldest = only(age_oldest(launched, rest));
        within |= oldest;
        rest &= ~oldest;
    }
    return within;
}

uint64_t limit_keeps(const struct limit *m, const struct age *launched)
{
    bool limited = m->most && !(m->spared && m->in.spare);
    return (limited ? limit_within(m, launched) : UINT64_MAX) & ~m->in.stalled;
}

uint64_t limit_held(const struct limit *m, const struct age *launched)
{
    uint64_t live = launched->valid[0] & ~m->in.barrier;
    return live & (~limit_keeps(m, launched) | (m->stops ? m->in.stop : 0));
}

uint64_t limit_admits(const struct limit *m, const struct age *launched, const struct ibuffer *ib, uint64_t set)
{
    set &= limit_keeps(m, launched);
    for (uint64_t held = m->stops ? set & m->in.stop : 0; held; held &= held - 1)
        if (ibuffer_head(ib, lowest(held))->unit == UNIT_LDST)
            set &= ~only(lowest(held));
    return set;
}
