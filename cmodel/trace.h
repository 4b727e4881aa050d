/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reader of Accel-Sim traces (tracer versions 3 to 5, grouped by thread block: .traceg files), as a stream.
 * docs/traces.md describes the format and what becomes of it.
 */
#ifndef SUBCORE_TRACE_H
#define SUBCORE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hints.h"
#include "stream.h"

struct trace_options {
    int  slots;                 /* source slots of a collector, 1 to 8 (collector.slots) */
    int  registers;             /* register numbers from here on are refused, 1 to 256 (subcore.registers) */
    bool expand;                /* wide operands name consecutive registers (operand.expand) */
    int  rthld;                 /* reuse distances below it are near, at least 1 (reuse.rthld) */
    const struct hints *hints;  /* of reuse, instead of exact ones; NULL: none. They outlive the stream */
};

/*
 * Opens a trace. `spec` is a directory (its kernelslist.g, else all its .traceg files in version order), a list (a
 * file whose name ends in .g), a trace, or several of these with commas between. Each file may be compressed with
 * gzip, xz, zstd, bzip2, lzma or lz4.
 *
 * Returns 0, or -1 with one sentence in stream->error; on an error nothing needs to be closed. The stream's memory is
 * bounded by the largest thread block. After an error next_kernel and next_block repeat it until rewind.
 */
int trace_open(struct stream *stream, const char *spec, const struct trace_options *options);

/* The opcodes met so far that the opcode table does not know, in order of first appearance: their number, and the name
 * and number of instructions (since opening or rewind) of the i-th. Other streams than traces have none. */
size_t trace_unknown_count(const struct stream *stream);
const char *trace_unknown(const struct stream *stream, size_t i, uint64_t *instructions);

/* Records since opening or rewind that the hints lack. */
uint64_t trace_unhinted(const struct stream *stream);

#endif
