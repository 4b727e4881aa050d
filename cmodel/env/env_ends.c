/* SPDX-License-Identifier: Apache-2.0 */
#include "env_ends.h"

#include <inttypes.h>

/* The warp has arrived when its earlier accesses to memory have been taken. */
void env_ends_arrive(struct env_ends *ends, uint32_t slot, uint64_t order, uint64_t done)
{
    struct env_common *e = ends->env;
    if (!e->lsu || !lsu_pending(e->lsu, slot, order)) {
        frontend_barrier(e->fe, e->side, slot, done);
        return;
    }
    ends->arrived |= UINT64_C(1) << slot;
    ends->barrier_order[slot] = order;
    ends->barrier_done[slot] = done;
}

/* The warp's place becomes free. */
static void leave(struct env_ends *ends, uint32_t slot)
{
    struct env_common *e = ends->env;
    frontend_ended(e->fe, e->side, slot);
    ends->freed = true;
}

static void check_registers(struct env_common *e, uint32_t slot)
{
    struct oracle_mismatch m = {.slot = 0};
    char writer[ENV_NAME];
    const struct fe_warp *w = &e->warps[slot];
    if (oracle_end(e->oracle, slot, e->opt.read_row, e->opt.read_row_ctx, &m))
        return;
    uint32_t banks = (uint32_t)e->cfg->banks;
    env_found_stale(e, (int)slot, "cycle %" PRIu64 ": at the end of warp slot %" PRIu32 " (block %" PRIu64
             ", warp %" PRIu32 ") R%" PRIu32 ", lane %" PRIu32 ", is 0x%08" PRIx32 " in bank %" PRIu32 ", row %" PRIu32
             ", expected 0x%08" PRIx32 "; %s", e->now, slot, w->block, w->warp->id, m.reg, m.lane, m.delivered,
             config_bank(e->cfg, slot, m.reg), (w->base + m.reg) / banks, m.expected,
             env_name_writer(e, writer, slot, &m));
}

void env_ends_warp(struct env_ends *ends, uint32_t slot)
{
    struct env_common *e = ends->env;
    const struct fe_warp *w = slot < (uint32_t)e->cfg->warps ? &e->warps[slot] : NULL;
    if (!w || !w->running || !w->complete || w->issued < w->decoded || ends->flights->running[slot] > 0) {
        env_stop(e, ENV_CHECK_FAILED, w ? (int)slot : NOTHING, "cycle %" PRIu64 ": warp slot %" PRIu32 " ended, but %s",
                 e->now, slot, !w || !w->running ? "no warp runs in it" : !w->complete || w->issued < w->decoded ?
                 "its last instruction has not issued" : "it has instructions in flight");
        return;
    }
    if (tags_pending(e->tags, slot)) {
        env_stop(e, ENV_CHECK_FAILED, (int)slot, "cycle %" PRIu64 ": warp slot %" PRIu32 " ended, but its tags 0x%"
                 PRIx64 " are pending", e->now, slot, tags_pending(e->tags, slot));
        return;
    }
    env_note(e, slot, EVENT_END, 0, NULL, 0, 0);
    if (e->oracle && e->opt.read_row)
        check_registers(e, slot);
    if (e->status != ENV_RUNNING)
        return;
    if (e->lsu && lsu_pending(e->lsu, slot, UINT64_MAX))
        ends->ended |= UINT64_C(1) << slot;
    else
        leave(ends, slot);
}

void env_ends_waiting(struct env_ends *ends)
{
    struct env_common *e = ends->env;
    for (uint64_t rest = ends->arrived; rest; rest &= rest - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(rest);
        uint64_t done = ends->barrier_done[slot];
        if (lsu_pending(e->lsu, slot, ends->barrier_order[slot]))
            continue;
        ends->arrived &= ~(UINT64_C(1) << slot);
        frontend_barrier(e->fe, e->side, slot, done > e->now ? done : e->now);
    }
    for (uint64_t rest = ends->ended; rest; rest &= rest - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(rest);
        if (lsu_pending(e->lsu, slot, UINT64_MAX))
            continue;
        ends->ended &= ~(UINT64_C(1) << slot);
        leave(ends, slot);
    }
}
