/* SPDX-License-Identifier: Apache-2.0 */
#include "command_line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"

enum {
    KEY_SET = 256, KEY_SLICE, KEY_TRACE, KEY_WORKLOAD, KEY_SIZE, KEY_PARAM, KEY_TIMING, KEY_CSV, KEY_JSON,
    KEY_MAX_CYCLES, KEY_MARKDOWN, KEY_ACCEL_SIM, KEY_TIMELINE, KEY_EVERY, KEY_HINTS, KEY_HISTOGRAM,
    KEY_FIGURE, KEY_SASS, KEY_WORKLOADS, KEY_SERIES, KEY_INTERVAL, KEY_INTERFERENCE,
    KEY_TRACE_CACHE, KEY_CLEAR, KEY_ALL, KEY_TSV, KEY_PIPELINE, KEY_FROM, KEY_TO, KEY_EXPLAIN, KEY_LOG,
    KEY_CONTROL, KEY_LEVELS, KEY_JUDGE
};

static const struct argp_option config_options[] = {
    {"config", 'c', "FILE", 0, "configuration, such as configs/ccu.yaml (required)", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "changes one option of it; may be repeated", 0},
    {"quiet", 'q', NULL, 0, "no notes about options without effect", 0},
    {0},
};

static const struct argp_option run_options[] = {
    {"config", 'c', "FILE", 0, "configuration, such as configs/ccu.yaml (required)", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "changes one option of it; may be repeated", 0},
    {"trace", KEY_TRACE, "SPEC", 0, "directory, kernelslist.g or .traceg files with commas between (\\, in a name)", 0},
    {"trace-cache", KEY_TRACE_CACHE, "DIR", 0, "folder of parsed traces, or off ($XDG_CACHE_HOME/subcore)", 0},
    {"workload", KEY_WORKLOAD, "LAUNCH", 0, "launch file of machine code, instead of a trace", 0},
    {"size", KEY_SIZE, "SIZE", 0, "of the workload: small (the default) or large", 0},
    {"param", KEY_PARAM, "NAME=VALUE", 0, "sets a parameter of the launch file; may be repeated", 0},
    {"hints", KEY_HINTS, "FILE", 0, "hints that annotate has written, whatever reuse.source says", 0},
    {"slice", KEY_SLICE, "SM.SUBCORE", 0, "runs one sub-core instead of the whole machine; where all have to run "
     "together it is the one that --pipeline, --explain and --log show", 0},
    {"timing-only", KEY_TIMING, NULL, 0, "no values and no oracle: the same cycles, faster", 0},
    {"max-cycles", KEY_MAX_CYCLES, "N", 0, "stops each slice after N cycles; the result is then partial", 0},
    {"all", KEY_ALL, NULL, 0, "as text: statistics that cannot apply to the configuration, too", 0},
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
    {"pipeline", KEY_PIPELINE, "FILE", 0, "writes what instructions do and wait for to FILE: .kanata or .log for "
     "Konata, .json for Perfetto, .html a page", 0},
    {"from", KEY_FROM, "N", 0, "first cycle in it, and in the log (0)", 0},
    {"to", KEY_TO, "N", 0, "last cycle in them (1000 behind the first; of a log alone the last one)", 0},
    {"explain", KEY_EXPLAIN, "WARP:SEQUENCE", 0, "prints the life of one instruction in sentences", 0},
    {"log", KEY_LOG, "FILE", 0, "writes a line for each event to FILE: cycle, warp, PC, event", 0},
    {"output", 'o', "FILE", 0, "writes the statistics to FILE", 0},
    {"jobs", 'j', "N", 0, "slices run at a time; default: one per processor; the results do not depend on it", 0},
    {"quiet", 'q', NULL, 0, "no progress and no notes; as text only the result line", 0},
    {0},
};

static const struct argp_option annotate_options[] = {
    {"config", 'c', "FILE", 0, "configuration, such as configs/malekeh.yaml (required)", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "changes one option of it; may be repeated", 0},
    {"trace", KEY_TRACE, "SPEC", 0, "directory, kernelslist.g or .traceg files with commas between (\\, in a name)", 0},
    {"trace-cache", KEY_TRACE_CACHE, "DIR", 0, "folder of parsed traces, or off ($XDG_CACHE_HOME/subcore)", 0},
    {"workload", KEY_WORKLOAD, "LAUNCH", 0, "launch file of machine code, instead of a trace", 0},
    {"size", KEY_SIZE, "SIZE", 0, "of the workload: small (the default) or large", 0},
    {"param", KEY_PARAM, "NAME=VALUE", 0, "sets a parameter of the launch file; may be repeated", 0},
    {"control", KEY_CONTROL, NULL, 0, "control bits for a trace, which has none, instead of hints of reuse "
     "(collector.kind: none)", 0},
    {"levels", KEY_LEVELS, "SHAPE", OPTION_ARG_OPTIONAL, "where each operand is in register files that a compiler "
     "manages, instead of hints of reuse; SHAPE is orf=0 to 8, lrf=off, one or split, interval=8 to 64 with commas "
     "between (orf=3,lrf=split,interval=16)", 0},
    {"judge", KEY_JUDGE, "HINTS", 0, "with --levels: writes nothing, but follows all values as the hints of that file "
     "say, and names the first operand that is not where they say", 0},
    {"output", 'o', "HINTS", 0, "writes the hints to a file", 0},
    {"histogram", KEY_HISTOGRAM, "CSV", OPTION_ARG_OPTIONAL, "prints how far reuses are and how good the profile is, "
     "instead of the hints if they go to no file; writes every distance to CSV", 0},
    {0},
};

static const struct argp_option profile_options[] = {
    {"config", 'c', "FILE", 0, "configuration, such as configs/bow.yaml (required for figures of BOW)", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "changes one option of it; may be repeated", 0},
    {"trace", KEY_TRACE, "SPEC", 0, "directory, kernelslist.g or .traceg files with commas between (\\, in a name)", 0},
    {"trace-cache", KEY_TRACE_CACHE, "DIR", 0, "folder of parsed traces, or off ($XDG_CACHE_HOME/subcore)", 0},
    {"workload", KEY_WORKLOAD, "LAUNCH", 0, "launch file of machine code, instead of a trace", 0},
    {"size", KEY_SIZE, "SIZE", 0, "of the workload: small (the default) or large", 0},
    {"param", KEY_PARAM, "NAME=VALUE", 0, "sets a parameter of the launch file; may be repeated", 0},
    {"levels", KEY_LEVELS, "SHAPE", OPTION_ARG_OPTIONAL, "register files that a compiler manages: all their "
     "statistics, for a SHAPE as of annotate", 0},
    {"figure", KEY_FIGURE, "FIGURE", 0, "paper and number: bow:3, bow:7, bow:8, bow:9, or rfc:9 to rfc:17; or "
     "levels:entries; without "
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
    {"config", 'c', "FILE", 0, "with their values in a configuration, and which of them it ignores", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "changes one option of it; may be repeated", 0},
    {"markdown", KEY_MARKDOWN, NULL, 0, "as docs/options.md", 0},
    {"tsv", KEY_TSV, NULL, 0, "a line of tab-separated fields for each", 0},
    {0},
};

static const struct argp_option opcodes_options[] = {
    {"markdown", KEY_MARKDOWN, NULL, 0, "as Markdown tables", 0},
    {0},
};

static const struct argp_option stats_options[] = {
    {"config", 'c', "FILE", 0, "those alone that can be other than zero in a configuration", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "changes one option of it; may be repeated", 0},
    {"markdown", KEY_MARKDOWN, NULL, 0, "as docs/statistics.md", 0},
    {"tsv", KEY_TSV, NULL, 0, "a line of tab-separated fields for each", 0},
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
    opt->slice[0] = (uint32_t)a;
    opt->slice[1] = (uint32_t)b;
    return true;
}

/* One format. */
static void choose_format(struct options *opt, enum format format)
{
    if (opt->format != FORMAT_TEXT && opt->format != format)
        exit(complain("two formats are asked for; accepted is one of --csv, --json and --accel-sim"));
    opt->format = format;
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
            exit(complain("--jobs %s: accepted are 1 to 256", arg));
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
    case KEY_LEVELS: opt->levels = true; opt->level_shape = arg; break;
    case KEY_JUDGE: opt->judge = arg; break;
    case KEY_HISTOGRAM: opt->histogram = true; opt->csv = arg; break;
    case KEY_TIMING: opt->timing_only = true; break;
    case KEY_CSV: choose_format(opt, FORMAT_CSV); break;
    case KEY_JSON: choose_format(opt, FORMAT_JSON); break;
    case KEY_ACCEL_SIM: choose_format(opt, FORMAT_ACCEL_SIM); break;
    case KEY_TIMELINE: opt->timeline = arg; break;
    case KEY_EVERY:
        if (!parse_number(arg, UINT64_MAX, &opt->every) || opt->every == 0)
            exit(complain("--every %s: accepted is a number from 1 on", arg));
        break;
    case KEY_SERIES: opt->series = arg; break;
    case KEY_INTERVAL:
        if (!parse_number(arg, UINT64_MAX, &opt->interval) || opt->interval == 0)
            exit(complain("--interval %s: accepted is a number from 1 on", arg));
        break;
    case KEY_INTERFERENCE: opt->interference = arg; break;
    case KEY_PIPELINE: opt->pipeline.view = arg; break;
    case KEY_EXPLAIN: opt->pipeline.explain = arg; break;
    case KEY_LOG: opt->pipeline.log = arg; break;
    case KEY_FROM:
        if (!parse_number(arg, PIPELINE_LAST, &opt->pipeline.from))
            exit(complain("--from %s: accepted is a cycle, a number from 0 on", arg));
        opt->pipeline.from_given = true;
        break;
    case KEY_TO:
        if (!parse_number(arg, PIPELINE_LAST, &opt->pipeline.to))
            exit(complain("--to %s: accepted is a cycle, a number from 0 on", arg));
        opt->pipeline.to_given = true;
        break;
    case KEY_CONTROL: opt->control = true; break;
    case KEY_MARKDOWN: opt->markdown = true; break;
    case KEY_TSV: opt->tsv = true; break;
    case KEY_ALL: opt->all = true; break;
    case KEY_CLEAR: opt->clear = true; break;
    case KEY_SLICE:
        if (!parse_slice(arg, opt))
            exit(complain("--slice %s: accepted is SM.SUBCORE, such as 0.3", arg));
        break;
    case KEY_MAX_CYCLES:
        if (!parse_number(arg, UINT64_MAX, &opt->max_cycles) || opt->max_cycles == 0)
            exit(complain("--max-cycles %s: accepted is a number from 1 on", arg));
        break;
    case ARGP_KEY_ARG: exit(complain("'%s' is not expected; options begin with -", arg));
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* Besides options the name of a statistic. */
static error_t parse_stats(int key, char *arg, struct argp_state *state)
{
    struct options *opt = state->input;
    if (key != ARGP_KEY_ARG)
        return parse(key, arg, state);
    if (opt->name)
        exit(complain("'%s' and '%s' are two statistics; accepted is one", opt->name, arg));
    opt->name = arg;
    return 0;
}

const struct argp command_line_run = {
    run_options, parse, NULL, "Runs a trace or a workload on the golden model. Exit codes: 0 all checks passed, 1 a "
    "check failed, 2 usage or input, 4 time-out.", NULL, NULL, NULL
};
const struct argp command_line_annotate = {
    annotate_options, parse, NULL, "Profiles the reuse of registers in a trace or workload, or with boc.write: hinted "
    "their lives, and writes hints for --hints. With --control it writes control bits for a trace.", NULL, NULL, NULL
};
const struct argp command_line_profile = {
    profile_options, parse, NULL, "Analyses the registers of a trace or workload without timing: counts of a register "
    "cache (rfc.*), or figures of papers.", NULL, NULL, NULL
};
const struct argp command_line_cache = {
    cache_options, parse, NULL, "Says how much is in the folder of parsed traces.", NULL, NULL, NULL
};
const struct argp command_line_config = {
    config_options, parse, NULL, "Prints a configuration with every option, and its hash.", NULL, NULL, NULL
};
const struct argp command_line_options = {
    options_options, parse, NULL, "Lists the options of a configuration, group by group.", NULL, NULL, NULL
};
const struct argp command_line_stats = {
    stats_options, parse_stats, "[NAME]", "Lists the statistics of a run, group by group, or explains the one with "
    "that name.", NULL, NULL, NULL
};

const struct argp command_line_opcodes = {
    opcodes_options, parse, NULL, "Lists the opcodes of traces: their units, operands and widths.", NULL, NULL, NULL
};

int command_line_parse(struct options *opt, const struct argp *argp, int argc, char **argv)
{
    *opt = (struct options){0};
    opt->sets = calloc((size_t)argc, sizeof *opt->sets);
    opt->source.parameters = calloc((size_t)argc, sizeof *opt->source.parameters);
    if (!opt->sets || !opt->source.parameters)
        return complain("out of memory");
    program_arguments(argp, argc, argv, 0, opt);
    return 0;
}

void command_line_free(struct options *opt)
{
    free(opt->sets);
    free(opt->source.parameters);
}
