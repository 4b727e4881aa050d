/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The code of a kernel as a recorded trace shows it: instructions by address, with their registers, and which address
 * follows which in a warp. What no warp has executed is not there.
 */
#ifndef SUBCORE_RECORDED_CODE_H
#define SUBCORE_RECORDED_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/stream/hints.h"
#include "cmodel/stream/isa.h"
#include "cmodel/stream/stream.h"
#include "control_class.h"

struct recorded_read { uint8_t reg, operand; };      /* operand: its number among the sources, 0 to 2 */
struct recorded_write { uint8_t reg, index; };       /* index: results of its record that come before it */

/* What an instruction reads, in order, and writes. */
struct recorded_form {
    uint8_t unit;               /* enum unit_kind */
    uint8_t read_count, write_count;
    struct recorded_read read[ISA_MAX_REGS];
    struct recorded_write write[ISA_MAX_REGS];
};

struct recorded_insn {
    uint64_t pc;
    char    *opcode;
    struct control_class class;
    struct recorded_form *forms; /* several, if launches of one name have different code; all of them may be meant */
    size_t   form_count, form_room;
    bool     fixed, variable;   /* the time it takes; both only with several forms */
    uint32_t *next, *previous;  /* indices of what follows it, and of what it follows */
    size_t   next_count, next_room, previous_count, previous_room;
    struct hint_control control;    /* what the pass makes */
};

struct recorded_code {
    struct recorded_insn *insns;
    size_t   count, room;
    uint32_t *slots;            /* open addressing by pc: index + 1, or 0; a power of two of them */
    size_t   slot_count;
    uint32_t before;            /* what the warp has executed last, or RECORDED_START */
    uint32_t *order;            /* indices by ascending address, once recorded_code_sort() has made them */
};

enum { RECORDED_START = UINT32_MAX };

/* The next instruction of a warp; the code is zero at first. False when memory runs out. */
bool recorded_code_add(struct recorded_code *, uint64_t pc, const char *opcode, const struct recorded_form *);
/* The warp ends: nothing follows. */
void recorded_code_end_warp(struct recorded_code *);
bool recorded_code_sort(struct recorded_code *);
void recorded_code_free(struct recorded_code *);

/* Adds what a record reads and writes to the form of its instruction; the unit is that of the last record. */
void recorded_form_add(struct recorded_form *, const struct insn *);

bool recorded_reads_register(const struct recorded_insn *, uint8_t reg);
bool recorded_writes_register(const struct recorded_insn *, uint8_t reg);

#endif
