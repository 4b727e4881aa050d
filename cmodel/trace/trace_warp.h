/* SPDX-License-Identifier: Apache-2.0 */
/* The instructions of a warp as they stand in a trace, read into records or given to a visitor. */
#ifndef SUBCORE_TRACE_WARP_H
#define SUBCORE_TRACE_WARP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace.h"
#include "trace_form.h"
#include "trace_header.h"
#include "trace_input.h"
#include "trace_line.h"
#include "trace_records.h"

/* Zero at the beginning, but for what it is given. */
struct trace_warps {
    struct trace_input *in;
    const struct trace_header *header;      /* of the kernel that is read */
    struct trace_records *records;
    const struct trace_visitor *visitor;    /* takes the instructions instead of records; NULL: none */
    struct trace_forms forms;
    struct trace_line line;
    struct trace_item items[TRACE_ITEMS];   /* that the visitor gets next, all of one warp, */
    uint64_t item_lines[TRACE_ITEMS];       /* and their lines */
    size_t item_count;
};

/* Instructions of the header's kernel follow; with a file from the cache, whose forms are read, false: it is
 * damaged. */
bool trace_warps_kernel(struct trace_warps *);

/* Reads the announced instructions of a warp. */
bool trace_warps_read(struct trace_warps *, struct trace_growing *, uint64_t announced);

/* The same from the cache, the first instruction from a line: what it has was read without an error once, but perhaps
 * with other options. */
bool trace_warps_read_packed(struct trace_warps *, struct trace_growing *, uint64_t instructions, uint64_t line);

void trace_warps_free(struct trace_warps *);

#endif
