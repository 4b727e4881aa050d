/* SPDX-License-Identifier: Apache-2.0 */
/* The thread blocks of a kernel's file, with their warps. */
#ifndef SUBCORE_TRACE_BLOCK_H
#define SUBCORE_TRACE_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/stream/stream.h"
#include "trace_input.h"
#include "trace_kernel.h"
#include "trace_records.h"
#include "trace_warp.h"

/* Zero at the beginning, but for what it is given. */
struct trace_blocks {
    struct trace_input *in;
    struct trace_kernel *kernel;
    struct trace_warps *warps;
    const struct trace_records *records;
    uint64_t count;             /* delivered of this kernel */
    const struct stream *skimmer;   /* says which warps it wants, and others are skipped; NULL: none are */
    bool     shuffled;          /* a warp of this block stood behind one with a higher number */
};

/* The next block that holds an instruction. Returns 1, 0 at the end of the kernel, or -1. */
int trace_blocks_next(struct trace_blocks *, struct block **);

#endif
