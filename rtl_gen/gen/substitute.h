/* SPDX-License-Identifier: Apache-2.0 */
/* What stands for something else in a line of a template: conditions, and ${...}. See docs/templates.md. */
#ifndef RTL_GEN_SUBSTITUTE_H
#define RTL_GEN_SUBSTITUTE_H

#include "pieces.h"
#include "expression.h"
#include "fields.h"

enum { LINE = 1024, MAX_COUNTERS = 16 };

/* A name that stands for a number: of a loop over numbers, or of a let. */
struct counter {
    struct part name;
    int64_t value;
};

/* What names mean. */
struct meanings {
    const struct config *config;
    const struct shape *shape;
    const struct field *field;   /* of a loop over fields, or NULL */
    const struct symbol *symbol; /* of a line that declares a parameter, or NULL */
    struct counter counters[MAX_COUNTERS];
    int counter_count;
};

/* The value of an expression; a condition holds if it is not 0. */
bool meaning_value(const struct meanings *meanings, struct part expression, int64_t *value, const struct sentence *);

/* Refuses what is no expression, and a name that has no meaning. Nothing is computed. */
bool meaning_names(const struct meanings *meanings, struct part expression, const struct sentence *);

/* The line with every ${...} replaced. */
bool substitute(const struct meanings *meanings, struct part line, char text[LINE], const struct sentence *);

#endif
