/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cmodel: the golden model on its own. It runs every slice of the machine (one sub-core of one SM each, or with
 * sm.subcores a whole SM), adds up what they count, and checks every operand and register against the architectural
 * oracle.
 *
 * Exit codes: 0 all checks passed, 1 a check failed, 2 usage or input, 4 time-out.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/untimed/annotate.h"
#include "command_line.h"
#include "configs/config.h"
#include "cmodel/untimed/profile.h"
#include "cmodel/untimed/profile_levels.h"
#include "cmodel/untimed/profile_rfc.h"
#include "configs/program.h"
#include "cmodel/untimed/rfc_figures.h"
#include "run_report.h"
#include "slices.h"
#include "stats_pages.h"
#include "cmodel/program/source.h"
#include "cmodel/stream/isa_page.h"
#include "cmodel/base/writable.h"

enum { ERROR_SIZE = 4608 };

/* The file of -c, or the defaults, and what --set changes. */
static int load_any_config(const struct options *opt, struct config *cfg)
{
    char error[CONFIG_ERROR];
    config_default(cfg);
    if (opt->config && !config_load(cfg, opt->config, SENTENCE(error)))
        return complain("%s", error);
    for (int i = 0; i < opt->set_count; i++)
        if (!config_set(cfg, opt->sets[i], SENTENCE(error)))
            return complain("%s", error);
    if (opt->untimed)
        cfg->rfc_enable = false;
    if (!config_check(cfg, SENTENCE(error)))
        return complain("%s", error);
    return 0;
}

static int load_config(const struct options *opt, struct config *cfg)
{
    if (!opt->config)
        return complain("-c is missing; accepted is a configuration file such as configs/ccu.yaml");
    return load_any_config(opt, cfg);
}

static int check_source(const struct options *opt)
{
    const struct source *source = &opt->source;
    if (!source->trace == !source->workload)
        return complain("one of --trace and --workload is needed; accepted are --trace with a directory, a "
                        "kernelslist.g or a .traceg file, and --workload with a launch file");
    const char *word = source_not_of_trace(source);
    if (word)
        return complain("%s is of a workload, and a trace is given; accepted with --workload", word);
    char note[SOURCE_NOTE], error[ERROR_SIZE];
    if (!source_look(source, note, SENTENCE(error)))
        return complain("%s", error);
    if (*note && !opt->quiet)
        remark("%s", note);
    return 0;
}

/* The configuration of a command that needs instructions as well. */
static int load_both(const struct options *opt, struct config *cfg)
{
    int code = check_source(opt);
    return code ? code : load_config(opt, cfg);
}

/* --slice is the slice that runs. Where all have to run together it is the one that is looked at. */
static int choose_slice(struct options *opt, const struct config *cfg)
{
    bool looks = pipeline_wanted(&opt->pipeline);
    if (!opt->one_slice)
        return 0;
    if (config_gpu_sthld(cfg) && !looks)
        return complain("--slice %u.%u: with sthld.mode: gpu STHLD follows from what all slices issue; accepted is a "
                        "run of all slices, another sthld.mode, or --pipeline, --explain or --log of this slice",
                        opt->slice[0], opt->slice[1]);
    if (config_gpu_kernels(cfg) && !looks)
        return complain("--slice %u.%u: with memory.l2: shared or machine.kernels: gpu its time follows from what all "
                        "slices do; accepted is a run of all slices, other values of these options, or --pipeline, "
                        "--explain or --log of this slice", opt->slice[0], opt->slice[1]);
    opt->pipeline.sm = opt->slice[0];
    opt->pipeline.subcore = opt->slice[1];
    if (!config_together(cfg))
        return 0;
    opt->one_slice = false;
    if (!opt->quiet)
        remark("all slices run, for their times follow from each other; %u.%u is the one that is looked at",
               opt->slice[0], opt->slice[1]);
    return slices_have(cfg, opt->slice);
}

static int command_run(const struct options *given)
{
    char error[ERROR_SIZE];
    struct config cfg;
    struct options opt = *given;
    int code = load_both(&opt, &cfg);
    if (code != 0)
        return code;
    if (opt.every && !opt.timeline)
        return complain("--every is of --timeline, which is not given; accepted are both, or neither");
    if (opt.interval && !opt.series)
        return complain("--interval is of --series, which is not given; accepted are both, or neither");
    if (opt.all && (opt.format != FORMAT_TEXT || opt.quiet))
        return complain("--all is of the text of a run; accepted without --quiet, --csv, --json and --accel-sim");
    if (opt.interference && !cfg.sm_subcores)
        return complain("--interference %s: a single sub-core has no cache whose lines warps take from "
                        "each other; accepted is a configuration with sm.subcores, such as configs/sm_gto.yaml",
                        opt.interference);
    code = choose_slice(&opt, &cfg);
    if (code != 0)
        return code;
    if (!pipeline_plan_check(&opt.pipeline, SENTENCE(error)))
        return complain("%s", error);
    if (opt.pipeline.explain && opt.format != FORMAT_TEXT && !opt.output)
        return complain("--explain with --csv, --json or --accel-sim: sentences would stand behind the statistics; "
                        "accepted with text, or with -o FILE");
    struct slices all = {
        .job = {.cfg = &cfg, .values = !opt.timing_only, .timeline = opt.timeline, .series = opt.series,
                .every = opt.every ? opt.every : EVERY, .interval = opt.interval ? opt.interval : INTERVAL,
                .max_cycles = opt.max_cycles,
                .pipeline = pipeline_wanted(&opt.pipeline) ? &opt.pipeline : NULL},
        .source = &opt.source, .quiet = opt.quiet,
    };
    opt.source.run = true;
    code = slices_list(&all, opt.one_slice ? opt.slice : NULL);
    if (code == 0 && !source_prepare(&opt.source, &cfg, SENTENCE(error)))
        code = complain("%s", error);
    if (code == 0) {
        slices_run(&all, opt.jobs);
        code = run_report(&opt, &all);
        if (code != EXIT_INPUT && !opt.quiet)
            config_notes(&cfg, false);
        source_release(&opt.source);
    }
    slices_free(&all);
    return code;
}

static int command_annotate(const struct options *opt)
{
    char error[ERROR_SIZE];
    struct config cfg;
    struct annotate a = {.cfg = &cfg, .source = &opt->source, .output = opt->output, .control = opt->control,
                         .histogram = opt->histogram, .csv = opt->csv, .levels = opt->levels,
                         .level_shape = opt->level_shape, .judge = opt->judge};
    int code = load_both(opt, &cfg);
    return code || annotate(&a, SENTENCE(error)) ? code : complain("%s", error);
}

static int profile_register_cache(const struct options *opt)
{
    static const enum rfc_format formats[] = {[FORMAT_CSV] = RFC_CSV, [FORMAT_JSON] = RFC_JSON};
    char error[ERROR_SIZE];
    struct config cfg;
    struct profile_rfc p = {.cfg = &cfg, .source = &opt->source, .sass = opt->sass, .output = opt->output,
                            .format = formats[opt->format]};
    int code = check_source(opt);
    code = code ? code : load_any_config(opt, &cfg);
    if (code == 0 && !profile_rfc(&p, SENTENCE(error)))
        code = complain("%s", error);
    if (code == 0 && *p.note)
        remark("--sass %s: %s", opt->sass, p.note);
    return code;
}

/* Without a source the figure is that of all bundled workloads. */
static int draw_register_cache(const struct options *opt)
{
    char error[ERROR_SIZE];
    struct config cfg;
    struct rfc_figures f = {.number = rfc_figure_number(opt->figure), .cfg = &cfg, .source = &opt->source,
                            .workloads = opt->workloads ? opt->workloads : "workloads", .sass = opt->sass,
                            .output = opt->output, .csv = opt->format == FORMAT_CSV};
    int code = opt->source.trace || opt->source.workload ? check_source(opt) : 0;
    code = code ? code : load_any_config(opt, &cfg);
    if (code == 0 && !rfc_figures(&f, SENTENCE(error)))
        code = complain("%s", error);
    if (code == 0 && *f.note)
        remark("--sass %s: %s", opt->sass, f.note);
    return code;
}

/* Options that the figure, or the register cache, would not look at. */
static int profile_options(const struct options *opt)
{
    bool rfc = opt->figure && rfc_figure_number(opt->figure), source = opt->source.trace || opt->source.workload;
    if (opt->workloads && (!rfc || source))
        return complain("--workloads is of all bundled workloads; accepted with --figure rfc:N without --trace and "
                        "--workload");
    if (opt->figure && !rfc && (opt->sass || opt->source.hints))
        return complain("--sass and --hints have reuse flags, which figures of BOW have no use for; accepted without "
                        "--figure, or with --figure rfc:N of one trace or workload");
    if (rfc && !source && (opt->sass || opt->source.hints || opt->source.parameter_count))
        return complain("--sass, --hints and --param are of one trace or workload; accepted with --trace or "
                        "--workload");
    return 0;
}

/* Register files that a compiler manages. */
static int profile_level_counts(const struct options *opt)
{
    char error[ERROR_SIZE];
    struct config cfg;
    struct profile_options p = {.cfg = &cfg, .source = &opt->source, .output = opt->output,
                                .csv = opt->format == FORMAT_CSV};
    if (opt->levels && opt->figure)
        return complain("--levels prints statistics of one shape, and --figure %s a figure; accepted is one of them",
                        opt->figure);
    if (opt->format == FORMAT_JSON)
        return complain("--json has the counts of a register cache; accepted with --levels and --figure is --csv");
    if (opt->sass || opt->source.hints || opt->workloads)
        return complain("--sass, --hints and --workloads are of register caches in hardware; accepted without --levels "
                        "and --figure " PROFILE_LEVELS_FIGURE);
    int code = load_both(opt, &cfg);
    if (code == 0 && !(opt->levels ? profile_levels(&p, opt->level_shape, SENTENCE(error))
                                   : profile_levels_entries(&p, SENTENCE(error))))
        code = complain("%s", error);
    return code;
}

static int command_profile(const struct options *given)
{
    char error[ERROR_SIZE];
    struct config cfg;
    struct options opt = *given;
    opt.untimed = true;
    if (profile_options(&opt))
        return EXIT_INPUT;
    if (opt.levels || (opt.figure && strcmp(opt.figure, PROFILE_LEVELS_FIGURE) == 0))
        return profile_level_counts(&opt);
    if (!opt.figure)
        return profile_register_cache(&opt);
    if (opt.format == FORMAT_JSON)
        return complain("--figure %s with --json: a figure is a table; accepted is --csv", opt.figure);
    if (rfc_figure_number(opt.figure))
        return draw_register_cache(&opt);
    struct profile_options p = {.cfg = &cfg, .source = &opt.source, .figure = opt.figure, .output = opt.output,
                                .csv = opt.format == FORMAT_CSV};
    if (!profile_check(opt.figure, SENTENCE(error)))
        return complain("%s", error);
    int code = load_both(&opt, &cfg);
    return code || profile(&p, SENTENCE(error)) ? code : complain("%s", error);
}

static int command_cache(const struct options *opt)
{
    uint64_t files, bytes;
    const struct trace_cache *c = opt->source.cache;
    if (!c->on)
        return complain("there is no folder of parsed traces: SUBCORE_TRACE_CACHE is off, or neither "
                        "XDG_CACHE_HOME nor HOME is set; accepted is --trace-cache DIR");
    if ((opt->clear && !trace_cache_shrink(c, 0)) || !trace_cache_count(c, &files, &bytes))
        return complain("%s: %s", c->directory, strerror(errno));
    printf("%s: %" PRIu64 " traces, %.1f MB of at most %.1f\n", c->directory, files, (double)bytes / (1 << 20),
           (double)c->limit / (1 << 20));
    return 0;
}

static int command_config(const struct options *opt)
{
    struct config cfg;
    int code = load_config(opt, &cfg);
    if (code != 0)
        return code;
    config_echo(&cfg, stdout);
    if (!opt->quiet) {
        config_ignored(&cfg, stdout);
        config_notes(&cfg, false);
    }
    return 0;
}

/* The configuration of a command that works without one as well; `lists`: what else has been asked for. */
static int load_optional(const struct options *opt, struct config *cfg, int lists)
{
    if (lists + (opt->config != NULL) > 1)
        return complain("several lists are asked for; accepted is one");
    if (opt->set_count && !opt->config)
        return complain("--set changes a configuration, and none is given; accepted with -c");
    return opt->config ? load_config(opt, cfg) : 0;
}

static int command_options(const struct options *opt)
{
    struct config cfg;
    int code = load_optional(opt, &cfg, opt->markdown + opt->tsv);
    if (code != 0)
        return code;
    if (opt->markdown)
        config_doc_markdown(stdout);
    else if (opt->tsv)
        config_doc_tsv(stdout);
    else if (opt->config)
        config_list(&cfg, stdout);
    else
        config_help(stdout);
    return 0;
}

static int command_opcodes(const struct options *opt)
{
    isa_page(stdout, opt->markdown);
    return 0;
}

static int command_stats(const struct options *opt)
{
    char error[ERROR_SIZE];
    struct config cfg;
    int code = load_optional(opt, &cfg, opt->markdown + opt->tsv + (opt->name != NULL));
    if (code != 0)
        return code;
    if (opt->name)
        return stats_explain(opt->name, stdout, SENTENCE(error)) ? 0 : complain("%s", error);
    if (opt->markdown)
        stats_markdown(stdout);
    else if (opt->tsv)
        stats_tsv(stdout);
    else
        stats_list(opt->config ? &cfg : NULL, stdout);
    return 0;
}

/* Files that cannot be written are refused before the work, not behind it. */
static int check_outputs(const struct options *opt)
{
    const struct { const char *name, *path; } outputs[] = {
        {"--output", opt->output}, {"--timeline", opt->timeline}, {"--series", opt->series},
        {"--interference", opt->interference}, {"--histogram", opt->csv},
    };
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        if (outputs[i].path && !writable(outputs[i].path))
            return complain("%s %s cannot be written: %s", outputs[i].name, outputs[i].path,
                            strerror(errno));
    return 0;
}

/* --- program ------------------------------------------------------------------------------------------------------ */

static const struct command {
    const char *name;
    int (*run)(const struct options *);
    const struct argp *argp;
} commands[] = {
    {"run", command_run, &command_line_run},
    {"annotate", command_annotate, &command_line_annotate},
    {"profile", command_profile, &command_line_profile},
    {"cache", command_cache, &command_line_cache},
    {"config", command_config, &command_line_config},
    {"options", command_options, &command_line_options},
    {"opcodes", command_opcodes, &command_line_opcodes},
    {"stats", command_stats, &command_line_stats},
};

static int usage(FILE *out)
{
    fputs("Usage: cmodel run -c FILE --trace SPEC [OPTION...]    run a trace, or --workload FILE, on the golden model\n"
          "       cmodel annotate -c FILE --trace SPEC [-o FILE]  profile the reuse of registers, write hints\n"
          "       cmodel annotate --control -c FILE --trace SPEC  write control bits as a compiler would\n"
          "       cmodel annotate --levels -c FILE --workload L  write where operands are in ORF, LRF and LTRF\n"
          "       cmodel profile --trace SPEC [--figure F]       count a register cache without timing; figures\n"
          "       cmodel cache [--clear]                         the folder of parsed traces: how much is in it\n"
          "       cmodel config -c FILE [--set KEY=VALUE]...     print a configuration with every option\n"
          "       cmodel options [-c FILE] [--markdown|--tsv]    list the options of a configuration\n"
          "       cmodel opcodes [--markdown]                    list the opcodes of traces: units, operands, widths\n"
          "       cmodel stats [NAME|-c FILE|--markdown|--tsv]   list the statistics of a run, or explain one\n"
          "       cmodel COMMAND --help                          the options of a command\n"
          "       cmodel --version                               which one it is\n", out);
    return 0;
}

int main(int argc, char **argv)
{
    char error[ERROR_SIZE];
    struct trace_cache cache;
    const char *name = argc > 1 ? argv[1] : NULL;
    if (name && (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0))
        return usage(stdout);
    program_begin();
    program_version(argc, argv);
    for (size_t i = 0; name && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(name, commands[i].name) != 0)
            continue;
        char full[32], *program = full;
        struct options opt;
        snprintf(full, sizeof full, "cmodel %s", name);
        argv[1] = program;
        int code = command_line_parse(&opt, commands[i].argp, argc - 1, argv + 1);
        code = code ? code : check_outputs(&opt);
        if (code == 0 && !trace_cache_choose(&cache, opt.trace_cache, SENTENCE(error)))
            code = complain("%s", error);
        opt.source.cache = &cache;
        code = code ? code : commands[i].run(&opt);
        command_line_free(&opt);
        return code;
    }
    if (name)
        return complain("'%s' is not a command; accepted are run, annotate, profile, cache, config, options, "
                        "opcodes and stats", name);
    return complain("a command is missing; accepted are run, annotate, profile, cache, config, options, opcodes and "
                    "stats (see cmodel --help)");
}
