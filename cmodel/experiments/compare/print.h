/* SPDX-License-Identifier: Apache-2.0 */
/* A comparison as text, CSV and JSON. */
#ifndef SUBCORE_COMPARE_PRINT_H
#define SUBCORE_COMPARE_PRINT_H

#include <stdio.h>

#include "rows.h"

void print_text(const struct rows *, FILE *);
/* A line a row, names in front; a field is empty, or a member null, where a number is not there. */
void print_csv(const struct rows *, FILE *);
void print_json(const struct rows *, FILE *);

/* A string of JSON, which may stand in HTML, too. */
void print_json_string(const char *text, FILE *);

#endif
