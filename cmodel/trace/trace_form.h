/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What all executions of an instruction have in common in a trace: its line without mask and memory addresses. It is
 * parsed the first time, and compared as text from then on.
 */
#ifndef SUBCORE_TRACE_FORM_H
#define SUBCORE_TRACE_FORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/stream/isa.h"
#include "configs/sentence.h"
#include "trace_line.h"

struct trace_form {
    struct trace_form *next;    /* the form that came behind it the last time; NULL: none */
    char    *text;              /* what stands behind the mask: with TRACE_TAIL_FIXED to the end, else to the width */
    size_t   length;
    char     begin[4];          /* the line's first characters, if the mask stands where it mostly does */
    enum trace_tail tail;
    bool     bulk, mark;        /* see struct trace_line */
    unsigned mem_width;
    uint32_t index;             /* from 0, in the order in which they were met */
    uint32_t kernel;            /* number of struct trace_form_kernel */
    uint64_t pc;
    unsigned digits;            /* characters of the PC as it is written: with 0x 2 more than digits */
    uint32_t opcode_hash;
    char     opcode[TRACE_OPCODE_MAX + 1];
    struct isa_listed regs;
};

/* Kernels whose lines mean the same. */
struct trace_form_kernel {
    char    *name;
    uint32_t registers;
    struct trace_format format;
};

struct trace_forms {
    struct trace_form **forms;
    size_t   count, room;
    uint32_t *slots;            /* hash table of indices of forms, plus 1 */
    size_t   slot_count;
    struct trace_form_kernel *kernels;
    size_t   kernel_count, kernel_room;
    uint32_t kernel;            /* whose lines are read */
    struct trace_form *before;  /* the line before in this warp, or NULL */
    char     mask_digits[8];    /* of the last mask that was read, */
    uint32_t mask;              /* and what it is: masks change seldom */
};

void trace_forms_free(struct trace_forms *);

/* Lines of this kernel follow. False when memory has run out. */
bool trace_forms_kernel(struct trace_forms *, const char *name, uint32_t registers, const struct trace_format *);

/* Lines of another warp follow. */
static inline void trace_forms_warp(struct trace_forms *f)
{
    f->before = NULL;
}

/* Reads the line that `text` of `length` characters begins with if it is the expected one, as tracers write it, without
 * an error: its form, and into `line` what trace_forms_read() gives; *used: characters of the line and its end. NULL,
 * and nothing is read, if it is another line, or not all of it is there. */
const struct trace_form *trace_forms_expected(struct trace_forms *, struct trace_line *line, const char *text,
                                              size_t length, size_t *used);

/* Reads a line: its form, and into `line` the mask and the addresses, of which base and stride are left as that. NULL
 * with one phrase in `error`. */
const struct trace_form *trace_forms_read(struct trace_forms *, struct trace_line *line, const char *text,
                                          size_t length, const struct sentence *error);

/* The form that was written elsewhere, found or parsed; `line` is used on the way. NULL if that is not one, or when
 * memory has run out. */
const struct trace_form *trace_forms_load(struct trace_forms *, struct trace_line *line, uint64_t pc, unsigned digits,
                                          enum trace_tail, const char *text, size_t length);

#endif
