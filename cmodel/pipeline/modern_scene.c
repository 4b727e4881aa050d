/* SPDX-License-Identifier: Apache-2.0 */
#include "modern_scene.h"

#include "cmodel/base/unit.h"

/* --- the window --------------------------------------------------------------------------------------------------- */

/* Slots of element i whose register is read from a bank on a port `ahead` cycles from now. */
static unsigned slots_ahead(const struct modern_scene *sc, unsigned i, unsigned bank, unsigned port, unsigned ahead)
{
    const struct shape *k = &sc->s->shape;
    const struct modern_signals *s = &sc->s->modern;
    unsigned bank_w = bits_for(k->banks), port_w = bits_for(sc->ports), found = 0;
    for (unsigned slot = 0; slot < k->slots; slot++) {
        unsigned at = i * k->slots + slot;
        if (was(&s->stage_src_valid, at, 1) && !was(&s->stage_hit, at, 1)
            && was(&s->stage_bank, at * bank_w, bank_w) == bank && was(&s->stage_time, at * 2, 2) == i + ahead
            && was(&s->stage_port, at * port_w, port_w) == port)
            found |= 1u << slot;
    }
    return found;
}

/* Whether port `port` of a bank has a read in `ahead` cycles. */
static bool is_taken(const struct modern_scene *sc, unsigned bank, unsigned port, unsigned ahead)
{
    return was(&sc->s->modern.bank[bank].read_valid, MODERN_WINDOW * port + ahead, 1);
}

unsigned modern_window_slots(const struct modern_scene *sc, unsigned i, unsigned bank, unsigned port)
{
    return is_taken(sc, bank, port, 0) ? slots_ahead(sc, i, bank, port, 0) : 0;
}

/* Who has reserved the read of a bank on a port in so many cycles, or NULL; and of which register. */
static const struct row *reserved(const struct modern_scene *sc, unsigned bank, unsigned port, unsigned ahead,
                                  unsigned *reg)
{
    for (unsigned i = 0; i + ahead < MODERN_WINDOW; i++) {
        unsigned slots = sc->window[i] ? slots_ahead(sc, i, bank, port, ahead) : 0;
        if (!slots)
            continue;
        *reg = sc->window[i]->src[lowest(slots) % MAX_SLOTS];
        return sc->window[i];
    }
    return NULL;
}

const struct row *modern_reader(const struct modern_scene *sc, unsigned bank, unsigned port, unsigned *reg)
{
    const struct modern_bank_signals *b = &sc->s->modern.bank[bank];
    unsigned reg_w = sc->s->shape.reg_w, at = MODERN_WINDOW * port;
    if (!is_now(&b->value_valid, at, 1))
        return NULL;
    *reg = (unsigned)is_now(&b->value_reg, at * reg_w, reg_w);
    if (port == modern_queue_port(sc) && is_now(&b->value_queue, 0, 1))
        return sc->queue[0];
    return reserved(sc, bank, port, 0, reg);
}

/* --- Allocate ----------------------------------------------------------------------------------------------------- */

static bool hits(const struct modern_scene *sc, const struct row *r, unsigned slot, unsigned bank)
{
    const struct shape *k = &sc->s->shape;
    const struct modern_signals *s = &sc->s->modern;
    unsigned p = r->src_pos[slot], e = MODERN_OPERANDS * bank + p;
    return p < MODERN_OPERANDS && was(&s->reuse_valid, e, 1) && was(&s->reuse_warp, e * k->warp_w, k->warp_w) == r->slot
        && was(&s->reuse_reg, e * k->reg_w, k->reg_w) == r->src[slot];
}

/* Lower slots of the instruction that need a read of the bank, each register once; all of them with a bit of `slot`. */
static unsigned reads_before(const struct modern_scene *sc, const struct row *r, unsigned slot, unsigned bank,
                             bool *same)
{
    unsigned seen = 0, count = 0;
    *same = false;
    for (unsigned set = r->src_valid & (unsigned)low_bits(slot); set; set &= set - 1) {
        unsigned i = lowest(set);
        bool again = false;
        if (bank_of(&sc->s->shape, r->slot, r->src[i]) != bank || hits(sc, r, i, bank))
            continue;
        *same |= r->src[i] == r->src[slot];
        for (unsigned before = seen; before; before &= before - 1)
            again |= r->src[lowest(before)] == r->src[i];
        seen |= 1u << i;
        count += !again;
    }
    return count;
}

/* Places of a bank that are free: cycles of the window, each once for a port. No port is taken in the last one yet. */
static unsigned free_places(const struct modern_scene *sc, unsigned bank)
{
    unsigned n = sc->ports;
    for (unsigned ahead = 1; ahead < MODERN_WINDOW; ahead++)
        for (unsigned port = 0; port < sc->ports; port++)
            n += !is_taken(sc, bank, port, ahead);
    return n;
}

/* Who has the first place of a bank that is not free, and which register is read in it. */
static void find_taker(const struct modern_scene *sc, struct modern_lack *lack)
{
    for (unsigned ahead = 1; ahead < MODERN_WINDOW; ahead++)
        for (unsigned port = 0; port < sc->ports && !lack->by; port++)
            lack->by = reserved(sc, lack->bank, port, ahead, &lack->with);
}

/* The lowest slot for which its bank has no place left, and who has the first one that is not free. */
static struct modern_lack find_lack(const struct modern_scene *sc)
{
    const struct row *r = sc->allocate;
    struct modern_lack lack = {.by = NULL};
    for (unsigned set = r ? r->src_valid : 0; set; set &= set - 1) {
        unsigned slot = lowest(set), bank = bank_of(&sc->s->shape, r->slot, r->src[slot]);
        bool same;
        if (hits(sc, r, slot, bank) || reads_before(sc, r, slot, bank, &same) < free_places(sc, bank) || same)
            continue;
        lack = (struct modern_lack){.bank = bank, .reg = r->src[slot]};
        find_taker(sc, &lack);
        break;
    }
    return lack;
}

/* Whether the unit queue has taken what was in Allocate: one more, or as many though its head has dispatched. */
static bool queue_took(const struct modern_scene *sc)
{
    const struct modern_signals *s = &sc->s->modern;
    bool window = was(&s->stage_valid, MODERN_WINDOW, 1);
    unsigned before = (unsigned)was(&s->queue_count, 0, 8 * s->queue_count.bytes);
    unsigned left = before - (sc->m->dispatches && !window && before > 0);
    return is_now(&s->queue_count, 0, 8 * s->queue_count.bytes) > left;
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

static struct row *row_at(const struct tracker *t, const struct signal *iid, unsigned i)
{
    return tracker_flight(t, (unsigned)was(iid, i * t->shape.iid_w, t->shape.iid_w));
}

void modern_scene_set(struct modern_scene *sc, const struct signals *s, const struct moment *m, const struct tracker *t)
{
    const struct modern_signals *r = &s->modern;
    *sc = (struct modern_scene){.s = s, .m = m, .ports = (unsigned)s->cfg->modern_read_ports};
    if (was(&r->control_valid, 0, 1))
        sc->control = row_at(t, &r->control_iid, 0);
    for (unsigned i = 0; i <= MODERN_WINDOW; i++)
        sc->window[i] = was(&r->stage_valid, i, 1) ? row_at(t, &r->stage_iid, i) : NULL;
    sc->queued = (unsigned)was(&r->queue_count, 0, 8 * r->queue_count.bytes);
    sc->queued = sc->queued < MODERN_QUEUE ? sc->queued : MODERN_QUEUE;
    for (unsigned i = 0; i < sc->queued; i++)
        sc->queue[i] = row_at(t, &r->queue_iid, i);
    if (!was(&r->allocate_valid, 0, 1))
        return;
    sc->allocate = row_at(t, &r->allocate_iid, 0);
    sc->to_queue = !unit_is_fixed((unsigned)was(&r->allocate_unit, 0, 3));
    sc->hold = sc->to_queue ? !queue_took(sc) : !is_now(&r->stage_valid, 0, 1);
    if (sc->hold && !sc->to_queue)
        sc->lack = find_lack(sc);
}
