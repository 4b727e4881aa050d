/* SPDX-License-Identifier: Apache-2.0 */
#include "level_stats.h"

#include <inttypes.h>

enum group {
#define LEVEL_GROUP(group, ...) GROUP_##group,
#define LEVEL_STAT(...)
#define LEVEL_RATIO(...)
#include "level_stats.def"
#undef LEVEL_GROUP
    GROUPS
};

static const char *const groups[] = {
#define LEVEL_GROUP(group, title) title,
#include "level_stats.def"
#undef LEVEL_GROUP
#undef LEVEL_STAT
#undef LEVEL_RATIO
};

#define PLACE(counter) offsetof(struct level_stats, counter)

static const struct level_stat_row rows[] = {
#define LEVEL_GROUP(...)
#define COMMON(n, g, u, f, s, c, m) \
    .name = #n, .group = GROUP_##g, .unit = u, .formula = f, .source = s, .claim = c, .meaning = m
#define LEVEL_STAT(n, g, u, f, s, c, m) {COMMON(n, g, u, f, s, c, m), .over = PLACE(n)},
#define LEVEL_RATIO(n, g, u, a, b, s, c, m) \
    {COMMON(n, g, u, #a " / " #b, s, c, m), .ratio = true, .over = PLACE(a), .under = PLACE(b)},
#include "level_stats.def"
};

enum { ROWS = sizeof rows / sizeof *rows };

const struct level_stat_row *level_stats_row(unsigned index)
{
    return index < ROWS ? &rows[index] : NULL;
}

const char *level_stats_group(unsigned index)
{
    return index < GROUPS ? groups[index] : NULL;
}

static uint64_t counter_at(const struct level_stats *s, size_t place)
{
    return *(const uint64_t *)((const char *)s + place);
}

double level_stats_value(const struct level_stats *s, const struct level_stat_row *row)
{
    uint64_t over = counter_at(s, row->over), under = row->ratio ? counter_at(s, row->under) : 1;
    return under ? (double)over / (double)under : 0.0;
}

void level_stats_print(const struct level_stats *s, const struct level_stat_row *row, FILE *out)
{
    if (row->ratio)
        fprintf(out, "%.4f", level_stats_value(s, row));
    else
        fprintf(out, "%" PRIu64, counter_at(s, row->over));
}
