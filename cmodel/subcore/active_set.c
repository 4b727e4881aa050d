/* SPDX-License-Identifier: Apache-2.0 */
#include "active_set.h"

void active_set_open(struct active_set *a, struct core *core, const struct config *cfg)
{
    a->core = core;
    a->most = (unsigned)cfg->active;
}

void active_set_list(const struct active_set *a, struct register_list *l)
{
    if (a->core->shape.two_level)
        register_list_add(l, &a->q.active, a->core->shape.warps, true, "top.u_active.active_q");
}

void active_set_reset(struct active_set *a)
{
    a->q.active = 0;
}

/* Without intervals: those that wait long, or that nothing keeps, and one that issues an instruction with `leave`. */
static uint64_t leaving(const struct active_set *a, uint64_t waits_long, uint64_t keeps, const struct ibuffer *ib,
                        int issues)
{
    uint64_t stays = a->levels ? levels_owed(a->levels, a->q.active) : 0;
    bool leave = issues >= 0 && ibuffer_head(ib, (unsigned)issues)->leave;
    return (a->q.active & ((waits_long & ~stays) | ~keeps)) | (leave ? only((unsigned)issues) : 0);
}

void active_set_eval(struct active_set *a, const struct issue *is, const struct limit *limit, const struct ibuffer *ib,
                     int issues)
{
    if (!a->core->shape.two_level)
        return;
    uint64_t waits_long = is->waiting_long & ib->heads, keeps = limit_keeps(limit, &is->age);
    a->leave = a->intervals ? interval_move_leaves(&a->intervals->move) : leaving(a, waits_long, keeps, ib, issues);
    uint64_t candidates = issue_live(is) & ib->heads & ~a->q.active & ~waits_long & keeps;
    a->enter = 0;
    if (candidates && count_bits(a->q.active) < a->most)
        a->enter = only(age_oldest(&is->age, candidates));
}

void active_set_edge(struct active_set *a, const struct issue *is)
{
    if (!a->core->shape.two_level)
        return;
    uint64_t leave = a->leave | (is->ends.valid ? only(is->ends.warp) : 0);
    a->q.active = (a->q.active & ~leave) | a->enter;
    if (count_bits(a->q.active) > a->most)
        violate(&a->core->watch, "the active set has %u warps", count_bits(a->q.active));
}
