/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functional run of a thread block. Its warps take turns: each one runs until it waits for the block's barrier or
 * has executed a quantum. The order is fixed, so that the outcome of atomics is.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "exec.h"

enum { QUANTUM = 65536 };       /* warp instructions of a turn: a warp that spins lets the others go on */

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

static void finish_reduction(struct exec_block *b)
{
    bool value = b->red_mode == SASS_BAR_RED_AND ? b->red_true == b->red_total : b->red_true > 0;
    if (b->red_total == 0)
        return;
    b->bar_result[0] = b->red_mode == SASS_BAR_RED_POPC ? b->red_true : value ? UINT32_MAX : 0;
    b->bar_result[1] = value;
    b->red_true = b->red_total = 0;
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
        finish_reduction(b);
        for (uint32_t i = 0; i < l->warps; i++)
            if (exec_waiting(&warps[i], n) == warps[i].alive && warps[i].alive)
                exec_open(&warps[i], n);
        b->bar_arrived[n] = b->bar_expected[n] = 0;
        b->epoch++;
        opened = true;
    }
    return opened;
}

static bool refuse(struct exec_warp *warps, const struct exec_launch *l, char *error, size_t size)
{
    for (uint32_t i = 0; i < l->warps; i++)
        if (warps[i].path_count) {
            exec_fail(&warps[i], "the warps of the block wait for each other at barriers that never open");
            snprintf(error, size, "%s", warps[i].error);
            return false;
        }
    return false;
}

bool exec_block(struct exec_warp *warps, struct exec_block *block, const struct exec_launch *l, uint64_t *limit,
                char *error, size_t error_size)
{
    bool live = true;
    while (live) {
        bool stepped = false;
        live = false;
        for (uint32_t i = 0; i < l->warps; i++) {
            struct exec_warp *w = &warps[i];
            enum exec_status status = EXEC_STEPPED;
            uint32_t quantum = w->path_count && exec_can_run(w) ? QUANTUM : 0;
            for (; quantum > 0 && status == EXEC_STEPPED && *limit > 0; quantum--, --*limit) {
                status = exec_step(w);
                stepped = true;
                if (l->watch.step && status == EXEC_STEPPED)
                    l->watch.step(l->watch.context, w);
            }
            if (status == EXEC_FAILED) {
                snprintf(error, error_size, "%s", w->error);
                return false;
            }
            if (*limit == 0) {
                exec_fail(w, "the limit of warp instructions is reached");
                snprintf(error, error_size, "%s", w->error);
                return false;
            }
            live |= w->path_count > 0;
        }
        if (live && !open_barriers(warps, block, l) && !stepped)
            return refuse(warps, l, error, error_size);
    }
    return true;
}
