/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the program cmodel's commands. */
#ifndef SUBCORE_COMMAND_LINE_H
#define SUBCORE_COMMAND_LINE_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

#include "cmodel/pipeline/plan.h"
#include "cmodel/program/source.h"

enum format { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON, FORMAT_ACCEL_SIM };

enum { EVERY = 10000, INTERVAL = 1000 };

struct options {
    const char  *config, *output, *csv, *figure, *sass, *workloads, *trace_cache, *name;
    struct source source;
    const char **sets;
    int      set_count;
    bool     one_slice;
    uint32_t slice[2];          /* SM and sub-core */
    bool     timing_only, quiet, markdown, tsv, all, histogram, control, levels, clear;
    const char *level_shape, *judge;
    const char *timeline;
    uint64_t every;             /* cycles between two lines of it; 0: EVERY */
    const char *series, *interference;
    struct pipeline_plan pipeline;
    uint64_t interval;          /* cycles between two lines of the series; 0: INTERVAL */
    enum format format;
    uint64_t max_cycles;        /* 0: no limit */
    uint32_t jobs;              /* 0: one per processor */
    bool     untimed;           /* without hardware: what it lacks is not refused */
};

extern const struct argp command_line_run, command_line_annotate, command_line_profile, command_line_cache,
                         command_line_config, command_line_options, command_line_opcodes, command_line_stats;

/* Fills `opt` from arguments, of which there are `argc`; what is wrong ends the program with one sentence. Returns 0 or
 * an exit code. */
int command_line_parse(struct options *opt, const struct argp *argp, int argc, char **argv);
void command_line_free(struct options *opt);

#endif
