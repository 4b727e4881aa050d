/* SPDX-License-Identifier: Apache-2.0 */
/* The static instructions that have been met: each stays where it is until all are freed. */
#ifndef SUBCORE_RFC_SHAPES_H
#define SUBCORE_RFC_SHAPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/stream/isa.h"
#include "cmodel/stream/rfc_shape.h"

/* A form of lines of a trace (trace_form.h). */
struct rfc_line {
    struct rfc_shape shape;
    bool     known;             /* that has been worked out */
    bool     twice;             /* see isa_op */
};

/* Instructions of a kernel of a cubin. */
struct rfc_code {
    const void *kernel;         /* whose they are */
    struct rfc_shape *shapes;   /* by index */
};

struct rfc_shapes {
    struct rfc_line **lines;    /* by number of form; NULL: not met yet */
    size_t   line_count;
    struct rfc_code *codes;
    size_t   code_count, code_room;
};

void rfc_shapes_free(struct rfc_shapes *);

/* That of a form, not known if it is new. NULL when memory has run out. */
struct rfc_line *rfc_shapes_new_line(struct rfc_shapes *, uint32_t form);

static inline struct rfc_line *rfc_shapes_line(struct rfc_shapes *s, uint32_t form)
{
    return form < s->line_count && s->lines[form] ? s->lines[form] : rfc_shapes_new_line(s, form);
}

/* The code of a kernel, `count` empty shapes if it is new, which *fresh says. NULL when memory has run out. */
struct rfc_shape *rfc_shapes_code(struct rfc_shapes *, const void *kernel, size_t count, bool *fresh);

#endif
