/* SPDX-License-Identifier: Apache-2.0 */
#include "sm_env.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "configs/sentence.h"
#include "frontend.h"
#include "kernel_gate.h"
#include "lsu.h"
#include "shared_port.h"

enum { MESSAGE_SIZE = 4096, DEFAULT_IDLE_LIMIT = 100000, NOTHING = -1 };

/* Between kernels the SM drains; then it is flushed, and the next one runs. */
enum phase { PHASE_BETWEEN, PHASE_FLUSH, PHASE_RUN };

/* Whose register file a row is in. */
struct row_context {
    struct sm_env *env;
    uint32_t sub;
};

struct sm_env {
    const struct config *cfg;
    struct stream *stream;
    struct sm_env_options opt;
    bool     sm;                        /* else a single sub-core, and nothing but env[0] */
    uint32_t subs;
    struct row_context rows[MAX_SUBCORES];
    struct env *env[MAX_SUBCORES];

    enum env_status status;
    char     message[MESSAGE_SIZE];
    uint32_t culprit_sub;
    int      culprit;
    uint64_t now, idle;
    enum phase phase;
    bool     waiting;                   /* has drained, for the next kernel to begin in all slices of the GPU */
    bool     begun;                     /* a kernel, whose memory is to be compared in the end */
    struct frontend *fe;
    struct lsu *lsu[MAX_SUBCORES];
    struct shared_port shared;
    struct memory_image image;
    struct atomics atomics;
    struct flat_memory *flat;
    struct memory_behind *behind;
    struct sm_in *in;                   /* what is driven */
};

/* --- creation ----------------------------------------------------------------------------------------------------- */

__attribute__((format(printf, 3, 4)))
static void stop(struct sm_env *e, enum env_status status, const char *format, ...)
{
    va_list args;
    if (e->status != ENV_RUNNING)
        return;
    va_start(args, format);
    refuse_list(SENTENCE(e->message), NULL, 0, format, args);
    va_end(args);
    e->status = status;
    e->culprit = NOTHING;
}

static void write_row(void *ctx, uint32_t bank, uint32_t row, const struct vreg *value)
{
    const struct row_context *c = ctx;
    c->env->opt.write_row(c->env->opt.ctx, c->sub, bank, row, value);
}

static void read_row(void *ctx, uint32_t bank, uint32_t row, struct vreg *value)
{
    const struct row_context *c = ctx;
    c->env->opt.read_row(c->env->opt.ctx, c->sub, bank, row, value);
}

/* The environment of sub-core `sub` of the slice. */
static struct env *create_sub(struct sm_env *e, uint32_t sub)
{
    e->rows[sub] = (struct row_context){e, sub};
    struct env_options options = {
        .sm = e->opt.sm, .subcore = e->sm ? sub : e->opt.subcore, .values = e->opt.values,
        .write_row = e->opt.write_row ? write_row : NULL, .write_row_ctx = &e->rows[sub],
        .read_row = e->opt.read_row ? read_row : NULL, .read_row_ctx = &e->rows[sub], .tag_seed = e->opt.tag_seed,
        .sthld_seed = e->opt.sthld_seed, .gpu = e->opt.gpu, .gate = e->opt.gate,
        .port = e->opt.port, .idle_limit = e->opt.idle_limit, .counts_stale = e->opt.counts_stale, .frontend = e->fe,
        .lsu = e->lsu[sub], .shared = e->sm ? &e->shared : NULL,
    };
    return env_create(e->cfg, e->stream, &options);
}

static bool create_sm(struct sm_env *e)
{
    e->fe = frontend_create(e->cfg, e->stream, e->opt.sm, 0, e->subs);
    e->behind = memory_behind_create(e->cfg, &e->image, e->opt.port);
    bool compares = e->opt.values && !e->opt.counts_stale;      /* stale operands leave what they leave */
    e->flat = compares ? flat_memory_create(e->cfg, &e->image) : NULL;
    bool fine = e->fe && e->behind && (e->flat || !compares);
    for (uint32_t i = 0; i < e->subs && fine; i++) {
        e->lsu[i] = lsu_create(e->cfg, i, e->flat, &e->atomics);
        fine = e->lsu[i] != NULL;
    }
    if (e->stream->memory && !e->cfg->expand)
        stop(e, ENV_INPUT_ERROR, "operand.expand is false; with machine code and sm.subcores true is accepted");
    return fine;
}

struct sm_env *sm_env_create(const struct config *cfg, struct stream *stream, const struct sm_env_options *opt)
{
    struct sm_env *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->cfg = cfg;
    e->stream = stream;
    e->opt = *opt;
    e->opt.idle_limit = opt->idle_limit ? opt->idle_limit : DEFAULT_IDLE_LIMIT;
    e->sm = cfg->sm_subcores > 0;
    e->subs = e->sm ? (uint32_t)cfg->sm_subcores : 1;
    e->culprit = NOTHING;
    bool fine = !e->sm || create_sm(e);
    for (uint32_t i = 0; i < e->subs && fine; i++) {
        e->env[i] = create_sub(e, i);
        fine = e->env[i] != NULL;
    }
    if (fine)
        return e;
    sm_env_destroy(e);
    return NULL;
}

void sm_env_destroy(struct sm_env *e)
{
    if (!e)
        return;
    for (uint32_t i = 0; i < e->subs; i++) {
        env_destroy(e->env[i]);
        lsu_destroy(e->lsu[i]);
    }
    frontend_destroy(e->fe);
    flat_memory_destroy(e->flat);
    memory_behind_destroy(e->behind);
    memory_image_free(&e->image);
    atomics_free(&e->atomics);
    free(e);
}

/* --- what others ask ---------------------------------------------------------------------------------------------- */

enum env_status sm_env_state(const struct sm_env *e)
{
    return e->sm ? e->status : env_state(e->env[0]);
}

const char *sm_env_message(const struct sm_env *e)
{
    return e->sm ? e->message : env_message(e->env[0]);
}

int sm_env_culprit(const struct sm_env *e, uint32_t *sub)
{
    *sub = e->culprit_sub;
    return e->sm ? e->culprit : env_culprit(e->env[0]);
}

const struct env *sm_env_sub(const struct sm_env *e, uint32_t sub)
{
    return e->env[sub];
}

uint32_t sm_env_subs(const struct sm_env *e)
{
    return e->subs;
}

uint64_t sm_env_cycles(const struct sm_env *e)
{
    return env_cycles(e->env[0]);
}

static uint64_t sum(const struct sm_env *e, uint64_t (*count)(const struct env *))
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < e->subs; i++)
        n += count(e->env[i]);
    return n;
}

uint64_t sm_env_instructions(const struct sm_env *e)
{
    return sum(e, env_instructions);
}

uint64_t sm_env_oracle_operands(const struct sm_env *e)
{
    return sum(e, env_oracle_operands);
}

uint64_t sm_env_oracle_registers(const struct sm_env *e)
{
    return sum(e, env_oracle_registers);
}

uint64_t sm_env_stale(const struct sm_env *e)
{
    return sum(e, env_stale);
}

const char *sm_env_first_stale(const struct sm_env *e)
{
    const char *first = "";
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < e->subs; i++) {
        uint64_t cycle;
        const char *text = env_first_stale(e->env[i], &cycle);
        if (*text && cycle < least) {
            least = cycle;
            first = text;
        }
    }
    return first;
}

const struct behind_counts *sm_env_behind(const struct sm_env *e)
{
    return e->behind ? memory_behind_counts(e->behind) : NULL;
}

const struct flat_counts *sm_env_flat(const struct sm_env *e)
{
    return e->flat ? flat_memory_counts(e->flat) : NULL;
}

/* --- inputs ------------------------------------------------------------------------------------------------------- */

/* The caller has given another structure: everything in it is to be driven. */
static void adopt(struct sm_env *e, struct sm_in *in)
{
    bool rst = in->sub[0].rst;
    memset(in, 0, sizeof *in);
    in->sub[0].rst = rst;
    e->in = in;
}

static void drive_fill(const struct sm_env *e, struct sm_in *in)
{
    uint8_t mshr = 0;
    const struct mem_line *line = memory_behind_answer(e->behind, e->now, &mshr);
    if (!line && !in->fill_valid)
        return;
    in->fill_valid = line != NULL;
    in->fill_mshr = mshr;
    if (line)
        in->fill_data = *line;
    else
        memset(&in->fill_data, 0, sizeof in->fill_data);
}

static void drive_ciao(const struct sm_env *e, struct sm_in *in)
{
    for (uint32_t i = 0; i < e->subs && config_stalls(e->cfg); i++)
        in->awaited[i] = env_awaited(e->env[i]);
    if (config_shares(e->cfg))
        in->shared_used = (uint16_t)(e->begun ? frontend_shared_rows(e->fe) : 0);
}

void sm_env_drive(struct sm_env *e, struct sm_in *in)
{
    if (in != e->in)
        adopt(e, in);
    for (uint32_t i = 0; i < e->subs; i++)
        env_drive(e->env[i], &in->sub[i]);
    if (!e->sm)
        return;
    for (uint32_t i = 0; i < e->subs; i++)
        lsu_drive(e->lsu[i], e->now, &in->mem[i]);
    drive_ciao(e, in);
    in->flush = e->phase == PHASE_FLUSH;
    memory_behind_answers(e->behind);
    in->req_ready = memory_behind_ready(e->behind, e->now);
    drive_fill(e, in);
}

/* --- kernels ------------------------------------------------------------------------------------------------------ */

/* The kernel's warps have ended and nothing is under way: compares what it has left, and begins the next one. */
static void between(struct sm_env *e)
{
    char error[512];
    if (e->begun && e->flat
        && !flat_memory_end(e->flat, memory_behind_words(e->behind), e->stream, SENTENCE(error))) {
        stop(e, ENV_CHECK_FAILED, "cycle %" PRIu64 ": kernel '%s' (%" PRIu32 "): %s", e->now,
             frontend_kernel(e->fe)->name, frontend_kernel(e->fe)->id, error);
        return;
    }
    int status = frontend_next_kernel(e->fe);
    if (status < 0)
        stop(e, ENV_INPUT_ERROR, "%s", frontend_error(e->fe));
    else if (status == 0)
        e->status = ENV_DONE;
    if (status <= 0)
        return;
    e->begun = true;
    e->phase = PHASE_FLUSH;
    if (e->flat && !memory_image_take(&e->image, e->stream))
        stop(e, ENV_INPUT_ERROR, "out of memory for a copy of the kernel's memory");
    memory_behind_kernel(e->behind, e->stream->memory != NULL);
    for (uint32_t i = 0; i < e->subs; i++)
        env_kernel(e->env[i]);
}

static bool kernel_begins(const struct sm_env *e, uint64_t cycle)
{
    return kernel_gate_lets(e->opt.gate, frontend_kernels(e->fe), cycle);
}

static bool drained(const struct sm_env *e, const struct sm_out *out)
{
    bool idle = out->idle && memory_behind_idle(e->behind, e->now);
    for (uint32_t i = 0; i < e->subs; i++)
        idle &= lsu_idle(e->lsu[i]);
    return idle;
}

static void step_kernel(struct sm_env *e, const struct sm_out *out)
{
    bool freed = e->phase == PHASE_FLUSH;
    for (uint32_t i = 0; i < e->subs; i++)
        freed |= env_freed(e->env[i]);
    if (e->phase == PHASE_BETWEEN && drained(e, out)) {
        e->waiting = !kernel_begins(e, e->now + 1);
        if (!e->waiting)
            between(e);
    } else if (freed) {
        int status = frontend_admit(e->fe);
        if (status < 0)
            stop(e, ENV_INPUT_ERROR, "%s", frontend_error(e->fe));
        e->phase = status == FRONTEND_WORK ? PHASE_RUN : PHASE_BETWEEN;
    }
    frontend_tick(e->fe, e->now);
    if (frontend_failed(e->fe))
        stop(e, ENV_INPUT_ERROR, "%s", frontend_error(e->fe));
}

/* --- one cycle ---------------------------------------------------------------------------------------------------- */

static void step_accesses(struct sm_env *e, const struct sm_in *in, const struct sm_out *out)
{
    for (uint32_t i = 0; i < e->subs; i++) {
        if (!(out->mem_ready >> i & 1))
            continue;
        if (in->mem[i].valid)
            lsu_taken(e->lsu[i]);
        else
            stop(e, ENV_CHECK_FAILED, "cycle %" PRIu64 ": an access of sub-core %" PRIu32 " was taken, and none was "
                 "offered", e->now, i);
    }
    if (!out->resp_valid)
        return;
    if (out->resp_sub >= e->subs)
        stop(e, ENV_CHECK_FAILED, "cycle %" PRIu64 ": words came for sub-core %u; there are %" PRIu32, e->now,
             out->resp_sub, e->subs);
    else if (!lsu_response(e->lsu[out->resp_sub], out))
        stop(e, ENV_CHECK_FAILED, "cycle %" PRIu64 ": %s", e->now, lsu_error(e->lsu[out->resp_sub]));
}

static void step_behind(struct sm_env *e, const struct sm_in *in, const struct sm_out *out)
{
    char error[512];
    uint32_t atomics = e->atomics.count;
    if (in->fill_valid && out->fill_ready)
        memory_behind_pop(e->behind);
    if (!out->req_valid || !in->req_ready)
        return;
    if (!memory_behind_request(e->behind, out, &e->atomics, e->now, SENTENCE(error)))
        stop(e, ENV_CHECK_FAILED, "cycle %" PRIu64 ": %s", e->now, error);
    else if (out->req_op == MEM_REDUCE && e->atomics.count < atomics)
        lsu_carried_out(e->lsu[out->req_sub], out->req_id);
}

/* The status of a sub-core's environment becomes that of all. */
static void step_sub(struct sm_env *e, uint32_t i, const struct sm_in *in, const struct sm_out *out)
{
    enum env_status status = env_step(e->env[i], &in->sub[i], &out->sub[i]);
    if (status == ENV_RUNNING || e->status != ENV_RUNNING)
        return;
    stop(e, status, "sub-core %" PRIu32 ", %.4000s", i, env_message(e->env[i]));
    e->culprit_sub = i;
    e->culprit = env_culprit(e->env[i]);
}

static void time_out(struct sm_env *e)
{
    char text[MESSAGE_SIZE - 256];
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < e->subs && used + 512 < sizeof text; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "; ");
        used += (size_t)lsu_describe(e->lsu[i], text + used, sizeof text - used);
        used += env_describe(e->env[i], text + used, sizeof text - used);
    }
    stop(e, ENV_TIMEOUT, "cycle %" PRIu64 ": nothing issued, dispatched, returned, ended, or went to or from memory for"
         " %" PRIu64 " cycles%s; the memory behind has %s under way%s", e->now, e->idle, text,
         memory_behind_idle(e->behind, e->now) ? "nothing" : "something",
         e->phase == PHASE_BETWEEN ? "; the SM drains between two kernels" : "");
}

enum env_status sm_env_step(struct sm_env *e, const struct sm_in *in, const struct sm_out *out)
{
    if (!e->sm)
        return env_step(e->env[0], &in->sub[0], &out->sub[0]);
    if (e->status != ENV_RUNNING)
        return e->status;
    bool moved = out->mem_ready || out->resp_valid || (out->req_valid && in->req_ready)
        || (in->fill_valid && out->fill_ready) || e->phase == PHASE_FLUSH;
    step_accesses(e, in, out);
    step_behind(e, in, out);
    for (uint32_t i = 0; i < e->subs; i++) {
        step_sub(e, i, in, out);
        moved |= env_moved(e->env[i]);
        if (lsu_failed(e->lsu[i]) || memory_behind_words(e->behind)->failed
            || (e->opt.port && e->opt.port->failed))
            stop(e, ENV_INPUT_ERROR, "out of memory for accesses");
    }
    if (e->status == ENV_RUNNING)
        step_kernel(e, out);
    if (e->opt.port && e->opt.port->differs)
        stop(e, ENV_CHECK_FAILED, "cycle %" PRIu64 ": request %" PRIu64 " to the L2 is another one than in the run of "
             "the model that gave its answers", e->now, e->opt.port->sent - 1);
    if (e->status == ENV_DONE && e->opt.port && memory_port_lacks(e->opt.port))
        stop(e, ENV_CHECK_FAILED, "%" PRIu64 " requests were sent to the L2, and the run of the model that gave its "
             "answers sent %" PRIu64, e->opt.port->sent, e->opt.port->recorded->sent);
    bool waits = e->waiting || (e->opt.port && memory_port_waits(e->opt.port, e->now));
    e->idle = moved || waits ? 0 : e->idle + 1;
    if (e->status == ENV_RUNNING && e->idle >= e->opt.idle_limit)
        time_out(e);
    e->now++;
    return e->status;
}

bool sm_env_waits(const struct sm_env *e)
{
    return e->sm ? e->waiting : env_waits(e->env[0]);
}

bool sm_env_parked(const struct sm_env *e)
{
    if (!e->sm)
        return env_parked(e->env[0]);
    return e->waiting && kernel_gate_cycle(e->opt.gate, frontend_kernels(e->fe)) == UINT64_MAX;
}

void sm_env_begin(struct sm_env *e)
{
    if (!e->sm) {
        env_begin(e->env[0]);
    } else if (e->status == ENV_RUNNING && e->waiting && kernel_begins(e, e->now)) {
        e->waiting = false;
        between(e);
    }
}

/* --- cycles in which nothing happens ------------------------------------------------------------------------------ */

uint64_t sm_env_rest(const struct sm_env *e)
{
    return e->sm ? 0 : env_rest(e->env[0]);
}

void sm_env_pass(struct sm_env *e, uint64_t cycles)
{
    env_pass(e->env[0], cycles);
}
