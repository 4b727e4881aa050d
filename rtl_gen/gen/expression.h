/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constant expressions of Verilog, with its operators and their precedence: in the conditions of templates and in the
 * ranges of modules. Values are whole numbers; the size of a number such as 4'd9 does not matter.
 */
#ifndef RTL_GEN_EXPRESSION_H
#define RTL_GEN_EXPRESSION_H

#include <stddef.h>
#include <stdint.h>

#include "configs/sentence.h"

/* A part of a longer text. */
struct part {
    const char *at;
    size_t length;
};

/* For "%.*s". */
#define PART(part) (int)(part).length, (part).at

static inline bool part_is_empty(struct part part)
{
    return part.length == 0;
}

bool part_equals(struct part part, const char *text);
bool parts_equal(struct part a, struct part b);

/* Where names get their values from: `value` refuses a name that has none. With a NULL it does only that. */
struct names {
    bool (*value)(const void *of, struct part name, int64_t *value, const struct sentence *);
    const void *of;
};

/* The value of an expression, which is the whole text. */
bool constant_value(struct part text, struct names names, int64_t *value, const struct sentence *);

/* Refuses a text that is no expression, or has a name that is not there. Nothing is computed. */
bool constant_check(struct part text, struct names names, const struct sentence *);

#endif
