/* SPDX-License-Identifier: Apache-2.0 */
#include "sthld_edge.h"

void sthld_list(const struct sthld_q *q, const struct shape *k, unsigned count_w, bool late, struct register_list *l)
{
    register_list_add(l, &q->state, 3, true, "top.u_sthld.state_q");
    register_list_add(l, &q->sthld, k->sthld_w, true, "top.u_sthld.sthld_q");
    register_list_add(l, &q->clamped, 1, true, "top.u_sthld.clamped_q");
    register_list_add(l, &q->cycle, k->cycle_w, true, "top.u_sthld.cycle_q");
    register_list_add(l, &q->count, count_w, true, "top.u_sthld.count_q");
    register_list_add(l, &q->prev, count_w, true, "top.u_sthld.prev_q");
    if (!late)
        return;
    register_list_add(l, &q->judge, 1, true, "top.u_sthld.judge_q");
    register_list_add(l, &q->large, 1, true, "top.u_sthld.large_q");
}

void sthld_clear(struct sthld_q *q, const struct shape *k)
{
    *q = (struct sthld_q){.state = 1, .sthld = k->sthld};
}

static void transition(struct sthld_q *q, const struct config *cfg, bool large)
{
    struct sthld_state s = {(uint8_t)q->state, (uint8_t)q->sthld, q->clamped};
    s = sthld_next(cfg, s, large);
    q->state = s.state;
    q->sthld = s.sthld;
    q->clamped = s.clamped;
}

/* The interval ends: at once, or with the transition in the next cycle, and what comes in this one counted in the next
 * interval. */
static void judge(struct sthld_q *q, const struct config *cfg, uint32_t issued, bool late)
{
    uint32_t count = late ? (uint32_t)q->count : issued;
    bool large = sthld_large(cfg, count, (uint32_t)q->prev);
    if (late) {
        q->judge = true;
        q->large = large;
    } else {
        transition(q, cfg, large);
    }
    q->prev = count;
    q->cycle = 0;
    q->count = issued - count;
}

void sthld_edge(struct sthld_q *q, const struct shape *k, const struct config *cfg, const struct sthld_inputs *in)
{
    if (in->kernel) {
        sthld_clear(q, k);
    } else if (in->live) {
        uint32_t issued = (uint32_t)q->count + in->issued;
        if (q->judge)
            transition(q, cfg, q->large);
        q->judge = false;
        if (q->cycle + 1 == k->interval) {
            judge(q, cfg, issued, in->late);
        } else {
            q->cycle++;
            q->count = issued;
        }
    }
}
