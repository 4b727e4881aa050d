/* SPDX-License-Identifier: Apache-2.0 */
/* What hints.c (the table, profiles) and hints_file.c (files) share. */
#ifndef SUBCORE_HINTS_INTERNAL_H
#define SUBCORE_HINTS_INTERNAL_H

#include "hints.h"

/* Operands of a record: source slots, then results. */
enum { RESULTS = STREAM_MAX_SLOTS, OPERANDS = STREAM_MAX_SLOTS + STREAM_MAX_DSTS };
/* Values of an operand of near bits; distances are values of their own. Both end with STREAM_FAR. Of hints about writes
 * the first result of a record has the hint that all share, as in insn.dst_hint. */
enum { NEAR = 1 };
enum { MAX_NAME = 255 };

struct operand {
    bool     present;
    uint8_t  value;             /* NEAR, a distance, or STREAM_FAR; 1 to 3 */
    uint64_t won, profiled;     /* votes for the value, and all */
    uint64_t *votes;            /* of each value in ascending order, STREAM_FAR last; NULL if read from a file */
};

/* A static record. */
struct group {
    int      kernel;
    unsigned uop;
    uint64_t pc;
    char    *opcode;
    struct operand operand[OPERANDS];
};

struct hints {
    enum hints_kind kind;
    struct hints_scope scope;
    uint32_t values;            /* that a vote can have */
    char   **kernels;
    size_t   kernel_count, kernel_room;
    struct group *groups;
    size_t   group_count, group_room;
    uint32_t *slots;            /* open addressing by kernel, pc, uop: number of the group + 1, or 0; a power of two */
    size_t   slot_count;
};

/* NULL if there is none. */
struct group *hints_find_group(const struct hints *, int kernel, uint64_t pc, unsigned uop);
/* Adds a group that is not there. Returns NULL when memory runs out. */
struct group *hints_add_group(struct hints *, int kernel, uint64_t pc, unsigned uop, const char *opcode);

#endif
