/* SPDX-License-Identifier: Apache-2.0 */
#include "heads_pending.h"

static bool pending(const struct scene *sc, unsigned w, unsigned reg)
{
    return was(&sc->s->pending, w * sc->s->shape.registers + (reg & (sc->s->shape.registers - 1)), 1);
}

struct step head_waits_for(enum pipe_cause cause, unsigned reg, const struct row *other)
{
    return (struct step){.stage = PIPE_BUFFER, .cause = (uint8_t)cause, .reg = (uint8_t)reg, .other = row_who(other)};
}

/* A result for the register is accepted in this cycle. */
static bool comes(const struct scene *sc, unsigned w, unsigned reg)
{
    for (unsigned u = 0; u < RESULT_PORTS; u++)
        if (sc->m->wb[u].ready && sc->m->wb[u].warp == w && sc->m->wb[u].reg == reg)
            return true;
    return false;
}

/* Slots of the head whose register is outstanding in this cycle; or also behind it. */
static unsigned outstanding(const struct scene *sc, unsigned w, const struct row *head, bool behind)
{
    unsigned found = 0;
    for (unsigned set = head->src_valid; set; set &= set - 1) {
        unsigned reg = head->src[lowest(set)];
        if (pending(sc, w, reg) && !(behind && comes(sc, w, reg)))
            found |= set & -set;
    }
    return found;
}

/* Of these slots, those that an early collector may wait for in the place of the head (3.16). */
static unsigned not_barred(const struct scene *sc, unsigned w, const struct row *head, unsigned slots)
{
    unsigned found = 0;
    for (unsigned set = sc->cfg->kind == KIND_ECU ? slots : 0; set; set &= set - 1)
        if (!was(&sc->s->barred, w * sc->s->shape.registers + head->src[lowest(set)], 1))
            found |= set & -set;
    return found;
}

/* With these slots outstanding the head does not wait for its sources. */
static bool sources_do(const struct scene *sc, unsigned w, const struct row *head, unsigned slots)
{
    return !slots || (!(slots & (slots - 1)) && not_barred(sc, w, head, slots));
}

/* Of these slots the one whose result was asked for last, which mostly comes last. -1: there is none. */
static int latest(const struct scene *sc, unsigned w, const struct row *head, unsigned slots)
{
    const struct row *last = NULL;
    int found = -1;
    for (; slots; slots &= slots - 1) {
        const struct row *writer = tracker_writer(sc->t, w, head->src[lowest(slots)]);
        if (found >= 0 && (!writer || (last && writer->issued <= last->issued)))
            continue;
        found = (int)lowest(slots);
        last = writer;
    }
    return found;
}

/* Of several sources the one whose result ends the wait, as far as is known; an early collector needs all but one. */
static bool waits_raw(const struct scene *sc, unsigned w, const struct row *head, struct step *step)
{
    unsigned slots = outstanding(sc, w, head, false), left = outstanding(sc, w, head, true);
    if (sources_do(sc, w, head, slots))
        return false;
    int spared = latest(sc, w, head, not_barred(sc, w, head, slots));
    if (sources_do(sc, w, head, left))
        slots &= ~left;
    else if (spared >= 0)
        slots &= ~(1u << spared);
    unsigned reg = head->src[latest(sc, w, head, slots)];
    *step = head_waits_for(CAUSE_RAW, reg, tracker_writer(sc->t, w, reg));
    return true;
}

static bool waits_waw(const struct scene *sc, unsigned w, const struct row *head, struct step *step)
{
    for (unsigned d = 0; d < head->dst_count; d++) {
        unsigned reg = (head->dst_base + d) & (sc->s->shape.registers - 1);
        if (!pending(sc, w, reg))
            continue;
        *step = head_waits_for(CAUSE_WAW, reg, tracker_writer(sc->t, w, reg));
        return true;
    }
    return false;
}

static bool waits_tag(const struct scene *sc, unsigned w, const struct row *head, struct step *step)
{
    unsigned n = sc->s->shape.tags;
    uint64_t tags = n ? was(&sc->s->tag, w * n, n) & (head->tag_src | head->tag_dst) : 0;
    if (!tags)
        return false;
    *step = head_waits_for(CAUSE_TAG, lowest(tags), tracker_tag_writer(sc->t, w, lowest(tags)));
    return true;
}

bool head_waits_pending(const struct scene *sc, unsigned w, const struct row *head, struct step *step)
{
    return waits_raw(sc, w, head, step) || waits_waw(sc, w, head, step) || waits_tag(sc, w, head, step);
}
