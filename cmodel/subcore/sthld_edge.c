/* SPDX-License-Identifier: Apache-2.0 */
#include "sthld_edge.h"

#include "cmodel/base/bits.h"

void sthld_open(struct sthld *s, const struct config *cfg, unsigned most, bool late)
{
    s->cfg = *cfg;
    s->start = (unsigned)cfg->sthld_value;
    s->interval = (unsigned)cfg->sthld_interval;
    s->sthld_w = bits_for((unsigned)cfg->sthld_max + 1);
    s->cycle_w = bits_for(s->interval);
    s->count_w = bits_for(most + 1);
    s->late = late;
}

void sthld_list(const struct sthld *s, struct register_list *l)
{
    register_list_add(l, &s->q.state, 3, true, "top.u_sthld.state_q");
    register_list_add(l, &s->q.sthld, s->sthld_w, true, "top.u_sthld.sthld_q");
    register_list_add(l, &s->q.clamped, 1, true, "top.u_sthld.clamped_q");
    register_list_add(l, &s->q.cycle, s->cycle_w, true, "top.u_sthld.cycle_q");
    register_list_add(l, &s->q.count, s->count_w, true, "top.u_sthld.count_q");
    register_list_add(l, &s->q.prev, s->count_w, true, "top.u_sthld.prev_q");
    if (!s->late)
        return;
    register_list_add(l, &s->q.judge, 1, true, "top.u_sthld.judge_q");
    register_list_add(l, &s->q.large, 1, true, "top.u_sthld.large_q");
}

void sthld_reset(struct sthld *s)
{
    s->q.state = 1;
    s->q.sthld = s->start;
    s->q.clamped = s->q.cycle = s->q.count = s->q.prev = s->q.judge = s->q.large = 0;
}

static void transition(struct sthld *s, bool large)
{
    struct sthld_state n = {(uint8_t)s->q.state, (uint8_t)s->q.sthld, s->q.clamped};
    n = sthld_next(&s->cfg, n, large);
    s->q.state = n.state;
    s->q.sthld = n.sthld;
    s->q.clamped = n.clamped;
}

/* The interval ends: at once, or with the transition in the next cycle, and what comes in this one counted in the next
 * interval. */
static void judge(struct sthld *s, uint32_t issued)
{
    uint32_t count = s->late ? (uint32_t)s->q.count : issued;
    bool large = sthld_large(&s->cfg, count, (uint32_t)s->q.prev);
    if (s->late) {
        s->q.judge = true;
        s->q.large = large;
    } else {
        transition(s, large);
    }
    s->q.prev = count;
    s->q.cycle = 0;
    s->q.count = issued - count;
}

void sthld_edge(struct sthld *s, const struct sthld_inputs *in)
{
    if (in->kernel) {
        sthld_reset(s);
    } else if (in->live) {
        uint32_t issued = (uint32_t)s->q.count + in->issued;
        if (s->q.judge)
            transition(s, s->q.large);
        s->q.judge = false;
        if (s->q.cycle + 1 == s->interval) {
            judge(s, issued);
        } else {
            s->q.cycle++;
            s->q.count = issued;
        }
    }
}

uint64_t sthld_rest(const struct sthld *s)
{
    return s->interval - 1 - s->q.cycle;
}

void sthld_pass(struct sthld *s, uint64_t cycles)
{
    s->q.cycle += cycles;
}
