/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a configuration is compared with: the one rule of make storage, area, energy and compare. A scheme stands beside
 * plain collectors, as many as it has, on the same machine.
 */
#ifndef SUBCORE_COMPARE_BASELINE_H
#define SUBCORE_COMPARE_BASELINE_H

#include <stdbool.h>

#include "configs/config.h"

struct baseline {
    const char *name; /* in configs/ */
    const char *why;  /* the end of a sentence about the scheme */
};

/* The baseline of a configuration that config_check accepts. */
struct baseline baseline_of(const struct config *);

/* Whether a setting concerns a baseline, too; those of the scheme alone do not. */
bool baseline_takes(const char *assignment);

/* Options of the machine around the scheme in which two configurations differ: "rf.banks (4, 2)", or nothing. */
void baseline_differences(const struct config *, const struct config *baseline, char *text, size_t size);

#endif
