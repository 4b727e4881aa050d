/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The code of a kernel as the passes for register files that a compiler manages see it: instructions by ascending
 * address, the registers that they name, and what may follow what. It comes from a cubin or from a recorded trace
 * (cmodel/program/level_source.h). RZ never appears, and wide operands are single registers.
 */
#ifndef SUBCORE_LEVEL_CODE_H
#define SUBCORE_LEVEL_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/stream/regset.h"
#include "cmodel/stream/stream.h"

enum { LEVEL_READS = 16, LEVEL_WRITES = 16, LEVEL_SLOTS = 3, LEVEL_NONE = UINT32_MAX };

struct level_insn {
    uint64_t pc;
    char    *opcode;            /* its own copy */
    uint8_t  unit;              /* enum unit_kind */
    uint8_t  read_count, write_count;
    uint8_t  read[LEVEL_READS]; /* in the order of records and their slots */
    uint8_t  slot[LEVEL_READS]; /* position of the operand that each is of, at most LEVEL_SLOTS - 1 */
    uint8_t  write[LEVEL_WRITES];
    bool     partial;           /* may leave lanes of its results as they were */
    bool     cracked;           /* several records: a result may be there before the last read */
    bool     slow;              /* its results come from memory beyond the SM's shared memory: long latency */
    bool     varied;            /* launches differ in what it names, which is here together: MRF only */
    bool     switches;          /* another path of the warp may be the next to go on */
    bool     diverged;          /* other paths of the warp may wait elsewhere when it executes */
    bool     entry;             /* something outside may begin here */
    bool     anywhere;          /* what follows is not known */
    uint32_t *next;             /* numbers of what may follow */
    size_t   next_count, next_room;
};

struct level_code {
    struct level_insn *insns;
    uint32_t count;
    uint32_t *before;           /* what each may follow: before[first[n]] to before[first[n + 1] - 1] */
    uint32_t *first;            /* level_code_link() makes both */
};

/* False when memory runs out; each edge is there once. */
bool level_code_edge(struct level_insn *, uint32_t to);
/* Once all edges are there. False when memory runs out. */
bool level_code_link(struct level_code *);
void level_code_free(struct level_code *);

/* Adds what a record reads and writes. False if the instruction names more registers than there is room for. */
bool level_insn_add(struct level_insn *, const struct insn *);
/* The registers that an instruction reads or writes. */
struct regset level_insn_names(const struct level_insn *);
/* Whether a unit has a datapath of its own in a sub-core, near its lanes: integer and single precision. The others
 * are taken for shared ones, which do not reach the LRF (Gebhart et al., MICRO 2011). */
bool level_unit_is_private(uint8_t unit);

/* Registers that are read later on some path before they are fully written: one set for each instruction, before it.
 * NULL when memory runs out. Lanes are looked at each by itself. */
struct regset *level_live(const struct level_code *);
/* Those behind it. */
struct regset level_live_behind(const struct level_code *, const struct regset *live, uint32_t n);

#endif
