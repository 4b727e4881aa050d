/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Says of the operands of each instruction in which register file they are: fills in insn.levels of its records. A
 * source of records asks it when it works out what an instruction becomes, and knows nothing of its hints.
 */
#ifndef SUBCORE_RECORD_PLACER_H
#define SUBCORE_RECORD_PLACER_H

#include <stdbool.h>

#include "configs/sentence.h"
#include "stream.h"

struct record_placer {
    const void *context;
    /* What is known of a kernel, or NULL: nothing. */
    const void *(*kernel)(const void *context, const char *name);
    /* Places the operands of all records of an instruction; `kernel` is what kernel() has said. Its warps have so many
     * registers. False with what is wrong, without file and line of the source. */
    bool (*place)(const void *context, const void *kernel, unsigned registers, const char *opcode, struct insn *records,
                  unsigned count, const struct sentence *why);
};

#endif
