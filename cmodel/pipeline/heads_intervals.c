/* SPDX-License-Identifier: Apache-2.0 */
#include "heads_intervals.h"

#include "entries.h"

/* The highest register that is to come, or to go, or -1. The lowest one is moved first, so that this one ends the wait,
 * as far as is known. */
static int last_moved(const struct scene *sc, unsigned w, bool comes)
{
    unsigned n = sc->s->shape.registers;
    for (unsigned r = n; r-- > 0;) {
        bool held = entries_hold(sc, w, r), work = was(&sc->s->move.work, w * n + r, 1);
        if (held != work && work == comes)
            return (int)r;
    }
    return -1;
}

/* The warp of a slot, by any of its instructions. */
static struct who warp_of(const struct scene *sc, unsigned slot)
{
    for (uint32_t i = 0; i < sc->t->count; i++)
        if (sc->t->live[i]->slot == slot)
            return (struct who){.launch = sc->t->live[i]->who.launch, .known = 1, .opcode = ""};
    return (struct who){.known = 0};
}

/* If registers of another warp are moved, those of this one come behind them. */
static void name_other(const struct scene *sc, unsigned w, struct step *step)
{
    step->has_with = was(&sc->s->move.busy, 0, 1) && !entries_moved(sc, w);
    if (step->has_with)
        step->other = warp_of(sc, entries_warp(sc));
}

static bool waits_leave(const struct scene *sc, unsigned w, struct step *step)
{
    if (!was(&sc->s->move.leaving, w, 1) && !(entries_moved(sc, w) && was(&sc->s->move.empty, 0, 1)))
        return false;
    *step = (struct step){.stage = PIPE_BUFFER, .cause = CAUSE_LEAVE};
    name_other(sc, w, step);
    return true;
}

static bool waits_fetch(const struct scene *sc, unsigned w, const struct row *head, struct step *step)
{
    int comes = last_moved(sc, w, true), goes = last_moved(sc, w, false);
    bool begins = head->interval && !was(&sc->s->move.begun, w, 1);
    if (!begins && comes < 0 && goes < 0 && !entries_moved(sc, w))
        return false;
    *step = (struct step){.stage = PIPE_BUFFER, .cause = CAUSE_FETCH, .own = FETCH_DONE};
    if (begins) {
        step->own = FETCH_BEGINS;
    } else if (comes >= 0 || goes >= 0) {
        step->own = comes >= 0 ? FETCH_COMES : FETCH_GOES;
        step->reg = (uint8_t)(comes >= 0 ? comes : goes);
        name_other(sc, w, step);
    }
    return true;
}

bool head_waits_interval(const struct scene *sc, unsigned w, const struct row *head, struct step *step)
{
    return config_intervals(sc->cfg) && was(&sc->s->active, w, 1)
        && (waits_leave(sc, w, step) || waits_fetch(sc, w, head, step));
}
