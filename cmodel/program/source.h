/* SPDX-License-Identifier: Apache-2.0 */
/* Where a run's instructions come from: a recorded trace, or a workload of machine code; and their reuse hints. */
#ifndef SUBCORE_SOURCE_H
#define SUBCORE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "cmodel/levels/level_shape.h"
#include "configs/config.h"
#include "cmodel/stream/hints.h"
#include "cmodel/stream/record_placer.h"
#include "cmodel/stream/stream.h"
#include "cmodel/trace/trace_cache.h"
#include "configs/sentence.h"
#include "control_pass.h"

struct level_hints;

struct source {
    const char  *trace;         /* one of these two */
    const char  *workload;      /* a launch file */
    const char  *size;          /* of the workload: small or large */
    const char **parameters;    /* "name=value" for the launch file */
    size_t       parameter_count;
    const char  *hints;         /* a file of hints, or NULL */
    struct hints *prepared;     /* by source_prepare(); NULL: reuses are exact, and results without hints */
    struct level_hints *levels; /* likewise, with levels.scheme: where operands are, or intervals, */
    struct record_placer placer;    /* and what tells records of it */
    const struct trace_cache *cache;    /* of parsed traces, or NULL */
    bool         run;           /* reuses that the configuration makes no use of are not wanted */
};

enum { SOURCE_NOTE = 800 };

/* What every report of a run says whose control bits no compiler has written, and of one that has a reuse cache, but no
 * bits for it. */
#define SOURCE_PASS "control bits are those of the pass, not of a compiler"
#define SOURCE_HINTED "control bits are those of the file of --hints"
#define SOURCE_UNKEPT "a recorded trace has no reuse bits, so that the reuse cache keeps nothing"

/* Behind the name of one that has nothing to run. */
#define SOURCE_IDLE "executes no instruction; accepted is one that executes some"

/* Looks up what the trace names, before anything else. Writes into `note` what is to be said of its lists, or
 * nothing. */
bool source_look(const struct source *source, char note[SOURCE_NOTE], const struct sentence *error);

/* Reads the file of hints; or, without one, profiles the source with reuse.source: profile or boc.write: hinted, and
 * writes control bits for a trace with collector.kind: none, unless scoreboards are in their place. With
 * levels.scheme it reads or makes hints about levels and intervals.
 * Does nothing if the configuration makes no use of hints. Call it before source_open(), once for any number of
 * streams. On false nothing needs releasing. */
bool source_prepare(struct source *source, const struct config *cfg, const struct sentence *error);
void source_release(struct source *source);

/* Writes control bits for a trace, with collector.kind: none. */
bool source_control(const struct source *source, const struct config *cfg, struct control_pass *pass,
                    const struct sentence *error);
/* What hints about levels hold for: the levels of the configuration, or without any the default ones. */
struct level_shape source_levels(const struct config *cfg);
/* Whose its control bits are, or that it lacks them, if that has to be said; else NULL. */
const char *source_bits(const struct source *source, const struct config *cfg);

/* Opens it for a configuration. False with one sentence in stream->error; then nothing needs closing. */
bool source_open(struct stream *stream, const struct source *source, const struct config *cfg);

/* Prepares it, opens it, gives its stream to `work`, and closes and releases all. Returns the exit code of `work`, or
 * of what is wrong, which it has said. */
int source_once(struct source *source, const struct config *cfg,
                int (*work)(const void *context, const struct config *cfg, struct stream *stream), const void *context);

/* Records since opening or rewind that the hints lack. */
uint64_t source_unhinted(const struct stream *stream);
/* What becomes of them, for reports. */
const char *source_without_hint(const struct config *cfg);

/* What hints about where results are wanted must hold for. */
struct hints_scope source_scope(const struct config *cfg);

/* With reuse distances that are numbers, the one from which on all are the same; else 0. */
uint32_t source_limit(const struct config *cfg);

/* The first option that says something of a workload where the source is a trace, for a refusal; or NULL. */
const char *source_not_of_trace(const struct source *source);

/* Its name, for reports. */
const char *source_name(const struct source *source);

#endif
