/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From executed machine instructions to records of the stream. The shape of an instruction's records (registers, units,
 * micro-operations) does not change from one execution to the next: it is worked out once per launch.
 */
#ifndef SUBCORE_RECORDS_H
#define SUBCORE_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "configs/sentence.h"
#include "exec.h"
#include "cmodel/stream/stream.h"

enum { RECORDS_MAX = SASS_MAX_READS + SASS_MAX_WRITES };

struct record_limits {
    int  slots;                 /* source slots of a collector (collector.slots) */
    int  registers;             /* subcore.registers */
    bool expand;                /* wide operands name consecutive registers (operand.expand) */
    bool fixed;                 /* units tell which instructions have a fixed latency (collector.kind none) */
};

/* The records of one instruction, without what changes from execution to execution. */
struct record_shape {
    uint8_t  count;             /* of records */
    uint8_t  access;            /* the one that reads the last sources; memory access is its */
    bool     whole;             /* the records name every register that is read: results can be recomputed */
    bool     crosses;           /* results depend on other lanes' operands */
    uint8_t  unhinted;          /* records that the hints lack */
    struct insn uop[RECORDS_MAX];
    uint8_t  read[RECORDS_MAX][STREAM_MAX_SLOTS];   /* which entry of sass_insn.read a slot holds */
    uint8_t  write[RECORDS_MAX];                    /* which entry of sass_insn.write the first result is */
};

/* Works out the records of an instruction; `opcode` is its index in the stream's table of names. Returns false with one
 * phrase in `error` if this sub-core can not execute it. */
bool record_shape(struct record_shape *, const struct sass_insn *, uint32_t opcode, const struct record_limits *,
                  const struct sentence *error);

/* Sets near bits and distances of the records of one instruction by looking ahead. `records` is a ring of `room`, a
 * power of two; the instruction's begin at `first`, and all records of at least the following n - 1 instructions, where
 * n is the greater of `rthld` and `distances`, or all until the end of the warp, come before `end`. Same definition as
 * reuse_mark(), but that distances from `distances` on, at most STREAM_FAR, are STREAM_FAR. */
void record_reuse(struct insn *records, uint32_t room, uint32_t first, uint32_t end, uint32_t rthld,
                  uint32_t distances);

#endif
