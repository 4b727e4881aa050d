/* SPDX-License-Identifier: Apache-2.0 */
/* Statistics without timing about register files that a compiler manages: level_stats.def has the list. */
#ifndef SUBCORE_LEVEL_STATS_H
#define SUBCORE_LEVEL_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct level_stats {
#define LEVEL_GROUP(...)
#define LEVEL_STAT(name, ...) uint64_t name;
#define LEVEL_RATIO(...)
#include "level_stats.def"
#undef LEVEL_GROUP
#undef LEVEL_STAT
#undef LEVEL_RATIO
};

struct level_stat_row {
    const char *name;
    unsigned group;             /* of level_stats_group() */
    const char *unit, *formula, *source, *claim, *meaning;
    bool ratio;                 /* of the counters at `over` and `under`; else the one at `over` */
    size_t over, under;
};

/* By number; NULL when there are no more. Counters and ratios are in the order of the table. */
const struct level_stat_row *level_stats_row(unsigned index);
const char *level_stats_group(unsigned index);

/* A ratio over 0 is 0. */
double level_stats_value(const struct level_stats *, const struct level_stat_row *);
void level_stats_print(const struct level_stats *, const struct level_stat_row *, FILE *);

#endif
