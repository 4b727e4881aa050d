/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parameters and widths of docs/microarchitecture-base.md, section 1, that several modules of a sub-core have. What
 * only one module has stands in its struct.
 */
#ifndef SUBCORE_SHAPE_H
#define SUBCORE_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/config.h"

enum {
    MAX_REGISTERS = 256, MAX_ROWS = 4096, MAX_DEPTH = 8, MAX_PAYLOAD_BITS = 256, PAYLOAD_QWORDS = MAX_PAYLOAD_BITS / 64,
    MAX_DISTANCE_BITS = 6
};

struct shape {
    unsigned reads;                                         /* RD: of a bank in a cycle, and ports S of a collector */
    unsigned warps, lanes, registers, banks, rows, collectors, slots, inflight, tags, payload_bits;
    unsigned warp_w, col_w, iid_w, reg_w, slot_w, row_w;    /* WW CW TW RW SW AW */
    unsigned pos_w;                                         /* VW */
    unsigned level_entries, place_w;                        /* NE PB, of the frame of an active warp */
    unsigned bank_shift;                                    /* register / banks as a shift */
    unsigned turn_mask;                                     /* of a warp's number, what its banks are turned by */
    uint32_t lane_mask;
    size_t   vector_bytes;
    bool     forward, reuse_on_dispatch;
    bool     positions;             /* a collector has several instructions, by position (BOC) */
    bool     two_level;             /* the scheduler (TWO) */
    bool     stage;                 /* an instruction is allocated in the cycle behind its issue (PIPE) */
    bool     chosen_before;         /* and with BOCs it issues in the cycle behind the choice (LATE) */
    bool     by_unit;               /* results are taken in the order of their units (UNIT) */
    uint64_t fields;                /* that instructions have, bits by enum field (instruction.h) */
    unsigned distance_w, near_below;                        /* Q, NB */
};

struct shape shape_of(const struct config *cfg);

/* The bank of a warp's register. */
static inline unsigned bank_of(const struct shape *k, unsigned warp, unsigned reg)
{
    return (reg + (warp & k->turn_mask)) & (k->banks - 1);
}

/* Whether a register is one of these consecutive results. */
static inline bool is_result(const struct shape *k, unsigned first, unsigned count, unsigned reg)
{
    return ((reg - first) & (k->registers - 1)) < count;
}

/* Where a random choice over n positions starts (section 1). */
static inline unsigned random_start(uint64_t lfsr, unsigned n)
{
    return ((unsigned)lfsr & 0xff) * n >> 8;
}

#endif
