/* SPDX-License-Identifier: Apache-2.0 */
/* cmodel profile --figure rfc:N: figures of RFC-sim from the untimed register cache. */
#ifndef SUBCORE_RFC_FIGURES_H
#define SUBCORE_RFC_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

#include "configs/config.h"
#include "cmodel/program/source.h"
#include "configs/sentence.h"

struct rfc_figures {
    int number;                 /* from rfc_figure_number() */
    const struct config *cfg;
    const struct source *source;    /* with a trace or a workload it is all that is counted; else its size counts */
    const char *workloads;      /* the folder of the bundled ones */
    const char *sass;           /* as in profile_rfc.h */
    const char *output;         /* NULL: standard output */
    bool csv;
    char note[512];             /* set: something that the user should know */
};

/* The number of a figure that there is, of "rfc:9" to "rfc:17", or 0. */
int rfc_figure_number(const char *name);

bool rfc_figures(struct rfc_figures *, const struct sentence *error);

#endif
