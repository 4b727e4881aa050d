/* SPDX-License-Identifier: Apache-2.0 */
#include "heads.h"

#include "heads_intervals.h"
#include "heads_levels.h"
#include "heads_pending.h"
#include "modern_heads.h"

/* --- item 3: earlier reads ---------------------------------------------------------------------------------------- */

/* The register of `reader` that the head writes, or -1. */
static int overwrites(const struct scene *sc, const struct row *head, const struct row *reader)
{
    for (unsigned set = reader->src_valid; set; set &= set - 1) {
        unsigned reg = reader->src[lowest(set)];
        if (is_result(&sc->s->shape, head->dst_base, head->dst_count, reg))
            return (int)reg;
    }
    return -1;
}

static bool waits_war(const struct scene *sc, unsigned w, const struct row *head, struct step *step)
{
    const struct row *reader = NULL;
    int reg = -1;
    for (unsigned c = 0; c < sc->s->shape.collectors && reg < 0; c++)
        for (uint64_t set = sc->held[c]; set && reg < 0; set &= set - 1) {
            reader = scene_row(sc, c, lowest(set));
            reg = reader && reader->slot == w ? overwrites(sc, head, reader) : -1;
        }
    if (reg < 0 && sc->staged_row && sc->staged_warp == w) {
        reader = sc->staged_row;
        reg = overwrites(sc, head, reader);
    }
    if (reg < 0)
        return false;
    *step = head_waits_for(CAUSE_WAR, (unsigned)reg, reader);
    return true;
}

/* --- items 1, 5 to 8 ---------------------------------------------------------------------------------------------- */

static bool has_number(const struct scene *sc)
{
    const struct signals *s = sc->s;
    unsigned n = s->shape.inflight, staged = n;
    if (was(&s->stage_valid, 0, 1))
        staged = (unsigned)was(&s->stage_iid, 0, s->shape.iid_w);
    else if (sc->staged)
        staged = (unsigned)was(&s->grant_iid, 0, s->shape.iid_w);
    for (unsigned i = 0; i < n; i++)
        if (i != staged && !was(&s->inflight_order, i * n + i, 1) && !was(&s->inflight, i, 1))
            return true;
    return false;
}

static uint64_t live_warps(const struct scene *sc)
{
    uint64_t live = 0;
    unsigned n = sc->s->shape.warps;
    for (unsigned w = 0; w < n; w++)
        live |= was(&sc->s->age, w * n + w, 1) << w;
    return live;
}

static unsigned oldest(const struct scene *sc, uint64_t set)
{
    unsigned n = sc->s->shape.warps;
    for (uint64_t rest = set; rest; rest &= rest - 1) {
        unsigned w = lowest(rest);
        if (!(was(&sc->s->age, w * n, n) & set & ~only(w)))
            return w;
    }
    return lowest(set);
}

static uint64_t within_limit(const struct scene *sc)
{
    uint64_t rest = live_warps(sc) & ~sc->m->barrier, within = 0;
    for (int n = 0; n < sc->cfg->limit && rest; n++) {
        uint64_t one = only(oldest(sc, rest));
        within |= one;
        rest &= ~one;
    }
    return within;
}

/* Warps that neither the limit nor CIAO holds back; CCWS stops loads and stores alone. */
static bool admitted(const struct scene *sc, unsigned w, const struct row *head, uint64_t within)
{
    const struct signals *s = sc->s;
    unsigned n = s->shape.warps, at = s->sub * n + w;
    bool spare = sc->cfg->throttle == THROTTLE_STATPCAL && (s->spare.now ? was(&s->spare, 0, 1) : sc->m->spare);
    bool stalled = s->stalled.now ? was(&s->stalled, at, 1) : sc->m->stall >> w & 1;
    bool stopped = s->allow.now ? !was(&s->allow, at, 1) : sc->m->stop >> w & 1;
    if (sc->cfg->limit && !spare && !(within >> w & 1))
        return false;
    if (config_stalls(sc->cfg) && stalled)
        return false;
    return !(sc->cfg->throttle == THROTTLE_CCWS && stopped && head->unit == UNIT_LDST);
}

/* --- a head, and the choice --------------------------------------------------------------------------------------- */

/* The first item of 3.5 that holds a head back, in the order in which the golden model looks; CAUSE_NONE: none does. */
static struct step first_cause(const struct scene *sc, const struct room *room, bool number, uint64_t within,
                               unsigned w, const struct row *head)
{
    struct step step = {.stage = PIPE_BUFFER};
    if (sc->modern)
        return modern_first_cause(sc, number, w, head);
    if (head_waits_pending(sc, w, head, &step) || waits_war(sc, w, head, &step))
        return step;
    if (!room_for(room, sc, w, head))
        step.cause = CAUSE_COLLECTOR;
    else if (!number)
        step.cause = CAUSE_INFLIGHT;
    else if (room_lacks_ports(sc, w, head))
        step.cause = CAUSE_READ_PORTS;
    else if (head_waits_levels(sc, w, head, &step) || head_waits_interval(sc, w, head, &step))
        return step;
    else if (sc->s->active.now && !was(&sc->s->active, w, 1))
        step.cause = CAUSE_INACTIVE;
    else if (!admitted(sc, w, head, within))
        step.cause = CAUSE_LIMIT;
    return step;
}

/* Without collectors it does not matter: a head that nothing holds back issues, or another one does. */
static unsigned choose(const struct scene *sc, const struct room *room, uint64_t ready)
{
    unsigned last = (unsigned)was(&sc->s->last_warp, 0, sc->s->shape.warp_w);
    bool valid = was(&sc->s->last_valid, 0, 1);
    if (sc->cfg->scheduler == SCHEDULER_LRR)
        return first_cyclically(ready, !valid || last + 1 == sc->s->shape.warps ? 0 : last + 1);
    if (valid && (ready >> last & 1))
        return last;
    if (sc->cfg->scheduler == SCHEDULER_MALEKEH && (ready & room->held))
        ready &= room->held;
    return oldest(sc, ready);
}

/* Of the heads that nothing holds back, one is chosen; the others wait for their turn. */
static void take_turns(struct heads *h, const struct scene *sc, const struct room *room, uint64_t ready)
{
    enum pipe_cause cause;
    unsigned chosen = choose(sc, room, ready);
    bool takes = room_takes(room, sc, chosen, &cause);
    if (!sc->s->shape.chosen_before && sc->m->issues)
        chosen = sc->m->issue_warp % MAX_WARPS;
    h->chosen = (int)chosen;
    for (uint64_t set = ready; set; set &= set - 1) {
        unsigned w = lowest(set);
        if (w != chosen)
            h->step[w] = head_waits_for(CAUSE_TURN, 0, h->head[chosen]);
        else if (!takes)
            h->step[w].cause = (uint8_t)cause;
        else if (sc->s->shape.chosen_before)
            h->step[w].cause = CAUSE_CHOSEN;
    }
}

void heads_look(struct heads *h, const struct scene *sc)
{
    struct room room;
    bool number = has_number(sc);
    uint64_t ready = 0, within = within_limit(sc);
    room_set(&room, sc);
    *h = (struct heads){.chosen = -1};
    for (unsigned w = 0; w < sc->s->shape.warps; w++) {
        h->head[w] = tracker_head(sc->t, w, sc->m->cycle);
        if (!h->head[w])
            continue;
        h->step[w] = first_cause(sc, &room, number, within, w, h->head[w]);
        ready |= (uint64_t)(h->step[w].cause == CAUSE_NONE) << w;
    }
    if (ready)
        take_turns(h, sc, &room, ready);
    if (sc->m->issues && h->head[sc->m->issue_warp % MAX_WARPS])
        h->step[sc->m->issue_warp % MAX_WARPS] = (struct step){.stage = PIPE_ISSUE};
}

/* --- counting ----------------------------------------------------------------------------------------------------- */

/* What an idle cycle is counted as, by the cause of the head that has come furthest. */
static uint64_t *counter(struct stats *n, enum pipe_cause cause)
{
    switch (cause) {
    case CAUSE_RAW: case CAUSE_WAW: case CAUSE_TAG: return &n->stall_scoreboard;
    case CAUSE_WAR: return &n->stall_war;
    case CAUSE_STALL: case CAUSE_YIELD: return &n->stall_counts;
    case CAUSE_COUNTER: case CAUSE_DEPBAR: return &n->stall_scoreboard;
    case CAUSE_CONSUMERS: return &n->stall_consumers;
    case CAUSE_INTERVAL: return &n->stall_units;
    case CAUSE_HOLD: return &n->stall_hold;
    case CAUSE_FULL: return &n->stall_queue;
    case CAUSE_COLLECTOR: return &n->stall_collector;
    case CAUSE_INFLIGHT: return &n->stall_inflight;
    case CAUSE_READ_PORTS: return &n->stall_read_ports;
    case CAUSE_ENTRY: return &n->stall_level;
    case CAUSE_STRAND: return &n->stall_strand;
    case CAUSE_FETCH: case CAUSE_LEAVE: return &n->stall_interval;
    case CAUSE_INACTIVE: return &n->stall_inactive;
    case CAUSE_LIMIT: return &n->stall_limit;
    case CAUSE_STHLD: return &n->stall_wait;
    default: return &n->stall_empty;
    }
}

/* The head that has come furthest. With LATE what issues in this cycle was chosen before, and has no room now. */
static enum pipe_cause furthest(const struct heads *h, const struct scene *sc)
{
    enum pipe_cause best = CAUSE_NONE;
    if (h->chosen >= 0)
        return h->step[h->chosen].cause;
    for (unsigned w = 0; w < sc->s->shape.warps; w++) {
        enum pipe_cause cause = h->head[w] && h->step[w].stage == PIPE_ISSUE ? CAUSE_COLLECTOR : h->step[w].cause;
        if (h->head[w] && cause > best)
            best = cause;
    }
    return best;
}

void heads_count(const struct heads *h, const struct scene *sc, struct stats *counts)
{
    enum pipe_cause cause = furthest(h, sc);
    bool late = sc->s->shape.chosen_before;
    counts->cycles++;
    if (late ? cause == CAUSE_CHOSEN : sc->m->issues)
        counts->issue_cycles++;
    else if (cause == CAUSE_NONE)
        (*(live_warps(sc) ? &counts->stall_empty : &counts->stall_no_warp))++;
    else
        (*counter(counts, cause))++;
}
