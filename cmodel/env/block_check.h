/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks that the machine cannot hold, and records that its sub-cores cannot execute, are refused before they run. */
#ifndef SUBCORE_BLOCK_CHECK_H
#define SUBCORE_BLOCK_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/stream/stream.h"
#include "configs/config.h"
#include "configs/sentence.h"

struct block_limits {
    const struct config *cfg;
    const struct kernel *kernel;
    uint32_t registers;         /* allocated per warp */
};

/* Refuses a block that no slice, even an idle one, could hold. */
bool block_fits(const struct block_limits *, const struct block *, const struct sentence *);

/* Checks the records of a warp, if it has them all. */
bool block_warp_runs(const struct block_limits *, const struct block *, const struct warp *, const struct sentence *);

/* Checks record `index` of a warp of block number `block`. */
bool block_record_runs(const struct block_limits *, uint64_t block, const struct warp *, uint32_t index,
                       const struct sentence *);

#endif
