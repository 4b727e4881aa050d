/* SPDX-License-Identifier: Apache-2.0 */
/* cmodel profile --levels: the statistics of cmodel/levels/level_stats.def for a trace or workload; and the figure
 * levels:entries, reads, writes and energy by entries of the ORF. */
#ifndef SUBCORE_PROFILE_LEVELS_H
#define SUBCORE_PROFILE_LEVELS_H

#include <stdbool.h>

#include "profile.h"

#define PROFILE_LEVELS_FIGURE "levels:entries"

/* `shape` as in struct annotate; the figure of the options is not looked at. */
bool profile_levels(const struct profile_options *, const char *shape, const struct sentence *error);
bool profile_levels_entries(const struct profile_options *, const struct sentence *error);

#endif
