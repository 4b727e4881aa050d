/* SPDX-License-Identifier: Apache-2.0 */
#include "env_dispatch.h"

#include <inttypes.h>
#include <string.h>

#include "configs/sentence.h"
#include "function.h"

/* Compares what a dispatch delivers besides the operands. */
static bool check_fields(struct env_common *e, const struct flight *f, const struct sc_out *out)
{
    struct record_difference d;
    char name[ENV_NAME];
    uint32_t payload[PAYLOAD_WORDS];
    env_payload(e, payload, e->warps[f->warp].launch, f->sequence, f->insn);
    if (record_dispatched(&e->fields, f->insn, f->warp, payload, out, &d))
        return true;
    env_stop(e, ENV_CHECK_FAILED, f->warp, "cycle %" PRIu64 ": %s was dispatched with %s 0x%" PRIx64 " instead of 0x%"
             PRIx64, e->now, env_name_record(e, name, f->warp, f->sequence, f->insn), d.field, d.got, d.expected);
    return false;
}

/* Without a scoreboard, how far apart reader and writer have issued: what control bits decide. */
static const char *name_distance(const struct env_common *e, char text[ENV_NAME], const struct flight *f,
                                 const struct oracle_mismatch *m)
{
    const struct history *h = &e->history[f->warp];
    const struct event *read = history_issue(h, f->sequence);
    const struct event *written = m->written ? history_issue(h, m->writer) : NULL;
    *text = '\0';
    if (config_control_bits(e->cfg) && written && read)
        snprintf(text, ENV_NAME, ", which issued %" PRIu64 " cycle%s before it", read->cycle - written->cycle,
                 read->cycle - written->cycle == 1 ? "" : "s");
    return text;
}

static bool check_operands(struct env_common *e, const struct flight *f, uint32_t iid,
                           const struct vreg operands[MAX_SLOTS])
{
    struct oracle_mismatch m = {.slot = 0};
    char name[ENV_NAME], writer[ENV_NAME], distance[ENV_NAME];
    if (oracle_operands(e->oracle, f->warp, iid, f->sequence, operands, &m))
        return true;
    env_name_record(e, name, f->warp, f->sequence, f->insn);
    if (m.dead)
        env_stop(e, ENV_CHECK_FAILED, f->warp, "cycle %" PRIu64 ": %s: slot %" PRIu32 " (R%" PRIu32 "), lane %" PRIu32
                 ": the hints say that the register is not live where its interval begins; %s", e->now, name, m.slot,
                 m.reg, m.lane, env_name_writer(e, writer, f->warp, &m));
    else if (m.slot_valid)
        return env_found_stale(e, f->warp, "cycle %" PRIu64 ": %s: slot %" PRIu32 " (R%" PRIu32 "), lane %" PRIu32
                 ": delivered 0x%08" PRIx32 ", expected 0x%08" PRIx32 "; %s%s", e->now, name, m.slot, m.reg, m.lane,
                 m.delivered, m.expected, env_name_writer(e, writer, f->warp, &m), name_distance(e, distance, f, &m));
    else
        env_stop(e, ENV_CHECK_FAILED, f->warp, "cycle %" PRIu64 ": %s: slot %" PRIu32 " is not used and lane %" PRIu32
                 " of it was delivered as 0x%08" PRIx32 " instead of 0", e->now, name, m.slot, m.lane, m.delivered);
    return false;
}

/* The results that the unit computes. With values in the stream, what follows from the delivered operands must be what
 * sequential execution gave. */
static void compute(struct env_common *e, struct flight *f, const struct vreg operands[MAX_SLOTS])
{
    struct warp *warp = e->warps[f->warp].warp;
    uint32_t lanes = (uint32_t)e->cfg->lanes;
    const uint32_t *operand[MAX_SLOTS];
    char error[ENV_NAME], name[ENV_NAME];
    if (!warp->values) {
        function_results(f->result, f->insn, operands, warp->addresses, lanes);
        return;
    }
    for (uint32_t s = 0; s < MAX_SLOTS; s++)
        operand[s] = operands[s].lane;
    function_recorded(f->result, f->insn, warp, f->sequence, lanes);
    if (!warp->values->check(warp, f->sequence, operand, lanes, SENTENCE(error)))
        env_stop(e, ENV_CHECK_FAILED, f->warp, "cycle %" PRIu64 ": %s: %s", e->now,
                 env_name_record(e, name, f->warp, f->sequence, f->insn), error);
}

/* Takes the accesses of a record to global or local memory to the L1 in front of the L2 of the GPU. Returns whether it
 * waits there; else `time` is its latency. */
static bool access_l1(struct env_common *e, const struct flight *f, uint32_t lanes, struct memory_time *time)
{
    const struct insn *insn = f->insn;
    struct waiting_load load = {
        .order = f->order, .tags = f->tags.dst, .since = e->now, .ready = e->now + (uint64_t)e->cfg->l1_latency,
        .slot = f->warp, .iid = f->iid, .results = insn->dst_count > 0,
    };
    return sector_l1_access(e->l1, insn, warp_addresses(e->warps[f->warp].warp, f->sequence, insn), lanes, e->now,
                            load.results || load.tags ? &load : NULL, time);
}

/* Gives the record to the load/store unit. */
static void access_memory(struct env_common *e, const struct flight *f, const struct vreg *operands)
{
    const struct fe_warp *w = &e->warps[f->warp];
    struct access_plan plan;
    struct access_record record = {.insn = f->insn, .warp = w->warp, .sequence = f->sequence, .operand = operands,
                                   .launch = w->launch - frontend_first_launch(e->fe)};
    struct lsu_tag tag = {.order = f->order, .tags = f->tags.dst,
                          .pc = f->insn->pc, .slot = f->warp, .iid = f->iid, .results = f->insn->dst_count > 0};
    const char *problem = access_plan(&plan, &record, e->cfg);
    char name[ENV_NAME];
    if (problem)
        env_stop(e, ENV_INPUT_ERROR, f->warp, "%s %s", env_name_record(e, name, f->warp, f->sequence, f->insn),
                 problem);
    else
        lsu_dispatch(e->lsu, &tag, &plan, e->now);
}

/* Makes accesses of the load/store unit whose last operands have come, or keeps what has. */
static void take_access(struct env_dispatch *dispatch, const struct flight *f, const struct vreg operands[MAX_SLOTS])
{
    struct env_common *e = dispatch->env;
    struct late_access *begun = dispatch->begun, *kept;
    dispatch->begun = NULL;
    if (begun) {
        if (env_by_lsu(e, begun->flight->insn))
            access_memory(e, begun->flight, e->oracle ? begun->operand : NULL);
        begun->used = false;
    } else if (env_by_lsu(e, f->insn)) {
        kept = env_late_find(&dispatch->late, f);
        if (kept)
            memcpy(kept->operand, operands, sizeof kept->operand);
        else
            access_memory(e, f, e->oracle ? operands : NULL);
    }
}

/* All lanes of the operands have come. */
static void take_operands(struct env_dispatch *dispatch, struct flight *f, uint32_t iid,
                          const struct vreg operands[MAX_SLOTS])
{
    struct env_common *e = dispatch->env;
    if (e->oracle && !check_operands(e, f, iid, operands))
        return;
    if (e->oracle)
        compute(e, f, operands);
    take_access(dispatch, f, operands);
    if (e->warps[f->warp].warp->room)
        env_flights_keep(dispatch->flights, f);
}

/* A port passes one register in a cycle. Where nothing waits for the last one it is what takes the unit's latency. */
static uint32_t last_in_time(uint32_t latency, uint32_t results)
{
    return results > 1 && latency > results ? latency - (results - 1) : results > 1 ? 1 : latency;
}

/* --- execution ---------------------------------------------------------------------------------------------------- */

static bool accesses(const struct insn *insn)
{
    return insn->load || insn->store;
}

/* The latency and the interval of a record that is not by the load/store unit. */
static struct memory_time time_of(struct env_common *e, const struct flight *f, uint32_t lanes)
{
    const struct insn *insn = f->insn;
    if (insn->unit != UNIT_LDST)
        return units_time(e->units, insn->unit);
    if (e->cfg->kind == KIND_NONE && !accesses(insn) && insn->dst_count > 0)
        return (struct memory_time){(uint32_t)e->cfg->shared_latency, 1};   /* SHFL, in order with shared memory */
    return memory_access(e->memory, insn, warp_addresses(e->warps[f->warp].warp, f->sequence, insn),
                         accesses(insn) && !e->lsu ? lanes : 0);
}

/* What an access that has just been made waits for; of those of an SM somebody asks while they wait. */
static enum env_memory level_of(const struct env_common *e, const struct insn *insn, bool to_l1, bool waits)
{
    static const enum env_memory levels[] = {ENV_MEMORY_L1, ENV_MEMORY_L1, ENV_MEMORY_L2, ENV_MEMORY_DRAM};
    if (insn->space == SPACE_SHARED)
        return ENV_MEMORY_SHARED;
    if (to_l1)
        return waits ? ENV_MEMORY_AWAY : ENV_MEMORY_L1;
    return waits ? ENV_MEMORY_AWAY : levels[memory_level(e->memory)];
}

/* Adds the cycles from `since` to a result that comes `latency` cycles from now. */
static void count_execution(struct env_dispatch *dispatch, const struct flight *f, uint64_t latency)
{
    struct env_collection *n = &dispatch->collection;
    *(accesses(f->insn) ? &n->memory_execution : &n->other_execution) += dispatch->env->now - f->since + latency;
}

/* The record is executed, or makes its memory access, from this cycle on. Returns its interval. */
static uint32_t begin(struct env_dispatch *dispatch, struct flight *f)
{
    struct env_common *e = dispatch->env;
    const struct insn *insn = f->insn;
    uint32_t lanes = (uint32_t)__builtin_popcount(insn->mask & e->fields.lane_mask);
    bool to_lsu = env_by_lsu(e, insn), to_l1 = env_by_l1(e, insn), waits = to_lsu;
    struct memory_time time = to_lsu || to_l1 ? (struct memory_time){1, 1} : time_of(e, f, lanes);
    if (insn->barrier)
        time.latency = units_time(e->units, UNIT_BRANCH).latency;   /* also where barriers go to LDST */
    if (e->shared && insn->space == SPACE_SHARED && accesses(insn) && lanes > 0)
        time = shared_port_take(e->shared, time, e->now, (uint32_t)e->cfg->shared_interval);
    if (e->cfg->kind == KIND_NONE && (insn->unit == UNIT_INT || insn->unit == UNIT_FP32))
        time.latency = last_in_time(time.latency, insn->dst_count);
    if (to_l1)
        waits = access_l1(e, f, lanes, &time);
    if (accesses(insn))
        f->level = (uint8_t)level_of(e, insn, to_l1, waits);
    count_execution(dispatch, f, (to_l1 && waits) || !(insn->last_uop || accesses(insn)) ? 0 : time.latency);
    if (!waits) {
        env_flights_ready(dispatch->flights, f, e->now + time.latency);
        env_flights_release(dispatch->flights, f, e->now + time.latency);
    }
    if (insn->barrier)
        env_ends_arrive(dispatch->ends, f->warp, f->order, e->now + time.latency);
    else if (insn->branch)
        frontend_branch(e->fe, e->side, f->warp, e->now + time.latency);
    return insn->last_uop || accesses(insn) ? time.interval : 1;
}

/* A record behind the one with the access: its results wait for those. */
static void follow(struct env_dispatch *dispatch, struct flight *f)
{
    struct env_common *e = dispatch->env;
    const struct flight *access = env_flights_access(dispatch->flights, f);
    uint64_t ready = e->now + time_of(e, f, 0).latency;
    count_execution(dispatch, f, 0);
    if (access && access->ready == UINT64_MAX) {
        f->held = true;
        f->ready = ready;
    } else {
        env_flights_ready(dispatch->flights, f, access && access->ready > ready ? access->ready : ready);
    }
}

/* A record brings sources to a memory access. With the last of them a late access begins. */
static uint32_t bring(struct env_dispatch *dispatch, struct flight *f)
{
    struct late_access *late = env_late_find(&dispatch->late, f);
    begin(dispatch, f);
    if (!late || env_flights_lacks_sources(dispatch->flights, late->flight))
        return 1;
    late->begun = true;
    dispatch->begun = late;
    return begin(dispatch, late->flight);
}

/* A memory access whose sources have not all been brought. */
static void postpone(struct env_dispatch *dispatch, struct flight *f)
{
    count_execution(dispatch, f, 0);
    f->since = dispatch->env->now;
    env_late_keep(&dispatch->late, f);
}

/* The instruction starts in its unit. */
static void execute(struct env_dispatch *dispatch, struct flight *f)
{
    struct env_common *e = dispatch->env;
    const struct insn *insn = f->insn;
    bool memory = accesses(insn), split = insn->unit == UNIT_LDST && !(insn->first_uop && insn->last_uop);
    uint32_t interval = 1;
    *(memory ? &dispatch->collection.memory_collection : &dispatch->collection.other_collection) += e->now - f->since;
    f->dispatched = true;
    if (split && insn->behind)
        follow(dispatch, f);
    else if (split && memory && env_flights_lacks_sources(dispatch->flights, f))
        postpone(dispatch, f);
    else
        interval = split && !memory ? bring(dispatch, f) : begin(dispatch, f);
    units_dispatch(e->units, insn->unit, interval, e->now);
    f->since = e->now;
    if (insn->last_uop) {
        dispatch->instructions++;
        dispatch->threads += (uint32_t)__builtin_popcount(insn->mask & e->fields.lane_mask);
    }
    if (insn->dst_count == 0)
        env_flights_complete(dispatch->flights, f);
}

void env_dispatch_step(struct env_dispatch *dispatch, const struct sc_out *out, uint32_t unit_ready)
{
    struct env_common *e = dispatch->env;
    uint32_t iid = out->disp_iid;
    struct flight *f = iid < (uint32_t)e->cfg->inflight ? &dispatch->flights->of[iid] : NULL;
    if (!f || !f->used || f->dispatched || f->since == e->now) {
        env_stop(e, ENV_CHECK_FAILED, out->disp_warp < e->cfg->warps ? out->disp_warp : NOTHING, "cycle %" PRIu64 ": "
                 "in-flight number %" PRIu32 " was dispatched, and %s", e->now, iid, f && f->used && f->dispatched ?
                 "its instruction has been dispatched before" : f && f->used ? "its instruction has issued only in "
                 "this cycle" : "no instruction has it");
        return;
    }
    if (!check_fields(e, f, out))
        return;
    if (!(unit_ready >> out->disp_unit & 1)) {
        char name[ENV_NAME];
        env_stop(e, ENV_CHECK_FAILED, f->warp, "cycle %" PRIu64 ": %s was dispatched to unit %u, which is not ready",
                 e->now, env_name_record(e, name, f->warp, f->sequence, f->insn), out->disp_unit);
        return;
    }
    struct distance_fault fault;
    if (e->distances && !distances_dispatch(e->distances, iid, e->now, &fault)) {
        env_too_early(e, f->warp, f->sequence, f->insn, &fault);
        return;
    }
    env_note(e, f->warp, EVENT_DISPATCH, f->sequence, f->insn, iid, 0);
    execute(dispatch, f);
    if (e->cfg->beats == 1) {
        take_operands(dispatch, f, iid, out->disp_operand);
        return;
    }
    dispatch->half = (int)iid;
    memcpy(dispatch->lower, out->disp_operand, sizeof dispatch->lower);
}

/* The in-flight number may have been freed, and is not given out again before this. */
void env_dispatch_upper(struct env_dispatch *dispatch, const struct sc_out *out)
{
    struct env_common *e = dispatch->env;
    uint32_t half = (uint32_t)e->cfg->lanes / 2, iid = (uint32_t)dispatch->half;
    if (out->disp_upper_valid != (dispatch->half != NOTHING)) {
        env_stop(e, ENV_CHECK_FAILED, NOTHING, "cycle %" PRIu64 ": upper lanes of operands %s", e->now,
                 out->disp_upper_valid ? "came, but nothing was dispatched in the cycle before" : "are missing of the "
                 "instruction that was dispatched in the cycle before");
        return;
    }
    dispatch->half = NOTHING;
    if (!out->disp_upper_valid)
        return;
    for (uint32_t s = 0; s < MAX_SLOTS; s++)
        memcpy(dispatch->lower[s].lane + half, out->disp_upper_operand[s].lane, half * sizeof *dispatch->lower[s].lane);
    take_operands(dispatch, &dispatch->flights->of[iid], iid, dispatch->lower);
}
