/* SPDX-License-Identifier: Apache-2.0 */
#include "issue.h"

void issue_open(struct issue *is, struct core *core, const struct config *cfg)
{
    is->core = core;
    is->scheduler = (unsigned)cfg->scheduler;
    is->waits = config_waits(cfg);
    is->levels = config_levels(cfg);
    is->intervals = config_intervals(cfg);
    is->sthld_w = bits_for((unsigned)cfg->sthld_max + 1);
    is->age = (struct age){.n = core->shape.warps, .row = is->q.row};
}

void issue_list(const struct issue *is, struct register_list *l)
{
    const struct shape *k = &is->core->shape;
    register_list_add(l, &is->q.last_valid, 1, true, "top.u_issue.last_valid_q");
    register_list_add(l, &is->q.last_warp, k->warp_w, false, "top.u_issue.last_warp_q");
    register_list_add(l, &is->q.exiting, k->warps, true, "top.u_issue.exiting_q");
    if (is->waits)
        register_list_add(l, &is->q.wait, is->sthld_w, true, "top.u_issue.wait_q");
    register_list_add(l, is->q.row, k->warps * k->warps, true, "top.u_issue.u_age.row_q");
}

void issue_reset(struct issue *is)
{
    is->q.last_valid = is->q.exiting = is->q.wait = 0;
    is->known = 0;
    age_clear(&is->age);
}

void issue_pack(struct issue *is)
{
    age_pack(&is->age);
}

void issue_unpack(struct issue *is)
{
    age_unpack(&is->age);
    is->known = 0;
}

/* --- the choice --------------------------------------------------------------------------------------------------- */

/* Heads that wait for a result. It changes with the head and with the registers of the warp only. */
static uint64_t waiting(struct issue *is, const struct issue_inputs *in)
{
    const struct ibuffer *ib = in->view.ibuffer;
    for (uint64_t set = ib->heads & ~is->known; set; set &= set - 1) {
        unsigned w = lowest(set);
        bool waits = scoreboard_waits(in->scoreboard, w, ibuffer_head(ib, w));
        is->waiting = waits ? is->waiting | only(w) : is->waiting & ~only(w);
        if (!is->core->shape.two_level)
            continue;
        waits = is->levels ? scoreboard_waits_strand(in->scoreboard, w, ibuffer_head(ib, w))
                           : scoreboard_waits_long(in->scoreboard, w, ibuffer_head(ib, w));
        is->waiting_long = waits ? is->waiting_long | only(w) : is->waiting_long & ~only(w);
    }
    is->known |= ib->heads;
    return is->waiting;
}

/* Of warps that could issue, those that wait neither for an entry nor for a strand (3.19, items 6 to 8). */
static uint64_t past_levels(struct issue *is, const struct issue_inputs *in, uint64_t set)
{
    set &= ~in->unwritten;
    is->choice.stall = set ? STALL_STRAND : STALL_LEVEL;
    return set & ~is->waiting_long;
}

/* Of warps that could issue, those that do not wait for registers of their interval (3.20, item 6). */
static uint64_t past_intervals(struct issue *is, const struct issue_inputs *in, uint64_t set)
{
    is->choice.stall = STALL_INTERVAL;
    return set & ~in->unfetched;
}

/* Of warps that could issue, those in the active set that neither the limit nor CCWS nor CIAO holds back. */
static uint64_t admitted(struct issue *is, const struct issue_inputs *in, uint64_t set)
{
    is->choice.stall = set ? STALL_INACTIVE : is->choice.stall;
    set &= in->active;
    if (!limit_any(in->limit))
        return set;
    is->choice.stall = set ? STALL_LIMIT : is->choice.stall;
    return limit_admits(in->limit, &is->age, in->view.ibuffer, set);
}

/*
 * The warps that are ready. If there is none, choice.stall names the one cause of the idle cycle: how far the best
 * placed live warp has come, in the order of section 3.5.
 *   STALL_NO_WARP     there is no live warp
 *   STALL_EMPTY       there is one, but none has a decoded instruction
 *   STALL_SCOREBOARD  every head waits for a result (item 2)
 *   STALL_WAR         some head does not, but all of those overtake a read (item 3)
 *   STALL_COLLECTOR   some head passes both, but no collector is there for any of those (item 4)
 *   STALL_INFLIGHT    some head has a collector, too, and no in-flight number is free (item 5)
 *   STALL_READ_PORTS  there is one, but all of those lack read ports of their register cache (3.15; item 6)
 *   STALL_LEVEL       there is one, but all of those name an entry that is still to be written, or would leave the
 *                     active set with such entries (3.19; items 6 and 8)
 *   STALL_STRAND      some pass these, but all of those begin a strand, and wait for far memory (3.19; item 7)
 *   STALL_INTERVAL    some warps pass all that, but all of those are in the active set, and registers of theirs have to
 *                     be moved, or their head begins an interval that they have not taken yet (3.20; item 6)
 *   STALL_INACTIVE    some warps pass all that, but none of these is in the active set (item 1)
 *   STALL_LIMIT       some of these are, but the limit, CCWS or CIAO lets none of them go on (docs/schedulers.md, 6.1;
 *                     docs/ciao.md, 7.1)
 */
static uint64_t ready_warps(struct issue *is, const struct issue_inputs *in, uint64_t *held)
{
    uint64_t heads = in->view.ibuffer->heads, set = heads & ~waiting(is, in);
    is->choice.stall = heads ? STALL_SCOREBOARD : issue_live(is) ? STALL_EMPTY : STALL_NO_WARP;
    if (!set)
        return 0;
    struct readiness r = in->collectors->ops->ready(in->collectors, &in->view, set);
    *held = r.held;
    set = r.ready;
    is->choice.stall = set ? STALL_INFLIGHT : r.past_war ? STALL_COLLECTOR : STALL_WAR;
    is->choice.iid = in->iid;
    if (!set || in->iid >= is->core->shape.inflight)
        return 0;
    if (in->read_ports) {
        is->choice.stall = STALL_READ_PORTS;
        set &= ~in->lacking;
    }
    if (is->levels)
        set = past_levels(is, in, set);
    if (is->intervals)
        set = past_intervals(is, in, set);
    return admitted(is, in, set);
}

static unsigned choose_warp(const struct issue *is, uint64_t ready, uint64_t held)
{
    unsigned last = (unsigned)is->q.last_warp;
    bool valid = is->q.last_valid;
    if (is->scheduler == SCHEDULER_LRR)
        return first_cyclically(ready, !valid || last + 1 == is->core->shape.warps ? 0 : last + 1);
    if (valid && (ready >> last & 1))
        return last;
    if (is->scheduler == SCHEDULER_MALEKEH && (ready & held))
        ready &= held;
    return age_oldest(&is->age, ready);
}

/* IV-B2, steps 5 to 9: a far CCU at once, a near one when the counter has reached STHLD. */
static uint32_t wait_for_far(struct issue *is, uint32_t open, uint32_t near, unsigned sthld)
{
    uint32_t far = open & ~near;
    if (far || !open)
        return far;
    if (is->q.wait >= sthld) {
        is->choice.wait = 0;
        return open;
    }
    is->choice.wait = is->q.wait + 1;
    is->choice.stall = STALL_WAIT;
    return 0;
}

/* The collectors from which the chosen warp takes a random one; none: nothing issues. */
static uint32_t choose_collectors(struct issue *is, const struct issue_inputs *in, unsigned warp)
{
    struct takers t = in->collectors->ops->takers(in->collectors, warp);
    return is->waits && !t.held ? wait_for_far(is, t.set, t.near, in->sthld) : t.set;
}

void issue_eval(struct issue *is, const struct issue_inputs *in)
{
    uint64_t held = 0, ready = ready_warps(is, in, &held);
    is->choice.valid = false;
    is->choice.wait = is->q.wait;
    if (!ready)
        return;
    is->choice.stall = STALL_COLLECTOR;
    unsigned warp = choose_warp(is, ready, held);
    uint32_t collectors = choose_collectors(is, in, warp);
    if (!collectors)
        return;
    is->choice.valid = true;
    is->choice.warp = warp;
    is->choice.col = first_cyclically(collectors, random_start(in->view.lfsr, is->core->shape.collectors));
}

static void count_issue(struct issue *is, const struct instruction *i)
{
    struct stats *stats = &is->core->stats;
    stats->issue_cycles++;
    stats->warp_instructions++;
    stats->micro_operations++;
    stats->thread_instructions += count_bits(i->mask);
    stats->ccu_allocations++;
}

void issue_count_stall(struct issue *is, uint64_t n)
{
    struct stats *stats = &is->core->stats;
    switch (is->choice.stall) {
    case STALL_NO_WARP:    stats->stall_no_warp += n; break;
    case STALL_EMPTY:      stats->stall_empty += n; break;
    case STALL_SCOREBOARD: stats->stall_scoreboard += n; break;
    case STALL_WAR:        stats->stall_war += n; break;
    case STALL_COLLECTOR:  stats->stall_collector += n; break;
    case STALL_INFLIGHT:   stats->stall_inflight += n; break;
    case STALL_READ_PORTS: stats->stall_read_ports += n; break;
    case STALL_LEVEL:      stats->stall_level += n; break;
    case STALL_STRAND:     stats->stall_strand += n; break;
    case STALL_INTERVAL:   stats->stall_interval += n; break;
    case STALL_INACTIVE:   stats->stall_inactive += n; break;
    case STALL_LIMIT:      stats->stall_limit += n; break;
    case STALL_WAIT:       stats->stall_wait += n; break;
    default:               break;
    }
}

void issue_edge(struct issue *is, const struct instruction *i)
{
    is->q.wait = is->choice.wait;
    if (!is->choice.valid)
        return;
    is->q.last_valid = 1;
    is->q.last_warp = is->choice.warp;
    if (i->last)
        is->q.exiting |= only(is->choice.warp);
    count_issue(is, i);
}

/* --- launch and end (3.12) ---------------------------------------------------------------------------------------- */

void issue_end_eval(struct issue *is, const struct scoreboard *s, const struct collectors *cs, int on_its_way,
                    uint64_t owing)
{
    is->ends.valid = false;
    for (uint64_t set = is->q.exiting; set && !is->ends.valid; set &= set - 1) {
        unsigned w = lowest(set);
        is->ends.warp = w;
        is->ends.valid = !scoreboard_any(s, w) && on_its_way != (int)w && !cs->ops->collects(cs, w) &&
            !(owing >> w & 1);
    }
}

void issue_end_edge(struct issue *is)
{
    unsigned w = is->ends.warp;
    if (!is->ends.valid)
        return;
    is->q.exiting &= ~only(w);
    age_free(&is->age, w, is->core->packing);
    if (!is->choice.valid && is->q.last_warp == w)
        is->q.last_valid = 0;
    is->core->stats.warps_ended++;
}

void issue_launch(struct issue *is, unsigned warp)
{
    if (age_valid(&is->age, warp) || (is->ends.valid && is->ends.warp == warp))
        violate(&is->core->watch, "warp slot %u was launched while it was live", warp);
    age_alloc(&is->age, warp, is->core->packing);
    is->core->stats.warps_launched++;
}
