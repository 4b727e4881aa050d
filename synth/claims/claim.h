/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A claim of a paper, what was measured of it, and the verdict, which follows from the two and from nothing else.
 * The formats of the three tables are in docs/claims.md.
 */
#ifndef SUBCORE_CLAIM_H
#define SUBCORE_CLAIM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "configs/sentence.h"

enum { CLAIM_ERROR = 512 };

enum relation { RELATION_IS, RELATION_AT_MOST, RELATION_AT_LEAST, RELATION_UNCOUNTED };

/* What a claim is checked with. */
enum source_kind {
    SOURCE_MEASURE,             /* a row of the measured values */
    SOURCE_EXPRESSION,          /* arithmetic on the papers' own numbers: "=36/256*100" */
    SOURCE_CANNOT,              /* nothing can: the remark says why */
    SOURCE_LATER                /* nothing yet: the remark says what is lacking */
};

struct claim {
    char *row;                  /* the text that the others point into */
    const char *id, *paper, *where, *kind, *text, *unit, *measure, *remark;
    enum relation relation;
    enum source_kind source;
    double value, tolerance;    /* tolerance of RELATION_IS, in the claim's unit */
    unsigned line;
};

struct claims {
    struct claim *list;
    size_t count;
};

enum measure_status { MEASURE_OK, MEASURE_FAILED, MEASURE_MISSING, MEASURE_LATER };

/* A measured value, or why there is none (`message`). */
struct measure {
    char *row;
    const char *name, *unit, *configuration, *library, *workloads, *rtl, *command, *raw, *message;
    enum measure_status status;
    double value;
};

struct measures {
    struct measure *list;
    size_t count;
};

enum verdict {
    VERDICT_HOLDS, VERDICT_DIFFERS, VERDICT_COUNTED, VERDICT_CANNOT, VERDICT_LATER, VERDICT_FAILED, VERDICTS
};

/* Both read a table. */
bool claims_read(struct claims *claims, const char *path, const struct sentence *error);
bool measures_read(struct measures *measures, const char *path, const struct sentence *error);
void claims_free(struct claims *claims);
void measures_free(struct measures *measures);

const struct measure *measure_find(const struct measures *measures, const char *name);

/* Numbers, + - * / and parentheses. Returns whether the text is an expression with a finite value. */
bool claim_evaluate(const char *text, double *value);

/*
 * The verdict of a claim, and the value that it rests on for those that have one. `m`: what was measured, NULL if it
 * was not. A measure in another unit than the claim is refused: -1, with a sentence in `error`.
 */
bool claim_judge(const struct claim *claim, const struct measure *m, enum verdict *verdict, double *value,
                 const struct sentence *error);

const char *verdict_name(enum verdict verdict);

/* How far a value is from the claim, in words; empty if the claim has no value. */
void claim_difference(const struct claim *claim, double value, char *text, size_t size);

#endif
