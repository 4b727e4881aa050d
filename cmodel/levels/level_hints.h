/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hints for register files that a compiler manages: where each operand is, where strands begin, and the intervals with
 * the registers that they need. One kernel after another, instructions by ascending address. Files of them are read
 * and written by level_file.c.
 */
#ifndef SUBCORE_LEVEL_HINTS_H
#define SUBCORE_LEVEL_HINTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "configs/sentence.h"
#include "level_code.h"
#include "level_shape.h"
#include "level_states.h"

struct level_hint {
    uint64_t pc;
    char    *opcode;            /* its own copy */
    uint32_t strand;            /* numbers in the kernel, from 0 */
    uint32_t interval;
    bool     begins_strand, begins_interval;
    bool     varied;            /* all operands are in the MRF, however many */
    bool     slow;              /* its results have a long latency */
    uint8_t  read_count, write_count;
    struct level_place read[LEVEL_READS], write[LEVEL_WRITES];
    struct regset work, live;   /* of an instruction that begins an interval */
    struct level_states states; /* of the passes; a file has none */
    uint64_t line;              /* of the file that it is from, or 0 */
};

struct level_kernel {
    char    *name;
    struct level_hint *hints;
    uint32_t count;
    size_t   room;
};

struct level_hints {
    struct level_shape shape;
    struct level_kernel *kernels;
    uint32_t count;
    size_t   room;
    char    *path;              /* of the file that they are from, or NULL */
};

struct level_hints *level_hints_create(const struct level_shape *);
void level_hints_destroy(struct level_hints *);

/* The number of the kernel, a new one if it has none; -1 when memory runs out. */
int level_hints_kernel(struct level_hints *, const char *name);
/* The kernel of that name, or NULL. */
const struct level_kernel *level_hints_find_kernel(const struct level_hints *, const char *name);
/* What is said of an instruction, or NULL. */
const struct level_hint *level_hints_find(const struct level_kernel *, uint64_t pc);
/* The instruction that begins the interval of that number, or NULL. */
const struct level_hint *level_hints_interval(const struct level_kernel *, uint32_t number);
/* A new instruction of a kernel, behind all others, zero. NULL when memory runs out. */
struct level_hint *level_hints_add(struct level_hints *, int kernel, uint64_t pc, const char *opcode);

/* All passes over a kernel's code: liveness, strands, allocation, intervals. Adds its hints under `name`. */
bool level_hints_make(struct level_hints *, const char *name, const struct level_code *, const struct sentence *error);

/* Writes a file; `note` becomes comments. */
void level_hints_write(const struct level_hints *, const char *note, FILE *);
/* Reads one and checks it; NULL with one sentence in `error`. */
struct level_hints *level_hints_read(const char *path, const struct sentence *error);

/* The first line of a file. */
enum { LEVEL_HEADER = 160 };
void level_hints_header(const struct level_shape *, char text[LEVEL_HEADER]);

#endif
