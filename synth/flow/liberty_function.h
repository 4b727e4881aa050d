/* SPDX-License-Identifier: Apache-2.0 */
/* What a function of a liberty file computes. */
#ifndef SUBCORE_LIBERTY_FUNCTION_H
#define SUBCORE_LIBERTY_FUNCTION_H

#include <stdbool.h>

/* Bit 2 * b + a of a table is the value for inputs a and b. */
enum { LIBERTY_IS_A = 0xa, LIBERTY_IS_NOT_A = 0x5, LIBERTY_IS_AND = 0x8, LIBERTY_IS_NAND = 0x7 };

/* Whether the text is that function of the inputs with these names, and of nothing else. */
bool liberty_function_is(const char *function, const char *a, const char *b, unsigned table);

#endif
