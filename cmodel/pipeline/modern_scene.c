/* SPDX-License-Identifier: Apache-2.0 */
#include "modern_scene.h"

#include "cmodel/base/unit.h"

/* --- the window --------------------------------------------------------------------------------------------------- */

/* Slots of element i whose register is read from a bank `ahead` cycles from now. */
static unsigned slots_ahead(const struct modern_scene *sc, unsigned i, unsigned bank, unsigned ahead)
{
    const struct shape *k = &sc->s->shape;
    const struct modern_signals *s = &sc->s->modern;
    unsigned bank_w = bits_for(k->banks), found = 0;
    for (unsigned slot = 0; slot < k->slots; slot++) {
        unsigned at = i * k->slots + slot;
        if (was(&s->stage_src_valid, at, 1) && !was(&s->stage_hit, at, 1)
            && was(&s->stage_bank, at * bank_w, bank_w) == bank && was(&s->stage_time, at * 2, 2) == i + ahead)
            found |= 1u << slot;
    }
    return found;
}

unsigned modern_window_slots(const struct modern_scene *sc, unsigned i, unsigned bank)
{
    return was(&sc->s->modern.bank[bank].read_valid, 0, 1) ? slots_ahead(sc, i, bank, 0) : 0;
}

/* Who has reserved the read of a bank in so many cycles, or NULL; and of which register. */
static const struct row *reserved(const struct modern_scene *sc, unsigned bank, unsigned ahead, unsigned *reg)
{
    for (unsigned i = 0; i + ahead < MODERN_WINDOW; i++) {
        unsigned slots = sc->window[i] ? slots_ahead(sc, i, bank, ahead) : 0;
        if (!slots)
            continue;
        *reg = sc->window[i]->src[lowest(slots) % MAX_SLOTS];
        return sc->window[i];
    }
    return NULL;
}

const struct row *modern_reader(const struct modern_scene *sc, unsigned bank, unsigned *reg)
{
    const struct modern_bank_signals *b = &sc->s->modern.bank[bank];
    if (!is_now(&b->value_valid, 0, 1))
        return NULL;
    *reg = (unsigned)is_now(&b->value_reg, 0, sc->s->shape.reg_w);
    return is_now(&b->value_queue, 0, 1) ? sc->queue[0] : reserved(sc, bank, 0, reg);
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

static unsigned free_cycles(const struct modern_scene *sc, unsigned bank)
{
    unsigned n = 1;
    for (unsigned i = 1; i < MODERN_WINDOW; i++)
        n += !was(&sc->s->modern.bank[bank].read_valid, i, 1);
    return n;
}

/* The lowest slot for which its bank has no cycle left, and who has the first one that is not free. */
static struct modern_lack find_lack(const struct modern_scene *sc)
{
    const struct row *r = sc->allocate;
    struct modern_lack lack = {.by = NULL};
    for (unsigned set = r ? r->src_valid : 0; set; set &= set - 1) {
        unsigned slot = lowest(set), bank = bank_of(&sc->s->shape, r->slot, r->src[slot]);
        bool same;
        if (hits(sc, r, slot, bank) || reads_before(sc, r, slot, bank, &same) < free_cycles(sc, bank) || same)
            continue;
        lack = (struct modern_lack){.bank = bank, .reg = r->src[slot]};
        for (unsigned ahead = 1; ahead < MODERN_WINDOW && !lack.by; ahead++)
            lack.by = reserved(sc, bank, ahead, &lack.with);
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
    *sc = (struct modern_scene){.s = s, .m = m};
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
