/* SPDX-License-Identifier: Apache-2.0 */
#include "cosim_results.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "macros.h"
#include "cmodel/sass/cubin_stream.h"
#include "cmodel/sass/launch.h"
#include "configs/program.h"
#include "configs/whole.h"

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

int cosim_print(const struct cosim_options *opt, const struct lockstep_result *r, const struct gpu_sthld *gpu,
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
    if (macros_flop_bits() > 0)
        printf("macros                %" PRIu64 " of the flop bits are in macros, which Yosys does not look into\n",
               macros_flop_bits());
    printf("lock-step: %" PRIu64 " cycles, %" PRIu64 " of %" PRIu64 " flop bits compared, 0 mismatches, ", r->cycles,
           opt->no_flops ? 0 : bits, bits);
    if (r->stale)
        printf("unlike the oracle: %" PRIu64 "\n  the first: %s\n", r->stale, r->first_stale);
    else
        puts("oracle equal");
    return 0;
}

int cosim_print_workload(const struct cosim_options *opt, const struct lockstep_result *r, struct stream *stream)
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

/* What `make energy` reads. Only a run that has ended without a mismatch comes here. */
static void print_activity(const struct cosim_options *opt, const struct lockstep_result *r, const struct config *cfg,
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
    const struct stat_row *row;
    for (unsigned i = 0; (row = stats_row(i)); i++)
        if (!row->ratio)
            fprintf(out, "event\t%s\t%" PRIu64 "\n", row->name, stats_count(&s, row));
    activity_print(a, out);
}

int cosim_write_activity(const struct cosim_options *opt, const struct lockstep_result *r, const struct config *cfg,
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

int cosim_write_points(const struct cosim_options *opt, const struct lockstep_result *r, const struct cover *cover)
{
    char path[4096];
    snprintf(path, sizeof path, "%s.tsv", opt->coverage);
    FILE *out = whole_open(path);
    if (!out)
        return complain("%s cannot be written (%s); --coverage is the beginning of names of files", path,
                        strerror(errno));
    fprintf(out, "cycles\t%" PRIu64 "\n", r->cycles);
    const struct stat_row *row;
    for (unsigned i = 0; (row = stats_row(i)); i++)
        if (!row->ratio)
            fprintf(out, "event\t%s\t%" PRIu64 "\t1\t%s\n", row->name, stats_count(&r->stats, row), row->meaning);
    cover_print(cover, out);
    return whole_close(out, true) ? 0 : complain("%s could not be written in full: %s", path, strerror(errno));
}

int cosim_write_tally(const struct cosim_options *opt, uint64_t cycles, int code)
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
