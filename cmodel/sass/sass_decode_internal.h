/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How an instruction is laid out. One row of the opcode table names the modifiers and the operands of an opcode, in the
 * order of the official disassembly, as words of a small language; one scan of these words fills in struct sass_insn
 * and the text of the modifiers. Every bit of the encoding must be claimed by a word: a set bit that nobody knows makes
 * the whole instruction unknown.
 *
 * Forms. Bits 9 to 11 say where the operands A, B and C are: A is register field 24. The wide field 32 to 63 holds a
 * register, a 32-bit immediate, a constant or a uniform register; field 64 a register.
 *     form 1  B in field 32, C in field 64        form 2, 3, 7  C in field 32 (immediate, constant, uniform), B in 64
 *     form 4, 5, 6  B in field 32 (immediate, constant, uniform), C in field 64
 *
 * Words of operands: a name, then flags behind a colon.
 *     d        destination register in field 16       a, b, c  operands A, B, C       x  the operand in field 32
 *     p0, p1   destination predicates in bits 81, 84  ps, pq   source predicates in bits 87, 77
 *     see sass_operands.c for the others
 * Flags: n negation, a absolute value, i inversion (~), h half selector, f/g/k immediates of 32 bits, 64 bits, packed
 * halves, u unsigned immediate, 2 and 4 registers, w registers by the data type, s registers by the source type,
 * ? hidden when it says nothing, r no reuse flag.
 */
#ifndef SUBCORE_SASS_DECODE_INTERNAL_H
#define SUBCORE_SASS_DECODE_INTERNAL_H

#include "sass.h"

struct sass_row {
    const char *name;
    uint16_t op;                    /* enum sass_op */
    uint16_t code;                  /* bits 0 to 8 */
    uint8_t  forms;                 /* bit per value of bits 9 to 11 that is accepted */
    const char *modifiers, *operands;
};

enum { SCAN_SUFFIX = 96 };

/* One scan. */
struct scan {
    const struct sass_row *row;
    struct sass_insn *insn;
    uint64_t lo, hi;
    uint64_t known_lo, known_hi;
    uint32_t form;
    bool     uniform;               /* a uniform instruction: registers are uniform ones */
    bool     bad;
    char     suffix[SCAN_SUFFIX];   /* modifiers as they are printed */
};

uint64_t scan_field(struct scan *, unsigned position, unsigned width);
int64_t scan_signed(struct scan *, unsigned position, unsigned width);
void scan_suffix(struct scan *, const char *word);

/* Words. Return false if there is no such word. */
bool scan_modifier(struct scan *, const char *word);
bool scan_operand(struct scan *, const char *word);

/* Whole scan; false if the instruction is unknown. */
bool scan_insn(struct scan *, struct sass_insn *, uint64_t lo, uint64_t hi, uint64_t pc);

/* The row of an encoding, or NULL. */
const struct sass_row *sass_row_of(uint64_t lo, uint64_t hi);
extern const struct sass_row sass_rows[];

const char *sass_special_name(unsigned reg);

#endif
