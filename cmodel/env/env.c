/* SPDX-License-Identifier: Apache-2.0 */
#include "env.h"

#include <inttypes.h>
#include <stdlib.h>

#include "env_common.h"
#include "env_dispatch.h"
#include "env_ends.h"
#include "env_flights.h"
#include "env_inputs.h"
#include "env_launch.h"
#include "env_wait.h"
#include "kernel_gate.h"

enum { DEFAULT_IDLE_LIMIT = 100000 };

/* The parts, each of which uses those above it. */
struct env {
    struct env_common common;
    struct env_launch launch;
    struct env_flights flights;
    struct env_inputs inputs;
    struct env_ends ends;
    struct env_dispatch dispatch;
    uint64_t idle;              /* cycles without anything */
    bool     moved;             /* something has, in this cycle */
};

/* --- creation ----------------------------------------------------------------------------------------------------- */

/* Tells each part of the others. */
static void connect(struct env *e)
{
    e->launch.env = e->flights.env = e->inputs.env = e->ends.env = e->dispatch.env = &e->common;
    e->inputs.flights = e->ends.flights = e->dispatch.flights = &e->flights;
    e->inputs.launch = &e->launch;
    e->dispatch.ends = &e->ends;
    e->inputs.launch_slot = e->inputs.decode_slot = e->dispatch.half = NOTHING;
}

struct env *env_create(const struct config *cfg, struct stream *stream, const struct env_options *opt)
{
    struct env *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    struct env_common *c = &e->common;
    c->cfg = cfg;
    c->stream = stream;
    c->opt = *opt;
    if (c->opt.idle_limit == 0)
        c->opt.idle_limit = DEFAULT_IDLE_LIMIT;
    record_fields_init(&c->fields, cfg);
    c->culprit = NOTHING;
    connect(e);
    c->side = opt->frontend ? opt->subcore : 0;
    c->lsu = opt->lsu;
    c->shared = opt->shared;
    c->fe = opt->frontend ? opt->frontend : frontend_create(cfg, stream, opt->sm, opt->subcore, 1);
    c->units = units_create(cfg);
    c->tags = tags_create(cfg, opt->tag_seed);
    c->memory = memory_create(cfg);
    c->l1 = opt->port && !opt->lsu ? sector_l1_create(cfg, opt->port) : NULL;
    c->oracle = opt->values ? oracle_create(cfg) : NULL;
    c->distances = config_control_bits(cfg) ? distances_create() : NULL;
    if (!c->fe || !c->units || !c->tags || !c->memory || (opt->values && !c->oracle)
        || (config_control_bits(cfg) && !c->distances)
        || (opt->port && !opt->lsu && !c->l1)) {
        env_destroy(e);
        return NULL;
    }
    c->warps = frontend_warps(c->fe, c->side);
    if (!opt->frontend)
        env_launch_admit(&e->launch, 0);
    return e;
}

void env_destroy(struct env *e)
{
    if (!e)
        return;
    if (!e->common.opt.frontend)
        frontend_destroy(e->common.fe);
    units_destroy(e->common.units);
    tags_destroy(e->common.tags);
    memory_destroy(e->common.memory);
    sector_l1_destroy(e->common.l1);
    oracle_destroy(e->common.oracle);
    distances_destroy(e->common.distances);
    free(e);
}

/* --- what others ask ---------------------------------------------------------------------------------------------- */

void env_history(const struct env *e, uint32_t warp, int count, FILE *out)
{
    if (warp < MAX_WARPS)
        history_print(&e->common.history[warp], warp, count, e->common.stream, out);
}

const char *env_message(const struct env *e)
{
    return e->common.message;
}

int env_culprit(const struct env *e)
{
    return e->common.culprit;
}

const struct fe_warp *env_warp(const struct env *e, uint32_t slot)
{
    return &e->common.warps[slot];
}

const char *env_opcode(const struct env *e, uint32_t opcode)
{
    return history_opcode(e->common.stream, opcode);
}

enum env_status env_state(const struct env *e)
{
    return e->common.status;
}

uint64_t env_cycles(const struct env *e)
{
    return e->common.now;
}

uint64_t env_instructions(const struct env *e)
{
    return e->dispatch.instructions;
}

uint64_t env_micro_operations(const struct env *e)
{
    return e->flights.issued;
}

uint64_t env_thread_instructions(const struct env *e)
{
    return e->dispatch.threads;
}

enum env_memory env_memory_wait(const struct env *e, uint32_t slot, uint32_t sequence)
{
    const struct flight *f = env_flights_find(&e->flights, slot, sequence);
    const struct flight *access = f && f->insn->behind ? env_flights_access(&e->flights, f) : f;
    if (!access)
        return ENV_MEMORY_AWAY;
    if (access->dispatched && env_by_lsu(&e->common, access->insn))
        return lsu_pending(e->common.lsu, slot, access->order + 1) ? ENV_MEMORY_QUEUE : ENV_MEMORY_AWAY;
    return (enum env_memory)access->level;
}

const struct memory_counts *env_memory(const struct env *e)
{
    return e->common.l1 ? sector_l1_counts(e->common.l1) : memory_counts(e->common.memory);
}

const struct env_collection *env_collection(const struct env *e)
{
    return &e->dispatch.collection;
}

uint64_t env_oracle_operands(const struct env *e)
{
    return e->common.oracle ? oracle_operand_count(e->common.oracle) : 0;
}

uint64_t env_oracle_registers(const struct env *e)
{
    return e->common.oracle ? oracle_register_count(e->common.oracle) : 0;
}

uint64_t env_stale(const struct env *e)
{
    return e->common.stale;
}

const char *env_first_stale(const struct env *e, uint64_t *cycle)
{
    *cycle = e->common.first_stale_cycle;
    return e->common.first_stale;
}

uint64_t env_awaited(const struct env *e)
{
    return frontend_awaited(e->common.fe, e->common.side) & ~e->ends.ended;
}

size_t env_describe(const struct env *e, char *text, size_t size)
{
    return env_wait_describe(&e->common, &e->flights, &e->ends, text, size);
}

void env_kernel(struct env *e)
{
    e->launch.starting = true;
}

bool env_freed(const struct env *e)
{
    return e->ends.freed;
}

bool env_moved(const struct env *e)
{
    return e->moved;
}

bool env_waits(const struct env *e)
{
    return e->launch.waiting;
}

bool env_parked(const struct env *e)
{
    return e->launch.waiting && kernel_gate_cycle(e->common.opt.gate, frontend_kernels(e->common.fe)) == UINT64_MAX;
}

/* --- one cycle ---------------------------------------------------------------------------------------------------- */

/* Loads whose last sector has a known cycle offer results, and tags come back, from then on. */
static void take_answers(struct env *e)
{
    struct env_common *c = &e->common;
    struct waiting_load load;
    sector_l1_answers(c->l1, c->now);
    while (sector_l1_done(c->l1, &load)) {
        if (load.results)
            units_complete(c->units, UNIT_LDST, load.iid, load.ready, load.order);
        if (load.tags)
            tags_dispatch(c->tags, load.slot, load.tags, load.ready, load.order);
        if (load.results)
            env_flights_release(&e->flights, &e->flights.of[load.iid], load.ready);
        e->dispatch.collection.memory_execution += load.ready - load.since;
    }
}

void env_drive(struct env *e, struct sc_in *in)
{
    if (e->common.l1)
        take_answers(e);
    env_inputs_drive(&e->inputs, in);
}

/* Loads whose words have come offer results; tags come back. */
static void step_lsu(struct env *e)
{
    struct lsu_tag done;
    while (lsu_done(e->common.lsu, &done)) {
        if (done.results)
            units_complete(e->common.units, UNIT_LDST, done.iid, e->common.now + 1, done.order);
        if (done.tags)
            tags_dispatch(e->common.tags, done.slot, done.tags, e->common.now + 1, done.order);
        if (done.results)
            env_flights_release(&e->flights, &e->flights.of[done.iid], e->common.now + 1);
        e->moved = true;
    }
}

static void time_out(struct env *e)
{
    char text[ENV_MESSAGE - 128];
    int culprit = 0;
    env_describe(e, text, sizeof text);
    while (culprit < e->common.cfg->warps && !e->common.warps[culprit].warp)
        culprit++;
    culprit = culprit < e->common.cfg->warps ? culprit : NOTHING;
    env_stop(&e->common, ENV_TIMEOUT, culprit, "cycle %" PRIu64 ": nothing issued, dispatched, returned or ended for %"
             PRIu64 " cycles%s", e->common.now, e->idle, text);
}

static bool kernel_begins(const struct env *e, uint64_t cycle)
{
    return kernel_gate_lets(e->common.opt.gate, frontend_kernels(e->common.fe), cycle);
}

/* Requests are as recorded, and memory has not run out. */
static void check_memory(struct env_common *c)
{
    if (c->opt.port->differs)
        env_stop(c, ENV_CHECK_FAILED, NOTHING, "cycle %" PRIu64 ": request %" PRIu64 " to the L2 is another one than "
                 "in the run of the model that gave its answers", c->now, c->opt.port->sent - 1);
    else if (sector_l1_failed(c->l1))
        env_stop(c, ENV_INPUT_ERROR, NOTHING, "out of memory for accesses");
}

/* What an environment with a front end of its own does at the end of a cycle. */
static void step_alone(struct env *e)
{
    uint64_t next = e->common.now + 1;
    if (e->ends.freed || (e->launch.waiting && kernel_begins(e, next)))
        env_launch_admit(&e->launch, next);
    frontend_tick(e->common.fe, e->common.now);
    if (frontend_failed(e->common.fe))
        env_stop(&e->common, ENV_INPUT_ERROR, NOTHING, "%s", frontend_error(e->common.fe));
    if (e->common.l1)
        check_memory(&e->common);
    bool waits = e->launch.waiting || (e->common.opt.port && memory_port_waits(e->common.opt.port, e->common.now));
    e->idle = e->moved || waits ? 0 : e->idle + 1;
    if (e->common.status == ENV_RUNNING && e->idle >= e->common.opt.idle_limit)
        time_out(e);
}

enum env_status env_step(struct env *e, const struct sc_in *in, const struct sc_out *out)
{
    if (e->common.status != ENV_RUNNING)
        return e->common.status;
    e->moved = out->issue_valid || out->disp_valid || out->end_valid || (e->inputs.ports & out->wb_ready) != 0
        || e->inputs.returns;
    e->ends.freed = false;

    if (e->common.cfg->beats == 2)
        env_dispatch_upper(&e->dispatch, out);
    /* A number that is freed in this cycle can not be given out in it: issue comes first. */
    if (out->issue_valid && e->common.status == ENV_RUNNING)
        env_flights_issue(&e->flights, out);
    if (out->disp_valid && e->common.status == ENV_RUNNING)
        env_dispatch_step(&e->dispatch, out, in->unit_ready);
    for (uint32_t rest = e->inputs.ports & out->wb_ready; rest; rest &= rest - 1) {
        uint32_t port = (uint32_t)__builtin_ctz(rest);
        env_flights_result(&e->flights, port, e->inputs.port_iid[port]);
    }
    if (out->end_valid && e->common.status == ENV_RUNNING) /* it is from before the return of tags in this cycle */
        env_ends_warp(&e->ends, out->end_warp);
    if (e->common.status != ENV_RUNNING)
        return e->common.status;
    if (e->inputs.returns)
        tags_pop(e->common.tags);
    if (e->inputs.decode_slot != NOTHING)
        env_launch_decode(&e->launch, (uint32_t)e->inputs.decode_slot);
    if (e->inputs.launch_slot != NOTHING)
        env_launch_warp(&e->launch, (uint32_t)e->inputs.launch_slot);
    if (e->common.lsu) {
        step_lsu(e);
        env_ends_waiting(&e->ends);
    }
    if (!e->common.opt.frontend)
        step_alone(e);
    e->common.now++;
    return e->common.status;
}

/* --- cycles in which nothing happens ------------------------------------------------------------------------------ */

void env_begin(struct env *e)
{
    if (e->common.status == ENV_RUNNING && e->launch.waiting && kernel_begins(e, e->common.now))
        env_launch_admit(&e->launch, e->common.now);
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The first cycle from `now` on in which something of its own accord happens; `now`, also if it is not known. A warp
 * that wakes is seen in the step of the cycle before. */
static uint64_t next_event(const struct env *e)
{
    const struct env_common *c = &e->common;
    const struct env_inputs *inputs = &e->inputs;
    if (c->status != ENV_RUNNING || c->lsu || c->opt.frontend || c->opt.sthld_seed || inputs->ports || inputs->returns
        || e->dispatch.half != NOTHING || inputs->in->dec_valid || inputs->in->launch_valid
        || frontend_launch(c->fe, c->side) != NOTHING || frontend_decode(c->fe, c->side) != NOTHING
        || inputs->in->unit_ready != units_ready(c->units, c->now))
        return c->now;
    uint64_t event = earlier(units_event(c->units, c->now), tags_event(c->tags));
    if (e->launch.waiting)
        event = earlier(event, kernel_gate_cycle(c->opt.gate, frontend_kernels(c->fe)) - 1);
    return earlier(event, frontend_event(c->fe, c->side) - 1);
}

uint64_t env_rest(const struct env *e)
{
    uint64_t event = next_event(e), until_time_out = e->common.opt.idle_limit - e->idle - 1;
    return event > e->common.now ? earlier(event - e->common.now, until_time_out) : 0;
}

void env_pass(struct env *e, uint64_t cycles)
{
    e->common.now += cycles;
    e->idle += cycles;
}
