/* SPDX-License-Identifier: Apache-2.0 */
/* The opcodes that a trace has used, each looked up once. */
#ifndef SUBCORE_TRACE_NAMES_H
#define SUBCORE_TRACE_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "cmodel/stream/isa.h"

enum { TRACE_NAMES_MAX = 65536 };

struct trace_name {
    char    *text;
    uint32_t hash;
    uint64_t instructions;      /* delivered with this opcode */
    struct isa_op op;
};

struct trace_names {
    struct trace_name *names;
    size_t    count, capacity;
    uint32_t *slots;            /* open addressing: index + 1, or 0; a power of two of them */
    size_t    slot_count;
};

/* The index of an opcode, new ones included; -1 when there are too many or no memory is left. `hash` is any hash of
 * the text, always the same one. */
long trace_names_find(struct trace_names *names, const char *text, uint32_t hash);

void trace_names_free(struct trace_names *names);

#endif
