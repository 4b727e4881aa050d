/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lock-step of RTL and golden model on one slice of the machine, a sub-core or an SM: the same inputs to both, every
 * output and every flop compared in every cycle, rows of memories when they are written, whole memories on a schedule
 * and at the end.
 */
#ifndef SUBCORE_LOCKSTEP_H
#define SUBCORE_LOCKSTEP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "configs/sentence.h"
#include "activity.h"
#include "configs/config.h"
#include "cover.h"
#include "dut.h"
#include "cmodel/pipeline/plan.h"
#include "cmodel/env/kernel_gate.h"
#include "cmodel/env/memory_port.h"
#include "cmodel/sm/gpu_sthld.h"
#include "cmodel/subcore/stats.h"
#include "cmodel/stream/stream.h"

enum lockstep_status {
    LOCKSTEP_EQUAL, LOCKSTEP_MISMATCH, LOCKSTEP_INPUT, LOCKSTEP_X, LOCKSTEP_TIMEOUT, LOCKSTEP_ASSERTION
};

enum {
    LOCKSTEP_PROGRESS = 100,    /* characters of the line of progress */
    LOCKSTEP_STALE = 1024       /* and of a sentence */
};

struct lockstep_options {
    const struct config  *cfg;
    const struct dut_api *api;
    struct stream *stream;      /* at its first kernel */
    uint32_t    sm, subcore;
    uint64_t    seed;           /* of the start values */
    uint32_t    mutant;         /* of RTL that holds several (tb/mutants); 0: none of them */
    bool        no_flops;       /* registers are not compared: outputs, memories and the oracle only */
    bool        counts_stale;   /* see env.h */
    uint64_t    tag_seed, sthld_seed;   /* see env.h */
    const struct gpu_sthld *gpu;        /* sthld.mode gpu: STHLD in every interval, and what issued; else NULL */
    const struct kernel_gate *gate;     /* kernels that end for the whole GPU: when each begins; else NULL */
    const struct memory_port *ports;    /* memory.l2 shared: what the L2 has answered each slice; else NULL */
    bool        x_start;        /* four states only: what has no reset starts as X */
    uint64_t    max_cycles;     /* 0: to the end */
    const char *wave;           /* waveform file of the cycles from, ..., to; may be NULL */
    uint64_t    from, to;
    const struct pipeline_plan *pipeline;   /* what the RTL does and waits for, if it is of this slice; may be NULL */
    const char *record;         /* file for the inputs (stimuli.h); may be NULL */
    uint64_t    record_limit;   /* cycles recorded at most */
    struct activity *activity;  /* counts changes of registers and inputs; may be NULL */
    const char *coverage;       /* counters of lines and toggles go to COVERAGE-SM.SUBCORE.dat; may be NULL */
    struct cover *cover;        /* counts situations; may be NULL */
    const char *rerun, *alone;  /* see struct view */
    bool        progress;       /* a line on stderr now and then */
    FILE       *out;            /* reports */
};

/* Sums: lockstep_run() adds to them. */
struct lockstep_result {
    uint64_t cycles, instructions;
    uint64_t operands, registers;   /* compared by the oracle: delivered, and at the ends of warps */
    uint64_t stale;                 /* see env_stale(), and the first time */
    char     first_stale[LOCKSTEP_STALE];
    uint64_t rows;                  /* compared after they were written */
    bool     partial;               /* stopped by max_cycles */
    uint64_t words, raced, final_raced;     /* see struct flat_counts */
    uint64_t compared, undefined, unknown;  /* bits; see struct four_state */
    struct stats stats;
};

/* Compares the four register lists, and gives the number of flop bits. */
bool lockstep_lists(const struct config *cfg, const struct dut_api *api, const char *rtl_dir, const char *yosys_file,
                    uint64_t *flop_bits, const struct sentence *);

/* Runs a slice to its end, or to the first thing that is wrong, which it reports. */
enum lockstep_status lockstep_run(const struct lockstep_options *opt, struct lockstep_result *result);

#endif
