/* SPDX-License-Identifier: Apache-2.0 */
#include "heads_levels.h"

#include "heads_pending.h"

/* Entries of the warp that are still to be written. */
static unsigned unwritten(const struct scene *sc, unsigned w)
{
    unsigned entries = (unsigned)config_levels_entries(sc->cfg), width = bits_for((unsigned)sc->cfg->active);
    unsigned frame = (unsigned)was(&sc->s->frame, w * width, width);
    return was(&sc->s->active, w, 1) ? (unsigned)was(&sc->s->unwritten, frame * entries, entries) : 0;
}

static bool waits_entry(const struct scene *sc, unsigned w, const struct row *head, struct step *step)
{
    unsigned set = unwritten(sc, w) & (head->leaves ? UINT32_MAX : head->entries);
    if (!set)
        return false;
    *step = head_waits_for(CAUSE_ENTRY, lowest(set), tracker_entry_writer(sc->t, w, set & -set));
    return true;
}

/* Of the results from far memory that are outstanding the one of the lowest register. */
static bool waits_strand(const struct scene *sc, unsigned w, const struct row *head, struct step *step)
{
    unsigned n = sc->s->shape.registers;
    for (unsigned r = 0; head->strand && r < n; r++)
        if (was(&sc->s->pending, w * n + r, 1) && was(&sc->s->far, w * n + r, 1)) {
            *step = head_waits_for(CAUSE_STRAND, r, tracker_writer(sc->t, w, r));
            return true;
        }
    return false;
}

bool head_waits_levels(const struct scene *sc, unsigned w, const struct row *head, struct step *step)
{
    return config_levels(sc->cfg) && (waits_entry(sc, w, head, step) || waits_strand(sc, w, head, step));
}
