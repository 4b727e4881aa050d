/* SPDX-License-Identifier: Apache-2.0 */
#include "cosim_options.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "configs/program.h"

enum {
    KEY_RTL = 256, KEY_DUT, KEY_YOSYS, KEY_TRACE, KEY_WORKLOAD, KEY_SIZE, KEY_PARAM, KEY_SET, KEY_SLICE, KEY_SEED,
    KEY_MAX, KEY_WAVE, KEY_FROM, KEY_TO, KEY_RECORD, KEY_TAGS, KEY_STHLD, KEY_HINTS, KEY_ACTIVITY, KEY_COVERAGE,
    KEY_TALLY, KEY_XSTART, KEY_MUTANT, KEY_NO_FLOPS, KEY_STALE, KEY_TRACE_CACHE, KEY_PIPELINE, KEY_EXPLAIN, KEY_LOG
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
    {"from", KEY_FROM, "N", 0, "first cycle in the waveform, the pipeline view and the log (0)", 0},
    {"to", KEY_TO, "N", 0, "last cycle in them (1000 after the first; of a log alone the last one)", 0},
    {"pipeline", KEY_PIPELINE, "FILE", 0, "writes what each instruction does in the RTL and waits for to FILE: .kanata "
     "or .log for Konata, .json for Perfetto, .html a page", 0},
    {"explain", KEY_EXPLAIN, "WARP:SEQUENCE", 0, "prints the life of one instruction in sentences", 0},
    {"log", KEY_LOG, "FILE", 0, "writes a line for each event to FILE: cycle, warp, PC, event", 0},
    {"record", KEY_RECORD, "FILE", 0, "records the inputs of the first slice, 200000 cycles at most, for bare", 0},
    {"activity", KEY_ACTIVITY, "FILE", 0, "after a run without a mismatch: its events, and how often registers "
                                          "changed", 0},
    {"coverage", KEY_COVERAGE, "PREFIX", 0, "lines and toggles of each slice to PREFIX-SM.SUBCORE.dat, events and "
                                            "cover points to PREFIX.tsv; needs a device made with --coverage", 0},
    {"tally", KEY_TALLY, "FILE", 0, "writes the cycles that were compared and the exit code to it", 0},
    {"mutant", KEY_MUTANT, "N", 0, "of RTL that holds mutants, which make mutants writes; 0: none (0)", 0},
    {"no-flops", KEY_NO_FLOPS, NULL, 0, "compares no registers: outputs, memories and the oracle only", 0},
    {"stale", KEY_STALE, NULL, 0, "of a trace with control bits (modern.dependences: control_bits): counts stale "
     "operands, and goes on", 0},
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

static uint64_t cycle(const char *option, const char *text)
{
    uint64_t v = number(option, text);
    if (v > PIPELINE_LAST)
        exit(complain("--%s %s is too large; accepted: 0 to %" PRIu64, option, text, PIPELINE_LAST));
    return v;
}

static uint32_t small_number(const char *option, const char *text)
{
    uint64_t v = number(option, text);
    if (v > UINT32_MAX)
        exit(complain("--%s %s is too large; accepted: 0 to %" PRIu32, option, text, UINT32_MAX));
    return (uint32_t)v;
}

static void parse_slice(struct cosim_options *opt, const char *text)
{
    int end = 0;
    if (sscanf(text, "%9" SCNu32 ".%9" SCNu32 "%n", &opt->sm, &opt->subcore, &end) != 2 || text[end] != '\0' ||
        *text < '0' || *text > '9')
        exit(complain("--slice %s is not SM.SUBCORE; accepted: 0.0 and so on", text));
    opt->one_slice = true;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct cosim_options *opt = state->input;
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
    case KEY_STALE: opt->counts_stale = true; break;
    case KEY_TAGS: opt->tags = number("tags", argument); break;
    case KEY_STHLD: opt->sthld = number("sthld", argument); break;
    case KEY_XSTART: opt->x_start = true; break;
    case KEY_MAX: opt->max_cycles = positive("max-cycles", argument); break;
    case KEY_WAVE: opt->wave = argument; break;
    case KEY_FROM:
        opt->from = opt->pipeline.from = cycle("from", argument);
        opt->pipeline.from_given = true;
        break;
    case KEY_TO:
        opt->to = opt->pipeline.to = cycle("to", argument);
        opt->pipeline.to_given = true;
        break;
    case KEY_PIPELINE: opt->pipeline.view = argument; break;
    case KEY_EXPLAIN: opt->pipeline.explain = argument; break;
    case KEY_LOG: opt->pipeline.log = argument; break;
    case KEY_RECORD: opt->record = argument; break;
    case KEY_ACTIVITY: opt->activity = argument; break;
    case KEY_COVERAGE: opt->coverage = argument; break;
    case ARGP_KEY_ARG: exit(complain("'%s' is not expected; options begin with -", argument));
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* The first option that is needed and missing, or NULL. */
static const char *missing(const struct cosim_options *opt)
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

/* A waveform needs its slice and its end, as a view of the pipeline does. */
static int complete(struct cosim_options *opt)
{
    char error[512];
    bool view = opt->pipeline.view || opt->pipeline.log;
    opt->pipeline.sm = opt->sm;
    opt->pipeline.subcore = opt->subcore;
    if (opt->to == UINT64_MAX)
        opt->to = opt->from + 1000;
    if (opt->to < opt->from)
        return complain("--to %" PRIu64 " comes before --from %" PRIu64, opt->to, opt->from);
    if (opt->wave && !opt->one_slice)
        opt->one_slice = true;          /* 0.0 */
    if (opt->wave && !view)
        opt->pipeline.from_given = opt->pipeline.to_given = false;
    return pipeline_plan_check(&opt->pipeline, SENTENCE(error)) ? 0 : complain("%s", error);
}

int cosim_options_read(struct cosim_options *opt, int argc, char **argv)
{
    static const struct argp argp = {
        argp_options, parse, NULL, "Runs generated RTL and golden model in lock-step: every output and every flop, "
        "every cycle.\vExit codes: 0 equal, 1 mismatch, 2 usage or input, 3 undefined value, 4 time-out, 5 assertion.",
        NULL, NULL, NULL
    };
    *opt = (struct cosim_options){.seed = 1, .to = UINT64_MAX, .sets = calloc((size_t)argc, sizeof *opt->sets)};
    opt->source.parameters = calloc((size_t)argc, sizeof *opt->source.parameters);
    if (!opt->sets || !opt->source.parameters)
        return complain("no memory is left");
    program_arguments(&argp, argc, argv, 0, opt);
    const char *lacking = missing(opt);
    const char *lost = source_not_of_trace(&opt->source);
    return lacking ? complain("%s is missing; see --help", lacking)
         : lost ? complain("%s is of a workload, and a trace is given; accepted with --workload", lost)
         : complete(opt);
}

void cosim_options_free(struct cosim_options *opt)
{
    free(opt->sets);
    free(opt->source.parameters);
}
