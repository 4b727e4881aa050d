/* SPDX-License-Identifier: Apache-2.0 */
/* Statistics of a run as text. */
#ifndef SUBCORE_STATS_TEXT_H
#define SUBCORE_STATS_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "configs/config.h"
#include "cmodel/subcore/stats.h"

/* Whether a statistic can be other than zero in a configuration. */
bool stats_apply(const struct config *cfg, const struct stat_row *row);

/* Those that matter first, then all that apply, group by group; with `all` those that do not apply, too. */
void stats_text(const struct stats *s, const struct config *cfg, bool all, FILE *out);

#endif
