/* SPDX-License-Identifier: Apache-2.0 */
/* The records of a warp, made from the instructions of a trace as they are read; and what is noted on the way. */
#ifndef SUBCORE_TRACE_RECORDS_H
#define SUBCORE_TRACE_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace.h"
#include "trace_expand.h"
#include "trace_header.h"
#include "trace_input.h"

/* A warp while it is read. */
struct trace_growing {
    struct warp warp;
    size_t insn_capacity, address_capacity;
    bool   instructions;        /* there is one: not all lines are marks */
    uint32_t x, y, z;           /* of its block */
    size_t previous;            /* first record of the previous instruction */
    bool   previous_twice;      /* which is one that a tracer reports twice */
    unsigned previous_unhinted; /* records of it that the hints lack */
};

/* Zero at the beginning, but for what it is given. */
struct trace_records {
    const struct trace_input *in;
    const struct trace_header *header;
    const struct trace_options *options;
    struct trace_expansions expansions;
    struct trace_known known;   /* of the kernel */
    uint64_t unhinted;          /* records that the hints lack */
    uint32_t *unknown;          /* opcodes that the table does not know */
    size_t   unknown_count, unknown_capacity;
};

/* Records of the header's kernel follow. */
void trace_records_kernel(struct trace_records *);

/* Makes room in a warp for so many instructions, which it is going to have at least. */
bool trace_records_reserve(const struct trace_records *, struct trace_growing *, uint64_t instructions);

/* Appends the records of an instruction, whose line has this form. */
bool trace_records_add(struct trace_records *, struct trace_growing *, const struct trace_form *, struct trace_line *);

/* Ends a warp's list: marks its last record, its backward branches and its reuses. */
void trace_records_finish(const struct trace_records *, struct warp *);

/* From the first kernel on again. */
void trace_records_rewind(struct trace_records *);
void trace_records_free(struct trace_records *);

#endif
