/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A view of a clocked block: some of its registers, with the statements and conditions that they need. Written is the
 * same circuit as that of the block.
 */
#ifndef RTL_GEN_VIEWS_H
#define RTL_GEN_VIEWS_H

#include <stdio.h>

#include "statements.h"
#include "verilog.h"

enum view_kind {
    VIEW_ALL,   /* all registers; rst_i is high in reset */
    VIEW_RESET, /* those that have a reset, while there is reset */
    VIEW_RUN,   /* the same ones, while there is none */
    VIEW_REST   /* those that have none; rst_ni is low in reset */
};

struct view {
    enum view_kind kind;
    const struct verilog *verilog;
    const struct statements *block;
    const struct part *resets; /* names of the registers of the block that have a reset */
    int reset_count;
};

/* Whether any register of the view is in a statement. */
bool view_shows(const struct view *, int statement);

/*
 * Writes a statement behind an `if`, `else` or `always`, without the end of the line. `enabled` says that the
 * condition of view_enable holds, so that it need not be asked for again.
 */
void view_write(const struct view *, int statement, int indent, bool enabled, FILE *out);

/* The same of all of a block, with its registers in reset in front: if (!rst_ni) ... else ... */
void view_write_async(const struct view *run, int indent, bool enabled, FILE *out);

/* When the registers of a statement take a value. */
enum enabled { ENABLED_NEVER, ENABLED_SOMETIMES, ENABLED_ALWAYS };

/* Writes the condition into *text, to be freed, if they do sometimes. */
enum enabled view_enable(const struct view *, int statement, char **text);

/* Writes a text of the design with a reset that is low: rst_ni for rst_i. */
void view_write_low(struct part text, FILE *out);

/* Registers that a text assigns by <=, each once: calls `visit` with the name. */
void view_registers(const struct verilog *, struct part text, void (*visit)(void *of, struct part name), void *of);

#endif
