/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A slice of the machine on the golden model: one sub-core of one SM, or with sm.subcores a whole SM, with its
 * environment and oracles. It is begun, advanced to its end, or piece by piece, and ended; then it has its results.
 */
#ifndef SUBCORE_SLICE_H
#define SUBCORE_SLICE_H

#include <stdbool.h>
#include <stdint.h>

#include "configs/config.h"
#include "cmodel/sm/gpu_sthld.h"
#include "interference_report.h"
#include "cmodel/pipeline/plan.h"
#include "cmodel/subcore/stats.h"
#include "cmodel/stream/stream.h"

enum { SLICE_MESSAGE = 4608 };

/* What all slices of a run have in common. */
struct slice_job {
    const struct config *cfg;
    bool     values;            /* false: timing only; no values, no oracles */
    bool     timeline, series;  /* wanted */
    uint64_t every;             /* cycles between two lines of the timeline */
    uint64_t interval;          /* and of the series */
    uint64_t max_cycles;        /* 0: no limit */
    uint64_t tag_seed;          /* see env.h */
    const struct gpu_sthld *gpu;    /* sthld.mode gpu: STHLD of all slices; else NULL */
    const struct kernel_gate *gate; /* when kernels begin that end for the whole GPU; else NULL */
    const struct pipeline_plan *pipeline;   /* of its slice; NULL: nobody wants it */
};

struct slice_run;

struct slice {
    uint32_t sm, subcore;
    int      code;              /* exit code */
    bool     partial;           /* stopped by max_cycles */
    struct stats stats;
    uint64_t cycles, operands, registers;
    char     message[SLICE_MESSAGE];
    char    *history;           /* events of the warp that the message is about; NULL if there are none */
    char    *timeline;          /* its lines; NULL if nobody wants them */
    char    *series;            /* likewise */
    char    *explanation;       /* the sentences of --explain, likewise */
    struct interference_matrix interference;
    struct memory_port *port;   /* to the one L2 of the GPU; NULL: it has an L2 of its own */
    struct slice_run *run;      /* between beginning and end */
};

/* The stream is at its start, and outlives the run. What goes wrong is in `code` and `message`. */
void slice_begin(struct slice *s, const struct slice_job *job, struct stream *stream);
/* Runs up to the end of cycle `until` - 1, to the end, or until it is parked, whatever comes first. Returns whether it
 * can go on. */
bool slice_advance(struct slice *s, uint64_t until);
/* Whether it has come to the end of a kernel, and goes on when job->gate says when the next one begins. */
bool slice_parked(const struct slice *s);
/* Instructions that it has issued so far. */
uint64_t slice_issued(const struct slice *s);
/* Takes the results and frees what only the run needs. To be called once, also after a failed beginning. */
void slice_end(struct slice *s);
/* Cycles so far, between beginning and end. */
uint64_t slice_cycles(const struct slice *s);

/* Frees the results. */
void slice_free(struct slice *s);

/* The slice has failed otherwise: its exit code, and a sentence. */
__attribute__((format(printf, 3, 4)))
void slice_fail(struct slice *s, int code, const char *format, ...);

#endif
