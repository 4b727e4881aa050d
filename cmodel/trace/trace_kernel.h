/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel's file: its header, and the beginnings of its blocks. */
#ifndef SUBCORE_TRACE_KERNEL_H
#define SUBCORE_TRACE_KERNEL_H

#include <stdbool.h>

#include "trace_header.h"
#include "trace_input.h"
#include "trace_warp.h"

/* Zero at the beginning, but for what it is given. */
struct trace_kernel {
    struct trace_input *in;
    struct trace_warps *warps;
    struct trace_header header;
    bool in_block;              /* a #BEGIN_TB has been read */
};

/* Opens a kernel's file, up to the first #BEGIN_TB. */
bool trace_kernel_open(struct trace_kernel *, const char *path);

/* Goes behind the next #BEGIN_TB. Returns 1, 0 at the end of the file, or -1. */
int trace_kernel_block(struct trace_kernel *);

#endif
