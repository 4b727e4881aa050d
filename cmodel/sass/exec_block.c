/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functional run of a thread block. Its warps take turns: each one runs until it waits for the block's barrier or
 * has executed a quantum. The order is fixed, so that the outcome of atomics is. Where blocks may wait for each other
 * turns are short, and end when a warp yields or sleeps.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "exec.h"

/* Warp instructions of a turn: a warp that waits for others lets them go on. */
enum { QUANTUM = 65536, SHORT_QUANTUM = 256 };

/* Threads that have arrived at a barrier: lanes of warps of which all have, in full warps as the hardware counts. */
static uint32_t arrived(const struct exec_warp *warps, const struct exec_launch *l, uint32_t barrier, bool *all)
{
    uint32_t threads = 0;
    *all = true;
    for (uint32_t i = 0; i < l->warps; i++) {
        uint32_t waiting = exec_waiting(&warps[i], barrier);
        if (waiting && waiting == warps[i].alive)
            threads += SASS_LANES;
        else if (warps[i].alive)
            *all = false;
    }
    return threads;
}

/* What B2R.RESULT gives to the warps that have met. Returns false if they have not reduced anything. */
static bool finish_reduction(struct exec_reduction *red, uint32_t result[2])
{
    bool value = red->mode == SASS_BAR_RED_AND ? red->true_lanes == red->lanes : red->true_lanes > 0;
    if (red->lanes == 0)
        return false;
    result[0] = red->mode == SASS_BAR_RED_POPC ? red->true_lanes : value ? UINT32_MAX : 0;
    result[1] = value;
    *red = (struct exec_reduction){0};
    return true;
}

static void open_barrier(struct exec_warp *warps, struct exec_block *b, const struct exec_launch *l, uint32_t n)
{
    uint32_t result[2];
    bool reduced = finish_reduction(&b->red[n], result);
    for (uint32_t i = 0; i < l->warps; i++) {
        struct exec_warp *w = &warps[i];
        if (!w->alive || exec_waiting(w, n) != w->alive)
            continue;
        if (reduced)
            memcpy(w->bar_result, result, sizeof result);
        exec_open(w, n);
    }
    b->bar_arrived[n] = b->bar_expected[n] = 0;
}

/* Opens the barriers that are complete. Returns whether any was. */
static bool open_barriers(struct exec_warp *warps, struct exec_block *b, const struct exec_launch *l)
{
    bool opened = false;
    for (uint32_t n = 0; n < EXEC_BARRIERS; n++) {
        bool all;
        uint32_t threads = arrived(warps, l, n, &all) + b->bar_arrived[n], expected = b->bar_expected[n];
        if (threads == 0 || (expected ? threads < expected : !all))
            continue;
        open_barrier(warps, b, l, n);
        exec_order_block(warps, b, l->warps);
        opened = true;
    }
    return opened;
}

static enum exec_status stop_warp(struct exec_warp *w, const char *why, const struct sentence *error)
{
    enum exec_status status = exec_fail(w, "%s", why);
    refuse(error, "%s", w->error);
    return status;
}

/* The first live warp; with `still` one that is. */
static struct exec_warp *find_live(struct exec_warp *warps, const struct exec_launch *l, bool still)
{
    for (uint32_t i = 0; i < l->warps; i++)
        if (warps[i].path_count && (!still || exec_still(&warps[i])))
            return &warps[i];
    return NULL;
}

/* A warp runs until it waits, has ended, or its turn is over. Returns whether it has done anything. */
static bool run_warp(struct exec_warp *w, uint64_t *limit, enum exec_status *status)
{
    const struct exec_launch *l = w->launch;
    uint32_t quantum = l->races ? SHORT_QUANTUM : QUANTUM, left = quantum;
    *status = EXEC_STEPPED;
    if (w->path_count == 0 || !exec_can_run(w) || exec_still(w))
        return false;
    for (; left > 0 && *status == EXEC_STEPPED && *limit > 0; left--, --*limit) {
        w->waits = false;
        *status = exec_step(w);
        if (l->watch.step && *status == EXEC_STEPPED)
            l->watch.step(l->watch.context, w);
        if ((l->races && w->last->kind == EXEC_YIELD) || w->waits || exec_still(w))
            left = 1;
    }
    return left < quantum;
}

enum exec_status exec_turn(struct exec_warp *warps, struct exec_block *block, const struct exec_launch *l,
                           uint64_t *limit, const struct sentence *error)
{
    bool live = false, stepped = false;
    for (uint32_t i = 0; i < l->warps; i++) {
        struct exec_warp *w = &warps[i];
        enum exec_status status;
        stepped |= run_warp(w, limit, &status);
        if (status == EXEC_FAILED) {
            refuse(error, "%s", w->error);
            return EXEC_FAILED;
        }
        if (*limit == 0)
            return stop_warp(w, "the limit of warp instructions is reached", error);
        live |= w->path_count > 0;
    }
    if (!live)
        return EXEC_ENDED;
    if (open_barriers(warps, block, l) || stepped)
        return EXEC_STEPPED;
    if (find_live(warps, l, true))
        return EXEC_WAITING;
    return stop_warp(find_live(warps, l, false), "the warps of the block wait for each other at barriers that never "
                     "open", error);
}

enum exec_status exec_stuck(struct exec_warp *warps, const struct exec_launch *l, const char *why,
                            const struct sentence *error)
{
    return stop_warp(find_live(warps, l, true), why, error);
}
