/* SPDX-License-Identifier: Apache-2.0 */
#include "env_flights.h"

#include <inttypes.h>

/* Tags are waited for; they say nothing of values, so that the oracle does not see when they are not. */
static void issue_tags(struct env_common *e, const struct flight *f)
{
    char name[ENV_NAME];
    uint64_t pending = tags_issue(e->tags, f->warp, f->tags);
    if (pending)
        env_stop(e, ENV_CHECK_FAILED, f->warp, "cycle %" PRIu64 ": %s issued while its tags 0x%" PRIx64 " were pending",
                 e->now, env_name_record(e, name, f->warp, f->sequence, f->insn), pending);
}

/* Without a scoreboard the program's control bits keep distances. */
static void check_distances(struct env_common *e, const struct flight *f, uint32_t iid)
{
    const struct warp *w = e->warps[f->warp].warp;
    struct distance_fault fault;
    const struct sass_insn *insn = w->values && f->insn->first_uop ? w->values->machine(w, f->sequence) : NULL;
    if (!distances_issue(e->distances, f->warp, iid, f->sequence, insn, f->insn->mask, e->now, &fault))
        env_too_early(e, f->warp, f->sequence, f->insn, &fault);
}

void env_flights_issue(struct env_flights *flights, const struct sc_out *out)
{
    struct env_common *e = flights->env;
    uint32_t slot = out->issue_warp, iid = out->issue_iid;
    if (slot >= (uint32_t)e->cfg->warps || iid >= (uint32_t)e->cfg->inflight) {
        env_stop(e, ENV_CHECK_FAILED, NOTHING, "cycle %" PRIu64 ": an instruction issued from warp slot %" PRIu32 " as "
                 "in-flight number %" PRIu32 "; there are %d slots and %d numbers", e->now, slot, iid, e->cfg->warps,
                 e->cfg->inflight);
        return;
    }
    const struct fe_warp *w = &e->warps[slot];
    struct flight *f = &flights->of[iid];
    if (!w->running || w->issued == w->decoded) {
        env_stop(e, ENV_CHECK_FAILED, (int)slot, "cycle %" PRIu64 ": an instruction issued from warp slot %" PRIu32 ", "
                 "which has none decoded", e->now, slot);
        return;
    }
    if (f->used) {
        env_stop(e, ENV_CHECK_FAILED, (int)slot, "cycle %" PRIu64 ": an instruction of warp slot %" PRIu32 " issued as "
                 "in-flight number %" PRIu32 ", which warp slot %u still uses", e->now, slot, iid, f->warp);
        return;
    }
    f->used = true;
    f->dispatched = false;
    f->iid = (uint8_t)iid;
    f->warp = (uint8_t)slot;
    f->next = 0;
    f->held = false;
    f->level = ENV_MEMORY_AWAY;
    f->ready = UINT64_MAX;
    f->sequence = w->issued;
    f->order = flights->issued++;
    f->since = e->now;
    f->insn = warp_insn(w->warp, w->issued);
    if (f->insn->first_uop)
        flights->first[slot] = f->sequence;
    f->first = flights->first[slot];
    if (w->warp->room) {
        f->copy = *f->insn;
        f->insn = &f->copy;
    }
    f->tags = tags_of(e->tags, f->insn, w->launch, f->sequence);
    flights->running[slot]++;
    issue_tags(e, f);
    if (e->distances)
        check_distances(e, f, iid);
    env_note(e, slot, EVENT_ISSUE, f->sequence, f->insn, iid, 0);
    if (e->oracle)
        oracle_issue(e->oracle, slot, iid, f->sequence, w->warp);
    frontend_issued(e->fe, e->side, slot);
    if (env_by_lsu(e, f->insn) && !lsu_issue(e->lsu, slot, f->order))
        env_stop(e, ENV_INPUT_ERROR, NOTHING, "out of memory for the instructions of the load/store unit");
}

/* --- instructions of several records ------------------------------------------------------------------------------ */

static bool of_one_instruction(const struct flight *a, const struct flight *b)
{
    return a->used && a->warp == b->warp && a->first == b->first;
}

const struct flight *env_flights_access(const struct env_flights *flights, const struct flight *f)
{
    for (int i = 0; i < flights->env->cfg->inflight; i++) {
        const struct flight *other = &flights->of[i];
        if (of_one_instruction(other, f) && (other->insn->load || other->insn->store))
            return other;
    }
    return NULL;
}

const struct flight *env_flights_find(const struct env_flights *flights, uint32_t slot, uint32_t sequence)
{
    for (int i = 0; i < flights->env->cfg->inflight; i++) {
        const struct flight *f = &flights->of[i];
        if (f->used && f->warp == slot && f->sequence == sequence)
            return f;
    }
    return NULL;
}

bool env_flights_lacks_sources(const struct env_flights *flights, const struct flight *f)
{
    for (int i = 0; f->sequence != f->first && i < flights->env->cfg->inflight; i++) {
        const struct flight *other = &flights->of[i];
        if (of_one_instruction(other, f) && !other->dispatched && other->sequence < f->sequence)
            return true;
    }
    return false;
}

void env_flights_ready(struct env_flights *flights, struct flight *f, uint64_t ready)
{
    struct env_common *e = flights->env;
    f->ready = ready;
    f->held = false;
    if (f->tags.dst)
        tags_dispatch(e->tags, f->warp, f->tags.dst, ready, f->order);
    if (f->insn->dst_count > 0)
        units_complete(e->units, f->insn->unit, f->iid, ready, f->order);
}

void env_flights_release(struct env_flights *flights, struct flight *access, uint64_t ready)
{
    access->ready = ready;
    for (int i = 0; !access->insn->last_uop && i < flights->env->cfg->inflight; i++) {
        struct flight *f = &flights->of[i];
        if (of_one_instruction(f, access) && f->held)
            env_flights_ready(flights, f, f->ready > ready ? f->ready : ready);
    }
}

/* --- completion --------------------------------------------------------------------------------------------------- */

void env_flights_complete(struct env_flights *flights, struct flight *f)
{
    f->used = false;
    flights->running[f->warp]--;
}

void env_flights_result(struct env_flights *flights, uint32_t port, uint32_t iid)
{
    struct env_common *e = flights->env;
    struct flight *f = &flights->of[iid];
    env_note(e, f->warp, EVENT_RESULT, f->sequence, f->insn, iid, f->insn->dst_base + f->next);
    if (++f->next < f->insn->dst_count)
        return;
    units_pop(e->units, port);
    env_flights_complete(flights, f);
}

void env_flights_keep(struct env_flights *flights, const struct flight *dispatched)
{
    const struct env_common *e = flights->env;
    const struct fe_warp *w = &e->warps[dispatched->warp];
    uint32_t oldest = w->issued;
    if (dispatched->sequence != w->warp->needed)
        return;
    for (int i = 0; i < e->cfg->inflight; i++) {
        const struct flight *f = &flights->of[i];
        if (f->used && !f->dispatched && f->warp == dispatched->warp && f->sequence < oldest)
            oldest = f->sequence;
    }
    w->warp->needed = oldest;
}

const struct flight *env_flights_oldest(const struct env_flights *flights, uint32_t slot)
{
    const struct env_common *e = flights->env;
    const struct flight *oldest = NULL;
    for (int i = 0; i < e->cfg->inflight; i++) {
        const struct flight *f = &flights->of[i];
        if (f->used && f->warp == slot && (!oldest || f->order < oldest->order))
            oldest = f;
    }
    return oldest;
}
