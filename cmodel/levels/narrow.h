/* SPDX-License-Identifier: Apache-2.0 */
/* Pairs of narrow source registers (CORF, ASPLOS 2019): how many bytes each register of a warp holds, lane by lane. */
#ifndef SUBCORE_NARROW_H
#define SUBCORE_NARROW_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/stream/regset.h"
#include "cmodel/stream/stream.h"

enum { NARROW_SOURCES = 16 };

struct narrow {
    uint8_t bytes[REGSET_REGISTERS][STREAM_MAX_LANES];      /* without leading zeros; 4 where nothing is known */
    bool    begun;
    uint8_t source[NARROW_SOURCES], width[NARROW_SOURCES];  /* of the instruction so far: different registers */
    unsigned count;
    uint64_t reads, pairs;
};

/* Record `index` of a warp with values. */
void narrow_add(struct narrow *, const struct warp *, uint32_t index);

#endif
