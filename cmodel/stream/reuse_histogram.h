/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How far away the next reads of dynamic operands are (Malekeh Fig. 1), by the definition in reuse.h. Records are taken
 * in the order of the warp, one warp after another, and need not be marked: operands are kept until they are read.
 */
#ifndef SUBCORE_REUSE_HISTOGRAM_H
#define SUBCORE_REUSE_HISTOGRAM_H

#include <stdint.h>

#include "stream.h"

enum { HISTOGRAM_MAX = 255, HISTOGRAM_RECORDS = 256, HISTOGRAM_REGISTERS = 256 };

/* Operands of one instruction with a register that has not been read since. */
struct histogram_pending { uint64_t index, source, result; };

struct histogram_register {
    uint32_t count;
    struct histogram_pending pending[HISTOGRAM_MAX + 1];    /* in ascending order of the instructions */
};

struct reuse_histogram {
    /* Operands by distance: [0] never read again, [HISTOGRAM_MAX] for that many and more. */
    uint64_t source[HISTOGRAM_MAX + 1], result[HISTOGRAM_MAX + 1];
    uint64_t index;                                         /* of the instruction in its warp */
    uint32_t record_count;                                  /* of the instruction */
    struct insn records[HISTOGRAM_RECORDS];
    struct histogram_register registers[HISTOGRAM_REGISTERS];
};

/* Takes the next record; begin with a histogram of zeros. */
void reuse_histogram_add(struct reuse_histogram *, const struct insn *);

#endif
