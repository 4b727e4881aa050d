/* SPDX-License-Identifier: Apache-2.0 */
/* What hints say of an instruction that is run, and sentences about it; for the placers of levels and of intervals. */
#ifndef SUBCORE_LEVEL_AT_H
#define SUBCORE_LEVEL_AT_H

#include "level_hints.h"

struct level_at {
    const struct level_hints *hints;
    const struct sentence *why;
    const struct level_hint *hint;      /* by level_find() */
};

/* The kernel of that name in hints, `context`, or NULL: what placers ask first. */
const void *level_kernel_of(const void *context, const char *name);

/* Finds what the hints say of the instruction at `pc`, which is of this opcode. False with one sentence: nothing, or
 * something of another opcode. `kernel` is NULL if they have none of its name. */
bool level_find(struct level_at *, const struct level_kernel *kernel, uint64_t pc, const char *opcode);

/* "hints:12: 0x0120 (FFMA): ...". Returns false. */
__attribute__((format(printf, 2, 3)))
bool level_wrong(const struct level_at *, const char *format, ...);

#endif
