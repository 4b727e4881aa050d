/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How an instruction is laid out. A row of the opcode table names the modifiers and the operands of an opcode, in the
 * order of the official disassembly, as words of a small language; one scan of these words fills in struct sass_insn
 * and notes what the disassembly prints. A word claims the bits that it reads: a set bit that no word has claimed, and
 * a value without a known meaning, make the whole instruction unknown.
 *
 * Forms. Bits 9 to 11 say where the operands B and C are; A is always register field 24. The wide field, 32 to 63,
 * holds a register, a 32-bit immediate, a constant or a uniform register; register field 64 takes what is left.
 *     form 1      B in the wide field, a register;                         C in field 64
 *     form 4 5 6  B in the wide field: immediate, constant, uniform;       C in field 64
 *     form 2 3 7  B in field 64;      C in the wide field: immediate, constant, uniform
 * Instructions other than arithmetic have forms too, with a layout that their rows spell out.
 *
 * Words of operands; flags follow a colon. A row of a uniform instruction begins with U: its registers are uniform.
 *     d          destination, register field 16           d64           destination, register field 64
 *     a b c x    operands A, B, C, and that in the wide field (by form: register, immediate, ...)
 *     r32 r64    registers in these fields, whatever the form           ud ua    uniform registers in fields 16, 24
 *     p0 p1      destination predicates, bits 81 and 84   ps pq p68     source predicates, bits 87, 77 and 68
 *     imm=P/W    immediate of W bits in bit P; ?V hidden if it is V, !V not accepted if it is V
 *     the others: see the functions in sass_operands.c
 * Flags of registers and sources
 *     n negation   a absolute value   i inversion   x with carry-in, negation is inversion   h half selectors
 *     p q H        byte or half selector in bits 60, 76; that of I2IP
 *     f g k e      floating-point immediate: 32 bits, the upper word of 64 bits, packed halves, what MUFU reads
 *     u            integer immediate: printed unsigned
 *     2 w s        registers: a pair, as wide as the type, as wide as the second type; m t l #: see count_of()
 *     M N C D      printed with .ROW, with .COL, with that in bit 73, 74
 *     r o z S      no reuse flag; no negation; hidden if it is RZ; the same register as the operand before
 * Flags of predicates
 *     ? hidden if PT   T must be PT   U uniform   v uniform with bit 67   m only in MATCH.ALL
 *     x only with carry-in, else PT   x! likewise, else !PT
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

enum { SCAN_SUFFIX = 64 };

/* How an operand is printed, where its kind does not say it. */
enum scan_style {
    STYLE_PLAIN,
    STYLE_HALVES, STYLE_DOUBLE, STYLE_UPPER,    /* FIMM: packed halves; 64 bits; the upper word of 64 bits */
    STYLE_ROW, STYLE_COL,                       /* matrices */
    STYLE_BYTE, STYLE_HALF,                     /* `part` as .B1, as .H1 */
    STYLE_U32, STYLE_64,                        /* ADDR: the register is printed with its width */
    STYLE_OFFSET                                /* LABEL: as the offset from the next instruction */
};

/* One scan. */
struct scan {
    const struct sass_row *row;
    struct sass_insn *insn;
    uint64_t known_lo, known_hi;    /* claimed bits */
    uint8_t  form;
    bool     uniform;               /* the registers of the instruction are uniform ones */
    bool     bad;                   /* unknown instruction */
    const char *flags;              /* of the word that is carried out */
    uint8_t  style[SASS_MAX_OPERANDS];
    char     suffix[SCAN_SUFFIX];   /* modifiers as they are printed */
};

/* Claims a field and returns it; scan_expect() says that it must have a value. */
uint64_t scan_field(struct scan *, unsigned position, unsigned width);
int64_t scan_signed(struct scan *, unsigned position, unsigned width);
void scan_expect(struct scan *, unsigned position, unsigned width, uint64_t value);

/* Adds ".WORD" to the opcode's text; nothing for "". */
void scan_suffix(struct scan *, const char *word);

/* Carries out a word. Returns false if there is no such word. */
bool scan_modifier(struct scan *, const char *word);
bool scan_operand(struct scan *, const char *word);

/* What the words of operands share (sass_scan.c): whether the word has a flag; a new operand; the last one, and how it
 * is printed; an operand whose value is a field; a constant in the wide field. */
bool scan_has(const struct scan *, char flag);
struct sass_operand *scan_add(struct scan *, enum sass_kind kind);
struct sass_operand *scan_last(struct scan *);
void scan_style(struct scan *, enum scan_style style);
struct sass_operand *scan_put_field(struct scan *, enum sass_kind kind, unsigned position, unsigned width);
void scan_put_constant(struct scan *);

struct scan_word {
    const char *name;
    void (*put)(struct scan *);
};

extern const struct scan_word scan_other_words[];   /* ends with name NULL */

/* A whole scan: all of insn but the lists of registers. Returns false if the instruction is unknown. */
bool scan_insn(struct scan *, struct sass_insn *, uint64_t lo, uint64_t hi, uint64_t pc);

extern const struct sass_row sass_rows[];   /* ends with name NULL */

#endif
