/* SPDX-License-Identifier: Apache-2.0 */
#include "slice.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"
#include "cmodel/env/leap.h"
#include "cmodel/pipeline/pipeline.h"
#include "series.h"
#include "slice_counts.h"
#include "cmodel/env/sm_env.h"
#include "timeline.h"
#include "cmodel/sm/top.h"

enum { VIOLATION_PERIOD = 4096, HISTORY_LINES = 24 };

/* What only the run needs. */
struct slice_run {
    const struct slice_job *job;
    struct top *top;
    struct sm_env *env;
    enum env_status status;
    bool     stopped;           /* by a violation, or by max_cycles */
    struct sm_in in;
    struct sm_out out;
    struct timeline timeline;
    struct series series;
    size_t   timeline_size, series_size;
    struct pipeline *pipeline;  /* NULL: nobody wants to see it */
    const uint8_t **bits;       /* of the model's registers, for it */
};

static void write_row(void *ctx, uint32_t sub, uint32_t bank, uint32_t row, const struct vreg *value)
{
    const struct slice_run *r = ctx;
    memcpy(model_row(top_sub(r->top, sub), bank, row), value->lane, (size_t)r->job->cfg->lanes * sizeof(uint32_t));
}

static void read_row(void *ctx, uint32_t sub, uint32_t bank, uint32_t row, struct vreg *value)
{
    const struct slice_run *r = ctx;
    memcpy(value->lane, model_row(top_sub(r->top, sub), bank, row), (size_t)r->job->cfg->lanes * sizeof(uint32_t));
}

void slice_fail(struct slice *s, int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(s->message, sizeof s->message, format, args);
    va_end(args);
    s->code = code;
}

/* --- the run ------------------------------------------------------------------------------------------------------ */

static bool create(struct slice *s, struct slice_run *r, struct stream *stream)
{
    const struct slice_job *job = r->job;
    struct sm_env_options options = {
        .sm = s->sm, .subcore = s->subcore, .values = job->values, .write_row = write_row, .read_row = read_row,
        .ctx = r, .tag_seed = job->tag_seed, .gpu = job->gpu,
        .gate = job->gate, .port = s->port,
    };
    r->timeline = (struct timeline){.every = job->every, .sm = s->sm, .subcore = s->subcore, .gpu = job->gpu};
    r->series = (struct series){.interval = job->interval, .sm = s->sm, .subcore = s->subcore};
    if (job->timeline)
        r->timeline.out = open_memstream(&s->timeline, &r->timeline_size);
    if (job->series)
        r->series.out = open_memstream(&s->series, &r->series_size);
    r->top = top_create(job->cfg, job->values);
    r->env = r->top ? sm_env_create(job->cfg, stream, &options) : NULL;
    return r->env && (r->timeline.out || !job->timeline) && (r->series.out || !job->series);
}

/* Where the model keeps the bits of its registers. */
static bool find_bits(struct slice_run *r)
{
    uint32_t count = top_register_count(r->top);
    const uint8_t *image = top_image(r->top);
    r->bits = calloc(count ? count : 1, sizeof *r->bits);
    for (uint32_t i = 0; r->bits && i < count; i++)
        r->bits[i] = image + top_registers(r->top)[i].offset;
    return r->bits != NULL;
}

static void open_pipeline(struct slice *s, struct slice_run *r)
{
    char error[512];
    const struct pipeline_plan *plan = r->job->pipeline;
    if (!plan || plan->sm != s->sm || plan->subcore != s->subcore)
        return;
    if (!find_bits(r)) {
        slice_fail(s, EXIT_INPUT, "out of memory");
        return;
    }
    struct pipeline_device device = {
        .cfg = r->job->cfg, .env = r->env, .source = "model",
        .registers = {.list = top_registers(r->top), .bits = r->bits, .count = top_register_count(r->top)},
    };
    r->pipeline = pipeline_open(plan, &device, SENTENCE(error));
    if (!r->pipeline)
        slice_fail(s, EXIT_INPUT, "%s", error);
}

static void destroy(struct slice_run *r)
{
    pipeline_drop(r->pipeline);
    free(r->bits);
    if (r->timeline.out)
        fclose(r->timeline.out);
    if (r->series.out)
        fclose(r->series.out);
    sm_env_destroy(r->env);
    top_destroy(r->top);
    free(r);
}

void slice_begin(struct slice *s, const struct slice_job *job, struct stream *stream)
{
    struct slice_run *r = s->run = calloc(1, sizeof *r);
    if (r)
        r->job = job;
    if (!r || !create(s, r, stream))
        slice_fail(s, EXIT_INPUT, "out of memory");
    else
        r->status = sm_env_state(r->env);
    if (s->code == 0)
        open_pipeline(s, r);
}

/* One cycle. */
static void step(struct slice *s, struct slice_run *r)
{
    sm_env_drive(r->env, &r->in);
    top_eval(r->top, &r->in, &r->out);
    series_sample(&r->series, r->top);
    if (r->pipeline)
        pipeline_cycle(r->pipeline, sm_env_cycles(r->env), &r->in, &r->out);
    r->status = sm_env_step(r->env, &r->in, &r->out);
    if (r->status != ENV_RUNNING && r->status != ENV_DONE)
        return;
    top_edge(r->top);
    uint64_t cycles = sm_env_cycles(r->env);
    if (cycles % VIOLATION_PERIOD == 0 && top_violation(r->top)) {
        r->stopped = true;
        return;
    }
    timeline_step(&r->timeline, r->top, cycles, false);
    series_step(&r->series, r->top, r->env, false);
    if (r->status == ENV_RUNNING && cycles == r->job->max_cycles)
        s->partial = r->stopped = true;
}

/* How many of the next cycles may pass unseen: none that is looked at, or that ends the run or the piece. With values
 * they are those without a warp. */
static uint64_t unseen(const struct slice_run *r, uint64_t cycles, uint64_t until)
{
    const struct slice_job *job = r->job;
    uint64_t most = VIOLATION_PERIOD - 1 - cycles % VIOLATION_PERIOD;
    if ((job->values && !sm_env_waits(r->env)) || job->timeline || job->series || cycles >= until)
        return 0;
    if (until - cycles - 1 < most)
        most = until - cycles - 1;
    if (r->pipeline && pipeline_unseen(r->pipeline, cycles - 1) < most)
        most = pipeline_unseen(r->pipeline, cycles - 1);
    return job->max_cycles && job->max_cycles - cycles - 1 < most ? job->max_cycles - cycles - 1 : most;
}

bool slice_advance(struct slice *s, uint64_t until)
{
    struct slice_run *r = s->run;
    if (s->code != 0)
        return false;
    sm_env_begin(r->env);
    r->status = sm_env_state(r->env);
    while (r->status == ENV_RUNNING && !r->stopped && !sm_env_parked(r->env) && sm_env_cycles(r->env) < until) {
        step(s, r);
        if (r->status == ENV_RUNNING && !r->stopped && !sm_env_parked(r->env))
            leap(r->env, r->top, unseen(r, sm_env_cycles(r->env), until));
    }
    return r->status == ENV_RUNNING && !r->stopped;
}

bool slice_parked(const struct slice *s)
{
    return s->run && s->run->env && sm_env_parked(s->run->env);
}

uint64_t slice_cycles(const struct slice *s)
{
    return s->run && s->run->env ? sm_env_cycles(s->run->env) : 0;
}

uint64_t slice_issued(const struct slice *s)
{
    return s->run && s->run->top ? top_issued(s->run->top) : 0;
}

/* --- results ------------------------------------------------------------------------------------------------------ */

static void keep_history(struct slice *s, const struct sm_env *env)
{
    size_t size;
    uint32_t sub;
    int slot = sm_env_culprit(env, &sub);
    if (slot < 0)
        return;
    FILE *f = open_memstream(&s->history, &size);
    if (!f)
        return;
    env_history(sm_env_sub(env, sub), (uint32_t)slot, HISTORY_LINES, f);
    fclose(f);
}

static uint64_t micro_operations(const struct sm_env *env)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < sm_env_subs(env); i++)
        n += env_micro_operations(sm_env_sub(env, i));
    return n;
}

/* What can be seen of a run that has failed ends with the cycle before; what it lacks is said beside its failure. */
static void close_pipeline(struct slice *s, struct slice_run *r)
{
    char error[512] = "";
    size_t size;
    FILE *text = open_memstream(&s->explanation, &size);
    bool settled = r->status == ENV_RUNNING || r->status == ENV_DONE;
    if (!text)
        slice_fail(s, EXIT_INPUT, "out of memory");
    else if (!pipeline_close(r->pipeline, settled, text, SENTENCE(error)) && s->code == 0)
        slice_fail(s, EXIT_INPUT, "%s", error);
    else if (*error)
        fprintf(text, "%s\n", error);
    if (text)
        r->pipeline = NULL;
    if (text)
        fclose(text);
}

/* Turns the last status of the environment, and what the model says of itself, into the slice's outcome. */
static void conclude(struct slice *s, const struct slice_run *r)
{
    const struct sm_env *env = r->env;
    const char *violation = top_violation(r->top), *message = sm_env_message(env);
    s->cycles = sm_env_cycles(env);
    slice_counts(&s->stats, env, r->top);
    s->operands = sm_env_oracle_operands(env);
    s->registers = sm_env_oracle_registers(env);
    if (r->status == ENV_INPUT_ERROR)
        slice_fail(s, EXIT_INPUT, "%s", message);
    else if (r->status == ENV_TIMEOUT)
        slice_fail(s, EXIT_TIMEOUT, "%s", message);
    else if (r->status == ENV_CHECK_FAILED)
        slice_fail(s, EXIT_CHECK, "%s%s%s", message, violation ? "; before that the model found: " : "",
                   violation ? violation : "");
    else if (violation)
        slice_fail(s, EXIT_CHECK, "%s", violation);
    else if (s->stats.micro_operations != micro_operations(env))
        slice_fail(s, EXIT_CHECK, "the model counts %" PRIu64 " micro-operations issued, its environment %" PRIu64,
                   s->stats.micro_operations, micro_operations(env));
    else if (!stats_attributed(&s->stats))
        slice_fail(s, EXIT_CHECK, "the causes of idle cycles and the issues do not add up to %" PRIu64 " cycles",
                   s->stats.cycles);
    if (r->status == ENV_CHECK_FAILED || r->status == ENV_TIMEOUT)
        keep_history(s, env);
}

void slice_end(struct slice *s)
{
    struct slice_run *r = s->run;
    if (!r)
        return;
    if (s->code == 0) {
        timeline_step(&r->timeline, r->top, sm_env_cycles(r->env), true);
        series_step(&r->series, r->top, r->env, true);
        conclude(s, r);
        if (r->pipeline)
            close_pipeline(s, r);
        if (!interference_matrix_open(&s->interference, r->job->cfg, r->top))
            slice_fail(s, EXIT_INPUT, "out of memory");
    }
    destroy(r);
    s->run = NULL;
}

void slice_free(struct slice *s)
{
    free(s->history);
    free(s->timeline);
    free(s->series);
    free(s->explanation);
    interference_matrix_close(&s->interference);
}
