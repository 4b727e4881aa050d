/* SPDX-License-Identifier: Apache-2.0 */
/* Where the untimed analysis of the register cache gets its instructions and reuse flags from. */
#ifndef SUBCORE_RFC_SOURCE_H
#define SUBCORE_RFC_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/config.h"
#include "cmodel/program/rfc_flags.h"
#include "cmodel/stream/rfc_shape.h"
#include "configs/sentence.h"
#include "rfc_shapes.h"
#include "cmodel/program/source.h"

/* Takes what is executed. Instructions of different warps of a block may take turns. */
struct rfc_sink {
    void *context;
    void (*steps)(void *context, uint32_t warp, const struct rfc_step *, size_t count);     /* of a warp, in order */
    void (*warp_end)(void *context, uint32_t warp);     /* of the warp of that number in its block */
    void (*kernel_end)(void *context);
};

struct rfc_source {
    const struct config *cfg;
    const struct source *source;        /* with its file of hints, if any, in `prepared` */
    const struct rfc_listing *listing;  /* NULL: none */
    bool exact;                         /* exact operands are wanted: what has none that make sense is refused */
    struct rfc_shapes shapes;           /* of the steps: they stay until rfc_source_free() */
    bool unlisted;                      /* set when the listing lacks a kernel, */
    char unlisted_name[256];            /* the first such */
};

void rfc_source_free(struct rfc_source *);

/* Runs through the source. */
bool rfc_source_run(struct rfc_source *, const struct rfc_sink *, const struct sentence *error);

/* The two kinds of source, for rfc_source_run(): a trace, text as it is read; a workload, as it runs functionally. */
bool rfc_trace_run(struct rfc_source *, const struct rfc_sink *, const struct sentence *error);
bool rfc_machine_run(struct rfc_source *, const struct rfc_sink *, const struct sentence *error);

/* For both of them (rfc_hints.c): what a source says about a kernel, its number in the listing and in the hints, -1 for
 * none. */
struct rfc_kernel { int listed, hinted; };
struct rfc_kernel rfc_source_kernel(struct rfc_source *, const char *name);

/* Reuse flags from the hints, of an instruction whose shape is complete: those that the records of the stream would
 * have, registers of an operand together. `records` are its records. */
void rfc_source_hints(const struct rfc_source *, int kernel, struct rfc_shape *, struct insn *records, unsigned count);

#endif
