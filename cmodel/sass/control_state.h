/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What may be under way just before an instruction issues: a list of accesses of earlier instructions, each with the
 * fewest cycles that have passed since. A path adds to it and lets time pass; where paths meet, the worse holds.
 */
#ifndef SUBCORE_CONTROL_STATE_H
#define SUBCORE_CONTROL_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "control.h"
#include "control_access.h"

enum control_kind {
    CONTROL_FIXED_WRITE, CONTROL_FIXED_READ,    /* over after the cycles of the matrix */
    CONTROL_OPEN_WRITE, CONTROL_OPEN_READ,      /* over once a counter says so */
    CONTROL_KEPT                                /* a value that a reuse flag keeps for a slot */
};

struct control_entry {
    uint32_t insn;              /* the earlier instruction */
    uint8_t  file, reg, kind;   /* enum latency_file, number, enum control_kind */
    uint8_t  class;
    bool     guarded;
    bool     exact;             /* it has the barrier that is for it, and no other one says that it is over */
    uint8_t  distance;          /* cycles since its issue, at least; LATENCY_MOST and more: LATENCY_MOST + 1 */
    uint8_t  queue;             /* enum control_queue; of the open ones */
    /* A bit for each counter at 0 of which it is over: for a wait now, for one after another issue, and for one two
     * cycles after the issue that has just been. */
    uint8_t  clears, aged, fresh;
    uint8_t  counter;           /* its own, or 7 */
    uint8_t  younger;           /* later increments of that counter, at least */
    /* Of what is kept: the operand slot, and whether its register may have been written since, by which instruction. */
    uint8_t  slot;
    bool     stale;
    uint32_t writer;
};

struct control_state {
    struct control_entry *list; /* sorted by file, reg, kind, insn */
    uint32_t count, room;
};

void control_state_copy(struct control_state *to, const struct control_state *from);
void control_state_free(struct control_state *);
/* Whether `into` has changed. */
bool control_state_join(struct control_state *into, const struct control_state *from);

/* The earliest cycles from this issue to the warp's next one. */
unsigned control_step(const struct sass_insn *);

/* What the instruction's wait mask, or DEPBAR, makes sure of. */
void control_state_wait(struct control_state *, const struct sass_insn *);
/* The instruction number `n` issues, and the earliest cycles to the next one pass. */
void control_state_issue(struct control_state *, const struct sass_insn *, uint32_t n);

/* The entries of a register: from the one returned on, *count of them. */
const struct control_entry *control_state_find(const struct control_state *, unsigned file, unsigned reg,
                                               uint32_t *count);

#endif
