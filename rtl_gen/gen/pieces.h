/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the texts of modules are made of: sizes, ports, and expressions of Verilog. Widths and sizes are products of
 * symbols ("WARPS*SLOTS"); the symbols and their values are those of the configuration (shape.c).
 */
#ifndef RTL_GEN_PIECES_H
#define RTL_GEN_PIECES_H

#include "configs/config.h"

#include <stdbool.h>
#include <stdio.h>

enum { NAME = 64, WIDTH = 64, COMMENT = 128 }; /* bytes of an identifier, of a width, of a comment */

/* A size of the design: a parameter of the modules that need it. */
struct symbol {
    const char *name;
    int value;
    const char *meaning;
};

enum { MAX_SYMBOLS = 144 };

/* Sizes that follow from the configuration. */
struct shape {
    struct symbol symbols[MAX_SYMBOLS];
    int count;
    bool turned;   /* banks are turned by the warp's number (rf.swizzle) */
    int bank_bits; /* low bits of a register number that name its bank; 0 with one bank */
};

void shape_init(struct shape *shape, const struct config *config);

/* Value of a symbol, or of a product such as "32*LANES". */
int shape_value(const struct shape *shape, const char *product);

/* The symbol whose name is the first `length` bytes of `name`, or NULL. */
const struct symbol *shape_symbol(const struct shape *shape, const char *name, size_t length);

enum direction { IN, OUT, OUT_REG };

struct port {
    enum direction direction;
    char name[NAME];
    char width[WIDTH];
    char comment[COMMENT];
};

enum { MAX_PORTS = 96 };

/* The ports of a module, as they are in its text. */
struct record {
    struct port ports[MAX_PORTS];
    int count;
};

/* The range of a width, with a blank behind it: "[WARPS*3-1:0] ", "[7:0] ", or "" for a single wire. */
const char *range_of(char text[WIDTH], const char *width);

/* Verilog expressions; all return `text`. ------------------------------------------------------------------------ */

enum { EXPRESSION = 512 };

/* "COUNT*WIDTH", or "COUNT" for elements of one bit. */
const char *times(char text[EXPRESSION], const char *count, const char *width);

/* The bit repeated over a width: "{WIDTH{bit}}", or the bit itself. */
const char *copies(char text[EXPRESSION], const char *bit, const char *width);

/* Element `index` of a vector whose elements have that width: "vector[index*WIDTH +: WIDTH]", or "vector[index]". */
const char *element(char text[EXPRESSION], const char *vector, const char *index, const char *width);

/* The expression, `from` bits wide, extended with zeros to `to` bits. */
const char *extend(char text[EXPRESSION], const char *expression, int from, int to);

/*
 * The bank of a register (3.7, 3.9): (register + warp) mod BANKS. It has BANK_BITS bits, which is a parameter of the
 * module. Needs more than one bank. Register and warp lie in the vectors `reg` and `warp` at the indices given; "" says
 * that the vector is the number itself. The warp has `warp_bits` bits.
 */
const char *bank_of(char text[EXPRESSION], const struct shape *shape, const char *reg, const char *reg_index,
                    const char *warp, const char *warp_index, int warp_bits);

/* The row of a register among those of its warp (3.9, 3.10), ROW_BITS wide: register / BANKS. */
const char *row_of(char text[EXPRESSION], const struct shape *shape, const char *reg, const char *reg_index);

#endif
