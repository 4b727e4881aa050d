/* SPDX-License-Identifier: Apache-2.0 */
#include "rest.h"

#include "issue.h"
#include "cmodel/base/lfsr.h"
#include "sthld_edge.h"

/* --- whether nothing happens -------------------------------------------------------------------------------------- */

/* A value or an instruction comes or goes, or is on its way. staged: was on its way before the edge. */
static bool moves(const struct model *m, bool staged)
{
    const struct step *st = &m->step;
    return st->issue || st->dispatch || st->offered || st->s_valid || m->reading || m->queued || staged
        || m->q.stage.valid || st->finish || m->upper || st->dec_valid || st->launch_valid || st->tag_valid || st->end
        || st->kernel || st->rst || st->changed;
}

/* What moves only in some configurations. */
static bool policies_move(const struct model *m)
{
    const struct step *st = &m->step;
    const struct shape *k = &m->shape;
    return (k->two && (st->leave || st->enter)) || ((k->back || k->rback) && (st->drained || st->drain_waits))
        || (k->rfc && st->wishes) || (k->own && (m->q.sthld.sthld != st->sthld || m->q.sthld.judge));
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
    const struct step *st = &m->step;
    return m->rests && !sm->rst && !in->launch_valid && !in->dec_valid && !in->tag_valid && !in->kernel
        && in->unit_ready == st->unit_ready && in->barrier == st->barrier && sm->spare == st->spare
        && sm->stop == st->stop && (!m->shape.stalls || sm->stall == st->stalled)
        && (!m->shape.external || (sm->sthld & low_bits(m->shape.sthld_w)) == st->sthld) && !offers(in);
}

/* --- counting ----------------------------------------------------------------------------------------------------- */

/* Instructions in collectors. */
static unsigned busy_positions(const struct model *m)
{
    unsigned busy = 0;
    if (!m->shape.boc)
        return count_bits(m->occupied);
    for (uint32_t set = m->occupied; set; set &= set - 1)
        busy += count_bits(m->q.boc[lowest(set)].occupied);
    return busy;
}

void rest_count(struct model *m, uint64_t n)
{
    m->stats.collector_busy += n * busy_positions(m);
    m->stats.sthld_sum += m->shape.wait ? n * m->step.sthld : 0;
    if (!m->step.chosen)
        issue_count_stall(m, n);
}

void rest_clock(struct model *m, uint64_t n)
{
    m->q.lfsr = lfsr_after(m->q.lfsr, n);
    m->stats.cycles += n;
}

uint64_t rest_most(const struct model *m)
{
    if (!m->rests)
        return 0;
    return m->shape.own && m->issue.age.valid[0] ? m->shape.interval - 1 - m->q.sthld.cycle : UINT64_MAX;
}

void rest_pass(struct model *m, uint64_t n)
{
    m->write_count = 0;
    rest_count(m, n);
    if (m->shape.own && m->issue.age.valid[0])
        m->q.sthld.cycle += n;
    rest_clock(m, n);
}
