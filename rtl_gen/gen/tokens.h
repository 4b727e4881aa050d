/* SPDX-License-Identifier: Apache-2.0 */
/* The tokens of Verilog: words, with numbers and $names; strings; signs. */
#ifndef RTL_GEN_TOKENS_H
#define RTL_GEN_TOKENS_H

#include <stdbool.h>

#include "expression.h"

/* The length of the token that begins here; 0 at the end of the text. */
size_t token_length(const char *at);

/* Whether the token is an opening bracket (1), a closing one (-1), or neither. */
int token_nests(struct part token);

/* Takes the first token of a text that has been read; an empty one at its end. Blanks and comments are none. */
struct part token_take(struct part *text);

/* Whether a text has the token. */
bool token_in(struct part text, const char *token);
bool part_in(struct part text, struct part token);

#endif
