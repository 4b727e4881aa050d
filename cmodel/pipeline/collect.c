/* SPDX-License-Identifier: Apache-2.0 */
#include "collect.h"

#include <stdio.h>

/* What a slot of a position refers to: a register, or an entry. Slots with the same key have the same value. */
static unsigned key_of(const struct scene *sc, unsigned c, unsigned p, unsigned slot)
{
    const struct signals *s = sc->s;
    const struct collector_signals *col = &s->col[c];
    unsigned at = p * s->shape.slots + slot;
    if (col->index.now)
        return (unsigned)was(&col->index, at * s->entry_w, s->entry_w);
    return (unsigned)was(&col->src_reg, slot * s->shape.reg_w, s->shape.reg_w);
}

/* The slots that are used, and those of them whose value is there before this cycle. */
static uint32_t ready_slots(const struct scene *sc, unsigned c, unsigned p, uint32_t *valid)
{
    const struct collector_signals *col = &sc->s->col[c];
    unsigned slots = sc->s->shape.slots;
    uint32_t ready = 0;
    *valid = (uint32_t)was(&col->src_valid, p * slots, slots);
    if (sc->cfg->kind != KIND_BOC)
        return (uint32_t)was(&col->src_ready, 0, slots) & *valid;
    for (uint32_t set = *valid; set; set &= set - 1)
        ready |= (uint32_t)was(&col->full, key_of(sc, c, p, lowest(set)), 1) << lowest(set);
    return ready;
}

/* Slots of a collector that are read from entries of ORF and LRF. */
static uint32_t of_entries(const struct scene *sc, unsigned c, uint32_t valid)
{
    const struct signal *bank = &sc->s->col[c].src_bank;
    return bank->now ? valid & ~(uint32_t)was(bank, 0, sc->s->shape.slots) : 0;
}

/* Those whose value arrives in this cycle. */
static uint32_t from_entries(const struct scene *sc, unsigned c, uint32_t valid)
{
    const struct signals *s = sc->s;
    bool here = was(&s->read_col, 0, s->shape.col_w) == c;
    return here ? (uint32_t)was(&s->read_slot, 0, s->shape.slots) & of_entries(sc, c, valid) : 0;
}

/* Slots whose value a bank has read, and from which: those that arrive in this cycle, or with slow banks those that are
 * still on their way. */
static uint32_t read_slots(const struct scene *sc, unsigned c, unsigned p, uint32_t valid, bool on_way, unsigned *bank)
{
    const struct signals *s = sc->s;
    uint32_t found = 0;
    valid &= ~of_entries(sc, c, valid);
    for (unsigned b = 0; b < s->shape.banks; b++) {
        const struct bank_signals *read = &s->bank[b];
        if (!was(&read->rd_valid, 0, 1) || was(&read->rd_col, 0, s->shape.col_w) != c || bank_busy(sc, b) != on_way)
            continue;
        unsigned from = (unsigned)was(&read->rd_pos, 0, s->pos_w);
        unsigned key = key_of(sc, c, from, (unsigned)was(&read->rd_slot, 0, s->shape.slot_w));
        for (uint32_t set = valid; set; set &= set - 1)
            if (key_of(sc, c, p, lowest(set)) == key) {
                found |= set & -set;
                *bank = b;
            }
    }
    return found;
}

static uint32_t arriving(const struct scene *sc, unsigned c, unsigned p, uint32_t valid, unsigned *bank)
{
    return from_entries(sc, c, valid) | read_slots(sc, c, p, valid, false, bank);
}

/* --- requests ----------------------------------------------------------------------------------------------------- */

/* The place of the instruction's request in the queue of a bank, or -1. */
static int place_of(const struct bank_now *bank, unsigned c, unsigned p)
{
    for (unsigned i = 0; i < bank->count; i++)
        if (bank->request[i].col == c && bank->request[i].pos == p)
            return (int)i;
    return -1;
}

static struct step at_bank(enum pipe_cause cause, unsigned bank, unsigned reg)
{
    return (struct step){.stage = PIPE_COLLECT, .cause = (uint8_t)cause, .bank = (uint8_t)bank, .reg = (uint8_t)reg};
}

/* Who, and which of his registers, is in the way. */
static void blame(const struct scene *sc, struct step *s, const struct row *r, const struct bank_now *by)
{
    const struct row *other = scene_row(sc, by->request[0].col, by->request[0].pos);
    s->other = row_who(other);
    s->with = other ? other->src[bank_slot(by) % MAX_SLOTS] : 0;
    s->has_with = 1;
    s->own = other == r;
}

/* What the request in a bank waits for; CAUSE_READ: it is read; what waits behind it in the same request waits for it.
 */
static struct step request_step(const struct scene *sc, const struct banks *b, unsigned bank, int place,
                                const struct row *r)
{
    const struct bank_now *now = &b->at[bank];
    uint32_t slots = now->request[place].slots;
    unsigned slot = slots ? lowest(slots) : 0, reg = r->src[slot % MAX_SLOTS];
    struct step s = at_bank(CAUSE_BANK, bank, reg);
    if (place > 0) {
        blame(sc, &s, r, now);
        return s;
    }
    if (now->written) {
        s.cause = CAUSE_BANK_WRITE;
        s.other = row_who(now->writer);
    } else if (now->busy) {
        s.cause = CAUSE_BANK_BUSY;
    } else if (now->port_s) {
        s.cause = CAUSE_PORT_S;
        blame(sc, &s, r, &b->at[now->taker]);
    } else if (slots & (slots - 1)) {
        s.reg = r->src[lowest(slots & (slots - 1)) % MAX_SLOTS];
        blame(sc, &s, r, now);
    } else {
        s.cause = CAUSE_READ;
    }
    return s;
}

/* How much a cause says of why the instruction is not further; the first one in this list is what is shown. */
static unsigned rank(enum pipe_cause cause)
{
    static const uint8_t order[] = {CAUSE_PORT_S, CAUSE_BANK_WRITE, CAUSE_BANK_BUSY, CAUSE_BANK, CAUSE_READ};
    unsigned i = 0;
    while (i < sizeof order && order[i] != cause)
        i++;
    return i;
}

/* Of all its requests. False: it has none. */
static bool requests_step(const struct scene *sc, const struct banks *b, unsigned c, unsigned p, const struct row *r,
                          struct step *step)
{
    bool any = false;
    for (unsigned bank = 0; bank < sc->s->shape.banks; bank++) {
        const struct bank_now *now = &b->at[bank];
        int place = place_of(now, c, p);
        bool passed = now->passed && now->before.col == c && now->before.pos == p;
        if (place < 0 && !passed)
            continue;
        struct step s = place >= 0 ? request_step(sc, b, bank, place, r)
                      : at_bank(CAUSE_READ, bank, r->src[lowest(now->before.slots) % MAX_SLOTS]);
        if (!any || rank(s.cause) < rank(step->cause))
            *step = s;
        any = true;
    }
    return any;
}

/* --- without a request -------------------------------------------------------------------------------------------- */

/* Whoever has asked a bank for the same entry of the BOC. */
static const struct row *sharer(const struct scene *sc, const struct banks *b, unsigned c, unsigned key)
{
    for (unsigned bank = 0; bank < sc->s->shape.banks; bank++)
        for (unsigned i = 0; i < b->at[bank].count; i++) {
            const struct bank_request *q = &b->at[bank].request[i];
            for (uint32_t set = q->col == c ? q->slots : 0; set; set &= set - 1)
                if (key_of(sc, c, q->pos, lowest(set)) == key)
                    return scene_row(sc, c, q->pos);
        }
    return NULL;
}

static struct step other_step(const struct scene *sc, const struct banks *b, unsigned c, unsigned p,
                              const struct row *r, uint32_t missing, uint32_t arrive, unsigned bank)
{
    uint32_t waits = (uint32_t)was(&sc->s->col[c].src_wait, 0, sc->s->shape.slots) & missing;
    struct step s = at_bank(CAUSE_ARRIVES, bank, r->src[lowest(arrive ? arrive : missing) % MAX_SLOTS]);
    s.has_with = (of_entries(sc, c, arrive) & -of_entries(sc, c, arrive)) == (arrive & -arrive) && arrive;
    if (waits) {
        s = at_bank(CAUSE_RESULT, 0, r->src[lowest(waits) % MAX_SLOTS]);
        s.other = row_who(tracker_writer(sc->t, r->slot, s.reg));
    } else if (missing & ~arrive) {
        unsigned slot = lowest(missing & ~arrive);
        s = at_bank(CAUSE_SHARED, 0, r->src[slot % MAX_SLOTS]);
        s.other = row_who(sharer(sc, b, c, key_of(sc, c, p, slot)));
    }
    return s;
}

/* All operands are there: the instruction waits for its unit, or for its turn. */
static struct step ready_step(const struct scene *sc, const struct row *r)
{
    struct step s = {.stage = PIPE_COLLECT, .cause = CAUSE_DISPATCHES, .unit = r->unit};
    if (!(sc->m->unit_ready >> r->unit & 1)) {
        s.cause = CAUSE_UNIT;
        s.other = sc->t->unit[r->unit % MAX_UNITS];
    } else if (sc->m->dispatches) {
        s.other = row_who(tracker_flight(sc->t, sc->m->dispatch_iid));
    }
    return s;
}

struct step collect_step(const struct scene *sc, const struct banks *b, unsigned c, unsigned p, const struct row *r)
{
    uint32_t valid, ready = ready_slots(sc, c, p, &valid);
    unsigned bank = 0;
    uint32_t arrive = arriving(sc, c, p, valid, &bank);
    uint32_t missing = valid & ~ready & ~(sc->s->shape.forward ? arrive : 0);
    struct step s;
    if (sc->m->dispatches && r->state == ROW_ISSUED && r->iid == sc->m->dispatch_iid)
        return (struct step){.stage = PIPE_DISPATCH, .unit = r->unit};
    if (!missing)
        return ready_step(sc, r);
    if (requests_step(sc, b, c, p, r, &s))
        return s;
    uint32_t read = missing & ~arrive ? read_slots(sc, c, p, missing & ~arrive, true, &bank) : 0;
    if (read)
        return at_bank(CAUSE_READ, bank, r->src[lowest(read) % MAX_SLOTS]);
    return other_step(sc, b, c, p, r, missing, arrive, bank);
}

/* --- text --------------------------------------------------------------------------------------------------------- */

static int bank_of_slot(const struct scene *sc, const struct banks *b, unsigned c, unsigned p, unsigned slot)
{
    for (unsigned bank = 0; bank < sc->s->shape.banks; bank++) {
        int place = place_of(&b->at[bank], c, p);
        if (place >= 0 && (b->at[bank].request[place].slots >> slot & 1))
            return (int)bank;
    }
    return -1;
}

size_t collect_text(const struct scene *sc, const struct banks *b, unsigned c, unsigned p, const struct row *r,
                    char text[COLLECT_TEXT])
{
    uint32_t valid, ready = ready_slots(sc, c, p, &valid);
    size_t at = 0;
    text[0] = '\0';
    for (uint32_t set = valid; set && at + 32 < COLLECT_TEXT; set &= set - 1) {
        unsigned slot = lowest(set), reg = r->src[slot % MAX_SLOTS];
        int bank = bank_of_slot(sc, b, c, p, slot);
        if (bank >= 0)
            at += (size_t)snprintf(text + at, COLLECT_TEXT - at, "%sR%u from bank %d", at ? ", " : "", reg, bank);
        else if (of_entries(sc, c, valid) >> slot & 1)
            at += (size_t)snprintf(text + at, COLLECT_TEXT - at, "%sR%u from an entry", at ? ", " : "", reg);
        else if (ready >> slot & 1)
            at += (size_t)snprintf(text + at, COLLECT_TEXT - at, "%sR%u hit", at ? ", " : "", reg);
    }
    return at;
}
