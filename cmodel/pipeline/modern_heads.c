/* SPDX-License-Identifier: Apache-2.0 */
#include "modern_heads.h"

#include "cmodel/base/control.h"
#include "cmodel/base/unit.h"
#include "heads_pending.h"

enum { COUNTERS = 6, COUNT_W = 6, STALL_W = 6 };

/* So many have yet to read at most: those in the unit queue, in Allocate and in Control. */
enum { MODERN_READERS = MODERN_QUEUE + 2 };

/* --- item 1: the stall count -------------------------------------------------------------------------------------- */

static bool waits_stall(const struct scene *sc, unsigned w, struct step *step)
{
    const struct track_issue *before = &sc->t->by_warp[w];
    if (!was(&sc->s->modern.stall, w * STALL_W, STALL_W))
        return false;
    step->cause = before->yield && before->stall < 2 ? CAUSE_YIELD : CAUSE_STALL;
    step->other = before->who;
    step->value = (uint8_t)control_distance(before->stall, before->yield);
    step->own = sc->modern->hold ? HELD_COUNT : 0;
    return true;
}

/* --- item 2: dependence counters ---------------------------------------------------------------------------------- */

static unsigned count_of(const struct scene *sc, unsigned w, unsigned n)
{
    return (unsigned)was(&sc->s->modern.count, (w * COUNTERS + n) * COUNT_W, COUNT_W);
}

/* Why an instruction holds one of these counters up: HELD_WRITES, HELD_READS. In Control it has not counted yet. */
static unsigned holds_up(const struct scene *sc, const struct row *r, unsigned counters)
{
    const struct modern_signals *s = &sc->s->modern;
    if (r == sc->modern->control || r->state == ROW_BUFFERED || tracker_flight(sc->t, r->iid) != r)
        return 0;
    unsigned write = (unsigned)was(&s->write_bar, 3 * r->iid, 3), read = (unsigned)was(&s->read_bar, 3 * r->iid, 3);
    return (counters >> write & 1 ? HELD_WRITES : 0)
        | ((counters >> read & 1) && r->state == ROW_ISSUED ? HELD_READS : 0);
}

/* One more that is in the way, `found` behind so many others. */
static void name_one(struct step *step, const struct row *r, unsigned found)
{
    if (found == 0)
        step->other = r->who;
    else if (found <= STEP_MORE)
        step->more[found - 1] = r->who;
    else
        step->others++;
}

static void name_holders(const struct scene *sc, unsigned w, struct step *step)
{
    unsigned found = 0;
    for (uint32_t i = 0; i < sc->t->count; i++) {
        const struct row *r = sc->t->live[i];
        unsigned why = r->slot == w ? holds_up(sc, r, step->counters) : 0;
        if (!why)
            continue;
        step->own |= (uint8_t)why;
        name_one(step, r, found++);
    }
}

static bool waits_counter(const struct scene *sc, unsigned w, const struct row *head, struct step *step)
{
    for (unsigned set = head->wait; set; set &= set - 1)
        if (lowest(set) < COUNTERS && count_of(sc, w, lowest(set)) > 0)
            step->counters |= (uint8_t)(set & -set);
    if (step->counters) {
        step->cause = CAUSE_COUNTER;
    } else if (head->depbar < COUNTERS && count_of(sc, w, head->depbar) > head->depbar_count) {
        step->counters = (uint8_t)(1u << head->depbar);
        step->value = head->depbar_count;
        step->cause = CAUSE_DEPBAR;
    } else {
        return false;
    }
    name_holders(sc, w, step);
    return true;
}

/* --- item 2a, with scoreboards: those who have yet to read -------------------------------------------------------- */

static unsigned readers_of(const struct scene *sc, unsigned w, unsigned reg)
{
    unsigned width = bits_for((unsigned)sc->cfg->modern_consumers + 1);
    return (unsigned)was(&sc->s->modern.readers, (w * sc->s->shape.registers + reg) * width, width);
}

static bool reads(const struct row *r, unsigned w, unsigned reg)
{
    unsigned set = r && r->slot == w ? r->src_valid : 0;
    while (set && r->src[lowest(set)] != reg)
        set &= set - 1;
    return set != 0;
}

/* Who has yet to read a register: the oldest first. In the window its read is reserved, and it does not count. */
static unsigned find_readers(const struct scene *sc, unsigned w, unsigned reg, const struct row *found[MODERN_READERS])
{
    const struct modern_scene *m = sc->modern;
    unsigned count = 0;
    for (unsigned i = 0; i < m->queued; i++)
        if (reads(m->queue[i], w, reg))
            found[count++] = m->queue[i];
    if (reads(m->allocate, w, reg))
        found[count++] = m->allocate;
    if (reads(m->control, w, reg))
        found[count++] = m->control;
    return count;
}

static bool waits_war(const struct scene *sc, unsigned w, const struct row *head, struct step *step)
{
    const struct row *reader[MODERN_READERS];
    for (unsigned d = 0; d < head->dst_count; d++) {
        unsigned reg = (head->dst_base + d) & (sc->s->shape.registers - 1);
        if (readers_of(sc, w, reg) == 0)
            continue;
        *step = head_waits_for(CAUSE_WAR, reg, find_readers(sc, w, reg, reader) ? reader[0] : NULL);
        return true;
    }
    return false;
}

static bool waits_consumers(const struct scene *sc, unsigned w, const struct row *head, struct step *step)
{
    unsigned most = (unsigned)sc->cfg->modern_consumers;
    const struct row *reader[MODERN_READERS];
    for (unsigned set = head->src_valid; set; set &= set - 1) {
        unsigned reg = head->src[lowest(set)];
        if (readers_of(sc, w, reg) < most)
            continue;
        *step = head_waits_for(CAUSE_CONSUMERS, reg, NULL);
        step->value = (uint8_t)most;
        for (unsigned i = 0, n = find_readers(sc, w, reg, reader); i < n; i++)
            name_one(step, reader[i], i);
        return true;
    }
    return false;
}

/* Items 1 and 2; with scoreboards items 2 and 2a. */
static bool waits_dependence(const struct scene *sc, unsigned w, const struct row *head, struct step *step)
{
    if (!config_counts_readers(sc->cfg))
        return waits_stall(sc, w, step) || waits_counter(sc, w, head, step);
    return head_waits_pending(sc, w, head, step) || waits_war(sc, w, head, step)
        || waits_consumers(sc, w, head, step);
}

/* --- items 3 and 4 ------------------------------------------------------------------------------------------------ */

static bool waits_interval(const struct scene *sc, const struct row *head, struct step *step)
{
    const struct modern_signals *s = &sc->s->modern;
    const struct signal *wait = head->unit == UNIT_INT ? &s->int_wait : &s->fp32_wait;
    if ((head->unit != UNIT_INT && head->unit != UNIT_FP32) || !was(wait, 0, 2))
        return false;
    step->cause = CAUSE_INTERVAL;
    step->unit = head->unit;
    step->other = sc->t->to_unit[head->unit].who;
    return true;
}

struct step modern_hold(const struct modern_scene *m, unsigned stage)
{
    bool self = stage == PIPE_ALLOCATE;
    struct step s = {.stage = (uint8_t)stage, .cause = m->to_queue ? CAUSE_FULL : CAUSE_HOLD};
    s.other = row_who(!self ? m->allocate : m->to_queue ? m->queue[0] : m->lack.by);
    if (m->to_queue)
        return s;
    s.bank = (uint8_t)m->lack.bank;
    s.reg = (uint8_t)m->lack.reg;
    s.with = self ? (uint8_t)m->lack.with : 0;
    s.own = self && !m->lack.by;
    return s;
}

struct step modern_first_cause(const struct scene *sc, bool number, unsigned w, const struct row *head)
{
    struct step step = {.stage = PIPE_BUFFER};
    if (waits_dependence(sc, w, head, &step) || waits_interval(sc, head, &step))
        return step;
    if (!number)
        step.cause = CAUSE_INFLIGHT;
    else if (sc->modern->hold)
        step = modern_hold(sc->modern, PIPE_BUFFER);
    return step;
}
