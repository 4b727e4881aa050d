/* SPDX-License-Identifier: Apache-2.0 */
/* Cells of a library that has no LEF: names and pins with their directions, without sizes, rectangles and layers. */
#ifndef SUBCORE_PLACE_LEF_LIBERTY_H
#define SUBCORE_PLACE_LEF_LIBERTY_H

#include <stdio.h>

#include "lef.h"

/* Reads a liberty file; NULL if it is refused. lef_free() frees it. */
struct lef *lef_of_liberty(const char *path, const struct sentence *);

/* Prints a line "cell clock_pin -" for each flip-flop whose clock is a pin, inverted or not, whatever its data is. */
bool lef_liberty_print_flops(const char *path, FILE *out, const struct sentence *);

#endif
