/* SPDX-License-Identifier: Apache-2.0 */
/* What an instruction reads and writes, each with its class in the latency matrix; and what it needs counters for. */
#ifndef SUBCORE_CONTROL_ACCESS_H
#define SUBCORE_CONTROL_ACCESS_H

#include "latency.h"
#include "sass.h"

enum {
    CONTROL_ACCESSES = 64,  /* at most, of one instruction */
    CONTROL_NO_SLOT = 3,
    CONTROL_NONE = 7        /* in the place of a counter */
};

struct control_access {
    uint8_t file, reg;      /* enum latency_file, number in it; never RZ, PT, URZ or UPT */
    uint8_t class;          /* enum latency_class, or enum latency_uniform_class of the two uniform files */
    uint8_t slot;           /* operand slot whose reuse flag counts, or CONTROL_NO_SLOT */
    bool    reuse;          /* the flag is set */
    bool    chained;        /* the accumulator of a matrix operation, which passes it on to the next one itself */
};

/* Instructions of one queue read their sources in order, and bring their results in order. */
enum control_queue {
    CONTROL_ALONE,          /* none: nothing is said about order */
    CONTROL_MEMORY,         /* sources only: everything that goes to memory or to other lanes */
    CONTROL_SHARED,         /* results only, as the next two: shared memory */
    CONTROL_LANES,          /* SHFL */
    CONTROL_QUERY,          /* QSPC */
    CONTROL_SPECIAL,        /* MUFU, conversions, bit counts */
    CONTROL_DOUBLE,
    CONTROL_MATRIX,         /* sources only: HMMA */
    CONTROL_INTEGER_MATRIX
};

/* Fill in the list and return its length. */
unsigned control_reads(const struct sass_insn *, struct control_access list[CONTROL_ACCESSES]);
unsigned control_writes(const struct sass_insn *, struct control_access list[CONTROL_ACCESSES]);

/* Whether results, and the reading of sources, take a time that only a counter tells. */
bool control_variable_result(const struct sass_insn *);
bool control_variable_read(const struct sass_insn *);
enum control_queue control_read_queue(const struct sass_insn *);
enum control_queue control_result_queue(const struct sass_insn *);

/* Counters that must be 0, bit by number; and, of DEPBAR, the one that may be `allowed`, else CONTROL_NONE. */
uint8_t control_waits(const struct sass_insn *, uint8_t *counter, uint8_t *allowed);

#endif
