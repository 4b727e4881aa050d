/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of a comparison: the numbers of each design on each input, and their means over the inputs. */
#ifndef SUBCORE_COMPARE_ROWS_H
#define SUBCORE_COMPARE_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "column.h"
#include "comparison.h"

/* A number that is not there is a NaN. */
struct row {
    bool there; /* false: the run, or lock-step, has failed; there are no numbers */
    double value[COLUMNS];
    double ratio[COLUMNS]; /* to the baseline on the same input; of columns that have one */
};

struct rows {
    const struct comparison *c;
    struct row *row; /* [input * designs + design]; behind those of all inputs the means */
    bool means;      /* there are several inputs */
};

bool rows_make(struct rows *, const struct comparison *, const struct sentence *);
const struct row *rows_at(const struct rows *, size_t input, size_t design); /* input == input_count: the means */
const char *rows_input(const struct rows *, size_t input);
/* How many blocks of rows there are: the inputs, and the means if there are some. */
size_t rows_blocks(const struct rows *);
/* Whether any row has a number in a column that is not 0. */
bool rows_have(const struct rows *, int column);
/* Whether what a design costs is another number on each input. */
bool rows_cost_by_input(const struct rows *);
/* The first input on which a design has a row, or input_count. */
size_t rows_input_of(const struct rows *, size_t design);
void rows_free(struct rows *);

#endif
