/* SPDX-License-Identifier: Apache-2.0 */
#include "lockstep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "configs/program.h"
#include "binding.h"
#include "four_state.h"
#include "macros.h"
#include "record.h"
#include "reglist.h"
#include "report.h"
#include "cmodel/run/slice_counts.h"
#include "cmodel/stream/stream_place.h"
#include "cmodel/env/sm_env.h"
#include "cmodel/pipeline/pipeline.h"
#include "start_value.h"
#include "cmodel/sm/top.h"

enum {
    RESET_CYCLES = 2,
    MEMORY_INTERVAL = 4096,     /* cycles between comparisons of whole memories; a power of two */
    PROGRESS_INTERVAL = 65536,  /* cycles between looks at the clock; a power of two */
    PROGRESS_SECONDS = 2,
    PROGRESS_TEXT = 128
};

struct engine {
    const struct lockstep_options *opt;
    const struct config *cfg;
    struct binding rtl;
    struct top *model;
    struct sm_env *env;
    struct memory_port port;    /* gives the answers of the GPU's L2 again */
    struct recorder *record;
    struct pipeline *pipeline;  /* NULL: nobody wants to see it */
    struct sm_out rtl_out;      /* for it: what the RTL puts out, values apart */
    struct four_state four;     /* of a device with four states */
    struct row_write *row_writes;
    struct sm_in in;
    struct sm_out out;          /* the model's */
    bool edge_due;              /* the model has had a clock edge, and the RTL has not */
    struct model_write written[MAX_MEMORIES];   /* by the model's last clock edge; not compared yet */
    uint32_t written_count;
    struct launched_row { uint32_t memory, row; } *launched;    /* rows that the RTL gets behind its clock edge */
    uint32_t launched_count;
    uint64_t cycle, rows, issued;   /* issued: before this interval of the GPU's STHLD */
    bool wave_open;
    char error[REGLIST_ERROR];
};

/* --- memories ----------------------------------------------------------------------------------------------------- */

static bool row_equal(struct engine *e, uint32_t memory, uint32_t row)
{
    if (e->rtl.four_state)
        return four_state_row(&e->four, &e->rtl, e->model, memory, row);
    const uint8_t *m = (const uint8_t *)top_row(e->model, memory, row);
    return memcmp(binding_row(&e->rtl, memory, row), m, 4 * (size_t)top_memory(e->model, memory)->words) == 0;
}

static bool memories_equal(struct engine *e)
{
    for (uint32_t m = 0; m < top_memory_count(e->model); m++)
        for (uint32_t r = 0; r < top_memory(e->model, m)->rows; r++)
            if (!row_equal(e, m, r))
                return false;
    return true;
}

/* The result that the model has written to a memory at the last edge: there is one grant per bank. */
static void note_write(struct engine *e, const struct model_write *w)
{
    uint32_t banks = (uint32_t)e->cfg->banks, sub = w->bank / banks;
    struct row_write *note = &e->row_writes[report_row(e->cfg, w->bank, w->row)];
    *note = (struct row_write){.cycle = e->cycle, .by = sub < top_subs(e->model) ? ROW_RESULT : ROW_LINE};
    for (uint32_t u = 0; u < RESULT_PORTS && note->by == ROW_RESULT; u++) {
        const struct result *r = &e->in.sub[sub].wb[u];
        if (r->valid && r->mask && e->out.sub[sub].wb_ready >> u & 1
            && config_bank(e->cfg, r->warp, r->reg) == w->bank % banks) {
            note->warp = r->warp;
            note->reg = r->reg;
            note->iid = r->iid;
        }
    }
}

static void note_writes(struct engine *e)
{
    e->written_count = top_writes(e->model, e->written);
    for (uint32_t i = 0; i < e->written_count; i++)
        note_write(e, &e->written[i]);
    e->rows += e->written_count;
}

static bool written_rows_equal(struct engine *e)
{
    bool equal = true;
    for (uint32_t i = 0; i < e->written_count; i++)
        for (uint32_t k = 0; k < top_copies(e->model, e->written[i].bank); k++)
            equal &= row_equal(e, top_copy(e->model, e->written[i].bank, k), e->written[i].row);
    e->written_count = 0;
    return equal;
}

/* The environment's way to the register rows of a launched warp. The RTL gets them behind its clock edge. */
static void write_row(void *ctx, uint32_t sub, uint32_t bank, uint32_t row, const struct vreg *value)
{
    struct engine *e = ctx;
    uint32_t memory = sub * (uint32_t)e->cfg->banks + bank;
    memcpy(top_row(e->model, memory, row), value->lane, 4 * (size_t)e->cfg->lanes);
    shadow_write_row(e->four.shadow, e->model, memory, row);
    e->row_writes[report_row(e->cfg, memory, row)] = (struct row_write){.cycle = e->cycle, .by = ROW_LAUNCH};
    e->launched[e->launched_count++] = (struct launched_row){memory, row};
}

static void launch_row(struct engine *e, uint32_t memory, uint32_t row)
{
    size_t bytes = 4 * (size_t)e->cfg->lanes;
    memcpy(binding_row(&e->rtl, memory, row), top_row(e->model, memory, row), bytes);
    if (e->rtl.four_state)
        memset(binding_row_unknown(&e->rtl, memory, row), 0, bytes);
}

static void launch_rows(struct engine *e)
{
    for (uint32_t i = 0; i < e->launched_count; i++)
        for (uint32_t k = 0; k < top_copies(e->model, e->launched[i].memory); k++)
            launch_row(e, top_copy(e->model, e->launched[i].memory, k), e->launched[i].row);
    e->launched_count = 0;
}

/* What the RTL has in a row when a warp ends. */
static void read_row(void *ctx, uint32_t sub, uint32_t bank, uint32_t row, struct vreg *value)
{
    const struct engine *e = ctx;
    memcpy(value->lane, binding_row(&e->rtl, sub * (uint32_t)e->cfg->banks + bank, row), 4 * (size_t)e->cfg->lanes);
}

/* --- start values ------------------------------------------------------------------------------------------------- */

static void start_memories(struct engine *e)
{
    for (uint32_t m = 0; m < top_memory_count(e->model); m++) {
        const struct dut_object *o = e->rtl.memories[m];
        const char *name = e->rtl.memories[top_original(e->model, m)]->name;
        for (uint32_t r = 0; r < top_memory(e->model, m)->rows; r++) {
            start_value(binding_row(&e->rtl, m, r), o->width, name, r, e->opt->seed);
            memcpy(top_row(e->model, m, r), binding_row(&e->rtl, m, r), o->stride);
        }
    }
}

/* --- one clock cycle ---------------------------------------------------------------------------------------------- */

/* The RTL has its clock edge if one is due, and then the inputs in e->in, in one evaluation. False if these do not fit
 * the ports. */
static bool eval_rtl(struct engine *e)
{
    bool fits = binding_drive(&e->rtl, &e->in);
    binding_eval(&e->rtl, e->edge_due);
    e->edge_due = false;
    launch_rows(e);
    return fits;
}

static void eval_model(struct engine *e)
{
    top_eval(e->model, &e->in, &e->out);
    shadow_eval(e->four.shadow, &e->in);
}

static void edge_of_model(struct engine *e)
{
    top_edge(e->model);
    shadow_edge(e->four.shadow);
    e->edge_due = true;
}

static bool registers_equal(struct engine *e)
{
    if (e->opt->no_flops)
        return true;
    if (e->rtl.four_state)
        return four_state_registers(&e->four, &e->rtl, e->model, false);
    return binding_registers_equal(&e->rtl, e->model);
}

/* Both are compared with four states in any case: what differs is a mismatch, whatever else is X. */
static bool outputs_and_registers_equal(struct engine *e)
{
    if (e->rtl.four_state) {
        bool outputs = four_state_outputs(&e->four, &e->rtl, &e->out);
        return registers_equal(e) && outputs;
    }
    return binding_outputs_equal(&e->rtl, &e->out) && registers_equal(e);
}

/* --- reset -------------------------------------------------------------------------------------------------------- */

static bool open_rtl(struct engine *e)
{
    binding_close(&e->rtl);
    e->edge_due = false;
    memset(&e->in, 0, sizeof e->in);
    e->in.sub[0].rst = true;
    if (!binding_open(&e->rtl, e->opt->api, e->cfg, e->model, SENTENCE(e->error)) ||
        !binding_choose(&e->rtl, e->opt->mutant, SENTENCE(e->error)))
        return false;
    if (e->rtl.four_state || !e->opt->x_start)
        return true;
    snprintf(e->error, sizeof e->error, "--x-start needs a simulator with four states; make cosim SIM=icarus has one");
    return false;
}

static bool reset_registers_equal(struct engine *e)
{
    if (e->opt->no_flops)
        return true;
    if (e->rtl.four_state)
        return four_state_registers(&e->four, &e->rtl, e->model, true);
    const struct model_register *r = top_registers(e->model);
    const uint8_t *image = top_image(e->model);
    for (uint32_t i = 0, n = top_register_count(e->model); i < n; i++)
        if (r[i].reset && memcmp(e->rtl.registers[i], image + r[i].offset, ports_storage(r[i].width)) != 0)
            return false;
    return true;
}

/*
 * First device: every flop starts from hash(name, seed), reset or not, and reset is held for RESET_CYCLES edges. What
 * has a reset must be in the model's reset state after each of them; a reset that is missing, or partial, shows here.
 * This device is of no further use: the random control state of the first cycle has changed what has no reset. Sets
 * `edges` to those that were good.
 */
static bool run_reset(struct engine *e, int *edges)
{
    const struct model_register *r = top_registers(e->model);
    if (!open_rtl(e))
        return false;
    for (uint32_t i = 0, n = top_register_count(e->model); i < n; i++)
        start_value(e->rtl.registers[i], r[i].width, r[i].name, 0, e->opt->seed);
    if (e->opt->x_start)
        four_state_undefine(&e->rtl, e->model, true);
    if (e->cfg->rtl_reset == RTL_RESET_ASYNC_LOW) { /* which acts as it falls */
        e->in.sub[0].rst = false;
        eval_rtl(e);
        e->in.sub[0].rst = true;
    }
    eval_rtl(e);
    for (*edges = 0; *edges < RESET_CYCLES; ++*edges) {
        eval_model(e);
        edge_of_model(e);
        eval_rtl(e);
        if (!reset_registers_equal(e) || binding_broken(&e->rtl))
            break;
    }
    return true;
}

/* A register's start value on both sides; the model takes whole words. */
static bool start_register(struct engine *e, uint32_t index)
{
    const struct model_register *r = &top_registers(e->model)[index];
    uint32_t bytes = ports_storage(r->width);
    if (r->reset) {
        memcpy(e->rtl.registers[index], top_image(e->model) + r->offset, bytes);
        return true;
    }
    uint8_t *bits = calloc(1, bytes + sizeof(uint32_t));
    if (!bits)
        return false;
    start_value(bits, r->width, r->name, 0, e->opt->seed);
    memcpy(e->rtl.registers[index], bits, bytes);
    top_load(e->model, index, bits);
    free(bits);
    return true;
}

/*
 * Second device: flops with reset start in their reset state, all others and the memories from hash(name, seed), on
 * both sides. They are written before the first evaluation, which settles all combinational logic from them: a device
 * that was written to later would clock in next states computed from the old values. One more cycle in reset shows
 * that RTL and model agree on what reset keeps.
 */
static bool start(struct engine *e)
{
    if (!open_rtl(e))
        return false;
    for (uint32_t i = 0, n = top_register_count(e->model); i < n; i++)
        if (!start_register(e, i))
            return false;
    start_memories(e);
    shadow_start(e->four.shadow, e->model, e->opt->seed);
    if (e->opt->x_start)
        four_state_undefine(&e->rtl, e->model, false);
    eval_rtl(e);
    eval_model(e);
    edge_of_model(e);
    eval_rtl(e);
    e->in.sub[0].rst = false;
    return true;
}

/* --- stopping ----------------------------------------------------------------------------------------------------- */

static struct view view_of(struct engine *e)
{
    return (struct view){
        .cfg = e->cfg, .model = e->model, .env = e->env, .rtl = &e->rtl, .row_writes = e->row_writes, .in = &e->in,
        .out = &e->out, .shadow = e->four.shadow, .cycle = e->cycle, .sm = e->opt->sm, .subcore = e->opt->subcore,
        .rerun = e->opt->rerun, .alone = e->opt->alone
    };
}

static enum lockstep_status mismatch_seen(struct engine *e, const struct view *v, unsigned parts, const char *when)
{
    bool x = e->rtl.four_state && !e->four.differs;
    report_mismatch(e->opt->out, v, parts | (x ? REPORT_X : 0), when);
    return x ? LOCKSTEP_X : LOCKSTEP_MISMATCH;
}

static enum lockstep_status mismatch(struct engine *e, unsigned parts, const char *when)
{
    struct view v = view_of(e);
    return mismatch_seen(e, &v, parts, when);
}

static enum lockstep_status assertion_seen(const struct engine *e, const struct view *v, const char *message)
{
    report_stop(e->opt->out, v, "ASSERTION", message);
    return LOCKSTEP_ASSERTION;
}

static enum lockstep_status assertion(struct engine *e, const char *message)
{
    struct view v = view_of(e);
    return assertion_seen(e, &v, message);
}

/* What the environment's status means for the run. */
static enum lockstep_status environment(struct engine *e, enum env_status status)
{
    struct view v = view_of(e);
    switch (status) {
    case ENV_INPUT_ERROR:
        snprintf(e->error, sizeof e->error, "%s", sm_env_message(e->env));
        return LOCKSTEP_INPUT;
    case ENV_CHECK_FAILED:
        report_stop(e->opt->out, &v, "CHECK FAILED", sm_env_message(e->env));
        return LOCKSTEP_MISMATCH;
    case ENV_TIMEOUT:
        report_timeout(e->opt->out, &v, sm_env_message(e->env));
        return LOCKSTEP_TIMEOUT;
    default:
        return LOCKSTEP_EQUAL;
    }
}

/* --- waveform, recording, progress -------------------------------------------------------------------------------- */

/* Cycle n is from time 2 n to 2 n + 2; the clock falls in its middle. */
static void wave(struct engine *e)
{
    if (e->wave_open && e->cycle >= e->opt->from && e->cycle <= e->opt->to)
        e->opt->api->wave_dump(e->rtl.dut, 2 * e->cycle);
}

static bool write_coverage(const struct engine *e, const char *what)
{
    char path[4096];
    snprintf(path, sizeof path, "%s-%u.%u%s.dat", e->opt->coverage, e->opt->sm, e->opt->subcore, what);
    return e->opt->api->coverage(e->rtl.dut, path);
}

/* What has been counted up to here goes to a file of its own: lines that run once at the start and in reset are
 * there, and toggles from registers that the engine has written, which are none. */
static bool start_coverage(const struct engine *e)
{
    return write_coverage(e, "-start") && e->opt->api->coverage(e->rtl.dut, NULL);
}

static bool open_files(struct engine *e)
{
    const struct lockstep_options *opt = e->opt;
    if (opt->wave) {
        e->wave_open = opt->api->wave_open(e->rtl.dut, opt->wave);
        if (!e->wave_open) {
            snprintf(e->error, sizeof e->error, "no waveform can be written to %s: either the file is not writable or "
                     "the device was made without tb/lockstep/verilator/verilate.sh --trace", opt->wave);
            return false;
        }
    }
    if (opt->record) {
        e->record = record_open(opt->record, e->rtl.objects, e->rtl.object_count, opt->record_limit);
        if (!e->record) {
            snprintf(e->error, sizeof e->error, "%s cannot be written", opt->record);
            return false;
        }
    }
    if (opt->activity && !activity_bind(opt->activity, e->rtl.objects, e->rtl.object_count)) {
        snprintf(e->error, sizeof e->error, "no memory is left for the activity of registers");
        return false;
    }
    if (opt->coverage && !start_coverage(e)) {
        snprintf(e->error, sizeof e->error, "the device has no counters of lines and toggles; one made with "
                 "tb/lockstep/verilator/verilate.sh --coverage is accepted");
        return false;
    }
    if (opt->cover && !cover_bind(opt->cover, e->cfg, e->rtl.objects, e->rtl.object_count)) {
        snprintf(e->error, sizeof e->error, "no memory is left for cover points");
        return false;
    }
    return true;
}

/* What the RTL does and waits for, by its own ports and registers. */
static bool open_pipeline(struct engine *e)
{
    const struct pipeline_plan *plan = e->opt->pipeline;
    if (!plan || plan->sm != e->opt->sm || plan->subcore != e->opt->subcore)
        return true;
    struct pipeline_device device = {
        .cfg = e->cfg, .env = e->env, .source = "RTL",
        .registers = {.list = top_registers(e->model), .bits = (const uint8_t *const *)e->rtl.registers,
                      .count = top_register_count(e->model)},
    };
    e->pipeline = pipeline_open(plan, &device, SENTENCE(e->error));
    return e->pipeline != NULL;
}

static void show_pipeline(struct engine *e)
{
    binding_outputs(&e->rtl, &e->rtl_out);
    pipeline_cycle(e->pipeline, e->cycle, &e->in, &e->rtl_out);
}

/* With a mismatch it shows the cycles before, and what the view lacks is said behind the mismatch. */
static enum lockstep_status close_pipeline(struct engine *e, enum lockstep_status status)
{
    bool good = pipeline_close(e->pipeline, status == LOCKSTEP_EQUAL, e->opt->out, SENTENCE(e->error));
    e->pipeline = NULL;
    if (!good && status != LOCKSTEP_EQUAL)
        complain("%s", e->error);
    return good || status != LOCKSTEP_EQUAL ? status : LOCKSTEP_INPUT;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void progress(const struct engine *e, double begin, double *shown)
{
    char place[PROGRESS_TEXT], text[2 * PROGRESS_TEXT];
    double now = seconds();
    if (now < *shown + PROGRESS_SECONDS)
        return;
    *shown = now;
    snprintf(text, sizeof text, "slice %u.%u: cycle %" PRIu64 ", %s", e->opt->sm, e->opt->subcore, e->cycle,
             stream_place_text(&e->opt->stream->place, now - begin, place, sizeof place));
    fprintf(stderr, "\r%-*s", LOCKSTEP_PROGRESS, text);
}

/* --- the run ------------------------------------------------------------------------------------------------------ */

/* Whether an instruction has issued in this cycle. */
static bool issued(const struct engine *e)
{
    bool any = false;
    for (uint32_t i = 0; i < top_subs(e->model); i++)
        any |= e->out.sub[i].issue_valid;
    return any;
}

/* Its number among all slices of the machine. */
static uint32_t slice_of(const struct engine *e)
{
    return e->opt->sm * (e->cfg->sm_subcores ? 1 : (uint32_t)e->cfg->subcores) + e->opt->subcore;
}

/* STHLD of the GPU has come from a run of the model alone: whether this slice has issued as much as there, when an
 * interval is over, or the slice. */
static enum lockstep_status issued_as_recorded(struct engine *e, bool done)
{
    char text[256];
    bool over = done || e->cycle % (uint64_t)e->cfg->sthld_interval == 0 || e->cycle == e->opt->max_cycles;
    if (!e->opt->gpu || !over)
        return LOCKSTEP_EQUAL;
    uint32_t slice = slice_of(e);
    uint64_t total = top_issued(e->model), issued = total - e->issued;
    uint64_t expected = gpu_sthld_issued(e->opt->gpu, e->cycle - 1, slice);
    e->issued = total;
    if (issued == expected)
        return LOCKSTEP_EQUAL;
    struct view v = view_of(e);
    snprintf(text, sizeof text, "%llu instructions issued in the interval that ends here, and %llu in the run of the "
             "model that gave STHLD of the GPU", (unsigned long long)issued, (unsigned long long)expected);
    report_stop(e->opt->out, &v, "CHECK FAILED", text);
    return LOCKSTEP_MISMATCH;
}

/* What the last clock edge has written, in the cycle before this one, whose inputs the RTL had until now. */
static enum lockstep_status rows_of_last_edge(struct engine *e)
{
    if (!written_rows_equal(e)) {
        struct view v = view_of(e);
        v.cycle--;
        v.in = &e->rtl.driven;
        return mismatch_seen(e, &v, REPORT_ROWS, "after its clock edge ");
    }
    if ((e->cycle & (MEMORY_INTERVAL - 1)) == 0 && e->cycle && !memories_equal(e))
        return mismatch(e, REPORT_ROWS, "before its evaluation (memories are compared as a whole every 4096 cycles) ");
    return LOCKSTEP_EQUAL;
}

/* The RTL cannot go on: the logic of this cycle does not settle, or an assertion has not held at a clock edge, which is
 * that of the cycle before unless this is reset. */
static enum lockstep_status rtl_broken(struct engine *e, bool reset)
{
    const char *message = binding_broken(&e->rtl);
    struct view v = view_of(e);
    if (strncmp(message, DUT_UNSETTLED, sizeof DUT_UNSETTLED - 1) == 0) {
        report_stop(e->opt->out, &v, "NOT SETTLED", message);
        return LOCKSTEP_ASSERTION;
    }
    if (!reset) {
        v.cycle--;
        v.in = &e->rtl.driven;
    }
    return assertion_seen(e, &v, message);
}

/* The RTL up to the settled logic of this cycle, and what can be compared before the model gets there. */
static enum lockstep_status begin_cycle(struct engine *e)
{
    bool fits = eval_rtl(e);
    enum lockstep_status status = binding_broken(&e->rtl) ? rtl_broken(e, false) : rows_of_last_edge(e);
    binding_keep(&e->rtl, &e->in);
    if (status == LOCKSTEP_EQUAL && !fits)
        return assertion(e, "the environment drives more bits than an input port has");
    return status;
}

/* The model's clock edge. A guarantee that it violates is reported when the RTL has had the edge, too. */
static enum lockstep_status end_cycle(struct engine *e)
{
    edge_of_model(e);
    note_writes(e);
    e->cycle++;
    if (!top_violation(e->model))
        return LOCKSTEP_EQUAL;
    enum lockstep_status status = begin_cycle(e);
    e->cycle--;
    return status == LOCKSTEP_EQUAL ? assertion(e, top_violation(e->model)) : status;
}

/* One cycle. LOCKSTEP_EQUAL: go on, or *done. The environment gets the model's structure only after every bit of the
 * RTL's outputs has been found equal to it, so it sees what the RTL has put out. */
static enum lockstep_status cycle(struct engine *e, bool *done)
{
    sm_env_drive(e->env, &e->in);
    enum lockstep_status begun = begin_cycle(e);
    if (begun != LOCKSTEP_EQUAL)
        return begun;
    eval_model(e);
    wave(e);
    if (e->pipeline)
        show_pipeline(e);
    if (!outputs_and_registers_equal(e))
        return mismatch(e, REPORT_OUTPUTS | REPORT_REGISTERS, "");
    if (e->record)
        record_cycle(e->record, issued(e));
    if (e->opt->activity)
        activity_cycle(e->opt->activity);
    if (e->opt->cover)
        cover_cycle(e->opt->cover);
    enum env_status status = sm_env_step(e->env, &e->in, &e->out);
    if (status != ENV_RUNNING && status != ENV_DONE)
        return environment(e, status);
    *done = status == ENV_DONE;
    return end_cycle(e);
}

/* The last edge's registers, and the memories. */
static enum lockstep_status finish(struct engine *e)
{
    enum lockstep_status status = begin_cycle(e);
    if (status != LOCKSTEP_EQUAL)
        return status;
    wave(e);
    if (!registers_equal(e))
        return mismatch(e, REPORT_REGISTERS, "after the last clock edge ");
    if (!memories_equal(e))
        return mismatch(e, REPORT_ROWS, "after the last clock edge ");
    return LOCKSTEP_EQUAL;
}

static enum lockstep_status loop(struct engine *e, bool *partial)
{
    enum env_status begin = sm_env_state(e->env);
    bool done = begin == ENV_DONE;
    double start = seconds(), shown = start;
    if (begin != ENV_RUNNING && !done)
        return environment(e, begin);
    while (!done) {
        enum lockstep_status status = cycle(e, &done);
        if (status == LOCKSTEP_EQUAL)
            status = issued_as_recorded(e, done);
        if (status != LOCKSTEP_EQUAL)
            return status;
        if (e->opt->progress && (e->rtl.four_state || (e->cycle & (PROGRESS_INTERVAL - 1)) == 0))
            progress(e, start, &shown);
        if (!done && e->opt->max_cycles && e->cycle >= e->opt->max_cycles)
            done = *partial = true;
    }
    return finish(e);
}

static enum lockstep_status reset(struct engine *e)
{
    int edges;
    if (!run_reset(e, &edges))
        return LOCKSTEP_INPUT;
    if (binding_broken(&e->rtl))
        return rtl_broken(e, true);
    if (edges < RESET_CYCLES)
        return mismatch(e, REPORT_RESET_REGISTERS, edges ? "in reset, two clock edges after random start values "
                                                         : "in reset, a clock edge after random start values ");
    if (!start(e))
        return LOCKSTEP_INPUT;
    if (binding_broken(&e->rtl))
        return rtl_broken(e, true);
    if (!registers_equal(e))
        return mismatch(e, REPORT_REGISTERS, "in reset ");
    return LOCKSTEP_EQUAL;
}

static bool create(struct engine *e)
{
    struct sm_env_options options = {
        .sm = e->opt->sm, .subcore = e->opt->subcore, .values = true, .write_row = write_row, .read_row = read_row,
        .ctx = e, .tag_seed = e->opt->tag_seed,
        .sthld_seed = e->opt->sthld_seed, .gpu = e->opt->gpu, .gate = e->opt->gate,
        .port = e->opt->ports ? &e->port : NULL, .counts_stale = e->opt->counts_stale,
    };
    if (e->opt->ports)
        e->port = (struct memory_port){.sm = e->opt->sm, .recorded = &e->opt->ports[slice_of(e)]};
    snprintf(e->error, sizeof e->error, "no memory is left for model and environment");
    e->model = top_create(e->cfg, true);
    e->row_writes = calloc(report_rows(e->cfg), sizeof *e->row_writes);
    e->launched = calloc(report_rows(e->cfg), sizeof *e->launched);
    e->env = sm_env_create(e->cfg, e->opt->stream, &options);
    if (e->opt->x_start)
        e->four.shadow = shadow_create(e->cfg);
    return e->model && e->row_writes && e->launched && e->env && (e->four.shadow || !e->opt->x_start);
}

static bool destroy(struct engine *e)
{
    bool good = !e->record || record_close(e->record);
    if (!good)
        snprintf(e->error, sizeof e->error, "%s could not be written in full", e->opt->record);
    if (e->wave_open)
        e->opt->api->wave_close(e->rtl.dut);
    pipeline_drop(e->pipeline);
    binding_close(&e->rtl);
    sm_env_destroy(e->env);
    memory_port_free(&e->port);
    top_destroy(e->model);
    shadow_destroy(e->four.shadow);
    free(e->row_writes);
    free(e->launched);
    return good;
}

static void add_result(const struct engine *e, struct lockstep_result *result)
{
    result->cycles += e->cycle;
    result->rows += e->rows;
    result->instructions += sm_env_instructions(e->env);
    result->operands += sm_env_oracle_operands(e->env);
    result->registers += sm_env_oracle_registers(e->env);
    if (result->stale == 0)
        snprintf(result->first_stale, sizeof result->first_stale, "%.*s", LOCKSTEP_STALE - 1,
                 sm_env_first_stale(e->env));
    result->stale += sm_env_stale(e->env);
    result->compared += e->four.compared;
    result->undefined += e->four.undefined;
    result->unknown += e->four.unknown;
    const struct flat_counts *flat = sm_env_flat(e->env);
    if (flat) {
        result->words += flat->words;
        result->raced += flat->raced;
        result->final_raced += flat->final_raced;
    }
    struct stats counted = {0};
    slice_counts(&counted, e->env, e->model);
    stats_add(&result->stats, &counted);
}

enum lockstep_status lockstep_run(const struct lockstep_options *opt, struct lockstep_result *result)
{
    struct engine *e = calloc(1, sizeof *e);
    if (!e) {
        complain("no memory is left");
        return LOCKSTEP_INPUT;
    }
    e->opt = opt;
    e->cfg = opt->cfg;
    enum lockstep_status status = create(e) ? reset(e) : LOCKSTEP_INPUT;
    if (status == LOCKSTEP_EQUAL)
        status = open_files(e) && open_pipeline(e) ? loop(e, &result->partial) : LOCKSTEP_INPUT;
    if (e->pipeline && status != LOCKSTEP_INPUT)
        status = close_pipeline(e, status);
    if (status == LOCKSTEP_EQUAL && opt->coverage)
        write_coverage(e, "");
    if (e->model && e->env)
        add_result(e, result);
    if (!destroy(e) && status == LOCKSTEP_EQUAL)
        status = LOCKSTEP_INPUT;
    if (status == LOCKSTEP_INPUT)
        complain("%s", e->error);
    free(e);
    return status;
}

/* --- register lists ----------------------------------------------------------------------------------------------- */

enum { GENERATOR, MODEL, YOSYS, SIMULATOR, LISTS };

bool lockstep_lists(const struct config *cfg, const struct dut_api *api, const char *rtl_dir, const char *yosys_file,
                    uint64_t *flop_bits, const struct sentence *sentence)
{
    struct reglist lists[LISTS];
    reglist_init(&lists[GENERATOR], "the generator");
    reglist_init(&lists[MODEL], "the model");
    reglist_init(&lists[YOSYS], "Yosys");
    reglist_init(&lists[SIMULATOR], "the simulator");
    struct top *model = top_create(cfg, true);
    struct dut *dut = api->open();
    bool good = false;
    if (!model || !dut) {
        refuse(sentence, "no memory is left");
    } else {
        const struct dut_object *objects;
        uint32_t count = api->objects(dut, &objects);
        good = reglist_generator(&lists[GENERATOR], rtl_dir, sentence) &&
               reglist_yosys(&lists[YOSYS], yosys_file, sentence) && macros_add(&lists[YOSYS], sentence) &&
               reglist_model(&lists[MODEL], model, sentence) &&
               reglist_simulator(&lists[SIMULATOR], objects, count, sentence) &&
               reglist_compare(lists, LISTS, sentence);
        *flop_bits = reglist_flop_bits(&lists[GENERATOR]);
    }
    for (int i = 0; i < LISTS; i++)
        reglist_free(&lists[i]);
    if (dut)
        api->close(dut);
    top_destroy(model);
    return good;
}
