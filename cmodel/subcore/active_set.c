/* SPDX-License-Identifier: Apache-2.0 */
#include "active_set.h"

#include "ibuffer.h"
#include "limit.h"

void active_set_eval(struct model *m)
{
    struct step *st = &m->step;
    if (!m->shape.two)
        return;
    uint64_t active = m->q.active, waits_long = m->issue.waiting_long & m->ibuffer.heads;
    uint64_t keeps = limit_keeps(m);
    st->leave = active & (waits_long | ~keeps);
    if (st->issue && ibuffer_head(m, st->issue_warp)->leave)
        st->leave |= UINT64_C(1) << st->issue_warp;
    uint64_t candidates = m->issue.age.valid[0] & m->ibuffer.heads & ~active & ~waits_long & keeps;
    st->enter = 0;
    if (candidates && count_bits(active) < m->shape.active)
        st->enter = UINT64_C(1) << age_oldest(&m->issue.age, candidates);
}

void active_set_edge(struct model *m)
{
    const struct step *st = &m->step;
    if (!m->shape.two)
        return;
    uint64_t leave = st->leave | (st->end ? UINT64_C(1) << st->end_warp : 0);
    m->q.active = (m->q.active & ~leave) | st->enter;
    if (count_bits(m->q.active) > m->shape.active)
        model_violate(m, "the active set has %u warps", count_bits(m->q.active));
}
