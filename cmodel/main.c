/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cmodel: the golden model on its own. It runs every slice of the machine (one sub-core of one SM each, or with
 * sm.subcores a whole SM), adds up what they count, and checks every operand and register against the architectural
 * oracle.
 *
 * Exit codes: 0 all checks passed, 1 a check failed, 2 usage or input, 4 time-out.
 */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "annotate.h"
#include "config.h"
#include "env.h"
#include "interference_report.h"
#include "profile.h"
#include "profile_rfc.h"
#include "rfc_figures.h"
#include "series.h"
#include "sm_env.h"
#include "sass/cubin_stream.h"
#include "source.h"
#include "stats.h"
#include "top.h"
#include "trace.h"

enum { EXIT_CHECK = 1, EXIT_INPUT = 2, EXIT_TIMEOUT = 4 };
enum { VIOLATION_PERIOD = 4096, PROGRESS_SECONDS = 2, HISTORY_LINES = 24, SLICE_MESSAGE = 4608, EVERY = 10000,
       INTERVAL = 1000 };
enum format { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON, FORMAT_ACCEL_SIM };

/* The command line. */
struct options {
    const char  *config, *output, *csv, *figure, *sass, *workloads, *trace_cache;
    struct source source;
    const char **sets;
    int      set_count;
    bool     one_slice;
    uint32_t sm, subcore;
    bool     timing_only, quiet, markdown, histogram, clear;
    const char *timeline;
    uint64_t every;             /* cycles between two lines of it */
    const char *series, *interference;
    uint64_t interval;          /* cycles between two lines of the series */
    enum format format;
    uint64_t max_cycles;        /* 0: no limit */
    uint32_t jobs;              /* 0: one per processor */
    bool     untimed;           /* without hardware: what it lacks is not refused */
};

/* What a slice has given. */
struct slice {
    uint32_t sm, subcore;
    int      code;              /* exit code */
    bool     partial;           /* stopped by --max-cycles */
    struct stats stats;
    uint64_t cycles, operands, registers;
    char     message[SLICE_MESSAGE];
    char    *history;           /* events of the warp that the message is about; NULL if there are none */
    char    *timeline;          /* its lines; NULL if nobody wants them */
    char    *series;            /* likewise */
    struct interference_matrix interference;
};

/* An opcode that the table of opcodes lacks. */
struct unknown { char *name; uint64_t instructions; };

struct run {
    const struct options *opt;
    const struct config *cfg;
    uint32_t slice_count;
    struct slice *slices;
    atomic_uint next, done;
    atomic_bool failed;
    bool     show_progress;     /* stderr is a terminal */
    time_t   start;
    struct unknown *unknowns;   /* of the first slice: every slice reads the whole stream */
    size_t   unknown_count;
    uint64_t unhinted;          /* records of the first slice's stream that the hints lack */
    int      result;            /* of a workload: 1 correct, 0 unchecked or not complete, -1 wrong: */
    char     wrong[SLICE_MESSAGE];
};

__attribute__((format(printf, 2, 3)))
static int complain(int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("cmodel: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return code;
}

/* One slice ------------------------------------------------------------------------------------------------------- */

struct row_context { struct top *top; size_t bytes; };

static void write_row(void *ctx, uint32_t sub, uint32_t bank, uint32_t row, const struct vreg *value)
{
    struct row_context *c = ctx;
    memcpy(model_row(top_sub(c->top, sub), bank, row), value->lane, c->bytes);
}

static void read_row(void *ctx, uint32_t sub, uint32_t bank, uint32_t row, struct vreg *value)
{
    struct row_context *c = ctx;
    memcpy(value->lane, model_row(top_sub(c->top, sub), bank, row), c->bytes);
}

__attribute__((format(printf, 3, 4)))
static void fail_slice(struct slice *s, int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(s->message, sizeof s->message, format, args);
    va_end(args);
    s->code = code;
}

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

/* What the environment of a sub-core has counted. */
static void add_env(struct stats *s, const struct env *env)
{
    s->warp_instructions += env_instructions(env);
    s->thread_instructions += env_thread_instructions(env);
    s->L1D_total_cache_accesses += env_memory(env)->lines;
    s->L1D_total_cache_misses += env_memory(env)->l1_misses;
    s->L2_total_cache_misses += env_memory(env)->l2_misses;
    s->memory_collection += env_collection(env)->memory_collection;
    s->memory_execution += env_collection(env)->memory_execution;
    s->other_collection += env_collection(env)->other_collection;
    s->other_execution += env_collection(env)->other_execution;
}

/* What CIAO has done. */
static void add_ciao(struct stats *s, const struct l1d_counts *l1d, const struct ciao_counts *ciao)
{
    s->shared_load_hits = l1d->shared_load_hits;
    s->shared_load_misses = l1d->shared_load_misses;
    s->shared_load_waits = l1d->shared_load_waits;
    s->shared_migrations = l1d->shared_migrations;
    s->shared_evictions = l1d->shared_evictions;
    s->shared_probes = l1d->shared_probes;
    s->ciao_isolations = ciao->isolations;
    s->ciao_stalls = ciao->stalls;
    s->ciao_reactivations = ciao->reactivations;
    s->ciao_returns = ciao->returns;
    s->ciao_rescues = ciao->rescues;
    s->ciao_barrier_releases = ciao->barrier_releases;
    s->ciao_trigger_releases = ciao->trigger_releases;
    s->ciao_tests = ciao->tests;
}

/* And what the cache of an SM, and the memory around it. */
static void add_memory(struct stats *s, const struct sm_env *env, const struct l1d_counts *l1d)
{
    const struct flat_counts *flat = sm_env_flat(env);
    s->sm_cycles = sm_env_cycles(env);
    s->l1d_accesses = l1d->accesses;
    s->l1d_lines = l1d->lines;
    s->l1d_loads = l1d_loads(l1d);
    s->l1d_load_hits = l1d->load_hits;
    s->l1d_load_waits = l1d->load_waits;
    s->l1d_load_misses = l1d->load_misses;
    s->l1d_load_bypasses = l1d->load_bypasses;
    s->l1d_stores = l1d->stores;
    s->l1d_store_hits = l1d->store_hits;
    s->l1d_atomics = l1d->atomics;
    s->l1d_evictions = l1d->evictions;
    s->l1d_dirty_victims = l1d->dirty_victims;
    s->l1d_vta_hits = l1d->vta_hits;
    s->l1d_blocked = l1d->blocked;
    s->L1D_total_cache_accesses = l1d->lines;
    s->L1D_total_cache_misses = l1d->lines - l1d->load_hits - l1d->shared_load_hits - l1d->store_hits;
    s->L2_total_cache_misses = sm_env_behind(env)->l2_misses;
    s->memory_words = flat ? flat->words : 0;
    s->memory_raced = flat ? flat->raced : 0;
    s->memory_final_raced = flat ? flat->final_raced : 0;
}

static uint64_t micro_operations(const struct sm_env *env)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < sm_env_subs(env); i++)
        n += env_micro_operations(sm_env_sub(env, i));
    return n;
}

/* Turns the last status of the environment, and what the model says of itself, into the slice's outcome. */
static void conclude(struct slice *s, const struct sm_env *env, const struct top *top, enum env_status status)
{
    const char *violation = top_violation(top), *message = sm_env_message(env);
    s->cycles = sm_env_cycles(env);
    top_stats(top, &s->stats);
    s->stats.warp_instructions = s->stats.thread_instructions = 0;  /* the model only sees micro-operations */
    for (uint32_t i = 0; i < sm_env_subs(env); i++)
        add_env(&s->stats, sm_env_sub(env, i));
    if (top_l1d(top))
        add_memory(&s->stats, env, top_l1d(top));
    if (top_l1d(top))
        add_ciao(&s->stats, top_l1d(top), top_ciao(top));
    s->operands = sm_env_oracle_operands(env);
    s->registers = sm_env_oracle_registers(env);
    if (status == ENV_INPUT_ERROR)
        fail_slice(s, EXIT_INPUT, "%s", message);
    else if (status == ENV_TIMEOUT)
        fail_slice(s, EXIT_TIMEOUT, "%s", message);
    else if (status == ENV_CHECK_FAILED)
        fail_slice(s, EXIT_CHECK, "%s%s%s", message, violation ? "; before that the model found: " : "",
                   violation ? violation : "");
    else if (violation)
        fail_slice(s, EXIT_CHECK, "%s", violation);
    else if (s->stats.micro_operations != micro_operations(env))
        fail_slice(s, EXIT_CHECK, "the model counts %" PRIu64 " micro-operations issued, its environment %" PRIu64,
                   s->stats.micro_operations, micro_operations(env));
    else if (!stats_attributed(&s->stats))
        fail_slice(s, EXIT_CHECK, "the causes of idle cycles and the issues do not add up to %" PRIu64 " cycles",
                   s->stats.cycles);
    if (status == ENV_CHECK_FAILED || status == ENV_TIMEOUT)
        keep_history(s, env);
}

/* A line about the cycles of a sub-core since the last one (Malekeh Fig. 7 and 9). */
static void print_interval(const struct slice *s, const struct top *top, uint32_t sub, struct stats *before, FILE *out)
{
    unsigned state, sthld = top_sthld(top, sub, &state);
    const struct stats *now = model_stats(top_sub(top, sub));
    uint64_t cycles = now->cycles - before->cycles, issued = now->issue_cycles - before->issue_cycles;
    uint64_t reads = now->source_reads - before->source_reads, hits = now->ccu_hits - before->ccu_hits;
    if (cycles == 0)
        return;
    fprintf(out, "%" PRIu32 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%.4f,%" PRIu64 ",%.4f,%" PRIu64 ",%u,%u\n", s->sm,
            s->subcore + sub, now->cycles, issued, (double)issued / (double)cycles, reads,
            reads ? (double)hits / (double)reads : 0.0, now->stall_wait - before->stall_wait, sthld, state);
    *before = *now;
}

static void print_intervals(const struct slice *s, const struct top *top, struct stats before[MAX_SUBCORES], FILE *out)
{
    for (uint32_t i = 0; i < top_subs(top) && out; i++)
        print_interval(s, top, i, &before[i], out);
}

static enum env_status simulate(struct slice *s, struct sm_env *env, struct top *top, const struct options *opt,
                                FILE *timeline, struct series *series)
{
    struct stats before[MAX_SUBCORES];
    struct sm_in in;
    struct sm_out out;
    enum env_status status = sm_env_state(env);
    memset(before, 0, sizeof before);
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    while (status == ENV_RUNNING) {
        sm_env_drive(env, &in);
        top_eval(top, &in, &out);
        series_sample(series, top);
        status = sm_env_step(env, &in, &out);
        if (status != ENV_RUNNING && status != ENV_DONE)
            break;
        top_edge(top);
        uint64_t cycles = sm_env_cycles(env);
        if (cycles % VIOLATION_PERIOD == 0 && top_violation(top))
            break;
        if (timeline && cycles % opt->every == 0)
            print_intervals(s, top, before, timeline);
        series_step(series, top, env, false);
        if (status == ENV_RUNNING && cycles == opt->max_cycles) {
            s->partial = true;
            break;
        }
    }
    print_intervals(s, top, before, timeline);
    series_step(series, top, env, true);
    return status;
}

static void run_slice(const struct run *run, struct stream *stream, struct slice *s)
{
    const struct options *opt = run->opt;
    bool values = !opt->timing_only;
    struct row_context rows = {.bytes = (size_t)run->cfg->lanes * sizeof(uint32_t)};
    struct sm_env_options options = {
        .sm = s->sm, .subcore = s->subcore, .values = values, .write_row = write_row, .read_row = read_row,
        .ctx = &rows,
    };
    struct top *top = rows.top = top_create(run->cfg, values);
    struct sm_env *env = top ? sm_env_create(run->cfg, stream, &options) : NULL;
    size_t size, series_size;
    FILE *timeline = opt->timeline ? open_memstream(&s->timeline, &size) : NULL;
    struct series series = {.interval = opt->interval, .sm = s->sm, .subcore = s->subcore};
    series.out = opt->series ? open_memstream(&s->series, &series_size) : NULL;
    bool ready = env && (timeline || !opt->timeline) && (series.out || !opt->series);
    if (ready)
        conclude(s, env, top, simulate(s, env, top, opt, timeline, &series));
    if (!ready || !interference_matrix_open(&s->interference, run->cfg, top))
        fail_slice(s, EXIT_INPUT, "out of memory");
    if (timeline)
        fclose(timeline);
    if (series.out)
        fclose(series.out);
    sm_env_destroy(env);
    top_destroy(top);
}

/* All slices ------------------------------------------------------------------------------------------------------ */

static void progress(struct run *run, const struct slice *s)
{
    unsigned done = atomic_fetch_add(&run->done, 1) + 1;
    if (run->opt->quiet || run->slice_count < 2)
        return;
    if (run->show_progress || time(NULL) - run->start > PROGRESS_SECONDS)
        fprintf(stderr, "slice %" PRIu32 ".%" PRIu32 ": %" PRIu64 " cycles (%u of %" PRIu32 " slices)\n", s->sm,
                s->subcore, s->cycles, done, run->slice_count);
}

static void keep_unknowns(struct run *run, const struct stream *stream)
{
    size_t count = trace_unknown_count(stream);
    run->unknowns = calloc(count ? count : 1, sizeof *run->unknowns);
    for (size_t i = 0; run->unknowns && i < count; i++) {
        struct unknown *u = &run->unknowns[i];
        const char *name = trace_unknown(stream, i, &u->instructions);
        u->name = strdup(name ? name : "?");
        if (u->name)
            run->unknown_count = i + 1;
    }
}

/* Of the first slice, too: every slice runs the whole workload functionally. */
static void keep_result(struct run *run, struct stream *stream)
{
    if (!cubin_stream_is(stream) || run->slices[0].code != 0)
        return;
    run->result = cubin_stream_check(stream);
    snprintf(run->wrong, sizeof run->wrong, "%s", run->result < 0 ? stream->error : "");
}

static void open_failed(struct run *run, struct slice *s, const struct stream *stream)
{
    fail_slice(s, EXIT_INPUT, "%s", stream->error);
    atomic_store(&run->failed, true);
}

/* Takes slices in ascending order until none is left or one has failed. Slices that have begun are completed, so that
 * the failed slice with the lowest number is the same one however many workers there are. */
static void *work(void *arg)
{
    struct run *run = arg;
    struct stream stream;
    bool open = false;
    memset(&stream, 0, sizeof stream);
    while (!atomic_load(&run->failed)) {
        unsigned i = atomic_fetch_add(&run->next, 1);
        if (i >= run->slice_count)
            break;
        struct slice *s = &run->slices[i];
        int status = open ? stream.rewind(&stream) : source_open(&stream, &run->opt->source, run->cfg);
        if (status < 0) {
            open_failed(run, s, &stream);
            break;
        }
        open = true;
        run_slice(run, &stream, s);
        if (i == 0) {
            keep_unknowns(run, &stream);
            run->unhinted = source_unhinted(&stream);
            keep_result(run, &stream);
        }
        if (s->code != 0)
            atomic_store(&run->failed, true);
        else
            progress(run, s);
    }
    if (open)
        stream.close(&stream);
    return NULL;
}

static uint32_t job_count(const struct run *run)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t jobs = run->opt->jobs ? run->opt->jobs : processors > 0 ? (uint32_t)processors : 1;
    return jobs < run->slice_count ? jobs : run->slice_count;
}

static void run_slices(struct run *run)
{
    enum { MAX_JOBS = 256 };
    pthread_t threads[MAX_JOBS];
    uint32_t jobs = job_count(run), started = 0;
    while (started + 1 < jobs && started < MAX_JOBS && pthread_create(&threads[started], NULL, work, run) == 0)
        started++;
    work(run);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

/* Report ---------------------------------------------------------------------------------------------------------- */

struct total {
    struct stats stats;
    uint64_t longest, cycles, operands, registers;
    uint32_t partial;
};

static void add_up(const struct run *run, struct total *t)
{
    memset(t, 0, sizeof *t);
    for (uint32_t i = 0; i < run->slice_count; i++) {
        const struct slice *s = &run->slices[i];
        stats_add(&t->stats, &s->stats);
        t->longest = s->cycles > t->longest ? s->cycles : t->longest;
        t->cycles += s->cycles;
        t->operands += s->operands;
        t->registers += s->registers;
        t->partial += s->partial;
    }
}

/* The line about the memory of an SM. */
static void print_memory(const struct run *run, const struct stats *s, FILE *out)
{
    fprintf(out, "memory: %" PRIu64 " accesses of %" PRIu64 " lines, %.4f of loads hit, APKI %.3f (%.1f of warp "
            "instructions)", s->l1d_accesses, s->l1d_lines,
            s->l1d_loads ? (double)s->l1d_load_hits / (double)s->l1d_loads : 0.0,
            s->thread_instructions ? 1000.0 * (double)s->l1d_lines / (double)s->thread_instructions : 0.0,
            s->warp_instructions ? 1000.0 * (double)s->l1d_lines / (double)s->warp_instructions : 0.0);
    if (!run->opt->timing_only)
        fprintf(out, ", %" PRIu64 " words equal to the memory oracle's; unlike sequential execution because of races: %"
                PRIu64 " accesses, %" PRIu64 " words at ends of kernels", s->memory_words, s->memory_raced,
                s->memory_final_raced);
    fputc('\n', out);
}

/* What interference has in short, with --interference in long. */
static void print_interference(const struct run *run, FILE *out)
{
    struct interference_summary sum = {.total = 0};
    bool each = run->opt->interference && !run->opt->quiet;
    for (uint32_t i = 0; i < run->slice_count; i++)
        interference_add_up(&sum, &run->slices[i].interference, run->slices[i].sm, each ? out : NULL);
    interference_print(&sum, out);
}

static void print_result(const struct run *run, const struct total *t, FILE *out)
{
    const struct stats *s = &t->stats;
    fprintf(out, "result: %s%" PRIu64 " cycles in %" PRIu32 " slice%s (longest %" PRIu64 "), %" PRIu64
            " warp instructions, IPC %.3f, ", t->partial ? "partial, " : "", t->cycles, run->slice_count,
            run->slice_count == 1 ? "" : "s", t->longest, s->warp_instructions,
            t->cycles ? (double)s->warp_instructions / (double)t->cycles : 0.0);
    if (run->opt->timing_only)
        fputs("timing only\n", out);
    else
        fprintf(out, "%" PRIu64 " operands and %" PRIu64 " final registers equal to the oracle's\n", t->operands,
                t->registers);
    if (run->cfg->sm_subcores) {
        print_memory(run, s, out);
        print_interference(run, out);
    }
}

static void print_text(const struct run *run, const struct total *t, FILE *out)
{
    char hash[CONFIG_HASH], rtl_hash[CONFIG_HASH];
    config_hash(run->cfg, hash);
    config_rtl_hash(run->cfg, rtl_hash);
    fprintf(out, "configuration %s, hash %.16s, RTL hash %.16s; %s\n", run->cfg->name, hash, rtl_hash,
            source_name(&run->opt->source));
    stats_text(&t->stats, out);
    for (size_t i = 0; i < run->unknown_count; i++)
        fprintf(out, "unknown opcode %s: %" PRIu64 " instructions, taken for INT without operand widths\n",
                run->unknowns[i].name, run->unknowns[i].instructions);
    print_result(run, t, out);
}

static void print_unknowns(const struct run *run)
{
    for (size_t i = 0; i < run->unknown_count && !run->opt->quiet; i++)
        fprintf(stderr, "cmodel: note: unknown opcode %s: %" PRIu64 " instructions, taken for INT without operand "
                "widths\n", run->unknowns[i].name, run->unknowns[i].instructions);
}

static int print(const struct run *run, const struct total *t)
{
    const char *path = run->opt->output;
    FILE *out = path ? fopen(path, "w") : stdout;
    if (!out)
        return complain(EXIT_INPUT, "--output %s: %s", path, strerror(errno));
    if (run->opt->format == FORMAT_CSV)
        stats_csv(&t->stats, out);
    else if (run->opt->format == FORMAT_JSON)
        stats_json(&t->stats, out);
    else if (run->opt->format == FORMAT_ACCEL_SIM)
        stats_accel_sim(&t->stats, t->longest, out);
    else if (run->opt->quiet)
        print_result(run, t, out);
    else
        print_text(run, t, out);
    if (run->opt->format != FORMAT_TEXT)
        print_unknowns(run);
    bool bad = fflush(out) != 0 || ferror(out);
    bad |= path && fclose(out) != 0;
    return bad ? complain(EXIT_INPUT, "%s: %s", path ? path : "standard output", strerror(errno)) : 0;
}

static void write_timeline(const struct run *run, FILE *out)
{
    fputs("sm,subcore,cycle,issued,issue_rate,source_reads,hit_ratio,waits,sthld,state\n", out);
    for (uint32_t i = 0; i < run->slice_count; i++)
        fputs(run->slices[i].timeline ? run->slices[i].timeline : "", out);
}

static void write_series(const struct run *run, FILE *out)
{
    series_header(out);
    for (uint32_t i = 0; i < run->slice_count; i++)
        fputs(run->slices[i].series ? run->slices[i].series : "", out);
}

static void write_interference(const struct run *run, FILE *out)
{
    interference_header(out);
    for (uint32_t i = 0; i < run->slice_count; i++)
        interference_pairs(&run->slices[i].interference, run->slices[i].sm, out);
}

/* Writes the file that an option names, if it does. Returns 0 or an exit code. */
static int write_file(const struct run *run, const char *option, const char *path,
                      void (*write)(const struct run *, FILE *))
{
    if (!path)
        return 0;
    FILE *out = fopen(path, "w");
    if (!out)
        return complain(EXIT_INPUT, "%s %s: %s", option, path, strerror(errno));
    write(run, out);
    bool bad = ferror(out);
    bad |= fclose(out) != 0;
    return bad ? complain(EXIT_INPUT, "%s %s: %s", option, path, strerror(errno)) : 0;
}

static int write_files(const struct run *run)
{
    const struct options *opt = run->opt;
    int code = write_file(run, "--timeline", opt->timeline, write_timeline);
    code = code ? code : write_file(run, "--series", opt->series, write_series);
    return code ? code : write_file(run, "--interference", opt->interference, write_interference);
}

/* What a file of hints should have said. Hints from a profile lack what the profiled warps did not execute. */
static void note_unhinted(const struct run *run)
{
    const struct options *opt = run->opt;
    if (opt->source.hints && run->unhinted > 0 && !opt->quiet)
        fprintf(stderr, "cmodel: note: --hints %s has nothing about %" PRIu64 " records%s: %s\n", opt->source.hints,
                run->unhinted, opt->one_slice ? "" : " of the first slice", source_without_hint(run->cfg));
}

/* The line about a workload's output buffers. */
static int print_workload(const struct run *run, const struct total *t)
{
    if (!run->opt->source.workload || run->opt->format != FORMAT_TEXT)
        return run->result < 0 ? complain(EXIT_CHECK, "%s", run->wrong) : 0;
    if (run->result < 0)
        printf("result wrong: %s\n", run->wrong);
    else if (run->opt->one_slice || t->partial)
        puts("result partial");
    else
        puts(run->result > 0 ? "result correct" : "result unchecked");
    return run->result < 0 ? EXIT_CHECK : 0;
}

static int report_failure(const struct run *run, const struct slice *s)
{
    if (s->code == EXIT_INPUT)
        return complain(s->code, "%s", s->message);
    complain(s->code, "slice %" PRIu32 ".%" PRIu32 ": %s", s->sm, s->subcore, s->message);
    if (s->history && !run->opt->quiet)
        fprintf(stderr, "last events of the warp slot:\n%s", s->history);
    return s->code;
}

static int report(const struct run *run)
{
    struct total total;
    for (uint32_t i = 0; i < run->slice_count; i++)
        if (run->slices[i].code != 0)
            return report_failure(run, &run->slices[i]);
    add_up(run, &total);
    if (total.stats.warp_instructions == 0 && total.partial == 0) {
        if (run->opt->one_slice)
            return complain(EXIT_INPUT, "slice %" PRIu32 ".%" PRIu32 " of %s executes no instruction", run->opt->sm,
                            run->opt->subcore, source_name(&run->opt->source));
        return complain(EXIT_INPUT, "%s executes no instruction", source_name(&run->opt->source));
    }
    note_unhinted(run);
    int code = print(run, &total);
    code = code ? code : write_files(run);
    return code ? code : print_workload(run, &total);
}

/* Commands -------------------------------------------------------------------------------------------------------- */

/* The file of -c, or the defaults, and what --set changes. */
static int load_any_config(const struct options *opt, struct config *cfg)
{
    char error[CONFIG_ERROR];
    config_default(cfg);
    if (opt->config && config_load(cfg, opt->config, error, sizeof error) != 0)
        return complain(EXIT_INPUT, "%s", error);
    for (int i = 0; i < opt->set_count; i++)
        if (config_set(cfg, opt->sets[i], error, sizeof error) != 0)
            return complain(EXIT_INPUT, "%s", error);
    if (opt->untimed)
        cfg->rfc_enable = false;
    if (config_check(cfg, error, sizeof error) != 0)
        return complain(EXIT_INPUT, "%s", error);
    return 0;
}

static int load_config(const struct options *opt, struct config *cfg)
{
    if (!opt->config)
        return complain(EXIT_INPUT, "-c is missing; accepted is a configuration file such as configs/ccu.yaml");
    return load_any_config(opt, cfg);
}

/* Lists the slices to run: all, or the one of --slice. Returns 0 or an exit code. */
static int list_slices(struct run *run)
{
    const struct options *opt = run->opt;
    uint32_t sms = (uint32_t)run->cfg->sms, subcores = run->cfg->sm_subcores ? 1 : (uint32_t)run->cfg->subcores;
    if (opt->one_slice && (opt->sm >= sms || opt->subcore >= subcores))
        return complain(EXIT_INPUT, "--slice %" PRIu32 ".%" PRIu32 " does not exist; accepted are 0.0 to %" PRIu32 ".%"
                        PRIu32 " (machine.sms, machine.subcores)", opt->sm, opt->subcore, sms - 1, subcores - 1);
    run->slice_count = opt->one_slice ? 1 : sms * subcores;
    run->slices = calloc(run->slice_count, sizeof *run->slices);
    if (!run->slices)
        return complain(EXIT_INPUT, "out of memory for %" PRIu32 " slices", run->slice_count);
    for (uint32_t i = 0; i < run->slice_count; i++) {
        run->slices[i].sm = opt->one_slice ? opt->sm : i / subcores;
        run->slices[i].subcore = opt->one_slice ? opt->subcore : i % subcores;
    }
    return 0;
}

static void free_run(struct run *run)
{
    for (uint32_t i = 0; run->slices && i < run->slice_count; i++) {
        free(run->slices[i].history);
        free(run->slices[i].timeline);
        free(run->slices[i].series);
        interference_matrix_close(&run->slices[i].interference);
    }
    free(run->slices);
    for (size_t i = 0; i < run->unknown_count; i++)
        free(run->unknowns[i].name);
    free(run->unknowns);
}

static int check_source(const struct options *opt)
{
    if (!opt->source.trace == !opt->source.workload)
        return complain(EXIT_INPUT, "one of --trace and --workload is needed; accepted are --trace with a directory, a "
                        "kernelslist.g or a .traceg file, and --workload with a launch file");
    return 0;
}

/* The configuration of a command that needs instructions as well. */
static int load_both(const struct options *opt, struct config *cfg)
{
    int code = check_source(opt);
    return code ? code : load_config(opt, cfg);
}

static int command_run(const struct options *given)
{
    char error[SLICE_MESSAGE];
    struct config cfg;
    struct options opt = *given;
    struct run run = {.opt = &opt, .cfg = &cfg};
    int code = load_both(&opt, &cfg);
    if (code == 0 && opt.interference && !cfg.sm_subcores)
        code = complain(EXIT_INPUT, "--interference %s: a single sub-core has no cache whose lines warps take from "
                        "each other; accepted is a configuration with sm.subcores, such as configs/sm_gto.yaml",
                        opt.interference);
    if (code == 0)
        code = list_slices(&run);
    if (code == 0 && source_prepare(&opt.source, &cfg, error, sizeof error) < 0)
        code = complain(EXIT_INPUT, "%s", error);
    if (code != 0) {
        free_run(&run);
        return code;
    }
    run.show_progress = isatty(STDERR_FILENO);
    run.start = time(NULL);
    run_slices(&run);
    code = report(&run);
    free_run(&run);
    source_release(&opt.source);
    return code;
}

static int command_annotate(const struct options *opt)
{
    char error[SLICE_MESSAGE];
    struct config cfg;
    struct annotate a = {.cfg = &cfg, .source = &opt->source, .output = opt->output, .histogram = opt->histogram,
                         .csv = opt->csv};
    int code = load_both(opt, &cfg);
    return code || annotate(&a, error, sizeof error) == 0 ? code : complain(EXIT_INPUT, "%s", error);
}

static int profile_register_cache(const struct options *opt)
{
    static const enum rfc_format formats[] = {[FORMAT_CSV] = RFC_CSV, [FORMAT_JSON] = RFC_JSON};
    char error[SLICE_MESSAGE];
    struct config cfg;
    struct profile_rfc p = {.cfg = &cfg, .source = &opt->source, .sass = opt->sass, .output = opt->output,
                            .format = formats[opt->format]};
    int code = check_source(opt);
    code = code ? code : load_any_config(opt, &cfg);
    if (code == 0 && profile_rfc(&p, error, sizeof error) < 0)
        code = complain(EXIT_INPUT, "%s", error);
    if (code == 0 && *p.note)
        fprintf(stderr, "cmodel: note: --sass %s: %s\n", opt->sass, p.note);
    return code;
}

/* Without a source the figure is that of all bundled workloads. */
static int draw_register_cache(const struct options *opt)
{
    char error[SLICE_MESSAGE];
    struct config cfg;
    struct rfc_figures f = {.number = rfc_figure_number(opt->figure), .cfg = &cfg, .source = &opt->source,
                            .workloads = opt->workloads ? opt->workloads : "workloads", .sass = opt->sass,
                            .output = opt->output, .csv = opt->format == FORMAT_CSV};
    int code = opt->source.trace || opt->source.workload ? check_source(opt) : 0;
    code = code ? code : load_any_config(opt, &cfg);
    if (code == 0 && rfc_figures(&f, error, sizeof error) < 0)
        code = complain(EXIT_INPUT, "%s", error);
    if (code == 0 && *f.note)
        fprintf(stderr, "cmodel: note: --sass %s: %s\n", opt->sass, f.note);
    return code;
}

static int command_profile(const struct options *given)
{
    char error[SLICE_MESSAGE];
    struct config cfg;
    struct options opt = *given;
    opt.untimed = true;
    if (!opt.figure)
        return profile_register_cache(&opt);
    if (rfc_figure_number(opt.figure))
        return draw_register_cache(&opt);
    struct profile_options p = {.cfg = &cfg, .source = &opt.source, .figure = opt.figure, .output = opt.output,
                                .csv = opt.format == FORMAT_CSV};
    int code = load_both(&opt, &cfg);
    return code || profile(&p, error, sizeof error) == 0 ? code : complain(EXIT_INPUT, "%s", error);
}

static int command_cache(const struct options *opt)
{
    uint64_t files, bytes;
    const struct trace_cache *c = opt->source.cache;
    if (!c->on)
        return complain(EXIT_INPUT, "there is no folder of parsed traces: SUBCORE_TRACE_CACHE is off, or neither "
                        "XDG_CACHE_HOME nor HOME is set; accepted is --trace-cache DIR");
    if ((opt->clear && !trace_cache_shrink(c, 0)) || !trace_cache_count(c, &files, &bytes))
        return complain(EXIT_INPUT, "%s: %s", c->directory, strerror(errno));
    printf("%s: %" PRIu64 " traces, %.1f MB of at most %.1f\n", c->directory, files, (double)bytes / (1 << 20),
           (double)c->limit / (1 << 20));
    return 0;
}

static int command_config(const struct options *opt)
{
    struct config cfg;
    int code = load_config(opt, &cfg);
    if (code == 0)
        config_echo(&cfg, stdout);
    return code;
}

static int command_options(const struct options *opt)
{
    if (opt->markdown)
        config_doc_markdown(stdout);
    else
        config_help(stdout);
    return 0;
}

/* Command line ---------------------------------------------------------------------------------------------------- */

enum {
    KEY_SET = 256, KEY_SLICE, KEY_TRACE, KEY_WORKLOAD, KEY_SIZE, KEY_PARAM, KEY_TIMING, KEY_CSV, KEY_JSON,
    KEY_MAX_CYCLES, KEY_MARKDOWN, KEY_ACCEL_SIM, KEY_TIMELINE, KEY_EVERY, KEY_HINTS, KEY_HISTOGRAM,
    KEY_FIGURE, KEY_SASS, KEY_WORKLOADS, KEY_SERIES, KEY_INTERVAL, KEY_INTERFERENCE,
    KEY_TRACE_CACHE, KEY_CLEAR
};

static const struct argp_option config_options[] = {
    {"config", 'c', "FILE", 0, "configuration, such as configs/ccu.yaml (required)", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "changes one option of it; may be repeated", 0},
    {0},
};

static const struct argp_option run_options[] = {
    {"config", 'c', "FILE", 0, "configuration, such as configs/ccu.yaml (required)", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "changes one option of it; may be repeated", 0},
    {"trace", KEY_TRACE, "SPEC", 0, "directory, kernelslist.g or .traceg files with commas between", 0},
    {"trace-cache", KEY_TRACE_CACHE, "DIR", 0, "folder of parsed traces, or off ($XDG_CACHE_HOME/subcore)", 0},
    {"workload", KEY_WORKLOAD, "LAUNCH", 0, "launch file of machine code, instead of a trace", 0},
    {"size", KEY_SIZE, "SIZE", 0, "of the workload: small (the default) or large", 0},
    {"param", KEY_PARAM, "NAME=VALUE", 0, "sets a parameter of the launch file; may be repeated", 0},
    {"hints", KEY_HINTS, "FILE", 0, "hints that annotate has written, whatever reuse.source says", 0},
    {"slice", KEY_SLICE, "SM.SUBCORE", 0, "runs one sub-core instead of the whole machine", 0},
    {"timing-only", KEY_TIMING, NULL, 0, "no values and no oracle: the same cycles, faster", 0},
    {"max-cycles", KEY_MAX_CYCLES, "N", 0, "stops each slice after N cycles; the result is then partial", 0},
    {"csv", KEY_CSV, NULL, 0, "statistics as name,value lines", 0},
    {"json", KEY_JSON, NULL, 0, "statistics as one JSON object", 0},
    {"accel-sim", KEY_ACCEL_SIM, NULL, 0, "those that Accel-Sim has, under its names", 0},
    {"timeline", KEY_TIMELINE, "FILE", 0, "writes issues, hit ratio and STHLD over time to FILE, as CSV", 0},
    {"every", KEY_EVERY, "N", 0, "cycles between two lines of it (10000)", 0},
    {"series", KEY_SERIES, "FILE", 0, "writes IPC, warps, hit ratio of the L1 and VTA hits over time to FILE, as TSV",
     0},
    {"interval", KEY_INTERVAL, "N", 0, "cycles between two lines of it (1000)", 0},
    {"interference", KEY_INTERFERENCE, "FILE", 0, "writes which warps of an SM have driven out what others had to "
     "fetch again to FILE, as TSV", 0},
    {"output", 'o', "FILE", 0, "writes the statistics to FILE", 0},
    {"jobs", 'j', "N", 0, "slices run at a time; default: one per processor; the results do not depend on it", 0},
    {"quiet", 'q', NULL, 0, "no progress and no notes; as text only the result line", 0},
    {0},
};

static const struct argp_option annotate_options[] = {
    {"config", 'c', "FILE", 0, "configuration, such as configs/malekeh.yaml (required)", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "changes one option of it; may be repeated", 0},
    {"trace", KEY_TRACE, "SPEC", 0, "directory, kernelslist.g or .traceg files with commas between", 0},
    {"trace-cache", KEY_TRACE_CACHE, "DIR", 0, "folder of parsed traces, or off ($XDG_CACHE_HOME/subcore)", 0},
    {"workload", KEY_WORKLOAD, "LAUNCH", 0, "launch file of machine code, instead of a trace", 0},
    {"size", KEY_SIZE, "SIZE", 0, "of the workload: small (the default) or large", 0},
    {"param", KEY_PARAM, "NAME=VALUE", 0, "sets a parameter of the launch file; may be repeated", 0},
    {"output", 'o', "HINTS", 0, "writes the hints to a file", 0},
    {"histogram", KEY_HISTOGRAM, "CSV", OPTION_ARG_OPTIONAL, "prints how far reuses are and how good the profile is, "
     "instead of the hints if they go to no file; writes every distance to CSV", 0},
    {0},
};

static const struct argp_option profile_options[] = {
    {"config", 'c', "FILE", 0, "configuration, such as configs/bow.yaml (required for figures of BOW)", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "changes one option of it; may be repeated", 0},
    {"trace", KEY_TRACE, "SPEC", 0, "directory, kernelslist.g or .traceg files with commas between", 0},
    {"trace-cache", KEY_TRACE_CACHE, "DIR", 0, "folder of parsed traces, or off ($XDG_CACHE_HOME/subcore)", 0},
    {"workload", KEY_WORKLOAD, "LAUNCH", 0, "launch file of machine code, instead of a trace", 0},
    {"size", KEY_SIZE, "SIZE", 0, "of the workload: small (the default) or large", 0},
    {"param", KEY_PARAM, "NAME=VALUE", 0, "sets a parameter of the launch file; may be repeated", 0},
    {"figure", KEY_FIGURE, "FIGURE", 0, "paper and number: bow:3, bow:7, bow:8, bow:9, or rfc:9 to rfc:17; without "
     "it the register cache of rfc.* is analysed", 0},
    {"workloads", KEY_WORKLOADS, "FOLDER", 0, "rfc:N without trace or workload: folder of the bundled ones (workloads)",
     0},
    {"hints", KEY_HINTS, "FILE", 0, "register cache: reuse flags are the near bits that annotate has written", 0},
    {"sass", KEY_SASS, "FILE", 0, "register cache: reuse flags are those of a cubin, or a listing of cuobjdump -sass",
     0},
    {"csv", KEY_CSV, NULL, 0, "as CSV instead of a table", 0},
    {"json", KEY_JSON, NULL, 0, "register cache: the counts that rfc.compat asks for as one JSON object", 0},
    {"output", 'o', "FILE", 0, "writes the figure or the counts to FILE", 0},
    {0},
};

static const struct argp_option cache_options[] = {
    {"trace-cache", KEY_TRACE_CACHE, "DIR", 0, "another folder than $XDG_CACHE_HOME/subcore", 0},
    {"clear", KEY_CLEAR, NULL, 0, "empties it", 0},
    {0},
};

static const struct argp_option options_options[] = {
    {"markdown", KEY_MARKDOWN, NULL, 0, "as a Markdown table", 0},
    {0},
};

/* A decimal number of at most `max`, all of the text. */
static bool parse_number(const char *text, uint64_t max, uint64_t *value)
{
    char *end;
    errno = 0;
    if (*text < '0' || *text > '9')
        return false;
    *value = strtoull(text, &end, 10);
    return errno == 0 && *end == '\0' && *value <= max;
}

static bool parse_slice(const char *text, struct options *opt)
{
    char sm[16];
    uint64_t a, b;
    const char *dot = strchr(text, '.');
    if (!dot || (size_t)(dot - text) >= sizeof sm)
        return false;
    memcpy(sm, text, (size_t)(dot - text));
    sm[dot - text] = '\0';
    if (!parse_number(sm, UINT32_MAX, &a) || !parse_number(dot + 1, UINT32_MAX, &b))
        return false;
    opt->one_slice = true;
    opt->sm = (uint32_t)a;
    opt->subcore = (uint32_t)b;
    return true;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *opt = state->input;
    uint64_t n;
    switch (key) {
    case 'c': opt->config = arg; break;
    case 'o': opt->output = arg; break;
    case 'q': opt->quiet = true; break;
    case 'j':
        if (!parse_number(arg, 256, &n) || n == 0)
            exit(complain(EXIT_INPUT, "--jobs %s: accepted are 1 to 256", arg));
        opt->jobs = (uint32_t)n;
        break;
    case KEY_SET: opt->sets[opt->set_count++] = arg; break;
    case KEY_TRACE: opt->source.trace = arg; break;
    case KEY_TRACE_CACHE: opt->trace_cache = arg; break;
    case KEY_WORKLOAD: opt->source.workload = arg; break;
    case KEY_SIZE: opt->source.size = arg; break;
    case KEY_PARAM: opt->source.parameters[opt->source.parameter_count++] = arg; break;
    case KEY_HINTS: opt->source.hints = arg; break;
    case KEY_FIGURE: opt->figure = arg; break;
    case KEY_SASS: opt->sass = arg; break;
    case KEY_WORKLOADS: opt->workloads = arg; break;
    case KEY_HISTOGRAM: opt->histogram = true; opt->csv = arg; break;
    case KEY_TIMING: opt->timing_only = true; break;
    case KEY_CSV: opt->format = FORMAT_CSV; break;
    case KEY_JSON: opt->format = FORMAT_JSON; break;
    case KEY_ACCEL_SIM: opt->format = FORMAT_ACCEL_SIM; break;
    case KEY_TIMELINE: opt->timeline = arg; break;
    case KEY_EVERY:
        if (!parse_number(arg, UINT64_MAX, &opt->every) || opt->every == 0)
            exit(complain(EXIT_INPUT, "--every %s: accepted is a number from 1 on", arg));
        break;
    case KEY_SERIES: opt->series = arg; break;
    case KEY_INTERVAL:
        if (!parse_number(arg, UINT64_MAX, &opt->interval) || opt->interval == 0)
            exit(complain(EXIT_INPUT, "--interval %s: accepted is a number from 1 on", arg));
        break;
    case KEY_INTERFERENCE: opt->interference = arg; break;
    case KEY_MARKDOWN: opt->markdown = true; break;
    case KEY_CLEAR: opt->clear = true; break;
    case KEY_SLICE:
        if (!parse_slice(arg, opt))
            exit(complain(EXIT_INPUT, "--slice %s: accepted is SM.SUBCORE, such as 0.3", arg));
        break;
    case KEY_MAX_CYCLES:
        if (!parse_number(arg, UINT64_MAX, &opt->max_cycles) || opt->max_cycles == 0)
            exit(complain(EXIT_INPUT, "--max-cycles %s: accepted is a number from 1 on", arg));
        break;
    case ARGP_KEY_ARG: exit(complain(EXIT_INPUT, "'%s' is not expected; options begin with -", arg));
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct command {
    const char *name;
    int (*run)(const struct options *);
    struct argp argp;
} commands[] = {
    {"run", command_run, {run_options, parse, NULL, "Runs a trace or a workload on the golden model. Exit codes: 0 all "
     "checks passed, 1 a check failed, 2 usage or input, 4 time-out.", NULL, NULL, NULL}},
    {"annotate", command_annotate, {annotate_options, parse, NULL, "Profiles the reuse of registers in a trace or "
     "workload, or with boc.write: hinted their lives, and writes hints for --hints.", NULL, NULL, NULL}},
    {"profile", command_profile, {profile_options, parse, NULL, "Analyses the registers of a trace or workload without "
     "timing: counts of a register cache (rfc.*), or figures of papers.", NULL, NULL, NULL}},
    {"cache", command_cache, {cache_options, parse, NULL, "Says how much is in the folder of parsed traces.", NULL,
     NULL, NULL}},
    {"config", command_config, {config_options, parse, NULL, "Prints a configuration with every option, and its hash.",
     NULL, NULL, NULL}},
    {"options", command_options, {options_options, parse, NULL, "Lists the options of a configuration.", NULL, NULL,
     NULL}},
};

static int usage(FILE *out)
{
    fputs("Usage: cmodel run -c FILE --trace SPEC [OPTION...]    run a trace, or --workload FILE, on the golden model\n"
          "       cmodel annotate -c FILE --trace SPEC [-o FILE]  profile the reuse of registers, write hints\n"
          "       cmodel profile --trace SPEC [--figure F]       count a register cache without timing; figures\n"
          "       cmodel cache [--clear]                         the folder of parsed traces: how much is in it\n"
          "       cmodel config -c FILE [--set KEY=VALUE]...     print a configuration with every option\n"
          "       cmodel options [--markdown]                    list the options of a configuration\n"
          "       cmodel COMMAND --help                          the options of a command\n", out);
    return 0;
}

int main(int argc, char **argv)
{
    char error[SLICE_MESSAGE];
    struct trace_cache cache;
    const char *name = argc > 1 ? argv[1] : NULL;
    if (name && (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0))
        return usage(stdout);
    argp_err_exit_status = EXIT_INPUT;
    for (size_t i = 0; name && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(name, commands[i].name) != 0)
            continue;
        char full[32], *program = full;
        snprintf(full, sizeof full, "cmodel %s", name);
        argv[1] = program;
        struct options opt = {.sets = calloc((size_t)argc, sizeof *opt.sets), .every = EVERY,
                              .interval = INTERVAL};
        opt.source.parameters = calloc((size_t)argc, sizeof *opt.source.parameters);
        if (!opt.sets || !opt.source.parameters)
            return complain(EXIT_INPUT, "out of memory");
        argp_parse(&commands[i].argp, argc - 1, argv + 1, 0, NULL, &opt);
        if (trace_cache_choose(&cache, opt.trace_cache, "cmodel", error, sizeof error) < 0)
            return complain(EXIT_INPUT, "%s", error);
        opt.source.cache = &cache;
        int code = commands[i].run(&opt);
        free(opt.sets);
        free(opt.source.parameters);
        return code;
    }
    if (name)
        return complain(EXIT_INPUT, "'%s' is not a command; accepted are run, annotate, profile, cache, config and "
                        "options", name);
    return complain(EXIT_INPUT, "a command is missing; accepted are run, annotate, profile, cache, config and options "
                    "(see cmodel --help)");
}
