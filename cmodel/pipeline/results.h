/* SPDX-License-Identifier: Apache-2.0 */
/* What a result needs to be accepted, and which other one it waits for (3.9, 3.14, 3.15). */
#ifndef SUBCORE_PIPELINE_RESULTS_H
#define SUBCORE_PIPELINE_RESULTS_H

#include "cmodel/subcore/stats.h"
#include "scene.h"

/* Of a result on a port that is not accepted in this cycle: its register and bank, and whose result comes first. */
struct step results_wait(const struct scene *sc, unsigned port);

/* result_wait; with collectors also interval_blocked, interval_conflicts and bank_busy_results. */
void results_count(const struct scene *sc, struct stats *counts);

#endif
