/* SPDX-License-Identifier: Apache-2.0 */
/* The static instructions that have been met: each stays where it is until all are freed. */
#ifndef SUBCORE_RFC_SHAPES_H
#define SUBCORE_RFC_SHAPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa.h"
#include "rfc_shape.h"

/* A line of a trace without address, mask and memory addresses; all executions of an instruction share it. */
struct rfc_line {
    struct rfc_shape shape;
    uint32_t kernel;
    uint64_t pc;
    char    *text;              /* what stands behind the mask: up to the end if there are no memory addresses, */
    size_t   length;            /* else up to the width of the access */
    bool     addressed;         /* the latter */
    bool     twice;             /* see isa_op */
    char     digits[4];         /* the address as it stands in the line, if it has as many digits */
    struct rfc_line *next;      /* the line that came behind it the last time; NULL: none */
};

/* Instructions of a kernel of a cubin. */
struct rfc_code {
    const void *kernel;         /* whose they are */
    struct rfc_shape *shapes;   /* by index */
};

struct rfc_shapes {
    struct rfc_line **lines;
    size_t   line_count, line_room;
    uint32_t *slots;            /* hash table of numbers of lines, plus 1 */
    size_t   slot_count;
    char   **kernels;           /* names of kernels of traces */
    size_t   kernel_count, kernel_room;
    struct rfc_code *codes;
    size_t   code_count, code_room;
};

void rfc_shapes_free(struct rfc_shapes *);

/* The number of a kernel by its name; -1 when memory has run out. */
long rfc_shapes_kernel(struct rfc_shapes *, const char *name);

/* Whether `text` of `length` characters, which stands behind the mask, is of this line. */
bool rfc_line_begins(const struct rfc_line *, const char *text, size_t length);

/* The line that `text` of `length` characters begins with, or NULL. */
struct rfc_line *rfc_shapes_find(const struct rfc_shapes *, uint32_t kernel, uint64_t pc, const char *text,
                                 size_t length);
/* A new line; `length` as in struct rfc_line. NULL when memory has run out. */
struct rfc_line *rfc_shapes_add(struct rfc_shapes *, uint32_t kernel, uint64_t pc, const char *text, size_t length);

/* The code of a kernel, `count` empty shapes if it is new, which *fresh says. NULL when memory has run out. */
struct rfc_shape *rfc_shapes_code(struct rfc_shapes *, const void *kernel, size_t count, bool *fresh);

#endif
