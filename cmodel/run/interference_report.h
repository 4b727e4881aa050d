/* SPDX-License-Identifier: Apache-2.0 */
/* Which warps of an SM drive out what others still need, as a matrix and in short (CIAO, Fig. 1a, 4a and 4b). */
#ifndef SUBCORE_INTERFERENCE_REPORT_H
#define SUBCORE_INTERFERENCE_REPORT_H

#include <stdio.h>

#include "cmodel/sm/top.h"

/* Of an SM: count[interfered * warps + interfering]. */
struct interference_matrix {
    unsigned warps;                 /* 0: there is none */
    uint64_t *count;
};

/* Copies what the model has counted; false when memory runs out. Without an SM the matrix is empty. */
bool interference_matrix_open(struct interference_matrix *m, const struct config *cfg, const struct top *top);
void interference_matrix_close(struct interference_matrix *m);

/* Lines "interfered interfering count sm", tab-separated, for every pair that is not zero, and their header. */
void interference_header(FILE *out);
void interference_pairs(const struct interference_matrix *m, unsigned sm, FILE *out);

/* What the warps of all SMs have in common: how much of a warp's interference its most frequent interferer makes up. */
struct interference_summary {
    uint64_t total, pairs;          /* counts, and pairs that are not zero */
    unsigned warps;                 /* with any */
    struct interference_share { double share; unsigned warp, by; } most, least;
    double   sum;                   /* of the shares */
};

/* Adds an SM; with `out` a line for each interfered warp. */
void interference_add_up(struct interference_summary *s, const struct interference_matrix *m, unsigned sm, FILE *out);
void interference_print(const struct interference_summary *s, FILE *out);

#endif
