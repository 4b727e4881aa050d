/* SPDX-License-Identifier: Apache-2.0 */
#include "rest.h"

#include "cmodel/base/lfsr.h"

/* --- whether nothing happens -------------------------------------------------------------------------------------- */

/* A value or an instruction comes or goes, or is on its way. staged: was on its way before the edge. */
static bool moves(const struct model *m, bool staged)
{
    const struct kept_inputs *in = &m->in;
    return m->issues.valid || m->dispatch.leaves.valid || m->writeback.offered || port_s_valid(&m->collectors.base)
        || m->rf.read[0].reading || m->rf.read[1].reading || m->rf.waits || m->queues.queued
        || staged || m->stage.q.valid || grant_stage_valid(&m->grant)
        || in->dec_valid || in->launch_valid || in->tag_valid || m->issue.ends.valid || in->kernel
        || m->core.watch.rst || m->changed || m->collectors.base.changed;
}

static bool drains(const struct drain *d)
{
    return d->drained || d->waits;
}

/* What moves only in some configurations. */
static bool policies_move(const struct model *m)
{
    return m->active.leave || m->active.enter || drains(&m->drain) || drains(&m->rfcs.drain) || m->rfcs.wishes
        || m->rfcs.changed || (m->intervals && m->intervals->changes)
        || (m->sthld_of.own && (m->sthld.q.sthld != m->in.sthld || m->sthld.q.judge));
}

bool rest_begins(const struct model *m, bool staged)
{
    return !moves(m, staged) && !policies_move(m);
}

static bool offers(const struct sc_in *in)
{
    bool any = false;
    for (unsigned u = 0; u < RESULT_PORTS; u++)
        any |= in->wb[u].valid;
    return any;
}

bool rest_goes_on(const struct model *m, const struct sc_in *in, const struct sm_drives *sm)
{
    const struct limit *limit = &m->limit;
    return m->rests && !sm->rst && !in->launch_valid && !in->dec_valid && !in->tag_valid && !in->kernel
        && in->unit_ready == m->in.unit_ready && in->barrier == limit->in.barrier && sm->spare == limit->in.spare
        && sm->stop == limit->in.stop && (!limit->stalls || sm->stall == limit->in.stalled)
        && (!m->sthld_of.external || (sm->sthld & low_bits(m->sthld_of.width)) == m->in.sthld) && !offers(in);
}

/* --- counting ----------------------------------------------------------------------------------------------------- */

void rest_count(struct model *m, uint64_t n)
{
    const struct collectors *cs = &m->collectors.base;
    m->core.stats.collector_busy += n * cs->ops->busy(cs);
    m->core.stats.sthld_sum += m->issue.waits ? n * m->in.sthld : 0;
    if (!m->issue.choice.valid)
        issue_count_stall(&m->issue, n);
}

void rest_clock(struct model *m, uint64_t n)
{
    m->q.lfsr = lfsr_after(m->q.lfsr, n);
    m->core.stats.cycles += n;
    m->core.watch.cycle = m->core.stats.cycles;
}

/* STHLD's own FSM counts cycles while warps are live. */
static bool counts(const struct model *m)
{
    return m->sthld_of.own && issue_live(&m->issue);
}

uint64_t rest_most(const struct model *m)
{
    if (!m->rests)
        return 0;
    return counts(m) ? sthld_rest(&m->sthld) : UINT64_MAX;
}

void rest_pass(struct model *m, uint64_t n)
{
    rf_banks_begin(&m->rf);
    rest_count(m, n);
    if (counts(m))
        sthld_pass(&m->sthld, n);
    rest_clock(m, n);
}
