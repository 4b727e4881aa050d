/* SPDX-License-Identifier: Apache-2.0 */
/* What becomes of the forms of instructions: records, each form once, with what the hints say of them. */
#ifndef SUBCORE_TRACE_EXPAND_H
#define SUBCORE_TRACE_EXPAND_H

#include <stddef.h>
#include <stdint.h>

#include "configs/sentence.h"
#include "trace.h"
#include "trace_form.h"
#include "trace_names.h"

/* The records of a form, but for mask and addresses. */
struct trace_expansion {
    uint32_t opcode;
    int      count;             /* 0: not yet expanded */
    unsigned unhinted;          /* of these, that the hints lack */
    struct insn *uops;          /* with the hints */
};

/* What is known of the kernel whose forms are expanded. */
struct trace_known {
    int hints;                  /* its number in the hints */
    const void *placed;         /* what the placer says of it */
    unsigned registers;         /* of its warps */
};

/* Zero at the beginning. */
struct trace_expansions {
    struct trace_names names;   /* of the opcodes that have been met */
    struct trace_expansion *at; /* by number of form */
    size_t count;
};

/* The expansion of a form, which is worked out when it is first asked for; NULL: refused, without file and line. */
const struct trace_expansion *trace_expand(struct trace_expansions *, const struct trace_form *, const struct kernel *,
                                           const struct trace_known *, const struct trace_options *,
                                           const struct sentence *why);
void trace_expansions_free(struct trace_expansions *);

#endif
