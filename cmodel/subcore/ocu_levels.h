/* SPDX-License-Identifier: Apache-2.0 */
/* The plain operand collector beside frames (3.19, 3.20): some of its slots take their values on ports L. */
#ifndef SUBCORE_OCU_LEVELS_H
#define SUBCORE_OCU_LEVELS_H

#include "levels.h"
#include "ocu.h"

extern const struct collector_ops ocu_levels_ops;

/* The edge of ports L (3.8): the collector stores what has come. */
void ocu_levels_receive(struct collectors *cs);

/* What collector c, which dispatches, copies to the ORF of its warp; place 0: nothing. Ports have been stored. */
struct level_copy ocu_levels_copy(const struct collectors *cs, unsigned c);

#endif
