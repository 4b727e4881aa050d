/* SPDX-License-Identifier: Apache-2.0 */
#include "modern_stages.h"

#include <stdio.h>

#include "modern_heads.h"

/* --- window ------------------------------------------------------------------------------------------------------- */

static void add_read(struct step *s, unsigned reg, unsigned bank)
{
    s->cause = CAUSE_READ;
    if (s->reads == 0) {
        s->reg = (uint8_t)reg;
        s->bank = (uint8_t)bank;
    }
    if (s->reads < STEP_READS)
        s->read[s->reads++] = (struct step_read){(uint8_t)reg, (uint8_t)bank};
}

static struct step window_step(const struct modern_scene *sc, unsigned i, const struct row *r)
{
    struct step s = {.stage = PIPE_WINDOW};
    for (unsigned n = 0; n < sc->s->shape.banks * sc->ports; n++) {
        unsigned bank = n / sc->ports, slots = modern_window_slots(sc, i, bank, n % sc->ports);
        if (slots)
            add_read(&s, r->src[lowest(slots) % MAX_SLOTS], bank);
    }
    return s;
}

/* --- unit queue --------------------------------------------------------------------------------------------------- */

/* A bank whose port of the unit queue has to read another register than that of a slot, for another instruction or for
 * the head itself. */
static bool waits_bank(const struct modern_scene *sc, const struct row *r, unsigned missing, struct step *s)
{
    for (; missing; missing &= missing - 1) {
        unsigned slot = lowest(missing), bank = bank_of(&sc->s->shape, r->slot, r->src[slot]), reg = 0;
        const struct row *reader = modern_reader(sc, bank, modern_queue_port(sc), &reg);
        if (!reader || (reader == r && reg == r->src[slot]))
            continue;
        *s = (struct step){.stage = PIPE_QUEUE, .cause = CAUSE_BANK_READ, .reg = r->src[slot], .bank = (uint8_t)bank,
                           .with = (uint8_t)reg, .has_with = 1, .other = row_who(reader), .own = reader == r};
        return true;
    }
    return false;
}

static struct step head_step(const struct modern_scene *sc, const struct tracker *t, const struct row *r)
{
    const struct modern_signals *q = &sc->s->modern;
    unsigned slots = sc->s->shape.slots, missing = r->src_valid & ~(unsigned)was(&q->got, 0, slots);
    unsigned asked = (unsigned)was(&q->asked, 0, slots), asks = (unsigned)is_now(&q->asked, 0, slots) & ~asked;
    struct step s = {.stage = PIPE_QUEUE, .unit = r->unit};
    if (!missing && !(sc->m->unit_ready >> r->unit & 1)) {
        s.cause = CAUSE_UNIT;
        s.other = t->unit[r->unit % MAX_UNITS];
    } else if (!missing) {
        s.cause = CAUSE_DISPATCHES;
        s.other = row_who(sc->m->dispatches ? tracker_flight(t, sc->m->dispatch_iid) : NULL);
    }
    if (!missing || waits_bank(sc, r, missing & ~asked, &s))
        return s;
    for (unsigned b = 0; b < sc->s->shape.banks; b++)
        for (unsigned set = asks & missing; set; set &= set - 1)
            if (bank_of(&sc->s->shape, r->slot, r->src[lowest(set)]) == b) {
                add_read(&s, r->src[lowest(set)], b);
                break;
            }
    if (s.reads)
        return s;
    s.cause = CAUSE_ARRIVES;
    s.reg = r->src[lowest(missing)];
    s.bank = (uint8_t)bank_of(&sc->s->shape, r->slot, s.reg);
    return s;
}

static bool queue_step(const struct modern_scene *sc, const struct tracker *t, const struct row *r, struct step *s)
{
    for (unsigned i = 0; i < sc->queued; i++) {
        if (sc->queue[i] != r)
            continue;
        *s = i == 0 ? head_step(sc, t, r)
           : (struct step){.stage = PIPE_QUEUE, .cause = CAUSE_QUEUED, .other = row_who(sc->queue[0])};
        return true;
    }
    return false;
}

/* --- all stages --------------------------------------------------------------------------------------------------- */

struct step modern_stage(const struct modern_scene *sc, const struct tracker *t, const struct row *r)
{
    struct step s;
    if (sc->m->dispatches && r->iid == sc->m->dispatch_iid)
        return (struct step){.stage = PIPE_DISPATCH, .unit = r->unit};
    if (r == sc->allocate && sc->hold)
        return modern_hold(sc, PIPE_ALLOCATE);
    if (r == sc->allocate)
        return (struct step){.stage = PIPE_ALLOCATE, .own = sc->to_queue ? TO_QUEUE : TO_WINDOW};
    for (unsigned i = 0; i <= MODERN_WINDOW; i++)
        if (r == sc->window[i])
            return window_step(sc, i, r);
    if (queue_step(sc, t, r, &s))
        return s;
    return sc->hold ? modern_hold(sc, PIPE_CONTROL) : (struct step){.stage = PIPE_CONTROL};
}

/* --- text --------------------------------------------------------------------------------------------------------- */

/* Slots before `slot` have told the same of this register. */
static bool is_told(const struct row *r, unsigned slot, unsigned hit, unsigned keep)
{
    for (unsigned set = r->src_valid & (unsigned)low_bits(slot); set; set &= set - 1) {
        unsigned i = lowest(set);
        if (r->src[i] == r->src[slot] && !((hit >> i ^ hit >> slot) & 1) && !((keep >> i ^ keep >> slot) & 1))
            return true;
    }
    return false;
}

size_t modern_operands(const struct modern_scene *sc, const struct row *r, char *text, size_t size)
{
    const struct modern_signals *s = &sc->s->modern;
    unsigned slots = sc->s->shape.slots, hit = 0, keep = 0;
    size_t at = 0;
    text[0] = '\0';
    if (r != sc->allocate || sc->hold)
        return 0;
    if (!sc->to_queue) {
        hit = (unsigned)is_now(&s->stage_hit, 0, slots);
        keep = (unsigned)is_now(&s->stage_keep, 0, slots);
    }
    for (unsigned set = r->src_valid; set && at + 32 < size; set &= set - 1) {
        unsigned slot = lowest(set), reg = r->src[slot];
        const char *comma = at ? ", " : "", *kept = keep >> slot & 1 ? " and kept" : "";
        if (is_told(r, slot, hit, keep))
            continue;
        if (hit >> slot & 1)
            at += (size_t)snprintf(text + at, size - at, "%sR%u hit%s", comma, reg, kept);
        else
            at += (size_t)snprintf(text + at, size - at, "%sR%u from bank %u%s", comma, reg,
                                   bank_of(&sc->s->shape, r->slot, reg), kept);
    }
    return at;
}
