/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the untimed analysis of the register cache has to know of a static instruction: the operands that the published
 * simulator sees in a line of a trace, and those that the instruction really has. Worked out once for each.
 */
#ifndef SUBCORE_RFC_SHAPE_H
#define SUBCORE_RFC_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/sentence.h"
#include "isa.h"

enum {
    RFC_OPERANDS = 2 * ISA_MAX_REGS,    /* registers that an instruction can name */
    RFC_FLAGS = 4                       /* positions that can have a reuse flag (RFC-sim IV-B) */
};

struct rfc_operand {
    uint16_t reg;               /* 0 to 255; as the published simulator expands a matrix near R255, up to 258 */
    uint8_t  position;          /* of a source, from 0 */
    bool     result, reuse;
};

struct rfc_operands {
    uint32_t count, sources;    /* sources first, then results */
    struct rfc_operand at[RFC_OPERANDS];
};

struct rfc_shape {
    bool     tensor;
    bool     skipped;           /* the published simulator takes its line for no instruction: not 4 digits of address */
    bool     ends;              /* the published simulator takes its line for the end of the file: several results */
    uint8_t  listed_sources;    /* registers in the line that are no destination: position of the first address */
    struct rfc_operands published;  /* as the line lists them, R255 included; HMMA and IMMA expanded its way */
    struct rfc_operands exact;      /* expanded, without RZ, each source register once */
};

/* A warp instruction that is executed. */
struct rfc_step {
    const struct rfc_shape *shape;  /* must last as long as a window of look-ahead may hold the step */
    uint32_t mask;                  /* active lanes, bit 0 = lane 0 */
    uint32_t addresses;             /* operands of its line that look like an address: 0x and two digits at least */
    bool     again;                 /* the line before was of the same execution: a tracer lists LDGSTS twice */
};

/* Reuse flags of an instruction by position in its list of sources, a bit each: as bits 58 to 61 of the upper word of
 * its encoding say, which count the slots A, B and C; and as they belong to the registers of the list. */
struct rfc_flags { uint8_t encoded, listed; };

/* The operands that the published simulator makes of a list; `encoded` as in rfc_flags. */
void rfc_shape_publish(struct rfc_shape *, const char *opcode, const struct isa_listed *, uint8_t encoded);

/* Appends an exact source; one that is there already keeps its position, and takes the flag as well. */
void rfc_shape_source(struct rfc_shape *, uint8_t reg, uint8_t position, bool reuse);
void rfc_shape_result(struct rfc_shape *, uint8_t reg);

/* All exact operands of a list; `flags` as rfc_flags.listed. */
bool rfc_shape_list(struct rfc_shape *, const struct isa_op *, const struct isa_listed *, const struct isa_limits *,
                    uint8_t flags, const struct sentence *error);

/* Whether a step names a register: as the published simulator looks for it, where an address has the number of its
 * position; and exactly. */
bool rfc_step_lists(const struct rfc_step *, uint16_t reg);
bool rfc_step_names(const struct rfc_step *, uint16_t reg);

#endif
