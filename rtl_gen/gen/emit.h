/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Emission of one Verilog module: header, parameters, ports, text. Widths and sizes are products of symbols
 * ("WARPS*SLOTS"); the symbols and their values are those of the configuration (shape.c).
 *
 * A module is emitted in this order: emit_module, emit_parameters, emit_port..., emit_body, text, emit_end.
 */
#ifndef RTL_GEN_EMIT_H
#define RTL_GEN_EMIT_H

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

enum { MAX_SYMBOLS = 128 };

/* Sizes that follow from the configuration. */
struct shape {
    struct symbol symbols[MAX_SYMBOLS];
    int count;
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

struct emit {
    FILE *out;
    const struct config *config;
    const struct shape *shape;
    const struct record *records; /* as modules[]; complete for the modules before this one */
    bool ccu; /* the collectors are CCUs */
    /* The last parameter or port: it waits for its comma. */
    char waiting[2 * NAME];
    char comment[COMMENT];
};

/* The header comment, and the module's name. `purpose` ends in a newline; long lines are folded. */
void emit_module(struct emit *e, const char *name, const char *title, const char *purpose);

/*
 * Parameters: a format that gives symbols separated by blanks. Those that are 0 are left out, for they count what does
 * not exist.
 */
void emit_parameters(struct emit *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A port of a width such as "WARPS*SLOTS"; "1" is a single wire. */
void emit_port(struct emit *e, enum direction direction, const char *name, const char *width, const char *comment);

/* A port that only some configurations have. */
void emit_port_if(struct emit *e, bool there, enum direction direction, const char *name, const char *width,
                  const char *comment);

/* Ends the port list. */
void emit_body(struct emit *e);

/* The range of a width, with a blank behind it: "[WARPS*3-1:0] ", "[7:0] ", or "" for a single wire. */
const char *emit_range(char text[WIDTH], const char *width);

/* Text as it is. */
void emit_text(struct emit *e, const char *text);

/* Formatted text. */
void emit_format(struct emit *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

void emit_end(struct emit *e);

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
 * The bank of a register (3.7, 3.9), bank_bits wide: (register + warp) mod BANKS. Needs more than one bank. Register
 * and warp lie in the vectors `reg` and `warp` at the indices given; "" says that the vector is the number itself. The
 * warp has `warp_bits` bits.
 */
const char *bank_of(char text[EXPRESSION], const struct shape *shape, const char *reg, const char *reg_index,
                    const char *warp, const char *warp_index, int warp_bits);

/* The row of a register among those of its warp (3.9, 3.10), ROW_BITS wide: register / BANKS. */
const char *row_of(char text[EXPRESSION], const struct shape *shape, const char *reg, const char *reg_index);

#endif
