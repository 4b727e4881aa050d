/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cosim: RTL and golden model in lock-step on a trace. Every slice of the machine (one sub-core of one SM, or with
 * sm.subcores a whole SM) is run in turn; the first thing that is wrong ends the run and is reported.
 *
 * Exit codes: 0 equal, 1 mismatch, 2 usage or input, 3 undefined value, 4 time-out, 5 assertion.
 */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "configs/config.h"
#include "dut.h"
#include "lockstep.h"
#include "configs/program.h"
#include "reglist.h"
#include "cmodel/sass/cubin_stream.h"
#include "cmodel/sass/launch.h"
#include "cmodel/run/slices.h"
#include "cmodel/program/source.h"
#include "wave_file.h"
#include "configs/whole.h"
#include "cmodel/base/writable.h"

enum { RECORD_CYCLES = 200000, RERUN_SIZE = 8192 };

/* The command line. */
struct options {
    const char  *config, *rtl, *dut, *yosys, *wave, *record, *activity, *coverage, *tally, *trace_cache;
    struct source source;
    const char **sets;
    int      set_count;
    bool     one_slice, quiet, x_start;
    uint32_t sm, subcore;
    uint64_t seed, tags, sthld, max_cycles, from, to;
    uint32_t mutant;
    bool     no_flops;
    char     fault[64];         /* planted in the RTL, after its manifest */
};

/* --- configuration, manifest, register lists ---------------------------------------------------------------------- */

static int load_config(const struct options *opt, struct config *cfg)
{
    char error[CONFIG_ERROR];
    config_default(cfg);
    if (!config_load(cfg, opt->config, SENTENCE(error)))
        return complain("%s", error);
    for (int i = 0; i < opt->set_count; i++)
        if (!config_set(cfg, opt->sets[i], SENTENCE(error)))
            return complain("%s", error);
    if (!config_check(cfg, SENTENCE(error)))
        return complain("%s", error);
    return 0;
}

/* RTL of another configuration is refused before anything is compared. Notes a planted fault. */
static int check_manifest(struct options *opt, const struct config *cfg)
{
    char path[4096], line[512], hash[CONFIG_HASH] = "", expected[CONFIG_HASH];
    snprintf(path, sizeof path, "%s/manifest.txt", opt->rtl);
    FILE *file = fopen(path, "r");
    if (!file)
        return complain("%s cannot be read (%s); --rtl is a directory that rtl_gen has written", path, strerror(errno));
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "configuration %64[0-9a-f]", hash) != 1)
            sscanf(line, "fault %63s", opt->fault);
    fclose(file);
    config_rtl_hash(cfg, expected);
    if (strcmp(hash, expected) == 0)
        return 0;
    return complain("the RTL in %s was generated for configuration %s, not for %s, which is that of %s", opt->rtl,
                    hash[0] ? hash : "(none)", expected, opt->config);
}

/* --- the command that repeats a slice with a waveform ------------------------------------------------------------- */

static void append(char *text, const char *more)
{
    strncat(text, more, RERUN_SIZE - strlen(text) - 1);
}

/* " NAME=value", in quotes if a shell would not take it as it is. */
static void append_setting(char *text, const char *name, const char *value)
{
    const char *quote = strpbrk(value, " \\") ? "'" : "";
    append(text, *text ? " " : "");
    append(text, name);
    append(text, "=");
    append(text, quote);
    append(text, value);
    append(text, quote);
}

/* " NAME='value value'", nothing for an empty list. */
static void append_list(char *text, const char *name, const char *const *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        append(text, " ");
        append(text, i ? "" : name);
        append(text, i ? "" : "='");
        append(text, values[i]);
    }
    append(text, count ? "'" : "");
}

/* " ARGS='...'": what the Makefile has no name for. */
static void append_arguments(char *text, const struct options *opt)
{
    char seeds[96];
    if (!opt->tags && !opt->sthld && !opt->no_flops && !opt->x_start)
        return;
    snprintf(seeds, sizeof seeds, " ARGS='--tags %" PRIu64 " --sthld %" PRIu64 "%s%s'", opt->tags, opt->sthld,
             opt->no_flops ? " --no-flops" : "", opt->x_start ? " --x-start" : "");
    append(text, seeds);
}

/* What decides the RTL, beside the configuration. */
static void append_design(char *text, const struct options *opt)
{
    const char *edited = getenv("EDITED");
    append_list(text, "SET", opt->sets, (size_t)opt->set_count);
    if (opt->fault[0] && strcmp(opt->fault, "none") != 0)
        append_setting(text, "FAULT", opt->fault);
    if (edited && *edited)
        append_setting(text, "EDITED", edited);
}

static void append_output(char *text)
{
    const char *o = getenv("O");
    if (o && *o && strcmp(o, "build") != 0)
        append_setting(text, "O", o);
}

/* The settings of `make unit` for the modules of the same RTL. */
static void write_alone(char text[RERUN_SIZE], const struct options *opt)
{
    *text = '\0';
    append_setting(text, "CONFIG", opt->config);
    append_design(text, opt);
    append_output(text);
}

/* The settings of the Makefile that differ from its defaults; `make wave` or `make cosim` comes before them. */
static void write_rerun(char text[RERUN_SIZE], const struct options *opt, uint32_t sm, uint32_t subcore)
{
    const struct source *s = &opt->source;
    char run[64];
    *text = '\0';
    append_setting(text, "CONFIG", opt->config);
    append_setting(text, s->workload ? "WORKLOAD" : "TRACE", source_name(s));
    snprintf(run, sizeof run, " SLICE=%" PRIu32 ".%" PRIu32 " SEED=%" PRIu64, sm, subcore, opt->seed);
    append(text, run);
    if (s->size)
        append_setting(text, "SIZE", s->size);
    if (s->hints)
        append_setting(text, "HINTS", s->hints);
    append_list(text, "PARAM", s->parameters, s->parameter_count);
    append_design(text, opt);
    append_arguments(text, opt);
    append_output(text);
}

/* --- slices ------------------------------------------------------------------------------------------------------- */

static enum lockstep_status run_slice(const struct options *opt, struct lockstep_options *lock, uint32_t sm,
                                      uint32_t subcore, struct lockstep_result *result)
{
    char rerun[RERUN_SIZE], alone[RERUN_SIZE];
    write_rerun(rerun, opt, sm, subcore);
    write_alone(alone, opt);
    lock->rerun = opt->mutant ? NULL : rerun;   /* make wave and make unit generate RTL without mutants */
    lock->alone = opt->mutant ? NULL : alone;
    lock->sm = sm;
    lock->subcore = subcore;
    uint64_t before = result->cycles, instructions = result->instructions;
    enum lockstep_status status = lockstep_run(lock, result);
    if (lock->progress)
        fprintf(stderr, "\r%*s\r", 70, "");
    if (status == LOCKSTEP_EQUAL && !opt->quiet)
        printf("slice %" PRIu32 ".%" PRIu32 ": %" PRIu64 " cycles, %" PRIu64 " warp instructions\n", sm, subcore,
               result->cycles - before, result->instructions - instructions);
    lock->record = NULL;
    return status;
}

static enum lockstep_status run_slices(const struct options *opt, struct lockstep_options *lock,
                                       struct lockstep_result *result)
{
    uint32_t subcores = lock->cfg->sm_subcores ? 1 : (uint32_t)lock->cfg->subcores;
    uint32_t count = (uint32_t)lock->cfg->sms * subcores;
    if (opt->one_slice && (opt->sm >= (uint32_t)lock->cfg->sms || opt->subcore >= subcores))
        return (enum lockstep_status)complain("--slice %" PRIu32 ".%" PRIu32 " is not in the machine; accepted: 0.0 to "
                                              "%d.%" PRIu32, opt->sm, opt->subcore, lock->cfg->sms - 1,
                                              subcores - 1);
    if (opt->one_slice)
        return run_slice(opt, lock, opt->sm, opt->subcore, result);
    enum lockstep_status status = LOCKSTEP_EQUAL;
    for (uint32_t i = 0; i < count && status == LOCKSTEP_EQUAL; i++) {
        if (i > 0 && lock->stream->rewind(lock->stream) < 0)
            return (enum lockstep_status)complain("%s", lock->stream->error);
        status = run_slice(opt, lock, i / subcores, i % subcores, result);
    }
    return status;
}

/* --- STHLD of the GPU --------------------------------------------------------------------------------------------- */

/* With sthld.mode: gpu STHLD follows from what all slices issue: the model alone runs them first, for their timing. */
static int record_gpu(const struct options *opt, const struct config *cfg, struct slices *gpu)
{
    *gpu = (struct slices){
        .job = {.cfg = cfg, .max_cycles = opt->max_cycles, .tag_seed = opt->tags}, .source = &opt->source,
        .quiet = opt->quiet,
    };
    if (!config_gpu_sthld(cfg))
        return 0;
    if (slices_list(gpu, NULL))
        return LOCKSTEP_INPUT;
    slices_run(gpu, 0);
    const struct slice *failed = slices_failure(gpu);
    if (!failed)
        return 0;
    complain("the run of the model that gives STHLD of the GPU: slice %" PRIu32 ".%" PRIu32 ": %s", failed->sm,
             failed->subcore, failed->message);
    return failed->code;
}

/* --- results ------------------------------------------------------------------------------------------------------ */

/* Processor time, that of simulators which were processes of their own and have ended included. */
static double seconds(void)
{
    struct timespec t;
    struct rusage children;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    getrusage(RUSAGE_CHILDREN, &children);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec +
           (double)(children.ru_utime.tv_sec + children.ru_stime.tv_sec) +
           1e-6 * (double)(children.ru_utime.tv_usec + children.ru_stime.tv_usec);
}

static void print_statistics(const struct lockstep_result *r, uint64_t seed, double time)
{
    const struct stats *s = &r->stats;
    printf("instructions          %" PRIu64 " of warps, %" PRIu64 " micro-operations, %.3f per cycle\n",
           r->instructions, s->micro_operations, r->cycles ? (double)r->instructions / (double)r->cycles : 0.0);
    printf("source registers      %" PRIu64 ", of these %" PRIu64 " found in cache tables\n", s->source_reads,
           s->ccu_hits);
    printf("bank rows             %" PRIu64 " read, %" PRIu64 " written and compared\n", s->bank_reads, r->rows);
    printf("oracle                %" PRIu64 " operands, %" PRIu64 " registers at ends of %" PRIu64 " warps\n",
           r->operands, r->registers, s->warps_ended);
    if (r->words)
        printf("memory oracle         %" PRIu64 " words; unlike sequential execution because of races: %" PRIu64
               " accesses, %" PRIu64 " words at ends of kernels\n", r->words, r->raced, r->final_raced);
    if (r->compared)
        printf("four states           %" PRIu64 " bits compared, 0 X; %" PRIu64 " undefined in the model, of these %"
               PRIu64 " X\n", r->compared, r->undefined, r->unknown);
    printf("with seed %-11" PRIu64 " %.0f cycles per second\n", seed, time > 0 ? (double)r->cycles / time : 0.0);
}

static int print_result(const struct options *opt, const struct lockstep_result *r, const struct gpu_sthld *gpu,
                        uint64_t bits, double time)
{
    if (r->instructions == 0 && !r->partial)
        return complain("%s, on this machine or slice, " SOURCE_IDLE, source_name(&opt->source));
    if (!opt->quiet && gpu)
        gpu_sthld_print(gpu, stdout);
    if (!opt->quiet)
        print_statistics(r, opt->seed, time);
    if (r->partial)
        printf("result partial: stopped by --max-cycles %" PRIu64 "\n", opt->max_cycles);
    printf("lock-step: %" PRIu64 " cycles, %" PRIu64 " of %" PRIu64 " flop bits compared, 0 mismatches, oracle equal\n",
           r->cycles, opt->no_flops ? 0 : bits, bits);
    return 0;
}

/* Of a workload: the output buffers of the kernels, whose every instruction has been compared. */
static int print_workload(const struct options *opt, const struct lockstep_result *r, struct stream *stream)
{
    if (!cubin_stream_is(stream))
        return 0;
    int status = cubin_stream_check(stream);
    if (stream->races)
        puts(LAUNCH_RACES);
    if (status < 0)
        printf("result wrong: %s\n", stream->error);
    else if (opt->one_slice || r->partial)
        puts("result partial");
    else
        puts(status > 0 ? "result correct" : "result unchecked");
    return status < 0 ? LOCKSTEP_MISMATCH : 0;
}

/* --- activity ----------------------------------------------------------------------------------------------------- */

/* What `make energy` reads. Only a run that has ended without a mismatch comes here. */
static void print_activity(const struct options *opt, const struct lockstep_result *r, const struct config *cfg,
                           const struct dut_api *api, const struct activity *a, FILE *out)
{
    char hash[CONFIG_HASH];
    struct stats s = r->stats;
    s.warp_instructions = r->instructions;      /* the model only sees micro-operations */
    config_rtl_hash(cfg, hash);
    fprintf(out, "run\tconfiguration\t%s\nrun\tmanifest\t%s\nrun\tsource\t%s\nrun\tslices\t%s\nrun\tpartial\t%s\n",
            hash, api->manifest, source_name(&opt->source), opt->one_slice ? "one" : "all", r->partial ? "yes" : "no");
    fprintf(out, "run\tlock_step_cycles\t%" PRIu64 "\nrun\tmismatches\t0\n", r->cycles);
    fprintf(out, "event\tactivity_cycles\t%" PRIu64 "\nevent\trows_compared\t%" PRIu64 "\n", a->cycles, r->rows);
#define EVENT(field, help) fprintf(out, "event\t%s\t%" PRIu64 "\n", #field, s.field);
    STATS_LIST(EVENT)
#undef EVENT
    activity_print(a, out);
}

static int write_activity(const struct options *opt, const struct lockstep_result *r, const struct config *cfg,
                          const struct dut_api *api, const struct activity *a)
{
    FILE *out = whole_open(opt->activity);
    if (!out)
        return complain("--activity %s cannot be written: %s", opt->activity, strerror(errno));
    print_activity(opt, r, cfg, api, a, out);
    if (whole_close(out, true))
        return 0;
    return complain("--activity %s could not be written in full: %s", opt->activity, strerror(errno));
}

/* What `make coverage` reads beside the counters of the device. */
static int write_points(const struct options *opt, const struct lockstep_result *r, const struct cover *cover)
{
    char path[4096];
    snprintf(path, sizeof path, "%s.tsv", opt->coverage);
    FILE *out = whole_open(path);
    if (!out)
        return complain("%s cannot be written (%s); --coverage is the beginning of names of files", path,
                        strerror(errno));
    fprintf(out, "cycles\t%" PRIu64 "\n", r->cycles);
#define EVENT(field, help) fprintf(out, "event\t%s\t%" PRIu64 "\t1\t%s\n", #field, r->stats.field, help);
    STATS_LIST(EVENT)
#undef EVENT
    cover_print(cover, out);
    return whole_close(out, true) ? 0 : complain("%s could not be written in full: %s", path, strerror(errno));
}

/* "CYCLES CODE" of a run that compared every register, for those who keep count. */
static int write_tally(const struct options *opt, uint64_t cycles, int code)
{
    FILE *file = opt->tally ? whole_open(opt->tally) : NULL;
    if (!opt->tally)
        return code;
    if (!file)
        return complain("%s cannot be written (%s); --tally is a file", opt->tally, strerror(errno));
    fprintf(file, "%" PRIu64 " %d\n", cycles, code);
    if (whole_close(file, true))
        return code;
    return complain("%s cannot be written (%s); --tally is a file", opt->tally, strerror(errno));
}

/* --- program ------------------------------------------------------------------------------------------------------ */

/* A device that was compiled from other RTL, a planted fault included, is refused. */
static int check_device(const struct options *opt, const struct dut_api *api)
{
    char path[4096], hash[SHA256_DIGEST_STRING_LENGTH];
    snprintf(path, sizeof path, "%s/manifest.txt", opt->rtl);
    if (SHA256File(path, hash) && strcmp(hash, api->manifest) == 0)
        return 0;
    return complain("%s was made from RTL with manifest %.16s..., not from that in %s, which has %.16s...", opt->dut,
                    api->manifest, opt->rtl, hash);
}

/* The device ends the program if it cannot write its counters. */
static bool coverage_writable(const struct options *opt)
{
    char path[4096];
    snprintf(path, sizeof path, "%s.tsv", opt->coverage);
    return writable(path);
}

static int run(const struct options *opt, const struct config *cfg, const struct gpu_sthld *gpu)
{
    char error[REGLIST_ERROR];
    uint64_t bits;
    const struct dut_api *api = dut_load(opt->dut, error, sizeof error);
    if (!api)
        return complain("%s", error);
    if (check_device(opt, api))
        return LOCKSTEP_INPUT;
    if (!lockstep_lists(cfg, api, opt->rtl, opt->yosys, &bits, SENTENCE(error)))
        return complain("%s", error);
    if (opt->coverage && !coverage_writable(opt))
        return complain("%s.tsv cannot be written (%s); --coverage is the beginning of names of files", opt->coverage,
                        strerror(errno));
    if (opt->activity && !writable(opt->activity))
        return complain("--activity %s cannot be written: %s", opt->activity, strerror(errno));
    struct stream stream;
    memset(&stream, 0, sizeof stream);
    if (source_open(&stream, &opt->source, cfg))
        return complain("%s", stream.error);
    struct activity activity = {.count = 0};
    struct cover cover = {.count = 0};
    struct lockstep_options lock = {
        .cfg = cfg, .api = api, .stream = &stream, .seed = opt->seed, .x_start = opt->x_start,
        .max_cycles = opt->max_cycles,
        .wave = opt->wave, .from = opt->from, .to = opt->to, .record = opt->record, .record_limit = RECORD_CYCLES,
        .coverage = opt->coverage, .cover = opt->coverage ? &cover : NULL,
        .mutant = opt->mutant, .no_flops = opt->no_flops, .activity = opt->activity ? &activity : NULL,
        .tag_seed = opt->tags, .sthld_seed = opt->sthld, .gpu = gpu,
        .progress = !opt->quiet && isatty(STDERR_FILENO), .out = stdout
    };
    struct lockstep_result result = {.cycles = 0};
    double start = seconds();
    enum lockstep_status status = run_slices(opt, &lock, &result);
    int code = status == LOCKSTEP_EQUAL ? print_result(opt, &result, gpu, bits, seconds() - start) : (int)status;
    if (code == 0)
        code = print_workload(opt, &result, &stream);
    if (code == 0 && opt->activity)
        code = write_activity(opt, &result, cfg, api, &activity);
    if (code == 0 && opt->coverage)
        code = write_points(opt, &result, &cover);
    cover_free(&cover);
    activity_free(&activity);
    if (opt->source.hints && source_unhinted(&stream) > 0 && !opt->quiet)
        remark("--hints %s has nothing about %" PRIu64 " records of the last slice: %s", opt->source.hints,
               source_unhinted(&stream), source_without_hint(cfg));
    if (code != LOCKSTEP_INPUT && !opt->quiet)
        config_notes(cfg, false);
    stream.close(&stream);
    return result.cycles && !opt->no_flops ? write_tally(opt, result.cycles, code) : code;
}

/* --- command line ------------------------------------------------------------------------------------------------- */

enum {
    KEY_RTL = 256, KEY_DUT, KEY_YOSYS, KEY_TRACE, KEY_WORKLOAD, KEY_SIZE, KEY_PARAM, KEY_SET, KEY_SLICE, KEY_SEED,
    KEY_MAX, KEY_WAVE, KEY_FROM, KEY_TO, KEY_RECORD, KEY_TAGS, KEY_STHLD, KEY_HINTS, KEY_ACTIVITY, KEY_COVERAGE,
    KEY_TALLY, KEY_XSTART, KEY_MUTANT, KEY_NO_FLOPS, KEY_TRACE_CACHE
};

static const struct argp_option argp_options[] = {
    {"config", 'c', "FILE", 0, "configuration", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "changes one option of it", 0},
    {"rtl", KEY_RTL, "DIR", 0, "generated RTL with its lists of registers and memories", 0},
    {"dut", KEY_DUT, "FILE", 0, "the same RTL compiled by tb/lockstep/verilator/verilate.sh (libdut.so)", 0},
    {"yosys", KEY_YOSYS, "FILE", 0, "Yosys' list of its flops, by tb/lockstep/yosys_registers.sh", 0},
    {"trace", KEY_TRACE, "SPEC", 0, "directory, kernelslist.g or .traceg files with commas between (\\, in a name)", 0},
    {"trace-cache", KEY_TRACE_CACHE, "DIR", 0, "folder of parsed traces, or off ($XDG_CACHE_HOME/subcore)", 0},
    {"workload", KEY_WORKLOAD, "LAUNCH", 0, "launch file of machine code, instead of a trace", 0},
    {"size", KEY_SIZE, "SIZE", 0, "of the workload: small (the default) or large", 0},
    {"param", KEY_PARAM, "NAME=VALUE", 0, "sets a parameter of the launch file", 0},
    {"hints", KEY_HINTS, "FILE", 0, "hints that cmodel annotate has written", 0},
    {"slice", KEY_SLICE, "SM.SUBCORE", 0, "one slice of the machine (default: all, one after another)", 0},
    {"seed", KEY_SEED, "N", 0, "of the start values of registers without reset and of the banks (1)", 0},
    {"tags", KEY_TAGS, "N", 0, "puts pseudo-random tags from N on the records; 0: their own (0)", 0},
    {"sthld", KEY_STHLD, "N", 0, "with sthld.mode external: a pseudo-random STHLD from N; 0: sthld.value (0)", 0},
    {"x-start", KEY_XSTART, NULL, 0, "four states: registers without reset and memories start as X", 0},
    {"max-cycles", KEY_MAX, "N", 0, "ends every slice after so many cycles", 0},
    {"wave", KEY_WAVE, "FILE.fst", 0, "waveform; needs a device made with --trace", 0},
    {"from", KEY_FROM, "N", 0, "first cycle in the waveform (0)", 0},
    {"to", KEY_TO, "N", 0, "last cycle in the waveform (1000 after the first)", 0},
    {"record", KEY_RECORD, "FILE", 0, "records the inputs of the first slice, 200000 cycles at most, for bare", 0},
    {"activity", KEY_ACTIVITY, "FILE", 0, "after a run without a mismatch: its events, and how often registers "
                                          "changed", 0},
    {"coverage", KEY_COVERAGE, "PREFIX", 0, "lines and toggles of each slice to PREFIX-SM.SUBCORE.dat, events and "
                                            "cover points to PREFIX.tsv; needs a device made with --coverage", 0},
    {"tally", KEY_TALLY, "FILE", 0, "writes the cycles that were compared and the exit code to it", 0},
    {"mutant", KEY_MUTANT, "N", 0, "of RTL that holds mutants, which make mutants writes; 0: none (0)", 0},
    {"no-flops", KEY_NO_FLOPS, NULL, 0, "compares no registers: outputs, memories and the oracle only", 0},
    {"quiet", 'q', NULL, 0, "prints the last line and reports only, no notes", 0},
    {0}
};

static uint64_t number(const char *option, const char *text)
{
    char *end;
    errno = 0;
    uint64_t v = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0)
        return v;
    exit(complain("--%s %s is not a number; accepted: 0 to 18446744073709551615", option, text));
}

static uint64_t positive(const char *option, const char *text)
{
    uint64_t v = number(option, text);
    if (v == 0)
        exit(complain("--%s 0 is too small; accepted: 1 to 18446744073709551615", option));
    return v;
}

static uint32_t small_number(const char *option, const char *text)
{
    uint64_t v = number(option, text);
    if (v > UINT32_MAX)
        exit(complain("--%s %s is too large; accepted: 0 to %" PRIu32, option, text, UINT32_MAX));
    return (uint32_t)v;
}

static void parse_slice(struct options *opt, const char *text)
{
    int end = 0;
    if (sscanf(text, "%9" SCNu32 ".%9" SCNu32 "%n", &opt->sm, &opt->subcore, &end) != 2 || text[end] != '\0' ||
        *text < '0' || *text > '9')
        exit(complain("--slice %s is not SM.SUBCORE; accepted: 0.0 and so on", text));
    opt->one_slice = true;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *opt = state->input;
    switch (key) {
    case 'c': opt->config = argument; break;
    case 'q': opt->quiet = true; break;
    case KEY_SET: opt->sets[opt->set_count++] = argument; break;
    case KEY_RTL: opt->rtl = argument; break;
    case KEY_DUT: opt->dut = argument; break;
    case KEY_YOSYS: opt->yosys = argument; break;
    case KEY_TRACE: opt->source.trace = argument; break;
    case KEY_TRACE_CACHE: opt->trace_cache = argument; break;
    case KEY_WORKLOAD: opt->source.workload = argument; break;
    case KEY_SIZE: opt->source.size = argument; break;
    case KEY_PARAM: opt->source.parameters[opt->source.parameter_count++] = argument; break;
    case KEY_HINTS: opt->source.hints = argument; break;
    case KEY_SLICE: parse_slice(opt, argument); break;
    case KEY_SEED: opt->seed = number("seed", argument); break;
    case KEY_TALLY: opt->tally = argument; break;
    case KEY_MUTANT: opt->mutant = small_number("mutant", argument); break;
    case KEY_NO_FLOPS: opt->no_flops = true; break;
    case KEY_TAGS: opt->tags = number("tags", argument); break;
    case KEY_STHLD: opt->sthld = number("sthld", argument); break;
    case KEY_XSTART: opt->x_start = true; break;
    case KEY_MAX: opt->max_cycles = positive("max-cycles", argument); break;
    case KEY_WAVE: opt->wave = argument; break;
    case KEY_FROM: opt->from = number("from", argument); break;
    case KEY_TO: opt->to = number("to", argument); break;
    case KEY_RECORD: opt->record = argument; break;
    case KEY_ACTIVITY: opt->activity = argument; break;
    case KEY_COVERAGE: opt->coverage = argument; break;
    case ARGP_KEY_ARG: exit(complain("'%s' is not expected; options begin with -", argument));
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* The first option that is needed and missing, or NULL. */
static const char *missing(const struct options *opt)
{
    const struct { const char *value, *name; } needed[] = {
        {opt->config, "-c FILE"}, {opt->rtl, "--rtl DIR"}, {opt->dut, "--dut FILE"}, {opt->yosys, "--yosys FILE"},
        {source_name(&opt->source), "--trace SPEC or --workload LAUNCH"}
    };
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!needed[i].value)
            return needed[i].name;
    return NULL;
}

/* A waveform needs its slice and its end. */
static int complete(struct options *opt)
{
    if (opt->to == UINT64_MAX)
        opt->to = opt->from + 1000;
    if (opt->to < opt->from)
        return complain("--to %" PRIu64 " comes before --from %" PRIu64, opt->to, opt->from);
    if (opt->wave && !opt->one_slice)
        opt->one_slice = true;          /* 0.0 */
    return 0;
}

int main(int argc, char **argv)
{
    static const struct argp argp = {
        argp_options, parse, NULL, "Runs generated RTL and golden model in lock-step: every output and every flop, "
        "every cycle.\vExit codes: 0 equal, 1 mismatch, 2 usage or input, 3 undefined value, 4 time-out, 5 assertion.",
        NULL, NULL, NULL
    };
    struct options opt = {.seed = 1, .to = UINT64_MAX, .sets = calloc((size_t)argc, sizeof *opt.sets)};
    struct config cfg;
    opt.source.parameters = calloc((size_t)argc, sizeof *opt.source.parameters);
    program_begin();
    if (!opt.sets || !opt.source.parameters)
        return complain("no memory is left");
    program_arguments(&argp, argc, argv, 0, &opt);
    const char *lacking = missing(&opt);
    const char *lost = source_not_of_trace(&opt.source);
    int status = lacking ? complain("%s is missing; see --help", lacking)
               : lost ? complain("%s is of a workload, and a trace is given; accepted with --workload", lost)
               : complete(&opt);
    char error[CONFIG_ERROR], note[SOURCE_NOTE];
    if (status == 0 && source_look(&opt.source, note, error, sizeof error) < 0)
        status = complain("%s", error);
    if (status == 0 && *note && !opt.quiet)
        remark("%s", note);
    if (status == 0)
        status = load_config(&opt, &cfg);
    if (status == 0)
        status = check_manifest(&opt, &cfg);
    struct trace_cache cache;
    if (status == 0 && trace_cache_choose(&cache, opt.trace_cache, "cosim", error, sizeof error) < 0)
        status = complain("%s", error);
    opt.source.cache = &cache;
    if (status == 0 && source_prepare(&opt.source, &cfg, error, sizeof error) < 0)
        status = complain("%s", error);
    struct slices gpu = {.count = 0};
    if (status == 0)
        status = record_gpu(&opt, &cfg, &gpu);
    if (status == 0 && opt.wave)
        wave_file_guard(opt.wave);
    if (status == 0)
        status = run(&opt, &cfg, gpu.count ? &gpu.gpu : NULL);
    if (opt.wave && status != LOCKSTEP_INPUT && !wave_file_good(opt.wave) && status == 0)
        status = LOCKSTEP_INPUT;
    slices_free(&gpu);
    source_release(&opt.source);
    free(opt.sets);
    free(opt.source.parameters);
    return status;
}
