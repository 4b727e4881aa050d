/* SPDX-License-Identifier: Apache-2.0 */
/* The process that feeds inputs to the target, and what the process that watches it sees of it. */
#ifndef TB_FUZZ_WORKER_H
#define TB_FUZZ_WORKER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "input.h"

enum { WORKER_REFUSALS = 40 };

struct worker_options {
    uint64_t seed, executions;      /* 0: without end */
    const char *seeds, *keep;       /* folders: the corpus that comes with the program, and what is found */
    const char *refused;            /* folder for refused inputs with different sentences, or NULL */
};

/* In memory that both processes see. */
struct worker_view {
    atomic_uint_least64_t executions;
    atomic_bool stop;
    uint64_t seeds, corpus, edges, features, seed_edges;
    uint64_t accepted, refused, sentences;
    size_t   size;                  /* the present input */
    uint8_t  data[INPUT_MAX];
};

/* Feeds the corpus, then inputs made from it, and returns when it is told to stop. */
void worker_run(const struct worker_options *, struct worker_view *);

#endif
