/* SPDX-License-Identifier: Apache-2.0 */
/* Integer expressions of launch files: see docs/launch-files.md. */
#ifndef SUBCORE_EXPRESSION_H
#define SUBCORE_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/sentence.h"

/* Values and all that they are made of lie in the ranges of 64-bit integers, signed or unsigned. */
typedef __int128 expression_int;

#define EXPRESSION_LEAST ((expression_int)INT64_MIN)
#define EXPRESSION_MOST  ((expression_int)UINT64_MAX)

/* Where names get their values. */
struct expression_names {
    const void *state;
    bool (*find)(const void *state, const char *name, size_t length, int64_t *value);
};

/* Evaluates an expression. Returns false with a part of a sentence in `error`: "'n + ' lacks a number ...". `names` may
 * be NULL: none. */
bool expression_value(const char *text, const struct expression_names *names, expression_int *value,
                      const struct sentence *error);

/* Whether the text is a name: letters, digits and underscores, no digit first, neither min nor max. */
bool expression_is_name(const char *text);

#endif
