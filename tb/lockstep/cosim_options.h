/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of cosim. */
#ifndef SUBCORE_COSIM_OPTIONS_H
#define SUBCORE_COSIM_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/pipeline/plan.h"
#include "cmodel/program/source.h"
#include "configs/affixes.h"

struct cosim_options {
    const char  *config, *rtl, *dut, *yosys, *wave, *record, *activity, *coverage, *tally, *trace_cache;
    struct source source;
    struct pipeline_plan pipeline;
    const char **sets;
    int      set_count;
    bool     one_slice, quiet, x_start;
    uint32_t sm, subcore;
    uint64_t seed, tags, sthld, max_cycles, from, to;
    uint32_t mutant;
    bool     no_flops, counts_stale;
    char     fault[64];         /* planted in the RTL, after its manifest */
    struct affixes affixes;     /* of its names, likewise */
};

/* Reads the command line. Returns 0, or the exit code after a sentence; cosim_options_free() in either case. */
int cosim_options_read(struct cosim_options *, int argc, char **argv);
void cosim_options_free(struct cosim_options *);

#endif
