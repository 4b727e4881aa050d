/* SPDX-License-Identifier: Apache-2.0 */
#include "run_report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "configs/program.h"
#include "cmodel/sass/launch.h"
#include "series.h"
#include "stats_text.h"
#include "timeline.h"
#include "configs/whole.h"

/* The options, and what they gave. */
struct run {
    const struct options *opt;
    const struct config *cfg;
    const struct slices *all;
};

struct total {
    struct stats stats;
    uint64_t longest, cycles, operands, registers;
    uint32_t partial;
};

static void add_up(const struct run *run, struct total *t)
{
    memset(t, 0, sizeof *t);
    for (uint32_t i = 0; i < run->all->count; i++) {
        const struct slice *s = &run->all->list[i];
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
    for (uint32_t i = 0; i < run->all->count; i++)
        interference_add_up(&sum, &run->all->list[i].interference, run->all->list[i].sm, each ? out : NULL);
    interference_print(&sum, out);
}

static void print_result(const struct run *run, const struct total *t, FILE *out)
{
    const struct stats *s = &t->stats;
    fprintf(out, "result: %s%" PRIu64 " cycles in %" PRIu32 " slice%s (longest %" PRIu64 "), %" PRIu64
            " warp instructions, IPC %.3f, ", t->partial ? "partial, " : "", t->cycles, run->all->count,
            run->all->count == 1 ? "" : "s", t->longest, s->warp_instructions,
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

/* How long each kernel has taken, where kernels end for the whole GPU. */
static void print_kernels(const struct run *run, FILE *out)
{
    const struct kernel_gate *gate = &run->all->gate;
    for (size_t k = 0; k + 1 < gate->count; k++)
        fprintf(out, "kernel %zu: %" PRIu64 " cycles\n", k + 1, gate->begin[k + 1] - gate->begin[k]);
}

static void print_text(const struct run *run, const struct total *t, FILE *out)
{
    char hash[CONFIG_HASH], rtl_hash[CONFIG_HASH];
    const char *bits = source_bits(&run->opt->source, run->cfg);
    config_hash(run->cfg, hash);
    config_rtl_hash(run->cfg, rtl_hash);
    fprintf(out, "configuration %s, hash %.16s, RTL hash %.16s; %s\n", run->cfg->name, hash, rtl_hash,
            source_name(&run->opt->source));
    if (bits)
        fprintf(out, "%s\n", bits);
    stats_text(&t->stats, run->cfg, run->opt->all, out);
    for (size_t i = 0; i < run->all->unknown_count; i++)
        fprintf(out, "unknown opcode %s: %" PRIu64 " instructions, taken for INT without operand widths\n",
                run->all->unknowns[i].name, run->all->unknowns[i].instructions);
    if (run->all->gpu.count)
        gpu_sthld_print(&run->all->gpu, out);
    print_kernels(run, out);
    print_result(run, t, out);
}

static void print_unknowns(const struct run *run)
{
    for (size_t i = 0; i < run->all->unknown_count && !run->opt->quiet; i++)
        remark("unknown opcode %s: %" PRIu64 " instructions, taken for INT without operand widths",
               run->all->unknowns[i].name, run->all->unknowns[i].instructions);
}

static int print(const struct run *run, const struct total *t)
{
    const char *path = run->opt->output;
    FILE *out = whole_open(path);
    if (!out)
        return complain("--output %s cannot be written: %s", path, strerror(errno));
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
    if (run->opt->format != FORMAT_TEXT && !run->opt->quiet && source_bits(&run->opt->source, run->cfg))
        remark("%s", source_bits(&run->opt->source, run->cfg));
    if (whole_keep(out, true))
        return 0;
    return complain("%s cannot be written: %s", path ? path : "standard output", strerror(errno));
}

static void write_timeline(const struct run *run, FILE *out)
{
    timeline_header(out);
    for (uint32_t i = 0; i < run->all->count; i++)
        fputs(run->all->list[i].timeline ? run->all->list[i].timeline : "", out);
}

static void write_series(const struct run *run, FILE *out)
{
    series_header(out);
    for (uint32_t i = 0; i < run->all->count; i++)
        fputs(run->all->list[i].series ? run->all->list[i].series : "", out);
}

static void write_interference(const struct run *run, FILE *out)
{
    interference_header(out);
    for (uint32_t i = 0; i < run->all->count; i++)
        interference_pairs(&run->all->list[i].interference, run->all->list[i].sm, out);
}

/* Writes the file that an option names, if it does, beside its place. Returns 0 or an exit code. */
static int write_file(const struct run *run, const char *option, const char *path,
                      void (*write)(const struct run *, FILE *))
{
    if (!path)
        return 0;
    FILE *out = whole_open(path);
    if (out)
        write(run, out);
    if (out && whole_keep(out, true))
        return 0;
    return complain("%s %s cannot be written: %s", option, path, strerror(errno));
}

/* The report and the files beside it, which take their places together. */
static int write_all(const struct run *run, const struct total *t)
{
    const struct options *opt = run->opt;
    int code = print(run, t);
    code = code ? code : write_file(run, "--timeline", opt->timeline, write_timeline);
    code = code ? code : write_file(run, "--series", opt->series, write_series);
    code = code ? code : write_file(run, "--interference", opt->interference, write_interference);
    if (code == 0 && !whole_take())
        code = complain("the files of the run cannot take their places: %s", strerror(errno));
    whole_drop();
    return code;
}

/* What a file of hints should have said. Hints from a profile lack what the profiled warps did not execute. */
static void note_unhinted(const struct run *run)
{
    const struct options *opt = run->opt;
    if (opt->source.hints && run->all->unhinted > 0 && !opt->quiet)
        remark("--hints %s has nothing about %" PRIu64 " records%s: %s", opt->source.hints, run->all->unhinted,
               opt->one_slice ? "" : " of the first slice", source_without_hint(run->cfg));
}

/* The line about a workload's output buffers. */
static int print_workload(const struct run *run, const struct total *t)
{
    bool text = run->opt->source.workload && run->opt->format == FORMAT_TEXT;
    if (run->all->races && text)
        puts(LAUNCH_RACES);
    else if (run->all->races && !run->opt->quiet)
        remark(LAUNCH_RACES);
    if (!text && run->all->result < 0)
        complain("%s", run->all->wrong);
    if (!text)
        return run->all->result < 0 ? EXIT_CHECK : 0;
    if (run->all->result < 0)
        printf("result wrong: %s\n", run->all->wrong);
    else if (run->opt->one_slice || t->partial)
        puts("result partial");
    else
        puts(run->all->result > 0 ? "result correct" : "result unchecked");
    return run->all->result < 0 ? EXIT_CHECK : 0;
}

static int report_failure(const struct run *run, const struct slice *s)
{
    if (s->explanation)
        fputs(s->explanation, stdout);
    if (s->code == EXIT_INPUT)
        return complain("%s", s->message);
    complain("slice %" PRIu32 ".%" PRIu32 ": %s", s->sm, s->subcore, s->message);
    if (s->history && !run->opt->quiet)
        fprintf(stderr, "last events of the warp slot:\n%s", s->history);
    return s->code;
}

int run_report(const struct options *opt, const struct slices *all)
{
    const struct run context = {opt, all->job.cfg, all}, *run = &context;
    const struct slice *failed = slices_failure(all);
    struct total total;
    if (failed)
        return report_failure(run, failed);
    add_up(run, &total);
    if (total.stats.warp_instructions == 0 && total.partial == 0) {
        if (opt->one_slice)
            return complain("slice %" PRIu32 ".%" PRIu32 " of %s " SOURCE_IDLE, opt->slice[0],
                            opt->slice[1], source_name(&opt->source));
        return complain("%s " SOURCE_IDLE, source_name(&opt->source));
    }
    note_unhinted(run);
    int code = write_all(run, &total);
    for (uint32_t i = 0; code == 0 && i < all->count; i++)
        if (all->list[i].explanation)
            fputs(all->list[i].explanation, stdout);
    return code ? code : print_workload(run, &total);
}
