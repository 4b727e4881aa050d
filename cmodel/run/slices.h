/* SPDX-License-Identifier: Apache-2.0 */
/* All slices of the machine, or one of them, run by any number of threads: one after another, or, with something that
 * all have in common (config_together), in lock-step (gpu.h). */
#ifndef SUBCORE_SLICES_H
#define SUBCORE_SLICES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "slice.h"
#include "cmodel/env/gpu_memory.h"
#include "cmodel/env/kernel_gate.h"
#include "cmodel/program/source.h"

enum { SLICES_MAX_JOBS = 256 };

/* An opcode that the table of opcodes lacks. */
struct unknown { char *name; uint64_t instructions; };

struct slices {
    struct slice_job job;
    const struct source *source;
    bool     quiet;             /* no progress on stderr */
    uint32_t count;
    struct slice *list;
    struct gpu_sthld gpu;       /* sthld.mode gpu: STHLD in every interval */
    struct kernel_gate gate;    /* kernels that end for the whole GPU: when each has begun */
    struct memory_port *ports;  /* memory.l2 shared: of each slice; else NULL */
    bool     keeps;             /* what goes through the ports */
    /* What the first slice's stream says: every slice reads all of it, and runs a whole workload functionally. */
    struct unknown *unknowns;
    size_t   unknown_count;
    uint64_t unhinted;          /* records that the hints lack */
    bool     races;             /* its stream says so */
    int      result;            /* of a workload: 1 correct, 0 unchecked or not complete, -1 wrong: */
    char     wrong[SLICE_MESSAGE];
    /* While they run. */
    atomic_uint next, done;
    atomic_bool failed;
    bool     show_progress;     /* stderr is a terminal */
    time_t   start;
    atomic_long shown;          /* when progress was shown last */
};

/* Whether the configuration has that slice, SM and sub-core: 0, or an exit code after a sentence on stderr. */
int slices_have(const struct config *cfg, const uint32_t slice[2]);

/* All slices of the configuration, or the one that `only` points at as SM and sub-core. `s` has nothing but job, source
 * and quiet. Returns 0, or an exit code after a sentence on stderr. */
int slices_list(struct slices *s, const uint32_t only[2]);
void slices_free(struct slices *s);

/* Runs them; jobs: threads, 0 is one per processor. The results do not depend on it. */
void slices_run(struct slices *s, uint32_t jobs);

/* For those who run them: the stream of the first one has come to its end. */
void slices_keep_first(struct slices *s, struct stream *stream);

/* The failed one that is to be reported, or NULL. */
const struct slice *slices_failure(const struct slices *s);

#endif
