/* SPDX-License-Identifier: Apache-2.0 */
/* The table of statistics for its readers: a list, a page, lines for programs, the explanation of one. */
#ifndef SUBCORE_STATS_PAGES_H
#define SUBCORE_STATS_PAGES_H

#include <stdbool.h>
#include <stdio.h>

#include "configs/config.h"
#include "configs/sentence.h"

/* Every statistic with its unit and meaning, group by group; with `cfg` those that can be other than zero in it. */
void stats_list(const struct config *cfg, FILE *out);

/* docs/statistics.md. */
void stats_markdown(FILE *out);

/* "name unit formula group with source meaning", tab-separated, with a header line. */
void stats_tsv(FILE *out);

/* One of them: what it means and is made of. Refuses a name that is none, with those that are near. */
bool stats_explain(const char *name, FILE *out, const struct sentence *);

#endif
