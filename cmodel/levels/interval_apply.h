/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hints about register intervals as sets of records (3.20), for a run on hardware that fetches them. An instruction
 * that names a register that its interval does not have is refused. Whether the sets of live registers are right is no
 * question here: the judge asks it without timing, and the oracle of a run with LTRF+ of each source that is read.
 */
#ifndef SUBCORE_INTERVAL_APPLY_H
#define SUBCORE_INTERVAL_APPLY_H

#include "cmodel/stream/record_placer.h"
#include "level_hints.h"

/* A placer for these hints, which outlive it. */
struct record_placer interval_placer(const struct level_hints *);

#endif
