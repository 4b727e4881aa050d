/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cosim: RTL and golden model in lock-step on a trace. Every slice of the machine (one sub-core of one SM, or with
 * sm.subcores a whole SM) is run in turn; the first thing that is wrong ends the run and is reported.
 *
 * Exit codes: 0 equal, 1 mismatch, 2 usage or input, 3 undefined value, 4 time-out, 5 assertion.
 */
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
#include "cosim_options.h"
#include "cosim_results.h"
#include "dut.h"
#include "lockstep.h"
#include "macros.h"
#include "configs/program.h"
#include "reglist.h"
#include "rerun.h"
#include "cmodel/run/slices.h"
#include "cmodel/program/source.h"
#include "wave_file.h"
#include "cmodel/base/writable.h"

enum { RECORD_CYCLES = 200000 };

/* --- configuration, manifest, register lists ---------------------------------------------------------------------- */

static int load_config(const struct cosim_options *opt, struct config *cfg)
{
    char error[CONFIG_ERROR];
    bool fits = config_make(cfg, opt->config, opt->sets, (size_t)opt->set_count, SENTENCE(error));
    if (!fits)
        return complain("%s", error);
    if (opt->counts_stale && !config_control_bits(cfg))
        return complain("--stale is for modern.dependences: control_bits, and neither %s nor a setting says that",
                        opt->config);
    if (opt->counts_stale && opt->source.workload)
        return complain("--stale is for traces, and %s is a workload, whose values are recorded", opt->source.workload);
    return 0;
}

/* RTL of another configuration is refused before anything is compared. Notes a planted fault. */
static int check_manifest(struct cosim_options *opt, const struct config *cfg)
{
    char path[4096], line[512], hash[CONFIG_HASH] = "", expected[CONFIG_HASH], error[CONFIG_ERROR];
    if (!affixes_of(&opt->affixes, opt->rtl, SENTENCE(error)) ||
        !affixed_path(path, sizeof path, opt->rtl, "manifest.txt", SENTENCE(error)))
        return complain("%s", error);
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

/* --- slices ------------------------------------------------------------------------------------------------------- */

static enum lockstep_status run_slice(const struct cosim_options *opt, struct lockstep_options *lock, uint32_t sm,
                                      uint32_t subcore, struct lockstep_result *result)
{
    char rerun[RERUN_SIZE], alone[RERUN_SIZE];
    rerun_slice(rerun, opt, sm, subcore);
    rerun_alone(alone, opt);
    lock->rerun = opt->mutant ? NULL : rerun;   /* make wave and make unit generate RTL without mutants */
    lock->alone = opt->mutant ? NULL : alone;
    lock->sm = sm;
    lock->subcore = subcore;
    uint64_t before = result->cycles, instructions = result->instructions;
    enum lockstep_status status = lockstep_run(lock, result);
    if (lock->progress)
        fprintf(stderr, "\r%*s\r", LOCKSTEP_PROGRESS, "");
    if (status == LOCKSTEP_EQUAL && !opt->quiet)
        printf("slice %" PRIu32 ".%" PRIu32 ": %" PRIu64 " cycles, %" PRIu64 " warp instructions\n", sm, subcore,
               result->cycles - before, result->instructions - instructions);
    lock->record = NULL;
    return status;
}

static enum lockstep_status run_slices(const struct cosim_options *opt, struct lockstep_options *lock,
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
        if (i > 0 && !lock->stream->rewind(lock->stream))
            return (enum lockstep_status)complain("%s", lock->stream->error);
        status = run_slice(opt, lock, i / subcores, i % subcores, result);
    }
    return status;
}

/* --- what slices have in common ----------------------------------------------------------------------------------- */

/* STHLD of the GPU, answers of its L2 and the beginnings of its kernels follow from what all slices do: the model
 * alone runs them first, for their timing. */
static int record_gpu(const struct cosim_options *opt, const struct config *cfg, struct slices *gpu)
{
    *gpu = (struct slices){
        .job = {.cfg = cfg, .max_cycles = opt->max_cycles, .tag_seed = opt->tags}, .source = &opt->source,
        .quiet = opt->quiet, .keeps = true,
    };
    if (!config_together(cfg))
        return 0;
    if (slices_list(gpu, NULL))
        return LOCKSTEP_INPUT;
    slices_run(gpu, 0);
    const struct slice *failed = slices_failure(gpu);
    if (!failed)
        return 0;
    complain("the run of the model that gives what slices have in common: slice %" PRIu32 ".%" PRIu32 ": %s",
             failed->sm, failed->subcore, failed->message);
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

/* --- program ------------------------------------------------------------------------------------------------------ */

/* A device that was compiled from other RTL, a planted fault included, is refused. */
static int check_device(const struct cosim_options *opt, const struct dut_api *api)
{
    char path[4096], hash[SHA256_DIGEST_STRING_LENGTH], error[CONFIG_ERROR];
    if (!affixed_path(path, sizeof path, opt->rtl, "manifest.txt", SENTENCE(error)))
        return complain("%s", error);
    if (SHA256File(path, hash) && strcmp(hash, api->manifest) == 0)
        return 0;
    return complain("%s was made from RTL with manifest %.16s..., not from that in %s, which has %.16s...", opt->dut,
                    api->manifest, opt->rtl, hash);
}

/* The device ends the program if it cannot write its counters. */
static bool coverage_writable(const struct cosim_options *opt)
{
    char path[4096];
    snprintf(path, sizeof path, "%s.tsv", opt->coverage);
    return writable(path);
}

static int run(const struct cosim_options *opt, const struct config *cfg, const struct slices *all)
{
    const struct gpu_sthld *gpu = all->job.gpu;
    char error[REGLIST_ERROR];
    uint64_t bits;
    const struct dut_api *api = dut_load(opt->dut, SENTENCE(error));
    if (!api)
        return complain("%s", error);
    if (check_device(opt, api))
        return LOCKSTEP_INPUT;
    api = macros_open(api, opt->rtl, SENTENCE(error));
    if (!api)
        return complain("%s", error);
    if (!lockstep_lists(cfg, api, opt->rtl, opt->yosys, &bits, SENTENCE(error)))
        return complain("%s", error);
    if (opt->coverage && !coverage_writable(opt))
        return complain("%s.tsv cannot be written (%s); --coverage is the beginning of names of files", opt->coverage,
                        strerror(errno));
    if (opt->activity && !writable(opt->activity))
        return complain("--activity %s cannot be written: %s", opt->activity, strerror(errno));
    struct stream stream;
    memset(&stream, 0, sizeof stream);
    if (!opt->quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "reading %.80s\r", source_name(&opt->source));
    if (!source_open(&stream, &opt->source, cfg))
        return complain("%s", stream.error);
    struct activity activity = {.count = 0};
    struct cover cover = {.count = 0};
    struct lockstep_options lock = {
        .cfg = cfg, .api = api, .stream = &stream, .seed = opt->seed, .x_start = opt->x_start,
        .max_cycles = opt->max_cycles,
        .wave = opt->wave, .from = opt->from, .to = opt->to,
        .pipeline = pipeline_wanted(&opt->pipeline) ? &opt->pipeline : NULL,
        .record = opt->record, .record_limit = RECORD_CYCLES,
        .coverage = opt->coverage, .cover = opt->coverage ? &cover : NULL,
        .mutant = opt->mutant, .no_flops = opt->no_flops, .counts_stale = opt->counts_stale,
        .activity = opt->activity ? &activity : NULL,
        .tag_seed = opt->tags, .sthld_seed = opt->sthld, .gpu = gpu,
        .gate = all->job.gate, .ports = all->ports,
        .progress = !opt->quiet && isatty(STDERR_FILENO), .out = stdout
    };
    struct lockstep_result result = {.cycles = 0};
    double start = seconds();
    enum lockstep_status status = run_slices(opt, &lock, &result);
    int code = status == LOCKSTEP_EQUAL ? cosim_print(opt, &result, gpu, bits, seconds() - start) : (int)status;
    if (code == 0 && source_bits(&opt->source, cfg))
        puts(source_bits(&opt->source, cfg));
    if (code == 0)
        code = cosim_print_workload(opt, &result, &stream);
    if (code == 0 && opt->activity)
        code = cosim_write_activity(opt, &result, cfg, api, &activity);
    if (code == 0 && opt->coverage)
        code = cosim_write_points(opt, &result, &cover);
    cover_free(&cover);
    activity_free(&activity);
    if (opt->source.hints && source_unhinted(&stream) > 0 && !opt->quiet)
        remark("--hints %s has nothing about %" PRIu64 " records of the last slice: %s", opt->source.hints,
               source_unhinted(&stream), source_without_hint(cfg));
    if (code != LOCKSTEP_INPUT && !opt->quiet)
        config_notes(cfg, false);
    stream.close(&stream);
    macros_close();
    return result.cycles && !opt->no_flops ? cosim_write_tally(opt, result.cycles, code) : code;
}

int main(int argc, char **argv)
{
    struct cosim_options opt;
    struct config cfg;
    program_begin();
    int status = cosim_options_read(&opt, argc, argv);
    char error[CONFIG_ERROR], note[SOURCE_NOTE];
    if (status == 0 && !source_look(&opt.source, note, SENTENCE(error)))
        status = complain("%s", error);
    if (status == 0 && *note && !opt.quiet)
        remark("%s", note);
    if (status == 0)
        status = load_config(&opt, &cfg);
    if (status == 0)
        status = check_manifest(&opt, &cfg);
    struct trace_cache cache;
    if (status == 0 && !trace_cache_choose(&cache, opt.trace_cache, SENTENCE(error)))
        status = complain("%s", error);
    opt.source.cache = &cache;
    if (status == 0 && !source_prepare(&opt.source, &cfg, SENTENCE(error)))
        status = complain("%s", error);
    struct slices gpu = {.count = 0};
    if (status == 0)
        status = record_gpu(&opt, &cfg, &gpu);
    if (status == 0 && opt.wave)
        wave_file_guard(opt.wave);
    if (status == 0)
        status = run(&opt, &cfg, &gpu);
    if (opt.wave && status != LOCKSTEP_INPUT && !wave_file_good(opt.wave) && status == 0)
        status = LOCKSTEP_INPUT;
    slices_free(&gpu);
    source_release(&opt.source);
    cosim_options_free(&opt);
    return status;
}
