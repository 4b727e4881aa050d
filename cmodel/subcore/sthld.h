/* SPDX-License-Identifier: Apache-2.0 */
/* The adaptive threshold STHLD (3.5; Malekeh IV-B3, Fig. 8). */
#ifndef SUBCORE_STHLD_H
#define SUBCORE_STHLD_H

#include <stdbool.h>
#include <stdint.h>

#include "configs/config.h"

/* What a transition changes. */
struct sthld_state {
    uint8_t state;      /* 1 to 6, as in Fig. 8 */
    uint8_t sthld;      /* 0 to sthld.max */
    bool    clamped;    /* the last decrement would have gone below 0 */
};

/* Whether the instructions issued in an interval differ from those of the one before by more than 1/sthld.fraction of
 * the latter (IV-B3: 0.02). */
bool sthld_large(const struct config *cfg, uint64_t current, uint64_t previous);

/* The transition at the end of an interval. */
struct sthld_state sthld_next(const struct config *cfg, struct sthld_state s, bool large);

#endif
