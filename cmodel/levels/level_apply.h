/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hints about LRF and ORF as places of records (3.19), for a run on hardware that has these levels. What the hardware
 * cannot do is refused: a place that the levels do not have, an LRF for a shared unit, two copies of a record, and an
 * entry that is written by an instruction with which its warp leaves the active set. Whether a place has the value is
 * no question here: the judge answers it without timing, and the oracle in a run.
 */
#ifndef SUBCORE_LEVEL_APPLY_H
#define SUBCORE_LEVEL_APPLY_H

#include "cmodel/stream/record_placer.h"
#include "level_hints.h"

/* A placer for these hints, which outlive it. */
struct record_placer level_placer(const struct level_hints *);

#endif
