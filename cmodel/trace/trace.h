/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reader of Accel-Sim traces (tracer versions 1 to 6, grouped by thread block: .traceg files), as a stream.
 * docs/traces.md describes the format and what becomes of it.
 */
#ifndef SUBCORE_TRACE_H
#define SUBCORE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/stream/hints.h"
#include "cmodel/stream/isa.h"
#include "cmodel/stream/record_placer.h"
#include "cmodel/stream/stream.h"
#include "configs/sentence.h"
#include "trace_cache.h"
#include "trace_form.h"

struct trace_options {
    int  slots;                 /* source slots of a collector, 1 to 8 (collector.slots) */
    int  registers;             /* register numbers from here on are refused, 1 to 256 (subcore.registers) */
    bool expand;                /* wide operands name consecutive registers (operand.expand) */
    bool fixed;                 /* units tell which instructions have a fixed time (collector.kind none) */
    int  rthld;                 /* reuse distances below it are near, at least 1 (reuse.rthld) */
    const struct hints *hints;  /* of reuse, instead of exact ones; NULL: none. They outlive the stream */
    bool no_reuses;             /* insn.src_near and its like are not wanted, unless there are hints */
    const struct record_placer *placer; /* of operands; NULL: none. It outlives the stream */
    int  look_ahead;            /* insn.dst_look is wanted, over so many instructions; 0: it is zero */
    const struct trace_cache *cache;    /* of parsed traces; NULL: none. It outlives the stream */
};

/*
 * Opens a trace. `spec` is a directory (its kernelslist.g, else all its .traceg files in version order), a list (a
 * file whose name ends in .g), a trace, or several of these with commas between. Each file may be compressed with
 * gzip, xz, zstd, bzip2, lzma or lz4.
 *
 * False with one sentence in stream->error; then nothing needs to be closed. The stream's memory is
 * bounded by the largest thread block. After an error next_kernel and next_block repeat it until rewind.
 */
bool trace_open(struct stream *stream, const char *spec, const struct trace_options *options);

/* The opcodes met so far that the opcode table does not know, in order of first appearance: their number, and the name
 * and number of instructions (since opening or rewind) of the i-th. Other streams than traces have none. */
size_t trace_unknown_count(const struct stream *stream);
const char *trace_unknown(const struct stream *stream, size_t i, uint64_t *instructions);

/* Records since opening or rewind that the hints lack. */
uint64_t trace_unhinted(const struct stream *stream);

/* The registers that a kernel's instructions may name: they end where its allocation does, which the hardware rounds up
 * to 8 registers. */
struct isa_limits trace_limits(const struct kernel *, const struct trace_options *);

enum { TRACE_ITEMS = 64 };

/* An instruction that is executed: its form, which lasts as long as the scan, and of its line mask and `prefixed`. */
struct trace_item {
    const struct trace_form *form;
    uint32_t mask, prefixed;
};

/* Takes the instructions of a trace in the order of the file, without anything being kept of them but their forms. */
struct trace_visitor {
    void *context;
    /* A kernel's file begins; false when memory has run out. */
    bool (*kernel)(void *context, const struct kernel *);
    /* The next instructions of a warp, at most TRACE_ITEMS. Returns how many were taken: all, or those before one that
     * is refused with one phrase (without file and line) in `error`. */
    size_t (*items)(void *context, uint32_t warp, const struct trace_item *, size_t count,
                    const struct sentence *error);
    /* All instructions of a warp that has any are through; a kernel's file is at its end. */
    void (*warp_end)(void *context, uint32_t warp);
    void (*kernel_end)(void *context);
};

/* Goes through a trace. All is checked as trace_open's stream does, but the registers of instructions. */
bool trace_scan(const char *spec, const struct trace_options *, const struct trace_visitor *,
                const struct sentence *error);

#endif
