/* SPDX-License-Identifier: Apache-2.0 */
#include "core_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/env/frontend.h"
#include "entries.h"
#include "modern_stages.h"
#include "results.h"

struct core_view *core_view_open(const struct config *cfg, const struct device_registers *r, const struct env *env,
                                 uint32_t sub)
{
    struct core_view *v = calloc(1, sizeof *v);
    if (!v)
        return NULL;
    tracker_open(&v->tracker, cfg, env, sub);
    v->signals = signals_open(cfg, r, sub);
    if (v->signals)
        return v;
    core_view_close(v);
    return NULL;
}

void core_view_close(struct core_view *v)
{
    if (!v)
        return;
    tracker_close(&v->tracker);
    signals_close(v->signals);
    free(v);
}

bool core_view_begin(struct core_view *v, uint64_t cycle, const struct sc_in *in, const struct sc_out *out,
                     struct row **decoded)
{
    moment_take(&v->moment, cycle, v->tracker.shape.lane_mask, in, out);
    for (uint32_t slot = 0; slot < v->tracker.shape.warps; slot++)
        if (env_warp(v->tracker.env, slot)->warp)
            v->launch[slot] = env_warp(v->tracker.env, slot)->launch;
    return tracker_begin(&v->tracker, &v->moment, in, decoded);
}

static bool is_modern(const struct core_view *v)
{
    return v->signals->cfg->kind == KIND_NONE;
}

void core_view_settle(struct core_view *v)
{
    if (is_modern(v))
        modern_results_take(&v->results, v->signals, &v->moment, &v->tracker);
}

void core_view_end(struct core_view *v)
{
    tracker_end(&v->tracker, &v->moment);
    if (is_modern(v))
        modern_results_leave(&v->results, v->signals);
}

void core_view_look(struct core_view *v)
{
    scene_set(&v->scene, v->signals, &v->moment, &v->tracker);
    if (is_modern(v)) {
        modern_scene_set(&v->modern, v->signals, &v->moment, &v->tracker);
        v->scene.modern = &v->modern;
    }
    heads_look(&v->heads, &v->scene);
    if (!is_modern(v))
        banks_look(&v->banks, &v->scene, &v->heads);
}

/* Without collectors: reads of banks, and operands that come from the reuse cache. */
static void count_modern(const struct core_view *v, struct stats *counts)
{
    const struct modern_signals *s = &v->signals->modern;
    unsigned ports = v->modern.ports;
    for (unsigned n = 0; n < v->tracker.shape.banks * ports; n++)
        counts->bank_reads += is_now(&s->bank[n / ports].value_valid, MODERN_WINDOW * (n % ports), 1);
    if (is_now(&s->stage_valid, 0, 1))
        counts->reuse_hits += count_bits(is_now(&s->stage_hit, 0, v->tracker.shape.slots));
}

void core_view_count(const struct core_view *v, struct stats *counts)
{
    heads_count(&v->heads, &v->scene, counts);
    if (is_modern(v))
        count_modern(v, counts);
    else
        banks_count(&v->banks, &v->scene, counts);
    counts->dispatches += v->moment.dispatches;
    results_count(&v->scene, counts);
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

/* The collector and position of a row. */
static bool find_place(const struct core_view *v, const struct row *r, unsigned *c, unsigned *p)
{
    for (*c = 0; *c < v->tracker.shape.collectors; ++*c)
        for (uint64_t set = v->scene.occupied[*c]; set; set &= set - 1) {
            *p = lowest(set);
            if (scene_row(&v->scene, *c, *p) == r)
                return true;
        }
    return false;
}

static struct step issued_step(const struct core_view *v, const struct row *r)
{
    unsigned c, p;
    if (is_modern(v))
        return modern_stage(&v->modern, &v->tracker, r);
    if (v->scene.staged_row == r || !find_place(v, r, &c, &p))
        return (struct step){.stage = PIPE_ALLOCATE};
    return collect_step(&v->scene, &v->banks, c, p, r);
}

/* A result is offered in this cycle. */
static bool result_step(const struct core_view *v, const struct row *r, struct step *step)
{
    for (unsigned u = 0; u < RESULT_PORTS; u++) {
        const struct moment_result *o = &v->moment.wb[u];
        if (!o->valid || tracker_flight(&v->tracker, o->iid) != r)
            continue;
        *step = o->ready ? (struct step){.stage = PIPE_WRITE, .reg = o->reg}
              : is_modern(v) ? modern_results_wait(&v->results, &v->scene, u) : results_wait(&v->scene, u);
        step->unit = r->unit;
        return true;
    }
    return false;
}

static bool tags_return(const struct core_view *v, const struct row *r)
{
    return v->moment.tags && v->moment.tag_warp == r->slot && (r->tag_dst & v->moment.tag_mask) && !r->tags_back;
}

/* What part of memory a load or an atomic waits for. */
static uint8_t memory_cause(const struct core_view *v, const struct row *r)
{
    static const uint8_t causes[] = {
        [ENV_MEMORY_AWAY] = CAUSE_MEMORY, [ENV_MEMORY_SHARED] = CAUSE_SHARED_MEMORY, [ENV_MEMORY_L1] = CAUSE_L1,
        [ENV_MEMORY_L2] = CAUSE_L2, [ENV_MEMORY_DRAM] = CAUSE_DRAM, [ENV_MEMORY_QUEUE] = CAUSE_ACCESS,
    };
    return causes[env_memory_wait(v->tracker.env, r->slot, r->who.sequence)];
}

/* The youngest other instruction of the warp of its last one, for which the warp does not end yet. */
static struct step end_step(const struct core_view *v, const struct row *last)
{
    struct step step = {.stage = PIPE_EXECUTE, .cause = CAUSE_END, .unit = last->unit};
    if (v->moment.ends && v->moment.end_warp == last->slot)
        return (struct step){.stage = PIPE_EXECUTE, .unit = last->unit, .own = WARP_ENDS};
    for (uint32_t i = 0; i < v->tracker.count; i++)
        if (v->tracker.live[i]->slot == last->slot && v->tracker.live[i] != last)
            step.other = row_who(v->tracker.live[i]);
    return step;
}

static struct step dispatched_step(const struct core_view *v, const struct row *r)
{
    struct step step = {.stage = PIPE_EXECUTE, .unit = r->unit};
    bool accepts = result_step(v, r, &step);
    if (is_modern(v) && (!accepts || !step.cause) && modern_results_step(&v->results, v->signals, r, &step))
        return step;
    if (accepts)
        return step;
    if (r->last && r->results == r->dst_count)
        return end_step(v, r);
    if (tags_return(v, r))
        return (struct step){.stage = PIPE_WRITE, .has_with = 1, .unit = r->unit};
    if (r->barrier)
        step.cause = CAUSE_BARRIER;
    else if (r->branch)
        step.cause = CAUSE_BRANCH;
    else if (r->memory && v->moment.cycle > r->dispatched)
        step.cause = memory_cause(v, r);
    return step;
}

bool core_view_step(const struct core_view *v, const struct row *r, struct step *step)
{
    if (r->decoded > v->moment.cycle)
        return false;
    if (r->decoded == v->moment.cycle)
        *step = (struct step){.stage = PIPE_DECODE};
    else if (r->state == ROW_BUFFERED && v->heads.head[r->slot] == r)
        *step = v->heads.step[r->slot];
    else if (r->state == ROW_BUFFERED)
        *step = (struct step){.stage = PIPE_BUFFER, .cause = CAUSE_ORDER, .other = row_who(v->heads.head[r->slot])};
    else if (r->state == ROW_ISSUED)
        *step = issued_step(v, r);
    else
        *step = dispatched_step(v, r);
    return true;
}

bool core_view_comes(const struct core_view *v, const struct row *r, const struct step *step)
{
    for (unsigned u = 0; u < RESULT_PORTS && step->cause != CAUSE_TAG; u++) {
        const struct moment_result *o = &v->moment.wb[u];
        struct who who = row_who(o->ready ? tracker_flight(&v->tracker, o->iid) : NULL);
        if (o->ready && o->warp == r->slot && o->reg == step->reg && memcmp(&who, &step->other, sizeof who) == 0)
            return true;
    }
    for (uint32_t i = 0; i < v->tracker.count && step->cause == CAUSE_TAG; i++) {
        const struct row *other = v->tracker.live[i];
        if (tags_return(v, other) && memcmp(&other->who, &step->other, sizeof other->who) == 0)
            return true;
    }
    return false;
}

bool core_view_operands(const struct core_view *v, const struct row *r, char text[COLLECT_TEXT])
{
    unsigned c, p, first = v->tracker.shape.stage ? 2 : 1;
    if (is_modern(v))
        return r->state == ROW_ISSUED && modern_operands(&v->modern, r, text, COLLECT_TEXT) > 0;
    if (r->state == ROW_BUFFERED || !r->src_valid || v->moment.cycle != r->issued + first || !find_place(v, r, &c, &p))
        return false;
    return collect_text(&v->scene, &v->banks, c, p, r, text) > 0;
}

/* --- events ------------------------------------------------------------------------------------------------------- */

static bool event(struct core_event *e, const struct row *r, unsigned slot, const char *name)
{
    e->row = r;
    e->slot = slot % MAX_WARPS;
    e->name = name;
    return true;
}

static bool decode_event(const struct core_view *v, struct core_event *e)
{
    const struct tracker *t = &v->tracker;
    const struct row *r = t->count ? t->live[t->count - 1] : NULL;
    return v->moment.decodes && r && r->decoded == v->moment.cycle && event(e, r, r->slot, "decode");
}

static bool issue_event(const struct core_view *v, struct core_event *e)
{
    unsigned slot = v->moment.issue_warp % MAX_WARPS;
    return v->moment.issues && event(e, v->heads.head[slot], slot, "issue");
}

static bool modern_read_event(const struct core_view *v, unsigned place, struct core_event *e)
{
    unsigned reg = 0, bank = place / MODERN_PORTS, port = place % MODERN_PORTS;
    bool there = bank < v->tracker.shape.banks && port < v->modern.ports;
    const struct row *r = there ? modern_reader(&v->modern, bank, port, &reg) : NULL;
    if (!r)
        return false;
    snprintf(e->detail, sizeof e->detail, "R%u from bank %u", reg, bank);
    return event(e, r, r->slot, "read");
}

/* A result that has waited for it is written to its bank. */
static bool write_event(const struct core_view *v, unsigned bank, struct core_event *e)
{
    const struct result_line *line = &v->results.bank[bank];
    if (!is_modern(v) || !line->waited || !line->written)
        return false;
    snprintf(e->detail, sizeof e->detail, "R%u to bank %u", line->reg[0], bank);
    return event(e, line->row[0], line->row[0]->slot, "write");
}

/* The read of a bank, which has places for so many ports as there may be without collectors. */
static bool read_event(const struct core_view *v, unsigned place, struct core_event *e)
{
    if (is_modern(v))
        return modern_read_event(v, place, e);
    if (place >= MAX_BANKS)
        return false;
    const struct bank_now *b = &v->banks.at[place];
    const struct row *r = b->granted ? scene_row(&v->scene, b->request[0].col, b->request[0].pos) : NULL;
    if (!r)
        return false;
    snprintf(e->detail, sizeof e->detail, "R%u from bank %u", r->src[bank_slot(b) % MAX_SLOTS], place);
    return event(e, r, r->slot, "read");
}

/* A register of an interval comes from its bank to an entry, or the other way. */
static bool fetch_event(const struct core_view *v, unsigned bank, struct core_event *e)
{
    int reg = bank < v->tracker.shape.banks ? entries_in(&v->scene, bank) : -1;
    if (reg < 0)
        return false;
    snprintf(e->detail, sizeof e->detail, "R%d from bank %u", reg, bank);
    return event(e, NULL, entries_warp(&v->scene), "fetch");
}

static bool return_event(const struct core_view *v, struct core_event *e)
{
    unsigned w = entries_warp(&v->scene);
    int reg = entries_out(&v->scene);
    if (reg < 0)
        return false;
    snprintf(e->detail, sizeof e->detail, "R%d to bank %u", reg, scene_bank(&v->scene, w, (unsigned)reg));
    return event(e, NULL, w, "return");
}

static bool dispatch_event(const struct core_view *v, struct core_event *e)
{
    const struct row *r = v->moment.dispatches ? tracker_flight(&v->tracker, v->moment.dispatch_iid) : NULL;
    if (!r)
        return false;
    snprintf(e->detail, sizeof e->detail, "unit %s", unit_name(r->unit));
    return event(e, r, r->slot, "dispatch");
}

static bool result_event(const struct core_view *v, unsigned port, struct core_event *e)
{
    const struct moment_result *o = &v->moment.wb[port];
    const struct row *r = o->ready ? tracker_flight(&v->tracker, o->iid) : NULL;
    if (!r)
        return false;
    snprintf(e->detail, sizeof e->detail, "R%u", o->reg);
    return event(e, r, r->slot, "result");
}

static bool tags_event(const struct core_view *v, struct core_event *e)
{
    for (uint32_t i = 0; v->moment.tags && i < v->tracker.count; i++)
        if (tags_return(v, v->tracker.live[i]))
            return event(e, v->tracker.live[i], v->moment.tag_warp, "tags");
    return false;
}

enum {
    READS = 3, FETCHES = READS + MAX_BANKS * MODERN_PORTS, RETURN = FETCHES + MAX_BANKS, DISPATCH, RESULTS,
    TAGS = RESULTS + RESULT_PORTS, WRITES, END = WRITES + MAX_BANKS, EVENTS
};

static bool event_at(const struct core_view *v, unsigned place, struct core_event *e)
{
    const struct moment *m = &v->moment;
    e->detail[0] = '\0';
    if (place == 0)
        return m->launches && event(e, NULL, m->launch_warp, "launch");
    if (place == 1)
        return decode_event(v, e);
    if (place == 2)
        return issue_event(v, e);
    if (place < FETCHES)
        return read_event(v, place - READS, e);
    if (place < RETURN)
        return fetch_event(v, place - FETCHES, e);
    if (place == RETURN)
        return return_event(v, e);
    if (place == DISPATCH)
        return dispatch_event(v, e);
    if (place < TAGS)
        return result_event(v, place - RESULTS, e);
    if (place == TAGS)
        return tags_event(v, e);
    if (place < END)
        return write_event(v, place - WRITES, e);
    return m->ends && event(e, NULL, m->end_warp, "end");
}

bool core_view_event(const struct core_view *v, struct core_event *e)
{
    while (e->place < EVENTS)
        if (event_at(v, e->place++, e))
            return true;
    return false;
}
