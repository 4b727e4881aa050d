/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Barriers that the warps of a block make of atomics, as cuda::barrier does: for the race check they order what comes
 * before and behind them, as BAR does.
 *
 * Every warp has an epoch. It arrives in its epoch with a MEMBAR and an atomic behind it, with no store in between. A
 * word on which arrived warps have had an atomic operation says so to all that read it or have an atomic operation on
 * it themselves. A warp that has arrived, and knows that all others of its block that have not ended have, too, goes on
 * to the next epoch: all that they did before they arrived comes before what it does from now on. So a warp is at most
 * one epoch ahead of another one.
 *
 * A warp that has arrived, and reads such a word in vain, ends its turn: it would only read it again.
 *
 * What a warp does between its arrival and its next epoch counts as done before the arrival: a race with that is not
 * found. Locks, flags and barriers of a part of the block order nothing.
 */
#include "exec.h"

/* The entry for a word of 8 bytes; a new one with `add`. NULL if there is none, or no room. */
static struct exec_sync *find(struct exec_block *b, bool shared, uint64_t address, bool add)
{
    uint64_t word = address / 8 << 1 | shared;
    for (uint32_t i = 0; i < b->sync_count; i++)
        if (b->sync[i].word == word)
            return &b->sync[i];
    if (!add || b->sync_count == EXEC_SYNCS)
        return NULL;
    b->sync[b->sync_count] = (struct exec_sync){.word = word};
    return &b->sync[b->sync_count++];
}

static void begin_epoch(struct exec_warp *w, uint32_t epoch)
{
    w->epoch = epoch;
    w->arrived = 0;
    w->fenced = false;
}

static void learn(struct exec_warp *w, const struct exec_sync *s)
{
    if (s->epoch == w->epoch + 1)       /* somebody has seen all arrive, this warp among them */
        begin_epoch(w, s->epoch);
    if (s->epoch == w->epoch)
        w->arrived |= s->arrived;
    if ((w->arrived >> w->number & 1) && (w->block->live & ~w->arrived) == 0)
        begin_epoch(w, w->epoch + 1);
}

void exec_order_atomic(struct exec_warp *w, bool shared, uint64_t address)
{
    if (!w->fenced && w->block->sync_count == 0)
        return;
    struct exec_sync *s = find(w->block, shared, address, w->fenced);
    if (!s)
        return;
    if (w->fenced && s->epoch != w->epoch + 1) {
        if (s->epoch != w->epoch)
            s->arrived = 0;
        s->epoch = w->epoch;
        w->arrived |= UINT32_C(1) << w->number;
        s->arrived |= w->arrived;
    }
    learn(w, s);
}

void exec_order_load(struct exec_warp *w, bool shared, const uint64_t address[SASS_LANES], uint32_t mask)
{
    for (uint32_t set = w->block->sync_count ? mask : 0; set; set &= set - 1) {
        const struct exec_sync *s = find(w->block, shared, address[__builtin_ctz(set)], false);
        if (!s)
            continue;
        learn(w, s);
        w->waits |= w->arrived >> w->number & 1;
    }
}

void exec_order_block(struct exec_warp *warps, struct exec_block *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        b->epoch = warps[i].epoch > b->epoch ? warps[i].epoch : b->epoch;
    b->epoch++;
    b->sync_count = 0;
    for (uint32_t i = 0; i < count; i++)
        begin_epoch(&warps[i], b->epoch);
}
