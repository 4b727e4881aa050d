/* SPDX-License-Identifier: Apache-2.0 */
/* cmodel annotate: hints about the reuse of registers (Malekeh III-A), and how far reuses are (Fig. 1); with
 * boc.write: hinted, about where results are wanted; with --control, control bits for a recorded trace; with --levels,
 * about register files that a compiler manages. */
#ifndef SUBCORE_ANNOTATE_H
#define SUBCORE_ANNOTATE_H

#include <stdbool.h>
#include <stddef.h>

#include "configs/config.h"
#include "cmodel/program/source.h"
#include "configs/sentence.h"

struct annotate {
    const struct config *cfg;
    const struct source *source;
    const char *output;         /* of the hints; NULL: standard output, or nowhere with a histogram */
    bool        control;        /* control bits instead of hints */
    bool        levels;         /* where operands are in register files that a compiler manages */
    const char *level_shape;    /* of them, or NULL */
    const char *judge;          /* a file of such hints that is followed instead; NULL: none */
    bool        histogram;      /* on standard output */
    const char *csv;            /* every distance, to this file; NULL: none */
};

bool annotate(const struct annotate *, const struct sentence *error);

#endif
