/* SPDX-License-Identifier: Apache-2.0 */
#include "modern_issue.h"

#include "cmodel/base/unit.h"

void modern_issue_open(struct modern_issue *is, struct core *core, const struct config *cfg)
{
    is->core = core;
    is->youngest = cfg->scheduler == SCHEDULER_CGGTY;
    is->int_interval = (unsigned)cfg->modern_int;
    is->fp32_interval = (unsigned)cfg->modern_fp32;
    is->running_w = bits_for(core->shape.inflight + 1);
    is->age = (struct age){.n = core->shape.warps, .row = is->q.row};
}

void modern_issue_list(const struct modern_issue *is, struct register_list *l)
{
    const struct shape *k = &is->core->shape;
    register_list_add(l, &is->q.last_valid, 1, true, "top.u_issue.last_valid_q");
    register_list_add(l, &is->q.last_warp, k->warp_w, false, "top.u_issue.last_warp_q");
    register_list_add(l, &is->q.exiting, k->warps, true, "top.u_issue.exiting_q");
    register_list_add(l, &is->q.int_wait, 2, true, "top.u_issue.int_q");
    register_list_add(l, &is->q.fp32_wait, 2, true, "top.u_issue.fp32_q");
    register_list_add(l, is->q.running, k->warps * is->running_w, true, "top.u_issue.running_q");
    register_list_add(l, is->q.row, k->warps * k->warps, true, "top.u_issue.u_age.row_q");
}

void modern_issue_reset(struct modern_issue *is)
{
    is->q.last_valid = is->q.exiting = is->q.int_wait = is->q.fp32_wait = 0;
    memset(is->running, 0, sizeof is->running);
    age_clear(&is->age);
}

void modern_issue_pack(struct modern_issue *is)
{
    age_pack(&is->age);
    for (unsigned w = 0; w < is->core->shape.warps; w++)
        put(is->q.running, w * is->running_w, is->running_w, is->running[w]);
}

void modern_issue_unpack(struct modern_issue *is)
{
    age_unpack(&is->age);
    for (unsigned w = 0; w < is->core->shape.warps; w++)
        is->running[w] = (uint8_t)get(is->q.running, w * is->running_w, is->running_w);
}

/* --- the choice --------------------------------------------------------------------------------------------------- */

static bool unit_free(const struct modern_issue *is, const struct instruction *i)
{
    return i->unit == UNIT_INT ? is->q.int_wait == 0 : i->unit != UNIT_FP32 || is->q.fp32_wait == 0;
}

/* Items of 3.18 that heads pass one after the other, and behind them; what stalls a warp at each. */
enum { AT_COUNTS, AT_SCOREBOARD, AT_READERS, AT_CONSUMERS, AT_UNITS, READY };

/* The first item that the head of a warp does not pass. */
static unsigned item_of(const struct modern_issue *is, const struct issue_waits *x, unsigned w,
                        const struct instruction *head)
{
    const struct dependence *d = x->dependence;
    if (d && d->stall[w] > 0)
        return AT_COUNTS;
    if (d ? !dependence_met(d, w, head) : scoreboard_waits(x->scoreboard, w, head))
        return AT_SCOREBOARD;
    if (!d && readers_of_results(x->readers, w, head))
        return AT_READERS;
    if (!d && readers_at_most(x->readers, w, head))
        return AT_CONSUMERS;
    return unit_free(is, head) ? READY : AT_UNITS;
}

/* Of the warps with a head those that are ready; if there is none, the last item that none of them passes. */
static uint64_t ready(struct modern_issue *is, const struct ibuffer *ib, const struct issue_waits *waits)
{
    static const enum stall stalls[] = {[AT_COUNTS] = STALL_COUNTS, [AT_SCOREBOARD] = STALL_SCOREBOARD,
                                        [AT_READERS] = STALL_WAR, [AT_CONSUMERS] = STALL_CONSUMERS,
                                        [AT_UNITS] = STALL_UNITS, [READY] = STALL_UNITS};
    uint64_t ready = 0;
    unsigned last = AT_COUNTS;
    for (uint64_t set = ib->heads; set; set &= set - 1) {
        unsigned w = lowest(set), item = item_of(is, waits, w, ibuffer_head(ib, w));
        last = item > last ? item : last;
        ready |= (uint64_t)(item == READY) << w;
    }
    is->choice.stall = !is->age.valid[0] ? STALL_NO_WARP : !ib->heads ? STALL_EMPTY : stalls[last];
    return ready;
}

static unsigned youngest(const struct age *a, uint64_t set)
{
    unsigned best = lowest(set);
    for (set &= set - 1; set; set &= set - 1)
        best = a->stamp[lowest(set)] > a->stamp[best] ? lowest(set) : best;
    return best;
}

void modern_issue_eval(struct modern_issue *is, const struct ibuffer *ib, const struct issue_waits *waits, bool full,
                       bool hold, bool queue)
{
    uint64_t set = ready(is, ib, waits);
    is->choice.valid = set && !full && !hold && !queue;
    if (set)
        is->choice.stall = full ? STALL_INFLIGHT : queue ? STALL_QUEUE : STALL_HOLD;
    if (!is->choice.valid)
        return;
    if (is->q.last_valid && (set >> is->q.last_warp & 1))
        is->choice.warp = (unsigned)is->q.last_warp;
    else
        is->choice.warp = is->youngest ? youngest(&is->age, set) : age_oldest(&is->age, set);
}

void modern_issue_end_eval(struct modern_issue *is, uint64_t owing)
{
    uint64_t set = is->q.exiting & ~owing;
    while (set && is->running[lowest(set)] > 0)
        set &= set - 1;
    is->ends.valid = set != 0;
    is->ends.warp = set ? lowest(set) : 0;
}

/* --- the edge ----------------------------------------------------------------------------------------------------- */

void modern_issue_count_down(struct modern_issue *is)
{
    is->q.int_wait -= is->q.int_wait > 0;
    is->q.fp32_wait -= is->q.fp32_wait > 0;
}

static unsigned longer(unsigned interval, unsigned results)
{
    return interval > results ? interval : results;
}

void modern_issue_edge(struct modern_issue *is, const struct instruction *i)
{
    unsigned w = is->choice.warp;
    struct stats *stats = &is->core->stats;
    if (!i)
        return;
    stats->issue_cycles++;
    stats->warp_instructions++;
    stats->micro_operations++;
    stats->thread_instructions += count_bits(i->mask);
    is->q.last_valid = 1;
    is->q.last_warp = w;
    is->q.exiting |= (uint64_t)i->last << w;
    is->running[w]++;
    if (i->unit == UNIT_INT)
        is->q.int_wait = (longer(is->int_interval, i->dst_count) - 1) & 3;
    if (i->unit == UNIT_FP32)
        is->q.fp32_wait = (longer(is->fp32_interval, i->dst_count) - 1) & 3;
}

void modern_issue_complete(struct modern_issue *is, unsigned warp)
{
    is->running[warp] = (uint8_t)((is->running[warp] - 1u) & low_bits(is->running_w));
}

/* As in the base: the last warp is forgotten when it ends, unless one issues. */
void modern_issue_end_edge(struct modern_issue *is)
{
    unsigned w = is->ends.warp;
    is->q.exiting &= ~only(w);
    age_free(&is->age, w, is->core->packing);
    if (is->q.last_warp == w && !is->choice.valid)
        is->q.last_valid = 0;
    is->core->stats.warps_ended++;
}

void modern_issue_launch(struct modern_issue *is, unsigned warp)
{
    if (age_valid(&is->age, warp))
        violate(&is->core->watch, "warp slot %u was launched while it was live", warp);
    age_alloc(&is->age, warp, is->core->packing);
    is->core->stats.warps_launched++;
}

void modern_issue_count_stall(struct modern_issue *is)
{
    struct stats *s = &is->core->stats;
    uint64_t *const counters[] = {
        [STALL_NO_WARP] = &s->stall_no_warp, [STALL_EMPTY] = &s->stall_empty, [STALL_COUNTS] = &s->stall_counts,
        [STALL_SCOREBOARD] = &s->stall_scoreboard, [STALL_UNITS] = &s->stall_units,
        [STALL_INFLIGHT] = &s->stall_inflight, [STALL_HOLD] = &s->stall_hold,
        [STALL_QUEUE] = &s->stall_queue, [STALL_WAR] = &s->stall_war, [STALL_CONSUMERS] = &s->stall_consumers,
    };
    if (!is->choice.valid)
        ++*counters[is->choice.stall];
}
