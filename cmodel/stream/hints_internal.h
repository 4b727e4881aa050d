/* SPDX-License-Identifier: Apache-2.0 */
/* What hints.c (the table, profiles), hints_file.c (files) and hints_control.c (control bits) share. */
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
    struct hint_control control;        /* with HINTS_CONTROL, and then micro-operation 0 alone */
};

struct hints {
    enum hints_kind kind;
    struct hints_scope scope;
    struct hints_machine machine;
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

/* Lines of control bits, see hints_control.c. The fields behind kernel and address: text, and what is read of it, which
 * is refused with one phrase. */
enum { CONTROL_FIELDS = 9 };
void hints_control_header(const struct hints_machine *, char *text, size_t size);
bool hints_control_read_header(const char *text, struct hints_machine *);
void hints_control_print(const struct hint_control *, FILE *);
bool hints_control_parse(char *const field[CONTROL_FIELDS], struct hint_control *, const struct sentence *why);

#endif
