/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The code of a kernel as a recorded trace shows it: instructions by address, with their registers, and which address
 * follows which in a warp. What no warp has executed is not there.
 */
#ifndef SUBCORE_CONTROL_CODE_H
#define SUBCORE_CONTROL_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/stream/hints.h"
#include "cmodel/stream/isa.h"
#include "cmodel/stream/stream.h"
#include "control_class.h"

struct control_read { uint8_t reg, operand; };      /* operand: its number among the sources, 0 to 2 */
struct control_write { uint8_t reg, index; };       /* index: results of its record that come before it */

/* What an instruction reads, in order, and writes. */
struct control_form {
    uint8_t unit;               /* enum unit */
    uint8_t read_count, write_count;
    struct control_read read[ISA_MAX_REGS];
    struct control_write write[ISA_MAX_REGS];
};

struct control_insn {
    uint64_t pc;
    char    *opcode;
    struct control_class class;
    struct control_form *forms; /* several, if launches of one name have different code; all of them may be meant */
    size_t   form_count, form_room;
    bool     fixed, variable;   /* the time it takes; both only with several forms */
    uint32_t *next, *previous;  /* indices of what follows it, and of what it follows */
    size_t   next_count, next_room, previous_count, previous_room;
    struct hint_control control;    /* what the pass makes */
};

struct control_code {
    struct control_insn *insns;
    size_t   count, room;
    uint32_t *slots;            /* open addressing by pc: index + 1, or 0; a power of two of them */
    size_t   slot_count;
    uint32_t before;            /* what the warp has executed last, or CONTROL_START */
    uint32_t *order;            /* indices by ascending address, once control_code_sort() has made them */
};

enum { CONTROL_START = UINT32_MAX };

/* Whether instructions of a unit take a fixed time (3.18). */
bool control_unit_is_fixed(unsigned unit);

/* The next instruction of a warp; the code is zero at first. False when memory runs out. */
bool control_code_add(struct control_code *, uint64_t pc, const char *opcode, const struct control_form *);
/* The warp ends: nothing follows. */
void control_code_end_warp(struct control_code *);
bool control_code_sort(struct control_code *);
void control_code_free(struct control_code *);

/* Adds what a record reads and writes to the form of its instruction; the unit is that of the last record. */
void control_form_add(struct control_form *, const struct insn *);

bool control_reads_register(const struct control_insn *, uint8_t reg);
bool control_writes_register(const struct control_insn *, uint8_t reg);

#endif
