/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a module refuses: values of its parameters that its text is not right for. A parameter that stands in the
 * template as "parameter NAME = ${value}" is fixed: the module takes no other value, unless a directive "refuse" names
 * it. That says in Verilog which values are refused. The block behind the ports has an instance of a module that does
 * not exist where such a value is given, or an unknown one. Elaboration ends there in every tool, in Verilog as in
 * SystemVerilog.
 */
#ifndef RTL_GEN_REFUSAL_H
#define RTL_GEN_REFUSAL_H

#include "substitute.h"
#include "template_lines.h"

/* What the name of that module ends with, behind the name of the one that refuses. */
#define REFUSED "_does_not_take_these_parameters"

enum { MAX_FIXED = 64, MAX_REFUSED = 64 };

struct refusal {
    char module[LINE];                     /* "" outside of a header */
    const struct symbol *fixed[MAX_FIXED]; /* parameters that have one value, if no condition names them */
    int fixed_count;
    char conditions[MAX_REFUSED][LINE];
    int condition_count;
};

/* A parameter with the value of a size; the conditions of a directive, || between them. Refuses more than fit. */
bool refusal_add_size(struct refusal *, const struct symbol *, const struct sentence *);
bool refusal_add_condition(struct refusal *, const char *condition, const struct sentence *);

/* Takes a line that has been written. Writes the block behind that which ends the ports, if anything is refused. */
bool refusal_line(struct refusal *, const char *line, struct lines *, struct origin, const struct sentence *);

#endif
