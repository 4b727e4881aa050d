/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The header of a kernel's file, a line at a time: the kernel, and what lines of its instructions hold. What it refuses
 * it says without file and line.
 */
#ifndef SUBCORE_TRACE_HEADER_H
#define SUBCORE_TRACE_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/stream/stream.h"
#include "configs/sentence.h"
#include "trace_form.h"

enum {
    TRACE_PLACE_NUMBERS = 4,    /* block (x, y, z) and warp, in front of lines of the first versions */
    TRACE_BLOCK_THREADS = 1024  /* at most in a block */
};

/* What a kernel file's header says beyond struct kernel. */
struct trace_header {
    struct kernel kernel;
    unsigned keys;              /* KEY_ bits seen */
    unsigned version;
    uint64_t shared_base, local_base; /* generic windows; 0 when unknown */
    bool     line_info, has_format;
    uint8_t  immediates;        /* that the format line names */
    bool     values;            /* the format line names values of registers */
};

/* Takes a line that is no comment; the header is zero before the first. */
bool trace_header_line(struct trace_header *, const char *text, size_t length, const struct sentence *why);

/* Refuses a header that lacks what a kernel cannot do without. */
bool trace_header_complete(const struct trace_header *, const struct sentence *why);

/* What lines of the kernel's file hold. Where the format line says nothing, a version has what it may have. */
struct trace_format trace_header_format(const struct trace_header *);

/* Whether the TRACE_PLACE_NUMBERS are there. */
bool trace_header_places(const struct trace_header *);

/* The space of a generic address: shared or local memory if it is in one of their windows. */
uint8_t trace_header_space(const struct trace_header *, uint64_t address, uint8_t otherwise);

#endif
