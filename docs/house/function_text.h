/* SPDX-License-Identifier: Apache-2.0 */
/* Functions in sources of C that are written as ours: a definition begins, and its brace ends, at the left margin. */
#ifndef SUBCORE_FUNCTION_TEXT_H
#define SUBCORE_FUNCTION_TEXT_H

#include <stdbool.h>

/* The body of a function, without comments, for free(); NULL if the file does not define it. */
char *function_text(const char *path, const char *function);

/* Whether a function is called in a body. */
bool function_calls(const char *body, const char *function);

#endif
