/* SPDX-License-Identifier: Apache-2.0 */
/* Statistics of a run: exact counts of events in the sub-core's clock cycles, and what follows from them. */
#ifndef SUBCORE_STATS_H
#define SUBCORE_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The counters, of which stats.def has the list. */
struct stats {
#define STAT_GROUP(...)
#define STAT(name, ...) uint64_t name;
#define RATIO(...)
#define RATIO_SUM(...)
#include "stats.def"
#undef STAT_GROUP
#undef STAT
#undef RATIO
#undef RATIO_SUM
};

/* A row of stats.def. */
struct stat_group {
    const char *name, *title, *with;
};

struct stat_row {
    const char *name;
    unsigned group;             /* of stats_group() */
    const char *unit, *formula, *with, *source, *meaning;
    size_t counter;             /* of a counter: its place in struct stats */
    bool ratio;                 /* of a ratio: scale * (over + more) / under, which are places of counters; */
    bool sum;                   /* only with it there is `more` */
    double scale;
    size_t over, more, under;
};

/* Row and group by number, in the order of stats.def; NULL when there are no more. Counters are in front of ratios. */
const struct stat_row *stats_row(unsigned index);
const struct stat_group *stats_group(unsigned index);

/* The number of the row of that name, or -1. */
int stats_find(const char *name);

/* The value of a row: of a counter, and of either. A ratio over 0 is 0. */
uint64_t stats_count(const struct stats *s, const struct stat_row *row);
double stats_value(const struct stats *s, const struct stat_row *row);

void stats_add(struct stats *sum, const struct stats *s);
void stats_csv(const struct stats *s, FILE *out);       /* "name,value" lines with a header line */
void stats_json(const struct stats *s, FILE *out);      /* one object */

/* "name = value" lines with the names that Accel-Sim gives to the same things. `cycles`: of the longest slice. */
void stats_accel_sim(const struct stats *s, uint64_t cycles, FILE *out);

/* A line of that: its name, and what it is of ours; NULL when there are no more. */
const char *stats_accel_sim_name(unsigned index, const char **formula);

/* Whether every cycle has exactly one cause: an issue, or one of the reasons for none. */
bool stats_attributed(const struct stats *s);

#endif
