/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Machine code as a stream: the kernels of a launch file, with values. A block is run functionally when it is asked
 * for; its warps are then replayed one by one, as fast as their records are needed. Memory is bounded by what the
 * resident blocks got from memory, plus a window of records per warp.
 */
#ifndef SUBCORE_CUBIN_STREAM_H
#define SUBCORE_CUBIN_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/stream/hints.h"
#include "cmodel/stream/record_placer.h"
#include "cmodel/stream/stream.h"

struct cubin_stream_options {
    int  slots, registers;      /* collector.slots, subcore.registers */
    bool expand;                /* operand.expand */
    bool fixed;                 /* as in struct record_limits */
    int  rthld;                 /* reuse.rthld, without hints at most 1024 */
    int  distances;             /* reuse distances below it are wanted, 0 to STREAM_FAR; others are STREAM_FAR */
    const struct hints *hints;  /* of reuse, instead of exact ones; NULL: none. They outlive the stream */
    const struct record_placer *placer; /* of operands; NULL: none. It outlives the stream */
    int  look_ahead;            /* insn.dst_look is wanted, over so many instructions; 0: it is zero */
    int  window;                /* records of a warp that are in use at a time: inflight.entries + ibuffer.depth */
    const char *size;           /* "small" or "large" */
    const char *const *settings;    /* "name=value" */
    size_t setting_count;
    uint64_t limit;             /* warp instructions of a functional run, 0: no limit */
};

/* Opens a launch file. False with one sentence in stream->error; then nothing needs to be closed. */
bool cubin_stream_open(struct stream *, const char *path, const struct cubin_stream_options *);

/* After the last kernel: 1 if all buffers are right, 0 if the launch file checks nothing or the stream has not come to
 * its end, -1 with a sentence in stream->error if something is wrong. */
int cubin_stream_check(struct stream *);
/* Records made since opening or rewind that the hints lack. */
uint64_t cubin_stream_unhinted(const struct stream *);
struct cubin_kernel;
struct record_shape;

/* The kernel that next_kernel() has given last, and the records of each of its instructions. */
const struct cubin_kernel *cubin_stream_kernel(const struct stream *, const struct record_shape **shapes);
/* Whether a stream is one of these. */
bool cubin_stream_is(const struct stream *);

#endif
