/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Warps that go round and round until somebody else changes memory. Now and then, when a warp's paths change their
 * turns, its state is compared with one that it had before. If the two are equal, and neither memory has changed in
 * between nor has the warp read a clock, it will come to the same state again and again as long as memory stays as it
 * is: the warp is still. States to compare with are those after 1, 2, 4, 8 ... of these moments, so that rounds of any
 * length are found. Rounds that read a clock or count never come to the same state: QUIET executions of YIELD in a row
 * without a change of memory tell them. The compiler puts YIELD into loops whose lanes may wait for others, and does
 * not count on all lanes of the warp behind these. Behind a loop without YIELD it does, however long the loop takes.
 *
 * If that is all that happens, lanes that wait at BSYNC for such rounds to end are let go: the others may wait for
 * them.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "exec.h"

enum { QUIET = 64 };

/* What the warp may see, or changes itself: counts that only grow. */
static uint64_t changes(const struct exec_warp *w)
{
    return device_changes(w->launch->device) + device_changes(w->block->shared) + w->changes;
}

static size_t register_bytes(const struct exec_warp *w)
{
    uint32_t registers = w->launch->kernel->registers;
    return (registers < SASS_RZ ? registers : SASS_RZ) * sizeof w->reg[0];
}

static bool same_paths(const struct exec_warp *a, const struct exec_warp *b)
{
    if (a->path_count != b->path_count || a->current != b->current)
        return false;
    for (uint32_t i = 0; i < a->path_count; i++) {
        const struct exec_path *p = &a->path[i], *q = &b->path[i];
        if (p->pc != q->pc || p->mask != q->mask || p->until != q->until || p->state != q->state
            || p->barrier != q->barrier)
            return false;
    }
    return true;
}

static bool same_state(const struct exec_warp *a, const struct exec_warp *b)
{
    return same_paths(a, b) && a->alive == b->alive && a->upred == b->upred
        && memcmp(a->pred, b->pred, sizeof a->pred) == 0 && memcmp(a->ureg, b->ureg, sizeof a->ureg) == 0
        && memcmp(a->reg, b->reg, register_bytes(a)) == 0 && memcmp(a->converge, b->converge, sizeof a->converge) == 0;
}

static void keep_state(struct exec_warp *w, uint64_t now)
{
    struct exec_warp *b = w->before;
    memcpy(b->reg, w->reg, register_bytes(w));
    memcpy(b->pred, w->pred, sizeof b->pred);
    memcpy(b->ureg, w->ureg, sizeof b->ureg);
    memcpy(b->converge, w->converge, sizeof b->converge);
    memcpy(b->path, w->path, sizeof b->path);
    b->upred = w->upred;
    b->alive = w->alive;
    b->path_count = w->path_count;
    b->current = w->current;
    w->before_changes = now;
    w->timed = false;
}

static void note_quiet(struct exec_warp *w, uint64_t now)
{
    if (w->quiet_changes != now)
        w->quiet = 0;
    else if (w->last && w->last->insn->op == SASS_YIELD)
        w->quiet++;
    w->quiet_changes = now;
}

void exec_spin(struct exec_warp *w)
{
    if (w->replay)
        return;
    if (!w->before && !(w->before = aligned_alloc(64, sizeof *w->before)))
        return;
    uint64_t now = changes(w);
    note_quiet(w, now);
    bool kept = w->samples > 0 && w->before_changes == now && !w->timed;
    if (kept && same_state(w, w->before)) {
        w->still = true;
        w->still_changes = now;
        return;
    }
    w->samples = kept ? w->samples + 1 : 1;
    if ((w->samples & (w->samples - 1)) == 0)
        keep_state(w, now);
}

bool exec_still(const struct exec_warp *w)
{
    return w->still && w->still_changes == changes(w);
}

bool exec_idle(const struct exec_warp *w)
{
    return !exec_can_run(w) || exec_still(w) || (w->quiet >= QUIET && w->quiet_changes == changes(w));
}

/* The hardware gives lanes that wait at BSYNC a turn when the others yield, so that lanes may wait for each other; code
 * behind such a BSYNC does not count on all of them (BRA.CONV). Here they wait until nothing else helps. */
bool exec_let_go(struct exec_warp *w)
{
    bool waits = false;
    for (uint32_t i = 0; i < w->path_count; i++)
        waits |= w->path[i].state == PATH_BSYNC;
    if (!waits || !exec_can_run(w) || !exec_idle(w))
        return false;
    if (w->log) {
        uint64_t *more = realloc(w->log->let_go, (w->log->let_go_count + 1) * sizeof *more);
        if (!more)
            return false;
        w->log->let_go = more;
        more[w->log->let_go_count++] = w->executed;
    }
    exec_release_waiting(w);
    w->still = false;
    w->samples = w->quiet = 0;
    return true;
}

void exec_free(struct exec_warp *w)
{
    free(w->local);
    free(w->before);
    w->local = NULL;
    w->before = NULL;
}
